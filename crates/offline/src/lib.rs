//! Models that need no network and no key: [`CommandReader`] parses simple commands and answers
//! with tool calls, [`Painter`] paints simple pictures. They are used if no model is configured.
//!
//! Both get what they know of the story as data in a request ([`llm::AgentContext`]), and the tools
//! from the definitions in it. Not here: models behind a network (`llm`).

mod commands;
mod painter;

pub use commands::CommandReader;
pub use painter::Painter;
