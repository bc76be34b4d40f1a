//! Runs a turn and sends its events to the reader of its run. A question ends the run but not the
//! turn, which continues in the run that answers. Enter through [`RunDriver::run`].

use std::sync::Arc;
use std::time::Duration;

use capability::{Caller, Code, Question};
use model::conversation::{ChatMessage, Role};
use model::{MessageId, ThreadId, TurnId};
use runner::{Instruction, TurnEvent, TurnOutcome};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::messages;
use super::runs::{EventSender, PendingQuestion, ResumedRun, Runs};
use super::translate::{self, LineCounts, Translator};
use host::Failure;
use host::interfaces::wire;
use host::{Event, EventKind, Studio};

/// How long the end event of a finished turn may take to reach its listeners.
const END_EVENT_TIMEOUT: Duration = Duration::from_secs(5);
/// How many rows of a thread are read at once.
const PAGE: usize = 500;

/// One turn and its current run.
pub(super) struct RunDriver {
    pub(super) studio: Studio,
    pub(super) runs: Arc<Runs>,
    /// Who gave the instruction.
    pub(super) caller: Caller,
    /// The client's id of the thread, and ours.
    pub(super) thread: String,
    pub(super) thread_id: ThreadId,
    pub(super) run: String,
    pub(super) translator: Translator,
    /// `None` while the turn waits for an answer.
    pub(super) reader: Option<EventSender>,
    pub(super) turn: Option<TurnId>,
}

/// The reader has disconnected.
struct ReaderGone;

/// What to do after an event.
enum Next {
    Continue,
    Done,
}

impl RunDriver {
    /// Runs an instruction to its end. If the reader disconnects, the turn is stopped in an orderly
    /// way.
    pub(super) async fn run(mut self, instruction: Instruction) {
        let words = instruction.text.trim().to_owned();
        let mut events_in = self.studio.events();
        let caller = self.caller.clone();
        let _stop = caller.cancelled.clone().drop_guard();
        let studio = self.studio.clone();
        let sending = studio.send(instruction, &caller);
        tokio::pin!(sending);
        let (resume, mut resumes) = mpsc::channel(1);
        let mut outcome: Option<TurnOutcome> = None;
        loop {
            let reader = self.reader.clone();
            let received = tokio::select! {
                biased;
                // Handled before events: the turn continues only after its new reader is
                // registered, so that no event after the answer is lost.
                Some(ResumedRun { run, reader }) = resumes.recv() => {
                    if let Some(turn) = self.turn {
                        self.runs.register(&run, &self.studio, turn);
                    }
                    self.reader = Some(reader);
                    let events = self.translator.resumed(run.clone());
                    self.run = run;
                    self.send(events).await.map(|()| Next::Continue)
                }
                event = events_in.recv() => match event {
                    Ok(event) => self.on_event(&event, &words, &resume).await,
                    Err(RecvError::Lagged(_)) => {
                        self.translator.mark_out_of_sync();
                        Ok(Next::Continue)
                    }
                    Err(RecvError::Closed) => Ok(Next::Done),
                },
                ended = &mut sending, if outcome.is_none() => match ended {
                    Ok(ended) => {
                        outcome = Some(ended);
                        Ok(Next::Continue)
                    }
                    Err(error) => {
                        let failure = Failure::from(error);
                        let events = self.translator.refused(failure.report());
                        self.send(events).await.map(|()| Next::Done)
                    }
                },
                // This listener has missed the end event.
                () = tokio::time::sleep(END_EVENT_TIMEOUT), if outcome.is_some() => {
                    self.translator.mark_out_of_sync();
                    let ended = outcome.take();
                    match &ended {
                        Some(ended) => self.end(ended).await.map(|()| Next::Done),
                        None => Ok(Next::Done),
                    }
                }
                () = closed(reader) => Err(ReaderGone),
            };
            if !matches!(received, Ok(Next::Continue)) {
                break;
            }
        }
        if let Some(turn) = self.turn {
            self.runs.finish(turn);
        }
    }

