//! A story with one node that counts: every write is a new number, so that lost and duplicated
//! writes can be detected.

use serde_json::{Value, json};

use super::cli::TestHarness;
use super::story_file::StoryFile;

/// The story's file.
pub(crate) const FILE: &str = "count.story";

/// A folder with a story whose one node is named Counter.
pub(crate) fn harness() -> TestHarness {
    let harness = TestHarness::empty();
    create_story(&harness, FILE);
    harness
}

/// Makes the story in a folder.
pub(crate) fn create_story(harness: &TestHarness, file: &str) {
    harness.good(&["new", file]);
    harness.good(&["create_node", file, "--title", "Counter"]);
}

/// The line that writes a value, as people type it.
pub(crate) fn line(value: impl std::fmt::Display) -> String {
    format!("/update_node_kv --node Counter --items Count={value}")
}

/// The line that writes a value, as programs send it: a call with an id.
pub(crate) fn call(value: usize) -> String {
    let items = json!([{ "k": "Count", "v": value.to_string() }]);
    let args = json!({ "node": "Counter", "items": items });
    json!({ "id": format!("call {value}"), "name": "update_node_kv", "args": args }).to_string()
}

/// The version and the value that an answer acknowledges.
#[track_caller]
pub(crate) fn acknowledged(answer: &Value) -> (u32, String) {
    assert_eq!(answer["ok"], true, "{answer}");
    let version = answer["data"]["version"]
        .as_u64()
        .and_then(|it| u32::try_from(it).ok());
    (
        version.expect("an answer names its version"),
        value_of(&answer["data"]),
    )
}

/// Every version in the file: number and value.
pub(crate) fn written(file: &StoryFile) -> Vec<(u32, String)> {
    let versions = file.versions("kv").into_iter();
    versions
        .map(|(number, data)| (number, value_of(&data)))
        .collect()
}

fn value_of(data: &Value) -> String {
    assert_eq!(data["items"][0]["k"], "Count", "{data}");
    data["items"][0]["v"]
        .as_str()
        .expect("values are text")
        .to_owned()
}
