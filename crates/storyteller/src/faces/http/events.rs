//! `GET /api/events`: all that happens to the story, as server-sent events, from the moment of
//! joining. A listener that fell behind is let go; it joins again and reads anew.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::State;
use axum::response::sse::{self, KeepAlive, Sse};
use futures_util::stream::{self, Stream, StreamExt as _};
use tokio::sync::broadcast::Receiver;

use super::Entrance;
use crate::Event;
use crate::faces::wire;

/// Streams events until the listener goes, falls behind, or the server stops.
pub(super) async fn events(
    State(entrance): State<Entrance>,
) -> Sse<impl Stream<Item = Result<sse::Event, Infallible>>> {
    let heard = stream::unfold(entrance.studio.events(), next);
    let joined = stream::iter([sse::Event::default().comment("listening")]);
    let told = joined
        .chain(heard)
        .map(Ok)
        .take_until(entrance.stop.cancelled_owned());
    Sse::new(told).keep_alive(KeepAlive::default())
}

/// The next event; `None` where some were missed, or the story is closed.
async fn next(mut heard: Receiver<Arc<Event>>) -> Option<(sse::Event, Receiver<Arc<Event>>)> {
    let event = heard.recv().await.ok()?;
    let data = wire::event(&event).to_string();
    Some((sse::Event::default().data(data), heard))
}
