//! The feed across processes: a watcher receives every change once, in order, without a gap (CM-1).

use std::io::{BufRead as _, BufReader};

use serde_json::Value;

use crate::support::cli::{RunningProgram, TestHarness};
use crate::support::counter::{self, FILE};

/// Writes values one by one, each acknowledged before the next.
fn write(writer: &mut RunningProgram, values: impl Iterator<Item = u64>) {
    for value in values {
        writer.say(&counter::line(value)).expect("it reads");
        let answer = writer.line().expect("it answers");
        counter::acknowledged(&serde_json::from_str(&answer).expect("in JSON"));
    }
}

fn writer(harness: &TestHarness) -> RunningProgram {
    harness.start(&["open", FILE, "--json"])
}

/// The number of the next change that a watcher prints, and of the version it adopted.
fn hear(watcher: &mut RunningProgram) -> Option<(u64, u64)> {
    let event: Value = serde_json::from_str(&watcher.line()?).expect("an event a line");
    assert_eq!(event["type"], "data:changed");
    let version = event["changed"][0]["version"]["number"].as_u64();
    Some((event["number"].as_u64()?, version?))
}

#[test]
fn watcher_receives_every_change_even_if_the_writer_is_killed() {
    let harness = counter::harness();
    let mut watcher = harness.start(&["watch", FILE, "--json", "--since", "1", "--until", "20"]);
    let mut left = writer(&harness);
    for n in 1..=10 {
        write(&mut left, n..=n);
        assert_eq!(hear(&mut watcher), Some((n + 1, n)));
    }
    left.kill();
    let mut right = writer(&harness);
    for n in 11..=20 {
        write(&mut right, n..=n);
        assert_eq!(hear(&mut watcher), Some((n + 1, n)));
    }
    assert_eq!(hear(&mut watcher), None, "it was told to end after twenty");
    assert_eq!(watcher.end(), 0);
}

#[test]
fn late_watcher_receives_missed_changes_first() {
    let harness = counter::harness();
    let mut writer = writer(&harness);
    // More than are read from the file at once.
    write(&mut writer, 1..=300);
    let mut watcher = harness.start(&["watch", FILE, "--json", "--since", "1", "--until", "310"]);
    for n in 1..=300 {
        assert_eq!(hear(&mut watcher), Some((n + 1, n)));
    }
    write(&mut writer, 301..=310);
    for n in 301..=310 {
        assert_eq!(hear(&mut watcher), Some((n + 1, n)));
    }
    assert_eq!(hear(&mut watcher), None);
}

#[test]
fn watcher_without_a_number_starts_at_the_latest_change() {
    let harness = counter::harness();
    let mut writer = writer(&harness);
    write(&mut writer, 1..=5);
    let mut watcher = harness
        .command(&["watch", FILE, "--until", "2"])
        .spawn()
        .expect("it starts");
    let mut begun = String::new();
    let asides = watcher.stderr.take().expect("it is piped");
    BufReader::new(asides)
        .read_line(&mut begun)
        .expect("it prints UTF-8");
    assert_eq!(begun, "watching from change 6; Ctrl-C ends\n");
    write(&mut writer, 6..=7);
    let ended = watcher.wait_with_output().expect("it ends after two");
    let output = String::from_utf8(ended.stdout).expect("it prints UTF-8");
    let line =
        |change, version| format!("#{change} writer · Counter: kv v{version} · update_node_kv\n");
    assert_eq!(output, format!("{}{}", line(7, 6), line(8, 7)));
}
