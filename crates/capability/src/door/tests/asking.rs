//! Grants, and what a person answers when asked.

use std::sync::Mutex;

use async_trait::async_trait;

use super::*;
use crate::{Answer, Approver, Impact, NoApprover, Question, Rule};

/// Gives one answer, and remembers the questions.
struct Says {
    answer: Answer,
    asked: Mutex<Vec<Question>>,
}

impl Says {
    fn new(answer: Answer) -> Arc<Self> {
        Arc::new(Self {
            answer,
            asked: Mutex::default(),
        })
    }
}

#[async_trait]
impl Approver for Says {
    async fn ask(&self, question: Question) -> Answer {
        self.asked.lock().unwrap().push(question);
        self.answer.clone()
    }
}

struct NeverAnswers;

#[async_trait]
impl Approver for NeverAnswers {
    async fn ask(&self, _: Question) -> Answer {
        std::future::pending().await
    }
}

fn picture() -> Value {
    json!({ "prompt": "Neo" })
}

#[tokio::test]
async fn a_no_and_nobody_asked_are_said_by_words_of_their_own() {
    let stage = Stage::new().await;
    let refused = async |answer| {
        let caller = Caller {
            approver: Says::new(answer),
            ..stage.assistant()
        };
        let error = stage.error(&caller, "generate_image", picture()).await;
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
    let no = refused(Answer::Unasked).await;
    let message = "generate_image needs your yes first".into();
    assert_eq!(no, (denied, message, words));
}

#[tokio::test]
async fn what_costs_runs_once_a_person_approves() {
    let stage = Stage::new().await;
    for answer in [Answer::Approve, Answer::Always] {
        let approver = Says::new(answer);
        let caller = Caller {
            approver: approver.clone(),
            ..stage.assistant()
        };
        let output = stage
            .call_as(&caller, Some("c1"), "generate_image", picture())
            .await;
        assert_eq!(output.result.unwrap().data, json!({ "painted": "Neo" }));
        let question = Question {
            call_id: "c1".into(),
            tool: "generate_image".into(),
            impact: Impact::Spend,
            args: picture(),
            text: "May generate_image run? It costs money or somebody else's machine time.".into(),
            refused: None,
        };
        assert_eq!(*approver.asked.lock().unwrap(), [question]);
    }
}

#[tokio::test]
async fn a_person_may_give_other_arguments_and_the_record_says_so() {
    let stage = Stage::new().await;
    let instead = json!({ "prompt": "尼奥" });
    let caller = Caller {
        approver: Says::new(Answer::Edit(instead.clone())),
        ..stage.assistant()
    };
    let output = stage.call(&caller, "generate_image", picture()).await;
    assert_eq!(output.result.unwrap().data, json!({ "painted": "尼奥" }));
    assert_eq!(
        (&output.tool_call_args, output.edited_by_person),
        (&instead, true)
    );

    let address = json!({ "module": "image", "method": "generate", "input": picture() });
    let thin = stage.call(&caller, "project_cli", address).await;
    let ran = json!({ "module": "image", "method": "generate", "input": instead });
    assert_eq!((thin.tool_call_args, thin.edited_by_person), (ran, true));
}

#[tokio::test]
async fn a_call_made_again_still_says_that_a_person_edited_it_and_asks_nobody() {
    let stage = Stage::new().await;
    let items = |name: &str| json!({ "items": [{ "k": "Name", "v": name }] });
    let asking = |approver: Arc<dyn Approver>| Caller {
        grant: Grant {
            write: Rule::Ask,
            ..Grant::assistant()
        },
        approver,
        ..stage.assistant()
    };
    let first = asking(Says::new(Answer::Edit(items("尼奥"))));
    let nobody = asking(Arc::new(NoApprover));
    let call = |caller| stage.call_as(caller, Some("c1"), "update_node_kv", items("Neo"));
    let (ran, again) = (call(&first).await, call(&nobody).await);
    assert!(ran.succeeded() && ran.edited_by_person, "{ran:?}");
    assert_eq!(again.status, Status::Success, "{again:?}");
    assert!(again.edited_by_person, "{again:?}");
    assert_eq!(again.tool_call_args, ran.tool_call_args);
    assert_eq!(again.change, ran.change);

    let plain = asking(Says::new(Answer::Approve));
    let call = |caller| stage.call_as(caller, Some("c2"), "update_node_kv", items("One"));
    let (ran, again) = (call(&plain).await, call(&nobody).await);
    assert!(!ran.edited_by_person && !again.edited_by_person);
}

#[tokio::test]
async fn arguments_that_a_person_left_as_they_were_are_not_edited() {
    let stage = Stage::new().await;
    for answer in [Answer::Approve, Answer::Edit(picture())] {
        let caller = Caller {
            approver: Says::new(answer),
            ..stage.assistant()
        };
        let output = stage.call(&caller, "generate_image", picture()).await;
        assert!(output.succeeded() && !output.edited_by_person);
    }
}

/// Gives answers in order, and remembers the questions.
struct SaysInTurn {
    answers: Mutex<Vec<Answer>>,
    asked: Mutex<Vec<Question>>,
}

#[async_trait]
impl Approver for SaysInTurn {
    async fn ask(&self, question: Question) -> Answer {
        self.asked.lock().unwrap().push(question);
        self.answers.lock().unwrap().remove(0)
    }
}

#[tokio::test]
async fn a_person_whose_arguments_do_not_fit_is_asked_again_and_the_model_hears_nothing_of_it() {
    let stage = Stage::new().await;
    let wrong = json!({ "prompt": 3 });
    let approver = Arc::new(SaysInTurn {
        answers: Mutex::new(vec![
            Answer::Edit(wrong.clone()),
            Answer::Edit(json!({ "prompt": "Trinity" })),
        ]),
        asked: Mutex::default(),
    });
    let caller = Caller {
        approver: approver.clone(),
        ..stage.assistant()
    };
    let output = stage.call(&caller, "generate_image", picture()).await;
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
        "a plain yes is to the call as it came"
    );
}

