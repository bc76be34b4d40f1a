//! Ink compiled and played by inkjs, the port of inkle's own compiler and player, in an embedded
//! JavaScript engine. It knows nothing of our stories: a source consists of sections, which are
//! given by their paths. Enter through [`compile`] and [`play`].
//!
//! The same scripts play Ink in exported pages.

mod engine;
mod game;
#[cfg(test)]
mod tests;

pub use engine::EngineError;
pub use game::{Beginning, CompileError, CompiledStory, Game, InkSource, Turn, compile, play};

/// The version of inkjs.
pub const VERSION: &str = "2.4.0";

/// The license of inkjs.
pub const LICENSE: &str = include_str!("../js/LICENSE.md");

/// inkjs with its compiler, as a classic script that defines `inkjs`.
pub const INKJS: &str = include_str!("../js/ink-full-es2015.js");

/// One reading of a story in Ink, as a classic script that uses `inkjs`, and `words.inkCircle` for
/// what it says to the reader.
pub const GAME: &str = include_str!("../js/game.js");
