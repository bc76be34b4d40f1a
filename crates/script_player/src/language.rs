//! The languages of scripts.

use serde::Serialize;

use crate::INKJS;

/// A language that scripts are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Ink.
    Ink,
    /// Yarn Spinner 2 and 3.
    Yarn,
}

impl Language {
    /// The classic scripts that play it, in order. They use `words.circle` for what they say to the
    /// reader.
    pub fn player(self) -> &'static [&'static str] {
        const GAME: &str = include_str!("../js/game.js");
        match self {
            Self::Ink => &[INKJS, GAME, include_str!("../js/ink.js")],
            Self::Yarn => &[
                GAME,
                include_str!("../js/yarn.js"),
                include_str!("../js/yarn_run.js"),
                include_str!("../js/yarn_player.js"),
            ],
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ink => "Ink",
            Self::Yarn => "Yarn",
        }
    }
}
