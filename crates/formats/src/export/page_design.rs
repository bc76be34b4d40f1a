//! What a playable page looks like: colors in light and dark, and letters.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The look of a playable page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PageDesign {
    /// A page of a book: serif letters on warm white.
    #[default]
    Book,
    /// Sans-serif letters on white, with blue.
    Modern,
    /// Brown ink on old paper, with red.
    Parchment,
    /// Typewriter letters, green on black in the dark.
    Terminal,
    /// Round letters, with pink.
    Pastel,
}
