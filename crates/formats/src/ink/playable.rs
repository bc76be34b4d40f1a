//! The Ink of a story for a program that plays it: one source, the section of each node, and what
//! such a program cannot run.

use std::collections::HashMap;

use indexmap::IndexMap;
use model::{NodeId, Story};
use script_player::Language;

use super::flow::flow;
use super::losses::losses;
use super::project::single_file;
use super::syntax::{SectionHeader, split_sections, without_comments};
use super::write::{ExportPlan, converted};
use crate::import::LinkTarget;
use crate::playable_script::{PlayableScript, concerns_readers};
use crate::{Bundle, Loss};
use markup::notation::ink::is_from;

/// The Ink of a story.
pub(crate) struct PlayableInk {
    pub(crate) script: PlayableScript,
    /// The nodes whose text calls functions of the game.
    pub(crate) calling: Vec<NodeId>,
    /// The nodes whose text has tags, which speak to the game around the Ink.
    pub(crate) tagged: Vec<NodeId>,
    /// The nodes from which a divert leads nowhere, so that the Ink does not compile.
    pub(crate) broken: Vec<NodeId>,
}

impl PlayableInk {
    /// The Ink of a story that came from Ink; `None` for any other.
    pub(crate) fn of(story: &Story) -> Option<Self> {
        if !story.nodes.values().any(|it| is_from(it)) {
            return None;
        }
        let text = single_file(story);
        let converted = converted(story);
        let plan = ExportPlan::of(&converted);
        let externals = externals(&text, &plan);
        let mut paths = IndexMap::new();
        let (mut calling, mut tagged, mut broken) = (Vec::new(), Vec::new(), Vec::new());
        for (index, node) in plan.nodes.iter().enumerate() {
            let plain = without_comments(&plan.body(index).text);
            if let Some(path) = plan.path_to_play(index) {
                paths.insert(node.id, path);
            }
            if externals.iter().any(|it| calls(&plain, it)) {
                calling.push(node.id);
            }
            if plain.lines().any(has_tag) {
                tagged.push(node.id);
            }
            let found = plan.found(index, &plain, &flow(&plain));
            let is_broken = |to: &LinkTarget| matches!(to, LinkTarget::Missing(..));
            if found.iter().any(|it| is_broken(&it.1.to)) {
                broken.push(node.id);
            }
        }
        let script = PlayableScript {
            language: Language::Ink,
            lines: lines(&text, &paths),
            text,
            paths,
            externals,
            has_broken_links: !broken.is_empty(),
            start: story.record.start,
        };
        Some(Self {
            script,
            calling,
            tagged,
            broken,
        })
    }

    /// What the Ink of a story does not express.
    pub(crate) fn losses(bundle: &Bundle) -> Vec<Loss> {
        let mut losses = losses(bundle);
        losses.retain(|it| concerns_readers(it.what));
        losses
    }
}

/// The line on which each node's section begins. What stands between a knot's head and its first
/// stitch belongs to the knot.
fn lines(text: &str, paths: &IndexMap<NodeId, String>) -> Vec<(usize, NodeId)> {
    let by_path: HashMap<&str, NodeId> = paths.iter().map(|it| (it.1.as_str(), *it.0)).collect();
    let node = |path: &str| by_path.get(path).copied();
    let mut lines: Vec<(usize, NodeId)> = node("").map(|it| (1, it)).into_iter().collect();
    let mut knot = String::new();
    for section in split_sections(text).1 {
        let path = match &section.begin {
            SectionHeader::Knot { name, .. } => {
                knot.clone_from(name);
                knot.clone()
            }
            SectionHeader::Stitch { name, .. } => format!("{knot}.{name}"),
        };
        if let Some(id) = node(&path).or_else(|| node(&knot)) {
            lines.push((section.line, id));
        }
    }
    lines
}

/// The functions of the game that the source declares and no knot defines.
fn externals(source: &str, plan: &ExportPlan<'_>) -> Vec<String> {
    let plain = without_comments(source);
    let declared = plain.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix("EXTERNAL ")?;
        Some(rest.split('(').next()?.trim().to_owned())
    });
    let mut found: Vec<String> = declared
        .filter(|it| !it.is_empty() && !plan.has_knot(it))
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Whether a text calls a function, apart from its declaration.
fn calls(text: &str, name: &str) -> bool {
    let in_line = |line: &str| {
        line.match_indices(name).any(|(at, _)| {
            let is_whole = !line[..at].ends_with(|it: char| it.is_alphanumeric() || it == '_');
            is_whole && line[at + name.len()..].trim_start().starts_with('(')
        })
    };
    let mut lines = text.lines();
    lines.any(|it| !it.trim_start().starts_with("EXTERNAL ") && in_line(it))
}

fn has_tag(line: &str) -> bool {
    let is_logic = line.trim_start().starts_with('~');
    !is_logic
        && line
            .match_indices('#')
            .any(|(at, _)| !line[..at].ends_with('\\'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_calls_and_tags() {
        assert!(calls("~ roll (6)", "roll") && calls("{roll()}", "roll"));
        assert!(!calls("enroll(6) or roll call\nEXTERNAL roll(x)", "roll"));
        assert!(has_tag("Dark. # night") && !has_tag(r"Room \#3"));
        assert!(!has_tag("~ color = \"#fff\""));
    }
}
