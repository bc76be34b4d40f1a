//! The dialect of the document's public Python implementation: a client identifies itself in its
//! first message instead of by its address, addresses are plain ids, and fields have other names.
//! Off unless [`crate::HubOptions::speaks_public_dialect`] is set.
//!
//! Messages are translated at the connection, so that nothing else in the hub knows the dialect.
//! This is the only place where payloads are read, because their fields have other names too.

use std::collections::VecDeque;

use serde_json::{Map, Value, json};

/// How many action names are stored: an outcome names its action.
const ACTIONS: usize = 256;

/// One connection's translator.
#[derive(Default)]
pub(crate) struct Dialect {
    /// Ids and names of the last actions, in either direction.
    actions: VecDeque<(String, String)>,
}

/// The identity in a first message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Registration {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) environment: Option<String>,
}

impl Registration {
    /// Reads a first message; `None` if it is not a registration.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let envelope: Value = serde_json::from_str(text).ok()?;
        let message = &envelope["message"];
        if message["message_type"] != "event" || message["event"] != "connect" {
            return None;
        }
        let data = &message["data"];
        let id = envelope["sender"].as_str()?.to_owned();
        let kind = data["client_type"]
            .as_str()
            .unwrap_or("agent")
            .to_lowercase();
        let environment = match kind.as_str() {
            "environment" => Some(id.clone()),
            _ => data["env_id"].as_str().map(str::to_owned),
        };
        Some(Self {
            id,
            kind,
            environment,
        })
    }
}

impl Dialect {
    /// Translates a message from a client of the dialect: into one message, or one for each type
    /// that a broadcast is for. What is not an object is left unchanged, and refused like any
    /// other.
    pub(crate) fn read(&mut self, text: &str) -> Vec<String> {
        let Ok(Value::Object(mut envelope)) = serde_json::from_str(text) else {
            return vec![text.to_owned()];
        };
        if envelope.get("type").is_some_and(|it| it == "heartbeat") {
            // A message without an id is not answered.
            envelope.remove("envelope_id");
            envelope.insert("message".to_owned(), json!({}));
        }
        if let Some(id) = envelope.remove("envelope_id") {
            envelope.insert("id".to_owned(), id);
        }
        // The dialect uses seconds, the protocol a date.
        if envelope.get("timestamp").is_some_and(Value::is_number) {
            envelope.remove("timestamp");
        }
        if let Some(Value::Object(message)) = envelope.get_mut("message") {
            *message = self.read_message(std::mem::take(message));
        }
        let recipients = match envelope.get("recipient").and_then(Value::as_str) {
            Some("broadcast" | "*") => vec![
                json!({ "id": "*", "type": "agent" }),
                json!({ "id": "*", "type": "human" }),
            ],
            Some("hub") => vec![json!({ "id": "hub", "type": "hub" })],
            _ => return vec![Value::Object(envelope).to_string()],
        };
        let each = recipients.into_iter().map(|recipient| {
            let mut envelope = envelope.clone();
            // The same id twice, to different recipients, would be a duplicate.
            if recipient["type"] == "human" {
                envelope.remove("id");
            }
            envelope.insert("recipient".to_owned(), recipient);
            Value::Object(envelope).to_string()
        });
        each.collect()
    }

    fn read_message(&mut self, mut message: Map<String, Value>) -> Map<String, Value> {
        let kind = message.remove("message_type").unwrap_or_default();
        let mut rename = |from: &str, to: &str| {
            if let Some(value) = message.remove(from) {
                message.insert(to.to_owned(), value);
            }
        };
        match kind.as_str() {
            Some("action") => {
                rename("action_id", "id");
                self.remember(&message);
            }
            Some("outcome") => {
                rename("action_id", "id");
                let status = match message.remove("status") {
                    Some(status) if status == "failure" || status == "error" => "error",
                    _ => "success",
                };
                let name = message.remove("outcome").unwrap_or_default();
                // Older releases have the data in `outcome`, newer ones the action's name.
                let data = message.remove("data");
                let data = data.unwrap_or_else(|| match name {
                    Value::Object(_) => name,
                    _ => Value::Null,
                });
                let outcome = json!({ "status": status, "message": "", "data": data });
                message.insert("outcome".to_owned(), outcome);
            }
            Some("event") => rename("event_id", "id"),
            Some("stream") => {
                rename("stream", "stream_type");
                rename("chunk", "data");
            }
            _ => {}
        }
        message.insert("type".to_owned(), kind);
        message
    }

    fn remember(&mut self, action: &Map<String, Value>) {
        let text = |name: &str| action.get(name).and_then(Value::as_str).map(str::to_owned);
        if let (Some(id), Some(name)) = (text("id"), text("action")) {
            self.actions.push_back((id, name));
            if self.actions.len() > ACTIONS {
                self.actions.pop_front();
            }
        }
    }

    /// Translates a message for a client of the dialect.
    pub(crate) fn write(&mut self, text: &str) -> String {
        let Ok(envelope) = serde_json::from_str::<Value>(text) else {
            return text.to_owned();
        };
        let payload = match &envelope["payload"] {
            Value::Object(payload) => payload.clone(),
            _ => Map::new(),
        };
        let is_error = envelope["type"] == "error";
        let message = if is_error {
            // Clients of the dialect know no messages of type error.
            let fields = payload.clone();
            Map::from_iter([
                ("message_type".to_owned(), json!("event")),
                ("event_id".to_owned(), json!("error")),
                ("event".to_owned(), json!("error")),
                ("data".to_owned(), Value::Object(fields)),
            ])
        } else {
            self.write_message(payload)
        };
        json!({
            "type": envelope["type"],
            "sender": envelope["sender"]["id"],
            "recipient": envelope["recipient"]["id"],
            "message": message,
            "envelope_id": envelope["id"],
        })
        .to_string()
    }

    fn write_message(&mut self, mut payload: Map<String, Value>) -> Map<String, Value> {
        let kind = payload.remove("type").unwrap_or_default();
        let mut rename = |from: &str, to: &str| {
            if let Some(value) = payload.remove(from) {
                payload.insert(to.to_owned(), value);
            }
        };
        match kind.as_str() {
            Some("action") => {
                self.remember(&payload);
                let id = payload.remove("id").unwrap_or_default();
                payload.insert("action_id".to_owned(), id);
            }
            Some("outcome") => {
                rename("id", "action_id");
                let outcome = payload.remove("outcome").unwrap_or_default();
                let id = payload.get("action_id").and_then(Value::as_str);
                let action = self.actions.iter().rfind(|it| Some(it.0.as_str()) == id);
                let name = action.map(|it| it.1.clone()).unwrap_or_default();
                payload.insert("outcome".to_owned(), Value::String(name));
                for field in ["status", "message", "data"] {
                    payload.insert(field.to_owned(), outcome[field].clone());
                }
            }
            Some("event") => {
                rename("id", "event_id");
                if payload.get("event").is_some_and(|it| it == "client_joined") {
                    let id = payload["data"]["client"]["id"].clone();
                    payload.insert("event".to_owned(), json!("agent_joined"));
                    payload.insert("data".to_owned(), json!({ "agent_id": id }));
                }
            }
            Some("stream") => {
                rename("stream_type", "stream");
                rename("data", "chunk");
                let name = payload.get("stream").cloned().unwrap_or_default();
                payload.entry("stream_id").or_insert(name);
            }
            _ => {}
        }
        payload.insert("message_type".to_owned(), kind);
        payload
    }
}
