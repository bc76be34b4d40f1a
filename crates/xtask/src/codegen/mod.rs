//! Files generated from the tools and committed, so that a reviewer sees every change of wording:
//! `docs/reference/tools.md` and `workspace.md` for readers, `ui/src/generated` for the window.

mod commands;
mod named_types;
mod shape;
mod shared_types;
mod types;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::{check, shell};
use shared_types::SharedTypes;

/// Writes the files that are out of date.
pub(crate) fn write(listing: &Listing) -> Result<()> {
    for (path, text) in generated(listing)? {
        if std::fs::read_to_string(&path).is_ok_and(|it| it == text) {
            continue;
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Fails if a file differs from what [`write()`] would write for these tools.
pub(crate) fn check(listing: &Listing) -> Result<()> {
    for (path, text) in generated(listing)? {
        if std::fs::read_to_string(&path).unwrap_or_default() != text {
            bail!("{} is not fresh: run `cargo xtask codegen`", path.display());
        }
    }
    Ok(())
}

/// What the program lists as JSON: the tools of a story, those of the workspace, and the schema of
/// events.
pub(crate) struct Listing {
    tools: String,
    of_workspace: String,
    event: String,
}

/// The options with which the program lists each.
const LISTINGS: [&[&str]; 3] = [
    &["tools", "--json"],
    &["tools", "--workspace", "--json"],
    &["tools", "--events"],
];

/// The lists of tools, from a program built for this.
pub(crate) fn listing_of_a_fresh_build() -> Result<Listing> {
    listing_of(&check::build_program("storyteller")?)
}

/// The lists of tools, from an existing program.
pub(crate) fn listing_of(program: &Path) -> Result<Listing> {
    let [tools, of_workspace, event] =
        LISTINGS.map(|words| shell::read(Command::new(program).args(words)));
    Ok(Listing {
        tools: tools?,
        of_workspace: of_workspace?,
        event: event?,
    })
}

fn generated(listing: &Listing) -> Result<Vec<(PathBuf, String)>> {
    let read = |text: &str| -> Result<Vec<Value>> {
        serde_json::from_str(text).context("`storyteller tools --json` is not a JSON list")
    };
    let (tools, of_workspace) = (read(&listing.tools)?, read(&listing.of_workspace)?);
    let event = serde_json::from_str(&listing.event)
        .context("`storyteller tools --events` is not a JSON Schema")?;
    let event = types::message("StoryEvent", event);
    let of_story: Vec<_> = tools.iter().chain([&event]).cloned().collect();
    let shared = SharedTypes::of(&of_story, &of_workspace);
    let root = shell::root();
    Ok(vec![
        (
            root.join("docs/reference/tools.md"),
            reference(TOOLS_INTRODUCTION, &tools),
        ),
        (
            root.join("docs/reference/workspace.md"),
            reference(WORKSPACE_INTRODUCTION, &of_workspace),
        ),
        (
            root.join("ui/src/generated/tools.ts"),
            types::types("Tool", &tools, Some(&event), &shared),
        ),
        (
            root.join("ui/src/generated/workspaceTools.ts"),
            types::types("WorkspaceTool", &of_workspace, None, &shared),
        ),
        (
            root.join("ui/src/generated")
                .join(format!("{}.ts", shared_types::MODULE)),
            shared.file,
        ),
        (
            root.join("ui/src/generated/commands.ts"),
            commands::commands(&tools),
        ),
        (
            root.join("ui/src/generated/settings.ts"),
            commands::settings(&of_workspace),
        ),
        (
            root.join("ui/src/generated/outputSchemas.json"),
            output_schemas(tools.iter().chain(&of_workspace)),
        ),
    ])
}

/// The JSON Schema of each tool's output by the tool's name, one tool a line.
fn output_schemas<'a>(tools: impl Iterator<Item = &'a Value>) -> String {
    let lines = tools.map(|it| format!("{}:{}", it["name"], it["output_schema"]));
    format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"))
}

/// How the reference of a story's tools begins.
const TOOLS_INTRODUCTION: &str = "# Tools\n\n\
    Everything Storyteller can do, as one list: a model, a person at a terminal and another program \
    call the same tools.\n";

/// How the reference of the workspace's tools begins.
const WORKSPACE_INTRODUCTION: &str = "# Tools of the workspace\n\n\
    What a window asks before and beside any story. They are tools like those of a story, with a \
    registry of their own; all are for people, and no model can call them.\n\n\
    A call is `{\"name\":\"open_story\",\"args\":{…},\"origin\":\"window/…\"}`, sent as `POST \
    /api/call` or through the desktop window's `call`. It is answered as a tool of a story is: \
    `status`, then `result.data` or `error`; the arguments are not repeated. Any other name is a tool \
    of the story named in `story`; events come from `GET /api/events?story=…`. A `story` beside the \
    arguments fills the field of that name.\n\n\
    Stories without a path of their own are in `STORYTELLER_STORIES`, or in `Storyteller` among the \
    documents; backups are in the folder `Backups` there unless the settings name another. Settings, keys and the list of recent stories are in `STORYTELLER_CONFIG`, or where \
    the system keeps such things.\n\n";

/// The reference of some tools, one section per module.
fn reference(introduction: &str, tools: &[Value]) -> String {
    let mut page = format!(
        "{introduction}Written by `cargo xtask codegen` from the tools themselves; do not edit.\n"
    );
    let mut module = "";
    for tool in tools {
        let word = |key: &str| tool[key].as_str().unwrap_or_default();
        if word("module") != module {
            module = word("module");
            let _ = write!(page, "\n## {module}\n");
        }
        let _ = write!(
            page,
            "\n### `{}`\n\n{}\n\n",
            word("name"),
            word("description")
        );
        let verb = tool["verb"]
            .as_str()
            .map(|it| format!(" · `storyteller {it}`"));
        let shown = if word("audience") == "people" {
            " · never shown to a model"
        } else {
            ""
        };
        let _ = writeln!(
            page,
            "`{module} {}`{} · {}{shown}",
            word("method"),
            verb.unwrap_or_default(),
            word("impact"),
        );
        for aliases in tool["aliases"]
            .as_object()
            .into_iter()
            .flat_map(|it| it.values())
        {
            let aliases = aliases.as_array().into_iter().flatten();
            let aliases: Vec<_> = aliases.filter_map(Value::as_str).collect();
            let _ = writeln!(page, "\nFound by: {}", aliases.join(" · "));
        }
        fields(&tool["schema"], &mut page);
        returned(&tool["output_schema"], &mut page);
    }
    page
}

fn fields(schema: &Value, page: &mut String) {
    let Some(properties) = schema["properties"].as_object().filter(|it| !it.is_empty()) else {
        return;
    };
    let required = schema["required"].as_array();
    page.push_str("\n| field | type | |\n|---|---|---|\n");
    for (name, field) in properties {
        let must = required.is_some_and(|it| it.iter().any(|it| it == name));
        let description = field["description"]
            .as_str()
            .unwrap_or_default()
            .replace('\n', " ");
        let _ = writeln!(
            page,
            "| `{name}`{} | {} | {} |",
            if must { "" } else { "?" },
            type_of(field),
            description.replace('|', "\\|"),
        );
    }
}

/// What a tool returns: its fields, those that may be missing with a question mark, and the fields
/// of what they contain in braces.
fn returned(schema: &Value, page: &mut String) {
    let shape = shape::shape(schema);
    if shape != "{}" {
        let _ = writeln!(page, "\nReturns `{shape}`");
    }
}

fn type_of(field: &Value) -> String {
    if let Some(choices) = field["enum"].as_array() {
        let choices = choices
            .iter()
            .filter_map(Value::as_str)
            .map(|it| format!("`{it}`"));
        return choices.collect::<Vec<_>>().join(" ");
    }
    match field["type"].as_str() {
        Some("array") => format!("list of {}", type_of(&field["items"])),
        Some("object") => {
            let names = field["properties"]
                .as_object()
                .into_iter()
                .flat_map(|it| it.keys());
            format!("{{{}}}", names.cloned().collect::<Vec<_>>().join(", "))
        }
        Some(name) => name.to_owned(),
        None => "any".to_owned(),
    }
}
