//! The prose of nodes that came from other programs, as readers of the original see it.

use std::borrow::Cow;
use std::collections::HashSet;

use markup::kept_data::text_of;
use markup::links::{ProseNotation, ReaderProse, links_as_labels, reader_prose, visible_text};
use markup::notation::{arcweave, ink, twine, yarn};
use markup::passage::{
    PassageReader, PassageText, ProsePart, ProseState, notation_of, shown_prose, way_back,
};
use markup::{conditional_parts, flattened};
use model::play::{Dice, Step, Variables};
use model::{Node, Story};
use schemars::JsonSchema;
use serde::Serialize;

use crate::arcweave::prose as arcweave_prose;
use crate::ink::{has_later_assignments, prose as ink_prose};
use crate::scripting::SectionProse;
use crate::twine::{format_of, kept_header, settings_of};
use crate::yarn::prose as yarn_prose;

/// The notations of a story's texts.
#[derive(Debug, Clone, Copy)]
pub struct Notations {
    /// The notation of passages from Twine.
    twine: ProseNotation,
}

impl Notations {
    /// The notations of this story: its story format defines how passages are written. Of the story
    /// only its own data is needed.
    pub fn of(story: &Story) -> Self {
        let settings = settings_of(story, "").unwrap_or_default();
        let twine = notation_of(format_of(&settings).unwrap_or_default());
        Self { twine }
    }

    fn of_node(self, node: &Node) -> ProseNotation {
        if ink::is_from(node) {
            ProseNotation::Ink
        } else if yarn::is_from(node) {
            ProseNotation::Yarn
        } else if arcweave::has_code(node) {
            ProseNotation::Arcweave
        } else if twine::is_from(node) {
            self.twine
        } else {
            ProseNotation::Markdown
        }
    }

    /// Whether the text of a node is in the notation of this program.
    pub(super) fn is_own(self, node: &Node) -> bool {
        self.of_node(node) == ProseNotation::Markdown
    }

    /// The text of a node as a reader sees it, in Markdown.
    pub fn read<'t>(self, node: &Node, text: &'t str) -> Cow<'t, str> {
        self.prose(node, text).text
    }

    /// Whether code in the text of a node is left out.
    pub(crate) fn leaves_out_code(self, node: &Node, text: &str) -> bool {
        self.prose(node, text).leaves_out_code
    }

    fn prose<'t>(self, node: &Node, text: &'t str) -> ReaderProse<'t> {
        let notation = self.of_node(node);
        if notation == ProseNotation::Markdown
            && let Some(flat) = flattened(text)
        {
            return ReaderProse {
                text: Cow::Owned(flat),
                leaves_out_code: true,
            };
        }
        reader_prose(text, notation)
    }
}

/// What a reader of a story is shown of its nodes while playing.
pub struct ReaderTexts {
    notations: Notations,
    reader: PassageReader,
    /// The titles of the nodes of a story from Ink.
    titles: HashSet<String>,
}

/// What of a node's text is not carried out when the story is played by its links and choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeftOut {
    /// Text under conditions and values in the text: of texts in one line the first is shown, of a block
    /// over several lines all are, and a value is three dots.
    ConditionalText,
    /// Alternatives that come one after another or by chance: the first is shown.
    Alternatives,
    /// Gathers, choices below choices and what follows a choice in the same node: all of it is shown
    /// at once.
    Weaves,
    /// Functions, tunnels and threads of Ink.
    InkCalls,
    /// Changes of variables after the first words: they count within the passage at most.
    Assignments,
    /// Commands and values of Yarn.
    YarnCommands,
    /// Macros and scripts of a story format of Twine.
    Macros,
}

impl LeftOut {
    /// The same in English.
    pub fn message(self) -> &'static str {
        match self {
            Self::ConditionalText => {
                "text under conditions, and values in the text: the first of such texts in a line is \
                 shown, all of a block over several lines, and \u{201c}…\u{201d} for a value"
            }
            Self::Alternatives => "alternatives of Ink: always the first is shown",
            Self::Weaves => {
                "gathers, choices below choices and what follows a choice in the same place: all of \
                 it is shown at once"
            }
            Self::InkCalls => "functions, tunnels and threads of Ink",
            Self::Assignments => "changes of variables after the first words of a passage",
            Self::YarnCommands => "commands and values of Yarn",
            Self::Macros => "macros and scripts of the story format that are not understood",
        }
    }
}

/// The variables of a reader at a node.
pub struct ReaderState<'a> {
    /// Before the node was entered.
    pub before: &'a Variables,
    /// Now.
    pub after: &'a Variables,
    /// How often the node with a title was visited; `None` means the current node.
    pub visits: &'a dyn Fn(Option<&str>) -> u32,
    /// The dice of the visit.
    pub dice: &'a Dice,
}

