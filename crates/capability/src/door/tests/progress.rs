//! Calls that take long: when they are told, what is said of them, and stopping one by its number.

use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Instant, timeout};

use super::*;
use crate::Progress;

/// What is told of a stage's calls.
fn hear(stage: &Stage) -> UnboundedReceiver<Progress> {
    let (sender, heard) = unbounded_channel();
    let tell = move |it| sender.send(it).unwrap();
    stage.registry.on_progress(Box::new(tell));
    heard
}

#[tokio::test(start_paused = true)]
async fn a_call_that_speaks_is_told_and_stopped_by_its_number() {
    let stage = Stage::new().await;
    let mut heard = hear(&stage);
    let caller = Caller {
        origin: Some("window/1".into()),
        ..stage.person()
    };
    let began = Instant::now();
    let stop = async {
        let first = heard.recv().await.unwrap();
        let after = began.elapsed();
        assert!(stage.registry.cancel(first.run), "it is under way");
        (first, after)
    };
    let call = stage.call_as(&caller, Some("c1"), "speak_and_wait", json!({}));
    let (output, (first, after)) = tokio::join!(call, stop);
    let told = Progress {
        run: first.run,
        call: "c1".into(),
        tool: "speak_and_wait".into(),
        origin: Some("window/1".into()),
        turn: None,
        done: Some(0.25),
        doing: Some("mixing colors".into()),
        ended: false,
    };
    assert_eq!(first, told);
    assert!(after < Duration::from_secs(1), "it spoke: {after:?}");
    let error = output.error.unwrap();
    assert_eq!(
        (error.code, &*error.message),
        (Code::Cancelled, "a person stopped this call")
    );
    let ended = Progress {
        ended: true,
        ..told
    };
    assert_eq!(heard.recv().await, Some(ended));
    assert!(!stage.registry.cancel(first.run), "it has ended");
    assert!(!caller.cancelled.is_cancelled(), "its caller goes on");
}

#[tokio::test(start_paused = true)]
async fn a_call_that_says_nothing_is_told_after_a_second_and_shows_it_lives() {
    let stage = Stage::new().await;
    let mut heard = hear(&stage);
    let caller = stage.person();
    let began = Instant::now();
    let call = stage.call(&caller, "wait_forever", json!({}));
    let listen = async {
        let first = heard.recv().await.unwrap();
        assert_eq!((first.done, first.doing), (None, None));
        assert_eq!(began.elapsed().as_secs(), 1);
        let again = heard.recv().await.unwrap();
        assert_eq!((again.run, again.ended), (first.run, false));
        caller.cancelled.cancel();
    };
    let (output, ()) = tokio::join!(call, listen);
    assert_eq!(output.error.unwrap().message, "the call was stopped");
    assert!(heard.recv().await.unwrap().ended);
}

#[tokio::test(start_paused = true)]
async fn a_call_is_told_at_most_five_times_a_second_and_once_at_its_end() {
    let stage = Stage::new().await;
    let mut heard = hear(&stage);
    assert!(
        stage
            .call(&stage.person(), "speak_much", json!({}))
            .await
            .succeeded()
    );
    let mut told = Vec::new();
    while let Ok(it) = heard.try_recv() {
        told.push(it);
    }
    let ends = told.iter().filter(|it| it.ended).count();
    assert_eq!((ends, told.last().map(|it| it.ended)), (1, Some(true)));
    assert!(
        (25..=51).contains(&told.len()),
        "{} in ten seconds",
        told.len()
    );
    let parts: Vec<_> = told.iter().map(|it| it.done.unwrap()).collect();
    assert!(parts.is_sorted(), "{parts:?}");
}

#[tokio::test(start_paused = true)]
async fn what_a_tool_calls_speaks_under_the_run_of_the_one_that_called_it() {
    let stage = Stage::new().await;
    let mut heard = hear(&stage);
    let output = stage.call(&stage.person(), "call_speaker", json!({})).await;
    assert!(output.succeeded());
    let mut runs = 0;
    while let Ok(it) = heard.try_recv() {
        assert_eq!(
            (&*it.tool, it.doing.as_deref()),
            ("call_speaker", Some("counting"))
        );
        runs += usize::from(it.ended);
    }
    assert_eq!(runs, 1);
}

#[tokio::test]
async fn short_calls_and_those_whose_events_say_more_are_not_told() {
    let stage = Stage::new().await;
    let mut heard = hear(&stage);
    assert!(
        stage
            .call(&stage.person(), "update_node_kv", neo())
            .await
            .succeeded()
    );
    // From here on nothing real is waited for.
    tokio::time::pause();
    let caller = stage.person();
    let quiet = stage.call(&caller, "wait_quietly", json!({}));
    assert!(timeout(Duration::from_secs(5), quiet).await.is_err());
    assert_eq!(heard.try_recv().ok(), None);
}
