//! The grammar of the command line, built when the program starts: built-in commands, and one for
//! every tool from its spec. Help comes from the same specs.

mod help;

pub(super) use help::{first_line, slash_help};

use capability::{Impact, ToolSpec};
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::Value;

use self::help::{after_help, overview};
use super::{arguments, builtin_commands};

/// The id of the argument that holds the tool's values in field order.
const VALUES: &str = "values";

/// The whole grammar.
pub(super) fn root(specs: &[ToolSpec]) -> Command {
    let mut root = Command::new("storyteller")
        .about("Write a story as a graph of nodes, alone or with an assistant.")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(false)
        .styles(Styles::styled().header(AnsiColor::Green.on_default().bold()))
        .max_term_width(100)
        .override_help(overview(specs));
    for command in builtin_commands::commands() {
        root = root.subcommand(command);
    }
    let taken: Vec<String> = root
        .get_subcommands()
        .map(|it| it.get_name().to_owned())
        .collect();
    for (name, aliases, spec) in spellings(specs, &taken) {
        let mut command = tool(spec, &name).aliases(aliases);
        // A module may have the name of one of its tools: `search`.
        if specs.iter().any(|it| it.module == name) {
            command = with_methods(command, &name, specs)
                .args_conflicts_with_subcommands(true)
                .subcommand_negates_reqs(true);
        }
        root = root.subcommand(command);
    }
    for module in modules(specs) {
        if root.find_subcommand(module).is_none() {
            let command = Command::new(module.to_owned())
                .about(format!("The tools of {module}, by method"))
                .hide(true)
                .subcommand_required(true)
                .arg_required_else_help(true);
            root = root.subcommand(with_methods(command, module, specs));
        }
    }
    root
}

/// Finds the tool of a command line, and its arguments.
pub(super) fn find<'a, 'm>(
    specs: &'a [ToolSpec],
    typed: (&'m str, &'m ArgMatches),
) -> Option<(&'a ToolSpec, &'m ArgMatches)> {
    let (name, matches) = typed;
    if let Some((method, matches)) = matches.subcommand() {
        let spec = specs
            .iter()
            .find(|it| it.module == name && it.is_method(method))?;
        return Some((spec, matches));
    }
    let by_verb = specs.iter().find(|it| it.verb.as_deref() == Some(name));
    let spec = by_verb.or_else(|| specs.iter().find(|it| it.is_called(name)))?;
    Some((spec, matches))
}

/// The values given for a tool's fields: options first, then positional values in field order.
pub(super) fn words(spec: &ToolSpec, matches: &ArgMatches) -> Vec<String> {
    let mut words = Vec::new();
    for (field, _) in fields(spec) {
        for value in matches
            .get_many::<String>(&id_of(field))
            .into_iter()
            .flatten()
        {
            words.push(format!("--{field}={value}"));
        }
    }
    let mut values = typed_values(matches).peekable();
    if values.peek().is_some() {
        words.push("--".to_owned());
        words.extend(values.cloned());
    }
    words
}

fn typed_values(matches: &ArgMatches) -> impl Iterator<Item = &String> {
    matches
        .try_get_many::<String>(VALUES)
        .ok()
        .flatten()
        .into_iter()
        .flatten()
}

/// The fields of a tool's input with their schemas, in order.
pub(super) fn fields(spec: &ToolSpec) -> impl Iterator<Item = (&str, &Value)> {
    let properties = spec.schema.get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| (name.as_str(), schema))
}

/// Whether the tool's input has a field of this name.
pub(super) fn has_field(spec: &ToolSpec, name: &str) -> bool {
    fields(spec).any(|(field, _)| field == name)
}

/// The id of a field's option; distinct from the ids of our own arguments.
fn id_of(field: &str) -> String {
    format!("field.{field}")
}

fn with_methods(mut command: Command, module: &str, specs: &[ToolSpec]) -> Command {
    for spec in specs.iter().filter(|it| it.module == module) {
        let method = tool(spec, &spec.method).aliases(spec.former.methods.clone());
        command = command.subcommand(method);
    }
    command
}

/// Lists each tool once, under its shortest unique name, with the others as aliases.
fn spellings<'a>(
    specs: &'a [ToolSpec],
    taken: &[String],
) -> Vec<(String, Vec<String>, &'a ToolSpec)> {
    let free = |name: &&String| !taken.contains(name);
    let mut found = Vec::new();
    for spec in specs {
        let verb = spec.verb.as_ref().filter(|it| **it != spec.name);
        let names = verb.into_iter().chain([&spec.name]);
        let names = names.chain(&spec.former.names);
        let mut names = names.filter(free).cloned();
        if let Some(name) = names.next() {
            found.push((name, names.collect(), spec));
        }
    }
    found
}

