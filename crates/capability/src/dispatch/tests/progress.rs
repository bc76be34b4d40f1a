//! Tests for long calls: when they are reported, the contents of a report, and cancelling by
//! number.

use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Instant, timeout};

use super::*;
use crate::Progress;

/// Receives the progress of a fixture's calls.
fn progress_reports(fixture: &TestStory) -> UnboundedReceiver<Progress> {
    let (sender, reports) = unbounded_channel();
    let tell = move |it| sender.send(it).unwrap();
    fixture.registry.on_progress(Box::new(tell));
    reports
}

#[tokio::test(start_paused = true)]
async fn reporting_call_is_announced_and_can_be_cancelled_by_run() {
    let fixture = TestStory::new().await;
    let mut reports = progress_reports(&fixture);
    let caller = Caller {
        origin: Some("window/1".into()),
        ..fixture.person()
    };
    let began = Instant::now();
    let stop = async {
        let first = reports.recv().await.unwrap();
        let after = began.elapsed();
        assert!(fixture.registry.cancel(first.run), "it is running");
        (first, after)
    };
    let call = fixture.call_as(&caller, Some("c1"), "speak_and_wait", json!({}));
    let (output, (first, after)) = tokio::join!(call, stop);
    let expected = Progress {
        run: first.run,
        call: "c1".into(),
        tool: "speak_and_wait".into(),
        origin: Some("window/1".into()),
        turn: None,
        done: Some(0.25),
        doing: Some("mixing colors".into()),
        text: Some("Once".into()),
        ended: false,
    };
    assert_eq!(first, expected);
    assert!(
        after < Duration::from_secs(1),
        "it reported progress: {after:?}"
    );
    let error = output.error.unwrap();
    assert_eq!(
        (error.code, &*error.message),
        (Code::Cancelled, "a person stopped this call")
    );
    let ended = Progress {
        ended: true,
        ..expected
    };
    assert_eq!(reports.recv().await, Some(ended));
    assert!(!fixture.registry.cancel(first.run), "it has ended");
    assert!(!caller.cancelled.is_cancelled(), "its caller continues");
}

#[tokio::test(start_paused = true)]
async fn silent_call_is_announced_after_a_second_with_heartbeats() {
    let fixture = TestStory::new().await;
    let mut reports = progress_reports(&fixture);
    let caller = fixture.person();
    let began = Instant::now();
    let call = fixture.call(&caller, "wait_forever", json!({}));
    let listen = async {
        let first = reports.recv().await.unwrap();
        assert_eq!((first.done, first.doing), (None, None));
        assert_eq!(began.elapsed().as_secs(), 1);
        let again = reports.recv().await.unwrap();
        assert_eq!((again.run, again.ended), (first.run, false));
        caller.cancelled.cancel();
    };
    let (output, ()) = tokio::join!(call, listen);
    assert_eq!(output.error.unwrap().message, "the call was stopped");
    assert!(reports.recv().await.unwrap().ended);
}

#[tokio::test(start_paused = true)]
async fn progress_is_limited_to_five_per_second_plus_the_end() {
    let fixture = TestStory::new().await;
    let mut reports = progress_reports(&fixture);
    assert!(
        fixture
            .call(&fixture.person(), "speak_much", json!({}))
            .await
            .succeeded()
    );
    let mut updates = Vec::new();
    while let Ok(it) = reports.try_recv() {
        updates.push(it);
    }
    let ends = updates.iter().filter(|it| it.ended).count();
    assert_eq!((ends, updates.last().map(|it| it.ended)), (1, Some(true)));
    assert!(
        (25..=51).contains(&updates.len()),
        "{} in ten seconds",
        updates.len()
    );
    let parts: Vec<_> = updates.iter().map(|it| it.done.unwrap()).collect();
    assert!(parts.is_sorted(), "{parts:?}");
}

#[tokio::test]
async fn short_and_self_reporting_calls_send_no_progress() {
    let fixture = TestStory::new().await;
    let mut reports = progress_reports(&fixture);
    assert!(
        fixture
            .call(&fixture.person(), "update_node_kv", neo())
            .await
            .succeeded()
    );
    // From here on the test does not wait for anything real.
    tokio::time::pause();
    let caller = fixture.person();
    let quiet = fixture.call(&caller, "wait_quietly", json!({}));
    assert!(timeout(Duration::from_secs(5), quiet).await.is_err());
    assert_eq!(reports.try_recv().ok(), None);
}
