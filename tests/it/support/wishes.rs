//! What people ask for and which tool does it, and enough tools of other trades to make five hundred
//! (OS-8). The bench and the tests read it.

use model::talk::ToolDefinition;
use serde_json::json;
use storyteller::Studio;

/// How many tools there are in all.
pub(crate) const TOOLS: usize = 500;
/// How many are looked at.
pub(crate) const LOOKED_AT: usize = 8;

/// What is wanted, in two languages, and the tool that does it.
pub(crate) struct Wish {
    pub(crate) tool: &'static str,
    pub(crate) english: &'static str,
    pub(crate) chinese: &'static str,
}

/// The labelled set.
pub(crate) fn wishes() -> Vec<Wish> {
    let lines = include_str!("../../fixtures/wishes.tsv").lines();
    let lines = lines.filter(|it| !it.starts_with('#') && !it.is_empty());
    let wish = |line: &'static str| {
        let mut parts = line.split('\t');
        let mut part = || parts.next().expect("a tool and two wishes in each line");
        Wish {
            tool: part(),
            english: part(),
            chinese: part(),
        }
    };
    lines.map(wish).collect()
}

/// Things and doings of other trades.
const THINGS: &[&str] = &[
    "invoice",
    "customer",
    "shipment",
    "ticket",
    "meeting",
    "calendar",
    "warehouse",
    "employee",
    "contract",
    "server",
    "database",
    "spreadsheet",
    "message",
    "campaign",
    "product",
    "payment",
    "report",
    "account",
    "repository",
    "sensor",
    "recipe",
    "flight",
    "hotel",
    "song",
    "playlist",
    "budget",
    "survey",
    "course",
    "vehicle",
    "patient",
];
const DOINGS: &[(&str, &str)] = &[
    ("create", "Create a new"),
    ("delete", "Delete a"),
    ("update", "Update the fields of a"),
    ("list", "List every"),
    ("search", "Search for a"),
    ("archive", "Archive an old"),
    ("export", "Export the data of a"),
    ("share", "Share with others a"),
    ("assign", "Assign to a person a"),
    ("approve", "Approve a pending"),
    ("schedule", "Schedule a"),
    ("merge", "Merge two of a kind:"),
    ("compare", "Compare with another a"),
    ("print", "Print a"),
    ("notify", "Notify about a"),
    ("count", "Count how many there are of a"),
    ("lock", "Lock against changes a"),
];

/// Every tool of ours that models may see, and others.
pub(crate) fn tools() -> Vec<ToolDefinition> {
    let ours = Studio::specs().into_iter();
    let ours = ours.filter(|it| it.audience == capability::Audience::Everyone);
    let mut tools: Vec<_> = ours
        .map(|it| ToolDefinition {
            name: it.name,
            description: it.description,
            parameters: it.schema,
        })
        .collect();
    let others = THINGS
        .iter()
        .flat_map(|thing| DOINGS.iter().map(move |doing| (thing, doing)));
    let other = |(thing, (verb, words)): (&&str, &(&str, &str))| ToolDefinition {
        name: format!("{verb}_{thing}"),
        description: format!("{words} {thing}. Give its id, and what else is known of it."),
        parameters: json!({ "type": "object", "properties": {
            "id": { "type": "string", "description": format!("The {thing}'s id.") },
            "note": { "type": "string", "description": "Anything to be kept with it." },
        } }),
    };
    tools.extend(others.map(other));
    tools.truncate(TOOLS);
    tools
}
