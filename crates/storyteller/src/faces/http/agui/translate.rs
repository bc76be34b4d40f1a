//! Events of a turn as those of AG-UI 1.0. Pure; enter through [`Translator::turn`]. At the end the
//! whole thread goes over once (`MESSAGES_SNAPSHOT`), so that a client holds the same messages, under
//! the same ids, as the history gives.

use capability::ErrorReport;
use model::TurnId;
use runner::{Ending, TurnEvent, TurnOutcome};
use serde_json::{Value, json};

use super::messages;

/// Tells one run.
pub(super) struct Translator {
    thread: String,
    run: String,
    /// Counts the messages that stream; their ids hold until the snapshot.
    count: u32,
    /// The message whose words are streaming.
    open: Option<String>,
    /// The words since the last call.
    words: String,
}

impl Translator {
    pub(super) fn new(thread: String, run: String) -> Self {
        Self {
            thread,
            run,
            count: 0,
            open: None,
            words: String::new(),
        }
    }

    /// One event of the turn; `snapshot` reads the thread when it is over.
    pub(super) fn turn(
        &mut self,
        event: &TurnEvent,
        snapshot: impl FnOnce() -> Option<Vec<Value>>,
    ) -> Vec<Value> {
        match event {
            TurnEvent::TurnBegan { .. } => vec![self.started()],
            TurnEvent::Text { text, .. } => self.more_words(text),
            TurnEvent::ToolCallBegan {
                call_id,
                name,
                args,
                ..
            } => {
                let mut events = self.end_words();
                self.words.clear();
                events.extend([
                    json!({ "type": "TOOL_CALL_START", "toolCallId": call_id, "toolCallName": name }),
                    json!({ "type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": args.to_string() }),
                    json!({ "type": "TOOL_CALL_END", "toolCallId": call_id }),
                ]);
                events
            }
            TurnEvent::ToolAnswered { output, .. } => {
                let mut events = self.end_words();
                events.push(json!({
                    "type": "TOOL_CALL_RESULT",
                    "messageId": self.next_id(),
                    "toolCallId": output.tool_call_id,
                    "content": output.content(),
                    "role": "tool",
                    "metadata": messages::metadata(output),
                }));
                events
            }
            TurnEvent::ContextShown { sizes, story, .. } => {
                vec![custom(
                    "context_shown",
                    json!({ "sizes": sizes, "story": story }),
                )]
            }
            TurnEvent::Asked { question, .. } => vec![custom("asked", json!(question))],
            TurnEvent::Retrying {
                attempt,
                after_ms,
                reason,
                ..
            } => {
                let mut events = self.end_words();
                self.words.clear();
                let told = json!({ "attempt": attempt, "afterMs": after_ms, "reason": reason });
                events.push(custom("retrying", told));
                events
            }
            TurnEvent::WordsVoid { .. } => {
                let mut events = self.end_words();
                self.words.clear();
                events.push(custom("words_void", json!({})));
                events
            }
            TurnEvent::Thinking { .. } => Vec::new(),
            TurnEvent::TurnEnded { outcome, .. } => self.ended(outcome, snapshot()),
        }
    }

    /// A run that never began.
    pub(super) fn refused(&mut self, report: &ErrorReport) -> Vec<Value> {
        let error = json!({ "type": "RUN_ERROR", "message": report.message, "code": report.code });
        vec![self.started(), error]
    }

    fn started(&self) -> Value {
        json!({
            "type": "RUN_STARTED",
            "threadId": self.thread,
            "runId": self.run,
            "protocolVersion": "1.0",
        })
    }

    fn next_id(&mut self) -> String {
        self.count += 1;
        format!("{}-{}", self.run, self.count)
    }

    fn more_words(&mut self, text: &str) -> Vec<Value> {
        let mut events = Vec::new();
        let id = match &self.open {
            Some(id) => id.clone(),
            None => {
                let id = self.next_id();
                events.push(
                    json!({ "type": "TEXT_MESSAGE_START", "messageId": id, "role": "assistant" }),
                );
                self.open.insert(id).clone()
            }
        };
        self.words.push_str(text);
        if !text.is_empty() {
            events.push(json!({ "type": "TEXT_MESSAGE_CONTENT", "messageId": id, "delta": text }));
        }
        events
    }

    fn end_words(&mut self) -> Vec<Value> {
        let ended = self.open.take();
        let event = |id| json!({ "type": "TEXT_MESSAGE_END", "messageId": id });
        ended.map(event).into_iter().collect()
    }

    fn ended(&mut self, outcome: &TurnOutcome, snapshot: Option<Vec<Value>>) -> Vec<Value> {
        // What did not stream: a closing line of the program's own.
        let rest = outcome.text.strip_prefix(&self.words).map(str::to_owned);
        let rest = rest.unwrap_or_else(|| outcome.text.clone());
        let mut events = if rest.is_empty() {
            Vec::new()
        } else {
            self.more_words(&rest)
        };
        events.extend(self.end_words());
        if let Some(messages) = snapshot {
            events.push(json!({ "type": "MESSAGES_SNAPSHOT", "messages": messages }));
        }
        events.push(match outcome.ending {
            Ending::Failed => {
                json!({ "type": "RUN_ERROR", "message": outcome.text, "code": "UNAVAILABLE" })
            }
            Ending::Refused => {
                json!({ "type": "RUN_ERROR", "message": outcome.text, "code": "REFUSED" })
            }
            ending => {
                let outcome_type = if ending == Ending::Cancelled {
                    "cancelled"
                } else {
                    "success"
                };
                json!({
                    "type": "RUN_FINISHED",
                    "threadId": self.thread,
                    "runId": self.run,
                    "outcome": { "type": outcome_type },
                })
            }
        });
        events
    }
}

/// An event of ours that the protocol has no name for.
pub(super) fn custom(name: &str, value: Value) -> Value {
    json!({ "type": "CUSTOM", "name": name, "value": value })
}

/// The turn an event belongs to.
pub(super) fn turn_of(event: &TurnEvent) -> Option<TurnId> {
    match event {
        TurnEvent::TurnBegan { turn, .. }
        | TurnEvent::ContextShown { turn, .. }
        | TurnEvent::Text { turn, .. }
        | TurnEvent::Thinking { turn, .. }
        | TurnEvent::ToolCallBegan { turn, .. }
        | TurnEvent::ToolAnswered { turn, .. }
        | TurnEvent::Asked { turn, .. }
        | TurnEvent::Retrying { turn, .. }
        | TurnEvent::WordsVoid { turn }
        | TurnEvent::TurnEnded { turn, .. } => Some(*turn),
    }
}
