//! Calls of tools, their progress and cancellation, pictures, and the events of changes.

use std::sync::Arc;

use capability::ImageModel;
use host::interfaces::window::picture::{ServedMedia, media_response};
use llm::ModelOptions;
use llm::http::Http;
use llm::providers::scripted::ScriptedModel;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::test_server::{TestServer, request};
use crate::*;

#[tokio::test]
async fn a_call_with_the_token_gets_the_full_answer_without_hints() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let answer = served.call("create_node", json!({ "title": "Neo" })).await;
    assert_eq!(
        (&answer["status"], &answer["change"]),
        (&json!("success"), &json!(1))
    );
    assert_eq!(answer["ui_schema"]["template"], "nodes", "{answer}");
    assert_eq!(answer.get("ui_hints"), None);
    let failed = served.call("show_node", json!({ "node": "Nemo" })).await;
    assert_eq!(
        failed["error"]["code"], "NOT_FOUND",
        "a tool's failure is an answer: {failed}"
    );
}

#[tokio::test]
async fn rejects_malformed_calls() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let bearer = served.bearer();
    for (call, status) in [
        (json!({ "name": "read_map", "args": {} }), 422),
        (json!({ "name": "read_map", "origin": "" }), 400),
        (
            json!({ "name": "read_map", "origin": "w", "node": "Neo" }),
            422,
        ),
        (
            json!({ "name": "read_map", "origin": "w", "grant": "all" }),
            422,
        ),
    ] {
        let reply = served.call_with(&bearer, &call).await;
        assert_eq!(reply.status, status, "{call}");
        assert_eq!(reply.json()["error"]["code"], "INVALID_ACTION_INPUT");
    }
    let head = format!("POST /api/call HTTP/1.1\r\nContent-Type: text/plain{bearer}");
    assert_eq!(served.send(&head, b"{}").await.status, 415);
    let long =
        json!({ "name": "read_map", "origin": "w", "args": { "a": "x".repeat(BODY_LIMIT) } });
    assert_eq!(served.call_with(&bearer, &long).await.status, 413);
}

#[tokio::test]
async fn a_repeated_call_id_runs_once() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let mut call = request("create_node", json!({ "title": "Neo" }));
    call["id"] = json!("c1");
    let once = served.call_with(&served.bearer(), &call).await.json();
    let again = served.call_with(&served.bearer(), &call).await.json();
    assert_eq!(once["result"], again["result"]);
    let story = served.call("read_map", json!({})).await;
    assert_eq!(story["result"]["data"]["number"], 1);
}

#[tokio::test]
async fn paid_calls_need_confirmation_and_assets_need_the_cookie() {
    let served = TestServer::new(ScriptedModel::new()).await;
    served.call("create_node", json!({ "title": "Neo" })).await;
    let mut paint = request(
        "generate_image",
        json!({ "prompt": "a dot", "node": "Neo" }),
    );
    let asked = served.call_with(&served.bearer(), &paint).await.json();
    assert_eq!(asked["error"]["code"], "PERMISSION_DENIED");
    assert_eq!(
        asked["error"]["message"],
        "generate_image needs your yes first"
    );
    paint["confirmed"] = json!(true);
    let reply = served.call_with(&served.bearer(), &paint).await;
    let cookie = reply.header("set-cookie").unwrap().to_owned();
    let (pass, terms) = cookie.split_once("; ").unwrap();
    assert_eq!(terms, "Path=/assets; SameSite=Strict; HttpOnly");
    assert!(!cookie.contains(&served.token), "the pass is not the token");
    let answer = reply.json();
    let path = format!(
        "/assets/{}",
        answer["result"]["data"]["asset"].as_str().unwrap()
    );

    assert_eq!(served.get(&path).await.status, 401);
    let picture = served
        .send(&format!("GET {path} HTTP/1.1\r\nCookie: a=b; {pass}"), b"")
        .await;
    assert_eq!(
        (picture.status, &picture.body[..]),
        (200, &b"\x89PNG dot"[..])
    );
    let header = |name| picture.header(name).unwrap();
    assert_eq!(header("content-type"), "image/png");
    assert_eq!(header("content-disposition"), "inline");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(
        header("cache-control"),
        "private, max-age=31536000, immutable"
    );
    assert!(header("content-security-policy").ends_with("sandbox"));
    for path in [
        format!("/assets/{}", "0".repeat(64)),
        "/assets/x".to_owned(),
    ] {
        let missing = served
            .send(&format!("GET {path} HTTP/1.1\r\nCookie: {pass}"), b"")
            .await;
        assert_eq!(missing.status, 404);
    }
}

