//! Tests for grants, and for the answers a person can give.

use std::sync::Mutex;

use async_trait::async_trait;

use super::*;
use crate::{Answer, Approver, Impact, NoApprover, Question, Rule};

/// Always gives the same answer, and records the questions.
struct FixedApprover {
    answer: Answer,
    asked: Mutex<Vec<Question>>,
}

impl FixedApprover {
    fn new(answer: Answer) -> Arc<Self> {
        Arc::new(Self {
            answer,
            asked: Mutex::default(),
        })
    }
}

#[async_trait]
impl Approver for FixedApprover {
    async fn ask(&self, question: Question) -> Answer {
        self.asked.lock().unwrap().push(question);
        self.answer.clone()
    }
}

struct PendingApprover;

#[async_trait]
impl Approver for PendingApprover {
    async fn ask(&self, _: Question) -> Answer {
        std::future::pending().await
    }
}

fn picture() -> Value {
    json!({ "prompt": "Neo" })
}

#[tokio::test]
async fn declined_and_not_asked_are_distinct_failures() {
    let fixture = TestStory::new().await;
    let refused = async |answer| {
        let caller = Caller {
            approver: FixedApprover::new(answer),
            ..fixture.assistant()
        };
        let error = fixture.error(&caller, "generate_image", picture()).await;
        (error.code, error.message, error.said.unwrap())
    };
    let denied = Code::PermissionDenied;
    let words = json!({ "what": "declined_with", "parts": { "words": "too dear" } });
    let no = refused(Answer::Reject("too dear".into())).await;
    assert_eq!(no, (denied, "too dear".into(), words));
    let words = json!({ "what": "declined", "parts": {} });
    let no = refused(Answer::Reject(" ".into())).await;
    assert_eq!(no, (denied, "a person declined".into(), words));
    let words = json!({ "what": "unasked", "parts": {} });
    let no = refused(Answer::NotAsked).await;
    let message = "generate_image needs your yes first".into();
    assert_eq!(no, (denied, message, words));
}

#[tokio::test]
async fn paid_tool_runs_after_approval() {
    let fixture = TestStory::new().await;
    for answer in [Answer::Approve, Answer::Always] {
        let approver = FixedApprover::new(answer);
        let caller = Caller {
            approver: approver.clone(),
            ..fixture.assistant()
        };
        let output = fixture
            .call_as(&caller, Some("c1"), "generate_image", picture())
            .await;
        assert_eq!(output.result.unwrap().data, json!({ "painted": "Neo" }));
        let question = Question {
            call_id: "c1".into(),
            tool: "generate_image".into(),
            impact: Impact::Spend,
            args: picture(),
            text: "May generate_image run? It costs money or somebody else's machine time.".into(),
            removes: None,
            refused: None,
            owner: None,
            described: None,
        };
        assert_eq!(*approver.asked.lock().unwrap(), [question]);
    }
}

#[tokio::test]
async fn edited_arguments_are_used_and_recorded() {
    let fixture = TestStory::new().await;
    let instead = json!({ "prompt": "尼奥" });
    let caller = Caller {
        approver: FixedApprover::new(Answer::Edit(instead.clone())),
        ..fixture.assistant()
    };
    let output = fixture.call(&caller, "generate_image", picture()).await;
    assert_eq!(output.result.unwrap().data, json!({ "painted": "尼奥" }));
    assert_eq!(
        (&output.tool_call_args, output.edited_by_person),
        (&instead, true)
    );

    let address = json!({ "module": "image", "method": "generate", "input": picture() });
    let thin = fixture.call(&caller, "project_cli", address).await;
    let ran = json!({ "module": "image", "method": "generate", "input": instead });
    assert_eq!((thin.tool_call_args, thin.edited_by_person), (ran, true));
}

