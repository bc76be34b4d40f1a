//! Questions to a person: put as events, answered by the tool `answer_request` or by the person's
//! own [`Approver`], whichever comes first. Enter through [`Desk`]. Whether to ask at all is the
//! grant's decision, made at the door.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use capability::{Answer, Approver, Question};
use model::{ThreadId, TurnId};
use tokio::sync::oneshot;

use crate::{Memory, TurnEvent, lock};

/// Under this name the tools allowed for good are kept beside their thread.
const ALWAYS: &str = "always";

/// A person who answers with the tool `answer_request` and not here: for faces that show the
/// question when its event comes.
pub struct AnswerByTool;

#[async_trait]
impl Approver for AnswerByTool {
    async fn ask(&self, _: Question) -> Answer {
        std::future::pending().await
    }
}

/// The questions that wait, and the tools that were allowed for good, by thread.
#[derive(Default)]
pub(crate) struct Desk {
    waiting: Mutex<BTreeMap<(TurnId, String), Waiting>>,
    always: Mutex<HashSet<(ThreadId, String)>>,
}

/// A question that waits, and where its answer goes.
struct Waiting {
    question: Question,
    answer: oneshot::Sender<Answer>,
}

/// Why an answer found no question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoQuestion {
    /// None waits under that call id.
    Unknown,
    /// Several turns wait under that call id; the turn must be named.
    Several,
}

impl Desk {
    /// Takes up the tools that a thread allowed for good before: as they are kept, so that what was
    /// taken back through another program counts too.
    pub(crate) fn take_up(&self, thread: ThreadId, memory: &Memory) {
        let tools: Vec<String> = memory.read(ALWAYS).unwrap_or_default();
        self.set(thread, &tools);
    }

    fn set(&self, thread: ThreadId, tools: &[String]) {
        let mut always = lock(&self.always);
        always.retain(|it| it.0 != thread);
        always.extend(tools.iter().map(|it| (thread, it.clone())));
    }

    /// The tools that a thread allows for good, in order, whether a turn of it began here or not.
    pub(crate) fn allowed(&self, thread: ThreadId, memory: &Memory) -> Vec<String> {
        self.take_up(thread, memory);
        self.allowed_in(thread).into_iter().collect()
    }

    /// Allows these and no others from now on, also within a turn that is under way.
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

    /// The tools that a thread allows for good, in order.
    fn allowed_in(&self, thread: ThreadId) -> BTreeSet<String> {
        let always = lock(&self.always);
        let here = always.iter().filter(|it| it.0 == thread);
        here.map(|it| it.1.clone()).collect()
    }

    /// The questions of a turn that wait.
    pub(crate) fn questions(&self, turn: TurnId) -> Vec<Question> {
        let waiting = lock(&self.waiting);
        let of_turn = waiting.iter().filter(|(key, _)| key.0 == turn);
        of_turn.map(|(_, it)| it.question.clone()).collect()
    }

    /// Hands an answer to the question that waits for it.
    pub(crate) fn answer(
        &self,
        turn: Option<TurnId>,
        call_id: &str,
        answer: Answer,
    ) -> Result<(), NoQuestion> {
        let mut waiting = lock(&self.waiting);
        let mut fitting = waiting
            .keys()
            .filter(|(asked_in, id)| id == call_id && turn.is_none_or(|it| it == *asked_in));
        let key = fitting.next().cloned().ok_or(NoQuestion::Unknown)?;
        if fitting.next().is_some() {
            return Err(NoQuestion::Several);
        }
        let asked = waiting.remove(&key).ok_or(NoQuestion::Unknown)?;
        asked.answer.send(answer).map_err(|_| NoQuestion::Unknown)
    }
}

/// Who is asked during one turn.
pub(crate) struct TurnApprover {
    pub(crate) desk: Arc<Desk>,
    pub(crate) turn: TurnId,
    pub(crate) thread: ThreadId,
    pub(crate) person: Arc<dyn Approver>,
    /// Where *always* outlives the program.
    pub(crate) memory: Option<Memory>,
    pub(crate) publish: Arc<dyn Fn(TurnEvent) + Send + Sync>,
}

