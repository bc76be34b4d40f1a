//! The sizes of paper that pages are set for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A size of paper.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Paper {
    /// 210 × 297 mm, in most countries.
    #[default]
    A4,
    /// 8½ × 11 inches, in North America.
    Letter,
}

impl Paper {
    /// Width and height in points, of which an inch has 72.
    pub(crate) fn points(self) -> (f32, f32) {
        match self {
            Self::A4 => (595.0, 842.0),
            Self::Letter => (612.0, 792.0),
        }
    }

    /// Width and height in twentieths of a point, as Word counts.
    pub(crate) fn twips(self) -> (u32, u32) {
        match self {
            Self::A4 => (11_906, 16_838),
            Self::Letter => (12_240, 15_840),
        }
    }
}
