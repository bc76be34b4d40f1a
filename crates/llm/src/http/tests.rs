//! Splitting bodies into frames and classifying failures, without a network.

use std::time::Duration;

use proptest::prelude::*;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::json;

use super::retry_after::retry_after;
use super::{Frame, FrameSplitter, HttpFailure};
use crate::LlmError;

fn cut<'a>(content_type: &str, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Frame> {
    let mut cutter = FrameSplitter::new(content_type);
    let mut frames: Vec<_> = pieces.into_iter().flat_map(|it| cutter.push(it)).collect();
    frames.extend(cutter.end());
    frames
}

fn event(name: &str, data: &str) -> Frame {
    Frame::Event {
        name: name.into(),
        data: data.into(),
    }
}

#[test]
fn splits_events_as_the_standard_requires() {
    let body = "\u{feff}: a comment\r\nid: 7\r\ndata: one\r\ndata:two\r\n\r\n\
                event: error\ndata:  three\n\n\n\nretry: 5\n\ndata\n\nevent: alone\n\ndata: last";
    let expected = [
        event("", "one\ntwo"),
        event("error", " three"),
        event("", ""),
        event("", "last"),
    ];
    assert_eq!(
        cut("text/event-stream; charset=utf-8", [body.as_bytes()]),
        expected
    );
}

#[test]
fn detects_events_with_another_content_type() {
    let frames = cut("application/json", [b" data: {}\n\n: bye".as_slice()]);
    assert_eq!(frames, [event("", "{}")]);
}

#[test]
fn splits_lines_and_skips_empty_ones() {
    let frames = cut(
        "application/x-ndjson",
        [b"{\"a\":1}\n\n{\"b\"".as_slice(), b":2}\r\n{}"],
    );
    assert_eq!(
        frames,
        ["{\"a\":1}", "{\"b\":2}", "{}"].map(|it| Frame::Line(it.into()))
    );
}

#[test]
fn replaces_invalid_utf8_without_stalling() {
    let mut cutter = FrameSplitter::new("text/event-stream");
    assert_eq!(cutter.push(b"data: a\xffb\n\n"), [event("", "a\u{fffd}b")]);
    assert_eq!(
        cut("", [b"\xff".as_slice()]),
        [Frame::Whole("\u{fffd}".into())]
    );
}

proptest! {
    #[test]
    fn frames_do_not_depend_on_how_bytes_are_split(
        bytes in prop::collection::vec(
            prop_oneof![Just(b'\n'), Just(b'\r'), Just(b':'), Just(b' '), any::<u8>()], 0..80),
        size in 1usize..9,
        kind in prop_oneof!["text/event-stream", "application/x-ndjson", "application/json"],
    ) {
        prop_assert_eq!(cut(&kind, bytes.chunks(size)), cut(&kind, [bytes.as_slice()]));
    }

    #[test]
    fn any_error_body_is_parsed(status in 300u16..600, body in "\\PC{0,60}") {
        let error = http_failure(status, &[], &body).to_error();
        prop_assert!(!error.to_string().is_empty());
    }
}

type Headers = &'static [(&'static str, &'static str)];

