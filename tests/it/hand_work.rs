//! What the assistant may not do behind a writer's back: remove much without a question, and write
//! over what the writer changed by hand meanwhile.

use std::path::Path;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use capability::{Answer, Approver, Caller, Code, Question, RemovedCount};
use host::{Studio, StudioOptions};
use llm::providers::scripted::ScriptedModel;
use model::conversation::ToolCall;
use model::{FixedWorld, ThreadId};
use runner::{Autonomy, Instruction, TurnOutcome};
use serde_json::{Value, json};

/// Answers each question alike and keeps it.
struct Fixed(Answer, Mutex<Vec<Question>>);

#[async_trait]
impl Approver for Fixed {
    async fn ask(&self, question: Question) -> Answer {
        self.1.lock().unwrap().push(question);
        self.0.clone()
    }
}

/// A story of eight scenes, and an assistant with a script.
struct Stage {
    studio: Studio,
    approver: Arc<Fixed>,
    _folder: tempfile::TempDir,
}

impl Stage {
    async fn new(script: ScriptedModel, answer: Answer) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = StudioOptions {
            model: Arc::new(script),
            ..StudioOptions::built_in(Arc::new(FixedWorld::default()))
        };
        let path: &Path = &folder.path().join("a.story");
        let studio = Studio::create(path, "A", options).unwrap();
        let stage = Self {
            studio,
            approver: Arc::new(Fixed(answer, Mutex::default())),
            _folder: folder,
        };
        for n in 1..=8 {
            let args = json!({ "title": format!("Scene {n}"), "text": "It is dark." });
            stage.call("create_node", args).await;
        }
        stage
    }

    fn person(&self) -> Caller {
        self.studio.person("test", self.approver.clone())
    }

    /// A call of the person.
    async fn call(&self, name: &str, args: Value) -> Value {
        let call = ToolCall {
            id: None,
            name: name.to_owned(),
            args,
        };
        let output = self.studio.registry().call(&self.person(), call).await;
        output
            .result
            .unwrap_or_else(|| panic!("{:?}", output.error))
            .data
    }

    async fn say(&self, text: &str, thread: Option<ThreadId>) -> TurnOutcome {
        let instruction = Instruction {
            text: text.to_owned(),
            thread,
            autonomy: Autonomy::Adopt,
            ..Instruction::default()
        };
        self.studio.send(instruction, &self.person()).await.unwrap()
    }

    fn titles(&self) -> usize {
        self.studio.store().view(None).graph().unwrap().nodes.len()
    }

    /// The errors of a thread's calls: code, message and hint.
    fn errors(&self, thread: ThreadId) -> Vec<(Code, String, String)> {
        let messages = self.studio.store().messages(thread, None, 100).unwrap();
        let errors = messages.iter().filter_map(|it| {
            let result: Value = serde_json::from_str(&it.content).ok()?;
            let error = result.get("error")?;
            let text = |field: &str| error[field].as_str().unwrap_or_default().to_owned();
            let code = serde_json::from_value(error["code"].clone()).ok()?;
            Some((code, text("message"), text("hint")))
        });
        errors.collect()
    }

    async fn text(&self) -> String {
        let read = self.call("read_text", json!({ "node": "Scene 1" })).await;
        read["text"].as_str().unwrap().to_owned()
    }
}

fn remove(nodes: std::ops::RangeInclusive<u8>) -> (&'static str, Value) {
    let titles: Vec<_> = nodes.map(|it| format!("Scene {it}")).collect();
    ("remove_nodes", json!({ "nodes": titles }))
}

