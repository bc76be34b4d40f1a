//! Tests of calls through the dispatcher to a real story: the result, and the story afterwards.

mod approval;
mod limits;
mod progress;
mod retries;
mod targets;

use std::sync::Arc;

use expect_test::expect;
use llm::ImageModel;
use model::conversation::ToolCall;
use model::{
    Author, AuthorKind, EdgeRecord, FixedWorld, Layout, NodeId, NodeRecord, Slot, Version,
    VersionRef, World,
};
use serde_json::{Value, json};
use store::{CommitMetadata, Edit, OpenOptions, Store};

use crate::test_capabilities::{IMAGE, Kv, MISBEHAVING};
use crate::{
    Caller, Capability, Code, ErrorReport, Grant, Models, Principal, Registry, Status,
    ToolAgentOutput, ToolError, ToolServices, WrittenVersion, slot_rules,
};

const ALL: [&dyn Capability; 3] = [&Kv, &IMAGE, &MISBEHAVING];

struct NoModels;

impl Models for NoModels {
    fn image(&self) -> Arc<dyn ImageModel> {
        unreachable!("no tool of these tests paints")
    }
}

/// A story with a hero and a place, and a dispatcher for it.
struct TestStory {
    registry: Registry,
    hero: NodeId,
    place: NodeId,
    _folder: tempfile::TempDir,
}

impl TestStory {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let world: Arc<dyn World> = Arc::new(FixedWorld::default());
        let options = OpenOptions {
            rules: slot_rules(&ALL),
            world: Arc::clone(&world),
            read_only: false,
        };
        let store = Store::create(&folder.path().join("a.story"), "Matrix", options).unwrap();
        let (hero, place) = store.edit(note(), create_sample_nodes).await.unwrap().value;
        let services = ToolServices {
            store,
            models: Arc::new(NoModels),
            world,
        };
        let registry = Registry::new(&ALL, services).unwrap();
        Self {
            registry,
            hero,
            place,
            _folder: folder,
        }
    }

    fn store(&self) -> &Store {
        &self.registry.services().store
    }

    /// A person editing the hero.
    fn person(&self) -> Caller {
        Caller {
            node: Some(self.hero),
            ..Caller::new(Principal::owner("Ada"), "cli/1", Grant::person())
        }
    }

    fn assistant(&self) -> Caller {
        Caller {
            node: Some(self.hero),
            ..Caller::new(Principal::assistant("scripted"), "1", Grant::person())
        }
    }

    async fn call(&self, caller: &Caller, name: &str, args: Value) -> ToolAgentOutput {
        self.call_as(caller, None, name, args).await
    }

    async fn call_as(
        &self,
        caller: &Caller,
        id: Option<&str>,
        name: &str,
        args: Value,
    ) -> ToolAgentOutput {
        let call = ToolCall {
            id: id.map(str::to_owned),
            name: name.to_owned(),
            args,
        };
        self.registry.call(caller, call).await
    }

    async fn error(&self, caller: &Caller, name: &str, args: Value) -> ErrorReport {
        let before = self.store().number().unwrap();
        let output = self.call(caller, name, args).await;
        assert_eq!(output.status, Status::Failure, "{output:?}");
        assert_eq!(
            self.store().number().unwrap(),
            before,
            "a failed call writes nothing"
        );
        output.error.unwrap()
    }

    /// The hero's adopted attributes.
    fn attributes(&self) -> Option<Version> {
        self.store()
            .view(None)
            .adopted(&Slot::node(self.hero, "kv"))
            .unwrap()
    }
}

fn note() -> CommitMetadata {
    CommitMetadata {
        author: Author::new(AuthorKind::Person, "Ada"),
        origin: None,
        turn: None,
        call: None,
        reason: "begin".into(),
        draft: None,
    }
}

fn create_sample_nodes(edit: &mut Edit<'_>) -> Result<(NodeId, NodeId), ToolError> {
    let mut node = |title: &str, kind: &str| {
        let record = NodeRecord {
            title: title.into(),
            kind: kind.into(),
        };
        edit.create_node(&record, &Layout::default())
            .map_err(ToolError::from)
    };
    let hero = node("Thomas Anderson", "character")?;
    let place = node("地铁站", "place")?;
    let label = String::from("goes to");
    edit.create_edge(&EdgeRecord {
        dynamic: false,
        includes: false,
        once: false,
        from: hero,
        to: place,
        label,
        order: 0,
        condition: None,
        effect: None,
    })?;
    Ok((hero, place))
}

fn neo() -> Value {
    json!({ "items": [{ "k": "Name", "v": "Neo" }] })
}

