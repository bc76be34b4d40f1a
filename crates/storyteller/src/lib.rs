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
/// passages and writing it takes half as long with this allocator as with that of glibc. Without huge
/// pages: they save a fifth of that time again, and hold a third more memory at all times.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
