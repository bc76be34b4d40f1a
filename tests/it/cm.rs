//! Requirements of context management.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use host::{Studio, StudioOptions};
use model::FixedWorld;
use model::conversation::{ChatMessage, Payload, ToolCall, ToolDefinition};
use runner::context::{ContextManager, Strategy};
use runner::{Instruction, StrategyContext};
use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::conversation::{harness_with, system, turn};
use crate::support::fake_openai::{FakeOpenAi, Reply, calls, says};

const HERO: &str = "Thomas Anderson";

/// An external strategy: sends only the current turn, and records what it was asked.
#[derive(Default)]
struct DropEverythingStrategy {
    composed: Mutex<Vec<usize>>,
    completed: Mutex<Vec<usize>>,
}

#[async_trait]
impl ContextManager for DropEverythingStrategy {
    fn id(&self) -> &str {
        "forgetful"
    }

    async fn compose_payload(
        &self,
        system_prompt: &str,
        history: &[ChatMessage],
        tools: &[ToolDefinition],
        _: Option<&str>,
        _: u64,
    ) -> Payload {
        self.composed.lock().unwrap().push(history.len());
        let turn = history.last().map(|it| it.turn);
        Payload {
            system: system_prompt.to_owned(),
            tools: tools.to_vec(),
            messages: history
                .iter()
                .filter(|it| Some(it.turn) == turn)
                .cloned()
                .collect(),
            ..Payload::default()
        }
    }

