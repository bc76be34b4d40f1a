//! The style guide of a story: how its text is to be written.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Content;

/// The name of the capability that stores a [`StyleGuide`] on the story.
pub const STYLE_GUIDE: &str = "style_guide";

/// How the text of a story is to be written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StyleGuide {
    /// The narrator's voice and tone; empty by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub voice: String,
    /// The tense of the narration; empty by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tense: String,
    /// The person and point of view of the narration; empty by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub person: String,
    /// The language of the story; empty by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// Spelling, quotation marks, numbers; empty by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub spelling: String,
    /// What to do and what not to do, one rule each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Passages that show how the text should sound.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<String>,
}

impl Content for StyleGuide {
    const CAPABILITY: &'static str = STYLE_GUIDE;
}

impl StyleGuide {
    /// The guide in stored data; the empty one if there is none, or the data is something else.
    pub fn of(data: Option<&Value>) -> Self {
        data.and_then(|it| Self::deserialize(it).ok())
            .unwrap_or_default()
    }

    /// How many characters it has in all: it is part of every request to a model.
    pub fn characters(&self) -> usize {
        let lines = [
            &self.voice,
            &self.tense,
            &self.person,
            &self.language,
            &self.spelling,
        ];
        let all = lines.into_iter().chain(&self.rules).chain(&self.samples);
        all.map(|it| it.chars().count()).sum()
    }
}
