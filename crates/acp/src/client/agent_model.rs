//! An agent as a model. A reply of the agent may take several requests: each call that it makes
//! ends one, and the request with the results continues it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agent_client_protocol_schema::v1::{PromptResponse, StopReason as AgentStop};
use async_trait::async_trait;
use host::AgentToStart;
use llm::{AgentContext, LanguageModel, LlmError, ModelLimits};
use model::conversation::{
    Content, ContentSegment, Delta, Payload, ProviderResponse, ReplyMetadata, StopReason, ToolCall,
    Usage,
};
use tokio_util::sync::CancellationToken;

use super::connection::{Connection, Step};
use super::payload::{self, PROVIDER};

/// The most running agents; an idle one is stopped if there are more conversations.
const MAX_RUNNING: usize = 4;

/// An agent of another program.
pub(super) struct AgentModel {
    agent: AgentToStart,
    running: Arc<Agents>,
}

/// The running idle agents, by conversation.
#[derive(Default)]
struct Agents {
    idle: Mutex<HashMap<String, Idle>>,
    /// How many agents have been stored so far.
    kept: AtomicU64,
}

struct Idle {
    connection: Connection,
    /// Its number, among all stored agents.
    number: u64,
}

impl Agents {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, conversation: &str) -> Option<Connection> {
        self.lock().remove(conversation).map(|it| it.connection)
    }

    /// Stores an agent for the next request of its conversation; returns its number.
    fn keep(&self, conversation: &str, connection: Connection) -> u64 {
        let mut running = self.lock();
        if running.len() >= MAX_RUNNING {
            let oldest = running.iter().filter(|it| !it.1.connection.is_running());
            let oldest = oldest.min_by_key(|it| it.1.number).map(|it| it.0.clone());
            if let Some(oldest) = oldest {
                running.remove(&oldest);
            }
        }
        let number = self.kept.fetch_add(1, Ordering::Relaxed);
        let idle = Idle { connection, number };
        running.insert(conversation.to_owned(), idle);
        number
    }

    /// Stops an agent that waits for results which will not come.
    async fn stop_waiting(&self, conversation: &str, number: u64) {
        let found = {
            let mut running = self.lock();
            let is_same = running
                .get(conversation)
                .is_some_and(|it| it.number == number);
            is_same.then(|| running.remove(conversation)).flatten()
        };
        if let Some(mut idle) = found
            && idle.connection.cancel().await
        {
            self.keep(conversation, idle.connection);
        }
    }
}

/// An agent in use. If the request is dropped, the agent is told to stop.
struct Spoken {
    connection: Option<Connection>,
    conversation: String,
    agents: Arc<Agents>,
}

impl Drop for Spoken {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        let (agents, conversation) = (
            Arc::clone(&self.agents),
            std::mem::take(&mut self.conversation),
        );
        tokio::spawn(async move {
            if connection.cancel().await {
                agents.keep(&conversation, connection);
            }
        });
    }
}

impl AgentModel {
    pub(super) fn new(agent: AgentToStart) -> Self {
        Self {
            agent,
            running: Arc::default(),
        }
    }

    /// The agent of the conversation, working on this request.
    async fn working(&self, conversation: &str, payload: &Payload) -> Result<Connection, LlmError> {
        let found = self.running.take(conversation);
        if let Some(mut connection) = found.filter(Connection::is_alive) {
            connection.offer(&payload.tools);
            let is_answered = connection.give_results(|id| payload::result_of(payload, id));
            if connection.is_running() && is_answered {
                return Ok(connection);
            }
            // The turn that it worked for has ended.
            if connection.cancel().await {
                match payload::last_session(payload, &self.agent.name) {
                    Some((session, sent)) if session == *connection.session.0 => {
                        self.go_on(&mut connection, payload, sent);
                        return Ok(connection);
                    }
                    _ => drop(connection),
                }
            }
        }
        let last = payload::last_session(payload, &self.agent.name);
        let session = last.as_ref().map(|it| it.0.as_str());
        let (mut connection, is_taken_up) =
            Connection::start(&self.agent, session, &payload.tools).await?;
        match last {
            Some((_, sent)) if is_taken_up => self.go_on(&mut connection, payload, sent),
            _ => {
                connection.context = Some(payload::context_of(payload));
                connection.prompt(payload::whole(payload));
            }
        }
        Ok(connection)
    }

