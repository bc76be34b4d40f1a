//! Questions to a person: published as events, answered by the tool `answer_request` or by the
//! person's own [`Approver`], whichever comes first. Start at [`ApprovalQueue`]. Whether to ask at
//! all is decided by the grant, at dispatch.

mod authority;
mod removal_words;

pub(crate) use authority::grant_for;
pub(crate) use removal_words::asks_for_removal;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use capability::{Answer, Approver, Principal, Question};
use model::{ContentHash, PrincipalId, ThreadId, TurnId};
use tokio::sync::oneshot;

use crate::{Memory, TurnEvent, lock};

/// The key under which a thread stores the tools that are always allowed.
const ALWAYS: &str = "always";

/// An approver that leaves the answer to the tool `answer_request`. Meant for interfaces that show
/// the question when its event arrives.
pub struct AnsweredByTool;

#[async_trait]
impl Approver for AnsweredByTool {
    async fn ask(&self, _: Question) -> Answer {
        std::future::pending().await
    }
}

/// The MCP tools that the settings allow, each by [`name_as_described`].
pub(crate) type AllowedAsDescribed = Arc<Mutex<BTreeSet<String>>>;

/// The pending questions, and the tools that are always allowed, by thread.
#[derive(Default)]
pub(crate) struct ApprovalQueue {
    open_approvals: Mutex<BTreeMap<(TurnId, String), PendingApproval>>,
    always: Mutex<HashSet<(ThreadId, String)>>,
}

/// A pending question and the channel for its answer.
struct PendingApproval {
    question: Question,
    answer: oneshot::Sender<Answer>,
}

/// Why an answer matched no question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AnswerError {
    /// No question is pending for that call id.
    Unknown,
    /// Several turns have a pending question for that call id; the turn must be named.
    Ambiguous,
    /// The conversation belongs to somebody else.
    NotYours(PrincipalId),
}

impl ApprovalQueue {
    /// Loads the tools that a thread always allows, from storage, so that a revocation by another
    /// program takes effect.
    pub(crate) fn load_allowed(&self, thread: ThreadId, memory: &Memory) {
        let tools: Vec<String> = memory.read(ALWAYS).unwrap_or_default();
        self.set(thread, &tools);
    }

    fn set(&self, thread: ThreadId, tools: &[String]) {
        let mut always = lock(&self.always);
        always.retain(|it| it.0 != thread);
        always.extend(tools.iter().map(|it| (thread, it.clone())));
    }

    /// The tools that a thread always allows, in order, whether or not a turn of it has run in this
    /// process.
    pub(crate) fn allowed(&self, thread: ThreadId, memory: &Memory) -> Vec<String> {
        self.load_allowed(thread, memory);
        self.allowed_in(thread).into_iter().collect()
    }

    /// Allows exactly these tools from now on, also within a running turn.
    pub(crate) async fn allow_only(
        &self,
        thread: ThreadId,
        memory: &Memory,
        tools: &[String],
    ) -> Result<(), String> {
        memory.write(ALWAYS, &tools).await?;
        self.set(thread, tools);
        Ok(())
    }

    /// The tools that a thread always allows, in order.
    fn allowed_in(&self, thread: ThreadId) -> BTreeSet<String> {
        let always = lock(&self.always);
        let here = always.iter().filter(|it| it.0 == thread);
        here.map(|it| it.1.clone()).collect()
    }

    /// The pending questions of a turn.
    pub(crate) fn questions(&self, turn: TurnId) -> Vec<Question> {
        let open_approvals = lock(&self.open_approvals);
        let of_turn = open_approvals.iter().filter(|(key, _)| key.0 == turn);
        of_turn.map(|(_, it)| it.question.clone()).collect()
    }

    /// Delivers an answer to its pending question.
    pub(crate) fn answer(
        &self,
        (turn, call_id): (Option<TurnId>, &str),
        answer: Answer,
        by: &Principal,
    ) -> Result<(), AnswerError> {
        let mut open_approvals = lock(&self.open_approvals);
        let mut fitting = open_approvals
            .keys()
            .filter(|(asked_in, id)| id == call_id && turn.is_none_or(|it| it == *asked_in));
        let key = fitting.next().cloned().ok_or(AnswerError::Unknown)?;
        if fitting.next().is_some() {
            return Err(AnswerError::Ambiguous);
        }
        let owner = open_approvals
            .get(&key)
            .and_then(|it| it.question.owner.as_ref());
        if let Some(owner) = owner.filter(|it| !by.may_direct(it)) {
            return Err(AnswerError::NotYours(owner.clone()));
        }
        let asked = open_approvals.remove(&key).ok_or(AnswerError::Unknown)?;
        asked.answer.send(answer).map_err(|_| AnswerError::Unknown)
    }
}

