//! Registries over something else than a story, catalogs that change while they are in use, and
//! tools that take a secret.

use std::sync::atomic::{AtomicU32, Ordering};

use model::DraftId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::*;
use crate::test_capabilities::Answer;
use crate::{Impact, Target, Tool, ToolContext};

/// Counts how often it was counted up.
struct Counter {
    count: AtomicU32,
    world: Arc<dyn World>,
}

impl Target for Counter {
    type View = ();

    fn view(&self, _: Option<DraftId>) {}

    fn world(&self) -> &Arc<dyn World> {
        &self.world
    }
}

/// Count up.
#[derive(Deserialize, JsonSchema)]
struct CountUp {
    /// How far.
    by: u32,
}

async fn count_up(cx: ToolContext<Counter>, input: CountUp) -> Result<Answer, ToolError> {
    let before = cx.target().count.fetch_add(input.by, Ordering::Relaxed);
    Ok(Answer(json!({ "count": before + input.by })))
}

/// Save a password.
#[derive(Deserialize, JsonSchema)]
struct SavePassword {
    /// Whose it is.
    name: String,
    /// The password.
    #[schemars(extend("writeOnly" = true))]
    password: String,
}

async fn save_password(_: ToolContext<Counter>, input: SavePassword) -> Result<Answer, ToolError> {
    Ok(Answer(
        json!({ "name": input.name, "length": input.password.len() }),
    ))
}

struct Counting;

impl Capability<Counter> for Counting {
    fn name(&self) -> &str {
        "counting"
    }
    fn title(&self) -> &str {
        "Counting"
    }
    fn summary(&self) -> &str {
        "Counts."
    }
    fn tools(&self) -> Vec<Tool<Counter>> {
        vec![
            Tool::new("up", "count_up", Impact::Write, count_up).formerly("up", "old_count"),
            Tool::new("save", "save_password", Impact::Write, save_password),
        ]
    }
}

/// Says that it returns a number, and returns a text.
struct Miscounting;

#[derive(Serialize, JsonSchema)]
struct Miscounted {
    #[schemars(with = "u32")]
    count: String,
}

impl Capability<Counter> for Miscounting {
    fn name(&self) -> &str {
        "miscounting"
    }
    fn title(&self) -> &str {
        "Miscounting"
    }
    fn summary(&self) -> &str {
        "Counts wrong."
    }
    fn tools(&self) -> Vec<Tool<Counter>> {
        let count = |_, input: CountUp| async move {
            let count = input.by.to_string();
            Ok(Miscounted { count })
        };
        vec![Tool::new("up", "miscount", Impact::Write, count)]
    }
}

/// A capability that another program brings: its names are values.
struct Brought(String);

impl Capability for Brought {
    fn name(&self) -> &str {
        &self.0
    }
    fn title(&self) -> &str {
        &self.0
    }
    fn summary(&self) -> &str {
        "Came while the program ran."
    }
    fn tools(&self) -> Vec<Tool> {
        let schema = json!({
            "type": "object",
            "properties": { "text": { "type": "string", "description": "What to say." } },
            "required": ["text"],
            "additionalProperties": false,
        });
        let names = ("echo", format!("{}_echo", self.0));
        vec![Tool::from_schema(
            names,
            "Say it again.",
            schema,
            Impact::Read,
            |_, input| async move { Ok(json!({ "said": input["text"] })) },
        )]
    }
}

#[tokio::test]
#[cfg(debug_assertions)]
async fn debug_builds_panic_if_an_answer_does_not_match_its_schema() {
    let registry = counter();
    registry.add(&Miscounting).unwrap();
    let wrong = tokio::spawn(async move { call(&registry, "miscount", json!({ "by": 1 })).await });
    let panic = wrong.await.unwrap_err().into_panic();
    let message = panic.downcast::<String>().unwrap();
    let expected = "the answer of miscount does not fit its output schema:\nat \"/count\"";
    assert!(message.starts_with(expected), "{message}");
}

fn counter() -> Registry<Counter> {
    let target = Counter {
        count: AtomicU32::new(0),
        world: Arc::new(FixedWorld::default()),
    };
    Registry::new(&[&Counting], target).unwrap()
}

