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

/// The results of one kind of caller in all rounds.
#[derive(Default)]
struct Rounds {
    rates: Vec<f64>,
    /// Microseconds of processor for each action.
    micros: Vec<f64>,
}

impl Rounds {
    fn add(&mut self, (rate, micros): (f64, f64)) {
        self.rates.push(rate);
        self.micros.push(micros);
    }

    fn rate(&self) -> f64 {
        median(self.rates.clone())
    }

    fn in_words(&self) -> String {
        let micros = median(self.micros.clone());
        let rate = thousands(self.rate());
        format!("{rate}, {micros:.0} µs of processor each")
    }
}

pub(crate) fn measure(scale: Scale) -> Result<Vec<Row>> {
    let time = Duration::from_millis(scale.of(4_000, 1_000));
    let (mut alone, mut at_once) = (Rounds::default(), Rounds::default());
    let (mut one, mut many) = (Rounds::default(), Rounds::default());
    let mut waits = Vec::new();
    for _ in 0..scale.of(4, 1) {
        // Each run has a story of its own: they would be slower as the file grows.
        alone.add(inside(1, time)?);
        let (run, micros) = through_hub(1, time)?;
        one.add((run.per_second(), micros));
        let (mut run, micros) = through_hub(MANY, time)?;
        waits.push(run.percentile(0.99) / 1e3);
        many.add((run.per_second(), micros));
        at_once.add(inside(MANY, time)?);
    }
    let row = |what: &str, (ours, words): (&Rounds, String), peer: &Rounds, aim| Row {
        what: what.to_owned(),
        ours: format!("{}{words}", ours.in_words()),
        peer: peer.in_words(),
        value: Some(ours.rate() / peer.rate()),
        aim,
    };
    let tail = format!(", p99 {:.1} ms", median(waits));
    Ok(vec![
        row(
            "committed actions of one agent, against one caller in the process",
            (&one, String::new()),
            &alone,
            Some(Aim::AtLeast(0.8)),
        ),
        row(
            "committed actions of 100 agents, in groups, against one caller in the process",
            (&many, tail.clone()),
            &alone,
            Some(Aim::AtLeast(1.2)),
        ),
        row(
            "the same against 100 callers in the process",
            (&many, tail),
            &at_once,
            None,
        ),
    ])
}

/// The actions of so many agents, and the microseconds of processor for each.
fn through_hub(agents: usize, time: Duration) -> Result<(Run, f64)> {
    let folder = load::block_on(async { story::folder(MANY) })?;
    let (server, opened) = Server::story(folder.path(), agents)?;
    let before = server.processor_time()?;
    let run = load::block_on(act(&server, &opened, time))?;
    let used = server.processor_time()? - before;
    // The warm-up counts too, a sixth of the time.
    let micros = used.as_secs_f64() * 1e6 / (run.requests as f64 * 1.2);
    Ok((run, micros))
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

/// Calls per second of so many callers in one process, on the core of the servers, and the
/// microseconds of processor for each.
fn inside(callers: usize, time: Duration) -> Result<(f64, f64)> {
    let folder = load::block_on(async { story::folder(MANY) })?;
    let folder: &Path = folder.path();
    let words = [
        folder.display().to_string(),
        callers.to_string(),
        time.as_millis().to_string(),
    ];
    let said = servers::output("calls", &words)?;
    let (count, used): (f64, f64) = serde_json::from_str(&said).context("calls and their time")?;
    Ok((count / time.as_secs_f64(), used / (count * 1.2)))
}
