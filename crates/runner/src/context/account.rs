//! What was done in messages that are not sent: the person's own words, and which tools did what
//! where. Start at [`account_of_turns`] and [`account_of_calls`]. Plain text for the model; texts
//! of people and of the story are quoted as JSON strings.

use std::collections::BTreeSet;

use model::conversation::{ChatMessage, Role};
use serde_json::{Value, json};

/// How much of one text is quoted, in characters.
const QUOTED: usize = 400;
/// How many places are listed per tool.
const MAX_PLACES: usize = 100;

/// One line per turn, oldest first: what the person said, what was done, and how it ended.
pub(crate) fn account_of_turns(messages: &[ChatMessage]) -> Vec<String> {
    let turns = messages.chunk_by(|one, other| one.turn == other.turn);
    turns
        .map(|turn| {
            let instruction = turn.iter().find(|it| it.role == Role::User);
            let instruction = instruction.map_or_else(String::new, |it| quoted(&it.content));
            let end = turn
                .iter()
                .rfind(|it| it.role == Role::Assistant && !it.content.trim().is_empty());
            let mut line = format!("- The person: {instruction}.");
            let done = account_of_calls(turn);
            if !done.is_empty() {
                line += &format!(" Done: {done}.");
            }
            if let Some(end) = end {
                line += &format!(" You ended with: {}.", quoted(&end.content));
            }
            line
        })
        .collect()
}

/// Which tools did what where, in the order of their first call; failures are counted.
pub(crate) fn account_of_calls(messages: &[ChatMessage]) -> String {
    struct Tool {
        name: String,
        places: Vec<String>,
        seen: BTreeSet<String>,
        failed: usize,
    }
    let mut tools: Vec<Tool> = Vec::new();
    for message in messages {
        let Some(record) = message.metadata.tool_agent_output.as_ref() else {
            continue;
        };
        let name = name_of(record);
        let at = tools.iter().position(|it| it.name == name);
        let at = at.unwrap_or_else(|| {
            tools.push(Tool {
                name,
                places: Vec::new(),
                seen: BTreeSet::new(),
                failed: 0,
            });
            tools.len() - 1
        });
        let tool = &mut tools[at];
        if record["status"] == "failure" {
            tool.failed += 1;
            continue;
        }
        for place in places_of(record) {
            if tool.seen.insert(place.clone()) {
                tool.places.push(place);
            }
        }
    }
    let lines = tools.into_iter().map(|it| {
        let more = it.places.len().saturating_sub(MAX_PLACES);
        let mut parts: Vec<_> = it.places.into_iter().take(MAX_PLACES).collect();
        if more > 0 {
            parts.push(format!("and {more} more"));
        }
        if it.failed > 0 {
            parts.push(format!("{} failed", it.failed));
        }
        match parts.is_empty() {
            true => it.name,
            false => format!("{} ({})", it.name, parts.join(", ")),
        }
    });
    lines.collect::<Vec<_>>().join("; ")
}

fn name_of(record: &Value) -> String {
    let name = record["tool_name"].as_str().unwrap_or_default();
    let args = &record["tool_call_args"];
    match (name, args["module"].as_str(), args["method"].as_str()) {
        ("project_cli", Some(module), Some(method)) => format!("{module}.{method}"),
        _ => name.to_owned(),
    }
}

/// The subjects that a call wrote, or the node that it names.
fn places_of(record: &Value) -> Vec<String> {
    let wrote: Vec<_> = record["wrote"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it["title"].as_str())
        .map(quoted)
        .collect();
    if !wrote.is_empty() {
        return wrote;
    }
    let args = &record["tool_call_args"];
    let input = match args["input"].is_object() {
        true => &args["input"],
        false => args,
    };
    let named = ["node", "from", "title", "query"].map(|it| input[it].as_str());
    named.into_iter().flatten().take(1).map(quoted).collect()
}

fn quoted(text: &str) -> String {
    let text = text.trim();
    let short = match text.char_indices().nth(QUOTED) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    };
    json!(short).to_string()
}
