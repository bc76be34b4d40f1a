//! Events of a turn as those of AG-UI 1.0. Pure; enter through [`Translator::turn`]. A reader that
//! keeps what it hears holds the same messages, under the same ids, as the history gives; only where
//! words were void or something was missed does the whole thread go over once
//! (`MESSAGES_SNAPSHOT`).

use capability::{ErrorReport, Question};
use model::TurnId;
use model::conversation::Ending;
use runner::{TurnEvent, TurnOutcome};
use serde_json::{Value, json};

use super::messages;

/// Tells one turn, over as many runs as its questions divide it into.
pub(super) struct Translator {
    thread: String,
    run: String,
    turn: Option<TurnId>,
    /// Whether this run has started.
    run_started: bool,
    /// The lines of the turn so far, the person's words first; the program's own aside.
    lines: u32,
    /// The line that the reply under way is.
    reply: Option<u32>,
    /// What is streaming.
    open: Option<OpenMessage>,
    /// The words since the last request.
    words: String,
    /// What a reader holds is not what the thread has.
    out_of_sync: bool,
}

/// A message that streams.
#[derive(Clone, PartialEq, Eq)]
enum OpenMessage {
    Text(String),
    Thinking(String),
}

impl Translator {
    pub(super) fn new(thread: String, run: String) -> Self {
        Self {
            thread,
            run,
            turn: None,
            run_started: false,
            lines: 1,
            reply: None,
            open: None,
            words: String::new(),
            out_of_sync: false,
        }
    }

    /// One event of the turn but its end.
    pub(super) fn turn(&mut self, event: &TurnEvent) -> Vec<Value> {
        match event {
            TurnEvent::TurnBegan { turn, .. } => {
                self.turn = Some(*turn);
                self.started()
            }
            TurnEvent::Text { text, .. } => self.append_text(text),
            TurnEvent::Thinking { text, .. } => self.append_thinking(text),
            TurnEvent::ToolCallBegan {
                call_id,
                name,
                args,
                ..
            } => self.tool_call_events(call_id, name, args),
            TurnEvent::ToolAnswered { output, .. } => {
                let mut events = self.close();
                let line = self.next_line();
                events.push(json!({
                    "type": "TOOL_CALL_RESULT",
                    "messageId": self.id_of(line),
                    "toolCallId": output.tool_call_id,
                    "content": output.content(),
                    "role": "tool",
                    "metadata": messages::metadata(output),
                }));
                events
            }
            TurnEvent::ContextShown { sizes, story, .. } => {
                // A request is about to go out: what comes now is another reply.
                let mut events = self.close();
                self.reply = None;
                self.words.clear();
                let shown = json!({ "sizes": sizes, "story": story });
                events.push(custom("context_shown", shown));
                events
            }
            TurnEvent::Asked { question, .. } => self.interrupted(question),
            TurnEvent::Retrying {
                attempt,
                after_ms,
                reason,
                ..
            } => {
                let mut events = self.close();
                self.out_of_sync |= !self.words.is_empty();
                self.words.clear();
                let retry = json!({ "attempt": attempt, "afterMs": after_ms, "reason": reason });
                events.push(custom("retrying", retry));
                events
            }
            TurnEvent::TextDiscarded { .. } => {
                let mut events = self.close();
                self.out_of_sync |= !self.words.is_empty();
                self.words.clear();
                events.push(custom("text_discarded", json!({})));
                events
            }
            TurnEvent::TurnEnded { .. } => Vec::new(),
        }
    }

    /// Goes on in another run, whose reader was told nothing since the last one ended.
    pub(super) fn resumed(&mut self, run: String) -> Vec<Value> {
        self.run = run;
        self.run_started = false;
        self.started()
    }

    /// Something went by that no reader was told.
    pub(super) fn mark_out_of_sync(&mut self) {
        self.out_of_sync = true;
    }

    /// A run that never began, or broke off.
    pub(super) fn refused(&mut self, report: &ErrorReport) -> Vec<Value> {
        let mut events = self.close();
        events.extend(self.started());
        events.push(json!({
            "type": "RUN_ERROR", "message": report.message, "code": report.code,
        }));
        events
    }