#[tokio::test]
async fn retried_call_keeps_edited_arguments_without_asking_again() {
    let fixture = TestStory::new().await;
    let items = |name: &str| json!({ "items": [{ "k": "Name", "v": name }] });
    let asking = |approver: Arc<dyn Approver>| Caller {
        grant: Arc::new(Grant {
            write: Rule::Ask,
            ..Grant::person()
        }),
        approver,
        ..fixture.assistant()
    };
    let first = asking(FixedApprover::new(Answer::Edit(items("尼奥"))));
    let nobody = asking(Arc::new(NoApprover));
    let call = |caller| fixture.call_as(caller, Some("c1"), "update_node_kv", items("Neo"));
    let (ran, again) = (call(&first).await, call(&nobody).await);
    assert!(ran.succeeded() && ran.edited_by_person, "{ran:?}");
    assert_eq!(again.status, Status::Success, "{again:?}");
    assert!(again.edited_by_person, "{again:?}");
    assert_eq!(again.tool_call_args, ran.tool_call_args);
    assert_eq!(again.change, ran.change);

    let plain = asking(FixedApprover::new(Answer::Approve));
    let call = |caller| fixture.call_as(caller, Some("c2"), "update_node_kv", items("One"));
    let (ran, again) = (call(&plain).await, call(&nobody).await);
    assert!(!ran.edited_by_person && !again.edited_by_person);
}

#[tokio::test]
async fn unchanged_arguments_do_not_count_as_edited() {
    let fixture = TestStory::new().await;
    for answer in [Answer::Approve, Answer::Edit(picture())] {
        let caller = Caller {
            approver: FixedApprover::new(answer),
            ..fixture.assistant()
        };
        let output = fixture.call(&caller, "generate_image", picture()).await;
        assert!(output.succeeded() && !output.edited_by_person);
    }
}

/// Gives answers in order, and records the questions.
struct ScriptedApprover {
    answers: Mutex<Vec<Answer>>,
    asked: Mutex<Vec<Question>>,
}

#[async_trait]
impl Approver for ScriptedApprover {
    async fn ask(&self, question: Question) -> Answer {
        self.asked.lock().unwrap().push(question);
        self.answers.lock().unwrap().remove(0)
    }
}

#[tokio::test]
async fn invalid_edited_arguments_are_asked_again() {
    let fixture = TestStory::new().await;
    let wrong = json!({ "prompt": [3] });
    let approver = Arc::new(ScriptedApprover {
        answers: Mutex::new(vec![
            Answer::Edit(wrong.clone()),
            Answer::Edit(json!({ "prompt": "Trinity" })),
        ]),
        asked: Mutex::default(),
    });
    let caller = Caller {
        approver: approver.clone(),
        ..fixture.assistant()
    };
    let output = fixture.call(&caller, "generate_image", picture()).await;
    assert_eq!(output.result.unwrap().data, json!({ "painted": "Trinity" }));
    assert!(output.edited_by_person);
    let asked = approver.asked.lock().unwrap();
    assert_eq!(asked.len(), 2);
    let refused = asked[1].refused.as_ref().unwrap();
    assert_eq!(
        (&refused.args, refused.path.as_deref()),
        (&wrong, Some("/prompt"))
    );
    assert!(refused.message.contains("not a text"), "{refused:?}");
    let args = (&asked[0].args, &asked[1].args);
    assert_eq!(
        args,
        (&picture(), &picture()),
        "an approval without arguments is for the original call"
    );
}

#[tokio::test]
async fn rejection_text_reaches_the_caller() {
    let fixture = TestStory::new().await;
    let caller = Caller {
        approver: FixedApprover::new(Answer::Reject("太贵了".into())),
        ..fixture.assistant()
    };
    let error = fixture.error(&caller, "generate_image", picture()).await;
    assert_eq!(
        (error.code, &*error.message),
        (Code::PermissionDenied, "太贵了")
    );
    assert!(
        error
            .hint
            .unwrap()
            .contains("do not make the same call again")
    );
    let person = Caller::new(
        crate::Principal::owner("Ada"),
        "test",
        crate::Grant::person(),
    );
    let unasked = fixture.error(&person, "generate_image", picture()).await;
    assert_eq!(
        (unasked.code, unasked.hint),
        (Code::PermissionDenied, None),
        "a person is not told what a program should do"
    );
}