#[tokio::test]
async fn a_refusal_reaches_the_caller_in_the_persons_words() {
    let stage = Stage::new().await;
    let caller = Caller {
        approver: Says::new(Answer::Reject("太贵了".into())),
        ..stage.assistant()
    };
    let error = stage.error(&caller, "generate_image", picture()).await;
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
}

#[tokio::test]
async fn a_person_is_never_asked_about_arguments_that_do_not_fit() {
    let stage = Stage::new().await;
    let approver = Says::new(Answer::Approve);
    let caller = Caller {
        approver: approver.clone(),
        ..stage.assistant()
    };
    let error = stage.error(&caller, "generate_image", json!({})).await;
    assert_eq!(error.code, Code::InvalidActionInput);
    assert!(approver.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn where_nobody_can_be_asked_the_answer_is_no() {
    let stage = Stage::new().await;
    let error = stage
        .error(&stage.assistant(), "generate_image", picture())
        .await;
    assert_eq!(error.code, Code::PermissionDenied);
}

#[tokio::test]
async fn cancelling_ends_the_wait_for_a_person() {
    let stage = Stage::new().await;
    let caller = Caller {
        approver: Arc::new(NeverAnswers),
        ..stage.assistant()
    };
    let cancel = async { caller.cancelled.cancel() };
    let (output, ()) = tokio::join!(stage.call(&caller, "generate_image", picture()), cancel);
    assert_eq!(output.error.map(|it| it.code), Some(Code::Cancelled));
}

#[tokio::test]
async fn what_cannot_be_undone_is_asked_whoever_calls() {
    let stage = Stage::new().await;
    for (answer, runs) in [
        (Answer::Approve, true),
        (Answer::Reject("no".into()), false),
    ] {
        for caller in [stage.assistant(), stage.person()] {
            let approver = Says::new(answer.clone());
            let caller = Caller {
                approver: approver.clone(),
                ..caller
            };
            let output = stage.call(&caller, "prune_images", json!({})).await;
            assert_eq!(output.succeeded(), runs);
            let asked = approver.asked.lock().unwrap();
            assert_eq!(asked.len(), 1);
            assert_eq!(asked[0].impact, Impact::Destroy);
        }
    }
}

#[tokio::test]
async fn the_thin_tool_opens_nothing_that_the_grant_closes() {
    let stage = Stage::new().await;
    let caller = Caller {
        grant: Grant::reader(),
        ..stage.person()
    };
    let address = json!({ "module": "kv", "method": "update", "input": neo() });
    let error = stage.error(&caller, "project_cli", address).await;
    assert_eq!(error.code, Code::PermissionDenied);
    assert_eq!(
        error.message,
        "kv.update writes to the story, which this caller may not do"
    );
}

#[tokio::test]
async fn a_model_may_not_call_what_is_for_people_by_any_spelling() {
    let stage = Stage::new().await;
    for name in ["send_message", "image.send"] {
        let error = stage.error(&stage.assistant(), name, json!({})).await;
        assert_eq!(error.code, Code::PermissionDenied, "{name}");
    }
    assert!(
        stage
            .call(&stage.person(), "send_message", json!({}))
            .await
            .succeeded()
    );
}

#[tokio::test]
async fn a_grant_that_has_ended_opens_nothing() {
    let stage = Stage::new().await;
    let mut caller = stage.person();
    caller.grant.expires = Some(stage.registry.backing().world.now());
    let error = stage.error(&caller, "read_node_kv", json!({})).await;
    assert_eq!(error.code, Code::PermissionDenied);
    assert!(
        error.message.starts_with("this grant ended at "),
        "{}",
        error.message
    );
}

#[tokio::test]
async fn a_grant_may_forbid_one_method_by_name() {
    let stage = Stage::new().await;
    let mut caller = stage.person();
    caller.grant.by_method.insert("kv.read".into(), Rule::Deny);
    let error = stage.error(&caller, "read_node_kv", json!({})).await;
    assert_eq!(error.message, "kv.read was forbidden for this caller");
    assert!(
        stage
            .call(&caller, "update_node_kv", neo())
            .await
            .succeeded()
    );
}