#[test]
fn serves_other_assets_as_downloads() {
    for mime in [
        "text/html",
        "application/xhtml+xml",
        "image/png\r\nX: y",
        "",
    ] {
        let picture = ServedMedia::new(b"<script>".to_vec(), mime.to_owned());
        let headers = media_response(picture).headers().clone();
        assert_eq!(
            headers["content-type"], "application/octet-stream",
            "{mime}"
        );
        assert_eq!(headers["content-disposition"], "attachment", "{mime}");
    }
}

#[tokio::test]
async fn change_events_name_the_window_of_origin() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let mut stream = served.listen().await;
    let made = served.call("create_node", json!({ "title": "Neo" })).await;
    let event = stream.event("data:changed").await;
    assert_eq!(
        (&event["type"], &event["number"]),
        (&json!("data:changed"), &json!(1))
    );
    assert_eq!(event["origin"], "window/1");
    assert_eq!(
        event["nodes"],
        json!([made["result"]["data"]["node"]["id"]])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_import_reports_progress_and_leaves_nothing_when_cancelled() {
    let served = Arc::new(TestServer::new(ScriptedModel::new()).await);
    let before = served.call("read_map", json!({})).await;
    let mut stream = served.listen().await;
    let passages: String = (0..20_000)
        .map(|it| format!(":: Passage {it}\nOn. [[Passage {}]]\n\n", it + 1))
        .collect();
    let importing = tokio::spawn({
        let served = Arc::clone(&served);
        let args = json!({ "content": passages, "format": "twee" });
        async move { served.call("import_story", args).await }
    });
    let event = stream.event("progress").await;
    assert_eq!(
        (&event["tool"], &event["origin"], &event["ended"]),
        (&json!("import_story"), &json!("window/1"), &json!(false))
    );
    let run = &event["run"];
    let stopped = served.call("cancel_call", json!({ "run": run })).await;
    assert_eq!(stopped["result"]["data"], json!({ "cancelled": true }));
    let answer = importing.await.unwrap();
    assert_eq!(answer["error"]["code"], "CANCELLED", "{answer}");
    stream.until(r#""ended":true"#).await;
    let after = served.call("read_map", json!({})).await;
    assert_eq!(after["result"], before["result"], "nothing half-written");
    let again = served.call("cancel_call", json!({ "run": run })).await;
    assert_eq!(again["result"]["data"], json!({ "cancelled": false }));
}

/// A server with the API of AUTOMATIC1111 that never finishes; reports when it is interrupted.
async fn slow_painter() -> (Arc<dyn ImageModel>, mpsc::UnboundedReceiver<()>) {
    let (sender, interrupted) = mpsc::unbounded_channel();
    let routes = Router::new()
        .route("/sdapi/v1/txt2img", post(std::future::pending::<String>))
        .route(
            "/sdapi/v1/progress",
            get(|| async { axum::Json(json!({ "progress": 0.4 })) }),
        )
        .route(
            "/sdapi/v1/interrupt",
            post(move || async move {
                sender.send(()).unwrap();
                axum::Json(json!({}))
            }),
        );
    let listener = listen(0).await.unwrap();
    let options = ModelOptions {
        base_url: Some(format!("http://{}", listener.local_addr().unwrap())),
        ..ModelOptions::default()
    };
    tokio::spawn(axum::serve(listener, routes).into_future());
    let http = Http::new().unwrap();
    let painter = llm::connect_image("automatic1111:current", options, &http).unwrap();
    (painter, interrupted)
}

#[tokio::test]
async fn reports_image_progress_and_interrupts_the_service_on_cancel() {
    let (painter, mut interrupted) = slow_painter().await;
    let served = Arc::new(TestServer::with_painter(ScriptedModel::new(), painter).await);
    served.call("create_node", json!({ "title": "Neo" })).await;
    let mut stream = served.listen().await;
    let painting = tokio::spawn({
        let served = Arc::clone(&served);
        let mut paint = request("generate_image", json!({ "prompt": "Neo", "node": "Neo" }));
        paint["confirmed"] = json!(true);
        async move { served.call_with(&served.bearer(), &paint).await.json() }
    });
    let event = stream.event("progress").await;
    assert_eq!(event["tool"], "generate_image");
    let near = |it: &Value| it.as_f64().is_some_and(|it| (it - 0.4).abs() < 1e-6);
    assert!(near(&event["done"]), "{event}");
    let run = json!({ "run": event["run"] });
    let stopped = served.call("cancel_call", run).await;
    assert_eq!(stopped["result"]["data"]["cancelled"], true);
    let answer = painting.await.unwrap();
    assert_eq!(answer["error"]["code"], "CANCELLED", "{answer}");
    assert_eq!(interrupted.recv().await, Some(()));
    let listed = served.call("list_images", json!({ "node": "Neo" })).await;
    assert_eq!(listed["result"]["data"]["count"], 0);
}