#[tokio::test]
async fn invalid_arguments_fail_before_approval() {
    let fixture = TestStory::new().await;
    let approver = FixedApprover::new(Answer::Approve);
    let caller = Caller {
        approver: approver.clone(),
        ..fixture.assistant()
    };
    let error = fixture.error(&caller, "generate_image", json!({})).await;
    assert_eq!(error.code, Code::InvalidActionInput);
    assert!(approver.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn without_an_approver_the_call_is_rejected() {
    let fixture = TestStory::new().await;
    let error = fixture
        .error(&fixture.assistant(), "generate_image", picture())
        .await;
    assert_eq!(error.code, Code::PermissionDenied);
}

#[tokio::test]
async fn cancel_ends_the_wait_for_approval() {
    let fixture = TestStory::new().await;
    let caller = Caller {
        approver: Arc::new(PendingApprover),
        ..fixture.assistant()
    };
    let cancel = async { caller.cancelled.cancel() };
    let (output, ()) = tokio::join!(fixture.call(&caller, "generate_image", picture()), cancel);
    assert_eq!(output.error.map(|it| it.code), Some(Code::Cancelled));
}

#[tokio::test]
async fn destructive_tools_always_ask() {
    let fixture = TestStory::new().await;
    for (answer, runs) in [
        (Answer::Approve, true),
        (Answer::Reject("no".into()), false),
    ] {
        for caller in [fixture.assistant(), fixture.person()] {
            let approver = FixedApprover::new(answer.clone());
            let caller = Caller {
                approver: approver.clone(),
                ..caller
            };
            let output = fixture.call(&caller, "prune_images", json!({})).await;
            assert_eq!(output.succeeded(), runs);
            let asked = approver.asked.lock().unwrap();
            assert_eq!(asked.len(), 1);
            assert_eq!(asked[0].impact, Impact::Destroy);
        }
    }
}

#[tokio::test]
async fn project_cli_respects_the_grant() {
    let fixture = TestStory::new().await;
    let caller = Caller {
        grant: Grant::reader().into(),
        ..fixture.person()
    };
    let address = json!({ "module": "kv", "method": "update", "input": neo() });
    let error = fixture.error(&caller, "project_cli", address).await;
    assert_eq!(error.code, Code::PermissionDenied);
    assert_eq!(
        error.message,
        "kv.update writes to the story, which this caller may not do"
    );
}

#[tokio::test]
async fn models_cannot_call_people_only_tools_by_any_name() {
    let fixture = TestStory::new().await;
    for name in ["send_message", "image.send"] {
        let error = fixture.error(&fixture.assistant(), name, json!({})).await;
        assert_eq!(error.code, Code::PermissionDenied, "{name}");
    }
    assert!(
        fixture
            .call(&fixture.person(), "send_message", json!({}))
            .await
            .succeeded()
    );
}

#[tokio::test]
async fn expired_grant_denies_everything() {
    let fixture = TestStory::new().await;
    let mut caller = fixture.person();
    Arc::make_mut(&mut caller.grant).expires = Some(fixture.registry.services().world.now());
    let error = fixture.error(&caller, "read_node_kv", json!({})).await;
    assert_eq!(error.code, Code::PermissionDenied);
    assert!(
        error.message.starts_with("this grant ended at "),
        "{}",
        error.message
    );
}

#[tokio::test]
async fn grant_can_deny_one_method_by_name() {
    let fixture = TestStory::new().await;
    let mut caller = fixture.person();
    let grant = Arc::make_mut(&mut caller.grant);
    grant.by_method.insert("kv.read".into(), Rule::Deny);
    let error = fixture.error(&caller, "read_node_kv", json!({})).await;
    assert_eq!(error.message, "kv.read was forbidden for this caller");
    assert!(
        fixture
            .call(&caller, "update_node_kv", neo())
            .await
            .succeeded()
    );
}
