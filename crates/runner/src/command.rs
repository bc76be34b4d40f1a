//! A person's `/command` in a conversation (OS-1): the tool runs at once with the person's own
//! authority, and command and result become lines of the thread, so that every face replays them,
//! the model reads them in later turns, and they are taken back as one step. Enter through
//! [`Runner::command`]. Not here: how a line is read as a call; that is the faces'.

use std::time::Duration;

use capability::{Caller, Registry, ToolAgentOutput};
use model::talk::{ContentSegment, MessageMetadata, Payload, Role, ToolCall};
use model::{ThreadId, TurnId};
use serde_json::Value;
use store::{Absent, NewMessage, StoreError, TurnRow};

use crate::turn::answer_message;
use crate::under_way::Seat;
use crate::{
    Ending, Instruction, Runner, SendError, Spent, TurnEvent, TurnOutcome, assistant, counting,
    title_of,
};

/// How often is looked whether a thread whose turn goes on has become free.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// What a command came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Commanded {
    /// The answer of the tool.
    pub output: ToolAgentOutput,
    /// The turn and the thread it is kept as; none where nothing is kept of it.
    pub kept: Option<(TurnId, ThreadId)>,
}

/// Whether nothing is kept of calls of this module: they are about conversations themselves.
fn is_about_talk(registry: &Registry, call: &ToolCall) -> bool {
    registry
        .spec(&call.name)
        .is_some_and(|it| it.module == assistant::NAME)
}

impl Runner {
    /// Runs what a person typed as `line`, and keeps it in a thread, one begun for it where none is
    /// given. It does not wait for a turn that goes on in the thread: the lines are added when that
    /// is over.
    pub async fn command(
        &self,
        thread: Option<ThreadId>,
        line: &str,
        person: &Caller,
        call: ToolCall,
    ) -> Result<Commanded, SendError> {
        let registry = self.registry()?;
        if is_about_talk(&registry, &call) {
            let output = registry.call(person, call).await;
            return Ok(Commanded { output, kept: None });
        }
        let backing = registry.backing();
        let thread = match thread {
            Some(id) => backing.store.thread(id)?.ok_or_else(|| no_thread(id))?.id,
            None => {
                let title = title_of(line);
                let begun = backing.store.create_thread(&title, person.node);
                begun.await?.id
            }
        };
        let turn = TurnId(backing.world.new_id());
        let id = call
            .id
            .unwrap_or_else(|| backing.world.new_id().to_string());
        let call = ToolCall {
            id: Some(id.clone()),
            ..call
        };
        let caller = Caller {
            turn: Some(turn),
            ..person.clone()
        };
        let record = Record {
            runner: self.clone(),
            person: person.clone(),
            turn,
            thread,
            asked: asked(turn, line, &call),
        };
        self.publish(TurnEvent::TurnBegan {
            turn,
            thread,
            node: person.node,
            instruction: line.to_owned(),
        });
        self.publish(TurnEvent::ToolCallBegan {
            turn,
            call_id: id,
            name: call.name.clone(),
            args: call.args.clone(),
        });
        // The rows of two turns never mix, so a thread that is busy gets them later.
        let seat = record.seat().await.ok();
        let mut caller = caller;
        if let Some(seat) = &seat {
            record.begin().await?;
            caller.cancelled = seat.cancelled.clone();
        }
        let calling = registry.call(&caller, call);
        let output = match &seat {
            // However long it takes, no other program may take the thread meanwhile.
            Some(_) => Seat::kept_during(self.clone(), registry.clone(), turn, calling).await,
            None => calling.await,
        };
        self.publish(TurnEvent::ToolAnswered {
            turn,
            output: output.clone(),
        });
        let outcome = outcome(&record, &output);
        match seat {
            // What was done is answered whatever becomes of its record.
            Some(seat) => told(record.end(seat, &output, true).await),
            None => {
                let output = output.clone();
                self.later(async move { told(record.when_free(output).await) });
            }
        }
        self.publish(TurnEvent::TurnEnded { turn, outcome });
        Ok(Commanded {
            output,
            kept: Some((turn, thread)),
        })
    }
}

