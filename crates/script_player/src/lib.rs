//! Scripts in the languages of other programs, played as those programs play them: Ink by inkjs, the
//! port of inkle's own compiler and player, and Yarn by a player of our own. Both run in an embedded
//! JavaScript engine. Nothing here knows of our stories: a script consists of sections, which are given
//! by their paths. Enter through [`compile`] and [`play`].
//!
//! The same JavaScript plays scripts in exported pages.

mod engine;
mod game;
mod language;
#[cfg(test)]
mod tests;

pub use engine::EngineError;
pub use game::{
    Beginning, CompileError, CompiledScript, Game, Player, Script, Turn, compile, play,
};
pub use language::Language;

/// The version of inkjs.
pub const INKJS_VERSION: &str = "2.4.0";

/// The license of inkjs.
pub const INKJS_LICENSE: &str = include_str!("../js/inkjs/LICENSE.md");

/// inkjs with its compiler, as a classic script that defines `inkjs`.
pub const INKJS: &str = include_str!("../js/inkjs/ink-full-es2015.js");
