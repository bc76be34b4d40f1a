//! One and ten of a hundred readers stop for half a minute: the others receive everything without a
//! gap, the hub's memory stays bounded, and the stopped readers learn what they missed.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio_tungstenite::tungstenite::Message;

use crate::Scale;
use crate::load::{self, ENVIRONMENT, Socket};
use crate::servers::Server;
use crate::table::{Aim, Row};

const AGENTS: usize = 100;
/// Between two events of 20 KB.
const PERIOD: Duration = Duration::from_millis(20);

pub(crate) fn measure(scale: Scale) -> Result<Vec<Row>> {
    let time = Duration::from_secs(scale.of(30, 4));
    let mut rows = Vec::new();
    for stalled in [1, 10] {
        let server = Server::hub()?;
        rows.extend(load::block_on(run(&server, stalled, time))?);
    }
    Ok(rows)
}

async fn run(server: &Server, stalled: usize, time: Duration) -> Result<Vec<Row>> {
    let mut environment = load::environment(server.address).await?;
    let events = (time.as_secs_f64() / PERIOD.as_secs_f64()) as u64;
    let longest = Rc::new(Cell::new(Duration::ZERO));
    let mut sleeping = Vec::new();
    let mut reading = Vec::new();
    for number in 0..AGENTS {
        let socket = load::agent(server.address, number).await?;
        if number < stalled {
            sleeping.push(socket);
        } else {
            reading.push(tokio::task::spawn_local(read(
                socket,
                events,
                Rc::clone(&longest),
            )));
        }
    }
    let before = server.memory()?;
    let (mut most, mut stall) = (before, Duration::ZERO);
    let mut ticks = tokio::time::interval(PERIOD);
    for number in 1..=events {
        ticks.tick().await;
        let began = Instant::now();
        environment.send(Message::text(event(number))).await?;
        stall = stall.max(began.elapsed());
        if number % 16 == 0 {
            most = most.max(server.memory()?);
        }
    }
    let mut whole = 0;
    for reading in reading {
        whole += u64::from(reading.await?? == events);
    }
    let mut converged = 0;
    for socket in sleeping {
        converged += u64::from(catch_up(socket, events).await?);
    }
    let healthy = (AGENTS - stalled) as u64;
    let name = format!("{stalled} of {AGENTS} stalled");
    let row = |what: &str, ours: String, value: f64, aim| Row {
        what: format!("{name}: {what}"),
        ours,
        peer: String::new(),
        value: Some(value),
        aim: Some(aim),
    };
    let milliseconds = |it: Duration| it.as_secs_f64() * 1e3;
    let grown = (most - before) as f64 / 1e6;
    // The queue limit of each, and buffers of the others.
    let bound = 4.2 * stalled as f64 + 20.0;
    Ok(vec![
        row(
            "others that got every event",
            format!("{whole} of {healthy}"),
            whole as f64 / healthy as f64,
            Aim::AtLeast(1.0),
        ),
        row(
            "longest gap of another beyond the period, in ms",
            format!(
                "{:.1} ms",
                milliseconds(longest.get().saturating_sub(PERIOD))
            ),
            milliseconds(longest.get().saturating_sub(PERIOD)),
            Aim::AtMost(50.0),
        ),
        row(
            "longest wait of the environment, in ms",
            format!("{:.1} ms", milliseconds(stall)),
            milliseconds(stall),
            Aim::AtMost(10.0),
        ),
        row(
            "memory grown, in MB",
            format!("{grown:.1} MB"),
            grown,
            Aim::AtMost(bound),
        ),
        row(
            "those stalled who know every event they missed",
            format!("{converged} of {stalled}"),
            converged as f64 / stalled as f64,
            Aim::AtLeast(1.0),
        ),
    ])
}

fn event(number: u64) -> String {
    format!(
        r#"{{"type":"message","sender":{{"id":"{ENVIRONMENT}","type":"environment"}},"recipient":{{"id":"*","type":"agent"}},"sequence":{number},"payload":{{"type":"event","id":"e_{number}","event":"moved","data":"{}"}}}}"#,
        "x".repeat(20 << 10)
    )
}

/// Reads all events; returns how many arrived in order.
async fn read(mut socket: Socket, events: u64, longest: Rc<Cell<Duration>>) -> Result<u64> {
    let (mut got, mut last) = (0, None::<Instant>);
    while got < events {
        let text = load::next(&mut socket).await?;
        ensure!(
            text.contains(&format!(r#""sequence":{},"#, got + 1)),
            "out of order"
        );
        got += 1;
        if let Some(last) = last.replace(Instant::now()) {
            longest.set(longest.get().max(last.elapsed()));
        }
    }
    Ok(got)
}

/// Continues reading after the pause: whether every event was received or reported as missing.
async fn catch_up(mut socket: Socket, events: u64) -> Result<bool> {
    let mut next = 1;
    while next <= events {
        let Some(Ok(message)) = socket.next().await else {
            return Ok(false);
        };
        let Message::Text(text) = message else {
            continue;
        };
        let value: Value = serde_json::from_str(&text)?;
        if value["sequence"] == next {
            next += 1;
        } else if value["payload"]["event"] == "gap" {
            let data = &value["payload"]["data"];
            ensure!(data["from"] == next, "a hole that nobody named: {data}");
            next = data["to"].as_u64().unwrap_or_default() + 1;
        }
    }
    Ok(true)
}
