//! Image requests over real loopback connections.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use secrecy::SecretString;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::size;
use crate::http::{Http, HttpLimits};
use crate::test_server::{Server, ServerEvent, whole};
use crate::{GeneratedImage, ImageRequest, LlmError, ModelOptions, connect_image};

const JSON: &str = "content-type: application/json\r\n";

fn options(server: &Server) -> ModelOptions {
    ModelOptions {
        base_url: Some(server.base_url.clone()),
        key: Some(SecretString::from("sk-live-0123456789abcdef")),
        ..ModelOptions::default()
    }
}

async fn ask(server: &Server, options: ModelOptions) -> Result<GeneratedImage, LlmError> {
    assert_eq!(options.base_url.as_deref(), Some(server.base_url.as_str()));
    let model = connect_image("openai:easel-1", options, &Http::new().unwrap()).unwrap();
    assert!(model.is_paid());
    let request = ImageRequest {
        prompt: "Neo, 肖像".into(),
        ratio: "16:9".into(),
        seed: Some(1),
    };
    model.generate(&request, &CancellationToken::new()).await
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
async fn reports_the_real_size_of_an_image() {
    let body = json!({ "data": [{ "b64_json": BASE64_STANDARD.encode(png()) }] }).to_string();
    let mut server = Server::answering(whole("200 OK", JSON, &body));
    let extra = json!({ "quality": "low" }).as_object().unwrap().clone();
    let painted = ask(
        &server,
        ModelOptions {
            extra,
            ..options(&server)
        },
    )
    .await
    .unwrap();
    let expected = GeneratedImage {
        bytes: png(),
        mime: "image/png".into(),
        model: "openai:easel-1".into(),
        seed: None,
        width: 3,
        height: 2,
    };
    assert_eq!(painted, expected);

    let ServerEvent::Request { head, body } = server.seen().await else {
        panic!("no request")
    };
    assert_eq!(head[0], "POST /v1/images/generations HTTP/1.1");
    let expected = json!({
        "model": "easel-1", "prompt": "Neo, 肖像", "size": "1536x1024", "n": 1, "quality": "low",
    });
    assert_eq!(body, expected);
}

#[tokio::test]
async fn distinguishes_refusal_full_queue_and_timeout() {
    let refused = r#"{"error":{"message":"Blocked by our safety system.","type":
        "image_generation_user_error","code":"moderation_blocked"}}"#;
    let server = Server::answering(whole("400 Bad Request", JSON, refused));
    let message = "Blocked by our safety system.".to_owned();
    let expected = LlmError::Refused {
        provider: "openai".into(),
        message,
    };
    assert_eq!(ask(&server, options(&server)).await, Err(expected));

    let server = Server::answering(whole(
        "429 Too Many Requests",
        "retry-after-ms: 1500\r\n",
        "",
    ));
    let retry_after = Some(Duration::from_millis(1500));
    let expected = LlmError::RateLimited {
        provider: "openai".into(),
        retry_after,
    };
    assert_eq!(ask(&server, options(&server)).await, Err(expected));

    let server = Server::stalling_after("");
    let soon = HttpLimits {
        first_byte: Duration::from_millis(30),
        ..HttpLimits::default()
    };
    let outcome = ask(
        &server,
        ModelOptions {
            http: Some(soon),
            ..options(&server)
        },
    )
    .await;
    assert!(
        matches!(
            outcome,
            Err(LlmError::Unreachable { .. } | LlmError::BrokenOff { .. })
        ),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn rejects_bytes_that_are_not_an_image() {
    let text = BASE64_STANDARD.encode("no picture");
    for (body, why) in [
        (
            "".to_owned(),
            "it is not JSON: EOF while parsing a value at line 1 column 0",
        ),
        ("{}".into(), "it contains no picture"),
        (
            json!({ "data": [{ "url": "https://a.example/1.png" }] }).to_string(),
            "it contains no picture",
        ),
        (
            json!({ "data": [{ "b64_json": text }] }).to_string(),
            "its picture is not a PNG, JPEG, GIF or WebP",
        ),
    ] {
        let server = Server::answering(whole("200 OK", JSON, &body));
        let message = why.to_owned();
        let expected = LlmError::Unreadable {
            provider: "openai".into(),
            message,
        };
        assert_eq!(
            ask(&server, options(&server)).await,
            Err(expected),
            "{body}"
        );
    }
}

#[test]
fn picks_the_size_nearest_to_the_ratio() {
    let sizes = [
        "1:1",
        "5:4",
        "3:2",
        "16:9",
        "21 : 9",
        "2:3",
        "9:16",
        "4:5",
        "1920x1080",
    ]
    .map(|it| size(it, "openai").unwrap());
    let (square, wide, tall) = ((1024, 1024), (1536, 1024), (1024, 1536));
    assert_eq!(
        sizes,
        [square, wide, wide, wide, wide, tall, tall, tall, wide]
    );
    for bad in ["", "wide", "0:1", "-1:1", "NaN:1", "1:", "inf:1"] {
        let outcome = size(bad, "openai");
        assert!(
            matches!(outcome, Err(LlmError::BadRequest { .. })),
            "{bad:?}: {outcome:?}"
        );
    }
}
