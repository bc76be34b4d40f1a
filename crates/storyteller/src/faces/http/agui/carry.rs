//! Carries a turn and tells it to whoever reads its run. A question ends the run and not the turn,
//! which goes on in the run that answers. Enter through [`Carrier::run`].

use std::sync::Arc;
use std::time::Duration;

use capability::{Caller, Question};
use model::talk::{ChatMessage, Role};
use model::{ThreadId, TurnId};
use runner::{AnswerByTool, Instruction, TurnEvent, TurnOutcome};
use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::messages;
use super::runs::{Reader, Resumed, Runs, Waiting};
use super::translate::{self, Lines, Translator};
use crate::faces::{Failure, wire};
use crate::{Event, Happening, Studio};

/// How long the end of a turn that is over may be on its way to its listeners.
const ON_ITS_WAY: Duration = Duration::from_secs(5);
/// How many rows of a thread are read at once.
const PAGE: usize = 500;

/// One turn and the run it is told as.
pub(super) struct Carrier {
    pub(super) studio: Studio,
    pub(super) runs: Arc<Runs>,
    pub(super) stop: CancellationToken,
    /// The client's name of the thread, and ours.
    pub(super) thread: String,
    pub(super) known: ThreadId,
    pub(super) run: String,
    pub(super) translator: Translator,
    /// None while the turn waits for an answer.
    pub(super) reader: Option<Reader>,
    pub(super) turn: Option<TurnId>,
}

/// The reader has gone.
struct Gone;

/// What becomes of the telling after an event.
enum Next {
    Listen,
    Over,
}

impl Carrier {
    /// Carries an instruction to its end. A reader that goes away stops the turn in good order.
    pub(super) async fn run(mut self, instruction: Instruction) {
        let words = instruction.text.trim().to_owned();
        let mut heard = self.studio.events();
        let caller = Caller {
            cancelled: self.stop.child_token(),
            ..self.studio.person("agui", Arc::new(AnswerByTool))
        };
        let _stop = caller.cancelled.clone().drop_guard();
        let studio = self.studio.clone();
        let sending = studio.send(instruction, &caller);
        tokio::pin!(sending);
        let (resume, mut resumes) = mpsc::channel(1);
        let mut outcome: Option<TurnOutcome> = None;
        loop {
            let reader = self.reader.clone();
            let told = tokio::select! {
                biased;
                // Before what is heard: the turn goes on only after its new reader is handed over, so
                // nothing of what follows the answer is heard by nobody.
                Some(Resumed { run, reader }) = resumes.recv() => {
                    if let Some(turn) = self.turn {
                        self.runs.began(&run, &self.studio, turn);
                    }
                    self.reader = Some(reader);
                    let events = self.translator.resumed(run.clone());
                    self.run = run;
                    self.tell(events).await.map(|()| Next::Listen)
                }
                event = heard.recv() => match event {
                    Ok(event) => self.hear(&event, &words, &resume).await,
                    Err(RecvError::Lagged(_)) => {
                        self.translator.missed();
                        Ok(Next::Listen)
                    }
                    Err(RecvError::Closed) => Ok(Next::Over),
                },
                ended = &mut sending, if outcome.is_none() => match ended {
                    Ok(ended) => {
                        outcome = Some(ended);
                        Ok(Next::Listen)
                    }
                    Err(error) => {
                        let failure = Failure::from(error);
                        let events = self.translator.refused(failure.report());
                        self.tell(events).await.map(|()| Next::Over)
                    }
                },
                // The end was among what this listener missed.
                () = tokio::time::sleep(ON_ITS_WAY), if outcome.is_some() => {
                    self.translator.missed();
                    let ended = outcome.take();
                    match &ended {
                        Some(ended) => self.end(ended).await.map(|()| Next::Over),
                        None => Ok(Next::Over),
                    }
                }
                () = closed(reader) => Err(Gone),
            };
            if !matches!(told, Ok(Next::Listen)) {
                break;
            }
        }
        if let Some(turn) = self.turn {
            self.runs.over(turn);
        }
    }

