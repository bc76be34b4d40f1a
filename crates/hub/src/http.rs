//! The listener: HTTP requests that open a WebSocket, `/health` and `/metrics`, and the page for
//! people. A request must name this hub as its host, and must not come from a foreign page.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::header::{HOST, HeaderName, ORIGIN, UPGRADE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use star::Reason;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::either::Either;

use crate::certificate::Certificate;
use crate::errors;
use crate::handshake::{self, Asked};
use crate::page;
use crate::server::Hub;

/// Maximum size of a request's head, in bytes.
const HEAD_BYTES: usize = 16 << 10;

/// Accepts connections until the hub stops.
pub(crate) async fn accept(hub: &Arc<Hub>, listener: TcpListener) {
    let routes = routes(hub);
    loop {
        let taken = tokio::select! {
            () = hub.stop.cancelled() => return,
            taken = listener.accept() => taken,
        };
        match taken {
            Ok((stream, _)) => {
                let serving = serve(Arc::clone(hub), stream, routes.clone());
                hub.tasks.spawn(serving);
            }
            Err(error) => {
                // Probably out of file descriptors; closing connections frees some.
                tracing::warn!(%error, "a connection cannot be taken");
                tokio::time::sleep(hub.options.timing.handshake / 50).await;
            }
        }
    }
}

async fn serve(hub: Arc<Hub>, stream: TcpStream, routes: Router) {
    // Small messages must not be delayed.
    let _ = stream.set_nodelay(true);
    let stream = match &hub.options.certificate {
        None => Either::Left(stream),
        Some(certificate) => {
            let encrypting = certificate.encrypt(stream, hub.options.timing.handshake);
            match encrypting.await {
                Ok(encrypted) => encrypted,
                Err(error) => {
                    tracing::debug!(%error, "a connection was not encrypted");
                    return;
                }
            }
        }
    };
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(hub.options.timing.handshake)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes))
        .with_upgrades();
    tokio::pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = hub.stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        tracing::debug!(%error, "an HTTP connection ended");
    }
}

/// One route for each address in the table of client types (SP-9).
fn routes(hub: &Arc<Hub>) -> Router {
    let mut router = Router::new()
        .route("/health", get(health))
        .route("/metrics", get(metrics));
    for (kind, client) in hub.options.kinds.clients.iter().enumerate() {
        for path in &client.paths {
            let connect = move |State(hub): State<Arc<Hub>>,
                                Path(ids): Path<HashMap<String, String>>,
                                request: Request| async move {
                let asked = Asked::new(&hub, kind, &ids);
                handshake::upgrade(hub, Some(asked), request)
            };
            router = router.route(path, get(connect));
        }
    }
    router
        .route("/", get(root))
        .fallback(page_or_unknown)
        .with_state(Arc::clone(hub))
        .layer(from_fn_with_state(Arc::clone(hub), of_this_hub))
}

/// The page for people; clients of the public implementation connect here too.
async fn root(State(hub): State<Arc<Hub>>, request: Request) -> Response {
    if hub.options.speaks_public_dialect && request.headers().contains_key(UPGRADE) {
        return handshake::upgrade(hub, None, request);
    }
    page_or_unknown(State(hub), request).await
}

async fn page_or_unknown(State(hub): State<Arc<Hub>>, request: Request) -> Response {
    if let Some(response) = page::response(&hub.options.page, &request) {
        return response;
    }
    let message = "there is nothing here; connect at /env/{env_id}, /env/{env_id}/agent/{agent_id}, \
                   /env/{env_id}/human/{human_id} or /human/{human_id}";
    errors::response(StatusCode::NOT_FOUND, Reason::InvalidId, message)
}

async fn health(State(hub): State<Arc<Hub>>) -> Response {
    let connections = hub.directory.everybody().len();
    let text = serde_json::json!({ "status": "running", "connections": connections });
    ([("content-type", "application/json")], text.to_string()).into_response()
}

async fn metrics(State(hub): State<Arc<Hub>>) -> Response {
    let everybody = hub.directory.everybody();
    let text = hub.metrics.text(&hub.options.kinds, &everybody);
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([("content-type", kind)], text).into_response()
}

/// Refuses requests under another host name or from a foreign page: other pages in a browser on
/// this computer can reach a loopback port too.
async fn of_this_hub(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    if !only(headers, &HOST).is_some_and(|it| is_own_host(&hub, it)) {
        hub.metrics.error(Reason::ForeignHost);
        let message = "this hub is not reached under that host name";
        return errors::response(StatusCode::FORBIDDEN, Reason::ForeignHost, message);
    }
    let allows = |it: &str| {
        hub.options.origins.iter().any(|own| own == it)
            || page::is_own(&hub.options.page, only(headers, &HOST), it)
    };
    if headers.contains_key(ORIGIN) && !only(headers, &ORIGIN).is_some_and(allows) {
        hub.metrics.error(Reason::ForeignOrigin);
        let message = "pages of this origin may not connect";
        return errors::response(StatusCode::FORBIDDEN, Reason::ForeignOrigin, message);
    }
    next.run(request).await
}

/// A header that must not occur twice.
pub(crate) fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).into_iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

fn is_own_host(hub: &Hub, host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => (name, Some(port)),
        _ => (host, None),
    };
    // The owner's own names count with any port: what encrypts in front of a hub has another.
    let certified = hub.options.certificate.iter().flat_map(Certificate::names);
    if hub
        .options
        .hosts
        .iter()
        .chain(certified)
        .any(|it| it.eq_ignore_ascii_case(name))
    {
        return true;
    }
    let literal = match hub.options.address.ip() {
        std::net::IpAddr::V6(it) => format!("[{it}]"),
        std::net::IpAddr::V4(it) => it.to_string(),
    };
    port == Some(&*hub.port.to_string())
        && ["127.0.0.1", "localhost", "[::1]", &literal]
            .into_iter()
            .any(|it| it.eq_ignore_ascii_case(name))
}