fn told(kept: Result<(), SendError>) {
    if let Err(error) = kept {
        tracing::warn!(%error, "a command could not be kept in its thread");
    }
}

fn no_thread(thread: ThreadId) -> SendError {
    StoreError::NotFound {
        what: Absent::ThreadGone {
            thread: thread.to_string(),
        },
    }
    .into()
}

/// The command and the call it is, as a conversation has them; `command` in the metadata tells a face
/// that the person called, and no model.
fn asked(turn: TurnId, line: &str, call: &ToolCall) -> Vec<NewMessage> {
    let mark = || [("command".to_owned(), Value::Bool(true))].into();
    let said = NewMessage {
        turn,
        role: Role::User,
        content: line.to_owned(),
        metadata: MessageMetadata {
            more: mark(),
            ..MessageMetadata::default()
        },
    };
    let called = NewMessage {
        turn,
        role: Role::Assistant,
        content: String::new(),
        metadata: MessageMetadata {
            segments: vec![ContentSegment::tool_call(call.clone())],
            more: mark(),
            ..MessageMetadata::default()
        },
    };
    vec![said, called]
}

fn outcome(record: &Record, output: &ToolAgentOutput) -> TurnOutcome {
    let failed = u32::from(output.error.is_some());
    TurnOutcome {
        turn: record.turn,
        thread: record.thread,
        ending: Ending::Done,
        can_go_on: false,
        text: String::new(),
        calls_succeeded: 1 - failed,
        calls_failed: failed,
        draft: None,
        spent: Spent::default(),
        failure: None,
    }
}

/// The lines of a command on their way into the thread.
struct Record {
    runner: Runner,
    person: Caller,
    turn: TurnId,
    thread: ThreadId,
    asked: Vec<NewMessage>,
}

impl Record {
    /// The turn's place in its thread, among the turns here and in other processes.
    async fn seat(&self) -> Result<Seat, SendError> {
        let (turn, thread) = (self.turn, self.thread);
        let registry = self.runner.registry()?;
        let line = self.asked.first().map(|it| it.content.clone());
        let instruction = Instruction {
            thread: Some(thread),
            node: self.person.node,
            text: line.unwrap_or_default(),
            ..Instruction::default()
        };
        let runner = &self.runner;
        runner
            .take_seat(turn, thread, &instruction, &self.person, &registry)
            .await
    }

    /// Keeps what was asked before it is done, so that a crash leaves a call that is known to be
    /// open.
    async fn begin(&self) -> Result<(), SendError> {
        self.save(false).await?;
        self.append(self.asked.clone()).await
    }

    async fn append(&self, mut rows: Vec<NewMessage>) -> Result<(), SendError> {
        let nothing_asked = Payload::default();
        for row in &mut rows {
            counting::count(row, &nothing_asked, 1.0);
        }
        let store = self.runner.store()?;
        store.append_messages(self.thread, rows).await?;
        Ok(())
    }

    async fn end(
        &self,
        _seat: Seat,
        output: &ToolAgentOutput,
        begun: bool,
    ) -> Result<(), SendError> {
        let mut rows = if begun {
            Vec::new()
        } else {
            self.asked.clone()
        };
        rows.push(answer_message(self.turn, output));
        self.append(rows).await?;
        self.save(true).await?;
        let store = self.runner.store()?;
        Ok(store.leave_thread(self.thread, self.turn).await?)
    }

    async fn when_free(&self, output: ToolAgentOutput) -> Result<(), SendError> {
        loop {
            match self.seat().await {
                Ok(seat) => return self.end(seat, &output, false).await,
                Err(SendError::Busy { .. }) => tokio::time::sleep(LOOK_AGAIN).await,
                Err(error) => return Err(error),
            }
        }
    }

    async fn save(&self, ended: bool) -> Result<(), SendError> {
        let row = TurnRow {
            id: self.turn,
            thread: self.thread,
            ended,
            state: Value::Null,
        };
        Ok(self.runner.store()?.save_turn(row).await?)
    }
}
