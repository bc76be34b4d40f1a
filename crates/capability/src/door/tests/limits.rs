//! Panics, time limits, cancellation, and tools that break the rules of tools.

use super::*;

#[tokio::test]
async fn a_panic_is_an_answer_without_details() {
    let stage = Stage::new().await;
    let error = stage.error(&stage.person(), "panic_now", json!({})).await;
    assert_eq!(error.code, Code::Internal);
    let told = serde_json::to_string(&error).unwrap();
    assert!(
        !told.contains("42"),
        "what a panic says stays inside: {told}"
    );
    let after = stage.call(&stage.person(), "read_node_kv", json!({})).await;
    assert!(after.succeeded(), "the door lives on");
}

#[tokio::test]
async fn a_picture_that_cannot_be_made_takes_nothing_from_the_result() {
    let stage = Stage::new().await;
    let output = stage.call(&stage.person(), "show_badly", json!({})).await;
    assert!(output.succeeded());
    assert_eq!(output.ui_hints, None);
}

#[tokio::test]
async fn a_tool_past_its_time_limit_is_stopped() {
    let stage = Stage::new().await;
    let error = stage
        .error(&stage.person(), "wait_no_time", json!({}))
        .await;
    assert_eq!(error.code, Code::Unavailable);
    assert_eq!(
        error.message,
        "wait_no_time was stopped: it gave no sign for 0 seconds"
    );
    let said = json!({ "what": "silent", "parts": { "seconds": 0 } });
    assert_eq!(error.said, Some(said));
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_tells_its_progress_may_take_longer_than_its_time_limit() {
    let stage = Stage::new().await;
    let output = stage.call(&stage.person(), "speak_much", json!({})).await;
    assert!(output.succeeded(), "{:?}", output.error);
}

#[tokio::test]
async fn cancelling_ends_a_call_that_waits() {
    let stage = Stage::new().await;
    let caller = stage.person();
    let cancel = async { caller.cancelled.cancel() };
    let (output, ()) = tokio::join!(stage.call(&caller, "wait_forever", json!({})), cancel);
    assert_eq!(output.error.map(|it| it.code), Some(Code::Cancelled));
}

#[tokio::test]
async fn a_caller_who_has_gone_starts_nothing() {
    let stage = Stage::new().await;
    let caller = stage.person();
    caller.cancelled.cancel();
    let error = stage.error(&caller, "update_node_kv", neo()).await;
    assert_eq!(error.code, Code::Cancelled);
}

#[tokio::test]
async fn what_was_committed_before_a_call_was_stopped_is_answered_as_done() {
    let stage = Stage::new().await;
    let caller = stage.person();
    let mut changes = stage.store().subscribe();
    let cancel_once_written = async {
        changes.recv().await.unwrap();
        caller.cancelled.cancel();
    };
    let call = stage.call(&caller, "write_and_wait", neo());
    let (output, ()) = tokio::join!(call, cancel_once_written);
    assert_eq!(output.status, Status::Success, "{:?}", output.error);
    assert_eq!(output.result.unwrap().data["version"], json!(1));
    assert_eq!(output.wrote.len(), 1);
}

#[tokio::test]
async fn a_tool_makes_one_commit() {
    let stage = Stage::new().await;
    let output = stage.call(&stage.person(), "edit_twice", json!({})).await;
    let error = output.error.unwrap();
    assert_eq!(
        (error.code, &*error.message),
        (Code::Internal, "a tool makes one commit")
    );
}

#[tokio::test]
async fn a_tool_that_is_said_to_look_cannot_write() {
    let stage = Stage::new().await;
    let error = stage
        .error(&stage.person(), "write_in_secret", json!({}))
        .await;
    assert_eq!(error.code, Code::Internal);
}

#[tokio::test]
async fn tools_that_call_one_another_in_a_circle_come_to_an_end() {
    let stage = Stage::new().await;
    let output = stage.call(&stage.person(), "call_itself", json!({})).await;
    let told = output.content();
    assert!(
        told.contains("call_itself was called by tools that call one another"),
        "{told}"
    );
}

#[tokio::test]
async fn a_nested_call_has_no_more_authority_than_its_caller() {
    let stage = Stage::new().await;
    let mut caller = stage.person();
    caller.grant.methods = Some(["odd.nested".to_owned()].into());
    let output = stage.call(&caller, "call_another", neo()).await;
    assert_eq!(
        output.result.unwrap().data["error"]["code"],
        json!("PERMISSION_DENIED")
    );
    assert_eq!(stage.attributes(), None);
}
