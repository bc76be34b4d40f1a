//! Committed actions per second: agents that each write one attribute at a time through the hub,
//! against the same tool called inside the process by one caller after the other.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::Scale;
use crate::load::{self, Run, id};
use crate::servers::{self, Server};
use crate::story::{self, Opened};
use crate::table::{Aim, Row, median, thousands};

/// The agents of the larger rows.
const MANY: usize = 100;

pub(crate) fn measure(scale: Scale) -> Result<Vec<Row>> {
    let time = Duration::from_millis(scale.of(4_000, 1_000));
    let (mut alone, mut one, mut many, mut at_once) = (vec![], vec![], vec![], vec![]);
    let mut waits = Vec::new();
    for _ in 0..scale.of(4, 1) {
        // Each run has a story of its own: they would be slower as the file grows.
        alone.push(inside(1, time)?);
        one.push(through_hub(1, time)?.per_second());
        let mut run = through_hub(MANY, time)?;
        waits.push(run.percentile(0.99) / 1e3);
        many.push(run.per_second());
        at_once.push(inside(MANY, time)?);
    }
    let (alone, one, many) = (median(alone), median(one), median(many));
    let at_once = median(at_once);
    let row = |what: &str, (ours, words): (f64, String), peer: f64, aim| Row {
        what: what.to_owned(),
        ours: format!("{}{words}", thousands(ours)),
        peer: thousands(peer),
        value: Some(ours / peer),
        aim,
    };
    let tail = format!(", p99 {:.1} ms", median(waits));
    Ok(vec![
        row(
            "committed actions of one agent, against one caller in the process",
            (one, String::new()),
            alone,
            Some(Aim::AtLeast(0.8)),
        ),
        row(
            "committed actions of 100 agents, in groups, against one caller in the process",
            (many, tail.clone()),
            alone,
            Some(Aim::AtLeast(1.2)),
        ),
        row(
            "the same against 100 callers in the process",
            (many, tail),
            at_once,
            None,
        ),
    ])
}

fn through_hub(agents: usize, time: Duration) -> Result<Run> {
    let folder = load::block_on(async { story::folder(MANY) })?;
    let (server, opened) = Server::story(folder.path(), agents)?;
    load::block_on(act(&server, &opened, time))
}

async fn act(server: &Server, opened: &Opened, time: Duration) -> Result<Run> {
    let (_, environment) = opened.address.split_once("/env/").context("an id")?;
    let mut sockets = Vec::new();
    for (number, secret) in opened.secrets.iter().enumerate() {
        let path = format!("/env/{environment}/agent/{}", id(number));
        sockets.push(load::connect_with(server.address, &path, secret).await?);
    }
    let environment: &'static str = environment.to_owned().leak();
    load::ask_all(sockets, time, move |agent, number| {
        let parameters = story::parameters(agent, &number.to_string());
        let (id, tool) = (id(agent), story::TOOL);
        format!(
            r#"{{"type":"message","sender":{{"id":"{id}","type":"agent"}},"id":"m_{number}","recipient":{{"id":"{environment}","type":"environment"}},"payload":{{"type":"action","id":"a_{number}","action":"{tool}","parameters":{parameters}}}}}"#
        )
    })
    .await
}

/// Calls per second of so many callers in one process, on the core of the servers.
fn inside(callers: usize, time: Duration) -> Result<f64> {
    let folder = load::block_on(async { story::folder(MANY) })?;
    let folder: &Path = folder.path();
    let words = [
        folder.display().to_string(),
        callers.to_string(),
        time.as_millis().to_string(),
    ];
    let printed = servers::output("calls", &words)?;
    let count: f64 = printed.trim().parse().context("a number of calls")?;
    Ok(count / time.as_secs_f64())
}
