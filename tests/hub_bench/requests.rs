//! Requests per second: agent, hub, environment and back, with 100 and with 1,000 agents that each
//! have one request in flight; against a NATS server and the minimal relay.

use std::time::Duration;

use anyhow::Result;

use crate::load::{self, Run};
use crate::nats;
use crate::servers::Server;
use crate::table::{Aim, Row, median, thousands};
use crate::{Scale, table};

/// The results of one kind of server in all rounds.
#[derive(Default)]
struct Rounds {
    rates: Vec<f64>,
    p50: Vec<f64>,
    p99: Vec<f64>,
    micros: Vec<f64>,
}

impl Rounds {
    fn add(&mut self, mut run: Run, used: Duration) {
        self.rates.push(run.per_second());
        self.p50.push(run.percentile(0.5));
        self.p99.push(run.percentile(0.99));
        // Two messages per request; the warm-up counts too, a sixth of the time.
        let messages = run.requests as f64 * 2.0 * 1.2;
        self.micros.push(used.as_secs_f64() * 1e6 / messages);
    }

    fn in_words(&self) -> String {
        let p50 = median(self.p50.clone()) / 1e3;
        let p99 = median(self.p99.clone()) / 1e3;
        let rate = table::thousands(median(self.rates.clone()));
        let micros = median(self.micros.clone());
        format!("{rate}, p50 {p50:.1} ms, p99 {p99:.1} ms, {micros:.1} µs of processor a message")
    }
}

pub(crate) fn measure(scale: Scale) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (agents, least) in [(100, 1.0), (1_000, 1.3)] {
        rows.extend(at(scale, agents, least)?);
    }
    Ok(rows)
}

fn at(scale: Scale, agents: usize, least: f64) -> Result<Vec<Row>> {
    let time = Duration::from_millis(scale.of(4_000, 1_000));
    let (mut ours, mut relay, mut peer) = (Rounds::default(), Rounds::default(), Rounds::default());
    let mut missing = None;
    for _ in 0..scale.of(4, 1) {
        let server = Server::hub()?;
        let run = load::block_on(load::requests(server.address, agents, time))?;
        ours.add(run, server.processor_time()?);
        let server = Server::relay()?;
        let run = load::block_on(load::requests(server.address, agents, time))?;
        relay.add(run, server.processor_time()?);
        match Server::nats() {
            Ok(server) => {
                let run = load::block_on(nats::requests(server.address, agents, time))?;
                peer.add(run, server.processor_time()?);
            }
            Err(error) => missing = Some(error.to_string()),
        }
    }
    let rate = |it: &Rounds| median(it.rates.clone());
    let bare = Row {
        what: format!("requests at {agents} agents, against the bare relay"),
        ours: thousands(rate(&ours)),
        peer: relay.in_words(),
        value: Some(rate(&ours) / rate(&relay)),
        aim: None,
    };
    let what = format!("requests at {agents} agents, against NATS");
    if let Some(missing) = missing {
        let row = Row {
            what,
            ours: ours.in_words(),
            peer: missing,
            value: None,
            aim: None,
        };
        return Ok(vec![row, bare]);
    }
    let p99 = |it: &Rounds| median(it.p99.clone());
    let rate_row = Row {
        what,
        ours: ours.in_words(),
        peer: peer.in_words(),
        value: Some(rate(&ours) / rate(&peer)),
        aim: Some(Aim::AtLeast(least)),
    };
    let p99_row = Row {
        what: format!("the slowest hundredth at {agents} agents, against NATS"),
        ours: format!("{:.1} ms", p99(&ours) / 1e3),
        peer: format!("{:.1} ms", p99(&peer) / 1e3),
        value: Some(p99(&ours) / p99(&peer)),
        aim: (agents == 1_000).then_some(Aim::AtMost(1.0)),
    };
    Ok(vec![rate_row, p99_row, bare])
}
