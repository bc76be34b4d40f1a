//! What holds for the services that make pictures, whatever their wire.

use tokio_util::sync::CancellationToken;

use crate::http::Http;
use crate::loopback::{Seen, Server};
use crate::providers::gemini_images::GeminiImages;
use crate::providers::openai_images::OpenAiImages;
use crate::{ImageModel, ImageRequest, LlmError, ModelOptions};

type Connect = fn(ModelOptions, &Http) -> Box<dyn ImageModel>;

#[tokio::test]
async fn a_picture_that_nobody_wants_any_more_ends_its_request() {
    let http = Http::new().unwrap();
    let services: [Connect; 2] = [
        |options, http| Box::new(GeminiImages::connect("gemini:easel-1", options, http).unwrap()),
        |options, http| Box::new(OpenAiImages::connect("openai:easel-1", options, http).unwrap()),
    ];
    for connect in services {
        let mut server = Server::stalling_after("");
        let options = ModelOptions {
            base_url: Some(server.base_url.clone()),
            ..ModelOptions::default()
        };
        let model = connect(options, &http);
        let request = ImageRequest {
            prompt: "Neo".into(),
            ratio: "1:1".into(),
            seed: None,
        };
        let cancelled = CancellationToken::new();
        let painting = model.paint(&request, &cancelled);
        let watching = async {
            assert!(matches!(server.seen().await, Seen::Request { .. }));
            cancelled.cancel();
            assert!(matches!(server.seen().await, Seen::HungUp));
        };
        let (outcome, ()) = tokio::join!(painting, watching);
        assert_eq!(outcome, Err(LlmError::Cancelled));
    }
}
