//! Tests of the whole catalog, and the harness for each capability's tests: a real story in a
//! temporary folder, called through the real registry.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use async_trait::async_trait;
use capability::{
    Audience, Caller, GeneratedImage, Grant, ImageModel, ImageRequest, LlmError, Models, Principal,
    Registry, Rule, ToolAgentOutput, ToolServices, checker, slot_rules, specs_of,
};
use expect_test::{Expect, expect_file};
use model::conversation::ToolCall;
use model::{FixedWorld, NodeId, Timestamp, World};
use serde_json::{Value, json};
use store::{CommitMetadata, OpenOptions, Store};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// The wording steers models and is read by people, so every change must show up in review.
#[test]
fn tool_catalog_matches_the_snapshot() {
    let mut text = String::new();
    for spec in specs_of(crate::ALL) {
        let verb = spec.verb.map(|it| format!(", `{it}`")).unwrap_or_default();
        let people = match spec.audience {
            Audience::Everyone => "",
            Audience::People => ", people only",
        };
        let impact = format!("{:?}", spec.impact).to_lowercase();
        text += &format!(
            "# {} ({}.{}{verb}): {impact}{people}\n{}\n{:#}\n\n",
            spec.name, spec.module, spec.method, spec.description, spec.schema
        );
    }
    expect_file!["catalog.snap"].assert_eq(&text);
}

#[test]
fn fields_hidden_from_models_are_optional_fields() {
    for spec in specs_of(crate::ALL) {
        let required = spec.schema["required"].as_array();
        let required: Vec<_> = required.into_iter().flatten().collect();
        for field in spec.hidden_fields {
            assert!(
                spec.schema["properties"].get(field).is_some()
                    && !required.contains(&&(*field).into()),
                "{}: {field}",
                spec.name
            );
        }
    }
}

#[test]
fn registers_every_capability() {
    TestHarness::new();
}

#[test]
fn data_is_described_by_valid_schemas() {
    for capability in crate::ALL {
        let checked = capability.data().map(|it| checker(&it.schema).map(|_| ()));
        assert_eq!(checked.unwrap_or(Ok(())), Ok(()), "{}", capability.name());
    }
}

/// A real PNG of 3 by 2 pixels.
pub(crate) fn png_file() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = png::Encoder::new(&mut bytes, 3, 2).write_header().unwrap();
    writer.write_image_data(&[0; 6]).unwrap();
    writer.finish().unwrap();
    bytes
}

/// Calls tools on a story of its own.
pub(crate) struct TestHarness {
    pub(crate) store: Store,
    pub(crate) caller: Caller,
    pub(crate) registry: Registry,
    calls: AtomicU32,
    _folder: TempDir,
}

impl TestHarness {
    /// An empty story without an image model.
    pub(crate) fn new() -> Self {
        Self::with_image_model(Arc::new(NoImageModel))
    }

    /// An empty story of another clock.
    pub(crate) fn with_clock(world: Arc<dyn World>) -> Self {
        Self::in_world(Arc::new(NoImageModel), world)
    }

    /// An empty story whose ids differ from those of other harnesses.
    pub(crate) fn with_other_ids() -> Self {
        Self::in_world(Arc::new(NoImageModel), Self::other_world())
    }

