//! `GET /api/events?story=…`: everything that happens to a story, as server-sent events, from the
//! moment of connecting. A listener that fell behind is disconnected; it reconnects and reads
//! again.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use capability::Code;
use futures_util::stream::{self, StreamExt as _};
use serde::Deserialize;
use tokio::sync::broadcast::Receiver;

use super::ServerState;
use super::call::error_response;
use host::Event;
use host::interfaces::wire;

/// Which story is listened to; none: the only one that is open.
#[derive(Deserialize)]
pub(super) struct EventsQuery {
    #[serde(default)]
    story: String,
}

/// Streams events until the listener disconnects or falls behind, or the server stops.
pub(super) async fn events(
    State(state): State<ServerState>,
    Query(EventsQuery { story }): Query<EventsQuery>,
) -> Response {
    let studio = match state.workspace().studio(&story).await {
        Ok(studio) => studio,
        Err(failed) => {
            let message = &failed.report().message;
            return error_response(StatusCode::NOT_FOUND, Code::NotFound, message);
        }
    };
    let receiver = stream::unfold(studio.events(), next);
    let joined = stream::iter([sse::Event::default().comment("listening")]);
    let frames = joined
        .chain(receiver)
        .map(Ok::<_, Infallible>)
        .take_until(state.stop.cancelled_owned());
    Sse::new(frames)
        .keep_alive(KeepAlive::default())
        .into_response()
}

/// The next event; `None` if some were missed, or the story is closed.
async fn next(mut receiver: Receiver<Arc<Event>>) -> Option<(sse::Event, Receiver<Arc<Event>>)> {
    let event = receiver.recv().await.ok()?;
    let data = wire::event_text(&event);
    Some((sse::Event::default().data(data), receiver))
}
