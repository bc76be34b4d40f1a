//! Tests for panics, time limits, cancellation, and misbehaving tools.

use super::*;

#[tokio::test]
async fn panic_becomes_a_failure_without_details() {
    let fixture = TestStory::new().await;
    let error = fixture
        .error(&fixture.person(), "panic_now", json!({}))
        .await;
    assert_eq!(error.code, Code::Internal);
    let text = serde_json::to_string(&error).unwrap();
    assert!(
        !text.contains("42"),
        "the panic message is not exposed: {text}"
    );
    let after = fixture
        .call(&fixture.person(), "read_node_kv", json!({}))
        .await;
    assert!(after.succeeded(), "the dispatcher still works");
}

#[tokio::test]
async fn panicking_ui_hints_do_not_affect_the_result() {
    let fixture = TestStory::new().await;
    let output = fixture
        .call(&fixture.person(), "show_badly", json!({}))
        .await;
    assert!(output.succeeded());
    assert_eq!(output.ui_hints, None);
}

#[tokio::test]
async fn tool_is_stopped_at_its_time_limit() {
    let fixture = TestStory::new().await;
    let error = fixture
        .error(&fixture.person(), "wait_no_time", json!({}))
        .await;
    assert_eq!(error.code, Code::Unavailable);
    assert_eq!(
        error.message,
        "wait_no_time was stopped: it did not respond for 0 seconds"
    );
    let said = json!({ "what": "silent", "parts": { "seconds": 0 } });
    assert_eq!(error.said, Some(said));
}

#[tokio::test(start_paused = true)]
async fn progress_extends_the_time_limit() {
    let fixture = TestStory::new().await;
    let output = fixture
        .call(&fixture.person(), "speak_much", json!({}))
        .await;
    assert!(output.succeeded(), "{:?}", output.error);
}

#[tokio::test]
async fn cancelling_stops_a_waiting_call() {
    let fixture = TestStory::new().await;
    let caller = fixture.person();
    let cancel = async { caller.cancelled.cancel() };
    let (output, ()) = tokio::join!(fixture.call(&caller, "wait_forever", json!({})), cancel);
    assert_eq!(output.error.map(|it| it.code), Some(Code::Cancelled));
}

#[tokio::test]
async fn cancelled_caller_starts_no_call() {
    let fixture = TestStory::new().await;
    let caller = fixture.person();
    caller.cancelled.cancel();
    let error = fixture.error(&caller, "update_node_kv", neo()).await;
    assert_eq!(error.code, Code::Cancelled);
}

#[tokio::test]
async fn stopped_call_that_has_committed_succeeds() {
    let fixture = TestStory::new().await;
    let caller = fixture.person();
    let mut changes = fixture.store().subscribe();
    let cancel_once_written = async {
        changes.recv().await.unwrap();
        caller.cancelled.cancel();
    };
    let call = fixture.call(&caller, "write_and_wait", neo());
    let (output, ()) = tokio::join!(call, cancel_once_written);
    assert_eq!(output.status, Status::Success, "{:?}", output.error);
    assert_eq!(output.result.unwrap().data["version"], json!(1));
    assert_eq!(output.wrote.len(), 1);
}

#[tokio::test]
async fn tool_can_commit_only_once() {
    let fixture = TestStory::new().await;
    let output = fixture
        .call(&fixture.person(), "edit_twice", json!({}))
        .await;
    let error = output.error.unwrap();
    assert_eq!(
        (error.code, &*error.message),
        (Code::Internal, "a tool makes one commit")
    );
}

#[tokio::test]
async fn read_tool_cannot_write() {
    let fixture = TestStory::new().await;
    let error = fixture
        .error(&fixture.person(), "write_in_secret", json!({}))
        .await;
    assert_eq!(error.code, Code::Internal);
}
