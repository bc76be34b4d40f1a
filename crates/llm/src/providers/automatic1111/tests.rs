//! Image requests over real loopback connections.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::Automatic1111;
use crate::http::Http;
use crate::presets::image_settings;
use crate::test_server::{Answer, Server, ServerEvent, whole};
use crate::{ImageModel, ImageRequest, LlmError, ModelOptions};

const JSON: &str = "content-type: application/json\r\n";

fn model(server: &Server, name: &str) -> Automatic1111 {
    let options = ModelOptions {
        base_url: Some(server.base_url.clone()),
        extra: json!({ "steps": 30 }).as_object().unwrap().clone(),
        ..ModelOptions::default()
    };
    let mut model =
        Automatic1111::new(image_settings(name, options).unwrap(), Http::new().unwrap());
    model.poll_interval = Duration::from_millis(1);
    model
}

fn request() -> ImageRequest {
    ImageRequest {
        prompt: "Neo".into(),
        ratio: "2:3".into(),
        seed: None,
    }
}

fn answer(body: &Value) -> Answer {
    Answer::Bytes(whole("200 OK", JSON, &body.to_string()))
}

/// A real image of 3 by 2 pixels.
fn png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = png::Encoder::new(&mut bytes, 3, 2).write_header().unwrap();
    writer.write_image_data(&[0; 6]).unwrap();
    writer.finish().unwrap();
    bytes
}

#[tokio::test]
async fn returns_the_seed_chosen_by_the_server() {
    let info = json!({ "seed": 4_294_967_295_u64, "width": 832, "height": 1216 }).to_string();
    let body = json!({ "images": [BASE64_STANDARD.encode(png())], "info": info });
    let mut server = Server::serving(vec![
        ("POST /sdapi/v1/txt2img", answer(&body)),
        (
            "GET /sdapi/v1/progress",
            answer(&json!({ "progress": 0.5 })),
        ),
    ]);
    let model = model(&server, "automatic1111:dream-xl");
    let painted = model
        .generate(&request(), &CancellationToken::new())
        .await
        .unwrap();
    assert_eq!(
        (painted.bytes, painted.width, painted.height),
        (png(), 3, 2)
    );
    assert_eq!(painted.seed, Some(4_294_967_295));
    assert_eq!(painted.model, "automatic1111:dream-xl");
    loop {
        let ServerEvent::Request { head, body } = server.seen().await else {
            panic!("no request")
        };
        if head[0].starts_with("POST") {
            let expected = json!({
                "prompt": "Neo", "width": 832, "height": 1216, "seed": -1, "batch_size": 1,
                "save_images": false, "steps": 30,
                "override_settings": { "sd_model_checkpoint": "dream-xl" },
            });
            return assert_eq!(body, expected);
        }
    }
}

#[tokio::test]
async fn reports_progress_and_interrupts_the_server() {
    let mut server = Server::serving(vec![
        ("POST /sdapi/v1/txt2img", Answer::NoReply),
        (
            "GET /sdapi/v1/progress",
            answer(&json!({ "progress": 0.25 })),
        ),
        ("POST /sdapi/v1/interrupt", answer(&json!({}))),
    ]);
    let model = model(&server, "automatic1111:current");
    let cancelled = CancellationToken::new();
    let mut reports = Vec::new();
    let outcome = model
        .generate_with_progress(&request(), &cancelled, &mut |far| {
            reports.push(far);
            cancelled.cancel();
        })
        .await;
    assert_eq!(outcome, Err(LlmError::Cancelled));
    assert_eq!(reports.first(), Some(&0.25));
    loop {
        if let ServerEvent::Request { head, body } = server.seen().await {
            assert!(
                body.get("override_settings").is_none(),
                "the checkpoint is unchanged"
            );
            if head[0].starts_with("POST /sdapi/v1/interrupt") {
                return;
            }
        }
    }
}

#[tokio::test]
async fn reports_the_servers_error() {
    let body = r#"{"error":"OutOfMemoryError","detail":"","errors":"CUDA out of memory"}"#;
    let failing = whole("500 Internal Server Error", JSON, body);
    let server = Server::serving(vec![
        ("POST", Answer::Bytes(failing)),
        ("GET", answer(&json!({}))),
    ]);
    let model = model(&server, "automatic1111:current");
    let outcome = model.generate(&request(), &CancellationToken::new()).await;
    let error = outcome.unwrap_err().to_string();
    assert_eq!(error, "automatic1111 failed (500): OutOfMemoryError");
}
