//! Conversations at the command line with a model that is replaced.

use serde_json::Value;

use super::cli::TestHarness;
use super::fake_openai::FakeOpenAi;

/// A harness whose settings name a service and a strategy.
pub(crate) fn harness_with(service: &FakeOpenAi, assistant: &str) -> TestHarness {
    let harness = TestHarness::with_story();
    let settings = format!(
        "model = \"small:m\"\n[providers.small]\nbase_url = \"{}\"\n{assistant}",
        service.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    harness
}

/// One turn in a thread; the thread.
pub(crate) fn turn(harness: &TestHarness, thread: Option<&str>, instruction: &str) -> String {
    let mut words = vec!["ask", "demo.story", "--json", instruction];
    words.extend(thread.iter().flat_map(|it| ["--thread", it]));
    let events = harness.good(&words).json_lines();
    let began = events.iter().find(|it| it["type"] == "turn_began");
    began.expect("a turn")["thread"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// The system prompt of a request.
pub(crate) fn system(request: &Value) -> &str {
    request["messages"][0]["content"].as_str().expect("a text")
}
