//! What the assistant remembers of a story: summaries that a light model keeps fresh, and rules that
//! the writer's corrections suggest, which hold only once a person has accepted them.

use std::sync::Arc;

use capability::{Answer, Approver, Caller, Question};
use host::{AssistantOptions, RealWorld, Studio, StudioOptions};
use llm::LanguageModel;
use llm::providers::scripted::ScriptedModel;
use model::conversation::ToolCall;
use runner::{Autonomy, Instruction};
use serde_json::{Value, json};

/// A person who allows everything.
struct AlwaysYes;

#[async_trait::async_trait]
impl Approver for AlwaysYes {
    async fn ask(&self, _: Question) -> Answer {
        Answer::Approve
    }
}

struct OpenStory {
    studio: Studio,
    person: Caller,
    _folder: tempfile::TempDir,
}

impl OpenStory {
    /// A story with an assistant of a script, and a light model of another.
    fn new(assistant: ScriptedModel, light: Option<Arc<ScriptedModel>>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let name = light.as_ref().map(|_| "light".to_owned());
        let find = move |_: &str| Ok(light.clone().unwrap() as Arc<dyn LanguageModel>);
        let options = StudioOptions {
            model: Arc::new(assistant),
            assistant: AssistantOptions {
                light_model: name,
                find_model: Some(Arc::new(find)),
                ..AssistantOptions::default()
            },
            ..StudioOptions::built_in(Arc::new(RealWorld))
        };
        let studio = Studio::create(&folder.path().join("a.story"), "A", options).unwrap();
        let person = studio.person("test", Arc::new(AlwaysYes));
        Self {
            studio,
            person,
            _folder: folder,
        }
    }

    async fn call(&self, name: &str, args: Value) -> Value {
        let call = ToolCall {
            id: None,
            name: name.to_owned(),
            args,
        };
        let output = self.studio.call(&self.person, call).await;
        match (output.result, output.error) {
            (Some(result), _) => result.data,
            (None, error) => panic!("{name}: {error:?}"),
        }
    }

    async fn say(&self, text: &str) {
        let instruction = Instruction {
            text: text.to_owned(),
            autonomy: Autonomy::Adopt,
            ..Instruction::default()
        };
        self.studio.send(instruction, &self.person).await.unwrap();
    }
}

fn long(what: &str) -> String {
    format!("{what} ").repeat(60)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_light_model_keeps_summaries_fresh_and_nothing_is_asked_without_one() {
    let light = ScriptedModel::new().says("Rain.").says("Snow.");
    let story = OpenStory::new(ScriptedModel::new(), Some(Arc::new(light)));
    let scene = json!({ "title": "Harbor", "text": long("It rains.") });
    story.call("create_node", scene).await;
    story
        .call("create_node", json!({ "title": "Short", "text": "Wind." }))
        .await;
    let refreshed = story.studio.refresh_story_memory().await.unwrap();
    assert_eq!(refreshed.summaries, 1, "a short text is its own summary");
    let again = story.studio.refresh_story_memory().await.unwrap();
    assert_eq!(again.summaries, 0, "nothing has changed since");
    let text = json!({ "node": "Harbor", "text": long("It snows.") });
    story.call("write_text", text).await;
    let listed = story.call("list_summaries", json!({})).await;
    assert_eq!(listed["summaries"][0]["stale"], true);
    story.studio.refresh_story_memory().await.unwrap();
    let listed = story.call("list_summaries", json!({})).await;
    assert_eq!(listed["summaries"][0]["text"], "Snow.");
    assert_eq!(listed["background"]["requests"], 2);
    // What somebody writes is theirs, and no step of undo is a model's.
    story.call("undo", json!({})).await;
    let read = story.call("read_text", json!({ "node": "Harbor" })).await;
    assert!(read["text"].as_str().unwrap().starts_with("It rains."));

    let without = OpenStory::new(ScriptedModel::new(), None);
    let scene = json!({ "title": "Harbor", "text": long("It rains.") });
    without.call("create_node", scene).await;
    let refreshed = without.studio.refresh_story_memory().await.unwrap();
    assert_eq!(refreshed.summaries, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_follow_from_corrections_and_hold_once_a_person_accepts_them() {
    let suggested = json!({ "rules": [
        { "rule": "No “suddenly”.", "because": [1, 2] },
        { "rule": "Rain is never mentioned.", "because": [1, 2] },
    ] });
    let light = ScriptedModel::new()
        .expecting(|payload| {
            let asked = &payload.messages[0].content;
            assert!(
                asked.contains("written: \"Suddenly it rained on the quay.\""),
                "{asked}"
            );
            assert!(
                asked.contains("corrected: \"It rained on the quay.\""),
                "{asked}"
            );
        })
        .says(suggested.to_string());
    let write = |node: &str, text: &str| ("write_text", json!({ "node": node, "text": text }));
    let assistant = ScriptedModel::new()
        .calls([
            write("One", "Suddenly it rained on the quay."),
            write("Two", "Suddenly it thundered over the bay."),
        ])
        .says("Done.")
        .expecting(|payload| {
            assert!(
                payload.system.contains("No “suddenly”."),
                "{}",
                payload.system
            );
            assert!(
                !payload.system.contains("Rain is never"),
                "{}",
                payload.system
            );
        })
        .says("Yes.");
    let story = OpenStory::new(assistant, Some(Arc::new(light)));
    for title in ["One", "Two"] {
        story.call("create_node", json!({ "title": title })).await;
    }
    story.say("write both scenes").await;
    for (node, text) in [
        ("One", "It rained on the quay."),
        ("Two", "It thundered over the bay."),
    ] {
        story
            .call("write_text", json!({ "node": node, "text": text }))
            .await;
    }
    assert_eq!(story.studio.refresh_story_memory().await.unwrap().rules, 2);
    let guide = story.call("read_style_guide", json!({})).await;
    assert_eq!(
        guide.get("rules"),
        None,
        "nothing is added silently: {guide}"
    );
    let proposed = story.call("list_proposed_rules", json!({})).await;
    let rules = proposed["rules"].as_array().unwrap();
    assert_eq!(rules[0]["because"].as_array().unwrap().len(), 2);
    let decide = |at: usize, accept: bool| json!({ "rule": rules[at]["id"], "accept": accept });
    story.call("decide_proposed_rule", decide(0, true)).await;
    let left = story.call("decide_proposed_rule", decide(1, false)).await;
    assert_eq!(left["rules"], json!([]));
    let guide = story.call("read_style_guide", json!({})).await;
    assert_eq!(guide["rules"], json!(["No “suddenly”."]));
    story.say("is that how you write?").await;
    let again = story.call("propose_rules", json!({})).await;
    assert_eq!(again["new"], 0, "the same corrections are looked at once");
}
