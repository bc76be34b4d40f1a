//! Aliases: other phrases for a tool, for people who do not know its name (OS-8). They are in the
//! message catalogue, as `aliases-NAME` in `locales/<language>/program/aliases.ftl`.

use std::borrow::Cow;

use messages::{Language, translation};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// Phrases people use for a tool, a few words each, in every language of the program. Tool search,
/// the palette and the completion of slash commands use them; calls do not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aliases(Vec<(Language, Vec<String>)>);

impl Aliases {
    /// The phrases given, by their languages.
    pub fn new(phrases: impl IntoIterator<Item = (Language, Vec<String>)>) -> Self {
        Self(phrases.into_iter().collect())
    }

    /// What the message catalogue has for the tool of this name: one phrase a line.
    pub(super) fn of_tool(name: &str) -> Self {
        let id = format!("aliases-{name}");
        let phrases = |language| {
            let lines = translation(language, &id, &[])?;
            let phrases = lines.lines().map(|it| it.trim().to_owned()).collect();
            Some((language, phrases))
        };
        Self::new(Language::all().filter_map(phrases))
    }

    /// The phrases of one language.
    pub fn of(&self, language: Language) -> &[String] {
        let found = self.0.iter().find(|it| it.0 == language);
        found.map_or(&[], |it| &it.1)
    }

    /// All phrases, in the order of the languages.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|it| &it.1).map(String::as_str)
    }

    /// Keeps only some of the phrases.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&str) -> bool) {
        for (_, phrases) in &mut self.0 {
            phrases.retain(|it| is_kept(it));
        }
    }
}

/// As an object: each language's code with its phrases.
impl Serialize for Aliases {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|it| (it.0, &it.1)))
    }
}

impl JsonSchema for Aliases {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Aliases".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "additionalProperties": { "type": "array", "items": { "type": "string" } },
        })
    }
}
