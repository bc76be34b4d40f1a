//! Translates events of a turn to those of AG-UI 1.0. Pure; enter through [`Translator::turn`]. A
//! reader that stores what it receives has the same messages, with the same ids, as the history;
//! only if text was discarded or an event was missed is the whole thread sent once
//! (`MESSAGES_SNAPSHOT`).

use capability::{ErrorReport, Question};
use model::TurnId;
use model::conversation::Ending;
use runner::{TurnEvent, TurnOutcome};
use serde_json::{Value, json};

use super::messages;

/// Translates one turn, over as many runs as its questions divide it into.
pub(super) struct Translator {
    thread: String,
    run: String,
    turn: Option<TurnId>,
    /// Whether this run has started.
    run_started: bool,
    /// The number of lines of the turn so far, starting with the person's; the program's own are
    /// not counted.
    lines: u32,
    /// The line of the current reply.
    reply: Option<u32>,
    /// The message being streamed.
    open: Option<OpenMessage>,
    /// The text since the last request.
    words: String,
    /// Whether the reader's messages differ from the thread.
    out_of_sync: bool,
}

/// A message being streamed.
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

    /// Translates an event of the turn other than its end.
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
                // A request is about to be sent: what follows is another reply.
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

    /// Continues in another run, whose reader received nothing since the last one ended.
    pub(super) fn resumed(&mut self, run: String) -> Vec<Value> {
        self.run = run;
        self.run_started = false;
        self.started()
    }

    /// Records that the reader missed something.
    pub(super) fn mark_out_of_sync(&mut self) {
        self.out_of_sync = true;
    }

    /// A run that never started, or broke off.
    pub(super) fn refused(&mut self, report: &ErrorReport) -> Vec<Value> {
        let mut events = self.close();
        events.extend(self.started());
        events.push(json!({
            "type": "RUN_ERROR", "message": report.message, "code": report.code,
        }));
        events
    }

    /// The final text of the turn, and whether its reader needs the whole thread. `lines` counts
    /// the lines of this turn in the thread.
    pub(super) fn last_words(
        &mut self,
        outcome: &TurnOutcome,
        lines: LineCounts,
    ) -> (Vec<Value>, bool) {
        let mut events = self.started();
        // Text that was not streamed: a closing line by the program.
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

    /// The end of the turn, after its final text, with the whole thread if the reader needs it.
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

    /// Ends the run at a question; the turn waits for the run that answers it.
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

    /// The id of the question about a call.
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

    /// The message of the current reply.
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
            // A reply without text has an empty one: content is always text (AT-10).
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

    /// Visible thinking; it is shown but is not part of the history.
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

/// The number of a turn's lines in a thread.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct LineCounts {
    /// Those of the person, the model and the tools.
    pub(super) of_turn: u32,
    /// Those that the program wrote for the model.
    pub(super) of_program: u32,
}

/// The schema of an answer: yes or no, edited arguments with a yes, a reason with a no.
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

/// An event of ours that the protocol does not define.
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
