//! A call made again is answered with its first outcome instead of running twice.

use super::*;

fn number(stage: &Stage) -> u64 {
    stage.store().number().unwrap()
}

#[tokio::test]
async fn a_retried_call_returns_its_first_outcome() {
    let stage = Stage::new().await;
    let person = stage.person();
    let first = stage
        .call_as(&person, Some("c1"), "update_node_kv", neo())
        .await;
    let written = number(&stage);
    let again = stage
        .call_as(&person, Some("c1"), "update_node_kv", neo())
        .await;
    assert!(first.succeeded());
    assert_eq!(again.status, Status::Success);
    assert_eq!(again.content(), first.content());
    assert_eq!(number(&stage), written, "nothing is written twice");
}

#[tokio::test]
async fn spelling_and_order_make_no_other_call() {
    let stage = Stage::new().await;
    let person = stage.person();
    let args = json!({ "items": [{ "k": "Name", "v": "Neo" }], "node": "Thomas Anderson" });
    let first = stage
        .call_as(&person, Some("c1"), "update_node_kv", args)
        .await;
    let written = number(&stage);
    let turned = json!({ "node": "Thomas Anderson", "items": [{ "v": "Neo", "k": "Name" }] });
    let address = json!({ "module": "kv", "method": "update", "input": turned });
    let again = stage
        .call_as(&person, Some("c1"), "project_cli", address)
        .await;
    assert_eq!(again.content(), first.content());
    assert_eq!(number(&stage), written);
}

#[tokio::test]
async fn an_id_used_for_another_wish_is_a_conflict() {
    let stage = Stage::new().await;
    let person = stage.person();
    stage
        .call_as(&person, Some("c1"), "update_node_kv", neo())
        .await;
    let other = json!({ "items": [] });
    let output = stage
        .call_as(&person, Some("c1"), "update_node_kv", other)
        .await;
    assert_eq!(output.error.map(|it| it.code), Some(Code::Conflict));
    assert_eq!(stage.attributes().unwrap().data(), neo());
}

#[tokio::test]
async fn another_caller_with_the_same_id_makes_another_call() {
    let stage = Stage::new().await;
    stage
        .call_as(&stage.person(), Some("c1"), "update_node_kv", neo())
        .await;
    let trinity = json!({ "items": [{ "k": "Name", "v": "Trinity" }] });
    let output = stage
        .call_as(&stage.assistant(), Some("c1"), "update_node_kv", trinity)
        .await;
    assert_eq!(output.result.unwrap().data["version"], json!(2));
}

#[tokio::test]
async fn a_call_that_failed_may_be_made_again() {
    let stage = Stage::new().await;
    let person = stage.person();
    let nowhere = Caller {
        node: None,
        ..person.clone()
    };
    let failed = stage
        .call_as(&nowhere, Some("c1"), "update_node_kv", neo())
        .await;
    assert_eq!(failed.status, Status::Failure);
    let again = stage
        .call_as(&person, Some("c1"), "update_node_kv", neo())
        .await;
    assert!(again.succeeded(), "{:?}", again.error);
}

#[tokio::test]
async fn a_retried_call_repeats_none_of_the_calls_it_made() {
    let stage = Stage::new().await;
    let person = stage.person();
    let first = stage
        .call_as(&person, Some("c1"), "call_another", neo())
        .await;
    let written = number(&stage);
    let again = stage
        .call_as(&person, Some("c1"), "call_another", neo())
        .await;
    let nested = |it: &ToolAgentOutput| {
        let data = &it.result.as_ref().unwrap().data;
        (data["tool_call_id"].clone(), data["result"].clone())
    };
    assert_eq!(nested(&first).0, json!("c1/1"));
    assert_eq!(nested(&again), nested(&first));
    assert_eq!(number(&stage), written);
}

#[tokio::test]
async fn a_retried_call_is_subject_to_the_grant_of_now() {
    let stage = Stage::new().await;
    let person = stage.person();
    stage
        .call_as(&person, Some("c1"), "update_node_kv", neo())
        .await;
    let reader = Caller {
        grant: Grant::reader(),
        ..person
    };
    let output = stage
        .call_as(&reader, Some("c1"), "update_node_kv", neo())
        .await;
    assert_eq!(output.error.map(|it| it.code), Some(Code::PermissionDenied));
}

#[tokio::test]
async fn two_runs_of_one_call_at_once_write_once() {
    let stage = Stage::new().await;
    let person = stage.person();
    let before = number(&stage);
    let run = || stage.call_as(&person, Some("c1"), "update_node_kv", neo());
    let (one, other) = tokio::join!(run(), run());
    assert!(one.succeeded(), "{:?}", one.error);
    assert_eq!(one.content(), other.content());
    assert_eq!(number(&stage), before + 1);
}
