//! The request for one node of a job. The questions and the parsing of replies are in the files of
//! the tasks. Pure except for reading the story.

use std::sync::Arc;

use model::contents::TEXT;
use model::conversation::{Payload, Usage};
use model::{Node, NodeId, Slot, Story, World};
use store::{StoreError, View};

use super::continuity::{self, ReadBefore};
use super::pieces::Pieces;
use super::question::Question;
use super::reading::Reading;
use super::record::Job;
use super::task::JobTask;
use super::{rewrite, summary, translate};
use crate::context::estimate;
use crate::text_request::{payload, without_fence};

/// The usable share of a model's window: token estimates are not exact.
const USABLE_SHARE: (u64, u64) = (3, 4);

/// What the requests of a job share.
pub(super) struct Shared {
    pub(super) task: JobTask,
    instruction: String,
    /// The language that is translated into.
    language: Option<String>,
    /// The tokens that a request may take, without its reply.
    room: u64,
    /// The passages that were read before each scene, for continuity.
    read_before: Option<Arc<ReadBefore>>,
}

impl Shared {
    pub(super) fn of(
        view: &View,
        task: JobTask,
        instruction: &str,
        language: Option<&str>,
        limits: &llm::ModelLimits,
    ) -> Result<Self, StoreError> {
        let read_before = match task {
            JobTask::Continuity => Some(Arc::new(ReadBefore::of(view.story()?))),
            _ => None,
        };
        Ok(Self {
            task,
            instruction: instruction.to_owned(),
            language: language.map(str::to_owned),
            room: room(limits),
            read_before,
        })
    }

    pub(super) fn of_job(
        view: &View,
        job: &Job,
        limits: &llm::ModelLimits,
    ) -> Result<Self, StoreError> {
        let language = job.language.as_deref();
        Self::of(view, job.task, &job.instruction, language, limits)
    }
}

fn room(limits: &llm::ModelLimits) -> u64 {
    let available = limits.context_tokens.saturating_sub(limits.output_tokens);
    available / USABLE_SHARE.1 * USABLE_SHARE.0
}

/// The request for one node.
#[derive(Debug, Clone)]
pub(super) struct NodeTask {
    /// The node.
    pub(super) node: NodeId,
    /// The version of its text that is worked on, 0 if it has none.
    pub(super) version: u32,
    /// Its text.
    pub(super) text: String,
    pub(super) question: Question,
    pub(super) reader: Reader,
}

/// How to read a reply.
#[derive(Debug, Clone)]
pub(super) enum Reader {
    Rewrite,
    Translation(Arc<Pieces>),
    Summary,
    Continuity(Arc<continuity::Material>),
}

impl NodeTask {
    /// The task for a node as it is in a view; `None` if it is gone or needs no work.
    pub(super) fn read(
        view: &View,
        shared: &Shared,
        node: NodeId,
    ) -> Result<Option<Self>, StoreError> {
        let Some(node) = view.node(node)? else {
            return Ok(None);
        };
        if !shared.task.has_material(&node) {
            return Ok(None);
        }
        let graph = view.graph()?;
        let Some((question, reader)) = question_about(view, &graph, shared, &node)? else {
            return Ok(None);
        };
        let version = view.adopted(&Slot::node(node.id, TEXT))?;
        Ok(Some(Self {
            node: node.id,
            version: version.map_or(0, |it| it.number),
            text: node.prose().to_owned(),
            question,
            reader,
        }))
    }

    /// Whether request and reply fit the model.
    pub(super) fn fits(&self, limits: &llm::ModelLimits) -> bool {
        let usage = self.estimated_usage();
        usage.input_tokens <= room(limits) && usage.output_tokens <= limits.output_tokens
    }

    /// The estimated usage of the request.
    pub(super) fn estimated_usage(&self) -> Usage {
        Usage {
            input_tokens: estimate(&self.question.system) + estimate(&self.question.content),
            output_tokens: self.question.reply_tokens,
            cached_tokens: 0,
        }
    }

    /// The request. `complaint` says what was wrong with an earlier reply.
    pub(super) fn payload(&self, world: &dyn World, complaint: Option<&str>) -> Payload {
        let mut content = self.question.content.clone();
        if let Some(complaint) = complaint {
            content +=
                &format!("\n\nAn earlier answer could not be used: {complaint}. Answer again.");
        }
        payload(world, &self.question.system, content)
    }

    /// The meaning of a reply for this text. The first reply is checked more strictly than later
    /// ones.
    pub(super) fn read_reply(&self, reply: &str, is_first: bool) -> Reading {
        let reply = without_fence(reply.trim());
        if reply.is_empty() {
            return Reading::Unusable("it was empty".to_owned());
        }
        match &self.reader {
            Reader::Rewrite => rewrite::read_reply(&self.text, reply),
            Reader::Translation(pieces) => pieces.read_reply(reply, is_first),
            Reader::Summary => summary::read_reply(reply),
            Reader::Continuity(material) => material.read_reply(&self.text, reply),
        }
    }
}

/// What is asked about a node; `None` where there is nothing to do.
fn question_about(
    view: &View,
    graph: &Story,
    shared: &Shared,
    node: &Node,
) -> Result<Option<(Question, Reader)>, StoreError> {
    let instruction = &shared.instruction;
    let asked = match (shared.task, &shared.language, &shared.read_before) {
        (JobTask::Translate, Some(language), _) => {
            let asked = translate::ask(view, graph, instruction, language, node)?;
            return Ok(
                asked.map(|(question, pieces)| (question, Reader::Translation(Arc::new(pieces))))
            );
        }
        (JobTask::Translate, None, _) => return Ok(None),
        (JobTask::Continuity, _, Some(read_before)) => {
            let limits = (instruction.as_str(), shared.room);
            let (question, material) = continuity::ask(view, graph, limits, read_before, node)?;
            (question, Reader::Continuity(Arc::new(material)))
        }
        (JobTask::Summaries, _, _) => (summary::ask(node), Reader::Summary),
        (task, _, _) => (
            rewrite::ask(view, graph, task, instruction, node)?,
            Reader::Rewrite,
        ),
    };
    Ok(Some(asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_a_code_fence_around_a_whole_reply() {
        assert_eq!(without_fence("```json\n{}\n```"), "{}");
        assert_eq!(without_fence("```\na\n```\nb\n```"), "```\na\n```\nb\n```");
        assert_eq!(without_fence("plain"), "plain");
    }
}
