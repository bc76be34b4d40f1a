//! Tests for registration, tool names, and `project_cli` help.

use serde_json::{Value, json};

use super::project_cli::ProjectCliCall;
use super::*;
use crate::test_capabilities::{IMAGE, Kv, MISBEHAVING, SampleCapability, nothing};
use crate::{Impact, ToolContext, ToolServices};

fn catalog() -> Catalog<ToolServices> {
    Catalog::new(&[&Kv, &IMAGE, &MISBEHAVING]).unwrap()
}

fn tool(method: &'static str, name: &'static str) -> Tool {
    Tool::new(method, name, Impact::Read, nothing)
}

#[track_caller]
fn refused(capabilities: &[&dyn Capability], why: &str) {
    let error = Catalog::new(capabilities).err().unwrap();
    assert_eq!(error.to_string(), why);
}

#[test]
fn finds_a_tool_by_any_of_its_names() {
    let catalog = catalog();
    for spelling in ["update_node_kv", "set", "kv.update"] {
        let entry = catalog.find(spelling).unwrap();
        assert_eq!(entry.tool.spec.name, "update_node_kv", "{spelling}");
    }
    assert!(catalog.find("kv").is_none(), "a module alone is not a tool");
}

#[test]
fn former_names_find_the_tool_but_are_never_listed() {
    let catalog = catalog();
    for spelling in ["write_node_kv", "kv.write"] {
        let entry = catalog.find(spelling).unwrap();
        assert_eq!(entry.tool.spec.name, "update_node_kv", "{spelling}");
    }
    let shown = serde_json::to_string(&catalog.specs_for(false).collect::<Vec<_>>()).unwrap();
    assert!(!shown.contains("write_node_kv"), "{shown}");
    assert!(!shown.contains("pairs"), "{shown}");
    let hint = catalog.unknown("write_node_k", true).hint.unwrap();
    assert!(!hint.contains("write_node_kv"), "{hint}");
}

#[test]
fn rejects_a_former_name_used_by_another_tool() {
    refused(
        &[&SampleCapability("a", || {
            vec![tool("x", "do"), tool("y", "go").formerly("z", "do")]
        })],
        "go of a: \"do\" is taken by do of a",
    );
    refused(
        &[&SampleCapability("a", || {
            vec![tool("x", "do"), tool("y", "go").formerly("x", "gone")]
        })],
        "go of a: \"a.x\" is taken by do of a",
    );
}

#[test]
fn rejects_two_tools_with_the_same_name() {
    refused(
        &[
            &SampleCapability("a", || vec![tool("x", "do")]),
            &SampleCapability("b", || vec![tool("y", "do")]),
        ],
        "do of b: \"do\" is taken by do of a",
    );
    refused(
        &[&SampleCapability("a", || {
            vec![tool("x", "do").verb("go"), tool("y", "go")]
        })],
        "go of a: \"go\" is taken by do of a",
    );
    refused(
        &[&SampleCapability("a", || {
            vec![tool("x", "do"), tool("x", "go")]
        })],
        "go of a: \"a.x\" is taken by do of a",
    );
}

#[test]
fn rejects_two_capabilities_with_the_same_name() {
    refused(&[&Kv, &Kv], "two capabilities are called kv");
}

#[test]
fn rejects_names_reserved_by_project_cli() {
    refused(
        &[&SampleCapability("a", || vec![tool("help", "help_me")])],
        "help_me of a: the method \"help\" belongs to project_cli",
    );
    refused(
        &[&SampleCapability("a", || vec![tool("x", "project_cli")])],
        "project_cli of a: project_cli is the second spelling of every tool",
    );
}

#[test]
fn rejects_a_schema_with_a_union_naming_the_tool() {
    /// Choose.
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Choose {
        /// One or the other.
        either: Either,
    }
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    enum Either {
        Word(String),
        Number(u32),
    }
    async fn choose(_: ToolContext, input: Choose) -> Result<(), ToolError> {
        drop(input.either);
        Ok(())
    }
    refused(
        &[&SampleCapability("a", || {
            vec![Tool::new("x", "choose", Impact::Read, choose)]
        })],
        "choose of a: at \"/either\" its schema uses oneOf; divide the tool instead",
    );
}

#[test]
fn rejects_an_input_without_description() {
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Silent {}
    async fn silent(_: ToolContext, _: Silent) -> Result<(), ToolError> {
        Ok(())
    }
    refused(
        &[&SampleCapability("a", || {
            vec![Tool::new("x", "silent", Impact::Read, silent)]
        })],
        "silent of a: its input has no doc comment, so nobody can know what it does",
    );
}

