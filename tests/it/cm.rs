//! Context management, requirement by requirement.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use model::FixedWorld;
use model::talk::{ChatMessage, Payload, ToolDefinition};
use runner::Instruction;
use runner::context::ContextManager;
use serde_json::{Value, json};
use storyteller::{Studio, StudioOptions};

use crate::support::cli::Desk;
use crate::support::fake_openai::{FakeOpenAi, Reply, calls, says};

const HERO: &str = "Thomas Anderson";

/// A strategy from outside: sends the present turn alone, and writes down what it was asked.
#[derive(Default)]
struct Forgetful {
    composed: Mutex<Vec<usize>>,
    completed: Mutex<Vec<usize>>,
}

#[async_trait]
impl ContextManager for Forgetful {
    fn id(&self) -> &'static str {
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

    async fn on_turn_complete(&self, new_history: &[ChatMessage]) {
        self.completed.lock().unwrap().push(new_history.len());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cm_1_the_runner_works_with_a_strategy_it_has_never_heard_of() {
    let folder = tempfile::tempdir().unwrap();
    let strategy = Arc::new(Forgetful::default());
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
    assert_eq!(
        strategy.completed.lock().unwrap().len(),
        2,
        "told of each completed turn"
    );
}

/// A desk whose model has a small window, and the thread of `turns` turns held with it.
fn long_conversation(turns: usize, window: u64) -> Vec<Value> {
    let desk = Desk::with_sample();
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
    std::fs::create_dir_all(desk.path("config")).unwrap();
    std::fs::write(desk.path("config/settings.toml"), settings).unwrap();
    let mut thread = String::new();
    for n in 0..turns {
        let instruction = format!("Question {n}: {}", "what became of the keeper? ".repeat(40));
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
        let events = desk.good(&words).json_lines();
        let began = events
            .iter()
            .find(|it| it["type"] == "turn_began")
            .expect("a turn");
        thread = began["thread"].as_str().expect("a thread").to_owned();
    }
    service.requests()
}

/// Words of the person in a request, by number of the question.
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
fn cm_2_system_and_tools_stay_whole_and_a_result_stays_with_its_call() {
    let requests = long_conversation(8, 15_500);
    let first = &requests[0];
    for request in &requests {
        let system = request["messages"][0]["content"].as_str().expect("a text");
        for part in [
            "You are a creative assistant.",
            "Current Data",
            "User Instruction: Question",
        ] {
            assert!(system.contains(part), "the system block is whole: {part}");
        }
        assert_eq!(request["tools"], first["tools"], "no definition is cut");
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
fn cm_3_what_is_left_goes_to_the_newest_turns_in_order() {
    let requests = long_conversation(8, 15_500);
    let last = questions(requests.last().unwrap());
    let newest: Vec<u64> = (8 - last.len() as u64..8).collect();
    assert!(last.len() >= 2, "some history fits: {last:?}");
    assert_eq!(last, newest, "the newest turns, oldest first");
}
