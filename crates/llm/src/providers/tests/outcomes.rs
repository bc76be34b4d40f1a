//! Every outcome of a request in every wire format: one table, so that gaps are visible. Outcomes
//! that a wire format cannot express are listed with the reason.

use expect_test::expect;
use model::conversation::{Content, Payload};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::super::openai::OpenAi;
use super::super::openai::tests::read_by;
use super::{WIRES, settings};
use crate::http::HttpFailure;
use crate::{LlmError, Provider};

/// The behavior of a server.
enum Behavior {
    /// Responds with success, a content type and a body.
    Answers(&'static str, &'static str),
    /// Responds with a status, headers and a body.
    Fails(u16, &'static [(&'static str, &'static str)], &'static str),
    /// The wire format cannot express this.
    Never(&'static str),
}
use Behavior::{Answers, Fails, Never};

const SSE: &str = "text/event-stream";
const LINES: &str = "application/x-ndjson";
const JSON: &str = "application/json";

/// The wire formats in the order of a row's cells.
fn wires() -> [&'static dyn Provider; 5] {
    let [responses, anthropic, gemini, ollama] = &WIRES;
    [
        &OpenAi,
        responses.provider,
        anthropic.provider,
        gemini.provider,
        ollama.provider,
    ]
}

fn http_failure(
    status: u16,
    given: &'static [(&'static str, &'static str)],
    body: &str,
) -> HttpFailure {
    let header = |(name, value): &(&'static str, &'static str)| {
        (
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        )
    };
    HttpFailure {
        provider: "tale".into(),
        status,
        headers: given.iter().map(header).collect::<HeaderMap>(),
        body: body.into(),
    }
}

/// A short description of an outcome: which error, or the stop reason and the number of calls.
fn summary(wire: &dyn Provider, does: &Behavior) -> String {
    let error = |it: &LlmError| match it.retry_after() {
        Some(wait) => format!("{} {} ms", it.word(), wait.as_millis()),
        None => it.word().to_owned(),
    };
    match does {
        Never(why) => format!("never: {why}"),
        Fails(status, headers, body) => {
            error(&wire.http_failure(&http_failure(*status, headers, body)))
        }
        Answers(kind, body) => {
            let none = Payload::default();
            let (_, outcome) = read_by(wire, &settings(), &none, kind, [body.as_bytes()]);
            match outcome {
                Err(it) => error(&it),
                Ok(reply) => {
                    let is_call = |it: &Content| matches!(it, Content::ToolCall { .. });
                    let calls = reply.segments.iter().filter(|it| is_call(&it.content));
                    let stop = reply.metadata.stop;
                    let stop = stop.map_or("nothing".to_owned(), |it| format!("{it:?}"));
                    format!("{stop}, {} calls", calls.count())
                }
            }
        }
    }
}

const SLOW: &str = r#"{"error":{"type":"rate_limit_error","message":"slow down"}}"#;
const SECONDS: &[(&str, &str)] = &[("retry-after", "20")];
const MILLIS: &[(&str, &str)] = &[("retry-after-ms", "1500"), ("retry-after", "2")];
const INSTANT: &[(&str, &str)] = &[
    ("retry-after", "Wed, 21 Oct 2026 07:28:20 GMT"),
    ("date", "Wed, 21 Oct 2026 07:28:00 GMT"),
];
const IN_WORDS: &str = r#"{"error":{"message":"Too many. Please try again in 1.5s."}}"#;
const BUSY: &str = r#"{"error":{"type":"overloaded_error","message":"busy"}}"#;
const PAGE: &str = "<html><body>Bad gateway</body></html>";

type Row = (&'static str, [Behavior; 5]);

/// The same failure in every wire format, identified by its status.
fn everywhere(
    outcome: &'static str,
    status: u16,
    headers: &'static [(&'static str, &'static str)],
    body: &'static str,
) -> Row {
    (outcome, [(); 5].map(|()| Fails(status, headers, body)))
}

fn failures() -> Vec<Row> {
    vec![
        everywhere("rate limit, seconds", 429, SECONDS, SLOW),
        everywhere("rate limit, HTTP date", 429, INSTANT, SLOW),
        everywhere("rate limit, milliseconds", 429, MILLIS, SLOW),
        everywhere("rate limit, in words", 429, &[], IN_WORDS),
        everywhere("rate limit, unsaid", 429, &[], SLOW),
        everywhere("overloaded", 529, &[], BUSY),
        everywhere("a proxy's page", 502, &[], PAGE),
        everywhere(
            "wrong key",
            401,
            &[],
            r#"{"error":{"message":"no such key"}}"#,
        ),
        everywhere(
            "no credit",
            402,
            &[],
            r#"{"error":{"message":"pay first"}}"#,
        ),
        everywhere(
            "too long",
            400,
            &[],
            r#"{"error":{"message":"prompt is too long: 9 tokens > 8 maximum"}}"#,
        ),
        everywhere(
            "no such model",
            404,
            &[],
            r#"{"error":{"message":"not found"}}"#,
        ),
    ]
}

fn replies() -> Vec<Row> {
    let rows = [refusals(), broken(), misleading()];
    rows.into_iter().flatten().collect()
}

/// Replies that refuse.
fn refusals() -> Vec<Row> {
    vec![
        (
            "refusal with words",
            [
                Answers(
                    SSE,
                    "data: {\"choices\":[{\"delta\":{\"refusal\":\"I will not.\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
                ),
                Answers(
                    JSON,
                    r#"{"status":"completed","output":[{"type":"message","content":[{"type":"refusal","refusal":"I will not."}]}]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"type":"message","stop_reason":"refusal","content":[{"type":"text","text":"I will"}]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"candidates":[{"finishReason":"SAFETY","content":{"parts":[{"text":"I will"}]}}]}"#,
                ),
                Never("a local server has no filter and no word for it"),
            ],
        ),
        (
            "refusal without words",
            [
                Answers(
                    JSON,
                    r#"{"choices":[{"finish_reason":"content_filter","message":{"content":null}}]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"type":"message","stop_reason":"refusal","content":[]}"#,
                ),
                Answers(JSON, r#"{"promptFeedback":{"blockReason":"SAFETY"}}"#),
                Never("a local server has no filter and no word for it"),
            ],
        ),
    ]
}

/// Streams that fail.
fn broken() -> Vec<Row> {
    vec![
        (
            "overloaded in the stream",
            [
                Answers(
                    SSE,
                    "data: {\"error\":{\"code\":502,\"message\":\"gone\"}}\n\n",
                ),
                Answers(
                    SSE,
                    "event: response.failed\ndata: {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":\"later\"}}}\n\n",
                ),
                Answers(
                    SSE,
                    "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
                ),
                Answers(
                    SSE,
                    "data: {\"error\":{\"code\":503,\"message\":\"overloaded\",\"status\":\"UNAVAILABLE\"}}\n\n",
                ),
                Answers(
                    LINES,
                    "{\"error\":\"an error was encountered while running the model\"}\n",
                ),
            ],
        ),
        (
            "rate limit in the stream",
            [
                Answers(
                    SSE,
                    "data: {\"error\":{\"code\":429,\"message\":\"try again in 1.5s\"}}\n\n",
                ),
                Answers(
                    SSE,
                    "event: response.failed\ndata: {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"rate_limit_exceeded\",\"message\":\"Please try again in 1.5s.\"}}}\n\n",
                ),
                Answers(
                    SSE,
                    "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"try again in 1.5s\"}}\n\n",
                ),
                Answers(
                    SSE,
                    "data: {\"error\":{\"code\":429,\"message\":\"slow\",\"status\":\"RESOURCE_EXHAUSTED\",\"details\":[{\"retryDelay\":\"1.5s\"}]}}\n\n",
                ),
                Never("a local server limits nobody"),
            ],
        ),
        (
            "cut in the middle",
            [
                Answers(
                    SSE,
                    "data: {\"choices\":[{\"delta\":{\"content\":\"Once\"}}]}\n\n",
                ),
                Answers(
                    SSE,
                    "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"Once\"}\n\n",
                ),
                Answers(
                    SSE,
                    "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"content\":[]}}\n\n",
                ),
                Answers(
                    SSE,
                    "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Once\"}]}}]}\n\n",
                ),
                Answers(
                    LINES,
                    "{\"message\":{\"content\":\"Once\"},\"done\":false}\n",
                ),
            ],
        ),
    ]
}

/// Complete replies without content, or with an incorrect stop reason.
fn misleading() -> Vec<Row> {
    vec![
        ("garbage", [(); 5].map(|()| Answers(JSON, PAGE))),
        (
            "no answer",
            [(); 5].map(|()| Answers(JSON, r#"{"hello":1}"#)),
        ),
        (
            "empty",
            [
                Answers(
                    JSON,
                    r#"{"choices":[{"finish_reason":"stop","message":{"content":""}}]}"#,
                ),
                Answers(JSON, r#"{"status":"completed","output":[]}"#),
                Answers(
                    JSON,
                    r#"{"type":"message","stop_reason":"end_turn","content":[]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"candidates":[{"finishReason":"STOP","content":{"parts":[]}}]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"done":true,"done_reason":"stop","message":{"content":""}}"#,
                ),
            ],
        ),
        (
            "call cut by length",
            [
                Answers(
                    JSON,
                    r#"{"choices":[{"finish_reason":"length","message":{"content":null,"tool_calls":[{"id":"a","function":{"name":"write","arguments":"{\"text\":\"Once"}}]}}]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"function_call","id":"f","call_id":"a","name":"write","arguments":"{\"text\":\"Once"}]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"type":"message","stop_reason":"max_tokens","content":[{"type":"tool_use","id":"a","name":"write","input":{}}]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"candidates":[{"finishReason":"MAX_TOKENS","content":{"parts":[{"functionCall":{"name":"write","args":{}}}]}}]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"done":true,"done_reason":"length","message":{"content":"","tool_calls":[{"function":{"name":"write","arguments":{}}}]}}"#,
                ),
            ],
        ),
        (
            "end said, with a call",
            [
                Answers(
                    JSON,
                    r#"{"choices":[{"finish_reason":"stop","message":{"content":null,"tool_calls":[{"id":"a","function":{"name":"look","arguments":"{}"}}]}}]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"status":"completed","output":[{"type":"function_call","id":"f","call_id":"a","name":"look","arguments":"{}"}]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"type":"message","stop_reason":"end_turn","content":[{"type":"tool_use","id":"a","name":"look","input":{}}]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"candidates":[{"finishReason":"STOP","content":{"parts":[{"functionCall":{"name":"look","args":{}}}]}}]}"#,
                ),
                Answers(
                    JSON,
                    r#"{"done":true,"done_reason":"stop","message":{"content":"","tool_calls":[{"function":{"name":"look","arguments":{}}}]}}"#,
                ),
            ],
        ),
        (
            "prompt cut in silence",
            [
                Never("it refuses what is too long"),
                Never("it refuses what is too long"),
                Never("it refuses what is too long"),
                Never("it refuses what is too long"),
                Answers(
                    JSON,
                    r#"{"done":true,"done_reason":"stop","prompt_eval_count":8000,"eval_count":3,"message":{"content":"Yes."}}"#,
                ),
            ],
        ),
    ]
}

/// The table, one line per row; wire formats that differ from the majority are named.
fn table(rows: &[Row]) -> String {
    let mut lines = String::new();
    for (outcome, cells) in rows {
        let wires = wires();
        let summary: Vec<String> = wires
            .iter()
            .zip(cells)
            .map(|(it, does)| summary(*it, does))
            .collect();
        let spoken: Vec<&String> = summary
            .iter()
            .filter(|it| !it.starts_with("never"))
            .collect();
        let same = spoken.windows(2).all(|it| it[0] == it[1]);
        let line = if same {
            spoken[0].clone()
        } else {
            let named = wires.iter().zip(&summary);
            let named: Vec<_> = named
                .map(|(it, summary)| format!("{}: {summary}", it.name()))
                .collect();
            named.join("; ")
        };
        lines += &format!("{outcome} = {line} ({} of 5)\n", spoken.len());
    }
    lines
}

#[test]
fn every_wire_maps_failures_alike() {
    expect![[r#"
        rate limit, seconds = rate_limited 20000 ms (5 of 5)
        rate limit, HTTP date = rate_limited 20000 ms (5 of 5)
        rate limit, milliseconds = rate_limited 1500 ms (5 of 5)
        rate limit, in words = rate_limited 1500 ms (5 of 5)
        rate limit, unsaid = rate_limited (5 of 5)
        overloaded = overloaded (5 of 5)
        a proxy's page = overloaded (5 of 5)
        wrong key = unauthorized (5 of 5)
        no credit = no_credit (5 of 5)
        too long = too_long (5 of 5)
        no such model = bad_request (5 of 5)
    "#]]
    .assert_eq(&table(&failures()));
}

#[test]
fn every_wire_reports_each_reply_outcome() {
    expect![[r#"
        refusal with words = Refusal, 0 calls (4 of 5)
        refusal without words = refused (4 of 5)
        overloaded in the stream = overloaded (5 of 5)
        rate limit in the stream = rate_limited 1500 ms (4 of 5)
        cut in the middle = broken_off (5 of 5)
        garbage = unreadable (5 of 5)
        no answer = unreadable (5 of 5)
        empty = empty (5 of 5)
        call cut by length = Length, 1 calls (5 of 5)
        end said, with a call = ToolCalls, 1 calls (5 of 5)
        prompt cut in silence = too_long (1 of 5)
    "#]]
    .assert_eq(&table(&replies()));
}

/// The error that a writer reads names the service; what to do is said at the end of the turn.
#[test]
fn outcomes_needing_different_actions_have_different_codes() {
    let words: std::collections::BTreeSet<String> = failures()
        .iter()
        .map(|(_, cells)| summary(wires()[0], &cells[0]))
        .map(|it| it.split(' ').next().unwrap_or_default().to_owned())
        .collect();
    let wanted = [
        "bad_request",
        "no_credit",
        "overloaded",
        "rate_limited",
        "too_long",
        "unauthorized",
    ];
    assert_eq!(words.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
}
