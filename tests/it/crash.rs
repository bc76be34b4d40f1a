//! The program killed while it writes: everything it acknowledged is in the file exactly once.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

use serde_json::Value;

use crate::support::cli::TestHarness;
use crate::support::counter::{self, FILE};
use crate::support::story_file::StoryFile;

/// How often the writing process is killed.
const ROUNDS: usize = 80;

/// A pseudo-random sequence that is the same in each run.
struct Rng(u64);

impl Rng {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// Pipes lines into the program without a pause and kills it at a pseudo-random moment: after some
/// answers and a short delay. Returns everything it answered.
fn write_until_killed(
    harness: &TestHarness,
    options: &[&str],
    chance: &mut Rng,
    lines: impl Iterator<Item = String> + Send + 'static,
) -> Vec<Value> {
    let mut child = harness.start(&[["open", FILE, "--json"].as_slice(), options].concat());
    let mut input = child.input();
    let writing = std::thread::spawn(move || {
        for line in lines {
            if writeln!(input, "{line}").is_err() {
                break;
            }
        }
    });
    let answers = chance.below(24) as usize;
    let mut printed: Vec<String> = (0..answers).map_while(|_| child.line()).collect();
    assert_eq!(
        printed.len(),
        answers,
        "it ended before it was killed: {printed:?}"
    );
    for _ in 0..chance.below(200_000) {
        std::hint::spin_loop();
    }
    printed.extend(child.kill());
    writing.join().expect("the writing ends with the pipe");
    let read: Vec<Value> = printed
        .iter()
        .map_while(|it| serde_json::from_str(it).ok())
        .collect();
    assert!(
        printed.len() - read.len() <= 1,
        "only the last line can be cut: {printed:?}"
    );
    read
}

#[test]
fn acknowledged_writes_survive_a_kill_exactly_once() {
    let harness = counter::harness();
    let mut chance = Rng(0x5EED_0001);
    let mut acknowledged = BTreeMap::new();
    let mut rounds = 0;
    while rounds < ROUNDS {
        // Each round has its own values, whether the program read them or not.
        let lines = (0..).map(move |n| counter::line(format!("{rounds}-{n}")));
        for answer in write_until_killed(&harness, &[], &mut chance, lines) {
            let (version, value) = counter::acknowledged(&answer);
            assert_eq!(
                acknowledged.insert(version, value),
                None,
                "version {version} twice"
            );
        }
        rounds += 1;
        // In between, the next process finds the file as the kill left it.
        if rounds % 5 == 0 {
            check(&harness, &acknowledged, rounds);
        }
    }
    assert!(acknowledged.len() > ROUNDS, "there was something to lose");
    harness.good(&["check", FILE]);
}

fn check(harness: &TestHarness, acknowledged: &BTreeMap<u32, String>, rounds: usize) {
    let file = StoryFile::open(&harness.path(FILE));
    assert_eq!(file.integrity(), "ok", "after {rounds} kills");
    let written: BTreeMap<u32, String> = counter::written(&file).into_iter().collect();
    for (version, value) in acknowledged {
        assert_eq!(
            written.get(version),
            Some(value),
            "version {version}, {rounds} kills"
        );
    }
    let values: BTreeSet<&String> = written.values().collect();
    assert_eq!(values.len(), written.len(), "a value is there twice");
    assert!(
        written.keys().copied().eq(1..=written.len() as u32),
        "version numbers have no gap"
    );
    assert_eq!(
        file.adopted("kv"),
        written.len() as u32,
        "the newest version is adopted"
    );
    let unheard = written.len() - acknowledged.len();
    assert!(
        unheard <= rounds,
        "a kill leaves one write unanswered at most: {unheard}"
    );
}

#[test]
fn retried_call_after_a_kill_returns_the_first_answer() {
    let harness = counter::harness();
    let mut chance = Rng(0x5EED_0002);
    let mut answered: Vec<Value> = Vec::new();
    for _ in 0..40 {
        // From the last answered call on: that one was carried out, the next one possibly.
        let begin = answered.len().saturating_sub(1);
        let lines = (begin..).map(counter::call);
        let answers = write_until_killed(&harness, &["--caller", "counter"], &mut chance, lines);
        for (call, answer) in (begin..).zip(answers) {
            match answered.get(call) {
                Some(first) => assert_eq!(&answer, first, "call {call} sent again"),
                None => answered.push(answer),
            }
        }
    }
    let written = counter::written(&StoryFile::open(&harness.path(FILE)));
    let once: Vec<(u32, String)> = (0..written.len())
        .map(|n| (n as u32 + 1, n.to_string()))
        .collect();
    assert_eq!(written, once, "each call once, in order");
    let confirmed: Vec<(u32, String)> = answered.iter().map(counter::acknowledged).collect();
    assert_eq!(
        confirmed,
        once[..confirmed.len()],
        "each answer told what was written"
    );
    assert!(
        written.len() - confirmed.len() <= 1,
        "one call at most was carried out unheard"
    );
}
