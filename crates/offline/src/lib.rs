//! Models that need no network and no key: [`CommandReader`] reads plain commands and answers with tool
//! calls, [`Painter`] paints simple scenes. They are what is used where no model is configured.
//!
//! Both know the story only by what a request tells them as data ([`llm::AgentContext`]), and tools
//! only by the definitions it brings. Not here: models behind a network (`llm`).

mod commands;
mod painter;

pub use commands::CommandReader;
pub use painter::Painter;
