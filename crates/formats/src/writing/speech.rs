//! Lines that a character says: `Neo: Who are you?`, where a character of that name exists.

use std::collections::HashMap;

use model::Story;

use super::attributes;
use crate::reading::tidy_title;

/// The names characters go by, in lower case, each with how it is written.
pub(crate) struct Speakers(HashMap<String, String>);

impl Speakers {
    /// The titles of the characters, and what their attribute `Name` says.
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

    /// Who says a line, and what; `None` where nobody does.
    pub(crate) fn said<'l>(&self, line: &'l str) -> Option<(&str, &'l str)> {
        let (name, said) = line.split_once([':', '：'])?;
        let plain = name.replace(['*', '_', '\\'], "");
        let speaker = self.0.get(&plain.trim().to_lowercase())?;
        let said = said.trim().trim_start_matches(['*', '_']).trim();
        (!said.is_empty()).then_some((speaker, said))
    }
}
