//! What a story keeps for readers of other languages: which languages it has ([`StoryLanguages`]),
//! the translation of a node into one of them ([`Translation`]), and how names and terms are to be
//! translated ([`Glossary`]).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Content;

/// The name of the capability that stores [`StoryLanguages`] on the story.
pub const LANGUAGES: &str = "languages";
/// The name of the capability that stores [`Translation`]s. Each language has a slot of its own, so
/// that it has versions of its own: [`translation_slot`].
pub const TRANSLATION: &str = "translation";
/// The name of the capability that stores the [`Glossary`] on the story.
pub const GLOSSARY: &str = "glossary";

/// The slot of a node or the story that holds its translation into a language: `translation:de`.
pub fn translation_slot(language: &str) -> String {
    format!("{TRANSLATION}:{language}")
}

/// The language whose translation a slot of this name holds.
pub fn slot_language(slot: &str) -> Option<&str> {
    slot.strip_prefix(TRANSLATION)?.strip_prefix(':')
}

/// The languages of a story, by their BCP 47 codes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StoryLanguages {
    /// The language that the story is written in.
    pub source: String,
    /// The languages that it is translated into, in the order readers are offered them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
}

impl Content for StoryLanguages {
    const CAPABILITY: &'static str = LANGUAGES;
}

impl StoryLanguages {
    /// The languages in stored data; `None` where the story has one language only.
    pub fn of(data: Option<&Value>) -> Option<Self> {
        let kept = Self::deserialize(data?).ok()?;
        (!kept.targets.is_empty()).then_some(kept)
    }
}

/// The translation of a node into one language, each piece beside the words it was made from, so
/// that it is known which of them the writer changed since.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Translation {
    /// The title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<TranslatedWords>,
    /// The lines of the text, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<TranslatedWords>,
    /// The labels of the choices that do not stand in the text, by the ids of their edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<TranslatedWords>,
}

/// A piece of a translation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TranslatedWords {
    /// What names the piece in its node, also after its source was changed.
    pub id: String,
    /// The words of the source that it was made from.
    pub source: String,
    /// The words in the other language.
    pub text: String,
}

impl Content for Translation {
    const CAPABILITY: &'static str = TRANSLATION;
}

impl Translation {
    /// The translation in stored data; an empty one if there is none, or the data is something else.
    pub fn of(data: Option<&Value>) -> Self {
        data.and_then(|it| Self::deserialize(it).ok())
            .unwrap_or_default()
    }

    /// All its pieces: the title, the lines, the choices.
    pub fn pieces(&self) -> impl Iterator<Item = &TranslatedWords> {
        self.title.iter().chain(&self.lines).chain(&self.choices)
    }

    /// The same, to be changed.
    pub fn pieces_mut(&mut self) -> impl Iterator<Item = &mut TranslatedWords> {
        let title = self.title.iter_mut();
        title.chain(&mut self.lines).chain(&mut self.choices)
    }

    /// Whether nothing is translated.
    pub fn is_empty(&self) -> bool {
        self.pieces().next().is_none()
    }

    /// The translated words in stored data, one piece a line: what a search finds.
    pub fn words_in(data: &Value) -> String {
        let all = Self::of(Some(data));
        let words: Vec<_> = all.pieces().map(|it| it.text.as_str()).collect();
        words.join("\n")
    }
}

/// The names and terms of a story and what they are in its other languages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Glossary {
    /// The terms, in the order they were added.
    #[serde(default)]
    pub terms: Vec<Term>,
}

/// A name or term.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Term {
    /// As it stands in the source.
    pub term: String,
    /// What a translator should know of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What it is in each language, by its code.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub translations: BTreeMap<String, String>,
}

impl Content for Glossary {
    const CAPABILITY: &'static str = GLOSSARY;
}

impl Glossary {
    /// The glossary in stored data; an empty one if there is none, or the data is something else.
    pub fn of(data: Option<&Value>) -> Self {
        data.and_then(|it| Self::deserialize(it).ok())
            .unwrap_or_default()
    }

    /// The terms that stand in these words and have a translation into a language, with it.
    pub fn terms_in<'a>(
        &'a self,
        words: &str,
        language: &str,
    ) -> impl Iterator<Item = (&'a Term, &'a str)> {
        let words = words.to_lowercase();
        self.terms.iter().filter_map(move |it| {
            let translation = it.translations.get(language)?;
            let is_named = crate::names_in_text(&words, &it.term.to_lowercase());
            is_named.then_some((it, translation.as_str()))
        })
    }

    /// The terms of the source that a translation has other words for.
    pub fn missed<'a>(
        &'a self,
        source: &str,
        translated: &str,
        language: &str,
    ) -> Vec<(&'a str, &'a str)> {
        let translated = translated.to_lowercase();
        let all = self.terms_in(source, language);
        // Endings are left to the translator: "des Leuchtturms" has the term "Leuchtturm".
        all.filter(|it| !translated.contains(&it.1.to_lowercase()))
            .map(|it| (it.0.term.as_str(), it.1))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glossary() -> Glossary {
        let term = |term: &str, german: &str, chinese: &str| Term {
            term: term.into(),
            note: String::new(),
            translations: BTreeMap::from([
                ("de".into(), german.into()),
                ("zh-CN".into(), chinese.into()),
            ]),
        };
        let terms = vec![
            term("Lighthouse", "Leuchtturm", "灯塔"),
            term("Ada", "Ada", "艾达"),
            term("大雨", "Regen", "大雨"),
        ];
        Glossary { terms }
    }

    #[test]
    fn a_term_is_found_as_words_of_its_own() {
        let all = glossary();
        let found = |words: &str| -> Vec<String> {
            let terms = all.terms_in(words, "de");
            terms.map(|it| it.1.to_owned()).collect()
        };
        assert_eq!(found("At the lighthouse, Ada's."), ["Leuchtturm", "Ada"]);
        assert_eq!(found("Adagio by the lighthouses"), [""; 0]);
        assert_eq!(found("下大雨了"), ["Regen"]);
        assert_eq!(all.terms_in("lighthouse", "fr").count(), 0);
    }

    #[test]
    fn a_term_translated_otherwise_is_told() {
        let all = glossary();
        let source = "The lighthouse of Ada";
        assert_eq!(
            all.missed(source, "Adas Leuchttürme", "de"),
            [("Lighthouse", "Leuchtturm")]
        );
        assert_eq!(
            all.missed(source, "Der Schein des Leuchtturms von Ada", "de"),
            []
        );
        assert_eq!(all.missed(source, "艾达的灯塔", "zh-CN"), []);
    }

    #[test]
    fn the_language_of_a_slot_is_read_back() {
        assert_eq!(slot_language(&translation_slot("zh-CN")), Some("zh-CN"));
        assert_eq!(slot_language("translation"), None);
        assert_eq!(slot_language("text"), None);
    }
}