#[test]
fn unknown_name_error_suggests_only_permitted_tools() {
    let error = catalog().unknown("update_kv", true);
    assert_eq!(error.code, Code::UnknownAction);
    assert_eq!(error.message, "there is no tool \"update_kv\"");
    assert_eq!(
        error.hint.as_deref(),
        Some("did you mean \"update_node_kv\"?")
    );
    let hint = |for_model| catalog().unknown("send_mesage", for_model).hint.unwrap();
    assert!(hint(false).contains("send_message"));
    assert!(
        !hint(true).contains("send_message"),
        "a model gets no suggestion that it may not call"
    );
}

#[test]
fn specs_include_module_and_method() {
    let specs = specs_of(&[&Kv]);
    let names: Vec<_> = specs.iter().map(|it| (&*it.module, &*it.method)).collect();
    assert_eq!(names, [("kv", "update"), ("kv", "read")]);
}

fn describe(args: Value) -> Result<Value, String> {
    let catalog = catalog();
    let project_cli = ProjectCli::new(&catalog.cards);
    let request = project_cli.request(args).map_err(|it| it.message)?;
    assert!(request.asks_for_help(&catalog));
    let result = describe_tools(&catalog, &request, true);
    result
        .map(|it| it.data)
        .map_err(|it| format!("{}: {}", it.message, it.hint.unwrap_or_default()))
}

#[test]
fn help_without_a_module_lists_all_modules() {
    let modules = describe(json!({ "method": "help" })).unwrap();
    assert_eq!(
        modules["modules"][1],
        json!({
            "module": "image",
            "title": "Sample",
            "summary": "Shows what the dispatcher does.",
            "methods": ["generate", "prune"],
        }),
        "tools for people are not listed for a model"
    );
}

#[test]
fn module_help_lists_methods_with_schemas() {
    let module = describe(json!({ "module": "kv", "method": "describe" })).unwrap();
    let methods = module["methods"].as_array().unwrap();
    assert_eq!(methods.len(), 2);
    let only = describe(json!({ "module": "kv", "method": "help", "input": { "method": "read" } }));
    let expected = json!({
        "module": "kv",
        "title": "KV",
        "summary": "Attributes of a node.",
        "methods": [{
            "method": "read",
            "description": "Read the attributes of a node.",
            "impact": "read",
            "input_schema": {
                "type": "object",
                "properties": { "node": {
                    "type": "string",
                    "description": "The node; the one being edited if left out.",
                } },
                "additionalProperties": false,
            },
        }],
    });
    assert_eq!(only, Ok(expected));
}

#[test]
fn help_for_an_unknown_module_lists_known_ones() {
    assert_eq!(
        describe(json!({ "module": "kvv", "method": "help" })),
        Err("there is no module \"kvv\": modules are \"kv\"".into())
    );
    assert_eq!(
        describe(json!({ "module": "kv", "method": "help", "input": { "method": "reed" } })),
        Err("kv has no method \"reed\": its methods are \"update\" or \"read\"".into())
    );
}

#[test]
fn project_cli_accepts_input_as_json_text() {
    let cli = ProjectCli::new(&catalog().cards);
    let read = |args| {
        cli.request(args)
            .map(|it: ProjectCliCall| (it.spelling(), it.input))
    };
    assert_eq!(
        read(json!({ "module": "kv", "method": "read", "input": "{\"node\":\"Neo\"}" })),
        Ok(("kv.read".to_owned(), json!({ "node": "Neo" })))
    );
    let error = read(json!({ "module": "kv" })).unwrap_err();
    assert_eq!(error.path.as_deref(), Some("/method"));
    assert_eq!(
        error.input_schema.as_ref(),
        Some(&cli.definition().parameters)
    );
    let error = read(json!({ "module": "kv", "method": "read", "input": "{" })).unwrap_err();
    assert_eq!(error.path.as_deref(), Some("/input"));
}

#[test]
fn tool_named_describe_takes_precedence_over_help() {
    let catalog = Catalog::new(&[&SampleCapability("story", || {
        vec![tool("describe", "describe_story")]
    })])
    .unwrap();
    let cli = ProjectCli::new(&catalog.cards);
    let asks = |method| {
        let request = cli
            .request(json!({ "module": "story", "method": method }))
            .unwrap();
        request.asks_for_help(&catalog)
    };
    assert!(!asks("describe"));
    assert!(asks("help"));
}
