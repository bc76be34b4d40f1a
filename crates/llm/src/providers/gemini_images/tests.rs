//! Image requests over real loopback connections.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use secrecy::SecretString;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::http::Http;
use crate::test_server::{Server, ServerEvent, whole};
use crate::{GeneratedImage, ImageRequest, LlmError, ModelOptions, connect_image};

const JSON: &str = "content-type: application/json\r\n";

async fn ask(server: &Server) -> Result<GeneratedImage, LlmError> {
    let options = ModelOptions {
        base_url: Some(server.base_url.clone()),
        key: Some(SecretString::from("key-0123456789abcdef")),
        ..ModelOptions::default()
    };
    let model = connect_image("gemini:easel-1", options, &Http::new().unwrap()).unwrap();
    assert!(model.is_paid());
    let request = ImageRequest {
        prompt: "Neo, 肖像".into(),
        ratio: "16:10".into(),
        seed: Some(7),
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
    let data = BASE64_STANDARD.encode(png());
    let part = json!({ "inlineData": { "mimeType": "image/png", "data": data } });
    let body = json!({ "candidates": [{ "content": { "parts": [{ "text": "Here." }, part] } }] });
    let mut server = Server::answering(whole("200 OK", JSON, &body.to_string()));
    let expected = GeneratedImage {
        bytes: png(),
        mime: "image/png".into(),
        model: "gemini:easel-1".into(),
        seed: Some(7),
        width: 3,
        height: 2,
    };
    assert_eq!(ask(&server).await, Ok(expected));
    let ServerEvent::Request { head, body } = server.seen().await else {
        panic!("no request")
    };
    assert_eq!(head[0], "POST /v1/models/easel-1:generateContent HTTP/1.1");
    assert!(
        head.contains(&"x-goog-api-key: key-0123456789abcdef".to_owned()),
        "{head:?}"
    );
    let expected = json!({
        "contents": [{ "role": "user", "parts": [{ "text": "Neo, 肖像" }] }],
        "generationConfig": {
            "responseModalities": ["TEXT", "IMAGE"],
            "imageConfig": { "aspectRatio": "3:2" },
            "seed": 7,
        },
    });
    assert_eq!(body, expected);
}

#[tokio::test]
async fn missing_image_reports_the_reason() {
    let provider = || "gemini".to_owned();
    let refused = |message: &str| LlmError::Refused {
        provider: provider(),
        message: message.into(),
    };
    let unreadable = |message: &str| LlmError::Unreadable {
        provider: provider(),
        message: message.into(),
    };
    let words = json!({ "parts": [{ "text": "I would rather not." }] });
    for (body, expected) in [
        (
            json!({ "candidates": [{ "finishReason": "IMAGE_SAFETY" }] }),
            refused("it does not paint this (IMAGE_SAFETY)"),
        ),
        (
            json!({ "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" } }),
            refused("it does not paint this (PROHIBITED_CONTENT)"),
        ),
        (
            json!({ "candidates": [{ "finishReason": "NO_IMAGE" }] }),
            unreadable("it contains no picture"),
        ),
        (
            json!({ "candidates": [{ "finishReason": "STOP", "content": words }] }),
            unreadable("it contains no picture, but the words: I would rather not."),
        ),
    ] {
        let server = Server::answering(whole("200 OK", JSON, &body.to_string()));
        assert_eq!(ask(&server).await, Err(expected));
    }
    let body =
        r#"{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}"#;
    let server = Server::answering(whole("400 Bad Request", JSON, body));
    let outcome = ask(&server).await;
    assert!(
        matches!(outcome, Err(LlmError::Unauthorized { .. })),
        "{outcome:?}"
    );
}
