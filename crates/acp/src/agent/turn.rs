//! One instruction of an editor: a turn of the assistant, with updates while it runs.

use std::sync::Arc;

use agent_client_protocol_schema::v1::{
    Error, PromptRequest, PromptResponse, SessionId, SessionUpdate, StopReason, ToolKind, Usage,
};
use capability::Caller;
use host::interfaces::attachments;
use host::{EventKind, Failure};
use messages::format;
use model::conversation::Ending;
use model::{ThreadId, TurnId};
use runner::{Instruction, SendError, TurnEvent, TurnOutcome};
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use super::prompt::Prompt;
use super::questions::EditorApprover;
use super::updates::{Announced, answered, chunk, kind_of, tell};
use super::{EditorAgent, error_of};
use crate::wire::said;

/// The longest title of a conversation, in characters.
const TITLE: usize = 60;

impl EditorAgent {
    /// Carries out an instruction.
    pub(crate) async fn prompt(&self, request: PromptRequest) -> Result<PromptResponse, Error> {
        let session = request.session_id;
        let stop = self.stop.child_token();
        let (thread, autonomy) = self.sessions.enter(&session, &stop)?;
        let _leave = Leave {
            agent: self,
            session: &session,
        };
        let prompt = Prompt::of(request.prompt, self.options.takes_pictures)?;
        let thread = match thread {
            Some(thread) => thread,
            None => self.begin_thread(&session, &prompt.text).await?,
        };
        let announced = Arc::new(Announced::default());
        let approver = EditorApprover {
            peer: self.peer.clone(),
            session: session.clone(),
            language: self.options.language,
            announced: Arc::clone(&announced),
        };
        let person = self.studio.person("acp", Arc::new(approver));
        let stored = attachments::store_all(&self.studio, &person, prompt.pictures).await;
        let instruction = Instruction {
            thread: Some(thread),
            node: self.options.node,
            text: prompt.text,
            pictures: stored.map_err(|failure| error_of(&failure))?,
            autonomy,
            message_id: None,
        };
        let mut telling = Telling {
            agent: self,
            session: &session,
            thread,
            turn: None,
            words: String::new(),
            announced: &announced,
            is_told: false,
        };
        let outcome = telling.run(instruction, &person, &stop).await?;
        telling.end(outcome).await
    }

    /// Creates the conversation of a session, which is found by the session's id from then on.
    async fn begin_thread(&self, session: &SessionId, text: &str) -> Result<ThreadId, Error> {
        let line = text.trim().lines().next().unwrap_or_default();
        let title: String = line.chars().take(TITLE).collect();
        let args = json!({ "title": title, "client_id": &*session.0 });
        let begun = self.call("create_thread", args).await?;
        let thread = serde_json::from_value(begun["thread"].clone())
            .map_err(|error| said(Error::internal_error(), error))?;
        self.sessions.set_thread(session, thread);
        Ok(thread)
    }
}

/// Releases the session however an instruction ends.
struct Leave<'a> {
    agent: &'a EditorAgent,
    session: &'a SessionId,
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.agent.sessions.leave(self.session);
    }
}

/// A turn and what the editor has been sent of it.
struct Telling<'a> {
    agent: &'a EditorAgent,
    session: &'a SessionId,
    thread: ThreadId,
    turn: Option<TurnId>,
    /// Text since the last tool call: the final text if the turn ends now.
    words: String,
    announced: &'a Announced,
    /// Whether its last event was sent, or events were missed, possibly including the last one.
    is_told: bool,
}