    async fn hear(
        &mut self,
        event: &Event,
        words: &str,
        resume: &mpsc::Sender<Resumed>,
    ) -> Result<Next, Gone> {
        let said = match &event.happening {
            Happening::Turn(said) => said,
            Happening::DataChanged(_) if self.turn.is_some() => {
                let changed = translate::custom("data:changed", wire::event(event));
                return self.tell(vec![changed]).await.map(|()| Next::Listen);
            }
            _ => return Ok(Next::Listen),
        };
        if let TurnEvent::TurnBegan {
            turn,
            thread,
            instruction,
            ..
        } = said
            && self.turn.is_none()
            && *thread == self.known
            && instruction == words
        {
            self.turn = Some(*turn);
            self.runs.began(&self.run, &self.studio, *turn);
        }
        if self.turn != Some(translate::turn_of(said)) {
            return Ok(Next::Listen);
        }
        match said {
            TurnEvent::TurnEnded { outcome, .. } => self.end(outcome).await.map(|()| Next::Over),
            TurnEvent::Asked { question, .. } => {
                self.ask(question, resume).await.map(|()| Next::Listen)
            }
            said => {
                let events = self.translator.turn(said);
                self.tell(events).await.map(|()| Next::Listen)
            }
        }
    }

    /// The run ends at a question; the reader is let go before anybody can answer it.
    async fn ask(
        &mut self,
        question: &Question,
        resume: &mpsc::Sender<Resumed>,
    ) -> Result<(), Gone> {
        let events = self.translator.interrupted(question);
        if let Some(turn) = self.turn {
            let waiting = Waiting {
                turn,
                call: question.call_id.clone(),
                interrupt: self.translator.interrupt_id(&question.call_id),
                resume: resume.clone(),
            };
            let story = self.studio.store().story_id();
            self.runs.waits(story, &self.thread, waiting);
        }
        self.tell(events).await?;
        self.reader = None;
        Ok(())
    }

    async fn end(&mut self, outcome: &TurnOutcome) -> Result<(), Gone> {
        self.turn.get_or_insert(outcome.turn);
        let lines = self.lines(outcome.turn);
        let (studio, known) = (self.studio.clone(), self.known);
        let thread = || read(&studio, known).ok().map(|it| messages::all(&it));
        let events = self.translator.ended(outcome, lines, thread);
        self.tell(events).await
    }

    /// What the thread has of a turn.
    fn lines(&self, turn: TurnId) -> Lines {
        let rows = self.studio.store().messages(self.known, None, PAGE);
        let mut lines = Lines::default();
        for row in rows.unwrap_or_default().iter().filter(|it| it.turn == turn) {
            match row.role {
                Role::System => lines.of_program += 1,
                _ => lines.of_turn += 1,
            }
        }
        lines
    }

    async fn tell(&mut self, events: Vec<Value>) -> Result<(), Gone> {
        let Some(reader) = &self.reader else {
            if !events.is_empty() {
                self.translator.missed();
            }
            return Ok(());
        };
        for event in events {
            reader.send(event).await.map_err(|_| Gone)?;
        }
        Ok(())
    }
}

/// Waits until a reader goes away; for ever where there is none.
async fn closed(reader: Option<Reader>) {
    match reader {
        Some(reader) => reader.closed().await,
        None => std::future::pending().await,
    }
}

/// A whole thread, oldest message first.
pub(super) fn read(studio: &Studio, thread: ThreadId) -> Result<Vec<ChatMessage>, Failure> {
    let mut rows = Vec::new();
    loop {
        let before = rows.first().map(|it: &ChatMessage| it.id);
        let page = studio.store().messages(thread, before, PAGE)?;
        let is_first = page.len() < PAGE;
        rows.splice(0..0, page);
        if is_first {
            return Ok(rows);
        }
    }
}
