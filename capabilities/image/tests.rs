//! Pictures, called through the registry.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use capability::{GeneratedImage, ImageModel, ImageRequest, LlmError};
use expect_test::expect;
use model::AssetId;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::tests::{TestHarness, check, png_file};

/// Returns scripted pictures in turn and records the requests.
#[derive(Default)]
struct ScriptedImageModel {
    pictures: Mutex<Vec<Result<GeneratedImage, LlmError>>>,
    asked: Mutex<Vec<ImageRequest>>,
}

#[async_trait]
impl ImageModel for ScriptedImageModel {
    fn name(&self) -> String {
        "test:easel".into()
    }

    fn is_paid(&self) -> bool {
        true
    }

    async fn generate_with_progress(
        &self,
        request: &ImageRequest,
        _: &CancellationToken,
        _: &mut (dyn FnMut(f32) + Send),
    ) -> Result<GeneratedImage, LlmError> {
        self.asked.lock().unwrap().push(request.clone());
        self.pictures.lock().unwrap().remove(0)
    }
}

fn painted(bytes: &[u8]) -> Result<GeneratedImage, LlmError> {
    Ok(GeneratedImage {
        bytes: bytes.to_vec(),
        mime: "image/png".into(),
        model: "test:easel".into(),
        seed: Some(7),
        width: 64,
        height: 96,
    })
}

async fn harness(
    pictures: Vec<Result<GeneratedImage, LlmError>>,
) -> (TestHarness, Arc<ScriptedImageModel>) {
    let easel = Arc::new(ScriptedImageModel {
        pictures: Mutex::new(pictures),
        ..ScriptedImageModel::default()
    });
    let harness = TestHarness::with_image_model(easel.clone());
    harness.node("Neo", "character").await;
    (harness, easel)
}