impl Telling<'_> {
    async fn run(
        &mut self,
        instruction: Instruction,
        person: &Caller,
        stop: &CancellationToken,
    ) -> Result<TurnOutcome, Error> {
        let studio = &self.agent.studio;
        let mut events = studio.events();
        let sending = studio.send(instruction, person);
        tokio::pin!(sending);
        let mut outcome = None;
        let mut is_stopping = false;
        loop {
            if self.is_told
                && let Some(outcome) = outcome.take()
            {
                return Ok(outcome);
            }
            tokio::select! {
                biased;
                event = events.recv() => match event {
                    Ok(event) => {
                        if let EventKind::Turn(event) = &event.kind {
                            self.tell(event).await;
                        }
                        if let (true, Some(turn)) = (is_stopping, self.turn) {
                            studio.cancel(turn);
                        }
                    }
                    // The final text replaces what was missed.
                    Err(RecvError::Lagged(_) | RecvError::Closed) => {
                        self.words.clear();
                        self.is_told = true;
                        if outcome.is_none() {
                            outcome = Some(ended(sending.as_mut().await)?);
                        }
                    }
                },
                sent = sending.as_mut(), if outcome.is_none() => outcome = Some(ended(sent)?),
                () = stop.cancelled(), if !is_stopping => {
                    is_stopping = true;
                    if let Some(turn) = self.turn {
                        studio.cancel(turn);
                    }
                }
            }
        }
    }

    /// Sends one event of this turn.
    async fn tell(&mut self, event: &TurnEvent) {
        match event {
            TurnEvent::TurnBegan { turn, thread, .. } if *thread == self.thread => {
                self.turn = Some(*turn);
            }
            TurnEvent::Text { turn, text } if self.is(*turn) => {
                self.words.push_str(text);
                self.update(SessionUpdate::AgentMessageChunk(chunk(text)))
                    .await;
            }
            TurnEvent::Thinking { turn, text } if self.is(*turn) => {
                self.update(SessionUpdate::AgentThoughtChunk(chunk(text)))
                    .await;
            }
            TurnEvent::ToolCallBegan {
                turn,
                call_id,
                name,
                args,
            } if self.is(*turn) => {
                let spec = self.agent.studio.registry().spec(name);
                let kind = spec.map_or(ToolKind::Other, |it| kind_of(it.impact));
                let call = (&**call_id, &**name, args);
                self.announced
                    .announce(&self.agent.peer, self.session, call, kind)
                    .await;
            }
            TurnEvent::ToolAnswered { turn, output } if self.is(*turn) => {
                self.words.clear();
                self.update(SessionUpdate::ToolCallUpdate(answered(output)))
                    .await;
            }
            TurnEvent::Retrying { turn, .. } | TurnEvent::TextDiscarded { turn }
                if self.is(*turn) =>
            {
                self.discard().await;
            }
            TurnEvent::TurnEnded { turn, .. } if self.is(*turn) => self.is_told = true,
            _ => {}
        }
    }

    /// Tells the editor that the text since the last call does not count: sent text cannot be taken
    /// back.
    async fn discard(&mut self) {
        if std::mem::take(&mut self.words).is_empty() {
            return;
        }
        let note = format(self.agent.options.language, "editor-discarded", &[]);
        let note = chunk(format!("\n\n*{note}*\n\n"));
        self.update(SessionUpdate::AgentMessageChunk(note)).await;
    }

    /// Sends the rest of the final text, and why the turn ended.
    async fn end(&self, outcome: TurnOutcome) -> Result<PromptResponse, Error> {
        let stop = match outcome.ending {
            Ending::Done => StopReason::EndTurn,
            Ending::Bounded => StopReason::MaxTurnRequests,
            Ending::Refused => StopReason::Refusal,
            Ending::Cancelled => StopReason::Cancelled,
            Ending::Failed => {
                let code = match outcome.failure.as_deref() {
                    Some("unauthorized") => Error::auth_required().code,
                    _ => Error::internal_error().code,
                };
                return Err(Error::new(code.into(), outcome.text));
            }
        };
        let (words, text) = (self.words.trim(), outcome.text.trim());
        let rest = text.strip_prefix(words).unwrap_or(text);
        if !rest.is_empty() {
            let between = if words.is_empty() || rest.len() < text.len() {
                ""
            } else {
                "\n\n"
            };
            let rest = chunk(format!("{between}{rest}"));
            self.update(SessionUpdate::AgentMessageChunk(rest)).await;
        }
        let used = outcome.spent.usage;
        let (input, output) = (used.input_tokens, used.output_tokens);
        let used = (input + output > 0).then(|| {
            Usage::new(input + output, input, output).cached_read_tokens(used.cached_tokens)
        });
        Ok(PromptResponse::new(stop).usage(used))
    }

    fn is(&self, turn: TurnId) -> bool {
        self.turn == Some(turn)
    }

    async fn update(&self, update: SessionUpdate) {
        tell(&self.agent.peer, self.session, update).await;
    }
}

fn ended(sent: Result<TurnOutcome, SendError>) -> Result<TurnOutcome, Error> {
    sent.map_err(|refused| error_of(&Failure::from(refused)))
}
