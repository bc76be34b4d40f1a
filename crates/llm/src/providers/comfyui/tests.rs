//! Pictures asked for over real connections on this machine.

use std::time::Duration;

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::ComfyUi;
use crate::http::Http;
use crate::loopback::{Answer, Seen, Server, whole};
use crate::{ImageModel, ImageRequest, LlmError, ModelOptions};

const JSON: &str = "content-type: application/json\r\n";

fn model(server: &Server, extra: &Value) -> ComfyUi {
    let options = ModelOptions {
        base_url: Some(server.base_url.clone()),
        extra: extra.as_object().unwrap().clone(),
        ..ModelOptions::default()
    };
    let mut model = ComfyUi::connect("comfyui:xl.ckpt", options, &Http::new().unwrap()).unwrap();
    model.look = Duration::from_millis(1);
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

/// A server that has no WebSocket.
fn nobody_listens() -> (&'static str, Answer) {
    ("GET /ws", Answer::Bytes(whole("404 Not Found", JSON, "{}")))
}

/// The work as the server got it.
async fn handed_in(server: &mut Server) -> Value {
    loop {
        match server.seen().await {
            Seen::Request { head, body } if head[0].starts_with("POST /prompt") => return body,
            _ => {}
        }
    }
}

/// A real picture of 3 by 2 pixels.
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
async fn the_graph_is_handed_in_and_its_picture_fetched() {
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
        .paint(&request(), &CancellationToken::new())
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
async fn a_graph_of_ones_own_is_filled() {
    let own = json!({ "workflow": { "9": { "class_type": "Mine", "inputs": {
        "words": "oil painting, %prompt%", "seed": "%seed%", "keep": "100%",
    }}}});
    let mut server = Server::serving(vec![nobody_listens(), ("POST /prompt", answer(&json!({})))]);
    let outcome = model(&server, &own)
        .paint(&request(), &CancellationToken::new())
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

/// How far other work is, and how far this is.
fn steps() -> Answer {
    let step = |work: &str, value: u32| {
        let data = json!({ "value": value, "max": 20, "prompt_id": work, "node": "5" });
        json!({ "type": "progress", "data": data }).to_string()
    };
    let status = json!({ "type": "status", "data": { "status": {} } }).to_string();
    Answer::Tells(vec![
        status,
        step("w-2", 19),
        step("w-1", 5),
        step("w-1", 2),
        step("w-1", 10),
    ])
}

#[tokio::test]
async fn each_step_is_told_to_who_listens_and_none_of_other_work() {
    let running = json!({ "queue_running": [[1, "w-1"]], "queue_pending": [] });
    let mut server = Server::serving(vec![
        ("GET /ws?clientId=storyteller-", steps()),
        ("POST /prompt", answer(&json!({ "prompt_id": "w-1" }))),
        ("GET /history/w-1", answer(&json!({}))),
        ("GET /queue", answer(&running)),
        ("POST /queue", answer(&json!({}))),
        ("POST /interrupt", answer(&json!({}))),
    ]);
    let model = model(&server, &json!({}));
    let cancelled = CancellationToken::new();
    let mut told: Vec<f32> = Vec::new();
    let mut on_progress = |done| {
        told.push(done);
        if done > 0.5 {
            cancelled.cancel();
        }
    };
    let outcome = model
        .paint_watched(&request(), &cancelled, &mut on_progress)
        .await;
    assert_eq!(outcome, Err(LlmError::Cancelled));
    told.retain(|it| *it > 0.1);
    let [quarter, after, half] = told[..] else {
        panic!("three steps of this work, not {told:?}")
    };
    assert!((quarter - 0.3125).abs() < 1e-4, "{told:?}");
    assert_eq!(after, quarter, "it never goes back");
    assert!((half - 0.525).abs() < 1e-4, "{told:?}");
    let (Seen::Request { head, .. }, Seen::Request { body, .. }) =
        (server.seen().await, server.seen().await)
    else {
        panic!("two requests")
    };
    let client = body["client_id"].as_str().unwrap();
    assert!(head[0].contains(client), "it listens as who it works for");
}

#[tokio::test]
async fn work_is_taken_back_when_nobody_wants_it_any_more() {
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
        .paint_watched(&request(), &cancelled, &mut |_| cancelled.cancel())
        .await;
    assert_eq!(outcome, Err(LlmError::Cancelled));
    loop {
        if let Seen::Request { head, body } = server.seen().await
            && head[0].starts_with("POST /interrupt")
        {
            return assert_eq!(body, json!({ "prompt_id": "w-1" }));
        }
    }
}

#[tokio::test]
async fn what_is_wrong_with_which_node_is_told() {
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
        .paint(&request(), &CancellationToken::new())
        .await;
    let said = outcome.unwrap_err().to_string();
    assert!(
        said.contains("node 1: Value not in list ckpt_name"),
        "{said}"
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
        .paint(&request(), &CancellationToken::new())
        .await;
    let said = outcome.unwrap_err().to_string();
    assert_eq!(said, "comfyui failed (0): the graph failed: no memory");
}
