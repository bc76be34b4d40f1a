//! Asks a model about one node of a job, and again if the reply is unusable or the service fails
//! temporarily.

use std::sync::Arc;

use llm::{AgentContext, LanguageModel, LlmError};
use model::conversation::{Payload, StopReason, Usage};
use model::{Node, World};
use tokio_util::sync::CancellationToken;

use super::reading::Reading;
use super::request::{NodeTask, Reader};
use super::summary;
use crate::context::{estimate, estimate_payload};
use crate::text_request;

/// How often a request is repeated after an unusable reply.
const UNUSABLE_ANSWERS: u32 = 2;

/// The result of the requests for one node.
pub(super) struct Answer {
    pub(super) usage: Usage,
    pub(super) estimated: bool,
    pub(super) reading: Result<Reading, Failed>,
}

/// Why a request failed, and whether others will fail for the same reason.
pub(super) struct Failed {
    pub(super) why: String,
    pub(super) for_all: bool,
}

impl From<LlmError> for Failed {
    fn from(error: LlmError) -> Self {
        Self {
            why: error.to_string(),
            // Others would fail likewise: the cause is the key, the account, the settings or the
            // service.
            for_all: !matches!(
                error,
                LlmError::TooLong { .. }
                    | LlmError::Refused { .. }
                    | LlmError::Empty { .. }
                    | LlmError::Unreadable { .. }
            ),
        }
    }
}

/// Asks about one node, and again if the reply is unusable.
pub(super) async fn answer(
    model: &dyn LanguageModel,
    world: &Arc<dyn World>,
    cancelled: &CancellationToken,
    task: &NodeTask,
) -> Answer {
    let mut answer = Answer {
        usage: Usage::default(),
        estimated: false,
        reading: Ok(Reading::Unchanged),
    };
    let mut complaint: Option<String> = None;
    for attempt in 0..=UNUSABLE_ANSWERS {
        let payload = task.payload(&**world, complaint.as_deref());
        let context = AgentContext {
            tools: Default::default(),
            cancelled: cancelled.clone(),
            world: world.clone(),
            editing: None,
        };
        let reply = match text_request::ask(model, &payload, &context, &mut |_| {}).await {
            Ok(reply) => reply,
            Err(error) => {
                answer.reading = Err(error.into());
                return answer;
            }
        };
        let text = reply.text();
        let reported = reply.metadata.usage.filter(|it| *it != Usage::default());
        let usage = reported.unwrap_or_else(|| estimated(&payload, &text));
        answer.estimated |= reported.is_none();
        answer.usage.input_tokens += usage.input_tokens;
        answer.usage.cached_tokens += usage.cached_tokens;
        answer.usage.output_tokens += usage.output_tokens;
        let reading = match reply.metadata.stop {
            Some(StopReason::Length) => {
                Reading::Unusable("it broke off at the model's output limit".to_owned())
            }
            Some(StopReason::Refusal) => {
                let why = "the model declined to answer".to_owned();
                answer.reading = Err(Failed {
                    why,
                    for_all: false,
                });
                return answer;
            }
            _ => task.read_reply(&text, attempt == 0),
        };
        complaint = reading.complaint();
        answer.reading = Ok(reading);
        if complaint.is_none() {
            return answer;
        }
    }
    answer
}

fn estimated(payload: &Payload, reply: &str) -> Usage {
    Usage {
        input_tokens: estimate_payload(payload),
        output_tokens: estimate(reply),
        cached_tokens: 0,
    }
}

/// Asks one question, without tools or a conversation; returns the text of the reply and its usage.
pub(crate) async fn ask_once(
    model: &dyn LanguageModel,
    world: &Arc<dyn World>,
    cancelled: &CancellationToken,
    system: &str,
    question: String,
) -> Result<(String, Usage), String> {
    let payload = text_request::payload(&**world, system, question);
    let context = AgentContext {
        tools: Default::default(),
        cancelled: cancelled.clone(),
        world: world.clone(),
        editing: None,
    };
    let reply = text_request::ask(model, &payload, &context, &mut |_| {}).await;
    let reply = reply.map_err(|it| it.to_string())?;
    let text = reply.text();
    let reported = reply.metadata.usage.filter(|it| *it != Usage::default());
    let usage = reported.unwrap_or_else(|| estimated(&payload, &text));
    Ok((text, usage))
}

/// Asks for the summary of a node's text.
pub(crate) async fn ask_for_summary(
    model: &dyn LanguageModel,
    world: &Arc<dyn World>,
    cancelled: &CancellationToken,
    node: &Node,
) -> (Result<String, String>, Usage) {
    let task = NodeTask {
        node: node.id,
        version: 0,
        text: node.prose().to_owned(),
        question: summary::ask(node),
        reader: Reader::Summary,
    };
    if !task.fits(&model.limits()) {
        let why = "the text is too long for one request to this model".to_owned();
        return (Err(why), Usage::default());
    }
    let answer = answer(model, world, cancelled, &task).await;
    let summary = match answer.reading {
        Ok(Reading::Summary(text)) => Ok(text),
        Ok(Reading::Unusable(why)) => Err(why),
        Ok(_) => Err("no summary was written".to_owned()),
        Err(failed) => Err(failed.why),
    };
    (summary, answer.usage)
}
