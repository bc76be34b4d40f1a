//! Two processes on one story at once: nothing is lost, and each receives the other's changes.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::support::cli::TestHarness;
use crate::support::counter::{self, FILE};
use crate::support::story_file::StoryFile;

/// How many versions each of the two writes.
const WRITES: usize = 400;

/// Writes values under a name in its own process; returns the acknowledged versions and values.
fn write(harness: &TestHarness, name: &'static str) -> Vec<(u32, String)> {
    let mut writer = harness.start(&["open", FILE, "--json"]);
    let mut input = writer.input();
    let writing = std::thread::spawn(move || {
        for n in 0..WRITES {
            writeln!(input, "{}", counter::line(format!("{name}-{n}"))).expect("it reads on");
        }
    });
    let mut confirmed = Vec::new();
    while let Some(line) = writer.line() {
        let answer: Value = serde_json::from_str(&line).expect("each line is an answer");
        confirmed.push(counter::acknowledged(&answer));
    }
    writing.join().expect("every line is taken");
    assert_eq!(writer.end(), 0);
    confirmed
}

#[test]
fn concurrent_writes_from_two_processes_lose_no_version() {
    let harness = counter::harness();
    let all = (2 * WRITES).to_string();
    // One watches from the start and one starts when everything is done; change 1 created the node.
    let watch = ["watch", FILE, "--json", "--since", "1", "--until", &all];
    let mut early = harness.start(&watch);
    let [left, right] = std::thread::scope(|scope| {
        let writers = ["left", "right"].map(|name| {
            let harness = &harness;
            scope.spawn(move || write(harness, name))
        });
        writers.map(|it| it.join().expect("a writer ends well"))
    });
    let wrote =
        |name: &str| -> Vec<String> { (0..WRITES).map(|n| format!("{name}-{n}")).collect() };
    let values =
        |lines: &[(u32, String)]| -> Vec<String> { lines.iter().map(|it| it.1.clone()).collect() };
    assert_eq!(
        values(&left),
        wrote("left"),
        "each write is acknowledged, in order"
    );
    assert_eq!(
        values(&right),
        wrote("right"),
        "each write is acknowledged, in order"
    );

    let acknowledged: BTreeMap<u32, String> = left.into_iter().chain(right).collect();
    let file = StoryFile::open(&harness.path(FILE));
    let written: BTreeMap<u32, String> = counter::written(&file).into_iter().collect();
    assert_eq!(
        written, acknowledged,
        "the file holds what was acknowledged and nothing else"
    );
    assert!(
        written.into_keys().eq(1..=2 * WRITES as u32),
        "a version a write, without gaps"
    );
    assert_eq!(file.integrity(), "ok");

    let lines: Vec<String> = std::iter::from_fn(|| early.line()).collect();
    assert_eq!(lines.len(), 2 * WRITES, "the listener heard each change");
    let lines: Vec<Value> = lines
        .iter()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    let numbers = lines.iter().map(|it| it["number"].as_u64());
    assert!(
        numbers.eq((2..2 + 2 * WRITES as u64).map(Some)),
        "in order and without gaps"
    );
    let mut origins: BTreeMap<&str, usize> = BTreeMap::new();
    for change in &lines {
        *origins
            .entry(change["origin"].as_str().expect("a window or process"))
            .or_default() += 1;
    }
    assert_eq!(
        origins.into_values().collect::<Vec<_>>(),
        [WRITES, WRITES],
        "as many of each"
    );
    assert_eq!(
        harness.good(&watch).json_lines(),
        lines,
        "who comes later hears the same"
    );
}

/// A prompt whose notifications are read as well.
struct ReplProcess {
    child: Child,
    asides: BufReader<std::process::ChildStderr>,
}

impl ReplProcess {
    fn open(harness: &TestHarness) -> Self {
        let mut child = harness
            .command(&["open", FILE])
            .stdin(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let asides = BufReader::new(child.stderr.take().expect("it is piped"));
        Self { child, asides }
    }

    fn write(&mut self, value: &str) {
        let input = self.child.stdin.as_mut().expect("it is piped");
        writeln!(input, "{}", counter::line(value)).expect("it reads");
    }

    fn aside(&mut self) -> String {
        let mut line = String::new();
        self.asides.read_line(&mut line).expect("it prints UTF-8");
        line.trim_end().to_owned()
    }

    /// Closes it; returns the notifications that were not read yet.
    fn end(mut self) -> String {
        drop(self.child.stdin.take());
        assert!(self.child.wait().expect("it ends").success());
        let mut rest = String::new();
        self.asides
            .read_to_string(&mut rest)
            .expect("it prints UTF-8");
        rest
    }
}

#[test]
fn repl_reports_changes_of_other_processes_only() {
    let harness = counter::harness();
    let mut left = ReplProcess::open(&harness);
    let mut right = ReplProcess::open(&harness);
    // A prompt that has received a change is subscribed; before that it may have been too late.
    left.write("1");
    let mut answer = String::new();
    let out = left.child.stdout.as_mut().expect("it is piped");
    BufReader::new(out)
        .read_line(&mut answer)
        .expect("it prints UTF-8");
    assert_eq!(answer.trim_end(), "✓ update_node_kv · Counter · kv v1");
    right.write("2");
    assert_eq!(
        left.aside(),
        "~ #3 writer · Counter: kv v2 · update_node_kv"
    );
    left.write("3");
    let notices = std::iter::from_fn(|| Some(right.aside()));
    // The right one also reports change 2 if it subscribed before that was made.
    let notices: Vec<String> = notices
        .skip_while(|it| it.contains(" #2 "))
        .take(1)
        .collect();
    assert_eq!(notices, ["~ #4 writer · Counter: kv v3 · update_node_kv"]);
    assert_eq!(left.end(), "");
    assert_eq!(right.end(), "");
}
