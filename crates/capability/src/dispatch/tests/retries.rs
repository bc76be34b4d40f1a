//! A repeated call gets its first outcome instead of running twice.

use super::*;

fn number(fixture: &TestStory) -> u64 {
    fixture.store().number().unwrap()
}

#[tokio::test]
async fn retried_call_returns_its_first_outcome() {
    let fixture = TestStory::new().await;
    let person = fixture.person();
    let first = fixture
        .call_as(&person, Some("c1"), "update_node_kv", neo())
        .await;
    let written = number(&fixture);
    let again = fixture
        .call_as(&person, Some("c1"), "update_node_kv", neo())
        .await;
    assert!(first.succeeded());
    assert_eq!(again.status, Status::Success);
    assert_eq!(again.content(), first.content());
    assert_eq!(number(&fixture), written, "nothing is written twice");
}

#[tokio::test]
async fn argument_order_does_not_change_call_identity() {
    let fixture = TestStory::new().await;
    let person = fixture.person();
    let args = json!({ "items": [{ "k": "Name", "v": "Neo" }], "node": "Thomas Anderson" });
    let first = fixture
        .call_as(&person, Some("c1"), "update_node_kv", args)
        .await;
    let written = number(&fixture);
    let turned = json!({ "node": "Thomas Anderson", "items": [{ "v": "Neo", "k": "Name" }] });
    let address = json!({ "module": "kv", "method": "update", "input": turned });
    let again = fixture
        .call_as(&person, Some("c1"), "project_cli", address)
        .await;
    assert_eq!(again.content(), first.content());
    assert_eq!(number(&fixture), written);
}

#[tokio::test]
async fn reusing_a_call_id_for_other_arguments_is_a_conflict() {
    let fixture = TestStory::new().await;
    let person = fixture.person();
    fixture
        .call_as(&person, Some("c1"), "update_node_kv", neo())
        .await;
    let other = json!({ "items": [] });
    let output = fixture
        .call_as(&person, Some("c1"), "update_node_kv", other)
        .await;
    assert_eq!(output.error.map(|it| it.code), Some(Code::Conflict));
    assert_eq!(fixture.attributes().unwrap().data(), neo());
}

#[tokio::test]
async fn call_ids_are_separate_per_caller() {
    let fixture = TestStory::new().await;
    fixture
        .call_as(&fixture.person(), Some("c1"), "update_node_kv", neo())
        .await;
    let trinity = json!({ "items": [{ "k": "Name", "v": "Trinity" }] });
    let output = fixture
        .call_as(&fixture.assistant(), Some("c1"), "update_node_kv", trinity)
        .await;
    assert_eq!(output.result.unwrap().data["version"], json!(2));
}

#[tokio::test]
async fn failed_call_can_be_retried() {
    let fixture = TestStory::new().await;
    let person = fixture.person();
    let nowhere = Caller {
        node: None,
        ..person.clone()
    };
    let failed = fixture
        .call_as(&nowhere, Some("c1"), "update_node_kv", neo())
        .await;
    assert_eq!(failed.status, Status::Failure);
    let again = fixture
        .call_as(&person, Some("c1"), "update_node_kv", neo())
        .await;
    assert!(again.succeeded(), "{:?}", again.error);
}

#[tokio::test]
async fn retried_call_is_checked_against_the_current_grant() {
    let fixture = TestStory::new().await;
    let person = fixture.person();
    fixture
        .call_as(&person, Some("c1"), "update_node_kv", neo())
        .await;
    let reader = Caller {
        grant: Grant::reader().into(),
        ..person
    };
    let output = fixture
        .call_as(&reader, Some("c1"), "update_node_kv", neo())
        .await;
    assert_eq!(output.error.map(|it| it.code), Some(Code::PermissionDenied));
}

#[tokio::test]
async fn concurrent_duplicate_calls_write_once() {
    let fixture = TestStory::new().await;
    let person = fixture.person();
    let before = number(&fixture);
    let run = || fixture.call_as(&person, Some("c1"), "update_node_kv", neo());
    let (one, other) = tokio::join!(run(), run());
    assert!(one.succeeded(), "{:?}", one.error);
    assert_eq!(one.content(), other.content());
    assert_eq!(number(&fixture), before + 1);
}

#[tokio::test]
async fn a_retry_under_a_former_name_is_the_same_call() {
    let fixture = TestStory::new().await;
    let person = fixture.person();
    let first = fixture
        .call_as(&person, Some("c1"), "update_node_kv", neo())
        .await;
    let written = number(&fixture);
    let mut former = neo();
    let items = former.as_object_mut().unwrap().remove("items").unwrap();
    former["pairs"] = items;
    let method = json!({ "module": "kv", "method": "write", "input": former.clone() });
    for (name, args) in [("write_node_kv", former), ("project_cli", method)] {
        let again = fixture.call_as(&person, Some("c1"), name, args).await;
        assert_eq!(again.content(), first.content(), "{name}");
        assert_eq!(again.result.map(|it| it.method), Some("update".to_owned()));
    }
    assert_eq!(number(&fixture), written, "nothing is written twice");
}

#[tokio::test]
async fn a_call_under_a_former_name_is_recorded_under_the_current_name() {
    let fixture = TestStory::new().await;
    let mut former = neo();
    let items = former.as_object_mut().unwrap().remove("items").unwrap();
    former["pairs"] = items;
    let output = fixture
        .call_as(&fixture.person(), None, "write_node_kv", former)
        .await;
    let number = output.change.unwrap();
    let history = fixture.store().view(None).history(None, 1).unwrap();
    assert_eq!(history[0].number, number);
    assert_eq!(history[0].reason, "update_node_kv");
    assert_eq!(fixture.attributes().unwrap().data(), neo());
}
