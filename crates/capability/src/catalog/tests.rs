//! Registration, spellings, and what `project_cli` discloses.

use serde_json::{Value, json};

use super::project_cli::Address;
use super::*;
use crate::sample::{IMAGE, Kv, ODD, Of, nothing};
use crate::{Impact, ToolContext};

fn catalog() -> Catalog {
    Catalog::new(&[&Kv, &IMAGE, &ODD]).unwrap()
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
fn every_spelling_finds_the_same_tool() {
    let catalog = catalog();
    for spelling in ["update_node_kv", "set", "kv.update"] {
        let entry = catalog.find(spelling).unwrap();
        assert_eq!(entry.tool.spec.name, "update_node_kv", "{spelling}");
    }
    assert!(catalog.find("kv").is_none(), "a module alone is no tool");
}

#[test]
fn two_tools_of_one_spelling_are_refused() {
    refused(
        &[
            &Of("a", || vec![tool("x", "do")]),
            &Of("b", || vec![tool("y", "do")]),
        ],
        "do of b: \"do\" is taken by do of a",
    );
    refused(
        &[&Of("a", || {
            vec![tool("x", "do").verb("go"), tool("y", "go")]
        })],
        "go of a: \"go\" is taken by do of a",
    );
    refused(
        &[&Of("a", || vec![tool("x", "do"), tool("x", "go")])],
        "go of a: \"a.x\" is taken by do of a",
    );
}

#[test]
fn two_capabilities_of_one_name_are_refused() {
    refused(&[&Kv, &Kv], "two capabilities are called kv");
}

#[test]
fn the_words_of_project_cli_are_refused() {
    refused(
        &[&Of("a", || vec![tool("help", "help_me")])],
        "help_me of a: the method \"help\" belongs to project_cli",
    );
    refused(
        &[&Of("a", || vec![tool("x", "project_cli")])],
        "project_cli of a: project_cli is the second spelling of every tool",
    );
}

#[test]
fn a_schema_with_a_union_is_refused_by_the_tools_name() {
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
        &[&Of("a", || {
            vec![Tool::new("x", "choose", Impact::Read, choose)]
        })],
        "choose of a: at \"/either\" its schema uses oneOf; divide the tool instead",
    );
}

#[test]
fn an_input_nobody_described_is_refused() {
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Silent {}
    async fn silent(_: ToolContext, _: Silent) -> Result<(), ToolError> {
        Ok(())
    }
    refused(
        &[&Of("a", || {
            vec![Tool::new("x", "silent", Impact::Read, silent)]
        })],
        "silent of a: its input has no doc comment, so nobody can know what it does",
    );
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest_one_may_use() {
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
        "a model is not led to what it may not call"
    );
}

#[test]
fn specs_know_their_module_without_a_story() {
    let specs = specs_of(&[&Kv]);
    let names: Vec<_> = specs.iter().map(|it| (&*it.module, &*it.method)).collect();
    assert_eq!(names, [("kv", "update"), ("kv", "read")]);
}

fn told(args: Value) -> Result<Value, String> {
    let catalog = catalog();
    let project_cli = ProjectCli::new(&catalog.cards);
    let address = project_cli.address(args).map_err(|it| it.message)?;
    assert!(address.asks_for_help(&catalog));
    let result = disclose(&catalog, &address, true);
    result
        .map(|it| it.data)
        .map_err(|it| format!("{}: {}", it.message, it.hint.unwrap_or_default()))
}

#[test]
fn help_without_a_module_lists_all_modules() {
    let modules = told(json!({ "method": "help" })).unwrap();
    assert_eq!(
        modules["modules"][1],
        json!({
            "module": "image",
            "title": "Sample",
            "summary": "Shows what the door does.",
            "methods": ["generate", "prune"],
        }),
        "what is for people is not listed for a model"
    );
}

#[test]
fn help_of_a_module_discloses_its_methods_with_their_schemas() {
    let module = told(json!({ "module": "kv", "method": "describe" })).unwrap();
    let methods = module["methods"].as_array().unwrap();
    assert_eq!(methods.len(), 2);
    let only = told(json!({ "module": "kv", "method": "help", "input": { "method": "read" } }));
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
fn help_about_what_does_not_exist_says_what_does() {
    assert_eq!(
        told(json!({ "module": "kvv", "method": "help" })),
        Err("there is no module \"kvv\": modules are \"kv\"".into())
    );
    assert_eq!(
        told(json!({ "module": "kv", "method": "help", "input": { "method": "reed" } })),
        Err("kv has no method \"reed\": its methods are \"update\" or \"read\"".into())
    );
}

#[test]
fn the_three_layers_are_checked_and_quotes_around_the_input_forgiven() {
    let cli = ProjectCli::new(&catalog().cards);
    let read = |args| {
        cli.address(args)
            .map(|it: Address| (it.spelling(), it.input))
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
fn a_tool_called_describe_is_a_tool() {
    let catalog =
        Catalog::new(&[&Of("story", || vec![tool("describe", "describe_story")])]).unwrap();
    let cli = ProjectCli::new(&catalog.cards);
    let asks = |method| {
        let address = cli
            .address(json!({ "module": "story", "method": method }))
            .unwrap();
        address.asks_for_help(&catalog)
    };
    assert!(!asks("describe"));
    assert!(asks("help"));
}
