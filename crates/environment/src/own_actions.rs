//! Actions of the environment itself, in addition to the tools: listing the actions, missed events,
//! participants, and messages to everybody.

use host::agents::Level;
use host::events::DataChanged;
use host::{Failure, Studio};
use serde_json::{Map, Value, json};
use star::{ActionRequest, Address, Outcome};

use crate::authority::Authority;
use crate::events;
use crate::outcome;
use crate::story_environment::Shared;
use crate::thread;

/// How many changes or messages are given if nothing else is asked for.
const DEFAULT_LIMIT: u64 = 100;
/// The most that are given at once.
const MAX_LIMIT: u64 = 1000;
/// Bytes of changes after which no more are added to an answer.
const CHANGES_BYTES: usize = 500_000;

/// The actions, each with its description and the JSON Schema of its parameters.
pub(crate) fn all() -> [(&'static str, &'static str, Value); 5] {
    let limit =
        json!({ "type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT });
    let object = |properties: Value, required: Value| {
        json!({
            "type": "object", "properties": properties, "required": required,
            "additionalProperties": false,
        })
    };
    [
        (
            "list_actions",
            "List what you may do here, each action with the JSON Schema of its parameters.",
            object(json!({}), json!([])),
        ),
        (
            "changes_since",
            "Fetch the events after a number, oldest first: what you missed.",
            object(
                json!({ "number": { "type": "integer", "minimum": 0 }, "limit": limit.clone() }),
                json!(["number"]),
            ),
        ),
        (
            "list_participants",
            "List the agents and people who are connected, and what each does.",
            object(json!({}), json!([])),
        ),
        (
            "post_message",
            "Say something to the agents and people of this story. The story keeps it.",
            object(json!({ "text": { "type": "string" } }), json!(["text"])),
        ),
        (
            "list_messages",
            "Read the newest messages of agents and people, oldest first.",
            object(json!({ "limit": limit }), json!([])),
        ),
    ]
}

/// Does one of these actions; nothing if it is none of them.
pub(crate) async fn perform(
    shared: &Shared,
    request: &ActionRequest,
    authority: &Authority,
) -> Option<Outcome> {
    let studio = &shared.studio;
    let schema = all()
        .into_iter()
        .find(|it| it.0 == request.action.action)?
        .2;
    let parameters = &request.action.parameters;
    let done = match check(parameters, &schema) {
        Err(failure) => Err(failure),
        Ok(()) => match request.action.action.as_str() {
            "list_actions" => list_actions(shared, &request.sender, authority),
            "changes_since" => changes_since(studio, parameters),
            "list_participants" => Ok(json!({ "participants": studio.participants().list() })),
            "post_message" => post_message(shared, request).await,
            _ => list_messages(studio, parameters).await,
        },
    };
    Some(match done {
        Ok(data) => outcome::done(request, "done", data),
        Err(failure) => outcome::failed(request, &failure),
    })
}

/// Checks the parameters against the schema, as those of a tool are.
fn check(parameters: &Map<String, Value>, schema: &Value) -> Result<(), Failure> {
    let check = capability::checker(schema).map_err(Failure::invalid)?;
    check(&json!(parameters))
        .map_err(|why| Failure::invalid(why).hint("list_actions gives the schema of every action"))
}

fn list_actions(
    shared: &Shared,
    sender: &Address,
    authority: &Authority,
) -> Result<Value, Failure> {
    let studio = &shared.studio;
    let own = all().map(|(action, description, schema)| {
        json!({ "action": action, "description": description, "parameters": schema })
    });
    let specs = studio.registry().specs().into_iter();
    let tools = specs.filter(|it| authority.allows(studio, it)).map(|it| {
        json!({
            "action": it.name,
            "method": format!("{}.{}", it.module, it.method),
            "description": it.description,
            "impact": it.impact,
            "parameters": it.schema,
        })
    });
    let title = studio.store().view(None).graph()?.record.title.clone();
    Ok(json!({
        "environment": { "id": shared.id, "title": title, "number": studio.store().number()? },
        "you": {
            "id": sender.id,
            "type": sender.kind,
            "level": authority.level,
            "until": authority.until,
            "writes_go_to": (authority.level != Level::Read).then_some(match authority.level {
                Level::Write => "the story",
                _ => "a draft that the writer reviews",
            }),
        },
        "actions": own.into_iter().chain(tools).collect::<Vec<_>>(),
    }))
}

fn changes_since(studio: &Studio, parameters: &Map<String, Value>) -> Result<Value, Failure> {
    let number = parameters["number"].as_u64().unwrap_or_default();
    let limit = number_of(parameters);
    let newest = studio.store().number()?;
    let changes = studio.store().changes_since(number, limit)?;
    let (mut given, mut bytes, mut last) = (Vec::new(), 0, number);
    for change in &changes {
        let data = events::fitted(&DataChanged::from(change));
        bytes += data.to_string().len();
        if bytes > CHANGES_BYTES && !given.is_empty() {
            break;
        }
        last = change.number;
        given.push(data);
    }
    Ok(json!({ "number": newest, "changes": given, "more": last < newest }))
}

async fn post_message(shared: &Shared, request: &ActionRequest) -> Result<Value, Failure> {
    let text = request.action.parameters["text"]
        .as_str()
        .unwrap_or_default();
    let (message, is_new) = {
        // Two first messages must not begin two threads.
        let _one = shared.posting.lock().await;
        thread::post(&shared.studio, &request.sender, &request.action.id, text).await?
    };
    if is_new {
        let id = message["id"].as_str().unwrap_or_default().to_owned();
        shared.publish(None, &id, "message_posted", &message).await;
    }
    Ok(message)
}

async fn list_messages(studio: &Studio, parameters: &Map<String, Value>) -> Result<Value, Failure> {
    let messages = thread::newest(studio, number_of(parameters)).await?;
    Ok(json!({ "messages": messages }))
}

fn number_of(parameters: &Map<String, Value>) -> usize {
    let limit = parameters.get("limit").and_then(Value::as_u64);
    usize::try_from(limit.unwrap_or(DEFAULT_LIMIT)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tool_names_differ_from_environment_actions() {
        for (name, ..) in all() {
            assert!(
                Studio::specs().iter().all(|it| !it.is_called(name)),
                "{name}"
            );
        }
    }

    #[test]
    fn parameters_are_checked_against_the_schema() {
        let [_, (_, _, schema), ..] = all();
        let message_of = |parameters: Value| {
            let parameters = parameters.as_object().unwrap().clone();
            let failure = check(&parameters, &schema).err()?;
            Some(failure.report().message.clone())
        };
        assert_eq!(message_of(json!({ "number": 0, "limit": 5 })), None);
        assert!(message_of(json!({})).unwrap().contains("number"));
        assert!(message_of(json!({ "number": -1 })).is_some());
        assert!(message_of(json!({ "number": 0, "limit": 0 })).is_some());
        assert!(message_of(json!({ "number": 0, "since": 0 })).is_some());
    }
}