#[tokio::test]
async fn a_picture_is_stored_with_its_generation_details() {
    let (harness, easel) = harness(vec![painted(b"first"), painted(b"second")]).await;
    let args =
        json!({ "prompt": " Neo, cyberpunk style ", "ratio": "2:3", "seed": 7, "node": "Neo" });
    let answer = harness.ok("generate_image", args).await;
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
        harness
            .store
            .view(None)
            .asset(asset)
            .unwrap()
            .unwrap()
            .bytes,
        b"first"
    );

    harness
        .ok(
            "generate_image",
            json!({ "prompt": "尼奥，雨夜", "node": "Neo" }),
        )
        .await;
    let map = harness.ok("read_map", json!({})).await;
    assert_eq!(map["nodes"][0]["pictures"], 2, "the map counts them");
    check(
        &harness.ok("list_images", json!({ "node": "Neo" })).await,
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
async fn a_model_failure_is_a_structured_error_and_writes_nothing() {
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
    let (harness, _) = harness(failures.into_iter().map(Err).collect()).await;
    let before = harness.changes();
    let mut errors = Vec::new();
    for _ in 0..count {
        errors.push(
            harness
                .fails("generate_image", json!({ "prompt": "x", "node": "Neo" }))
                .await,
        );
    }
    expect![[r#"
        UNAVAILABLE: no picture was made: cannot reach easel: no such picture [nothing was written; try again once, then tell the person]
        UNAVAILABLE: no picture was made: easel asks to slow down; try again in 20 s [nothing was written; try again in 20 seconds]
        INVALID_ACTION_INPUT /prompt: no picture was made: easel declines: no such picture [describe the picture differently, or tell the person that it was declined]
        INVALID_ACTION_INPUT /prompt: no picture was made: the conversation is too long for easel: no such picture [shorten the prompt]
        UNAVAILABLE: no picture was made: easel refuses the key: no such picture [trying again does not help: a person has to look at the image model's settings]
        UNAVAILABLE: no picture was made: the reply of easel could not be read: no such picture [nothing was written; try again once, then tell the person]
        CANCELLED: the picture was not finished"#]].assert_eq(&errors.join("\n"));
    assert_eq!(harness.changes(), before);
}

#[tokio::test]
async fn rejects_an_empty_prompt() {
    let (harness, easel) = harness(Vec::new()).await;
    let long = "x".repeat(4001);
    let errors = [
        harness
            .fails("generate_image", json!({ "prompt": " ", "node": "Neo" }))
            .await,
        harness
            .fails("generate_image", json!({ "prompt": long, "node": "Neo" }))
            .await,
        harness
            .fails(
                "generate_image",
                json!({ "prompt": "x", "ratio": "7:1", "node": "Neo" }),
            )
            .await,
        harness
            .fails(
                "generate_image",
                json!({ "prompt": "x", "node": "Morpheus" }),
            )
            .await,
    ];
    expect![[r#"
        INVALID_ACTION_INPUT /prompt: the prompt is empty [say what the picture shows]
        INVALID_ACTION_INPUT /prompt: the prompt is 4001 characters long; at most 4000 are read
        INVALID_ACTION_INPUT /ratio: /ratio: it is not one of the allowed values [did you mean "1:1"?]
        NOT_FOUND /node: there is no node "Morpheus" [list the nodes, or search for a word in them]"#]].assert_eq(&errors.join("\n"));
    assert_eq!(easel.asked.lock().unwrap().len(), 0);
}

#[tokio::test]
async fn ui_hints_show_the_picture() {
    let (harness, _) = harness(vec![painted(b"first")]).await;
    let output = harness
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

/// Starts to generate, reports progress, and cancels at its service when stopped.
struct SlowImageModel {
    interrupted: tokio::sync::mpsc::UnboundedSender<()>,
}

#[async_trait]
impl ImageModel for SlowImageModel {
    fn name(&self) -> String {
        "test:slow".into()
    }

    fn is_paid(&self) -> bool {
        true
    }

    async fn generate_with_progress(
        &self,
        _: &ImageRequest,
        cancelled: &CancellationToken,
        on_progress: &mut (dyn FnMut(f32) + Send),
    ) -> Result<GeneratedImage, LlmError> {
        on_progress(0.25);
        cancelled.cancelled().await;
        // Takes time, as a request to a service would.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        self.interrupted.send(()).unwrap();
        Err(LlmError::Cancelled)
    }
}

#[tokio::test]
async fn reports_progress_and_cancels_the_request_at_the_service() {
    let (sender, mut interrupted) = tokio::sync::mpsc::unbounded_channel();
    let harness = TestHarness::with_image_model(Arc::new(SlowImageModel {
        interrupted: sender,
    }));
    harness.node("Neo", "character").await;
    let before = harness.changes();
    let (progress, mut reports) = tokio::sync::mpsc::unbounded_channel();
    harness
        .registry
        .on_progress(Box::new(move |it| progress.send(it).unwrap()));
    let painting = harness.call("generate_image", json!({ "prompt": "Neo", "node": "Neo" }));
    let stop = async {
        let first = reports.recv().await.unwrap();
        assert_eq!(
            (first.done, first.doing.as_deref()),
            (Some(0.25), Some("painting"))
        );
        assert!(harness.registry.cancel(first.run));
    };
    let (output, ()) = tokio::join!(painting, stop);
    assert_eq!(output.error.unwrap().code, capability::Code::Cancelled);
    assert_eq!(interrupted.recv().await, Some(()));
    assert_eq!(harness.changes(), before);
}

/// A real WebP of 4 by 4 pixels.
fn webp_file() -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = image_webp::WebPEncoder::new(&mut bytes);
    let color = image_webp::ColorType::Rgb8;
    encoder.encode(&[7; 48], 4, 4, color).unwrap();
    bytes
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

#[tokio::test]
async fn adds_and_removes_an_uploaded_picture() {
    let (harness, _) = harness(Vec::new()).await;
    let file = png_file();
    let args =
        json!({ "content": base64(&file), "node": "Neo", "description": " Neo as a child " });
    let answer = harness.ok("add_image", args).await;
    check(
        &answer,
        &expect![[r#"
            {
              "node": {
                "id": "<id>",
                "title": "Neo"
              },
              "version": 1,
              "asset": "d52b18054bcac560ba60774599298f13a9ca41f6369dfd86d9616ff0336731f4",
              "mime": "image/png",
              "prompt": "Neo as a child",
              "ratio": "",
              "model": "",
              "width": 3,
              "height": 2,
              "origin": "own file"
            }
        "#]],
    );
    let asset: AssetId = answer["asset"].as_str().unwrap().parse().unwrap();
    let kept = harness.store.view(None).asset(asset).unwrap().unwrap();
    assert_eq!((kept.bytes, &*kept.mime), (file, "image/png"));

    let address = format!("data:image/webp;base64,{}", base64(&webp_file()));
    let second = harness.ok("add_image", json!({ "content": address, "node": "Neo" }));
    let second = second.await;
    assert_eq!(
        (&second["version"], &second["mime"], &second["width"]),
        (&json!(2), &json!("image/webp"), &json!(4))
    );

    let gone = harness.ok("remove_image", json!({ "node": "Neo" })).await;
    assert_eq!(gone["was"], 2);
    let listed = harness.ok("list_images", json!({ "node": "Neo" })).await;
    let adopted = |it: usize| listed["images"][it]["adopted"].clone();
    assert_eq!((adopted(0), adopted(1)), (json!(false), json!(false)));
    let error = harness
        .fails("remove_image", json!({ "node": "Neo" }))
        .await;
    assert_eq!(error, "NOT_FOUND: \"Neo\" has no picture");
    let back = json!({ "node": "Neo", "capability": "image", "number": 1 });
    harness.ok("adopt_version", back).await;
}

#[tokio::test]
async fn rejects_a_damaged_picture_and_writes_nothing() {
    let (harness, _) = harness(Vec::new()).await;
    let before = harness.changes();
    let mut damaged = png_file();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    let cut = &webp_file()[..20];
    let mut errors = Vec::new();
    for content in [
        "not base64!".to_owned(),
        String::new(),
        base64(b"GIF89a"),
        base64(b"<svg onload=\"alert(1)\"/>"),
        base64(&damaged),
        base64(cut),
        base64(&[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]),
        base64(&vec![0; 13 << 20]),
        base64(&huge_png()),
    ] {
        let args = json!({ "content": content, "node": "Neo" });
        errors.push(harness.fails("add_image", args).await);
    }
    expect![[r#"
        INVALID_ACTION_INPUT /content: the content is not base64: Invalid symbol 32, offset 3.
        INVALID_ACTION_INPUT /content: the file is empty
        INVALID_ACTION_INPUT /content: the file is not a PNG, JPEG or WebP picture [convert it to one of these first]
        INVALID_ACTION_INPUT /content: the file is not a PNG, JPEG or WebP picture [convert it to one of these first]
        INVALID_ACTION_INPUT /content: the PNG file is damaged: unexpected end of file [open it in another program and save it again]
        INVALID_ACTION_INPUT /content: the WEBP file is damaged: IO Error: failed to fill whole buffer [open it in another program and save it again]
        INVALID_ACTION_INPUT /content: the file is not a PNG, JPEG or WebP picture [convert it to one of these first]
        INVALID_ACTION_INPUT /content: the file is larger than 12 MB [save the picture smaller, or as JPEG or WebP]
        INVALID_ACTION_INPUT /content: the picture has more than 40 million pixels [save it smaller]"#]].assert_eq(&errors.join("\n"));
    assert_eq!(harness.changes(), before);
}

/// The header of a PNG that claims more pixels than fit into memory.
fn huge_png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let writer = png::Encoder::new(&mut bytes, 100_000, 100_000).write_header();
    let mut writer = writer.unwrap();
    writer.write_chunk(png::chunk::IDAT, &[0; 9]).unwrap();
    drop(writer);
    bytes
}

#[tokio::test]
async fn strips_metadata_from_uploaded_photos() {
    let (harness, _) = harness(Vec::new()).await;
    let file = include_bytes!("fixtures/camera.jpg");
    let args = json!({ "content": base64(file), "node": "Neo" });
    let answer = harness.ok("add_image", args).await;
    let asset: AssetId = answer["asset"].as_str().unwrap().parse().unwrap();
    let kept = harness
        .store
        .view(None)
        .asset(asset)
        .unwrap()
        .unwrap()
        .bytes;
    assert!(memchr::memmem::find(file, b"HomeStreet").is_some());
    assert!(memchr::memmem::find(&kept, b"HomeStreet").is_none());
    assert_eq!(
        (&answer["width"], &answer["height"]),
        (&json!(48), &json!(32))
    );
}
