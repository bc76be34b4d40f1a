//! A person's `/command` in a conversation (OS-1). The tool runs at once with the person's own
//! permissions. Command and result are stored as messages of the thread, so that every interface
//! can show them, the model reads them in later turns, and they are undone as one step. Start at
//! [`Runner::command`]. Parsing a line into a call is up to the interfaces.

use std::time::Duration;

use capability::{Caller, Registry, ToolAgentOutput};
use model::conversation::{
    ContentSegment, Ending, MessageMetadata, Payload, Role, ToolCall, TurnUsage,
};
use model::{ThreadId, TurnId};
use serde_json::Value;
use store::{MissingItem, NewMessage, SavedTurn, StoreError};

use crate::request::token_count;
use crate::running::TurnGuard;
use crate::turn::answer_message;
use crate::{ASSISTANT, Instruction, Runner, SendError, TurnEvent, TurnOutcome, title_of};

/// How often to check whether the thread's running turn has ended.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// The result of a command.
#[derive(Debug, Clone, PartialEq)]
pub struct CommandOutcome {
    /// The tool's output.
    pub output: ToolAgentOutput,
    /// The turn and thread it is stored as; `None` when nothing is stored.
    pub kept: Option<(TurnId, ThreadId)>,
}

/// Whether calls of this module are not stored, because they are about conversations themselves.
fn is_conversation_tool(registry: &Registry, call: &ToolCall) -> bool {
    registry
        .spec(&call.name)
        .is_some_and(|it| it.module == ASSISTANT)
}

impl Runner {
    /// Runs what a person typed as `line` and stores it in a thread, creating one if none is given.
    /// It does not wait for a turn that is running in the thread; the messages are added after that
    /// turn ends.
    pub async fn command(
        &self,
        thread: Option<ThreadId>,
        line: &str,
        person: &Caller,
        call: ToolCall,
    ) -> Result<CommandOutcome, SendError> {
        let registry = self.registry()?;
        if is_conversation_tool(&registry, &call) {
            let output = registry.call(person, call).await;
            return Ok(CommandOutcome { output, kept: None });
        }
        let backing = registry.services();
        let thread = match thread {
            Some(id) => backing.store.thread(id)?.ok_or_else(|| no_thread(id))?.id,
            None => {
                let title = title_of(line);
                let owner = person.principal.id.clone();
                let begun = backing.store.create_thread(&title, person.node, owner);
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
        let record = CommandRecord {
            runner: self.clone(),
            person: person.clone(),
            turn,
            thread,
            asked: command_messages(turn, line, &call),
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
        // Messages of two turns must not interleave, so a busy thread gets these later.
        let turn_guard = record.turn_guard().await.ok();
        let mut caller = caller;
        if let Some(turn_guard) = &turn_guard {
            record.begin().await?;
            caller.cancelled = turn_guard.cancelled.clone();
        }
        let calling = registry.call(&caller, call);
        let output = match &turn_guard {
            // However long it takes, no other program may take the thread in the meantime.
            Some(_) => {
                let running = &self.inner.running;
                running.run_while_held(&registry, turn, calling).await
            }
            None => calling.await,
        };
        self.publish(TurnEvent::ToolAnswered {
            turn,
            output: output.clone(),
        });
        let outcome = outcome(&record, &output);
        match turn_guard {
            // Return the output even if storing the record fails.
            Some(turn_guard) => log_failure(record.end(turn_guard, &output, true).await),
            None => {
                let output = output.clone();
                self.spawn_background(
                    async move { log_failure(record.append_when_idle(output).await) },
                );
            }
        }
        self.publish(TurnEvent::TurnEnded { turn, outcome });
        Ok(CommandOutcome {
            output,
            kept: Some((turn, thread)),
        })
    }
}

fn log_failure(kept: Result<(), SendError>) {
    if let Err(error) = kept {
        tracing::warn!(%error, "failed to store a command in its thread");
    }
}

fn no_thread(thread: ThreadId) -> SendError {
    StoreError::NotFound {
        what: MissingItem::ThreadGone {
            thread: thread.to_string(),
        },
    }
    .into()
}

/// The command and its call as messages; `command` in the metadata says that the caller was a
/// person and not a model.
fn command_messages(turn: TurnId, line: &str, call: &ToolCall) -> Vec<NewMessage> {
    let message = NewMessage {
        turn,
        role: Role::User,
        content: line.to_owned(),
        metadata: MessageMetadata {
            command: true,
            ..MessageMetadata::default()
        },
    };
    let called = NewMessage {
        turn,
        role: Role::Assistant,
        content: String::new(),
        metadata: MessageMetadata {
            segments: vec![ContentSegment::tool_call(call.clone())],
            command: true,
            ..MessageMetadata::default()
        },
    };
    vec![message, called]
}

fn outcome(record: &CommandRecord, output: &ToolAgentOutput) -> TurnOutcome {
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
        spent: TurnUsage::default(),
        failure: None,
    }
}

/// The messages of a command, before they are in the thread.
struct CommandRecord {
    runner: Runner,
    person: Caller,
    turn: TurnId,
    thread: ThreadId,
    asked: Vec<NewMessage>,
}

impl CommandRecord {
    /// Acquires the thread, which may be in use by a turn of this or another process.
    async fn turn_guard(&self) -> Result<TurnGuard, SendError> {
        let (turn, thread) = (self.turn, self.thread);
        let registry = self.runner.registry()?;
        let line = self.asked.first().map(|it| it.content.clone());
        let instruction = Instruction {
            thread: Some(thread),
            node: self.person.node,
            text: line.unwrap_or_default(),
            ..Instruction::default()
        };
        let running = &self.runner.inner.running;
        running
            .acquire(turn, thread, &instruction, &self.person, &registry)
            .await
    }

    /// Stores the call before it runs, so that after a crash it is known to be open.
    async fn begin(&self) -> Result<(), SendError> {
        self.save(false).await?;
        self.append(self.asked.clone()).await
    }

    async fn append(&self, mut rows: Vec<NewMessage>) -> Result<(), SendError> {
        let nothing_asked = Payload::default();
        for row in &mut rows {
            token_count::count(row, &nothing_asked, 1.0);
        }
        let store = self.runner.store()?;
        store.append_messages(self.thread, rows).await?;
        Ok(())
    }

    async fn end(
        &self,
        _seat: TurnGuard,
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
        Ok(store.release_thread(self.thread, self.turn).await?)
    }

    async fn append_when_idle(&self, output: ToolAgentOutput) -> Result<(), SendError> {
        loop {
            match self.turn_guard().await {
                Ok(turn_guard) => return self.end(turn_guard, &output, false).await,
                Err(SendError::Busy { .. }) => tokio::time::sleep(RETRY_INTERVAL).await,
                Err(error) => return Err(error),
            }
        }
    }

    async fn save(&self, ended: bool) -> Result<(), SendError> {
        let row = SavedTurn {
            id: self.turn,
            thread: self.thread,
            ended,
            state: Value::Null,
        };
        Ok(self.runner.store()?.save_turn(row).await?)
    }
}