fn headers(given: &[(&'static str, &str)]) -> HeaderMap {
    let pair = |(name, value): &(&'static str, &str)| {
        (
            HeaderName::from_static(name),
            HeaderValue::from_str(value).unwrap(),
        )
    };
    given.iter().map(pair).collect()
}

fn http_failure(status: u16, given: &[(&'static str, &str)], body: &str) -> HttpFailure {
    HttpFailure {
        provider: "tale".into(),
        status,
        headers: headers(given),
        body: body.into(),
    }
}

/// The variant and message of the error.
fn message_of(status: u16, body: &str) -> String {
    let error = http_failure(status, &[], body).to_error();
    let variant = format!("{error:?}");
    let variant = variant.split([' ', '{']).next().unwrap_or_default();
    format!("{variant}: {error}")
}

/// Status, body, and the expected error, in the formats of many vendors.
const COMPLAINTS: &[(u16, &str, &str)] = &[
    (
        401,
        r#"{"error":{"message":"Incorrect key","type":"invalid_request_error","code":"invalid_api_key"}}"#,
        "Unauthorized: tale refuses the key: Incorrect key",
    ),
    (
        403,
        r#"{"error":"Forbidden"}"#,
        "Unauthorized: tale refuses the key: Forbidden",
    ),
    (
        400,
        r#"{"code":"Client specified an invalid argument","error":"Incorrect API key provided"}"#,
        "Unauthorized: tale refuses the key: Incorrect API key provided",
    ),
    (
        402,
        r#"{"error":{"message":"Insufficient Balance"}}"#,
        "NoCredit: tale has no credit left for this key: Insufficient Balance",
    ),
    (
        429,
        r#"{"error":{"message":"You exceeded your quota","type":"insufficient_quota","code":"insufficient_quota"}}"#,
        "NoCredit: tale has no credit left for this key: You exceeded your quota",
    ),
    (
        429,
        r#"{"error":{"message":"Slow down","code":"rate_limit_exceeded"}}"#,
        "RateLimited: tale asks to slow down",
    ),
    (
        404,
        r#"{"error":{"message":"The model `x` does not exist","code":"model_not_found"}}"#,
        "BadRequest: tale cannot take this request (404): The model `x` does not exist; check the model's name and the address",
    ),
    (
        400,
        r#"{"error":{"message":"Too much","code":"context_length_exceeded"}}"#,
        "TooLong: the conversation is too long for tale: Too much",
    ),
    (
        400,
        r#"{"error":{"code":400,"message":"the request exceeds it","type":"exceed_context_size_error","n_ctx":4096}}"#,
        "TooLong: the conversation is too long for tale: the request exceeds it",
    ),
    (
        400,
        r#"{"error":{"message":"This endpoint's maximum context length is 8192 tokens","code":400}}"#,
        "TooLong: the conversation is too long for tale: This endpoint's maximum context length is 8192 tokens",
    ),
    (
        413,
        "",
        "TooLong: the conversation is too long for tale: it gave no reason",
    ),
    (
        400,
        r#"{"error":{"message":"Failed to call a function","code":"tool_use_failed","failed_generation":"<rename>{to:"}}"#,
        "BadToolCall: tale could not read the model's tool call: Failed to call a function\nIt had said: <rename>{to:",
    ),
    (
        400,
        r#"{"error":{"message":"No.","code":"content_policy_violation"}}"#,
        "Refused: tale declines: No.",
    ),
    (
        403,
        r#"{"error":{"code":403,"message":"Flagged","metadata":{"reasons":["violence"]}}}"#,
        "Refused: tale declines: Flagged",
    ),
    (
        400,
        r#"{"error":{"code":400,"message":"Provider returned error","metadata":{"raw":"{\"error\":{\"message\":\"prompt is too long\"}}"}}}"#,
        "TooLong: the conversation is too long for tale: Provider returned error: prompt is too long",
    ),
    (
        529,
        r#"{"error":{"type":"overloaded_error","message":"Overloaded"}}"#,
        "Overloaded: tale failed (529): Overloaded",
    ),
    (
        500,
        "<!doctype html><h1>Oops</h1>",
        "Overloaded: tale failed (500): Oops",
    ),
    (
        422,
        r#"{"detail":[{"loc":["body"],"msg":"field required"}]}"#,
        r#"BadRequest: tale cannot take this request (422): [{"loc":["body"],"msg":"field required"}]"#,
    ),
    (
        400,
        r#"{"object":"error","message":"bad role","type":"invalid_request","code":"3051"}"#,
        "BadRequest: tale cannot take this request (400): bad role",
    ),
    (
        400,
        r#"[{"error":{"code":400,"message":"in a list"}}]"#,
        "BadRequest: tale cannot take this request (400): in a list",
    ),
    (
        403,
        r#"{"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported"}}"#,
        "BadRequest: tale cannot take this request (403): Country, region, or territory not supported; it does not serve this place, with any key",
    ),
    (
        501,
        "null",
        "BadRequest: tale cannot take this request (501): it gave no reason",
    ),
];

#[test]
fn classifies_error_bodies_of_many_servers() {
    for &(status, body, expected) in COMPLAINTS {
        assert_eq!(message_of(status, body), expected, "{status} {body}");
    }
}

#[test]
fn classifies_an_error_in_a_stream_by_its_own_code() {
    let cases = [
        (
            json!({ "error": { "code": 429, "message": "busy" } }),
            "RateLimited",
        ),
        (
            json!({ "error": { "code": "502", "message": "gone" } }),
            "Overloaded",
        ),
        (json!({ "error": "out of memory" }), "Overloaded"),
        (
            json!({ "error": { "type": "invalid_request_error", "message": "no" } }),
            "BadRequest",
        ),
        (
            json!({ "error": { "code": "context_length_exceeded" } }),
            "TooLong",
        ),
    ];
    for (error, expected) in cases {
        let read = format!("{:?}", HttpFailure::in_stream("tale", &error).to_error());
        assert!(read.starts_with(expected), "{error}: {read}");
    }
}

#[test]
fn honors_retry_after_on_server_errors() {
    let error = http_failure(503, &[("retry-after", "3")], "").to_error();
    let retry_after = Some(Duration::from_secs(3));
    assert_eq!(
        error,
        LlmError::RateLimited {
            provider: "tale".into(),
            retry_after
        }
    );
}

#[test]
fn reads_the_delay_from_any_header() {
    const DATE: (&str, &str) = ("date", "Wed, 21 Oct 2026 07:28:00 GMT");
    let cases: [(Headers, Option<u64>); 11] = [
        (
            &[("retry-after-ms", "1500"), ("retry-after", "9")],
            Some(1_500),
        ),
        (&[("retry-after", "2.5")], Some(2_500)),
        (
            &[("retry-after", "Wed, 21 Oct 2026 07:28:20 GMT"), DATE],
            Some(20_000),
        ),
        (
            &[("retry-after", "Wed, 21 Oct 2026 07:27:00 GMT"), DATE],
            None,
        ),
        (&[("retry-after", "Wed, 21 Oct 2026 07:28:20 GMT")], None),
        (
            &[
                ("x-ratelimit-remaining-requests", "0"),
                ("x-ratelimit-reset-requests", "6m0s"),
            ],
            Some(360_000),
        ),
        (
            &[
                ("x-ratelimit-remaining-tokens", "12"),
                ("x-ratelimit-reset-tokens", "6m0s"),
            ],
            None,
        ),
        (
            &[
                ("x-ratelimit-remaining-tokens", "0"),
                ("x-ratelimit-reset-tokens", "7.66s"),
            ],
            Some(7_660),
        ),
        (
            &[("x-ratelimit-reset", "1792567690000"), DATE],
            Some(10_000),
        ),
        (&[("retry-after", "99999999")], None),
        (&[("retry-after", "soon")], None),
    ];
    for (given, expected) in cases {
        let expected = expected.map(Duration::from_millis);
        assert_eq!(retry_after(&headers(given)), expected, "{given:?}");
    }
}

#[test]
fn reads_the_delay_from_the_message_without_a_header() {
    const ANTHROPIC: Headers = &[
        ("anthropic-ratelimit-tokens-remaining", "0"),
        ("anthropic-ratelimit-tokens-reset", "2026-10-21T07:28:30Z"),
        ("date", "Wed, 21 Oct 2026 07:28:00 GMT"),
    ];
    let limited = |message: &str| json!({ "error": { "message": message } }).to_string();
    let cases: [(Headers, String, Option<u64>); 9] = [
        (
            &[],
            limited("Rate limit reached. Please try again in 1.5s."),
            Some(1_500),
        ),
        (
            &[],
            limited("Please try again in 6m0s. Visit our pages."),
            Some(360_000),
        ),
        (&[], limited("Please retry after 20 seconds."), Some(20_000)),
        (&[], limited("Try again in 120ms"), Some(120)),
        (&[], limited("wait 2 minutes, please"), Some(120_000)),
        (&[], limited("wait until tomorrow"), None),
        (
            &[],
            json!({ "error": "slow down", "retry_after": 7.5 }).to_string(),
            Some(7_500),
        ),
        (
            &[("retry-after", "3")],
            limited("try again in 9s"),
            Some(3_000),
        ),
        (ANTHROPIC, String::new(), Some(30_000)),
    ];
    for (headers, body, wait) in cases {
        let read = http_failure(429, headers, &body).to_error();
        assert_eq!(
            read.retry_after(),
            wait.map(Duration::from_millis),
            "{body}"
        );
    }
}
