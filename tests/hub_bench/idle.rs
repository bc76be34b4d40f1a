//! Ten thousand idle connections: the memory of each, and whether all stay connected while ten
//! others are busy.

use std::time::Duration;

use anyhow::Result;
use futures_util::StreamExt as _;
use tokio_tungstenite::tungstenite::Message;

use crate::Scale;
use crate::load::{self, id};
use crate::servers::Server;
use crate::table::{Aim, Row, thousands};

/// The environment of the idle clients, separate from the busy ones.
const ELSEWHERE: &str = "/env/idle_env/agent";

pub(crate) fn measure(scale: Scale) -> Result<Vec<Row>> {
    let count = scale.of(10_000, 1_000);
    let time = Duration::from_secs(scale.of(60, 3));
    let server = Server::hub()?;
    load::block_on(async {
        let alone = load::requests(server.address, 10, Duration::from_secs(2)).await?;
        let before = server.memory()?;
        let mut lost = Vec::new();
        for number in 0..count {
            let path = format!("{ELSEWHERE}/{}", id(number));
            let mut socket = load::connect(server.address, &path).await?;
            lost.push(tokio::task::spawn_local(async move {
                // Reading answers pings; it ends when the connection does.
                while let Some(Ok(message)) = socket.next().await {
                    if matches!(message, Message::Close(_)) {
                        break;
                    }
                }
            }));
        }
        let each = (server.memory()?.saturating_sub(before)) as f64 / count as f64;
        let busy = load::requests(server.address, 10, time).await?;
        let dropped = lost.iter().filter(|it| it.is_finished()).count();
        let after = server.memory()?.saturating_sub(before) as f64 / count as f64;
        let memory = Row {
            what: format!("memory of each of {count} idle connections, in KB"),
            ours: format!(
                "{:.1} KB; {:.1} KB after {} s",
                each / 1e3,
                after / 1e3,
                time.as_secs()
            ),
            peer: String::new(),
            value: Some(each.max(after) / 1e3),
            aim: Some(Aim::AtMost(20.0)),
        };
        let held = Row {
            what: format!("of them dropped within {} s", time.as_secs()),
            ours: dropped.to_string(),
            peer: String::new(),
            value: Some(dropped as f64),
            aim: Some(Aim::AtMost(0.0)),
        };
        let rate = Row {
            what: "requests of ten agents meanwhile, against without".to_owned(),
            ours: thousands(busy.per_second()),
            peer: thousands(alone.per_second()),
            value: Some(busy.per_second() / alone.per_second()),
            aim: Some(Aim::AtLeast(0.75)),
        };
        Ok(vec![memory, held, rate])
    })
}
