//! Stores the result for a node of a job: texts and pictures in the job's draft, findings and
//! summaries directly in the story. Uses the ordinary tools, so that a quotation, a version or a
//! picture is checked in one place only.

use capability::{Caller, Code, Registry, ToolError};
use model::NodeId;
use model::contents::{PassageFinding, QuotedPassage, Summary};
use model::conversation::ToolCall;
use serde_json::{Value, json};
use store::StoreError;

use super::Run;
use crate::jobs::ask::Failed;
use crate::jobs::continuity::findings_of;
use crate::jobs::reading::{Notice, Noticed, Reading};
use crate::jobs::record::NodeState;
use crate::jobs::request::{NodeTask, Reader};
use crate::jobs::task::JobTask;
use crate::node_summaries;

const WRITE: &str = "write_text";
const TRANSLATE: &str = "write_translation";
const PAINT: &str = "generate_image";
const ADD: &str = "add_finding";
const ADVANCE: &str = "advance_promise";
const CLOSE: &str = "close_finding";

/// The tools that a job for this task writes with.
pub(super) fn tools_of(task: JobTask) -> &'static [&'static str] {
    match task {
        JobTask::Rewrite | JobTask::Names => &[WRITE],
        JobTask::Translate => &[TRANSLATE],
        JobTask::Portraits => &[PAINT],
        JobTask::Continuity => &[ADD, ADVANCE, CLOSE],
        // A summary does not change the story, but a caller who may not write needs no such job.
        JobTask::Summaries => &["write_summary"],
    }
}

/// Generates and stores the picture of a node.
pub(super) async fn paint(
    registry: &Registry,
    writer: &Caller,
    node: NodeId,
    prompt: String,
    ratio: &str,
) -> Result<(), Failed> {
    let args = json!({ "node": node, "prompt": prompt, "ratio": ratio });
    let output = registry.call(writer, call_of(PAINT, args)).await;
    match output.error {
        None => Ok(()),
        Some(error) => Err(Failed {
            // Others would fail likewise: the cause is the key, the account or the service.
            for_all: matches!(
                error.code,
                Code::Unavailable | Code::PermissionDenied | Code::Cancelled
            ),
            why: error.message,
        }),
    }
}

fn call_of(name: &str, args: Value) -> ToolCall {
    ToolCall {
        id: None,
        name: name.to_owned(),
        args,
    }
}

impl Run {
    /// Stores the result of a reply.
    pub(super) async fn keep(
        &mut self,
        node: NodeId,
        task: Option<&NodeTask>,
        reading: Reading,
    ) -> Result<NodeState, ToolError> {
        Ok(match (reading, task) {
            (Reading::Text(text), Some(task)) => {
                let args = json!({ "node": node, "text": text, "expected": task.version });
                self.write(WRITE, args).await?
            }
            (Reading::Parts(parts), Some(task)) => {
                self.write(TRANSLATE, translation_of(task, parts)).await?
            }
            (Reading::Summary(text), Some(task)) => {
                let summary = Summary::new(text, &task.text);
                let now = self.world.now();
                node_summaries::keep(&self.store, node, summary, self.model.name(), now).await?;
                NodeState::Written
            }
            (Reading::Noticed(noticed), Some(task)) => self.note(task, noticed).await?,
            (Reading::Painted, _) => NodeState::Written,
            (Reading::Unusable(why), _) => {
                NodeState::Failed(format!("the answer is no use: {why}"))
            }
            (_, _) => NodeState::Unchanged,
        })
    }

    /// Writes a text or a translation into the job's draft.
    async fn write(&mut self, tool: &str, args: Value) -> Result<NodeState, ToolError> {
        let writer = Caller {
            draft: Some(self.draft().await?),
            ..self.writer.clone()
        };
        let output = self.registry.call(&writer, call_of(tool, args)).await;
        Ok(match output.error {
            None => NodeState::Written,
            Some(error) => NodeState::Failed(error.message),
        })
    }

