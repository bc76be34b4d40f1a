//! The minimum a relay can do: looks up the recipient and forwards the text. No authentication, no
//! checks, no errors, no limits.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, RwLock};

use anyhow::Result;
use futures_util::{FutureExt as _, SinkExt as _, StreamExt as _};
use serde::Deserialize;
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_tungstenite::accept_hdr_async_with_config;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

type Clients = Arc<RwLock<HashMap<String, UnboundedSender<Utf8Bytes>>>>;

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    recipient: Recipient<'a>,
}

#[derive(Deserialize)]
struct Recipient<'a> {
    id: &'a str,
}

/// Starts it on its own thread.
pub(crate) fn start() -> Result<SocketAddr> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .global_queue_interval(2)
        .enable_all()
        .build()?;
    let listener = {
        let _inside = runtime.enter();
        let socket = TcpSocket::new_v4()?;
        socket.bind(([127, 0, 0, 1], 0).into())?;
        socket.listen(4096)?
    };
    let address = listener.local_addr()?;
    std::thread::spawn(move || {
        runtime.block_on(async move {
            let clients = Clients::default();
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&clients)));
            }
        });
    });
    Ok(address)
}

async fn serve(stream: TcpStream, clients: Clients) -> Option<()> {
    stream.set_nodelay(true).ok()?;
    let mut id = String::new();
    let note = |request: &Request, response: Response| {
        id = request
            .uri()
            .path()
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned();
        Ok(response)
    };
    let config = WebSocketConfig::default().read_buffer_size(8 << 10);
    let socket = accept_hdr_async_with_config(stream, note, Some(config))
        .await
        .ok()?;
    let (mut writer, mut reader) = socket.split();
    let (send, mut waiting) = unbounded_channel::<Utf8Bytes>();
    clients.write().ok()?.insert(id, send);
    tokio::spawn(async move {
        while let Some(text) = waiting.recv().await {
            writer.feed(Message::Text(text)).await.ok()?;
            while let Some(Some(text)) = waiting.recv().now_or_never() {
                writer.feed(Message::Text(text)).await.ok()?;
            }
            writer.flush().await.ok()?;
        }
        Some(())
    });
    while let Some(Ok(message)) = reader.next().await {
        let Message::Text(text) = message else {
            continue;
        };
        let envelope: Envelope<'_> = serde_json::from_str(&text).ok()?;
        let clients = clients.read().ok()?;
        if envelope.recipient.id == "*" {
            for (_, client) in clients.iter().filter(|it| it.0 != "bench_env") {
                client.send(text.clone()).ok();
            }
        } else if let Some(client) = clients.get(envelope.recipient.id) {
            client.send(text.clone()).ok();
        }
    }
    Some(())
}
