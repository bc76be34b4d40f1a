//! Asks the person behind a client for approval before a call that costs money or cannot be undone.
//! Clients of the earlier revision are asked while the call waits (elicitation); those of the later
//! one receive the question as the result and repeat the call with the answer. If a client cannot
//! ask anybody, the answer is no.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use capability::{Answer, Approver, Question};
use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequestParams, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationSchema, InputRequest, InputRequiredResult, ProtocolVersion,
};
use rmcp::service::{Peer, RequestContext};
use serde_json::{Value, json};

/// The id of the one question of a call.
const QUESTION: &str = "approval";

/// How to ask the person behind the client of one call.
pub(super) struct Questions {
    way: Way,
    unanswered: Mutex<Option<InputRequiredResult>>,
}

enum Way {
    /// Nobody can be asked.
    None,
    /// While the call waits.
    Now(Peer<RoleServer>),
    /// With the result. Holds the answer that came with the call, and a fingerprint of the call
    /// that it was given for.
    Later {
        asked: String,
        answer: Option<ElicitResult>,
    },
}

impl Questions {
    /// How the client of this call can be asked.
    pub(super) fn of(
        context: &RequestContext<RoleServer>,
        request: &CallToolRequestParams,
    ) -> Self {
        let elicitation = context.client_capabilities().and_then(|it| it.elicitation);
        // A client that names neither forms nor URLs supports forms.
        let takes_forms = elicitation.is_some_and(|it| it.form.is_some() || it.url.is_none());
        let is_later = context
            .protocol_version()
            .is_some_and(|it| it.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
        let way = match (takes_forms, is_later) {
            (false, _) => Way::None,
            (true, false) => Way::Now(context.peer.clone()),
            (true, true) => {
                let asked = fingerprint(request);
                // An answer counts only for the call that was asked about.
                let is_same = request.request_state.as_deref() == Some(&asked);
                let answers = request.input_responses.as_ref().filter(|_| is_same);
                let answer = answers.and_then(|it| it.get(QUESTION)).cloned();
                Way::Later {
                    asked,
                    answer: answer.and_then(|it| serde_json::from_value(it).ok()),
                }
            }
        };
        Self {
            way,
            unanswered: Mutex::default(),
        }
    }

    /// The question that the client has to answer before it repeats the call.
    pub(super) fn unanswered(&self) -> Option<InputRequiredResult> {
        let mut unanswered = self.unanswered.lock();
        unanswered
            .as_mut()
            .unwrap_or_else(|poisoned: &mut PoisonError<_>| poisoned.get_mut())
            .take()
    }
}

#[async_trait]
impl Approver for Questions {
    async fn ask(&self, question: Question) -> Answer {
        match &self.way {
            Way::None => Answer::Reject(format!(
                "{} needs a person's approval, and this client cannot ask one",
                question.tool
            )),
            Way::Now(peer) => match peer.create_elicitation(form(&question)).await {
                Ok(answer) => answered(&answer),
                Err(error) => Answer::Reject(format!("the person could not be asked: {error}")),
            },
            Way::Later {
                answer: Some(answer),
                ..
            } => answered(answer),
            Way::Later { asked, .. } => {
                let request = InputRequest::Elicitation(ElicitRequest::new(form(&question)));
                let requests = BTreeMap::from([(QUESTION.to_owned(), request)]);
                let open = InputRequiredResult::new(Some(requests), Some(asked.clone()));
                *self
                    .unanswered
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner) = Some(open);
                Answer::NotAsked
            }
        }
    }
}

/// Whether the person approved.
fn answered(answer: &ElicitResult) -> Answer {
    match answer.action {
        ElicitationAction::Accept => Answer::Approve,
        ElicitationAction::Cancel => Answer::Reject("the person closed the question".to_owned()),
        _ => Answer::Reject("the person said no".to_owned()),
    }
}

/// The question as a form without fields: accepting it means yes.
fn form(question: &Question) -> ElicitRequestParams {
    let args = serde_json::to_string_pretty(&question.args).unwrap_or_default();
    let args: String = args.chars().take(1000).collect();
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: format!("{}\n\n{args}", question.text),
        requested_schema: ElicitationSchema::new(BTreeMap::new()),
    }
}

/// A fingerprint of what an answer was given for: the tool and its arguments.
fn fingerprint(request: &CallToolRequestParams) -> String {
    let mut call = json!({ "name": request.name, "args": request.arguments });
    call.sort_all_objects();
    blake3::hash(Value::to_string(&call).as_bytes())
        .to_hex()
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_accepting_counts_as_approval() {
        let answer_to = |action| answered(&ElicitResult::new(action));
        assert_eq!(answer_to(ElicitationAction::Accept), Answer::Approve);
        for no in [ElicitationAction::Decline, ElicitationAction::Cancel] {
            assert!(matches!(answer_to(no), Answer::Reject(_)));
        }
    }

    #[test]
    fn an_answer_is_bound_to_tool_and_arguments() {
        let call = |args: Value| {
            let args = args.as_object().unwrap().clone();
            CallToolRequestParams::new("generate_image").with_arguments(args)
        };
        let asked = fingerprint(&call(json!({ "prompt": "a hat", "node": "Hero" })));
        let same = fingerprint(&call(json!({ "node": "Hero", "prompt": "a hat" })));
        assert_eq!(asked, same, "the order of fields says nothing");
        let other = fingerprint(&call(json!({ "node": "Hero", "prompt": "a gun" })));
        assert_ne!(asked, other);
    }
}