    async fn on_event(
        &mut self,
        event: &Event,
        words: &str,
        resume: &mpsc::Sender<ResumedRun>,
    ) -> Result<Next, ReaderGone> {
        let frames = match &event.kind {
            EventKind::Turn(frames) => frames,
            EventKind::DataChanged(_) if self.turn.is_some() => {
                let changed = translate::custom("data:changed", wire::event(event));
                return self.send(vec![changed]).await.map(|()| Next::Continue);
            }
            _ => return Ok(Next::Continue),
        };
        if let TurnEvent::TurnBegan {
            turn,
            thread,
            instruction,
            ..
        } = frames
            && self.turn.is_none()
            && *thread == self.thread_id
            && instruction == words
        {
            self.turn = Some(*turn);
            self.runs.register(&self.run, &self.studio, *turn);
        }
        if self.turn != Some(translate::turn_of(frames)) {
            return Ok(Next::Continue);
        }
        match frames {
            TurnEvent::TurnEnded { outcome, .. } => self.end(outcome).await.map(|()| Next::Done),
            TurnEvent::Asked { question, .. } => {
                self.ask(question, resume).await.map(|()| Next::Continue)
            }
            frames => {
                let events = self.translator.turn(frames);
                self.send(events).await.map(|()| Next::Continue)
            }
        }
    }

    /// Ends the run at a question; the reader is released before anybody can answer it.
    async fn ask(
        &mut self,
        question: &Question,
        resume: &mpsc::Sender<ResumedRun>,
    ) -> Result<(), ReaderGone> {
        let events = self.translator.interrupted(question);
        if let Some(turn) = self.turn {
            let waiting = PendingQuestion {
                turn,
                call: question.call_id.clone(),
                interrupt: self.translator.interrupt_id(&question.call_id),
                resume: resume.clone(),
            };
            let story = self.studio.store().story_id();
            self.runs.add_pending(story, &self.thread, waiting);
        }
        self.send(events).await?;
        self.reader = None;
        Ok(())
    }

    async fn end(&mut self, outcome: &TurnOutcome) -> Result<(), ReaderGone> {
        self.turn.get_or_insert(outcome.turn);
        let thread = self.thread_id.to_string();
        // The turn may have been cancelled; its messages are read all the same.
        let reader = Caller {
            cancelled: CancellationToken::new(),
            ..self.caller.clone()
        };
        let newest = page(&self.studio, &reader, &thread, None).await;
        let lines = count_lines(&newest.unwrap_or_default(), outcome.turn);
        let (mut events, is_out_of_sync) = self.translator.last_words(outcome, lines);
        let whole = match is_out_of_sync {
            true => read(&self.studio, &reader, &thread).await.ok(),
            false => None,
        };
        let whole = whole.map(|it| messages::to_agui(&it));
        events.extend(self.translator.ended(outcome, whole));
        self.send(events).await
    }

    async fn send(&mut self, events: Vec<Value>) -> Result<(), ReaderGone> {
        let Some(reader) = &self.reader else {
            if !events.is_empty() {
                self.translator.mark_out_of_sync();
            }
            return Ok(());
        };
        for event in events {
            reader.send(event).await.map_err(|_| ReaderGone)?;
        }
        Ok(())
    }
}

/// Waits until a reader disconnects; forever if there is none.
async fn closed(reader: Option<EventSender>) {
    match reader {
        Some(reader) => reader.closed().await,
        None => std::future::pending().await,
    }
}

/// Counts the messages of a turn in a thread.
fn count_lines(rows: &[ChatMessage], turn: TurnId) -> LineCounts {
    let mut lines = LineCounts::default();
    for row in rows.iter().filter(|it| it.turn == turn) {
        match row.role {
            Role::System => lines.of_program += 1,
            _ => lines.of_turn += 1,
        }
    }
    lines
}

/// A whole thread, oldest message first.
pub(super) async fn read(
    studio: &Studio,
    caller: &Caller,
    thread: &str,
) -> Result<Vec<ChatMessage>, Failure> {
    let mut rows: Vec<ChatMessage> = Vec::new();
    loop {
        let before = rows.first().map(|it| it.id);
        let page = page(studio, caller, thread, before).await?;
        let is_first = page.len() < PAGE;
        rows.splice(0..0, page);
        if is_first {
            return Ok(rows);
        }
    }
}

/// The newest messages of a thread, or those before one.
async fn page(
    studio: &Studio,
    caller: &Caller,
    thread: &str,
    before: Option<MessageId>,
) -> Result<Vec<ChatMessage>, Failure> {
    let call = super::call(
        "thread_history",
        json!({ "thread": thread, "limit": PAGE, "before": before }),
    );
    let mut data = studio.call_for_data(caller, call).await?;
    serde_json::from_value(data["messages"].take())
        .map_err(|error| Failure::new(Code::Internal, error.to_string()))
}
