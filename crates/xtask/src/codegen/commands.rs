//! Every tool with its fields, for slash commands in the window and for its forms.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// The commands, one line per tool, so that changing one changes one line of a diff.
pub(super) fn commands(tools: &[Value]) -> String {
    let mut file = String::from(
        "/**\n * Every tool as a command: its fields in their order, and what they take.\n \
         * Written by `cargo xtask codegen` from the tools themselves; do not edit.\n */\n\n\
         export interface Field {\n\
         \x20\x20name: string\n\
         \x20\x20takes: 'text' | 'number' | 'boolean' | 'choice' | 'list' | 'pairs'\n\
         \x20\x20must: boolean\n\
         \x20\x20about: string\n\
         \x20\x20choices?: readonly string[]\n\
         \x20\x20/** The smallest and the largest number it takes. */\n\
         \x20\x20least?: number\n\
         \x20\x20most?: number\n\
         \x20\x20/** What each of its pairs holds. */\n\
         \x20\x20holds?: readonly Field[]\n\
         }\n\n\
         export interface Command {\n\
         \x20\x20name: string\n\
         \x20\x20/** A shorter name. */\n\
         \x20\x20verb?: string\n\
         \x20\x20/** The capability it belongs to. */\n\
         \x20\x20module: string\n\
         \x20\x20impact: 'read' | 'write' | 'spend' | 'destroy'\n\
         \x20\x20about: string\n\
         \x20\x20/** What people call it who do not know its name, by the code of their language. */\n\
         \x20\x20aliases: Readonly<Record<string, readonly string[]>>\n\
         \x20\x20fields: readonly Field[]\n\
         }\n\n\
         // biome-ignore format: one line a tool\n\
         export const commands: readonly Command[] = [\n",
    );
    for tool in tools {
        let mut command = json!({ "name": tool["name"] });
        if let Some(verb) = tool["verb"].as_str() {
            command["verb"] = verb.into();
        }
        command["module"] = tool["module"].clone();
        command["impact"] = tool["impact"].clone();
        command["about"] = sentence(&tool["description"]).into();
        command["aliases"] = tool["aliases"].clone();
        command["fields"] = fields(&tool["schema"]).into();
        let _ = writeln!(file, "  {command},");
    }
    file.push_str("]\n");
    file
}

/// The settings that a form shows: what `update_settings` takes and has a page for.
pub(super) fn settings(tools: &[Value]) -> String {
    let mut file = String::from(
        "/**\n * The settings that the form shows, in its order, each with its page of the form.\n \
         * Written by `cargo xtask codegen` from the settings themselves; do not edit.\n */\n\n\
         import type { Field } from './commands'\n\n\
         export interface SettingField extends Field {\n\
         \x20\x20page: string\n\
         }\n\n\
         // biome-ignore format: one line a setting\n\
         export const settingFields: readonly SettingField[] = [\n",
    );
    let tool = tools.iter().find(|it| it["name"] == "update_settings");
    let schema = tool.map_or(&Value::Null, |it| &it["schema"]);
    for mut field in fields(schema) {
        let schema_of_field = &schema["properties"][field["name"].as_str().unwrap_or_default()];
        if schema_of_field["x-page"].is_string() {
            field["page"] = schema_of_field["x-page"].clone();
            if schema_of_field["maxLength"].is_number() {
                field["most"] = schema_of_field["maxLength"].clone();
            }
            let _ = writeln!(file, "  {field},");
        }
    }
    file.push_str("]\n");
    file
}

/// The first sentence of a description.
fn sentence(words: &Value) -> String {
    let words = words.as_str().unwrap_or_default().replace('\n', " ");
    let end = words.find(". ").map_or(words.len(), |it| it + 1);
    words[..end].to_owned()
}

fn fields(schema: &Value) -> Vec<Value> {
    let Some(properties) = schema["properties"].as_object() else {
        return Vec::new();
    };
    let required = schema["required"].as_array();
    let mut fields: Vec<Value> = Vec::new();
    for (name, field) in properties {
        let must = required.is_some_and(|it| it.iter().any(|it| it == name));
        let mut described = json!({
            "name": name,
            "takes": takes(field),
            "must": must,
            "about": sentence(&field["description"]),
        });
        if field["enum"].is_array() {
            described["choices"] = field["enum"].clone();
        }
        for (bound, name) in [("minimum", "least"), ("maximum", "most")] {
            if field[bound].is_number() {
                described[name] = field[bound].clone();
            }
        }
        if described["takes"] == "pairs" {
            described["holds"] = self::fields(&field["items"]).into();
        }
        fields.push(described);
    }
    // Plain words fill the required fields first.
    fields.sort_by_key(|it| it["must"] != true);
    fields
}

fn takes(field: &Value) -> &'static str {
    if field["enum"].is_array() {
        return "choice";
    }
    match field["type"].as_str() {
        Some("integer" | "number") => "number",
        Some("boolean") => "boolean",
        Some("array") if field["items"]["type"] == "object" => "pairs",
        Some("array") => "list",
        _ => "text",
    }
}