    fn go_on(&self, connection: &mut Connection, payload: &Payload, sent: usize) {
        let context = payload::context_of(payload);
        let is_new = connection.context.as_ref() != Some(&context);
        connection.context = Some(context);
        connection.prompt(payload::since(payload, sent, is_new));
    }

    /// The reply so far, with the state that identifies the session.
    fn reply(&self, session: &str, text: String) -> ProviderResponse {
        let mut segment = ContentSegment::text(text);
        segment.provider_state = Some(payload::state(&self.agent.name, session));
        ProviderResponse {
            segments: vec![segment],
            metadata: ReplyMetadata {
                model: Some(self.name()),
                ..ReplyMetadata::default()
            },
        }
    }
}

#[async_trait]
impl LanguageModel for AgentModel {
    fn name(&self) -> String {
        format!("{PROVIDER}:{}", self.agent.name)
    }

    fn limits(&self) -> ModelLimits {
        // The agent manages its own window; this limits what a new session is sent.
        ModelLimits {
            context_tokens: 200_000,
            output_tokens: 8_192,
        }
    }

    async fn generate(
        &self,
        payload: &Payload,
        context: &AgentContext,
        on_delta: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<ProviderResponse, LlmError> {
        let conversation = payload.conversation.clone().unwrap_or_default();
        let mut spoken = Spoken {
            connection: Some(self.working(&conversation, payload).await?),
            conversation: conversation.clone(),
            agents: Arc::clone(&self.running),
        };
        let mut text = String::new();
        let mut hear = |delta: Delta| {
            if let Delta::Text(more) = &delta {
                text.push_str(more);
            }
            on_delta(delta);
        };
        let world = &context.world;
        let new_id = || world.new_id().simple().to_string();
        let followed = match &mut spoken.connection {
            Some(connection) => connection.follow(&new_id, &mut hear).await,
            None => return Err(LlmError::Cancelled),
        };
        let Some(mut connection) = spoken.connection.take() else {
            return Err(LlmError::Cancelled);
        };
        // After an error, the agent is dropped here with its connection.
        let step = followed?;
        let mut reply = self.reply(&connection.session.0, text);
        match step {
            Step::Ended(ended) => {
                finish(&mut reply, &ended);
                self.running.keep(&conversation, connection);
            }
            Step::Called(calls) => {
                reply.metadata.stop = Some(StopReason::ToolCalls);
                for (id, call) in calls {
                    reply.segments.push(ContentSegment::tool_call(ToolCall {
                        id: Some(id.clone()),
                        name: call.name,
                        args: call.args,
                    }));
                    connection.wait_for(id, call.answer);
                }
                let number = self.running.keep(&conversation, connection);
                self.watch(conversation, number, context.cancelled.clone());
            }
        }
        Ok(reply)
    }
}

impl AgentModel {
    /// Stops the agent if the turn ends without providing the results it waits for.
    fn watch(&self, conversation: String, number: u64, over: CancellationToken) {
        let running = Arc::downgrade(&self.running);
        tokio::spawn(async move {
            over.cancelled().await;
            if let Some(running) = running.upgrade() {
                running.stop_waiting(&conversation, number).await;
            }
        });
    }
}

/// Records why the agent stopped, and its usage.
fn finish(reply: &mut ProviderResponse, ended: &PromptResponse) {
    reply.metadata.stop = Some(match ended.stop_reason {
        AgentStop::MaxTokens | AgentStop::MaxTurnRequests => StopReason::Length,
        AgentStop::Refusal => StopReason::Refusal,
        _ => StopReason::End,
    });
    reply.metadata.usage = ended.usage.as_ref().map(|it| Usage {
        input_tokens: it.input_tokens,
        output_tokens: it.output_tokens + it.thought_tokens.unwrap_or_default(),
        cached_tokens: it.cached_read_tokens.unwrap_or_default(),
    });
    let says_nothing = reply.text().trim().is_empty();
    // An agent may finish its work without any text.
    if says_nothing && reply.metadata.stop == Some(StopReason::End) {
        let content = Content::Text {
            text: "✓".to_owned(),
        };
        reply.segments[0].content = content;
    }
}