#[tokio::test]
async fn write_result_lists_the_written_versions() {
    let fixture = TestStory::new().await;
    let output = fixture
        .call(&fixture.person(), "update_node_kv", neo())
        .await;
    let version = fixture.attributes().unwrap();
    let wrote = WrittenVersion {
        node: Some(fixture.hero),
        title: "Thomas Anderson".into(),
        capability: "kv".into(),
        version: Some(VersionRef {
            id: version.id,
            number: 1,
        }),
    };
    assert_eq!(version.data(), neo());
    assert_eq!(output.wrote, [wrote]);
    assert_eq!(output.change, Some(fixture.store().number().unwrap()));
    assert_eq!(
        output.ui_hints.as_ref().map(|it| &*it.title),
        Some("1 attributes")
    );
    assert_eq!(output.tool_call_args, neo());
    expect![[r#"{"module":"kv","method":"update","data":{"node":"Thomas Anderson","count":1,"version":1}}"#]]
        .assert_eq(&output.content());
}

#[tokio::test]
async fn both_names_of_a_tool_give_the_same_result() {
    let fixture = TestStory::new().await;
    let person = fixture.person();
    let flat = fixture
        .call(&person, "read_node_kv", json!({ "node": "地铁站" }))
        .await;
    let address = json!({ "module": "kv", "method": "read", "input": { "node": "地铁站" } });
    let thin = fixture.call(&person, "project_cli", address).await;
    assert!(flat.succeeded());
    assert_eq!(flat.content(), thin.content());
    assert_eq!(flat.cli(), thin.cli());
    assert_eq!(
        (&*flat.tool_name, &*thin.tool_name),
        ("read_node_kv", "project_cli")
    );
}

#[tokio::test]
async fn invalid_argument_error_has_path_reason_and_schema() {
    let fixture = TestStory::new().await;
    let error = fixture
        .error(
            &fixture.person(),
            "update_node_kv",
            json!({ "items": ["Neo"] }),
        )
        .await;
    let schema = fixture
        .registry
        .spec("update_node_kv")
        .unwrap()
        .parameters();
    let expected = ErrorReport {
        code: Code::InvalidActionInput,
        message: "/items/0: it is a text, not an object".into(),
        module: Some("kv".into()),
        method: Some("update".into()),
        path: Some("/items/0".into()),
        expected: Some("an object".into()),
        got: Some("\"Neo\"".into()),
        hint: None,
        said: Some(json!({ "what": "field_no_object", "parts": {} })),
        input_schema: Some(schema),
    };
    assert_eq!(error, expected);
}

#[tokio::test]
async fn both_names_of_a_tool_reject_invalid_arguments_alike() {
    let fixture = TestStory::new().await;
    let wrong = json!({ "items": 3 });
    let flat = fixture
        .error(&fixture.person(), "update_node_kv", wrong.clone())
        .await;
    let address = json!({ "module": "kv", "method": "update", "input": wrong });
    assert_eq!(
        fixture
            .error(&fixture.person(), "project_cli", address)
            .await,
        flat
    );
}

#[tokio::test]
async fn unknown_tool_error_suggests_the_nearest_name() {
    let fixture = TestStory::new().await;
    let error = fixture
        .error(&fixture.assistant(), "update_kv", neo())
        .await;
    assert_eq!(error.code, Code::UnknownAction);
    assert_eq!(
        error.hint.as_deref(),
        Some("did you mean \"update_node_kv\"?")
    );
    assert_eq!((error.module, error.input_schema), (None, None));
}

#[tokio::test]
async fn unknown_node_error_suggests_similar_titles() {
    let fixture = TestStory::new().await;
    let error = fixture
        .error(&fixture.person(), "read_node_kv", json!({ "node": "地铁" }))
        .await;
    assert_eq!(error.code, Code::NotFound);
    assert_eq!(
        error.hint.as_deref(),
        Some("the nearest titles are \"地铁站\"")
    );
}

#[tokio::test]
async fn node_argument_is_required_if_no_node_is_being_edited() {
    let fixture = TestStory::new().await;
    let nowhere = Caller {
        node: None,
        ..fixture.person()
    };
    let error = fixture.error(&nowhere, "read_node_kv", json!({})).await;
    assert_eq!(
        (error.code, error.path.as_deref()),
        (Code::InvalidActionInput, Some("/node"))
    );
}

#[tokio::test]
async fn store_rejects_data_that_its_capability_does_not_accept() {
    let fixture = TestStory::new().await;
    let slot = Slot::node(fixture.hero, "kv");
    let write = move |edit: &mut Edit<'_>| {
        let version = edit.write(&slot, &json!({ "items": [{ "k": "a" }] }))?;
        Ok::<_, ToolError>(version.number)
    };
    let error = fixture.store().edit(note(), write).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "data of kv is not valid: /items/0/v: it is missing"
    );
}

