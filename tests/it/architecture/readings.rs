//! The interfaces reach a story through tools: what each of their files reads past the registry is
//! listed here with its reason.

use super::{Source, assert_none, sources};

/// The crates that are interfaces.
const INTERFACES: [&str; 5] = [
    "crates/cli/src",
    "crates/server/src",
    "crates/environment/src",
    "crates/mcp/src",
    "src-tauri/src",
];

/// The files that reach the store itself, and for what.
const READINGS: &[(&str, &str)] = &[
    (
        "crates/cli/src/files.rs",
        "makes and checks files as a whole",
    ),
    (
        "crates/cli/src/machines.rs",
        "makes the files of copies, and follows what is written",
    ),
    ("crates/cli/src/picture.rs", "the bytes of a picture"),
    (
        "crates/cli/src/repl/mod.rs",
        "titles to complete and to name changes by",
    ),
    ("crates/cli/src/session.rs", "which node a person means"),
    ("crates/cli/src/tools.rs", "which draft a person means"),
    ("crates/cli/src/watch.rs", "follows the feed"),
    (
        "crates/environment/src/authority.rs",
        "the story's id, for grants",
    ),
    ("crates/environment/src/events.rs", "follows the feed"),
    (
        "crates/environment/src/launcher.rs",
        "the story's title, for its name on the hub",
    ),
    (
        "crates/environment/src/story_environment.rs",
        "the number of the last change",
    ),
    (
        "crates/environment/src/tools.rs",
        "the feed and the title, as the protocol asks",
    ),
    (
        "crates/mcp/src/completion.rs",
        "the drafts to complete, as the protocol asks",
    ),
    ("crates/mcp/src/handler.rs", "the number of the last change"),
    (
        "crates/mcp/src/http/mod.rs",
        "the story's id, to find it again",
    ),
    ("crates/mcp/src/identity.rs", "the story's id, for grants"),
    (
        "crates/mcp/src/resources/mod.rs",
        "nodes and pictures as the protocol's resources, under the grant of the tools that show them",
    ),
    (
        "crates/server/src/agui/mod.rs",
        "the story's id, for grants",
    ),
    (
        "crates/server/src/agui/run_driver.rs",
        "the story's id, for grants",
    ),
    (
        "crates/server/src/restricted.rs",
        "the story's id, for grants",
    ),
];

/// Whether a file reaches the store, its tests aside.
fn reads_store(file: &Source) -> bool {
    let code = file.text.split("#[cfg(test)]\nmod tests {").next();
    let code: String = code.unwrap_or_default().split_whitespace().collect();
    !file.path.contains("tests") && code.contains(".store()")
}

fn readings_without_reason(files: &[Source]) -> Vec<String> {
    let listed = |path: &str| READINGS.iter().any(|it| it.0 == path);
    let found = files
        .iter()
        .filter(|it| reads_store(it) && !listed(&it.path));
    found
        .map(|it| format!("{} reads the store: call a tool", it.path))
        .collect()
}

#[test]
fn interfaces_access_stories_only_through_tools() {
    let files = sources(&INTERFACES, "rs");
    assert_none(&readings_without_reason(&files));
    let stale = READINGS.iter().filter(|(path, _)| {
        let file = files.iter().find(|it| it.path == *path);
        !file.is_some_and(reads_store)
    });
    let stale: Vec<_> = stale.map(|it| format!("{} reads no store", it.0)).collect();
    assert_none(&stale);
}

#[test]
fn finds_an_interface_that_reads_the_store() {
    let file = |text: &str| Source {
        path: "crates/cli/src/new.rs".to_owned(),
        text: text.to_owned(),
    };
    let reading = file("let it = studio\n    .store()\n    .view(None);");
    assert_eq!(readings_without_reason(&[reading]).len(), 1);
    let in_test = file("fn a() {}\n#[cfg(test)]\nmod tests { studio.store() }");
    assert_eq!(readings_without_reason(&[in_test]).len(), 0);
}