fn modules(specs: &[ToolSpec]) -> Vec<&str> {
    let mut modules: Vec<&str> = specs.iter().map(|it| it.module.as_str()).collect();
    modules.dedup();
    modules
}

/// The command of one tool.
fn tool(spec: &ToolSpec, name: &str) -> Command {
    let mut command = Command::new(name.to_owned())
        .about(first_line(&spec.description))
        .long_about(spec.description.clone())
        .arg(arguments::file())
        .after_help(after_help(spec, name));
    let mut any = false;
    for (field, schema) in fields(spec) {
        any = true;
        command = command.arg(option(spec, field, schema));
    }
    if any {
        let names: Vec<&str> = fields(spec).map(|(field, _)| field).collect();
        command = command.arg(
            Arg::new(VALUES)
                .value_name("VALUE")
                .num_args(0..)
                .help(format!(
                    "The same without names, in this order: {}",
                    names.join(", ")
                )),
        );
    }
    if !has_field(spec, "node") {
        command = command.arg(arguments::node(
            "The node to act on: its title, or part of its id",
        ));
    }
    if !has_field(spec, "draft") {
        command = command.arg(
            Arg::new("draft")
                .long("draft")
                .value_name("DRAFT")
                .help("Read and write in this draft"),
        );
    }
    if spec.answers_with_file {
        command = command
            .arg(
                Arg::new("output")
                    .long("output")
                    .short('o')
                    .value_name("PATH")
                    .help("Save the file that it answers with; - for standard output"),
            )
            .arg(arguments::flag("force", "Overwrite an existing file"));
    }
    let input = "Read the fields from standard input, as one JSON object: --input -";
    command = command
        .arg(
            Arg::new("input")
                .long("input")
                .value_name("-")
                .value_parser(["-"])
                .hide_possible_values(true)
                .help(input),
        )
        .arg(arguments::json("Print the answer as one JSON object"));
    // Scripts may give it to every command, also to one that asks nothing.
    let asks = matches!(spec.impact, Impact::Spend | Impact::Destroy);
    command.arg(arguments::yes().hide(!asks))
}

fn option(spec: &ToolSpec, field: &str, schema: &Value) -> Arg {
    let sort = schema_type(schema);
    let mut help = schema
        .get("description")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    let choices = choices(schema);
    if !choices.is_empty() {
        help.push_str(&format!(" [one of: {}]", choices.join(", ")));
    }
    let required = spec.schema.get("required").and_then(Value::as_array);
    if required.is_some_and(|it| it.iter().any(|name| name == field)) {
        help.push_str(" (required)");
    }
    let option = Arg::new(id_of(field))
        .long(option_name(field))
        .help(help.trim().to_owned())
        .value_name(value_name(sort))
        .aliases(other_names(spec, field));
    // The same short name wherever a command is about a node.
    let option = match field {
        "node" => option.short('n'),
        _ => option,
    };
    match sort {
        "boolean" => option
            .num_args(0..=1)
            .default_missing_value("true")
            .require_equals(true),
        "array" => option.action(ArgAction::Append).allow_hyphen_values(true),
        _ => option.allow_hyphen_values(true),
    }
}

/// The option name of a field: with hyphens.
pub(super) fn option_name(field: &str) -> String {
    field.replace('_', "-")
}

/// Other names of a field's option: the field's own name and its names in earlier versions, both
/// also with hyphens.
fn other_names(spec: &ToolSpec, field: &str) -> Vec<String> {
    let renamed = spec.former.parameters.iter();
    let former = renamed.filter(|it| it.1 == field).map(|it| it.0.as_str());
    let names = [field].into_iter().chain(former);
    let mut names: Vec<String> = names
        .flat_map(|it| [option_name(it), it.to_owned()])
        .filter(|it| *it != option_name(field))
        .collect();
    names.sort();
    names.dedup();
    names
}

/// The type that a schema requires, ignoring `null`.
fn schema_type(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::String(sort)) => sort,
        Some(Value::Array(sorts)) => {
            let named = sorts
                .iter()
                .filter_map(Value::as_str)
                .find(|&it| it != "null");
            named.unwrap_or("string")
        }
        _ => "string",
    }
}

/// Whether a field accepts any text.
fn is_free_text(schema: &Value) -> bool {
    schema_type(schema) == "string" && choices(schema).is_empty()
}

fn choices(schema: &Value) -> Vec<&str> {
    let listed = schema.get("enum").and_then(Value::as_array);
    let items = || schema.get("items")?.get("enum")?.as_array();
    listed
        .or_else(items)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

fn value_name(sort: &str) -> &'static str {
    match sort {
        "integer" | "number" => "NUMBER",
        "boolean" => "true|false",
        "array" => "VALUE|JSON",
        "object" => "JSON",
        _ => "TEXT",
    }
}

#[cfg(test)]
mod documented_tests;
#[cfg(test)]
mod tests;
