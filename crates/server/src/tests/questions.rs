//! Questions of the assistant that a person answers while its turn runs.

use std::sync::Arc;

use llm::providers::scripted::ScriptedModel;
use serde_json::{Value, json};

use super::test_server::TestServer;

#[tokio::test]
async fn a_question_of_the_assistant_is_answered_while_its_turn_runs() {
    let script = ScriptedModel::new()
        .calls([(
            "generate_image",
            json!({ "prompt": "a dot", "node": "Neo" }),
        )])
        .says("Painted.");
    let served = Arc::new(TestServer::new(script).await);
    served.call("create_node", json!({ "title": "Neo" })).await;
    let mut stream = served.listen().await;
    let sending = tokio::spawn({
        let served = Arc::clone(&served);
        let args = json!({ "text": "paint Neo", "autonomy": "adopt" });
        async move { served.call("send_message", args).await }
    });
    let asked = stream.event("asked").await;
    let args = json!({ "call_id": asked["question"]["call_id"], "answer": "approve" });
    let answered = served.call("answer_request", args).await;
    assert_eq!(answered["status"], "success", "{answered}");
    let outcome = sending.await.unwrap();
    assert_eq!(outcome["result"]["data"]["ending"], "done", "{outcome}");
    let event = stream.event("tool_answered").await;
    assert_eq!(event["output"]["ui_schema"]["template"], "picture");
    assert_eq!(event["output"].get("ui_hints"), None);
}

/// Sends an instruction whose one call needs approval, and gives the person's answers to its
/// questions.
async fn answered_with(answers: &[Value]) -> (Vec<Value>, Value) {
    let script = ScriptedModel::new()
        .calls([(
            "generate_image",
            json!({ "prompt": "a dot", "node": "Neo" }),
        )])
        .says("Done.");
    let served = Arc::new(TestServer::new(script).await);
    served.call("create_node", json!({ "title": "Neo" })).await;
    let mut stream = served.listen().await;
    let sending = tokio::spawn({
        let served = Arc::clone(&served);
        let args = json!({ "text": "paint Neo", "autonomy": "adopt" });
        async move { served.call("send_message", args).await }
    });
    let mut questions = Vec::new();
    for answer in answers {
        let question = stream.event("asked").await["question"].clone();
        stream.held.clear();
        let mut args = answer.clone();
        args["call_id"] = question["call_id"].clone();
        questions.push(question);
        let answered = served.call("answer_request", args).await;
        assert_eq!(answered["status"], "success", "{answered}");
    }
    let output = stream.event("tool_answered").await["output"].clone();
    assert_eq!(sending.await.unwrap()["status"], "success");
    (questions, output)
}

#[tokio::test]
async fn a_person_can_edit_arguments_and_sees_validation_errors() {
    let (questions, output) = answered_with(&[
        json!({ "answer": "approve", "args": r#"{"prompt":"a line","node":{}}"# }),
        json!({ "answer": "approve", "args": r#"{"prompt":"a line","node":"Neo"}"# }),
    ])
    .await;
    assert_eq!(questions[0].get("refused"), None);
    let refused = &questions[1]["refused"];
    assert_eq!(refused["args"], json!({ "prompt": "a line", "node": {} }));
    assert_eq!(refused["path"], "/node", "{refused}");
    assert_eq!(output["status"], "success", "{output}");
    assert_eq!(output["edited_by_person"], true);
    let ran = json!({ "prompt": "a line", "node": "Neo" });
    assert_eq!(output["tool_call_args"], ran);
}

#[tokio::test]
async fn rejection_message_reaches_the_model_and_always_approves() {
    let no = json!({ "answer": "reject", "message": "太贵了" });
    let (_, output) = answered_with(&[no]).await;
    assert_eq!(output["error"]["code"], "PERMISSION_DENIED");
    assert_eq!(output["error"]["message"], "太贵了");
    let (_, output) = answered_with(&[json!({ "answer": "always" })]).await;
    assert_eq!(output["status"], "success", "{output}");
    assert_eq!(output.get("edited_by_person"), None);
}
