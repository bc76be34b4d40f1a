//! Agents at work while the hub and the story's program are killed, through the real programs: each
//! action has one outcome and was done once, and everybody ends with the same story.

use std::time::Duration;

use tokio::sync::watch;

use crate::soak::{self, Difference, Soak};
use crate::support::cli::{RunningProgram, TestHarness};

/// Longer than anything here takes; a test that waits so long has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(240);

/// The agents of a short soak.
pub(crate) fn agents(hubs: Vec<String>, agents: usize, actions: u64) -> Soak {
    Soak {
        hubs,
        environment: "demo".to_owned(),
        credential: None,
        agents,
        actions,
        time: PATIENCE,
        pause: Duration::ZERO,
    }
}

/// Waits until the agents have so many outcomes.
pub(crate) async fn outcomes(progress: &watch::Receiver<u64>, count: u64) {
    let mut progress = progress.clone();
    // It fails when all agents are done, and then there were enough.
    let _ = progress.wait_for(|it| *it >= count).await;
}

/// Starts a program and reads its first line.
pub(crate) fn started(harness: &TestHarness, words: &[&str]) -> (RunningProgram, String) {
    let mut program = harness.start(words);
    let line = program.line();
    (
        program,
        line.unwrap_or_else(|| panic!("{words:?} said nothing")),
    )
}

#[tokio::test]
async fn sp_10_no_outcome_is_lost_or_repeated_when_hub_and_story_are_killed() {
    let harness = TestHarness::empty();
    soak::make_story(&harness.path("demo.story"), 40).unwrap();
    let (mut hub, address) = started(&harness, &["hub", "--open", "--port", "0"]);
    let port = address.rsplit(':').next().unwrap().to_owned();
    let join = [
        "join",
        &address,
        "demo.story",
        "--as",
        "demo",
        "--guests",
        "write",
    ];
    let (mut joined, _) = started(&harness, &join);
    let (tell, progress) = watch::channel(0);
    let work = agents(vec![address.clone()], 40, 8);
    let working = tokio::spawn(soak::run(work, tell));
    for (round, count) in [40, 80, 120, 160, 200, 240].into_iter().enumerate() {
        outcomes(&progress, count).await;
        if round % 2 == 0 {
            hub.kill();
            hub = started(&harness, &["hub", "--open", "--port", &port]).0;
        } else {
            joined.kill();
            joined = started(&harness, &join).0;
        }
    }
    let report = tokio::time::timeout(PATIENCE, working).await;
    let report = report.expect("they come to an end").unwrap().unwrap();
    assert_eq!(report.refused, [""; 0]);
    assert_eq!(report.acknowledged.len(), 40 * 8);
    joined.kill();
    let store = soak::open_story(&harness.path("demo.story")).unwrap();
    let difference = soak::compare(&store, &report).unwrap();
    assert_eq!(difference, Difference::default());
}
