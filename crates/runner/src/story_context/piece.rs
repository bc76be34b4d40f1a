//! What is shown of a node around the open one: all its parts if there is space, otherwise less of
//! its text or its summary. Data of other formats, and data about a part (findings, alternatives),
//! is never shown.

use model::contents::{TEXT, is_part};
use model::{Node, Slot, part};
use store::{StoreError, View};

use crate::node_summaries::NodeSummary;
use crate::prompt::{data_line, json_string, node_label};

/// The lengths that strings are cut to, in characters, if not all of them fit.
const LONG: [usize; 2] = [3_000, 800];
const SHORT: [usize; 2] = [160, 60];

/// A node around the open one.
pub(super) struct PieceOfNode {
    node: Node,
    summary: Option<NodeSummary>,
    /// The version of its text.
    text_version: Option<u32>,
}

/// How much of a node is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Strings are cut to this many characters.
    Cut(usize),
    /// The summary replaces the text; other strings are cut.
    Summary(usize),
}

impl PieceOfNode {
    pub(super) fn of(
        view: &View,
        node: Node,
        summary: Option<NodeSummary>,
    ) -> Result<Self, StoreError> {
        let version = match node.data.contains_key(TEXT) {
            true => view.adopted(&Slot::node(node.id, TEXT))?,
            false => None,
        };
        Ok(Self {
            text_version: version.map(|it| it.number),
            summary,
            node,
        })
    }

    /// The short forms, the longer one first.
    pub(super) fn short_forms(&self) -> [Form; 2] {
        SHORT.map(|it| match self.summary {
            Some(_) => Form::Summary(it),
            None => Form::Cut(it),
        })
    }

    /// The long forms, the complete one first; those that exceed the token limit are left out.
    pub(super) fn long_forms(&self, room: u64) -> impl Iterator<Item = Form> {
        let may_fit = self.node.prose().len() as u64 / 3 <= room;
        let whole = may_fit.then_some(Form::Cut(usize::MAX));
        let cut = LONG.map(Form::Cut).into_iter();
        whole.into_iter().chain(cut)
    }

    pub(super) fn text(&self, reason: &str, form: Form) -> String {
        let (longest, with_summary) = match form {
            Form::Cut(longest) => (longest, false),
            Form::Summary(longest) => (longest, true),
        };
        let mut line = format!("- {} [{reason}]", node_label(&self.node));
        if let Some(summary) = self.summary.as_ref().filter(|_| with_summary) {
            let stale = match summary.is_stale {
                true => " (the text has changed since)",
                false => "",
            };
            line += &format!(" summary{stale}: {}", json_string(&summary.text));
        }
        for (capability, data) in &self.node.data {
            let is_text = &**capability == TEXT;
            let is_shown = is_part(capability) && &**capability != part::FOREIGN;
            if !is_shown || is_text && with_summary && self.summary.is_some() {
                continue;
            }
            let version = self.text_version.filter(|_| is_text);
            let version = version.map_or_else(String::new, |it| format!(" (version {it})"));
            line += &format!(" {capability}{version}: {}", data_line(data, longest));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use model::NodeId;
    use serde_json::json;

    use super::*;

    fn piece(summary: Option<&str>) -> PieceOfNode {
        let of = |name: &str, data| (Arc::from(name), Arc::new(data));
        PieceOfNode {
            node: Node {
                id: NodeId(uuid::Uuid::nil()),
                title: "Harbor".into(),
                kind: "scene".into(),
                layout: Default::default(),
                data: [
                    of("text", json!({ "text": "It rains and rains." })),
                    of(
                        part::FOREIGN,
                        json!({ "twee": { "header": ":: Old name" } }),
                    ),
                    of("findings", json!({ "items": [] })),
                    of(
                        "image",
                        json!({ "asset": "a".repeat(64), "prompt": "a pier" }),
                    ),
                ]
                .into(),
            },
            summary: summary.map(|it| NodeSummary {
                text: it.to_owned(),
                is_stale: true,
                model: None,
            }),
            text_version: Some(2),
        }
    }

    #[test]
    fn a_node_is_shown_without_other_formats_hashes_and_findings() {
        let text = piece(None).text("leads here", Form::Cut(usize::MAX));
        assert_eq!(
            text,
            "- \"Harbor\" (\"scene\", id 00000000) [leads here] image: {\"prompt\":\"a pier\"} text \
             (version 2): {\"text\":\"It rains and rains.\"}"
        );
    }

    #[test]
    fn a_summary_replaces_the_text() {
        let piece = piece(Some("Rain."));
        let [form, _] = piece.short_forms();
        assert_eq!(
            piece.text("leads here", form),
            "- \"Harbor\" (\"scene\", id 00000000) [leads here] summary (the text has changed \
             since): \"Rain.\" image: {\"prompt\":\"a pier\"}"
        );
    }
}
