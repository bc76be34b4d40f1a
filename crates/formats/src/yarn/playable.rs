//! The Yarn of a story for a program that plays it: one source, the name of each node, and what such a
//! program cannot run.

use std::collections::HashMap;

use indexmap::IndexMap;
use markup::notation::yarn::is_from;
use model::{NodeId, Story};
use script_player::Language;

use super::losses::losses;
use super::node_names::node_names;
use super::syntax::header;
use super::write::{converted, single_file};
use crate::playable_script::{PlayableScript, concerns_readers};
use crate::{Bundle, Loss};
use markup::kept_data;

/// The commands of the language; every other is one of the game.
const COMMANDS: [&str; 17] = [
    "if", "elseif", "else", "endif", "once", "endonce", "set", "declare", "jump", "detour",
    "return", "stop", "enum", "case", "endenum", "call", "local",
];

/// The Yarn of a story.
pub(crate) struct PlayableYarn {
    pub(crate) script: PlayableScript,
    /// The nodes whose text has commands of the game.
    pub(crate) commanding: Vec<NodeId>,
}

impl PlayableYarn {
    /// The Yarn of a story that came from Yarn; `None` for any other.
    pub(crate) fn of(story: &Story) -> Option<Self> {
        if !story.nodes.values().any(|it| is_from(it)) {
            return None;
        }
        let text = single_file(story);
        let converted = converted(story);
        let mut named: HashMap<String, Vec<NodeId>> = HashMap::new();
        let names = node_names(&converted.story);
        for id in converted.story.nodes.keys() {
            named.entry(names[id].clone()).or_default().push(*id);
        }
        let mut found: HashMap<&str, usize> = HashMap::new();
        let (mut paths, mut lines) = (IndexMap::new(), Vec::new());
        for (line, name) in titles(&text) {
            let count = found.entry(name).or_default();
            if let Some(id) = named.get(name).and_then(|it| it.get(*count)) {
                let path = match *count {
                    0 => name.to_owned(),
                    number => format!("{name}:{number}"),
                };
                paths.insert(*id, path);
                lines.push((line, *id));
            }
            *count += 1;
        }
        let nodes = story.nodes.values();
        let commanding = nodes.filter(|it| has_commands(kept_data::text_of(it)));
        Some(Self {
            commanding: commanding.map(|it| it.id).collect(),
            script: PlayableScript {
                language: Language::Yarn,
                text,
                paths,
                lines,
                externals: Vec::new(),
                has_broken_links: false,
                start: story.record.start,
            },
        })
    }

    /// What the Yarn of a story does not express, as far as it concerns readers.
    pub(crate) fn losses(bundle: &Bundle) -> Vec<Loss> {
        let mut losses = losses(bundle);
        losses.retain(|it| concerns_readers(it.what));
        losses
    }
}

/// The titles in a file, each with its line, counted from 1.
fn titles(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_body = false;
    text.lines().enumerate().filter_map(move |(at, line)| {
        match line.trim() {
            "---" => in_body = true,
            "===" => in_body = false,
            _ if !in_body => return Some((at + 1, header(line, "title")?)),
            _ => {}
        }
        None
    })
}

/// Whether a text has commands of the game around it.
fn has_commands(text: &str) -> bool {
    text.split("<<").skip(1).any(|rest| {
        let word = rest.trim_start();
        let end = word.find(|it: char| !it.is_alphanumeric() && it != '_');
        let word = &word[..end.unwrap_or(word.len())];
        !word.is_empty() && rest.contains(">>") && !COMMANDS.contains(&word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_commands_of_the_game() {
        assert!(has_commands("Hi.\n<<wait 2>>\n") && has_commands("<< fade_in >>"));
        assert!(!has_commands("<<if $a>>\nHi <<once>>\n<<endif>> 1 << 2"));
    }

    #[test]
    fn finds_titles_with_their_lines() {
        let text =
            "// title: no\ntitle: A\ntags: x\n---\ntitle: in the text\n===\ntitle: B\n---\n===\n";
        assert_eq!(titles(text).collect::<Vec<_>>(), [(2, "A"), (7, "B")]);
    }
}