#[tokio::test]
async fn removed_nodes_are_reported_by_their_former_titles() {
    let fixture = TestStory::new().await;
    let output = fixture
        .call(&fixture.person(), "remove_hero", json!({ "node": "Neo" }))
        .await;
    assert_eq!(output.error.map(|it| it.code), Some(Code::NotFound));
    let args = json!({ "node": "Thomas Anderson" });
    let output = fixture.call(&fixture.person(), "remove_hero", args).await;
    let mut written: Vec<_> = output
        .wrote
        .iter()
        .map(|it| (&*it.title, &*it.capability))
        .collect();
    written.sort_unstable();
    written.dedup();
    assert!(
        written.contains(&("Thomas Anderson", "node")),
        "{written:?}"
    );
    assert!(
        written.contains(&("Thomas Anderson → 地铁站", "edge")),
        "{written:?}"
    );
    assert!(
        output.wrote.iter().all(|it| it.version.is_none()),
        "a removed node has no adopted version"
    );
    assert!(
        fixture
            .store()
            .view(None)
            .node(fixture.place)
            .unwrap()
            .is_some()
    );
}

#[tokio::test]
async fn call_without_an_id_gets_one() {
    let fixture = TestStory::new().await;
    let person = fixture.person();
    let first = fixture.call(&person, "read_node_kv", json!({})).await;
    let second = fixture.call(&person, "read_node_kv", json!({})).await;
    assert!(!first.tool_call_id.is_empty());
    assert_ne!(first.tool_call_id, second.tool_call_id);
}

#[tokio::test]
async fn partial_results_have_status_partial() {
    let fixture = TestStory::new().await;
    let output = fixture.call(&fixture.person(), "do_half", json!({})).await;
    assert_eq!(output.status, Status::Partial);
    assert_eq!(output.cli()["status"], json!("partial"));
}

#[tokio::test]
async fn history_records_the_users_words_as_reason() {
    let fixture = TestStory::new().await;
    let reason = Some("把主角名字改成 Neo".to_owned());
    let caller = Caller {
        reason,
        origin: Some("window/2".into()),
        ..fixture.person()
    };
    let output = fixture.call(&caller, "update_node_kv", neo()).await;
    let number = output.change.unwrap();
    let change = fixture
        .store()
        .changes_since(number - 1, 1)
        .unwrap()
        .remove(0);
    assert_eq!(change.reason, "把主角名字改成 Neo");
    assert_eq!(change.origin.as_deref(), Some("window/2"));
    assert_eq!(change.author, caller.author());
}

#[tokio::test]
async fn models_see_all_tools_except_people_only() {
    let fixture = TestStory::new().await;
    let names: Vec<_> = fixture
        .registry
        .definitions()
        .into_iter()
        .map(|it| it.name)
        .collect();
    assert!(
        names.starts_with(&["update_node_kv".into(), "read_node_kv".into()]),
        "{names:?}"
    );
    assert!(!names.contains(&"send_message".to_owned()));
    assert_eq!(fixture.registry.specs().len(), names.len() + 1);
}

#[tokio::test]
async fn project_cli_lists_modules() {
    let fixture = TestStory::new().await;
    let output = fixture
        .call(
            &fixture.assistant(),
            "project_cli",
            json!({ "method": "help" }),
        )
        .await;
    let result = output.result.unwrap();
    assert_eq!((&*result.module, &*result.method), ("project_cli", "help"));
    assert_eq!(result.data["modules"][0]["module"], json!("kv"));
}

#[tokio::test]
async fn call_in_a_draft_writes_only_to_the_draft() {
    let fixture = TestStory::new().await;
    let open = |edit: &mut Edit<'_>| Ok::<_, ToolError>(edit.open_draft(None, "Neo")?);
    let draft = fixture.store().edit(note(), open).await.unwrap().value;
    let caller = Caller {
        draft: Some(draft),
        ..fixture.person()
    };
    let output = fixture.call(&caller, "update_node_kv", neo()).await;
    assert_eq!(
        output.wrote.first().map(|it| &*it.title),
        Some("Thomas Anderson")
    );
    let read = fixture.call(&caller, "read_node_kv", json!({})).await;
    assert_eq!(
        read.result.unwrap().data["data"],
        neo(),
        "a draft reads its own writes"
    );
    assert_eq!(fixture.attributes(), None, "the story itself has not moved");
}
