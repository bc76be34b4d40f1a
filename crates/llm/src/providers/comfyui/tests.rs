//! Image requests over real loopback connections.

use std::time::Duration;

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::ComfyUi;
use crate::http::Http;
use crate::presets::image_settings;
use crate::test_server::{Answer, Server, ServerEvent, whole};
use crate::{ImageModel, ImageRequest, LlmError, ModelOptions};

const JSON: &str = "content-type: application/json\r\n";

fn model(server: &Server, extra: &Value) -> ComfyUi {
    let options = ModelOptions {
        base_url: Some(server.base_url.clone()),
        extra: extra.as_object().unwrap().clone(),
        ..ModelOptions::default()
    };
    let mut model = ComfyUi::new(
        image_settings("comfyui:xl.ckpt", options).unwrap(),
        Http::new().unwrap(),
    );
    model.poll_interval = Duration::from_millis(1);
    model
}

fn request() -> ImageRequest {
    ImageRequest {
        prompt: "Neo & \"Trinity\"".into(),
        ratio: "1:1".into(),
        seed: Some(7),
    }
}

fn answer(body: &Value) -> Answer {
    Answer::Bytes(whole("200 OK", JSON, &body.to_string()))
}

/// A server without a WebSocket.
fn nobody_listens() -> (&'static str, Answer) {
    ("GET /ws", Answer::Bytes(whole("404 Not Found", JSON, "{}")))
}

/// The job as the server received it.
async fn handed_in(server: &mut Server) -> Value {
    loop {
        match server.seen().await {
            ServerEvent::Request { head, body } if head[0].starts_with("POST /prompt") => {
                return body;
            }
            _ => {}
        }
    }
}

/// A real image of 3 by 2 pixels.
fn png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = png::Encoder::new(&mut bytes, 3, 2).write_header().unwrap();
    writer.write_image_data(&[0; 6]).unwrap();
    writer.finish().unwrap();
    bytes
}

fn picture() -> Answer {
    let body = png();
    let length = body.len();
    let head =
        format!("HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: {length}\r\n\r\n");
    Answer::Bytes([head.into_bytes(), body].concat())
}

#[tokio::test]
async fn submits_the_workflow_and_fetches_its_image() {
    let lies = json!({ "filename": "a b&type=x.png", "subfolder": "", "type": "output" });
    let done = json!({ "w-1": {
        "status": { "status_str": "success", "completed": true },
        "outputs": { "7": { "images": [lies] } },
    }});
    let mut server = Server::serving(vec![
        nobody_listens(),
        (
            "POST /prompt",
            answer(&json!({ "prompt_id": "w-1", "number": 1, "node_errors": {} })),
        ),
        ("GET /history/w-1", answer(&done)),
        (
            "GET /view?filename=a+b%26type%3Dx.png&subfolder=&type=output",
            picture(),
        ),
    ]);
    let painted = model(&server, &json!({}))
        .generate(&request(), &CancellationToken::new())
        .await;
    let painted = painted.unwrap();
    assert_eq!(
        (painted.bytes, painted.width, painted.height),
        (png(), 3, 2)
    );
    assert_eq!(
        (painted.seed, painted.model.as_str()),
        (Some(7), "comfyui:xl.ckpt")
    );
    let body = handed_in(&mut server).await;
    let graph = &body["prompt"];
    assert_eq!(graph["1"]["inputs"]["ckpt_name"], "xl.ckpt");
    assert_eq!(graph["2"]["inputs"]["text"], "Neo & \"Trinity\"");
    assert_eq!(graph["4"]["inputs"]["width"], 1024);
    assert_eq!(graph["5"]["inputs"]["seed"], 7);
}

#[tokio::test]
async fn fills_a_custom_workflow() {
    let own = json!({ "workflow": { "9": { "class_type": "Mine", "inputs": {
        "words": "oil painting, %prompt%", "seed": "%seed%", "keep": "100%",
    }}}});
    let mut server = Server::serving(vec![nobody_listens(), ("POST /prompt", answer(&json!({})))]);
    let outcome = model(&server, &own)
        .generate(&request(), &CancellationToken::new())
        .await;
    assert!(
        matches!(outcome, Err(LlmError::Unreadable { .. })),
        "{outcome:?}"
    );
    let body = handed_in(&mut server).await;
    let expected = json!({
        "words": "oil painting, Neo & \"Trinity\"", "seed": 7, "keep": "100%",
    });
    assert_eq!(body["prompt"]["9"]["inputs"], expected);
}