    /// Stores what was noticed in a scene, except what is already known.
    async fn note(&mut self, task: &NodeTask, noticed: Noticed) -> Result<NodeState, ToolError> {
        let (mut kept, mut failed) = (0, noticed.left_out);
        for item in noticed.items {
            if self.is_known(task, &item)? {
                continue;
            }
            let (name, args) = call_for(task.node, item);
            let output = self.registry.call(&self.writer, call_of(name, args)).await;
            match output.error {
                None => kept += 1,
                Some(error) => failed = Some(error.message),
            }
        }
        self.job.found += kept;
        Ok(match (kept, failed) {
            (0, Some(why)) => NodeState::Failed(format!("the answer is no use: {why}")),
            (0, None) => NodeState::Unchanged,
            (_, _) => NodeState::Written,
        })
    }

    /// Whether the same was noticed at these passages before, from either side, whatever its state.
    fn is_known(&self, task: &NodeTask, item: &Notice) -> Result<bool, StoreError> {
        let (kind, quote, other) = match item {
            Notice::Contradiction { quote, other, .. } => ("contradiction", quote, other.as_ref()),
            Notice::Planted { quote, .. } => ("promise", quote, None),
            Notice::Advanced { .. } | Notice::Paid { .. } => return Ok(false),
        };
        let view = self.store.view(self.writer.draft);
        let here = |passage: &QuotedPassage| overlaps(passage, task.node, &task.text, quote);
        let there = match other {
            None => None,
            Some((id, quote)) => view.node(*id)?.map(|node| (*id, node, quote)),
        };
        let is_there = |passage: Option<&QuotedPassage>| match (&there, passage) {
            (None, None) => true,
            (Some((id, node, quote)), Some(passage)) => overlaps(passage, *id, node.prose(), quote),
            _ => false,
        };
        let is_same = |it: &PassageFinding| {
            let same = here(&it.passage) && (kind == "promise" || is_there(it.other.as_ref()));
            let turned = || it.other.as_ref().is_some_and(here) && is_there(Some(&it.passage));
            it.kind == kind && (same || turned())
        };
        let places = std::iter::once(task.node).chain(other.map(|it| it.0));
        for place in places {
            if findings_of(&view, place)?.iter().any(is_same) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The arguments that write the translations of pieces.
fn translation_of(task: &NodeTask, parts: Vec<(String, String)>) -> Value {
    let parts: Vec<_> = parts
        .into_iter()
        .map(|(id, text)| json!({ "id": id, "text": text }))
        .collect();
    let mut args = json!({
        "node": task.node, "parts": parts, "expected_source": task.version,
    });
    if let Reader::Translation(pieces) = &task.reader {
        args["language"] = json!(pieces.language);
        args["expected"] = json!(pieces.version);
    }
    args
}

/// Whether a passage and a quotation overlap in a text.
fn overlaps(passage: &QuotedPassage, node: NodeId, text: &str, quote: &str) -> bool {
    let places = passage.find_in(text).zip(text.find(quote));
    passage.node == node
        && places.is_some_and(|(one, other)| {
            one < other + quote.len() && other < one + passage.quote.len()
        })
}

fn call_for(node: NodeId, item: Notice) -> (&'static str, Value) {
    match item {
        Notice::Contradiction { quote, other, says } => {
            let mut args = json!({
                "node": node, "passage": quote, "says": says, "kind": "contradiction",
            });
            if let Some((other, quote)) = other {
                args["other_node"] = json!(other);
                args["other_passage"] = json!(quote);
            }
            (ADD, args)
        }
        Notice::Planted { quote, says } => {
            let args = json!({ "node": node, "passage": quote, "says": says, "kind": "promise" });
            (ADD, args)
        }
        Notice::Advanced { promise, quote } => (
            ADVANCE,
            json!({ "finding": promise, "node": node, "passage": quote }),
        ),
        Notice::Paid { promise, quote } => (
            CLOSE,
            json!({ "finding": promise, "node": node, "passage": quote }),
        ),
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_passage_is_known_if_it_overlaps_a_quotation() {
        let node = NodeId(Uuid::nil());
        let text = "Her eyes were green. Her eyes were tired.";
        let passage = QuotedPassage::of(node, text, 4..19);
        assert!(overlaps(&passage, node, text, "were green."));
        assert!(!overlaps(&passage, node, text, "were tired"));
        let other = NodeId(Uuid::from_u128(1));
        assert!(!overlaps(&passage, other, text, "were green."));
    }
}
