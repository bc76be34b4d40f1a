//! What of the story stands in a request: nodes that an instruction names, by title or alias, and those
//! that a person pinned or excluded (CM-2).

use std::sync::Arc;

use capability::Caller;
use host::{Studio, StudioOptions};
use llm::providers::scripted::ScriptedModel;
use model::FixedWorld;
use model::conversation::ToolCall;
use runner::{Autonomy, Instruction};
use serde_json::{Value, json};

use crate::support::conversation::{harness_with, system, turn};
use crate::support::fake_openai::{FakeOpenAi, says};

const HERO: &str = "Thomas Anderson";

#[test]
fn cm_2_named_nodes_are_included_with_a_reason_and_can_be_pinned_or_excluded() {
    let service = FakeOpenAi::start((0..3).map(|_| says("He is a clerk.")));
    let harness = harness_with(&service, "");
    turn(
        &harness,
        None,
        "Question 0: what does Thomas Anderson want?",
    );
    let requests = service.requests();
    let text = system(&requests[0]);
    assert!(
        text.contains("Story context chosen for this instruction."),
        "{text}"
    );
    let shown = harness.data(&["show_context", "demo.story"]);
    let piece = &shown["story"][0];
    assert_eq!(
        (&piece["title"], &piece["reason"]),
        (&json!(HERO), &json!("named in the instruction"))
    );
    assert!(
        text.contains(piece["text"].as_str().unwrap()),
        "shown as it was sent"
    );
    assert!(text.contains(shown["system"].as_str().unwrap()));
    let sizes = &shown["sizes"];
    let sum: u64 = ["system", "tools", "story", "memory", "messages", "free"]
        .iter()
        .map(|it| sizes[*it].as_u64().unwrap())
        .sum();
    assert_eq!(
        sum,
        sizes["limit"].as_u64().unwrap(),
        "nothing is unaccounted for"
    );

    let sent = requests[0]["messages"].as_array().unwrap();
    let messages = shown["messages"].as_array().unwrap();
    assert_eq!(messages[0]["text"], sent[1]["content"], "exactly as sent");
    let tools = shown["tools"].as_array().unwrap();
    assert_eq!(
        tools[0]["name"],
        requests[0]["tools"][0]["function"]["name"]
    );
    let sum: u64 = tools.iter().filter_map(|it| it["tokens"].as_u64()).sum();
    assert!(sum.abs_diff(sizes["tools"].as_u64().unwrap()) <= tools.len() as u64);
    let first_turn = shown["turn"].as_str().unwrap().to_owned();

    let choose = ["set_node_context", "demo.story", "--node", HERO, "--rule"];
    harness.good(&[choose.as_slice(), &["exclude"]].concat());
    turn(
        &harness,
        None,
        "Question 1: what does Thomas Anderson want?",
    );
    let second = harness.data(&["show_context", "demo.story"]);
    let titles = |it: &Value| -> Vec<String> {
        let pieces = it["story"].as_array().unwrap().iter();
        pieces
            .map(|it| it["title"].as_str().unwrap().to_owned())
            .collect()
    };
    assert!(
        !titles(&second).contains(&HERO.to_owned()),
        "{:?}",
        titles(&second)
    );
    harness.good(&[choose.as_slice(), &["pin"]].concat());
    turn(&harness, None, "Question 2: hello");
    let third = harness.data(&["show_context", "demo.story"]);
    assert_eq!(third["story"][0]["reason"], "pinned");

    let thread = shown["thread"].as_str().unwrap();
    let by_turn = [
        "show_context",
        "demo.story",
        "--thread",
        thread,
        "--turn",
        &first_turn,
    ];
    assert_eq!(harness.data(&by_turn)["messages"], shown["messages"]);
}

#[test]
fn cm_2_a_node_is_found_by_its_aliases_and_dropped_pins_are_reported() {
    let service = FakeOpenAi::start((0..4).map(|_| says("He wants out.")));
    let harness = harness_with(&service, "");
    let alias = ["--items", "Alias=Neo", "--items", "别名=尼奥"];
    harness.good(
        &[
            &["update_node_kv", "demo.story", "--node", HERO],
            &alias[..],
        ]
        .concat(),
    );
    let shown = |instruction: &str| {
        turn(&harness, None, instruction);
        harness.data(&["show_context", "demo.story"])
    };
    for (name, instruction) in [("Neo", "What does Neo want?"), ("尼奥", "尼奥想要什么？")]
    {
        let piece = shown(instruction)["story"][0].clone();
        let reason = format!("named in the instruction as {name:?}");
        assert_eq!(
            (&piece["title"], &piece["reason"]),
            (&json!(HERO), &json!(reason))
        );
    }
    for n in 0..14 {
        let title = format!("Pinned {n:02}");
        harness.good(&[
            "create_node",
            "demo.story",
            "--title",
            &title,
            "--kind",
            "note",
        ]);
        harness.good(&[
            "set_node_context",
            "demo.story",
            "--node",
            &title,
            "--rule",
            "pin",
        ]);
    }
    let pinned = shown("hello");
    let pieces = pinned["story"].as_array().unwrap().iter();
    assert_eq!(pieces.filter(|it| it["reason"] == "pinned").count(), 14);

    let hide = [
        "set_node_context",
        "demo.story",
        "--rule",
        "exclude",
        "--node",
    ];
    harness.good(&[&hide[..], &["Pinned 03"]].concat());
    let overview = shown("hello")["system"].as_str().unwrap().to_owned();
    assert!(
        overview.contains("Pinned 02") && !overview.contains("Pinned 03"),
        "{overview}"
    );
}

/// A studio with a scripted model, a hero, and a person.
async fn studio_with(
    script: ScriptedModel,
) -> (tempfile::TempDir, Studio, Arc<ScriptedModel>, Caller) {
    let folder = tempfile::tempdir().unwrap();
    let model = Arc::new(script);
    let options = StudioOptions {
        model: model.clone(),
        ..StudioOptions::built_in(Arc::new(FixedWorld::default()))
    };
    let studio = Studio::create(&folder.path().join("a.story"), "A", options).unwrap();
    let person = studio.person("test", Arc::new(capability::NoApprover));
    for title in ["Thomas", "Harbour"] {
        let call = ToolCall {
            id: None,
            name: "create_node".into(),
            args: json!({ "title": title }),
        };
        assert!(studio.call(&person, call).await.succeeded());
    }
    (folder, studio, model, person)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn aliases_in_a_draft_apply_to_that_draft_only() {
    let alias = json!({ "node": "Thomas", "items": [{ "k": "Alias", "v": "Zephyr" }] });
    let script = ScriptedModel::new()
        .calls([("update_node_kv", alias)])
        .says("He is called that now.")
        .says("I know nobody of that name.");
    let (_folder, studio, model, person) = studio_with(script).await;
    let say = |autonomy| Instruction {
        text: "Who is Zephyr?".to_owned(),
        autonomy,
        ..Instruction::default()
    };
    let drafted = studio.send(say(Autonomy::Review), &person).await.unwrap();
    assert!(drafted.draft.is_some());
    studio.send(say(Autonomy::Adopt), &person).await.unwrap();
    let knows: Vec<bool> = model
        .payloads()
        .iter()
        .map(|it| it.dynamic.contains("Thomas"))
        .collect();
    assert_eq!(
        knows,
        [false, true, false],
        "before the draft says so, in the draft, and where it does not count"
    );
}