/// Progress messages of another job and of this one.
fn progress() -> Answer {
    let step = |work: &str, value: u32| {
        let data = json!({ "value": value, "max": 20, "prompt_id": work, "node": "5" });
        json!({ "type": "progress", "data": data }).to_string()
    };
    let status = json!({ "type": "status", "data": { "status": {} } }).to_string();
    Answer::WebSocket(vec![
        status,
        step("w-2", 19),
        step("w-1", 5),
        step("w-1", 2),
        step("w-1", 10),
    ])
}

#[tokio::test]
async fn reports_progress_of_its_own_job_only() {
    let running = json!({ "queue_running": [[1, "w-1"]], "queue_pending": [] });
    let mut server = Server::serving(vec![
        ("GET /ws?clientId=storyteller-", progress()),
        ("POST /prompt", answer(&json!({ "prompt_id": "w-1" }))),
        ("GET /history/w-1", answer(&json!({}))),
        ("GET /queue", answer(&running)),
        ("POST /queue", answer(&json!({}))),
        ("POST /interrupt", answer(&json!({}))),
    ]);
    let model = model(&server, &json!({}));
    let cancelled = CancellationToken::new();
    let mut reports: Vec<f32> = Vec::new();
    let mut on_progress = |done| {
        reports.push(done);
        if done > 0.5 {
            cancelled.cancel();
        }
    };
    let outcome = model
        .generate_with_progress(&request(), &cancelled, &mut on_progress)
        .await;
    assert_eq!(outcome, Err(LlmError::Cancelled));
    reports.retain(|it| *it > 0.1);
    let [quarter, after, half] = reports[..] else {
        panic!("expected three steps of this job, got {reports:?}")
    };
    assert!((quarter - 0.3125).abs() < 1e-4, "{reports:?}");
    assert_eq!(after, quarter, "progress never decreases");
    assert!((half - 0.525).abs() < 1e-4, "{reports:?}");
    let (ServerEvent::Request { head, .. }, ServerEvent::Request { body, .. }) =
        (server.seen().await, server.seen().await)
    else {
        panic!("expected two requests")
    };
    let client = body["client_id"].as_str().unwrap();
    assert!(
        head[0].contains(client),
        "it listens with the client id of the job"
    );
}

#[tokio::test]
async fn cancelling_removes_the_job() {
    let running = json!({ "queue_running": [[1, "w-1"]], "queue_pending": [] });
    let mut server = Server::serving(vec![
        nobody_listens(),
        ("POST /prompt", answer(&json!({ "prompt_id": "w-1" }))),
        ("GET /history/w-1", answer(&json!({}))),
        ("GET /queue", answer(&running)),
        ("POST /queue", answer(&json!({}))),
        ("POST /interrupt", answer(&json!({}))),
    ]);
    let model = model(&server, &json!({}));
    let cancelled = CancellationToken::new();
    let outcome = model
        .generate_with_progress(&request(), &cancelled, &mut |_| cancelled.cancel())
        .await;
    assert_eq!(outcome, Err(LlmError::Cancelled));
    loop {
        if let ServerEvent::Request { head, body } = server.seen().await
            && head[0].starts_with("POST /interrupt")
        {
            return assert_eq!(body, json!({ "prompt_id": "w-1" }));
        }
    }
}

#[tokio::test]
async fn names_the_failing_node() {
    let body = json!({
        "error": { "message": "Prompt outputs failed validation" },
        "node_errors": { "1": { "errors": [
            { "message": "Value not in list", "details": "ckpt_name: 'xl.ckpt' not in []" },
        ]}},
    });
    let refused = whole("400 Bad Request", JSON, &body.to_string());
    let server = Server::serving(vec![
        nobody_listens(),
        ("POST /prompt", Answer::Bytes(refused)),
    ]);
    let outcome = model(&server, &json!({}))
        .generate(&request(), &CancellationToken::new())
        .await;
    let error = outcome.unwrap_err().to_string();
    assert!(
        error.contains("node 1: Value not in list ckpt_name"),
        "{error}"
    );

    let broken = json!({ "w-1": { "status": { "status_str": "error", "completed": false, "messages": [
        ["execution_start", {}], ["execution_error", { "exception_message": "no memory\n" }],
    ]}}});
    let server = Server::serving(vec![
        nobody_listens(),
        ("POST /prompt", answer(&json!({ "prompt_id": "w-1" }))),
        ("GET /history/w-1", answer(&broken)),
    ]);
    let outcome = model(&server, &json!({}))
        .generate(&request(), &CancellationToken::new())
        .await;
    let error = outcome.unwrap_err().to_string();
    assert_eq!(error, "comfyui failed (0): the graph failed: no memory");
}
