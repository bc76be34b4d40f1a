//! Answers that are complete at once go out as one JSON body instead of a stream of events. Streamable
//! HTTP allows both for each request, and one body costs the program and the client less. What takes
//! longer stays a stream, so that it can report progress and be resumed.

use std::time::Duration;

use ::http::header::CONTENT_TYPE;
use ::http::{HeaderMap, HeaderValue};
use axum::body::{Body, Bytes};
use axum::response::Response;
use futures_util::{StreamExt as _, stream};
use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio::time::timeout;

/// How long an answer may take that counts as complete at once.
const AT_ONCE: Duration = Duration::from_millis(10);

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// The response to a request, as JSON if it is a stream that ends at once with nothing but an answer.
pub(super) async fn shortened(response: Response) -> Response {
    if !is_event_stream(response.headers()) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let (mut events, mut begun) = (body.into_data_stream(), Vec::new());
    let read = async {
        while let Some(bytes) = events.next().await {
            begun.push(bytes);
        }
    };
    let body = match timeout(AT_ONCE, read).await {
        Err(_) => Body::from_stream(stream::iter(begun).chain(events)),
        Ok(()) => match only_answer(&begun) {
            Some(answer) => {
                head.headers.insert(CONTENT_TYPE, JSON);
                Body::from(answer)
            }
            None => Body::from_stream(stream::iter(begun)),
        },
    };
    Response::from_parts(head, body)
}

fn is_event_stream(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
    kind.is_some_and(|it| it.starts_with("text/event-stream"))
}

/// The message of an ended stream, if it is the only one and answers a request.
fn only_answer<E>(stream: &[Result<Bytes, E>]) -> Option<String> {
    /// What a message has that is not an answer.
    #[derive(Deserialize)]
    struct Message {
        method: Option<IgnoredAny>,
    }
    let mut text = Vec::new();
    for bytes in stream {
        text.extend_from_slice(bytes.as_ref().ok()?);
    }
    let text = str::from_utf8(&text).ok()?;
    let messages = text.lines().filter_map(|it| it.strip_prefix("data:"));
    let mut messages = messages.map(str::trim).filter(|it| !it.is_empty());
    let answer = messages.next().filter(|_| messages.next().is_none())?;
    let message: Message = serde_json::from_str(answer).ok()?;
    message.method.is_none().then(|| answer.to_owned())
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use futures_util::Stream;

    use super::*;

    type Part = Result<Bytes, std::io::Error>;

    async fn sent(events: impl Stream<Item = Part> + Send + 'static) -> (HeaderValue, String) {
        let mut response = Response::new(Body::from_stream(events));
        let kind = HeaderValue::from_static("text/event-stream");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        let (head, body) = shortened(response).await.into_parts();
        let body = to_bytes(body, 1 << 20).await.unwrap();
        let text = String::from_utf8(body.to_vec()).unwrap();
        (head.headers[CONTENT_TYPE].clone(), text)
    }

    fn parts(texts: &[&'static str]) -> impl Stream<Item = Part> + Send + use<> {
        let parts: Vec<_> = texts
            .iter()
            .map(|it| Ok(Bytes::from_static(it.as_bytes())))
            .collect();
        stream::iter(parts)
    }

    const PRIMING: &str = "data: \nid: 0/0\nretry: 3000\n\n";
    const ANSWER: &str = "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\nid: 1/0\n\n";
    const REPORT: &str = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n";

    #[tokio::test]
    async fn an_answer_at_once_is_one_json_body() {
        let (kind, text) = sent(parts(&[PRIMING, &ANSWER[..20], &ANSWER[20..]])).await;
        assert_eq!(kind, JSON);
        assert_eq!(text, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    }

    #[tokio::test]
    async fn everything_else_stays_a_stream() {
        for events in [&[PRIMING, REPORT, ANSWER][..], &[REPORT], &[PRIMING], &[]] {
            let (kind, text) = sent(parts(events)).await;
            assert_eq!(kind, "text/event-stream");
            assert_eq!(text, events.concat());
        }
    }

    #[tokio::test]
    async fn a_slow_answer_stays_a_stream_from_its_first_event_on() {
        let slow = parts(&[ANSWER]).then(async |it| {
            tokio::time::sleep(AT_ONCE * 5).await;
            it
        });
        let (kind, text) = sent(parts(&[PRIMING]).chain(Box::pin(slow))).await;
        assert_eq!(kind, "text/event-stream");
        assert_eq!(text, [PRIMING, ANSWER].concat());
    }
}