fn reject() -> Answer {
    Answer::Reject("I need them".into())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_removal_asks_first_unless_requested() {
    let script = || ScriptedModel::new().calls([remove(1..=4)]).says("Done.");
    let refused = Stage::new(script(), reject()).await;
    let outcome = refused.say("tidy up the story", None).await;
    assert_eq!(refused.titles(), 8, "nothing went");
    let [(code, message, _)] = &refused.errors(outcome.thread)[..] else {
        panic!("one error")
    };
    assert_eq!((*code, &**message), (Code::PermissionDenied, "I need them"));
    let asked = std::mem::take(&mut *refused.approver.1.lock().unwrap());
    let [question] = &asked[..] else {
        panic!("{asked:?}")
    };
    assert_eq!(question.removes, Some(RemovedCount { nodes: 4, of: 8 }));
    let text = "May remove_nodes run? It removes 4 of the story's 8 nodes.";
    assert_eq!(question.text, text);

    let allowed = Stage::new(script(), Answer::Approve).await;
    allowed.say("tidy up the story", None).await;
    assert_eq!(
        (allowed.titles(), allowed.approver.1.lock().unwrap().len()),
        (4, 1)
    );

    let wanted = Stage::new(script(), reject()).await;
    wanted.say("delete the first four scenes", None).await;
    assert_eq!(wanted.titles(), 4, "the person said so");
    assert_eq!(wanted.approver.1.lock().unwrap().len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_removal_in_small_calls_asks_first() {
    let script = ScriptedModel::new()
        .calls((1..=8).map(|it| remove(it..=it)))
        .says("Done.");
    let stage = Stage::new(script, reject()).await;
    stage.say("tidy up the story", None).await;
    assert_eq!(stage.titles(), 6, "two of eight are few");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn drafts_and_undo_do_not_ask_about_removals() {
    let create = (1..=5).map(|it| ("create_node", json!({ "title": format!("New {it}") })));
    let script = ScriptedModel::new()
        .calls([remove(1..=4)])
        .says("Removed in a draft.")
        .calls(create)
        .says("Made.")
        .calls([("undo", json!({}))])
        .says("Undone.");
    let stage = Stage::new(script, reject()).await;
    let instruction = Instruction {
        text: "tidy up".to_owned(),
        autonomy: Autonomy::Review,
        ..Instruction::default()
    };
    let drafted = stage
        .studio
        .send(instruction, &stage.person())
        .await
        .unwrap();
    assert!(drafted.draft.is_some(), "it waits");
    let made = stage.say("add five scenes", None).await;
    assert_eq!(stage.titles(), 13);
    stage
        .say("that was not what I wanted", Some(made.thread))
        .await;
    assert_eq!(stage.titles(), 8);
    assert_eq!(
        stage.approver.1.lock().unwrap().len(),
        0,
        "nobody was asked"
    );
}

fn write(text: &str) -> (&'static str, Value) {
    ("write_text", json!({ "node": "Scene 1", "text": text }))
}

fn read() -> (&'static str, Value) {
    ("read_text", json!({ "node": "Scene 1" }))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_cannot_overwrite_a_persons_later_text_unread() {
    let script = ScriptedModel::new()
        .calls([read()])
        .calls([write("It is light.")])
        .says("Written.")
        .calls([write("It is grey.")])
        .calls([read()])
        .calls([write("It is dark, and rain falls; it is grey.")])
        .says("Written with the rain.");
    let stage = Stage::new(script, reject()).await;
    let first = stage.say("make it lighter", None).await;
    assert_eq!(stage.text().await, "It is light.");
    let by_hand = json!({ "node": "Scene 1", "text": "It is dark, and rain falls." });
    stage.call("write_text", by_hand).await;

    let again = stage.say("make it grey", Some(first.thread)).await;
    let errors = stage.errors(again.thread);
    let [(code, message, hint)] = &errors[..] else {
        panic!("{errors:?}")
    };
    assert_eq!(*code, Code::Conflict);
    let name = stage.person().principal.name;
    assert!(
        message.starts_with(&format!("{name} changed the text of \"Scene 1\"")),
        "{message}"
    );
    assert!(
        hint.starts_with("read_text shows it as it is now"),
        "{hint}"
    );
    assert_eq!(
        stage.text().await,
        "It is dark, and rain falls; it is grey."
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn text_in_the_prompt_counts_as_read() {
    let script = ScriptedModel::new()
        .calls([write("It is light.")])
        .says("Written.")
        .calls([("write_text", json!({ "text": "It is grey." }))])
        .says("Written.");
    let stage = Stage::new(script, reject()).await;
    let first = stage.say("make it lighter", None).await;
    let by_hand = json!({ "node": "Scene 1", "text": "It is dark, and rain falls." });
    stage.call("write_text", by_hand).await;
    let graph = stage.studio.store().view(None).graph().unwrap();
    let open = graph
        .nodes
        .values()
        .find(|it| it.title == "Scene 1")
        .unwrap()
        .id;
    let instruction = Instruction {
        text: "make it grey".to_owned(),
        node: Some(open),
        thread: Some(first.thread),
        ..Instruction::default()
    };
    let outcome = stage
        .studio
        .send(instruction, &stage.person())
        .await
        .unwrap();
    assert_eq!(stage.errors(outcome.thread), []);
    assert_eq!(stage.text().await, "It is grey.");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_cannot_overwrite_a_persons_attributes_unread() {
    let set = |age: &str| {
        let items = json!([{ "k": "Age", "v": age }]);
        (
            "update_node_kv",
            json!({ "node": "Scene 1", "items": items }),
        )
    };
    let script = ScriptedModel::new()
        .calls([set("26")])
        .says("Set.")
        .calls([set("27")])
        .says("Not set.");
    let stage = Stage::new(script, reject()).await;
    let first = stage.say("she is 26", None).await;
    stage.call(set("30").0, set("30").1).await;
    let again = stage.say("she is 27", Some(first.thread)).await;
    let errors = stage.errors(again.thread);
    assert_eq!(
        errors.iter().map(|it| it.0).collect::<Vec<_>>(),
        [Code::Conflict]
    );
    let elsewhere = stage
        .call("read_node_kv", json!({ "node": "Scene 1" }))
        .await;
    assert_eq!(elsewhere["items"], json!([{ "k": "Age", "v": "30" }]));
}
