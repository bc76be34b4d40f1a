//! The texts of a story's passages as their story format reads them.

use model::{Node, NodeId, Story};

use super::ExportPlan;
use super::passage::{header_for, kept_header};
use super::rule_passages::kept_declarations;
use super::sections::with_initial;
use markup::kept_data;
use markup::passage::{PassageReader, PassageText, RuledLink};

/// The passages of a story, and their reader.
pub(super) struct Texts {
    pub(super) names: Vec<String>,
    tags: Vec<Vec<String>>,
    pub(super) reader: PassageReader,
    /// The start, whose entry effect runs with the story's first assignments.
    start: Option<NodeId>,
    is_start_entered_again: bool,
}

impl Texts {
    pub(super) fn of(
        story: &Story,
        form: &'static str,
        plan: &ExportPlan<'_>,
        format: Option<&str>,
    ) -> Self {
        let nodes = || story.nodes.values();
        let names: Vec<String> = nodes()
            .map(|it| plan.name(it.id).unwrap_or_default().to_owned())
            .collect();
        let tags: Vec<Vec<String>> = nodes()
            .zip(&names)
            .map(|(node, name)| {
                let old = kept_header(node, form);
                header_for(node, old.as_ref(), name, form).tags.clone()
            })
            .collect();
        let start = story
            .record
            .start
            .and_then(|it| story.nodes.get_index_of(&it));
        let begin = start.map_or("", |it| names[it].as_str());
        let passages = nodes().zip(&names).zip(&tags);
        let passages = passages.map(|((node, name), tags)| PassageText {
            name,
            tags,
            text: kept_data::text_of(node),
        });
        let first = ["init", "startup"].map(str::to_owned);
        let declared = kept_declarations(story, form).map(|text| PassageText {
            name: "",
            tags: &first,
            text,
        });
        let passages = passages.chain(declared);
        let reader = PassageReader::of(format, passages, begin);
        let mut edges = story.edges.values();
        Self {
            reader,
            start: story.record.start,
            is_start_entered_again: edges.any(|it| Some(it.record.to) == story.record.start),
            names,
            tags,
        }
    }

    pub(super) fn is_code(&self, index: usize) -> bool {
        markup::notation::twine::duty(&self.names[index], &self.tags[index]).is_some()
    }

    pub(super) fn links(&self, index: usize, text: &str) -> (Vec<RuledLink>, String) {
        let rules = self.reader.rules(&self.names[index], text);
        (rules.links, rules.enter.to_string())
    }

    pub(super) fn enter(&self, node: &Node, own: &str) -> String {
        match self.start == Some(node.id) {
            true => with_initial(&self.reader, own, self.is_start_entered_again),
            false => own.to_owned(),
        }
    }
}