/// The approver of one turn.
pub(crate) struct TurnApprover {
    pub(crate) approvals: Arc<ApprovalQueue>,
    pub(crate) turn: TurnId,
    pub(crate) thread: ThreadId,
    /// The owner of the conversation.
    pub(crate) owner: PrincipalId,
    pub(crate) person: Arc<dyn Approver>,
    /// Where an `always` is stored beyond the life of the process.
    pub(crate) memory: Option<Memory>,
    /// The MCP tools that the settings allow when a call is made; `None` if every write needs
    /// approval.
    pub(crate) settings: Option<AllowedAsDescribed>,
    pub(crate) publish: Arc<dyn Fn(TurnEvent) + Send + Sync>,
}

#[async_trait]
impl Approver for TurnApprover {
    async fn ask(&self, question: Question) -> Answer {
        let remembered = (self.thread, remembered_name(&question));
        if lock(&self.approvals.always).contains(&remembered) {
            return Answer::Approve;
        }
        let settings = self
            .settings
            .as_ref()
            .filter(|_| question.described.is_some());
        if settings.is_some_and(|it| lock(it).contains(&remembered.1)) {
            return Answer::Approve;
        }
        let question = Question {
            owner: Some(self.owner.clone()),
            ..question
        };
        let (answer, by_tool) = oneshot::channel();
        let key = (self.turn, question.call_id.clone());
        let open_approvals = PendingApproval {
            question: question.clone(),
            answer,
        };
        lock(&self.approvals.open_approvals).insert(key.clone(), open_approvals);
        let _asked = PendingGuard {
            approvals: &self.approvals,
            key,
        };
        (self.publish)(TurnEvent::Asked {
            turn: self.turn,
            question: question.clone(),
        });
        let answer = tokio::select! {
            Ok(answer) = by_tool => answer,
            answer = self.person.ask(question) => answer,
        };
        if answer == Answer::Always {
            lock(&self.approvals.always).insert(remembered);
            self.remember().await;
        }
        answer
    }
}

/// The name that an `always` is stored under. For an MCP tool, it includes the tool's description,
/// so that one whose description changes needs approval again.
fn remembered_name(question: &Question) -> String {
    match &question.described {
        None => question.tool.clone(),
        Some(described) => name_as_described(&question.tool, described),
    }
}

/// The name of an MCP tool together with its description; a person's permission is stored under
/// this name.
pub fn name_as_described(tool: &str, described: &ContentHash) -> String {
    let hash: String = described.to_string().chars().take(16).collect();
    format!("{tool} {hash}")
}

impl TurnApprover {
    /// Stores the tools that the thread always allows. If that fails, the person is only asked once
    /// more.
    async fn remember(&self) {
        let Some(memory) = &self.memory else { return };
        let tools = self.approvals.allowed_in(self.thread);
        if let Err(error) = memory.write(ALWAYS, &tools).await {
            tracing::warn!(error, "failed to store an always-allowed tool");
        }
    }
}

/// Removes the question however the wait ends: dispatch stops waiting by dropping the future.
struct PendingGuard<'a> {
    approvals: &'a ApprovalQueue,
    key: (TurnId, String),
}

