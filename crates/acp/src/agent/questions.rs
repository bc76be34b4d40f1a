//! Questions of the assistant (*ask*, *spend*, *destroy*), asked through the editor.

use std::sync::Arc;

use agent_client_protocol_schema::v1::{
    CLIENT_METHOD_NAMES as METHODS, PermissionOption, PermissionOptionKind,
    RequestPermissionOutcome, RequestPermissionRequest, RequestPermissionResponse, SessionId,
    ToolCallStatus, ToolCallUpdate, ToolCallUpdateFields,
};
use async_trait::async_trait;
use capability::{Answer, Approver, Question};
use messages::{Language, format};

use super::updates::{Announced, kind_of};
use crate::wire::Peer;

/// Asks the person at the editor.
pub(crate) struct EditorApprover {
    pub(crate) peer: Peer,
    pub(crate) session: SessionId,
    pub(crate) language: Language,
    pub(crate) announced: Arc<Announced>,
}

const ALLOW: &str = "allow";
const ALWAYS: &str = "always";
const REJECT: &str = "reject";

#[async_trait]
impl Approver for EditorApprover {
    async fn ask(&self, question: Question) -> Answer {
        // The editor shows the question with its call, so the call has to be announced first.
        let call = (&*question.call_id, &*question.tool, &question.args);
        self.announced
            .announce(&self.peer, &self.session, call, kind_of(question.impact))
            .await;
        let fields = ToolCallUpdateFields::new()
            .title(question.text)
            .kind(kind_of(question.impact))
            .status(ToolCallStatus::Pending)
            .raw_input(question.args);
        let call = ToolCallUpdate::new(question.call_id, fields);
        let request = RequestPermissionRequest::new(self.session.clone(), call, self.options());
        let answer = self
            .peer
            .request::<_, RequestPermissionResponse>(METHODS.session_request_permission, &request)
            .await;
        match answer.map(|it| it.outcome) {
            Ok(RequestPermissionOutcome::Selected(chosen)) => match &*chosen.option_id.0 {
                ALLOW => Answer::Approve,
                ALWAYS => Answer::Always,
                _ => Answer::Reject("the person said no".to_owned()),
            },
            Ok(_) => Answer::Reject("the person cancelled the instruction".to_owned()),
            Err(error) => {
                let why = error.message;
                Answer::Reject(format!("the person could not be asked: {why}"))
            }
        }
    }
}

impl EditorApprover {
    fn options(&self) -> Vec<PermissionOption> {
        let option = |id: &'static str, kind| {
            let name = format(self.language, &format!("editor-answer-{id}"), &[]);
            PermissionOption::new(id, name, kind)
        };
        vec![
            option(ALLOW, PermissionOptionKind::AllowOnce),
            option(ALWAYS, PermissionOptionKind::AllowAlways),
            option(REJECT, PermissionOptionKind::RejectOnce),
        ]
    }
}