async fn call<T: Target>(registry: &Registry<T>, name: &str, args: Value) -> ToolAgentOutput {
    let caller = Caller::new(Principal::owner("Ada"), "cli/1", Grant::person());
    let call = ToolCall {
        id: Some("c1".into()),
        name: name.to_owned(),
        args,
    };
    registry.call(&caller, call).await
}

#[tokio::test]
async fn tools_over_another_target_use_the_same_dispatch() {
    let registry = counter();
    let output = call(&registry, "old_count", json!({ "by": 2 })).await;
    assert_eq!(output.result.unwrap().data, json!({ "count": 2 }));
    let error = call(&registry, "count_up", json!({ "by": "two" })).await;
    let error = error.error.unwrap();
    assert_eq!(error.code, Code::InvalidActionInput);
    assert!(error.input_schema.is_some());
    let unknown = call(&registry, "count_op", json!({})).await.error.unwrap();
    assert_eq!(unknown.code, Code::UnknownAction);
}

#[tokio::test]
async fn calls_outside_a_story_are_not_recorded_and_can_be_repeated() {
    let registry = counter();
    for expected in [1, 2] {
        let output = call(&registry, "count_up", json!({ "by": 1 })).await;
        assert_eq!(output.result.unwrap().data, json!({ "count": expected }));
        assert_eq!((output.change, output.wrote.len()), (None, 0));
    }
}

#[tokio::test]
async fn a_grant_for_one_story_denies_another_target() {
    let registry = counter();
    let mut caller = Caller::new(Principal::program("agent", "agent"), "", Grant::person());
    Arc::make_mut(&mut caller.grant).story = Some(model::StoryId(FixedWorld::default().new_id()));
    let call = ToolCall {
        id: None,
        name: "count_up".into(),
        args: json!({ "by": 1 }),
    };
    let output = registry.call(&caller, call).await;
    assert_eq!(output.error.map(|it| it.code), Some(Code::PermissionDenied));
}

#[tokio::test]
async fn errors_of_a_tool_with_secret_input_contain_no_value() {
    let registry = counter();
    for args in [
        json!({ "name": "Ada", "password": ["hunter2"] }),
        json!({ "name": "Ada", "pasword": "hunter2", "passwort": "hunter2" }),
        json!({ "name": ["hunter2"], "password": "x" }),
        json!("hunter2"),
    ] {
        let output = call(&registry, "save_password", args).await;
        let error = json!(output.error.unwrap()).to_string();
        assert!(!error.contains("hunter2"), "{error}");
    }
}

#[tokio::test]
async fn adds_and_removes_capabilities_while_the_registry_is_in_use() {
    let fixture = TestStory::new().await;
    let registry = &fixture.registry;
    let mut changes = registry.on_tools_changed();
    let model = fixture.assistant();
    let echo = || fixture.call(&model, "guest_echo", json!({ "text": "hi" }));
    assert_eq!(
        echo().await.error.map(|it| it.code),
        Some(Code::UnknownAction)
    );

    registry.add(&Brought("guest".into())).unwrap();
    changes.changed().await.unwrap();
    assert_eq!((registry.revision(), *changes.borrow()), (1, 1));
    assert_eq!(
        echo().await.result.map(|it| it.data),
        Some(json!({ "said": "hi" }))
    );
    assert!(registry.spec("guest.echo").is_some());
    assert!(registry.project_cli().description.contains("guest"));
    let shown = registry.definitions();
    assert_eq!(
        shown.last().map(|it| it.name.as_str()),
        Some("guest_echo"),
        "after the others, so that what is before it stays as it was"
    );

    let twice = registry.add(&Brought("guest".into())).unwrap_err();
    assert_eq!(twice.to_string(), "two capabilities are called guest");
    assert_eq!(registry.revision(), 1, "a refused change is none");

    assert!(registry.remove("guest") && !registry.remove("guest"));
    assert_eq!(registry.revision(), 2);
    assert!(registry.spec("guest_echo").is_none());
    assert!(registry.spec("update_node_kv").is_some());
    assert_eq!(
        echo().await.error.map(|it| it.code),
        Some(Code::UnknownAction)
    );
}

#[tokio::test]
async fn rejects_adding_a_capability_with_data_to_an_open_story() {
    let fixture = TestStory::new().await;
    assert!(fixture.registry.remove("kv"));
    let error = fixture.registry.add(&Kv).unwrap_err();
    assert!(error.to_string().contains("kv keeps data"), "{error}");
}
