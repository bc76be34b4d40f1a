//! Describes a tool of the registry in the protocol's format.

use std::sync::Arc;

use capability::{Impact, ToolSpec};
use model::conversation::ToolDefinition;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::Value;

use crate::apps::App;

/// A tool with both schemas and with hints from its impact.
pub(crate) fn described(spec: &ToolSpec) -> Tool {
    let title = title(&spec.name);
    let mut tool = Tool::new(
        spec.name.clone(),
        spec.description.clone(),
        object(spec.parameters()),
    )
    .with_title(title.clone())
    .with_annotations(annotations(title, spec.impact));
    if let Some(output) = spec.output_schema {
        tool = tool.with_raw_output_schema(object(output.generate()));
    }
    match App::of_tool(&spec.name) {
        Some(app) => tool.with_meta(app.meta()),
        None => tool,
    }
}

/// `project_cli`, through which every tool can be called: what a call may do is not known in
/// advance.
pub(crate) fn described_project_cli(definition: &ToolDefinition) -> Tool {
    let title = "Any tool by module and method";
    Tool::new(
        definition.name.clone(),
        definition.description.clone(),
        object(definition.parameters.clone()),
    )
    .with_title(title)
    .with_annotations(annotations(title.to_owned(), Impact::Spend))
}

fn annotations(title: String, impact: Impact) -> ToolAnnotations {
    let reads = impact == Impact::Read;
    ToolAnnotations::with_title(title)
        .read_only(reads)
        // Writes create versions, which can be undone.
        .destructive(impact == Impact::Destroy)
        .idempotent(reads)
        .open_world(impact == Impact::Spend)
}

/// A name as a title: `update_node_kv` is "Update node kv".
fn title(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

fn object(schema: Value) -> Arc<JsonObject> {
    Arc::new(match schema {
        Value::Object(fields) => fields,
        _ => JsonObject::default(),
    })
}

#[cfg(test)]
mod tests {
    use host::Studio;
    use serde_json::json;

    use super::*;

    #[test]
    fn every_tool_has_both_schemas_a_title_and_hints() {
        for spec in Studio::specs() {
            let tool = serde_json::to_value(described(&spec)).unwrap();
            assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
            assert_eq!(tool["outputSchema"]["type"], "object", "{tool}");
            let hints = &tool["annotations"];
            assert_eq!(hints["title"], tool["title"]);
            assert_eq!(hints["readOnlyHint"], json!(spec.impact == Impact::Read));
            assert_eq!(
                hints["destructiveHint"],
                json!(spec.impact == Impact::Destroy)
            );
        }
    }

    #[test]
    fn makes_titles_from_tool_names() {
        assert_eq!(title("update_node_kv"), "Update node kv");
        assert_eq!(title("undo"), "Undo");
        assert_eq!(title(""), "");
    }
}