impl ReaderTexts {
    /// Of the story's nodes, only those that run before all others are needed.
    pub fn of(story: &Story) -> Self {
        let settings = settings_of(story, "").unwrap_or_default();
        let tags = |node: &Node| kept_header(node, "").map(|it| it.tags).unwrap_or_default();
        let all: Vec<(&Node, Vec<String>)> = story
            .nodes
            .values()
            .filter(|it| twine::is_from(it))
            .map(|it| (&**it, tags(it)))
            .collect();
        let start = story.record.start.and_then(|it| story.nodes.get(&it));
        let passages = all.iter().map(|(node, tags)| PassageText {
            name: &node.title,
            tags,
            text: text_of(node),
        });
        let reader = PassageReader::of(
            format_of(&settings),
            passages,
            start.map_or("", |it| it.title.as_str()),
        );
        let mut notations = Notations::of(story);
        if let Some(format) = reader.format() {
            notations.twine = notation_of(format);
        }
        let sections = story.nodes.values().filter(|it| ink::is_from(it));
        Self {
            notations,
            reader,
            titles: sections.map(|it| it.title.clone()).collect(),
        }
    }

    /// Adds titles of nodes that the story was read without.
    pub fn with_titles<'t>(mut self, titles: impl Iterator<Item = &'t str>) -> Self {
        self.titles.extend(titles.map(str::to_owned));
        self
    }

    /// The text of a node as a reader sees it: prose without code, with the parts that its
    /// conditions show. Links in a text that was written here stay as they are.
    pub fn shown(&self, node: &Node, text: &str, state: &ReaderState<'_>) -> String {
        let notation = self.notations.of_node(node);
        let text = match self.parts(node, text) {
            Some(parts) => {
                let mut variables = state.after.clone();
                for name in self.reader.sets(&node.title, text) {
                    match state.before.get(&name) {
                        Some(value) => _ = variables.insert(name, value.clone()),
                        None => _ = variables.remove(&name),
                    }
                }
                let visits = state.visits;
                let dice = state.dice.renewed();
                let mut state = ProseState {
                    variables,
                    visits,
                    dice,
                };
                shown_prose(&parts, &mut state)
            }
            None => text.to_owned(),
        };
        if notation == ProseNotation::Markdown {
            return text;
        }
        let prose = reader_prose(&text, notation).text;
        links_as_labels(&prose).trim().to_owned()
    }

    /// The link of a passage from Twine to the one read before it: its words, which may be none, and
    /// the step that it makes.
    pub fn way_back(node: &Node, text: &str) -> Option<(String, Step)> {
        let (label, undoes) = twine::is_from(node).then(|| way_back(text)).flatten()?;
        let label = visible_text(&label).trim().to_owned();
        Some((label, if undoes { Step::Undo } else { Step::Return }))
    }

    /// A text in the notation of a node's prose, as a reader sees it, in Markdown.
    pub(crate) fn read(&self, node: &Node, text: &str) -> String {
        self.notations.read(node, text).into_owned()
    }

    /// Whether code in the text of a node is left out, although supported conditions, values and
    /// changes of variables are run.
    pub(crate) fn leaves_out_code(&self, node: &Node, text: &str) -> bool {
        let is_carried_out = match self.notations.of_node(node) {
            ProseNotation::Markdown => true,
            ProseNotation::Yarn => yarn_prose(&node.title, text).is_understood,
            ProseNotation::Arcweave => arcweave_prose(text).is_understood,
            _ => twine::is_from(node) && self.reader.is_understood(&node.title, text),
        };
        !is_carried_out && self.notations.leaves_out_code(node, text)
    }

    /// The parts of a node's text that are not played.
    pub fn left_out(&self, node: &Node, text: &str) -> Vec<LeftOut> {
        if !ink::is_from(node) {
            let what = match yarn::is_from(node) {
                true => LeftOut::YarnCommands,
                false => LeftOut::Macros,
            };
            return self
                .leaves_out_code(node, text)
                .then_some(what)
                .into_iter()
                .collect();
        }
        let found = ink::unplayed(text);
        let conditional = found.conditional_text && !self.ink_prose(text).is_understood;
        let all = [
            (conditional, LeftOut::ConditionalText),
            (found.alternatives, LeftOut::Alternatives),
            (found.weaves, LeftOut::Weaves),
            (self.has_later_assignments(text), LeftOut::Assignments),
            (found.calls, LeftOut::InkCalls),
        ];
        all.into_iter().filter(|it| it.0).map(|it| it.1).collect()
    }

    /// The variables that code in a node's text changes on entry.
    pub(crate) fn sets(&self, node: &Node, text: &str) -> Vec<String> {
        self.reader.sets(&node.title, text)
    }

    fn ink_prose(&self, text: &str) -> SectionProse {
        ink_prose(text, &|it| self.titles.contains(it))
    }

    fn has_later_assignments(&self, text: &str) -> bool {
        has_later_assignments(text, &|it| self.titles.contains(it))
    }

    /// The parts of a node's prose that depend on variables.
    pub(crate) fn parts(&self, node: &Node, text: &str) -> Option<Vec<ProsePart>> {
        match self.notations.of_node(node) {
            ProseNotation::Yarn => yarn_prose(&node.title, text).changing_parts(),
            ProseNotation::Ink => self.ink_prose(text).changing_parts(),
            ProseNotation::Arcweave => arcweave_prose(text).changing_parts(),
            ProseNotation::Markdown => conditional_parts(text),
            _ => twine::is_from(node)
                .then(|| self.reader.prose_parts(&node.title, text))
                .flatten(),
        }
    }
}
