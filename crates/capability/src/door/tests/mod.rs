//! Calls through the door to a real story: what is answered, and what stands in the story after.

mod asking;
mod limits;
mod progress;
mod retries;

use std::sync::Arc;

use expect_test::expect;
use llm::ImageModel;
use model::talk::ToolCall;
use model::{
    Author, AuthorKind, EdgeRecord, FixedWorld, Layout, NodeId, NodeRecord, Slot, Version,
    VersionRef, World,
};
use serde_json::{Value, json};
use store::{CommitNote, Edit, OpenOptions, Store};

use crate::sample::{IMAGE, Kv, ODD};
use crate::{
    Backing, Caller, Capability, Code, ErrorReport, Grant, Models, Registry, Status,
    ToolAgentOutput, ToolError, Wrote, slot_rules,
};

const ALL: [&dyn Capability; 3] = [&Kv, &IMAGE, &ODD];

struct NoModels;

impl Models for NoModels {
    fn image(&self) -> Arc<dyn ImageModel> {
        unreachable!("no tool of these tests paints")
    }
}

/// A story with a hero and a place, and the door to it.
struct Stage {
    registry: Registry,
    hero: NodeId,
    place: NodeId,
    _folder: tempfile::TempDir,
}

impl Stage {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let world: Arc<dyn World> = Arc::new(FixedWorld::default());
        let options = OpenOptions {
            rules: slot_rules(&ALL).unwrap(),
            world: Arc::clone(&world),
            read_only: false,
        };
        let store = Store::create(&folder.path().join("a.story"), "Matrix", options).unwrap();
        let (hero, place) = store.edit(note(), people_a_story).await.unwrap().value;
        let backing = Backing {
            store,
            models: Arc::new(NoModels),
            world,
        };
        let registry = Registry::new(&ALL, backing).unwrap();
        Self {
            registry,
            hero,
            place,
            _folder: folder,
        }
    }

    fn store(&self) -> &Store {
        &self.registry.backing().store
    }

    /// A person who has the hero open.
    fn person(&self) -> Caller {
        let author = Author::new(AuthorKind::Person, "Ada");
        Caller {
            node: Some(self.hero),
            ..Caller::new("cli/1", author, Grant::person())
        }
    }

    fn assistant(&self) -> Caller {
        let author = Author::new(AuthorKind::Assistant, "scripted");
        Caller {
            node: Some(self.hero),
            ..Caller::new("turn/1", author, Grant::assistant())
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

    /// The hero's attributes as adopted.
    fn attributes(&self) -> Option<Version> {
        self.store()
            .view(None)
            .adopted(&Slot::node(self.hero, "kv"))
            .unwrap()
    }
}

fn note() -> CommitNote {
    CommitNote {
        author: Author::new(AuthorKind::Person, "Ada"),
        origin: None,
        turn: None,
        call: None,
        reason: "begin".into(),
        draft: None,
    }
}

fn people_a_story(edit: &mut Edit<'_>) -> Result<(NodeId, NodeId), ToolError> {
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
async fn a_write_is_answered_with_what_it_wrote() {
    let stage = Stage::new().await;
    let output = stage.call(&stage.person(), "update_node_kv", neo()).await;
    let version = stage.attributes().unwrap();
    let wrote = Wrote {
        node: Some(stage.hero),
        title: "Thomas Anderson".into(),
        capability: "kv".into(),
        version: Some(VersionRef {
            id: version.id,
            number: 1,
        }),
    };
    assert_eq!(version.data(), neo());
    assert_eq!(output.wrote, [wrote]);
    assert_eq!(output.change, Some(stage.store().number().unwrap()));
    assert_eq!(
        output.ui_hints.as_ref().map(|it| &*it.title),
        Some("1 attributes")
    );
    assert_eq!(output.tool_call_args, neo());
    expect![[r#"{"module":"kv","method":"update","data":{"node":"Thomas Anderson","count":1,"version":1}}"#]]
        .assert_eq(&output.content());
}

#[tokio::test]
async fn both_spellings_give_one_answer() {
    let stage = Stage::new().await;
    let person = stage.person();
    let flat = stage
        .call(&person, "read_node_kv", json!({ "node": "地铁站" }))
        .await;
    let address = json!({ "module": "kv", "method": "read", "input": { "node": "地铁站" } });
    let thin = stage.call(&person, "project_cli", address).await;
    assert!(flat.succeeded());
    assert_eq!(flat.content(), thin.content());
    assert_eq!(flat.cli(), thin.cli());
    assert_eq!(
        (&*flat.tool_name, &*thin.tool_name),
        ("read_node_kv", "project_cli")
    );
}

#[tokio::test]
async fn a_wrong_argument_is_answered_with_path_reason_and_schema() {
    let stage = Stage::new().await;
    let error = stage
        .error(
            &stage.person(),
            "update_node_kv",
            json!({ "items": ["Neo"] }),
        )
        .await;
    let schema = &stage.registry.spec("update_node_kv").unwrap().schema;
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
        input_schema: Some(schema.clone()),
    };
    assert_eq!(error, expected);
}

#[tokio::test]
async fn both_spellings_refuse_a_wrong_argument_alike() {
    let stage = Stage::new().await;
    let wrong = json!({ "items": 3 });
    let flat = stage
        .error(&stage.person(), "update_node_kv", wrong.clone())
        .await;
    let address = json!({ "module": "kv", "method": "update", "input": wrong });
    assert_eq!(
        stage.error(&stage.person(), "project_cli", address).await,
        flat
    );
}

#[tokio::test]
async fn an_unknown_name_is_an_answer_with_the_nearest() {
    let stage = Stage::new().await;
    let error = stage.error(&stage.assistant(), "update_kv", neo()).await;
    assert_eq!(error.code, Code::UnknownAction);
    assert_eq!(
        error.hint.as_deref(),
        Some("did you mean \"update_node_kv\"?")
    );
    assert_eq!((error.module, error.input_schema), (None, None));
}

#[tokio::test]
async fn an_unknown_node_is_answered_with_the_nearest_titles() {
    let stage = Stage::new().await;
    let error = stage
        .error(&stage.person(), "read_node_kv", json!({ "node": "地铁" }))
        .await;
    assert_eq!(error.code, Code::NotFound);
    assert_eq!(
        error.hint.as_deref(),
        Some("the nearest titles are \"地铁站\"")
    );
}

#[tokio::test]
async fn without_a_node_being_edited_one_has_to_be_named() {
    let stage = Stage::new().await;
    let nowhere = Caller {
        node: None,
        ..stage.person()
    };
    let error = stage.error(&nowhere, "read_node_kv", json!({})).await;
    assert_eq!(
        (error.code, error.path.as_deref()),
        (Code::InvalidActionInput, Some("/node"))
    );
}

#[tokio::test]
async fn data_that_its_capability_does_not_admit_is_refused_by_the_store() {
    let stage = Stage::new().await;
    let slot = Slot::node(stage.hero, "kv");
    let write = move |edit: &mut Edit<'_>| {
        let version = edit.write(&slot, &json!({ "items": [{ "k": "a" }] }))?;
        Ok::<_, ToolError>(version.number)
    };
    let error = stage.store().edit(note(), write).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "data of kv is not valid: /items/0/v: it is missing"
    );
}

#[tokio::test]
async fn a_removed_node_and_its_edge_are_told_by_the_names_they_had() {
    let stage = Stage::new().await;
    let output = stage
        .call(&stage.person(), "remove_hero", json!({ "node": "Neo" }))
        .await;
    assert_eq!(output.error.map(|it| it.code), Some(Code::NotFound));
    let args = json!({ "node": "Thomas Anderson" });
    let output = stage.call(&stage.person(), "remove_hero", args).await;
    let mut told: Vec<_> = output
        .wrote
        .iter()
        .map(|it| (&*it.title, &*it.capability))
        .collect();
    told.sort_unstable();
    told.dedup();
    assert!(told.contains(&("Thomas Anderson", "node")), "{told:?}");
    assert!(
        told.contains(&("Thomas Anderson → 地铁站", "edge")),
        "{told:?}"
    );
    assert!(
        output.wrote.iter().all(|it| it.version.is_none()),
        "what is gone adopts nothing"
    );
    assert!(
        stage
            .store()
            .view(None)
            .node(stage.place)
            .unwrap()
            .is_some()
    );
}

#[tokio::test]
async fn a_call_without_an_id_gets_one() {
    let stage = Stage::new().await;
    let person = stage.person();
    let first = stage.call(&person, "read_node_kv", json!({})).await;
    let second = stage.call(&person, "read_node_kv", json!({})).await;
    assert!(!first.tool_call_id.is_empty());
    assert_ne!(first.tool_call_id, second.tool_call_id);
}

#[tokio::test]
async fn a_result_that_tells_of_a_part_is_partial() {
    let stage = Stage::new().await;
    let output = stage.call(&stage.person(), "do_half", json!({})).await;
    assert_eq!(output.status, Status::Partial);
    assert_eq!(output.cli()["status"], json!("partial"));
}

#[tokio::test]
async fn the_history_says_why_in_a_persons_words_where_there_are_some() {
    let stage = Stage::new().await;
    let reason = Some("把主角名字改成 Neo".to_owned());
    let caller = Caller {
        reason,
        origin: Some("window/2".into()),
        ..stage.person()
    };
    let output = stage.call(&caller, "update_node_kv", neo()).await;
    let number = output.change.unwrap();
    let change = stage
        .store()
        .changes_since(number - 1, 1)
        .unwrap()
        .remove(0);
    assert_eq!(change.reason, "把主角名字改成 Neo");
    assert_eq!(change.origin.as_deref(), Some("window/2"));
    assert_eq!(change.author, caller.author);
}

#[tokio::test]
async fn a_model_is_shown_all_but_what_is_for_people() {
    let stage = Stage::new().await;
    let names: Vec<_> = stage
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
    assert_eq!(stage.registry.specs().len(), names.len() + 1);
}

#[tokio::test]
async fn the_modules_can_be_asked_for_through_the_thin_tool() {
    let stage = Stage::new().await;
    let output = stage
        .call(
            &stage.assistant(),
            "project_cli",
            json!({ "method": "help" }),
        )
        .await;
    let result = output.result.unwrap();
    assert_eq!((&*result.module, &*result.method), ("project_cli", "help"));
    assert_eq!(result.data["modules"][0]["module"], json!("kv"));
}

#[tokio::test]
async fn a_call_in_a_draft_writes_there_and_nowhere_else() {
    let stage = Stage::new().await;
    let open = |edit: &mut Edit<'_>| Ok::<_, ToolError>(edit.open_draft(None, "Neo")?);
    let draft = stage.store().edit(note(), open).await.unwrap().value;
    let caller = Caller {
        draft: Some(draft),
        ..stage.person()
    };
    let output = stage.call(&caller, "update_node_kv", neo()).await;
    assert_eq!(
        output.wrote.first().map(|it| &*it.title),
        Some("Thomas Anderson")
    );
    let read = stage.call(&caller, "read_node_kv", json!({})).await;
    assert_eq!(
        read.result.unwrap().data["data"],
        neo(),
        "a draft reads its own writes"
    );
    assert_eq!(stage.attributes(), None, "the story itself has not moved");
}
