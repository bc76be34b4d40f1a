//! The Ink of a story for a program that plays it: one source, the section of each node, and what
//! such a program cannot run.

use std::sync::Arc;

use indexmap::IndexMap;
use inkjs::{CompileError, CompiledStory, EngineError, InkSource};
use model::analysis::InkCompilerError;
use model::{NodeId, Story};

use super::flow::flow;
use super::losses::losses;
use super::project::single_file;
use super::syntax::{SectionHeader, split_sections, without_comments};
use super::write::{ExportPlan, converted};
use crate::import::LinkTarget;
use crate::{Bundle, Loss, LossKind};
use markup::notation::ink::is_from;

/// Losses of Ink's own files only: they do not concern readers, or every export has them.
const NOT_FOR_READERS: [LossKind; 14] = [
    LossKind::Positions,
    LossKind::Colors,
    LossKind::Groups,
    LossKind::Titles,
    LossKind::StoryUntitled,
    LossKind::Data,
    LossKind::EdgeData,
    LossKind::StoryData,
    LossKind::Assets,
    LossKind::Kinds,
    LossKind::CustomKinds,
    LossKind::ForeignNodeData,
    LossKind::ForeignEdgeData,
    LossKind::ForeignStoryData,
];

/// The Ink of a story.
pub struct PlayableInk {
    /// The output of the Ink exporter as a single file.
    pub(crate) text: String,
    /// The path of each node's section, functions excluded.
    pub(crate) paths: IndexMap<NodeId, String>,
    /// Functions of the game around the Ink that the Ink does not define itself.
    pub(crate) externals: Vec<String>,
    /// The nodes whose text calls one of them.
    pub(crate) calling: Vec<NodeId>,
    /// The nodes whose text has tags, which speak to the game around the Ink.
    pub(crate) tagged: Vec<NodeId>,
    /// The nodes from which a divert leads nowhere, so that the Ink does not compile.
    pub(crate) broken: Vec<NodeId>,
}

impl PlayableInk {
    /// The Ink of a story that came from Ink; `None` for any other.
    pub fn of(story: &Story) -> Option<Self> {
        if !story.nodes.values().any(|it| is_from(it)) {
            return None;
        }
        let text = single_file(story);
        let converted = converted(story);
        let plan = ExportPlan::of(&converted);
        let externals = externals(&text, &plan);
        let mut ink = Self {
            text,
            paths: IndexMap::new(),
            externals,
            calling: Vec::new(),
            tagged: Vec::new(),
            broken: Vec::new(),
        };
        for (index, node) in plan.nodes.iter().enumerate() {
            let plain = without_comments(&plan.body(index).text);
            if let Some(path) = plan.path_to_play(index) {
                ink.paths.insert(node.id, path);
            }
            if ink.externals.iter().any(|it| calls(&plain, it)) {
                ink.calling.push(node.id);
            }
            if plain.lines().any(has_tag) {
                ink.tagged.push(node.id);
            }
            let found = plan.found(index, &plain, &flow(&plain));
            let is_broken = |to: &LinkTarget| matches!(to, LinkTarget::Missing(..));
            if found.iter().any(|it| is_broken(&it.1.to)) {
                ink.broken.push(node.id);
            }
        }
        Some(ink)
    }

    /// Compiles the Ink with inkjs; the sections of the result are [`Self::nodes`], in the same order.
    /// The inner error is what is wrong with the Ink. `is_stopped` is asked now and then whether to end.
    pub fn compile(
        &self,
        is_stopped: impl Fn() -> bool + Send + 'static,
    ) -> Result<Result<Arc<CompiledStory>, Vec<InkCompilerError>>, EngineError> {
        match inkjs::compile(self.source(), is_stopped) {
            Ok(compiled) => Ok(Ok(compiled)),
            Err(CompileError::Engine(error)) => Err(error),
            Err(CompileError::Ink(errors)) => {
                let errors = errors.into_iter().map(|(line, message)| InkCompilerError {
                    message,
                    node: line.and_then(|it| self.node_at_line(it)),
                });
                Ok(Err(errors.collect()))
            }
        }
    }

    fn source(&self) -> InkSource {
        InkSource {
            text: self.text.clone(),
            sections: self.paths.values().cloned().collect(),
            externals: self.externals.clone(),
        }
    }

    /// The nodes that have a section of the Ink.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> {
        self.paths.keys().copied()
    }

    /// Whether a divert leads nowhere, so that the Ink does not compile.
    pub fn has_broken_diverts(&self) -> bool {
        !self.broken.is_empty()
    }

    /// The node whose section contains a line, counted from 1.
    fn node_at_line(&self, line: usize) -> Option<NodeId> {
        let (_, sections) = split_sections(&self.text);
        let before = sections.iter().take_while(|it| it.line <= line);
        let (mut knot, mut path) = ("", String::new());
        for section in before {
            match &section.begin {
                SectionHeader::Knot { name, .. } => {
                    knot = name;
                    path.clone_from(name);
                }
                SectionHeader::Stitch { name, .. } => path = format!("{knot}.{name}"),
            }
        }
        let is_there = |path: &str| self.paths.iter().find(|it| it.1 == path).map(|it| *it.0);
        is_there(&path).or_else(|| is_there(knot))
    }

    /// What the Ink of a story does not express.
    pub(crate) fn losses(bundle: &Bundle) -> Vec<Loss> {
        let mut losses = losses(bundle);
        losses.retain(|it| !NOT_FOR_READERS.contains(&it.what));
        losses
    }
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
