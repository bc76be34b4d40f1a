//! The same damage sent through a socket: the hub answers each message it refuses, and continues.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use hub::{Hub, HubOptions};
use jiff::Timestamp;
use serde_json::{Value, json};
use star::RawEnvelope;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::damage::{Dice, damaged};

const PATIENCE: Duration = Duration::from_secs(30);

/// Sends messages; returns how many were refused and how many were valid.
pub(crate) fn run(dice: &mut Dice, runs: u64) -> Result<(u64, u64), String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    runtime.block_on(send(dice, runs))
}

async fn send(dice: &mut Dice, runs: u64) -> Result<(u64, u64), String> {
    let mut options = HubOptions::new(Arc::new(|| Timestamp::UNIX_EPOCH));
    options.limits.messages_per_second = 0;
    let hub = Hub::bind(options).map_err(|error| error.to_string())?;
    let stream = TcpStream::connect(hub.address()).await;
    let stream = stream.map_err(|error| error.to_string())?;
    stream
        .set_nodelay(true)
        .map_err(|error| error.to_string())?;
    let address = format!("{}/env/demo_world/agent/agent_001", hub.url());
    let connected = client_async(address, stream).await;
    let (mut socket, _) = connected.map_err(|error| error.to_string())?;
    let (mut refused, mut sound) = (0, 0);
    for run in 0..runs {
        let text = damaged(dice);
        let must_be_refused = RawEnvelope::parse(&text).is_err();
        let errors = answers(&mut socket, &text, run)
            .await
            .map_err(|it| format!("{it}: {text:?}"))?;
        if must_be_refused && errors != 1 {
            return Err(format!("{errors} errors came for {text:?}"));
        }
        if must_be_refused {
            refused += 1;
        } else {
            sound += 1;
        }
    }
    hub.shutdown().await;
    Ok((refused, sound))
}

/// Sends a text and then a heartbeat; counts the errors that arrive before the answer.
async fn answers(
    socket: &mut WebSocketStream<TcpStream>,
    text: &str,
    run: u64,
) -> Result<u64, String> {
    let ask = json!({
        "type": "heartbeat", "id": format!("ask_{run}"),
        "sender": { "id": "agent_001", "type": "agent" },
        "recipient": { "id": "hub", "type": "hub" }, "payload": {},
    });
    let failed = |error| format!("the hub hung up: {error}");
    socket.feed(Message::text(text)).await.map_err(failed)?;
    socket
        .send(Message::text(ask.to_string()))
        .await
        .map_err(failed)?;
    let mut errors = 0;
    loop {
        let next = tokio::time::timeout(PATIENCE, socket.next()).await;
        let next = next.map_err(|_| "the hub does not answer".to_owned())?;
        let Some(frame) = next else {
            return Err("the hub ended the connection".to_owned());
        };
        let Message::Text(text) = frame.map_err(failed)? else {
            continue;
        };
        let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if value["reply_to"] == ask["id"] {
            return Ok(errors);
        }
        errors += u64::from(value["type"] == "error");
    }
}
