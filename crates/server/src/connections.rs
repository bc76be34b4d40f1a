//! The connections of the server: how many there may be, and how long a request may take to arrive.
//! Enter through [`serve`]. A connection that sends nothing, or stops in the middle, is closed, so
//! that no program on this machine can block others. Who is allowed in is up to `guard`.

use std::io::{Error, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::{BoxError, Router};
use futures_util::stream::{self, Stream, StreamExt as _};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long to wait if no connection can be accepted, until others have been closed.
const FULL: Duration = Duration::from_millis(100);

/// Limits of connections.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ConnectionLimits {
    /// The most concurrent connections; others wait until one is closed.
    pub(crate) connections: usize,
    /// The time limit for the head of a request, and for an idle connection.
    pub(crate) head: Duration,
    /// The time limit for the body of a request after its head.
    pub(crate) body: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            connections: most_connections(),
            head: Duration::from_secs(15),
            body: Duration::from_secs(60),
        }
    }
}

/// Half of the files that this process may open: stories need some, too.
#[cfg(unix)]
fn most_connections() -> usize {
    use rustix::process::{Resource, getrlimit};
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    usize::try_from(files / 2)
        .unwrap_or(usize::MAX)
        .clamp(16, MOST)
}

#[cfg(not(unix))]
fn most_connections() -> usize {
    MOST
}

/// The absolute limit of connections.
const MOST: usize = 4_096;

/// Serves until it is told to stop and every connection has ended.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    limits: ConnectionLimits,
    stop: CancellationToken,
) {
    let routes = routes.layer(from_fn_with_state(limits.body, limit_body));
    let places = Arc::new(Semaphore::new(limits.connections));
    let tasks = TaskTracker::new();
    loop {
        let taken = async {
            // The semaphore is never closed.
            let place = Arc::clone(&places).acquire_owned().await.ok();
            (place, listener.accept().await)
        };
        let (place, taken) = tokio::select! {
            () = stop.cancelled() => break,
            taken = taken => taken,
        };
        match taken {
            Ok((stream, _)) => {
                let serving = serve_connection(stream, routes.clone(), limits, stop.clone());
                tasks.spawn(async move {
                    serving.await;
                    drop(place);
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be taken");
                tokio::time::sleep(FULL).await;
            }
        }
    }
    tasks.close();
    tasks.wait().await;
}

async fn serve_connection(
    stream: TcpStream,
    routes: Router,
    limits: ConnectionLimits,
    stop: CancellationToken,
) {
    // Events are small and must not be delayed.
    let _ = stream.set_nodelay(true);
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes));
    tokio::pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        tracing::debug!(%error, "a connection ended");
    }
}

/// Sets a time limit for the body of a request.
async fn limit_body(State(time): State<Duration>, request: Request, next: Next) -> Response {
    let deadline = Instant::now() + time;
    next.run(request.map(|it| Body::from_stream(until(it, deadline))))
        .await
}

fn until(body: Body, deadline: Instant) -> impl Stream<Item = Result<Bytes, BoxError>> {
    stream::try_unfold(body.into_data_stream(), move |mut body| async move {
        match timeout_at(deadline, body.next()).await {
            Ok(Some(piece)) => Ok(Some((piece?, body))),
            Ok(None) => Ok(None),
            Err(_) => {
                let slow = Error::new(ErrorKind::TimedOut, "the request did not arrive in time");
                Err(BoxError::from(slow))
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use axum::routing::post;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    /// An echo server.
    async fn served(limits: ConnectionLimits) -> (std::net::SocketAddr, CancellationToken) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let routes = Router::new().route("/", post(|body: Bytes| async move { body }));
        tokio::spawn(serve(listener, routes, limits, stop.clone()));
        (address, stop)
    }

    fn limits(connections: usize, head: u64, body: u64) -> ConnectionLimits {
        ConnectionLimits {
            connections,
            head: Duration::from_millis(head),
            body: Duration::from_millis(body),
        }
    }

    async fn sent(address: std::net::SocketAddr, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    /// Everything that the server sends until it closes the connection.
    async fn response_of(mut stream: TcpStream) -> String {
        let mut text = String::new();
        // A reset also counts as closed.
        _ = stream.read_to_string(&mut text).await;
        text
    }

    const REQUEST: &str =
        "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\n";
    const LONG: u64 = 600_000;

    #[tokio::test]
    async fn incomplete_request_head_times_out() {
        let (address, stop) = served(limits(8, 50, LONG)).await;
        let stream = sent(address, "POST / HTTP/1.1\r\nHos").await;
        assert!(!response_of(stream).await.contains("200 OK"));
        stop.cancel();
    }

    #[tokio::test]
    async fn incomplete_request_body_times_out() {
        let (address, stop) = served(limits(8, LONG, 50)).await;
        let answer = response_of(sent(address, &format!("{REQUEST}no")).await).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
        let answer = response_of(sent(address, &format!("{REQUEST}book")).await).await;
        assert!(answer.ends_with("book"), "{answer}");
        stop.cancel();
    }

    #[tokio::test]
    async fn idle_connections_do_not_block_new_ones() {
        let (address, stop) = served(limits(2, 50, LONG)).await;
        let idle = [sent(address, "P").await, sent(address, "P").await];
        let answer = response_of(sent(address, &format!("{REQUEST}book")).await).await;
        assert!(answer.ends_with("book"), "{answer}");
        drop(idle);
        stop.cancel();
    }
}
