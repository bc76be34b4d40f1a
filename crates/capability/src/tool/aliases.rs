//! Aliases: other phrases for a tool, for people who do not know its name (OS-8).

use schemars::JsonSchema;
use serde::Serialize;

/// Phrases people use for a tool, in both languages of the program, a few words each. Tool search,
/// the palette and the completion of slash commands use them; calls do not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Aliases {
    /// In English: `take back the last step`.
    pub english: Vec<String>,
    /// In Chinese: `撤销上一步`.
    pub chinese: Vec<String>,
}

impl Aliases {
    /// From one line per language, with phrases separated by `;` and `；`.
    pub fn of(english: &str, chinese: &str) -> Self {
        let phrases = |line: &str, divider| {
            let phrases = line.split(divider).map(str::trim);
            phrases
                .filter(|it| !it.is_empty())
                .map(str::to_owned)
                .collect()
        };
        Self {
            english: phrases(english, ';'),
            chinese: phrases(chinese, '；'),
        }
    }

    /// All phrases, English first.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.english.iter().chain(&self.chinese).map(String::as_str)
    }
}