    async fn on_turn_complete(&self, new_history: &[ChatMessage]) -> Result<(), String> {
        self.completed.lock().unwrap().push(new_history.len());
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cm_1_the_runner_accepts_an_external_strategy() {
    let folder = tempfile::tempdir().unwrap();
    let strategy = Arc::new(DropEverythingStrategy::default());
    let options = StudioOptions {
        context: strategy.clone(),
        ..StudioOptions::built_in(Arc::new(FixedWorld::default()))
    };
    let studio = Studio::create(&folder.path().join("a.story"), "A", options).unwrap();
    let person = studio.person("test", Arc::new(capability::NoApprover));
    let say = |text: &str| Instruction {
        text: text.to_owned(),
        ..Instruction::default()
    };
    let first = studio
        .send(say("add a scene called Harbor"), &person)
        .await
        .unwrap();
    let again = Instruction {
        thread: Some(first.thread),
        ..say("add a scene called Lighthouse")
    };
    studio.send(again, &person).await.unwrap();
    let composed = strategy.composed.lock().unwrap().clone();
    assert!(
        composed.len() >= 4,
        "asked before every request: {composed:?}"
    );
    assert!(
        composed.is_sorted(),
        "given the whole history each time: {composed:?}"
    );
    studio.wait_for_background().await;
    assert_eq!(
        strategy.completed.lock().unwrap().len(),
        2,
        "told of each completed turn"
    );
}

/// A strategy whose work after a turn finishes when the test allows it.
struct SlowStrategy {
    may: tokio::sync::Semaphore,
    done: Mutex<Vec<usize>>,
}

#[async_trait]
impl ContextManager for SlowStrategy {
    fn id(&self) -> &str {
        "slow"
    }

    async fn compose_payload(
        &self,
        system_prompt: &str,
        history: &[ChatMessage],
        tools: &[ToolDefinition],
        _: Option<&str>,
        _: u64,
    ) -> Payload {
        Payload {
            system: system_prompt.to_owned(),
            tools: tools.to_vec(),
            messages: history.to_vec(),
            ..Payload::default()
        }
    }

    async fn on_turn_complete(&self, new_history: &[ChatMessage]) -> Result<(), String> {
        self.may
            .acquire()
            .await
            .map_err(|it| it.to_string())?
            .forget();
        self.done.lock().unwrap().push(new_history.len());
        Err("it failed in the end".to_owned())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cm_1_work_after_a_turn_does_not_delay_answers_and_its_failure_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let strategy = Arc::new(SlowStrategy {
        may: tokio::sync::Semaphore::new(0),
        done: Mutex::default(),
    });
    let options = StudioOptions {
        context: strategy.clone(),
        ..StudioOptions::built_in(Arc::new(FixedWorld::default()))
    };
    let studio = Studio::create(&folder.path().join("a.story"), "A", options).unwrap();
    let person = studio.person("test", Arc::new(capability::NoApprover));
    let say = |text: &str, thread| Instruction {
        text: text.to_owned(),
        thread,
        ..Instruction::default()
    };
    // No work of these turns ends before all turns have, in one thread and in another.
    let first = studio
        .send(say("add a scene called Harbor", None), &person)
        .await
        .unwrap();
    let again = say("add a scene called Lighthouse", Some(first.thread));
    studio.send(again, &person).await.unwrap();
    studio
        .send(say("list the nodes", None), &person)
        .await
        .unwrap();
    assert!(strategy.done.lock().unwrap().is_empty());
    let history = ToolCall {
        id: None,
        name: "thread_history".into(),
        args: json!({ "thread": first.thread.to_string() }),
    };
    let before = studio.call(&person, history.clone()).await;
    strategy.may.add_permits(3);
    studio.wait_for_background().await;
    assert_eq!(strategy.done.lock().unwrap().len(), 3);
    let after = studio.call(&person, history).await;
    let lines = |it: &capability::ToolAgentOutput| it.result.as_ref().unwrap().data.clone();
    assert_eq!(lines(&before), lines(&after), "a person sees all of it");
    let shown = lines(&after)["messages"].to_string();
    assert!(
        shown.contains("Harbor") && shown.contains("Lighthouse"),
        "{shown}"
    );
}

/// A harness whose model has a small context window, and a thread with `turns` turns.
fn long_conversation(turns: usize, window: u64) -> Vec<Value> {
    let harness = TestHarness::with_story();
    let replies: Vec<Reply> = (0..turns)
        .flat_map(|n| {
            [
                calls(&[("read_node_kv", json!({}))]),
                says(&format!("Answer {n}.")),
            ]
        })
        .collect();
    let service = FakeOpenAi::start(replies);
    let settings = format!(
        "model = \"small:m\"\n[providers.small]\nbase_url = \"{}\"\ncontext_tokens = {window}\n",
        service.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    let mut thread = String::new();
    for n in 0..turns {
        let instruction = format!(
            "Question {n}: {}",
            "what became of the keeper? ".repeat(120)
        );
        let mut words = vec![
            "ask",
            "demo.story",
            "--node",
            HERO,
            "--json",
            instruction.as_str(),
        ];
        if n > 0 {
            words.extend(["--thread", thread.as_str()]);
        }
        let events = harness.good(&words).json_lines();
        let began = events
            .iter()
            .find(|it| it["type"] == "turn_began")
            .expect("a turn");
        thread = began["thread"].as_str().expect("a thread").to_owned();
    }
    service.requests()
}

/// The person's words in a request, by number of the question.
fn questions(request: &Value) -> Vec<u64> {
    let messages = request["messages"].as_array().expect("messages");
    let users = messages.iter().filter(|it| it["role"] == "user");
    let number = |it: &Value| {
        let text = it["content"].as_str().unwrap_or_default().to_owned();
        text.trim_start_matches("Question ")
            .split(':')
            .next()?
            .parse()
            .ok()
    };
    users.filter_map(number).collect()
}

#[test]
fn cm_2_system_and_tools_stay_complete_and_a_result_stays_with_its_call() {
    let requests = long_conversation(8, 16_000);
    let with_room = long_conversation(1, 1_000_000);
    // If all tools fit, the tool that searches for tools is not needed and is only in the short
    // list.
    // A tool that was called stays, so that a later request may show more.
    let definitions: Vec<&Value> = with_room[..1]
        .iter()
        .chain(&requests)
        .flat_map(|it| it["tools"].as_array().unwrap())
        .collect();
    for request in &requests {
        let system = request["messages"][0]["content"].as_str().expect("a text");
        for part in [
            "You are a creative assistant.",
            "Current Data",
            "User Instruction: Question",
        ] {
            assert!(system.contains(part), "the system block is whole: {part}");
        }
        for tool in request["tools"].as_array().unwrap() {
            let name = &tool["function"]["name"];
            let whole = definitions
                .iter()
                .find(|it| it["function"]["name"] == *name);
            assert_eq!(Some(&tool), whole, "no definition is cut");
        }
        let mut open: Vec<&Value> = Vec::new();
        for message in request["messages"].as_array().unwrap() {
            if message["role"] == "tool" {
                assert!(
                    open.contains(&&message["tool_call_id"]),
                    "a result without its call"
                );
            }
            let calls = message["tool_calls"].as_array().into_iter().flatten();
            open.extend(calls.map(|it| &it["id"]));
        }
    }
    let last = questions(requests.last().unwrap());
    assert!(last.len() < 8, "the oldest turns were left out: {last:?}");
}

#[test]
fn cm_3_remaining_budget_goes_to_the_newest_turns() {
    let requests = long_conversation(8, 16_000);
    let last = questions(requests.last().unwrap());
    let newest: Vec<u64> = (8 - last.len() as u64..8).collect();
    assert!(last.len() >= 2, "some history fits: {last:?}");
    assert_eq!(last, newest, "the newest turns, oldest first");
}

#[test]
fn cm_4_the_oldest_turns_are_folded_into_a_summary_and_stay_in_the_thread() {
    let service = FakeOpenAi::start([
        says("Answer 0."),
        says("Answer 1."),
        says("Answer 2."),
        says("The writer wants rain in every scene."),
        says("Answer 3."),
        Reply::Fails(400, json!({ "error": { "message": "no" } })),
        says("Answer 4."),
        says("Rain, and a second lamp."),
    ]);
    let strategy = "[assistant.context_strategy]\ntype = \"plugin\"\n\
        pluginId = \"std-summarization-strategy\"\nconfig = { threshold = 2, fold = 1 }\n";
    let harness = harness_with(&service, strategy);
    let thread = turn(&harness, None, "Question 0: may it rain?");
    for n in 1..5 {
        turn(&harness, Some(&thread), &format!("Question {n}: and now?"));
    }
    let requests = service.requests();
    assert!(requests.len() >= 8);
    assert!(
        requests[3]["tools"].is_null(),
        "a light request without tools"
    );
    assert!(requests[3].to_string().contains("Question 0: may it rain?"));
    let fourth = &requests[4];
    assert!(system(fourth).contains("The writer wants rain in every scene."));
    assert_eq!(
        questions(fourth),
        [1, 2, 3],
        "what was folded is not sent again"
    );
    let fifth = &requests[6];
    assert_eq!(
        questions(fifth),
        [1, 2, 3, 4],
        "a fold that failed lost nothing"
    );
    let last = requests[7].to_string();
    assert!(last.contains("Question 1") && last.contains("wants rain in every scene"));
    let history = harness.data(&["thread_history", "demo.story"]);
    assert_eq!(
        history["messages"].as_array().unwrap().len(),
        10,
        "a person sees all of it"
    );
}

#[test]
fn cm_5_a_declared_state_replaces_the_dialogue() {
    let service = FakeOpenAi::start([
        says("Noted."),
        says(r#"{"hero": 3}"#),
        says("```json\n{\"hero\": \"Neo\"}\n```"),
        says("Yes."),
        says("no JSON"),
        says("none again"),
        says("Still yes."),
        says(r#"{"hero": "Trinity"}"#),
    ]);
    let strategy = "[assistant.context_strategy]\npluginId = \"std-entity-extraction\"\n\
        [assistant.context_strategy.config]\nkeepTurns = 0\n\
        [assistant.context_strategy.config.schema]\ntype = \"object\"\nrequired = [\"hero\"]\n\
        [assistant.context_strategy.config.schema.properties.hero]\ntype = \"string\"\n";
    let harness = harness_with(&service, strategy);
    let thread = turn(&harness, None, "Question 0: the hero is Neo.");
    turn(&harness, Some(&thread), "Question 1: who is it?");
    turn(&harness, Some(&thread), "Question 2: and now Trinity?");
    let requests = service.requests();
    assert_eq!(requests.len(), 8);
    let correction = requests[2].to_string();
    assert!(
        correction.contains("was refused") && correction.contains("hero"),
        "{correction}"
    );
    assert!(system(&requests[3]).contains(r#"{"hero":"Neo"}"#));
    assert_eq!(questions(&requests[3]), [1], "the state, not the dialogue");
    assert_eq!(
        questions(&requests[6]),
        [1, 2],
        "what could not be extracted is still sent"
    );
}

#[test]
fn cm_5_the_last_turns_stay_beside_a_state_whose_schema_comes_from_the_story() {
    let state = json!({
        "decisions": ["the hero is Neo"], "open_questions": [], "wishes": [],
        "nodes": { "character": { "Neo": "the hero" } },
    });
    let state = state.to_string();
    let answers = ["Noted.", "Yes.", "Yes.", "Yes."];
    let service = FakeOpenAi::start(answers.iter().flat_map(|it| [says(it), says(&state)]));
    let strategy = "[assistant.context_strategy]\npluginId = \"std-entity-extraction\"\n";
    let harness = harness_with(&service, strategy);
    let thread = turn(&harness, None, "Question 0: the hero is Neo.");
    for number in 1..4 {
        turn(
            &harness,
            Some(&thread),
            &format!("Question {number}: go on"),
        );
    }
    let requests = service.requests();
    assert_eq!(requests.len(), 8);
    let extraction = requests[1].to_string();
    assert!(extraction.contains("Thomas Anderson"), "{extraction}");
    assert!(system(&requests[2]).contains("the hero is Neo"));
    assert_eq!(questions(&requests[2]), [0, 1]);
    assert_eq!(
        questions(&requests[6]),
        [1, 2, 3],
        "two turns before the present one"
    );
}

#[test]
fn cm_6_the_strategy_is_chosen_by_configuration_for_story_and_thread() {
    let harness = TestHarness::with_story();
    let set = [
        "set_context_strategy",
        "demo.story",
        "--json",
        "--plugin_id",
    ];
    let unknown = harness.run(&[set.as_slice(), &["none"]].concat()).json();
    let message = unknown["error"]["message"].as_str().unwrap();
    assert!(
        message.contains("std-sliding-window, std-summarization-strategy"),
        "{message}"
    );
    let wrong = [
        "std-summarization-strategy",
        "--config",
        r#"{"threshhold":2}"#,
    ];
    let wrong = harness.run(&[set.as_slice(), &wrong].concat()).json();
    assert!(
        wrong["error"]["message"]
            .as_str()
            .unwrap()
            .contains("threshhold"),
        "{wrong}"
    );
    let good = [
        "std-summarization-strategy",
        "--config",
        r#"{"threshold":20}"#,
    ];
    harness.good(&[set.as_slice(), &good].concat());
    harness.good(&["ask", "demo.story", "list the nodes"]);
    let shown = harness.data(&["show_context", "demo.story"]);
    assert_eq!(shown["strategy"], "std-summarization-strategy");

    let thread = shown["thread"].as_str().unwrap();
    let own = ["std-sliding-window", "--thread", thread];
    harness.good(&[set.as_slice(), &own].concat());
    harness.good(&["ask", "demo.story", "--thread", thread, "list the nodes"]);
    assert_eq!(
        harness.data(&["show_context", "demo.story"])["strategy"],
        "std-sliding-window"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cm_6_an_external_strategy_is_registered_and_chosen_by_its_id() {
    let folder = tempfile::tempdir().unwrap();
    let options = StudioOptions::built_in(Arc::new(FixedWorld::default()));
    let studio = Studio::create(&folder.path().join("a.story"), "A", options).unwrap();
    let made = Arc::new(DropEverythingStrategy::default());
    let given = made.clone();
    studio.register(Strategy {
        id: "forgetful".to_owned(),
        make: Arc::new(
            move |config: &Value, _: &StrategyContext| match config["deep"].as_bool() {
                Some(true) => Ok(given.clone()),
                _ => Err("deep must be true".to_owned()),
            },
        ),
    });
    let person = studio.person("test", Arc::new(capability::NoApprover));
    let set = |config: &str| model::conversation::ToolCall {
        id: None,
        name: "set_context_strategy".into(),
        args: json!({ "plugin_id": "forgetful", "config": config }),
    };
    let refused = studio.call(&person, set("{}")).await;
    assert!(refused.error.unwrap().message.contains("deep must be true"));
    assert!(
        studio
            .call(&person, set(r#"{"deep":true}"#))
            .await
            .error
            .is_none()
    );
    let say = Instruction {
        text: "list the nodes".to_owned(),
        ..Instruction::default()
    };
    studio.send(say, &person).await.unwrap();
    assert!(!made.composed.lock().unwrap().is_empty());
}