    /// The last words of the turn, and whether its reader has to be given the whole thread. `lines`
    /// counts the lines that the thread has of this turn.
    pub(super) fn last_words(
        &mut self,
        outcome: &TurnOutcome,
        lines: LineCounts,
    ) -> (Vec<Value>, bool) {
        let mut events = self.started();
        // What did not stream: a closing line of the program's own.
        let rest = outcome.text.strip_prefix(&self.words).map(str::to_owned);
        self.out_of_sync |= rest.is_none();
        let rest = rest.unwrap_or_else(|| outcome.text.clone());
        if !rest.is_empty() {
            if outcome.ending != Ending::Done && self.words.is_empty() {
                self.reply = None;
            }
            events.extend(self.append_text(&rest));
        }
        events.extend(self.close());
        let out_of_sync = self.out_of_sync || lines.of_program > 0 || lines.of_turn != self.lines;
        (events, out_of_sync)
    }

    /// The end of the turn, after its last words, with the whole thread where the reader needs it.
    pub(super) fn ended(
        &mut self,
        outcome: &TurnOutcome,
        thread: Option<Vec<Value>>,
    ) -> Vec<Value> {
        let snapshot = thread.map(|it| json!({ "type": "MESSAGES_SNAPSHOT", "messages": it }));
        let mut events = Vec::from_iter(snapshot);
        events.push(match outcome.ending {
            Ending::Done => self.finished(outcome, json!({ "type": "success" })),
            Ending::Cancelled => self.finished(outcome, json!({ "type": "cancelled" })),
            Ending::Bounded => self.run_error(outcome, "BOUNDED"),
            Ending::Refused => self.run_error(outcome, "REFUSED"),
            Ending::Failed => {
                let word = outcome.failure.as_deref().unwrap_or("UNAVAILABLE");
                self.run_error(outcome, &word.to_uppercase())
            }
        });
        events
    }

    /// The run stops at a question; the turn waits for the run that answers it.
    pub(super) fn interrupted(&mut self, question: &Question) -> Vec<Value> {
        let mut events = self.close();
        let interrupt = json!({
            "id": self.interrupt_id(&question.call_id),
            "reason": "tool_call",
            "message": question.text,
            "toolCallId": question.call_id,
            "responseSchema": response_schema(),
            "metadata": { "tool": question.tool, "impact": question.impact, "args": question.args },
        });
        events.push(json!({
            "type": "RUN_FINISHED",
            "threadId": self.thread,
            "runId": self.run,
            "outcome": { "type": "interrupt", "interrupts": [interrupt] },
        }));
        events
    }

    /// What the question about a call is known by.
    pub(super) fn interrupt_id(&self, call_id: &str) -> String {
        let turn = self.turn.map(|it| it.to_string()).unwrap_or_default();
        format!("{turn}/{call_id}")
    }

    fn finished(&self, outcome: &TurnOutcome, word: Value) -> Value {
        let mut event = json!({
            "type": "RUN_FINISHED",
            "threadId": self.thread,
            "runId": self.run,
            "outcome": word,
        });
        if let Some(usage) = usage(outcome) {
            event["usage"] = usage;
        }
        event
    }

    fn run_error(&self, outcome: &TurnOutcome, code: &str) -> Value {
        let mut event = json!({ "type": "RUN_ERROR", "message": outcome.text, "code": code });
        if let Some(usage) = usage(outcome) {
            event["usage"] = usage;
        }
        event
    }

    fn started(&mut self) -> Vec<Value> {
        if std::mem::replace(&mut self.run_started, true) {
            return Vec::new();
        }
        vec![json!({
            "type": "RUN_STARTED",
            "threadId": self.thread,
            "runId": self.run,
            "protocolVersion": "1.0",
        })]
    }

    fn next_line(&mut self) -> u32 {
        self.lines += 1;
        self.lines - 1
    }

    fn id_of(&self, line: u32) -> String {
        match self.turn {
            Some(turn) => messages::id_of(turn, line),
            None => format!("{}-{line}", self.run),
        }
    }

    /// The message of the reply under way.
    fn reply_id(&mut self) -> String {
        let line = match self.reply {
            Some(line) => line,
            None => self.next_line(),
        };
        self.reply = Some(line);
        self.id_of(line)
    }

