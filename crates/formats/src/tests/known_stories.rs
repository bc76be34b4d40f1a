//! Small stories modeled on published ones, each with a list of all its real problems. The check
//! must report only these, and nearly all of them.
//!
//! `known_story_files/*.txt` contain them: `=== name (format)` begins a story, lines of `! kind:
//! title` below it are the real problems, and the rest is the file.

use formats::{PlayableScript, importer};
use markup::node_facts;
use model::FixedWorld;
use model::analysis::{Check, Severity};

/// The files of stories.
const FILES: [&str; 3] = [
    include_str!("known_story_files/sugarcube.txt"),
    include_str!("known_story_files/harlowe_chapbook_snowman.txt"),
    include_str!("known_story_files/ink_yarn.txt"),
];

/// One story, with its real problems.
struct KnownStory {
    name: &'static str,
    format: &'static str,
    truth: Vec<String>,
    file: String,
}

fn stories() -> Vec<KnownStory> {
    let all = FILES.iter().flat_map(|it| it.split("=== story ").skip(1));
    let read = |source: &'static str| {
        let (head, rest) = source.split_once('\n').expect("a story has lines");
        let (name, format) = head
            .trim_end_matches(')')
            .split_once(" (")
            .expect("its format");
        let is_truth = |it: &&str| it.starts_with("! ");
        let truth = rest.lines().take_while(is_truth);
        let file = rest.lines().skip_while(is_truth);
        KnownStory {
            name,
            format,
            truth: truth.map(|it| it[2..].to_owned()).collect(),
            file: file.map(|it| format!("{it}\n")).collect(),
        }
    };
    all.map(read).collect()
}

/// The findings of the check, except notes about uncertain problems.
fn found(story: &KnownStory) -> Vec<String> {
    let importer = importer(story.format).expect("a known format");
    let (bundle, _) = importer
        .import(story.file.as_bytes(), &FixedWorld::default())
        .expect("the file can be read");
    let mut check = Check::default();
    for node in bundle.story.nodes.values() {
        check.note(node.id, node_facts(node));
    }
    let script = PlayableScript::of(&bundle.story).filter(|it| !it.has_broken_links);
    if let Some(Ok(Err(errors))) = script.map(|it| it.compile(|| false)) {
        check.note_script_errors(errors);
    }
    let report = check.report(&bundle.story);
    let findings = report.findings.iter();
    let certain = findings.filter(|it| it.kind().severity() != Severity::Note);
    let reported = certain.map(|it| {
        let kind = serde_json::to_value(it.kind()).expect("a word");
        let parts = serde_json::to_value(&it.what).expect("an object");
        let parts = &parts["parts"];
        let about = ["target", "variable", "title", "to"];
        let about = about.iter().find_map(|key| parts[key].as_str());
        format!(
            "{}: {}",
            kind.as_str().unwrap_or_default(),
            about.unwrap_or_default()
        )
    });
    reported.collect()
}

/// The accuracy of the check over all stories.
pub(crate) struct Accuracy {
    pub(crate) stories: usize,
    /// How many reported findings are real, how many were reported, and how many real problems
    /// there are.
    pub(crate) right: usize,
    pub(crate) reported: usize,
    pub(crate) real: usize,
    /// Wrong and missing findings.
    pub(crate) wrong: Vec<String>,
}

/// Checks every story.
pub(crate) fn accuracy() -> Accuracy {
    let stories = stories();
    let mut all = Accuracy {
        stories: stories.len(),
        right: 0,
        reported: 0,
        real: 0,
        wrong: Vec::new(),
    };
    for story in &stories {
        let found = found(story);
        let false_findings = found.iter().filter(|it| !story.truth.contains(it));
        let missing = story.truth.iter().filter(|it| !found.contains(it));
        let line = |what: &str, it: &String| format!("{}: {what}: {it}", story.name);
        all.wrong.extend(false_findings.map(|it| line("false", it)));
        all.wrong.extend(missing.map(|it| line("missing", it)));
        all.right += found.iter().filter(|it| story.truth.contains(it)).count();
        all.reported += found.len();
        all.real += story.truth.len();
    }
    all
}

#[test]
fn check_has_high_precision_and_recall_on_known_stories() {
    let all = accuracy();
    let precision = all.right as f64 / all.reported as f64;
    let recall = all.right as f64 / all.real as f64;
    let summary = format!(
        "{} stories, {} real faults: precision {precision:.3}, recall {recall:.3}\n{}",
        all.stories,
        all.real,
        all.wrong.join("\n")
    );
    println!("{summary}");
    assert!(all.stories >= 30 && all.real >= 30, "{summary}");
    assert!(precision >= 0.99 && recall >= 0.9, "{summary}");
}