#[async_trait]
impl Approver for TurnApprover {
    async fn ask(&self, question: Question) -> Answer {
        let remembered = (self.thread, question.tool.clone());
        if lock(&self.desk.always).contains(&remembered) {
            return Answer::Approve;
        }
        let (answer, by_tool) = oneshot::channel();
        let key = (self.turn, question.call_id.clone());
        let waiting = Waiting {
            question: question.clone(),
            answer,
        };
        lock(&self.desk.waiting).insert(key.clone(), waiting);
        let _asked = Asked {
            desk: &self.desk,
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
            lock(&self.desk.always).insert(remembered);
            self.remember().await;
        }
        answer
    }
}

impl TurnApprover {
    /// Keeps the thread's tools that need no question; a failure costs a question later, no more.
    async fn remember(&self) {
        let Some(memory) = &self.memory else { return };
        let tools = self.desk.allowed_in(self.thread);
        if let Err(error) = memory.write(ALWAYS, &tools).await {
            tracing::warn!(error, "an answer for good could not be kept");
        }
    }
}

/// Takes the question off the desk however the wait ends: the door stops waiting by dropping it.
struct Asked<'a> {
    desk: &'a Desk,
    key: (TurnId, String),
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        lock(&self.desk.waiting).remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use capability::{Impact, NoApprover};
    use model::{FixedWorld, World};
    use serde_json::json;

    fn question() -> Question {
        Question {
            call_id: "c1".into(),
            tool: "generate_image".into(),
            impact: Impact::Spend,
            args: json!({}),
            text: "Paint?".into(),
            refused: None,
        }
    }

    fn approver(desk: &Arc<Desk>, world: &FixedWorld, person: Arc<dyn Approver>) -> TurnApprover {
        let (turn, thread) = (TurnId(world.new_id()), ThreadId(uuid::Uuid::nil()));
        let publish = Arc::new(|_: TurnEvent| {});
        TurnApprover {
            desk: desk.clone(),
            turn,
            thread,
            person,
            memory: None,
            publish,
        }
    }

    #[tokio::test]
    async fn always_is_remembered_for_the_thread() {
        let (desk, world) = (Arc::new(Desk::default()), FixedWorld::default());
        let asking = approver(&desk, &world, Arc::new(AnswerByTool));
        let answering = async { desk.answer(None, "c1", Answer::Always) };
        let (answer, found) = tokio::join!(biased; asking.ask(question()), answering);
        assert_eq!((answer, found), (Answer::Always, Ok(())));

        let later = approver(&desk, &world, Arc::new(NoApprover));
        assert_eq!(later.ask(question()).await, Answer::Approve);
    }

    #[tokio::test]
    async fn the_persons_own_approver_answers_as_well() {
        let (desk, world) = (Arc::new(Desk::default()), FixedWorld::default());
        let asking = approver(&desk, &world, Arc::new(NoApprover));
        assert!(matches!(asking.ask(question()).await, Answer::Reject(_)));
        assert_eq!(
            desk.answer(None, "c1", Answer::Approve),
            Err(NoQuestion::Unknown)
        );
    }

    #[tokio::test]
    async fn one_call_id_in_two_turns_needs_the_turn_to_be_named() {
        let (desk, world) = (Arc::new(Desk::default()), FixedWorld::default());
        let one = approver(&desk, &world, Arc::new(AnswerByTool));
        let two = approver(&desk, &world, Arc::new(AnswerByTool));
        let answering = async {
            assert_eq!(
                desk.answer(None, "c1", Answer::Approve),
                Err(NoQuestion::Several)
            );
            desk.answer(Some(one.turn), "c1", Answer::Approve).unwrap();
            desk.answer(None, "c1", Answer::Reject("no".into()))
                .unwrap();
        };
        let answers = tokio::join!(biased; one.ask(question()), two.ask(question()), answering);
        assert_eq!(answers, (Answer::Approve, Answer::Reject("no".into()), ()));
    }
}