impl Drop for PendingGuard<'_> {
    fn drop(&mut self) {
        lock(&self.approvals.open_approvals).remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use capability::{Impact, NoApprover};

    fn ann() -> Principal {
        Principal::guest("star/human/ann", "ann")
    }

    use model::{FixedWorld, World};
    use serde_json::json;

    fn question() -> Question {
        Question {
            call_id: "c1".into(),
            tool: "generate_image".into(),
            impact: Impact::Spend,
            args: json!({}),
            text: "Paint?".into(),
            removes: None,
            refused: None,
            owner: None,
            described: None,
        }
    }

    fn approver(
        approvals: &Arc<ApprovalQueue>,
        world: &FixedWorld,
        person: Arc<dyn Approver>,
    ) -> TurnApprover {
        let (turn, thread) = (TurnId(world.new_id()), ThreadId(uuid::Uuid::nil()));
        let publish = Arc::new(|_: TurnEvent| {});
        TurnApprover {
            approvals: approvals.clone(),
            turn,
            thread,
            owner: PrincipalId::new("star/human/ann"),
            person,
            memory: None,
            settings: None,
            publish,
        }
    }

    #[tokio::test]
    async fn always_is_remembered_for_the_thread() {
        let (approvals, world) = (Arc::new(ApprovalQueue::default()), FixedWorld::default());
        let asking = approver(&approvals, &world, Arc::new(AnsweredByTool));
        let answering = async { approvals.answer((None, "c1"), Answer::Always, &ann()) };
        let (answer, found) = tokio::join!(biased; asking.ask(question()), answering);
        assert_eq!((answer, found), (Answer::Always, Ok(())));

        let later = approver(&approvals, &world, Arc::new(NoApprover));
        assert_eq!(later.ask(question()).await, Answer::Approve);
    }

    #[tokio::test]
    async fn always_applies_only_to_the_approved_tool_description() {
        let (approvals, world) = (Arc::new(ApprovalQueue::default()), FixedWorld::default());
        let described = |words: &str| Question {
            described: Some(model::ContentHash::of(words.as_bytes())),
            ..question()
        };
        let asking = approver(&approvals, &world, Arc::new(AnsweredByTool));
        let answering = async { approvals.answer((None, "c1"), Answer::Always, &ann()) };
        let asked = asking.ask(described("Makes names."));
        let (answer, _) = tokio::join!(biased; asked, answering);
        assert_eq!(answer, Answer::Always);
        let later = approver(&approvals, &world, Arc::new(NoApprover));
        assert_eq!(later.ask(described("Makes names.")).await, Answer::Approve);
        let changed = later.ask(described("Sends your story away.")).await;
        assert!(matches!(changed, Answer::Reject(_)));
    }

    #[tokio::test]
    async fn methods_allowed_in_settings_apply_at_once_to_the_same_description() {
        let (approvals, world) = (Arc::new(ApprovalQueue::default()), FixedWorld::default());
        let hash = |words: &str| ContentHash::of(words.as_bytes());
        let described = |words: &str| Question {
            described: Some(hash(words)),
            ..question()
        };
        let settings = AllowedAsDescribed::default();
        let mut asking = approver(&approvals, &world, Arc::new(NoApprover));
        asking.settings = Some(Arc::clone(&settings));
        let asked = asking.ask(described("Makes names.")).await;
        assert!(matches!(asked, Answer::Reject(_)));
        let name = name_as_described("generate_image", &hash("Makes names."));
        lock(&settings).insert(name);
        let allowed = asking.ask(described("Makes names.")).await;
        assert_eq!(allowed, Answer::Approve);
        let changed = asking.ask(described("Sends your story away.")).await;
        assert!(matches!(changed, Answer::Reject(_)));
        // It does not allow a tool of our own, whatever its name.
        assert!(matches!(asking.ask(question()).await, Answer::Reject(_)));
    }

    #[tokio::test]
    async fn the_persons_own_approver_can_answer() {
        let (approvals, world) = (Arc::new(ApprovalQueue::default()), FixedWorld::default());
        let asking = approver(&approvals, &world, Arc::new(NoApprover));
        assert!(matches!(asking.ask(question()).await, Answer::Reject(_)));
        assert_eq!(
            approvals.answer((None, "c1"), Answer::Approve, &ann()),
            Err(AnswerError::Unknown)
        );
    }

    #[tokio::test]
    async fn requires_the_turn_when_two_turns_share_a_call_id() {
        let (approvals, world) = (Arc::new(ApprovalQueue::default()), FixedWorld::default());
        let one = approver(&approvals, &world, Arc::new(AnsweredByTool));
        let two = approver(&approvals, &world, Arc::new(AnsweredByTool));
        let answering = async {
            assert_eq!(
                approvals.answer((None, "c1"), Answer::Approve, &ann()),
                Err(AnswerError::Ambiguous)
            );
            approvals
                .answer((Some(one.turn), "c1"), Answer::Approve, &ann())
                .unwrap();
            approvals
                .answer((None, "c1"), Answer::Reject("no".into()), &ann())
                .unwrap();
        };
        let answers = tokio::join!(biased; one.ask(question()), two.ask(question()), answering);
        assert_eq!(answers, (Answer::Approve, Answer::Reject("no".into()), ()));
    }

    #[tokio::test]
    async fn only_its_owner_and_the_owner_of_the_workspace_can_answer() {
        let (approvals, world) = (Arc::new(ApprovalQueue::default()), FixedWorld::default());
        // Another person with the owner's display name.
        let other = Principal::guest("star/human/ann2", "ann");
        for by in [ann(), Principal::owner("Ada")] {
            let asking = approver(&approvals, &world, Arc::new(AnsweredByTool));
            let answering = async {
                let refused = approvals.answer((None, "c1"), Answer::Approve, &other);
                (
                    refused,
                    approvals.answer((None, "c1"), Answer::Approve, &by),
                )
            };
            let answers = tokio::join!(biased; asking.ask(question()), answering);
            let wanted = (
                Answer::Approve,
                (Err(AnswerError::NotYours(ann().id)), Ok(())),
            );
            assert_eq!(answers, wanted, "{by:?}");
        }
    }
}
