//! The wired whole: an open story with its door, its assistant and its one stream of events, and
//! the faces people and programs meet it through.
//!
//! Enter through [`Studio`], or from a terminal through [`faces::cli::main`]. Not here: what a tool
//! does (`capabilities`), how a turn runs (`runner`), how versions are kept (`store`).

pub mod credential;
pub mod desk;
pub mod events;
pub mod faces;
mod fonts;
pub mod models;
pub mod settings;
mod studio;
mod world;

pub use desk::Desk;
pub use events::{DataChanged, Event, Happening, Moved};
pub use studio::{AssistantOptions, OpenError, Studio, StudioOptions};
pub use world::RealWorld;

/// For every program made of this room. A story is very many small pieces: reading one of 10,000
/// passages and writing it takes three fifths of the time that it takes with the allocator of glibc.
/// Without huge pages: they save a fifth of what is left, and hold 10 to 20 MB more at all times.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
