//! Aliases: other phrases for a tool, for people who do not know its name (OS-8). They are in the
//! message catalogue, as `aliases-NAME` in `locales/<language>/program/aliases.ftl`.

use std::borrow::Cow;
use std::sync::OnceLock;

use messages::{Language, translation};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// Phrases people use for a tool, a few words each, in every language of the program. Tool search,
/// the palette and the completion of slash commands use them; calls do not, so they are read when
/// first asked for.
#[derive(Debug, Clone, Default)]
pub struct Aliases {
    /// The tool whose phrases are in the message catalogue.
    tool: Option<String>,
    phrases: OnceLock<Vec<(Language, Vec<String>)>>,
}

impl Aliases {
    /// The phrases given, by their languages.
    pub fn new(phrases: impl IntoIterator<Item = (Language, Vec<String>)>) -> Self {
        Self {
            tool: None,
            phrases: OnceLock::from(Vec::from_iter(phrases)),
        }
    }

    /// What the message catalogue has for the tool of this name.
    pub(super) fn of_tool(name: &str) -> Self {
        Self {
            tool: Some(name.to_owned()),
            phrases: OnceLock::new(),
        }
    }

    fn phrases(&self) -> &[(Language, Vec<String>)] {
        let tool = self.tool.as_deref();
        self.phrases
            .get_or_init(|| tool.map(phrases_of).unwrap_or_default())
    }

    /// The phrases of one language.
    pub fn of(&self, language: Language) -> &[String] {
        let found = self.phrases().iter().find(|it| it.0 == language);
        found.map_or(&[], |it| &it.1)
    }

    /// All phrases, in the order of the languages.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.phrases()
            .iter()
            .flat_map(|it| &it.1)
            .map(String::as_str)
    }

    /// Keeps only some of the phrases.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&str) -> bool) {
        self.phrases();
        for (_, phrases) in self.phrases.get_mut().into_iter().flatten() {
            phrases.retain(|it| is_kept(it));
        }
    }
}

/// The phrases of a tool in the message catalogue: one a line.
fn phrases_of(tool: &str) -> Vec<(Language, Vec<String>)> {
    let id = format!("aliases-{tool}");
    let phrases = |language| {
        let lines = translation(language, &id, &[])?;
        let phrases = lines.lines().map(|it| it.trim().to_owned()).collect();
        Some((language, phrases))
    };
    Language::all().filter_map(phrases).collect()
}

impl PartialEq for Aliases {
    fn eq(&self, other: &Self) -> bool {
        self.phrases() == other.phrases()
    }
}

/// As an object: each language's code with its phrases.
impl Serialize for Aliases {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.phrases().iter().map(|it| (it.0, &it.1)))
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
