//! A thousand agents on one story for a minute, while the hub is killed twice and the story's
//! program once, and agents drop their connections: no outcome is lost, nothing is done twice, and
//! every agent ends with the same story.

use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::sync::watch;

use crate::Scale;
use crate::load::{self, ENVIRONMENT};
use crate::servers::{KEY, Server};
use crate::soak::{self, Soak};
use crate::story;
use crate::table::{Aim, Row, thousands};

/// How long agents may take to catch up after the end.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) fn measure(scale: Scale) -> Result<Vec<Row>> {
    let agents = scale.of(1_000, 50);
    let time = Duration::from_secs(scale.of(60, 5));
    load::block_on(run(agents, time))
}

async fn run(agents: usize, time: Duration) -> Result<Vec<Row>> {
    let folder = story::folder(agents)?;
    let mut hub = Server::hub()?;
    let mut joined = hub.joined(folder.path())?;
    let soak = Soak {
        hubs: vec![format!("ws://{}", hub.address)],
        environment: ENVIRONMENT.to_owned(),
        credential: Some(KEY.to_owned()),
        agents,
        actions: u64::MAX,
        time,
        // Everybody hears of each change: these are 125 actions and 125,000 deliveries a second.
        pause: Duration::from_secs_f64(agents as f64 / 62.5),
    };
    let (progress, _kept) = watch::channel(0);
    let working = tokio::spawn(soak::run(soak, progress));
    for what in ["hub", "story", "hub"] {
        tokio::time::sleep(time / 4).await;
        if what == "hub" {
            hub = hub.killed_and_started_anew()?;
        } else {
            drop(joined);
            joined = hub.joined(folder.path())?;
        }
    }
    let report = tokio::time::timeout(time + PATIENCE, working).await;
    let report = report.context("the agents did not come to an end")???;
    drop(joined);
    let store = soak::open_story(&story::path(folder.path()))?;
    let difference = soak::compare(&store, &report)?;
    let done = report.acknowledged.len();
    let row = |what: &str, ours: String, value: usize| Row {
        what: format!("{agents} agents on a story, hub killed twice, story once: {what}"),
        ours,
        peer: String::new(),
        value: Some(value as f64),
        aim: Some(Aim::AtMost(0.0)),
    };
    let rate = thousands(done as f64 / time.as_secs_f64());
    let (reconnects, waited) = (report.reconnects, report.longest.as_secs_f64());
    Ok(vec![
        row(
            "outcomes lost or refused",
            format!(
                "{} of {done}, {rate}; {reconnects} connections dropped under way, the longest \
                 wait {waited:.1} s",
                difference.lost + report.refused.len()
            ),
            difference.lost + report.refused.len(),
        ),
        row(
            "actions done twice",
            difference.doubled.to_string(),
            difference.doubled,
        ),
        row(
            "agents that end with another story",
            difference.unequal.to_string(),
            difference.unequal,
        ),
    ])
}
