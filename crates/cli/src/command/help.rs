//! Help, generated from the tool specs: what a tool does and costs, an example, the overview. Not
//! here: the grammar itself.

use capability::{Impact, ToolSpec};
use clap::Command;
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::{choices, fields, is_free_text, option, option_name, schema_type, spellings};
use crate::builtin_commands;
use crate::render::cut;
use crate::tools::ASSISTANT;

/// The help of a tool at the prompt, where its fields are the only options.
pub(crate) fn slash_help(spec: &ToolSpec) -> String {
    let name = spec.verb.as_ref().unwrap_or(&spec.name);
    let mut command = Command::new(format!("/{name}"))
        .no_binary_name(true)
        .disable_help_flag(true)
        .about(spec.description.clone())
        .max_term_width(100);
    for (field, schema) in fields(spec) {
        command = command.arg(option(spec, field, schema));
    }
    command.render_help().to_string()
}

/// The first sentence or line.
pub(crate) fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let end = line.find(". ").map_or(line.len(), |it| it + 1);
    line[..end].trim_end_matches('.').to_owned()
}

/// The text of `storyteller --help`: the commands grouped by purpose.
pub(super) fn overview(specs: &[ToolSpec]) -> String {
    let mut text = String::from(
        "Write a story as a graph of nodes, alone or with an assistant.\n\n\
         Usage: storyteller <COMMAND> FILE [ARGUMENTS]\n",
    );
    let mut own_commands = builtin_commands::commands();
    let taken: Vec<String> = own_commands
        .iter()
        .map(|it| it.get_name().to_owned())
        .collect();
    for (heading, names) in builtin_commands::GROUPS {
        text.push_str(&format!("\n{heading}:\n"));
        for name in *names {
            if let Some(command) = own_commands.iter_mut().find(|it| it.get_name() == *name) {
                let about = command
                    .get_about()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                text.push_str(&row(name, &about));
            }
        }
    }
    text.push_str("\nWork on the story:\n");
    for (name, _, spec) in spellings(specs, &taken) {
        if spec.module != ASSISTANT {
            text.push_str(&row(&name, &first_line(&spec.description)));
        }
    }
    text.push_str(
        "\n`storyteller COMMAND --help` tells more. A tool can also be called by module and method:\n\
         storyteller kv update FILE …\n",
    );
    text
}

fn row(name: &str, about: &str) -> String {
    format!("  {name:<17} {}\n", shortened(about))
}

/// The description for a list eighty columns wide; the command's own help has the whole sentence.
fn shortened(about: &str) -> String {
    let width = 60;
    if about.width() <= width {
        return about.to_owned();
    }
    let clauses = [": ", " (", ", ", "; "];
    let ends = clauses
        .iter()
        .flat_map(|it| about.match_indices(it))
        .map(|(end, _)| end);
    let end = ends.filter(|&end| about[..end].width() <= width).max();
    end.map_or_else(|| cut(about, width), |end| about[..end].to_owned())
}

/// The text below the options: cost, standard input, an example.
pub(super) fn after_help(spec: &ToolSpec, name: &str) -> String {
    let impact = match spec.impact {
        Impact::Read => "looks only, changes nothing",
        Impact::Write => "makes versions; `storyteller undo FILE` takes it back",
        Impact::Spend => "may cost money, and asks first where it does",
        Impact::Destroy => "cannot be undone; asks first",
    };
    let mut help = format!("Impact: {impact}.\n");
    if fields(spec).any(|(field, schema)| field != "node" && is_free_text(schema)) {
        help.push_str("A text of - is read from standard input.\n");
    }
    if let Some((list, _)) = fields(spec).find(|it| schema_type(it.1) == "array") {
        let option = option_name(list);
        help.push_str(&format!(
            "Several values: --{option} ONE --{option} TWO, or a JSON list.\n"
        ));
    }
    help.push_str(&format!("Example: {}", example(spec, name)));
    help
}

/// A valid example command: required fields with values that suit their type.
pub(super) fn example(spec: &ToolSpec, name: &str) -> String {
    let mut words = vec!["storyteller".to_owned()];
    if spec.method == name && spec.verb.as_deref() != Some(name) && spec.name != name {
        words.push(spec.module.clone());
    }
    words.extend([name.to_owned(), "demo.story".to_owned()]);
    let required = spec.schema.get("required").and_then(Value::as_array);
    let is_required = |field: &str| required.is_some_and(|it| it.iter().any(|name| name == field));
    for (field, schema) in fields(spec) {
        if field == "node" || is_required(field) {
            words.push(format!("--{}", option_name(field)));
            words.push(example_value(field, schema));
        }
    }
    words.join(" ")
}

fn example_value(field: &str, schema: &Value) -> String {
    let first_choice = choices(schema).first().map(|&it| it.to_owned());
    first_choice.unwrap_or_else(|| match (field, schema_type(schema)) {
        ("node" | "from", _) => "\"Thomas Anderson\"".into(),
        ("to", _) => "Corridor".into(),
        ("items", "array") => "Name=Neo".into(),
        (_, "integer" | "number") => "1".into(),
        (_, "boolean") => "true".into(),
        (_, "array") => "one".into(),
        (_, "object") => "'{}'".into(),
        _ => "\"some words\"".into(),
    })
}
