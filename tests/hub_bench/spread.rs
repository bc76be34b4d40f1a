//! Deliveries per second of events sent to 1,000 agents, with sixteen events in flight.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::Result;
use futures_util::SinkExt as _;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;

use crate::Scale;
use crate::load::{self, ENVIRONMENT};
use crate::nats;
use crate::servers::Server;
use crate::table::{Aim, Row, median};

const AGENTS: usize = 1_000;
const ON_THE_WAY: usize = 16;

pub(crate) fn measure(scale: Scale) -> Result<Vec<Row>> {
    let events = scale.of(4_000, 500);
    let (mut ours, mut relay, mut peer) = (Vec::new(), Vec::new(), Vec::new());
    let mut missing = None;
    for _ in 0..scale.of(3, 1) {
        let server = Server::hub()?;
        ours.push(load::block_on(spread(server.address, events))?);
        let server = Server::relay()?;
        relay.push(load::block_on(spread(server.address, events))?);
        match Server::nats() {
            Ok(server) => peer.push(load::block_on(spread_nats(server.address, events))?),
            Err(error) => missing = Some(error.to_string()),
        }
    }
    let (ours, relay, peer) = (median(ours), median(relay), median(peer));
    let words = |it: f64| format!("{:.2} M/s", it / 1e6);
    let row = |name: &str, other: f64, aim| Row {
        what: format!("deliveries to {AGENTS} agents, against {name}"),
        ours: words(ours),
        peer: missing
            .clone()
            .filter(|_| other.is_nan())
            .unwrap_or_else(|| words(other)),
        value: (!other.is_nan()).then(|| ours / other),
        aim,
    };
    Ok(vec![
        row("NATS", peer, Some(Aim::AtLeast(1.3))),
        row("the bare relay", relay, None),
    ])
}

/// The last agent acknowledges each event, which limits how many are in flight.
async fn spread(server: SocketAddr, events: usize) -> Result<f64> {
    let mut environment = load::environment(server).await?;
    let (sender, mut received) = mpsc::unbounded_channel();
    let mut reading = Vec::new();
    for number in 0..AGENTS {
        let mut socket = load::agent(server, number).await?;
        let sender = sender.clone();
        reading.push(tokio::task::spawn_local(async move {
            for _ in 0..events {
                load::next(&mut socket).await?;
                sender.send(())?;
            }
            anyhow::Ok(())
        }));
    }
    let text = format!(
        r#"{{"type":"message","sender":{{"id":"{ENVIRONMENT}","type":"environment"}},"recipient":{{"id":"*","type":"agent"}},"payload":{{"type":"event","id":"e_1","event":"moved","data":"{}"}}}}"#,
        "x".repeat(130)
    );
    let began = Instant::now();
    let mut open = 0;
    for _ in 0..events {
        while open + AGENTS > ON_THE_WAY * AGENTS {
            received.recv().await;
            open -= 1;
            while received.try_recv().is_ok() {
                open -= 1;
            }
        }
        environment.send(Message::text(text.as_str())).await?;
        open += AGENTS;
    }
    for reading in reading {
        reading.await??;
    }
    Ok(per_second(events, began.elapsed()))
}

async fn spread_nats(server: SocketAddr, events: usize) -> Result<f64> {
    use tokio::io::AsyncWriteExt as _;
    let mut environment = nats::Client::connect(server).await?;
    let (sender, mut received) = mpsc::unbounded_channel();
    let mut reading = Vec::new();
    for _ in 0..AGENTS {
        let mut client = nats::Client::connect(server).await?;
        client.subscribe("env.ev").await?;
        let sender = sender.clone();
        reading.push(tokio::task::spawn_local(async move {
            for _ in 0..events {
                client.next().await?;
                sender.send(())?;
            }
            anyhow::Ok(())
        }));
    }
    let text = nats::publish("env.ev", "");
    let began = Instant::now();
    let mut open = 0;
    for _ in 0..events {
        while open + AGENTS > ON_THE_WAY * AGENTS {
            received.recv().await;
            open -= 1;
            while received.try_recv().is_ok() {
                open -= 1;
            }
        }
        environment.writer.write_all(&text).await?;
        open += AGENTS;
    }
    for reading in reading {
        reading.await??;
    }
    Ok(per_second(events, began.elapsed()))
}

fn per_second(events: usize, time: Duration) -> f64 {
    (events * AGENTS) as f64 / time.as_secs_f64()
}
