//! Tests for all image services, whatever their API.

use tokio_util::sync::CancellationToken;

use crate::http::Http;
use crate::test_server::{Server, ServerEvent};
use crate::{ImageRequest, LlmError, ModelOptions, connect_image};

#[tokio::test]
async fn cancelling_an_image_ends_its_request() {
    let http = Http::new().unwrap();
    for name in ["gemini:easel-1", "openai:easel-1"] {
        let mut server = Server::stalling_after("");
        let options = ModelOptions {
            base_url: Some(server.base_url.clone()),
            ..ModelOptions::default()
        };
        let model = connect_image(name, options, &http).unwrap();
        let request = ImageRequest {
            prompt: "Neo".into(),
            ratio: "1:1".into(),
            seed: None,
        };
        let cancelled = CancellationToken::new();
        let painting = model.generate(&request, &cancelled);
        let watching = async {
            assert!(matches!(server.seen().await, ServerEvent::Request { .. }));
            cancelled.cancel();
            assert!(matches!(server.seen().await, ServerEvent::HungUp));
        };
        let (outcome, ()) = tokio::join!(painting, watching);
        assert_eq!(outcome, Err(LlmError::Cancelled));
    }
}
