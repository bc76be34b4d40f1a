//! Playing at a terminal: `storyteller play` goes from choice to choice.

use super::support::cli::TestHarness;

/// Runs a program at a terminal of its own.
const AT_TERMINAL: &str =
    "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

const HARBOR: &str = ":: StoryData\n{\"start\":\"Harbor\"}\n\n:: Harbor\nFog.\n[[Wait->Pier]]\n\n\
    :: Pier\nA **cold** pier.\n[[Harbor]]\n[[Board->Ferry]]\n\n:: Ferry\nYou leave.\n";

fn harness() -> TestHarness {
    let harness = TestHarness::empty();
    std::fs::write(harness.path("harbor.twee"), HARBOR).unwrap();
    harness.good(&["new", "harbor.story"]);
    harness.good(&["import", "harbor.story", "harbor.twee"]);
    harness
}

/// What a reader sees who types these lines, without styles.
#[track_caller]
fn read(harness: &TestHarness, options: &[&str], typed: &str) -> String {
    let prefix = ["python3", "-c", AT_TERMINAL].map(str::to_owned);
    let words = [&["play", "harbor.story"], options].concat();
    let mut command = harness.command_at(&prefix, &words);
    command.env("NO_COLOR", "1").env("TERM", "dumb");
    let shown = TestHarness::run_command_with_input(&mut command, typed.as_bytes());
    assert_eq!(shown.code, 0, "{shown:?}");
    shown.out.replace('\r', "")
}

#[test]
fn a_person_at_a_terminal_plays_from_choice_to_choice() {
    let harness = harness();
    let shown = read(&harness, &[], "1\nboard\nb\n\nharbor\nv\nfly\nq\n");
    let at = |words: &str| {
        let found = shown.find(words);
        found.unwrap_or_else(|| panic!("{words} is missing in {shown}"))
    };
    assert!(shown.contains("\nHarbor\n\nFog."), "{shown}");
    assert!(shown.contains("\n  1  Wait\n"), "{shown}");
    assert!(
        at("A cold pier.") < at("You leave.") && at("You leave.") < at("No choices from here.")
    );
    // Going back shows the pier again; Enter takes nothing where there are two choices.
    assert_eq!(shown.matches("A cold pier.").count(), 2, "{shown}");
    assert_eq!(shown.matches("Fog.").count(), 2, "{shown}");
    assert!(
        shown.contains("takes it; Enter takes the only one"),
        "{shown}"
    );
    assert!(shown.contains("no variable is set"), "{shown}");
    assert!(
        shown.contains("no choice here is called \"fly\""),
        "{shown}"
    );
}

#[test]
fn reading_goes_on_where_the_steps_of_the_command_line_end() {
    let harness = harness();
    let shown = read(&harness, &["--steps", "Wait"], "b\n\n\u{4}");
    assert!(shown.find("A cold pier.") < shown.find("Fog."), "{shown}");
    // Enter takes the only choice, and Ctrl-D leaves.
    assert_eq!(shown.matches("A cold pier.").count(), 2, "{shown}");
}

#[test]
fn a_program_gets_one_page() {
    let harness = harness();
    let page = harness.good(&["play", "harbor.story", "--choose", "Wait"]);
    assert!(page.out.contains("steps"), "{}", page.out);
    let json = harness.good(&["play", "harbor.story", "--json"]).json();
    assert_eq!(json["data"]["node"]["title"], "Harbor");
}