    fn tool_call_events(&mut self, call_id: &str, name: &str, args: &Value) -> Vec<Value> {
        let is_new = self.reply.is_none();
        let id = self.reply_id();
        let mut events = self.close();
        if is_new {
            // A reply without words has empty ones: content is always text (AT-10).
            events.push(
                json!({ "type": "TEXT_MESSAGE_START", "messageId": id, "role": "assistant" }),
            );
            events.push(json!({ "type": "TEXT_MESSAGE_END", "messageId": id }));
        }
        events.extend([
            json!({
                "type": "TOOL_CALL_START",
                "toolCallId": call_id,
                "toolCallName": name,
                "parentMessageId": id,
            }),
            json!({ "type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": args.to_string() }),
            json!({ "type": "TOOL_CALL_END", "toolCallId": call_id }),
        ]);
        events
    }

    fn append_text(&mut self, text: &str) -> Vec<Value> {
        let id = self.reply_id();
        let mut events = Vec::new();
        if self.open != Some(OpenMessage::Text(id.clone())) {
            events.extend(self.close());
            events.push(
                json!({ "type": "TEXT_MESSAGE_START", "messageId": id, "role": "assistant" }),
            );
            self.open = Some(OpenMessage::Text(id.clone()));
        }
        self.words.push_str(text);
        if !text.is_empty() {
            events.push(json!({ "type": "TEXT_MESSAGE_CONTENT", "messageId": id, "delta": text }));
        }
        events
    }

    /// Visible thinking; it is shown and no part of the history.
    fn append_thinking(&mut self, text: &str) -> Vec<Value> {
        let mut events = Vec::new();
        let id = match &self.open {
            Some(OpenMessage::Thinking(id)) => id.clone(),
            _ => {
                events.extend(self.close());
                let id = format!("{}-thinking", self.id_of(self.lines));
                events.extend([
                    json!({ "type": "REASONING_START", "messageId": id }),
                    json!({
                        "type": "REASONING_MESSAGE_START", "messageId": id, "role": "reasoning",
                    }),
                ]);
                self.open = Some(OpenMessage::Thinking(id.clone()));
                id
            }
        };
        if !text.is_empty() {
            events.push(
                json!({ "type": "REASONING_MESSAGE_CONTENT", "messageId": id, "delta": text }),
            );
        }
        events
    }

    fn close(&mut self) -> Vec<Value> {
        match self.open.take() {
            None => Vec::new(),
            Some(OpenMessage::Text(id)) => {
                vec![json!({ "type": "TEXT_MESSAGE_END", "messageId": id })]
            }
            Some(OpenMessage::Thinking(id)) => vec![
                json!({ "type": "REASONING_MESSAGE_END", "messageId": id }),
                json!({ "type": "REASONING_END", "messageId": id }),
            ],
        }
    }
}

/// How many lines a thread has of a turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct LineCounts {
    /// The person's, the model's and the tools'.
    pub(super) of_turn: u32,
    /// What the program told the model.
    pub(super) of_program: u32,
}

/// What answers a question: yes or no, other arguments with a yes, a word with a no.
fn response_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "approved": { "type": "boolean" },
            "editedArgs": { "type": "object", "description": "All arguments, in place of those asked about." },
            "always": { "type": "boolean", "description": "Ask no more about this tool in this thread." },
            "message": { "type": "string", "description": "What to tell the assistant with a rejection." },
        },
        "required": ["approved"],
    })
}

fn usage(outcome: &TurnOutcome) -> Option<Value> {
    let used = outcome.spent.usage;
    (used.input_tokens + used.output_tokens > 0).then(|| {
        json!([{
            "inputTokens": used.input_tokens,
            "outputTokens": used.output_tokens,
            "totalTokens": used.input_tokens + used.output_tokens,
            "cachedInputTokens": used.cached_tokens,
        }])
    })
}

/// An event of ours that the protocol has no name for.
pub(super) fn custom(name: &str, value: Value) -> Value {
    json!({ "type": "CUSTOM", "name": name, "value": value })
}

/// The turn an event belongs to.
pub(super) fn turn_of(event: &TurnEvent) -> TurnId {
    match event {
        TurnEvent::TurnBegan { turn, .. }
        | TurnEvent::ContextShown { turn, .. }
        | TurnEvent::Text { turn, .. }
        | TurnEvent::Thinking { turn, .. }
        | TurnEvent::ToolCallBegan { turn, .. }
        | TurnEvent::ToolAnswered { turn, .. }
        | TurnEvent::Asked { turn, .. }
        | TurnEvent::Retrying { turn, .. }
        | TurnEvent::TextDiscarded { turn }
        | TurnEvent::TurnEnded { turn, .. } => *turn,
    }
}
