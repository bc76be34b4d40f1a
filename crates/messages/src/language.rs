//! Languages: rows of `locales/languages.json`, found by a tag or by what a person wrote.

use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One row of the list of languages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// Its BCP 47 code, which is also the name of its folder.
    code: String,
    /// Its own name for itself.
    name: String,
    /// The script it is written in, by its ISO 15924 code, where that is not Latin.
    #[serde(default)]
    script: Script,
}

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
enum Script {
    #[default]
    Latn,
    Hani,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../locales/languages.json"))
        .expect("locales/languages.json is a list of languages")
});

/// A language that the program speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Language {
    code: &'static str,
}

impl Language {
    /// The language that every message exists in.
    pub const ENGLISH: Self = Self { code: "en" };

    /// All languages, in the order in which people choose from them.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|it| Self { code: &it.code })
    }

    /// Its BCP 47 code.
    pub fn code(self) -> &'static str {
        self.code
    }

    /// Its own name for itself.
    pub fn name(self) -> &'static str {
        self.row().map_or(self.code, |it| &it.name)
    }

    /// The language of a BCP 47 tag; one that is not listed means the first of the same base, so
    /// that `zh` and `zh-Hans` are Chinese.
    pub fn for_tag(tag: &str) -> Option<Self> {
        let base = |tag: &str| tag.split(['-', '_']).next().map(str::to_lowercase);
        let same = Self::all().find(|it| it.code.eq_ignore_ascii_case(tag));
        same.or_else(|| Self::all().find(|it| base(it.code) == base(tag)))
    }

    /// The language of a text, as far as its script tells: languages that share a script cannot be
    /// distinguished by a few words, so `otherwise`, the language of the person's interface, decides
    /// between them. A text is Chinese if it has at least as many Chinese characters as words of
    /// letters, so that a Chinese title in an English sentence does not decide.
    pub fn of_text(text: &str, otherwise: Self) -> Self {
        let is_han = |it: &char| ('\u{3400}'..='\u{9fff}').contains(it);
        let han = text.chars().filter(is_han).count();
        let words = text.split(|it: char| !it.is_alphabetic() || is_han(&it));
        let words = words.filter(|it| !it.is_empty()).count();
        let script = match (han, words) {
            (0, 0) => return otherwise,
            (han, words) if han >= words => Script::Hani,
            _ => Script::Latn,
        };
        if otherwise.script() == script {
            return otherwise;
        }
        let first = Self::all().find(|it| it.script() == script);
        first.unwrap_or(otherwise)
    }

    fn row(self) -> Option<&'static Row> {
        ROWS.iter().find(|it| it.code == self.code)
    }

    fn script(self) -> Script {
        self.row().map(|it| it.script).unwrap_or_default()
    }
}

impl Default for Language {
    fn default() -> Self {
        Self::ENGLISH
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code)
    }
}

/// A code that is not known any more is read as English: what it was kept with stays readable.
impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tag = String::deserialize(deserializer)?;
        // Turns saved by earlier versions have the language's English name.
        let tag = match tag.as_str() {
            "english" => "en",
            "chinese" => "zh",
            tag => tag,
        };
        Ok(Self::for_tag(tag).unwrap_or_default())
    }
}
