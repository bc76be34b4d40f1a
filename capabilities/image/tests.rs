//! Pictures through the door.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use capability::{ImageModel, ImageRequest, LlmError, Painted};
use expect_test::expect;
use model::AssetId;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::tests::{Desk, check};

/// Paints what it was told to, in turn, and keeps what it was asked.
#[derive(Default)]
struct Easel {
    pictures: Mutex<Vec<Result<Painted, LlmError>>>,
    asked: Mutex<Vec<ImageRequest>>,
}

#[async_trait]
impl ImageModel for Easel {
    fn name(&self) -> String {
        "test:easel".into()
    }

    fn costs(&self) -> bool {
        true
    }

    async fn paint(
        &self,
        request: &ImageRequest,
        _: &CancellationToken,
    ) -> Result<Painted, LlmError> {
        self.asked.lock().unwrap().push(request.clone());
        self.pictures.lock().unwrap().remove(0)
    }
}

fn painted(bytes: &[u8]) -> Result<Painted, LlmError> {
    Ok(Painted {
        bytes: bytes.to_vec(),
        mime: "image/png".into(),
        model: "test:easel".into(),
        seed: Some(7),
        width: 64,
        height: 96,
    })
}

async fn desk(pictures: Vec<Result<Painted, LlmError>>) -> (Desk, Arc<Easel>) {
    let easel = Arc::new(Easel {
        pictures: Mutex::new(pictures),
        ..Easel::default()
    });
    let desk = Desk::with_painter(easel.clone());
    desk.node("Neo", "character").await;
    (desk, easel)
}

