//! WebSocket clients: agents that send one request at a time, and an environment that answers.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use futures_util::{FutureExt as _, SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::servers::KEY;

/// The environment used by all benchmarks.
pub(crate) const ENVIRONMENT: &str = "bench_env";
/// What an action carries: with its envelope about 300 bytes.
const PARAMETERS: &str =
    r#"{"direction":"north","distance":2.5,"note":"0123456789012345678901234567890123456789"}"#;

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// The result of a run of requests.
#[derive(Debug, Clone, Default)]
pub(crate) struct Run {
    pub(crate) requests: u64,
    pub(crate) time: Duration,
    /// The duration of each request, in microseconds.
    pub(crate) latencies: Vec<u32>,
}

impl Run {
    pub(crate) fn per_second(&self) -> f64 {
        self.requests as f64 / self.time.as_secs_f64()
    }

    /// A percentile in microseconds.
    pub(crate) fn percentile(&mut self, share: f64) -> f64 {
        self.latencies.sort_unstable();
        let at = (self.latencies.len() as f64 * share) as usize;
        self.latencies.get(at).copied().map_or(f64::NAN, f64::from)
    }
}

/// Connects a client at a path, with the key that all servers here accept.
pub(crate) async fn connect(server: SocketAddr, path: &str) -> Result<Socket> {
    connect_with(server, path, KEY).await
}

/// Connects a client at a path with a credential of its own.
pub(crate) async fn connect_with(server: SocketAddr, path: &str, secret: &str) -> Result<Socket> {
    let mut request = format!("ws://{server}{path}").into_client_request()?;
    let bearer = HeaderValue::from_str(&format!("Bearer {secret}"))?;
    request.headers_mut().insert("Authorization", bearer);
    let stream = TcpStream::connect(server).await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(8 << 10);
    let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
    Ok(socket)
}

/// Connects an agent.
pub(crate) async fn agent(server: SocketAddr, number: usize) -> Result<Socket> {
    connect(server, &format!("/env/{ENVIRONMENT}/agent/{}", id(number))).await
}

/// Connects the environment.
pub(crate) async fn environment(server: SocketAddr) -> Result<Socket> {
    connect(server, &format!("/env/{ENVIRONMENT}")).await
}

/// The id of an agent, always of the same length.
pub(crate) fn id(number: usize) -> String {
    format!("agent_{number:05}")
}

/// The next text that is not from the hub itself.
pub(crate) async fn next(socket: &mut Socket) -> Result<String> {
    loop {
        match socket.next().await.context("the connection ended")?? {
            Message::Text(text) if !text.contains(r#""type":"hub""#) => {
                return Ok(text.as_str().to_owned());
            }
            Message::Text(text) if text.contains(r#""type":"error""#) => bail!("{text}"),
            Message::Close(frame) => bail!("the connection was closed: {frame:?}"),
            _ => {}
        }
    }
}

fn action(id: &str, number: u64) -> String {
    format!(
        r#"{{"type":"message","sender":{{"id":"{id}","type":"agent"}},"id":"m_{number}","recipient":{{"id":"{ENVIRONMENT}","type":"environment"}},"payload":{{"type":"action","id":"a_{number}","action":"move","parameters":{PARAMETERS}}}}}"#
    )
}

/// Answers every action until the connection ends. Everything available is answered with one flush.
async fn answer(mut socket: Socket) -> Result<()> {
    // The position of an agent's id in the text that `action` writes.
    const AT: usize = r#"{"type":"message","sender":{"id":""#.len();
    let length = id(0).len();
    loop {
        let mut text = next(&mut socket).await?;
        loop {
            let id = &text[AT..AT + length];
            let number = text
                .split(r#""id":"m_"#)
                .nth(1)
                .and_then(|it| it.split('"').next());
            let number = number.context("an action has an id")?;
            let reply = format!(
                r#"{{"type":"message","sender":{{"id":"{ENVIRONMENT}","type":"environment"}},"recipient":{{"id":"{id}","type":"agent"}},"reply_to":"m_{number}","payload":{{"type":"outcome","id":"a_{number}","outcome":{{"status":"success","message":"moved","data":{PARAMETERS}}}}}}}"#
            );
            socket.feed(Message::text(reply)).await?;
            match next(&mut socket).now_or_never() {
                Some(more) => text = more?,
                None => break,
            }
        }
        socket.flush().await?;
    }
}

/// Lets agents send one request at a time, for some time after a short warm-up.
pub(crate) async fn requests(server: SocketAddr, agents: usize, time: Duration) -> Result<Run> {
    let answering = tokio::task::spawn_local(answer(environment(server).await?));
    let mut sockets = Vec::new();
    for number in 0..agents {
        sockets.push(agent(server, number).await?);
    }
    let run = ask_all(sockets, time, |agent, number| action(&id(agent), number)).await;
    answering.abort();
    run
}

/// Lets each client send what `write` makes of its position and the request's number, one request
/// at a time, for some time after a short warm-up.
pub(crate) async fn ask_all(
    sockets: Vec<Socket>,
    time: Duration,
    write: impl Fn(usize, u64) -> String + Copy + 'static,
) -> Result<Run> {
    let run = Rc::new(RefCell::new(Run::default()));
    let begin = Instant::now() + time / 5;
    let end = begin + time;
    let asked: Vec<_> = sockets
        .into_iter()
        .enumerate()
        .map(|(position, socket)| {
            let write = move |number| write(position, number);
            tokio::task::spawn_local(ask(socket, write, (begin, end), Rc::clone(&run)))
        })
        .collect();
    for asked in asked {
        asked.await??;
    }
    let mut run = run.borrow().clone();
    run.time = time;
    Ok(run)
}

async fn ask(
    mut socket: Socket,
    write: impl Fn(u64) -> String,
    (begin, end): (Instant, Instant),
    run: Rc<RefCell<Run>>,
) -> Result<()> {
    let mut number = 0;
    while Instant::now() < end {
        number += 1;
        let asked = Instant::now();
        socket.send(Message::text(write(number))).await?;
        // Events come in between.
        while !next(&mut socket).await?.contains(r#""reply_to":"#) {}
        if asked >= begin {
            let mut run = run.borrow_mut();
            run.requests += 1;
            let micros = asked.elapsed().as_micros();
            run.latencies
                .push(u32::try_from(micros).unwrap_or(u32::MAX));
        }
    }
    Ok(())
}

/// Runs a measurement on one thread.
pub(crate) fn block_on<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    tokio::task::LocalSet::new().block_on(&runtime, future)
}