    /// The story in a file that was made by another harness.
    pub(crate) fn opening(path: &Path) -> Self {
        let world = Self::other_world();
        let store = Store::open(path, Self::options(&world)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        Self {
            // The story knows the calls of the other one by their ids.
            calls: AtomicU32::new(10_000),
            ..Self::with_store(store, folder, Arc::new(NoImageModel), world)
        }
    }

    fn other_world() -> Arc<dyn World> {
        let world = FixedWorld::default();
        for _ in 0..10_000 {
            world.new_id();
        }
        Arc::new(world)
    }

    fn options(world: &Arc<dyn World>) -> OpenOptions {
        OpenOptions {
            rules: slot_rules(crate::ALL),
            world: Arc::clone(world),
            read_only: false,
        }
    }

    pub(crate) fn with_image_model(painter: Arc<dyn ImageModel>) -> Self {
        Self::in_world(painter, Arc::new(FixedWorld::default()))
    }

    fn in_world(painter: Arc<dyn ImageModel>, world: Arc<dyn World>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.story");
        let store = Store::create(&path, "Test", Self::options(&world)).unwrap();
        Self::with_store(store, folder, painter, world)
    }

    fn with_store(
        store: Store,
        folder: TempDir,
        painter: Arc<dyn ImageModel>,
        world: Arc<dyn World>,
    ) -> Self {
        let services = ToolServices {
            store: store.clone(),
            models: Arc::new(FixedModels(painter)),
            world,
        };
        let mut grant = Grant::person();
        grant.spend = Rule::Allow;
        Self {
            store,
            caller: Caller::new(Principal::owner("Ada"), "test", grant),
            registry: Registry::new(crate::ALL, services).unwrap(),
            calls: AtomicU32::new(0),
            _folder: folder,
        }
    }

    pub(crate) async fn call(&self, tool: &str, args: Value) -> ToolAgentOutput {
        let id = self.calls.fetch_add(1, Ordering::Relaxed).to_string();
        self.registry
            .call(
                &self.caller,
                ToolCall {
                    id: Some(id),
                    name: tool.into(),
                    args,
                },
            )
            .await
    }

    /// The data of a call that must succeed.
    #[track_caller]
    pub(crate) fn ok(&self, tool: &str, args: Value) -> impl Future<Output = Value> {
        let at = std::panic::Location::caller();
        async move {
            let output = self.call(tool, args).await;
            assert!(output.succeeded(), "{tool} at {at}: {}", output.content());
            output.result.map(|it| it.data).unwrap_or_default()
        }
    }

    /// The error of a call that must fail, as `CODE path: message [hint]`.
    #[track_caller]
    pub(crate) fn fails(&self, tool: &str, args: Value) -> impl Future<Output = String> {
        let at = std::panic::Location::caller();
        async move {
            let output = self.call(tool, args).await;
            assert!(!output.succeeded(), "{tool} at {at}: {}", output.content());
            let error = output.error.expect("a failure has an error");
            let path = error.path.map(|it| format!(" {it}")).unwrap_or_default();
            let hint = error.hint.map(|it| format!(" [{it}]")).unwrap_or_default();
            format!(
                "{}{path}: {}{hint}",
                json!(error.code).as_str().unwrap(),
                error.message
            )
        }
    }

    /// Creates a node and returns its id.
    pub(crate) async fn node(&self, title: &str, kind: &str) -> NodeId {
        let made = self
            .ok("create_node", json!({ "title": title, "kind": kind }))
            .await;
        made["node"]["id"].as_str().unwrap().parse().unwrap()
    }

    /// How many changes the story has had.
    pub(crate) fn changes(&self) -> u64 {
        self.store.number().unwrap()
    }

    /// The metadata for an edit that no tool makes.
    pub(crate) fn note(&self) -> CommitMetadata {
        CommitMetadata {
            author: self.caller.author(),
            origin: None,
            turn: self.caller.turn,
            call: None,
            reason: "test".into(),
            draft: None,
        }
    }
}

/// Compares a whole answer, with ids and times replaced by placeholders.
#[track_caller]
pub(crate) fn check(answer: &Value, expected: &Expect) {
    expected.assert_eq(&format!("{:#}\n", plain(answer)));
}

fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) if text.len() == 36 && text.parse::<NodeId>().is_ok() => json!("<id>"),
        Value::String(text) if text.ends_with('Z') && text.parse::<Timestamp>().is_ok() => {
            json!("<time>")
        }
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| (key.clone(), plain(value)))
            .collect(),
        other => other.clone(),
    }
}

struct FixedModels(Arc<dyn ImageModel>);

impl Models for FixedModels {
    fn image(&self) -> Arc<dyn ImageModel> {
        Arc::clone(&self.0)
    }
}

struct NoImageModel;

#[async_trait]
impl ImageModel for NoImageModel {
    fn name(&self) -> String {
        "test:none".into()
    }

    fn is_paid(&self) -> bool {
        false
    }

    async fn generate_with_progress(
        &self,
        _: &ImageRequest,
        _: &CancellationToken,
        _: &mut (dyn FnMut(f32) + Send),
    ) -> Result<GeneratedImage, LlmError> {
        Err(LlmError::Cancelled)
    }
}