#[tokio::test]
async fn a_picture_is_kept_with_how_it_was_made() {
    let (desk, easel) = desk(vec![painted(b"first"), painted(b"second")]).await;
    let args =
        json!({ "prompt": " Neo, cyberpunk style ", "ratio": "2:3", "seed": 7, "node": "Neo" });
    let answer = desk.ok("generate_image", args).await;
    check(
        &answer,
        &expect![[r#"
        {
          "node": {
            "id": "<id>",
            "title": "Neo"
          },
          "version": 1,
          "asset": "22896bcbc3d1c76a0b90c4c3523dbea532ad63196fafdbd52cced52200d3dae4",
          "mime": "image/png",
          "prompt": "Neo, cyberpunk style",
          "ratio": "2:3",
          "model": "test:easel",
          "seed": 7,
          "width": 64,
          "height": 96
        }
    "#]],
    );
    let asset: AssetId = answer["asset"].as_str().unwrap().parse().unwrap();
    assert_eq!(
        desk.store.view(None).asset(asset).unwrap().unwrap().bytes,
        b"first"
    );

    desk.ok(
        "generate_image",
        json!({ "prompt": "尼奥，雨夜", "node": "Neo" }),
    )
    .await;
    check(
        &desk.ok("list_images", json!({ "node": "Neo" })).await,
        &expect![[r#"
            {
              "node": {
                "id": "<id>",
                "title": "Neo"
              },
              "count": 2,
              "images": [
                {
                  "version": 2,
                  "adopted": true,
                  "time": "<time>",
                  "asset": "cd85637651ec7a557bddd61c5ddd1df21ad8bbbaf6c3c098482b3ed1c1014964",
                  "mime": "image/png",
                  "prompt": "尼奥，雨夜",
                  "ratio": "1:1",
                  "model": "test:easel",
                  "seed": 7,
                  "width": 64,
                  "height": 96
                },
                {
                  "version": 1,
                  "adopted": false,
                  "time": "<time>",
                  "asset": "22896bcbc3d1c76a0b90c4c3523dbea532ad63196fafdbd52cced52200d3dae4",
                  "mime": "image/png",
                  "prompt": "Neo, cyberpunk style",
                  "ratio": "2:3",
                  "model": "test:easel",
                  "seed": 7,
                  "width": 64,
                  "height": 96
                }
              ]
            }
        "#]],
    );
    let asked: Vec<_> = easel
        .asked
        .lock()
        .unwrap()
        .iter()
        .map(|it| json!(it))
        .collect();
    assert_eq!(
        asked,
        [
            json!({ "prompt": "Neo, cyberpunk style", "ratio": "2:3", "seed": 7 }),
            json!({ "prompt": "尼奥，雨夜", "ratio": "1:1", "seed": null }),
        ]
    );
}

#[tokio::test]
async fn a_failure_of_the_model_is_a_structured_answer_and_nothing_is_written() {
    let provider = || "easel".to_owned();
    let message = || "no such picture".to_owned();
    let failures = vec![
        LlmError::Unreachable {
            provider: provider(),
            message: message(),
        },
        LlmError::RateLimited {
            provider: provider(),
            retry_after: Some(std::time::Duration::from_secs(20)),
        },
        LlmError::Refused {
            provider: provider(),
            message: message(),
        },
        LlmError::TooLong {
            provider: provider(),
            message: message(),
        },
        LlmError::Unauthorized {
            provider: provider(),
            message: message(),
        },
        LlmError::Unreadable {
            provider: provider(),
            message: message(),
        },
        LlmError::Cancelled,
    ];
    let count = failures.len();
    let (desk, _) = desk(failures.into_iter().map(Err).collect()).await;
    let before = desk.changes();
    let mut errors = Vec::new();
    for _ in 0..count {
        errors.push(
            desk.fails("generate_image", json!({ "prompt": "x", "node": "Neo" }))
                .await,
        );
    }
    expect![[r#"
        UNAVAILABLE: no picture was made: cannot reach easel: no such picture [nothing was written; try again once, then tell the person]
        UNAVAILABLE: no picture was made: easel asks to slow down; try again in 20 s [nothing was written; try again in 20 seconds]
        INVALID_ACTION_INPUT /prompt: no picture was made: easel declines: no such picture [describe the picture in another way, or tell the person that it was declined]
        INVALID_ACTION_INPUT /prompt: no picture was made: the conversation is too long for easel: no such picture [shorten the prompt]
        UNAVAILABLE: no picture was made: easel refuses the key: no such picture [trying again does not help: a person has to look at the image model's settings]
        UNAVAILABLE: no picture was made: the reply of easel could not be read: no such picture [nothing was written; try again once, then tell the person]
        CANCELLED: the picture was not finished"#]].assert_eq(&errors.join("\n"));
    assert_eq!(desk.changes(), before);
}

#[tokio::test]
async fn nobody_paints_from_a_prompt_that_is_none() {
    let (desk, easel) = desk(Vec::new()).await;
    let long = "x".repeat(4001);
    let errors = [
        desk.fails("generate_image", json!({ "prompt": " ", "node": "Neo" }))
            .await,
        desk.fails("generate_image", json!({ "prompt": long, "node": "Neo" }))
            .await,
        desk.fails(
            "generate_image",
            json!({ "prompt": "x", "ratio": "7:1", "node": "Neo" }),
        )
        .await,
        desk.fails(
            "generate_image",
            json!({ "prompt": "x", "node": "Morpheus" }),
        )
        .await,
    ];
    expect![[r#"
        INVALID_ACTION_INPUT /prompt: the prompt is empty [say what the picture shows]
        INVALID_ACTION_INPUT /prompt: the prompt is 4001 characters long; at most 4000 are read
        INVALID_ACTION_INPUT /ratio: /ratio: it is none of the words allowed here [did you mean "1:1"?]
        NOT_FOUND /node: there is no node "Morpheus" [list the nodes, or search for a word in them]"#]].assert_eq(&errors.join("\n"));
    assert_eq!(easel.asked.lock().unwrap().len(), 0);
}

#[tokio::test]
async fn a_picture_is_shown_as_one() {
    let (desk, _) = desk(vec![painted(b"first")]).await;
    let output = desk
        .call("generate_image", json!({ "prompt": "Neo", "node": "Neo" }))
        .await;
    check(
        &json!(output.ui_hints),
        &expect![[r#"
        {
          "template": "picture",
          "title": "Picture of Neo",
          "fields": {
            "asset": "22896bcbc3d1c76a0b90c4c3523dbea532ad63196fafdbd52cced52200d3dae4",
            "mime": "image/png",
            "alt": "Neo",
            "width": 64,
            "height": 96
          }
        }
    "#]],
    );
}
