//! Lines spoken by a character: `Neo: Who are you?`, if a character with that name exists.

use std::collections::HashMap;

use model::Story;

use super::attributes;
use crate::import::tidy_title;

/// The names of characters: lower case to original spelling.
pub(crate) struct Speakers(HashMap<String, String>);

impl Speakers {
    /// Collects the titles of the characters and their `Name` attributes.
    pub(crate) fn of(story: &Story) -> Self {
        let mut speakers = HashMap::new();
        for node in story.nodes.values().filter(|it| it.kind == "character") {
            let names = attributes(node).into_iter();
            let names = names.filter(|(key, _)| {
                key.eq_ignore_ascii_case("name") || ["名字", "姓名"].contains(key)
            });
            for name in names.map(|it| it.1).chain([node.title.clone()]) {
                let name = tidy_title(&name, "");
                if !name.is_empty() {
                    speakers.entry(name.to_lowercase()).or_insert(name);
                }
            }
        }
        Self(speakers)
    }

    /// The speaker of a line and what is said; `None` if it is not dialogue.
    pub(crate) fn split_line<'l>(&self, line: &'l str) -> Option<(&str, &'l str)> {
        let (name, speech) = line.split_once([':', '：'])?;
        let plain = name.replace(['*', '_', '\\'], "");
        let speaker = self.0.get(&plain.trim().to_lowercase())?;
        // The end of the marks around a name, as in `**Neo:** Who are you?`.
        let speech = match name.contains(['*', '_']) {
            true => speech.trim().trim_start_matches(['*', '_']).trim(),
            false => speech.trim(),
        };
        (!speech.is_empty()).then_some((speaker, speech))
    }
}

/// The parenthetical that a speech begins with, if any: `*(quietly)* Who are you?`; and the words themselves.
pub(crate) fn split_parenthetical(speech: &str) -> Option<(&str, &str)> {
    let (parenthetical, said) = speech.strip_prefix("*(")?.split_once(")*")?;
    let said = said.trim_start();
    let is_plain = !parenthetical.contains(['(', '*', '\n']) && !said.is_empty();
    is_plain.then_some((parenthetical, said))
}
