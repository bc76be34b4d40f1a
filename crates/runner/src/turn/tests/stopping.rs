//! Cancelling a turn closes what is open.

use super::*;

#[test]
fn cancelling_during_a_reply_keeps_its_partial_text() {
    let mut play = TurnTest::asking();
    play.on(Event::PartialReply(Delta::Text("I will".into())))
        .on(Event::Cancelled);
    play.check(expect![[r#"
        publish text "I will"
        save assistant ("cancelled"): I will

        Stopped by the person. Nothing was changed.
        complete
        publish ended Cancelled
        stop: 0 well, 0 not"#]]);
}

#[test]
fn cancelling_closes_every_open_call() {
    let mut play = TurnTest::asking();
    play.replies(vec![look("a"), look("b"), look("c")])
        .answers(wrote);
    play.lines.clear();
    play.on(Event::Cancelled);
    play.check(expect![[r#"
        save tool answering b: {"status":"failure","error":{"code":"CANCELLED","message":"Not run: stopped by the person."}}
        publish answer b
        save tool answering c: {"status":"failure","error":{"code":"CANCELLED","message":"Not run: stopped by the person."}}
        publish answer c
        save assistant ("cancelled"): Stopped by the person. Done: look (kv of "Neo", version 12). Not run: look, look.
        complete
        publish ended Cancelled
        stop: 1 well, 2 not"#]]);
    play.lines.clear();
    let late = Effect::Call(ToolCall {
        id: Some("b".into()),
        name: "look".into(),
        args: json!({}),
    });
    play.effects = vec![late];
    play.answers(success).on(Event::Cancelled);
    assert!(play.lines.is_empty(), "events after the end are ignored");
}

#[test]
fn deletes_a_draft_without_writes() {
    let draft = DraftId(Uuid::from_u128(3));
    let mut play = TurnTest::asking();
    play.replies(vec![look("a")])
        .turn
        .handle(Event::Drafted(draft));
    play.answers(bad(Code::NotFound, "no such node"))
        .replies(vec![said("There is none.")]);
    assert_eq!(play.outcome().draft, None);
    assert!(play.effects.contains(&Effect::DropDraft(draft)));

    let mut play = TurnTest::asking();
    play.replies(vec![look("a")])
        .turn
        .handle(Event::Drafted(draft));
    play.answers(wrote).replies(vec![said("Done.")]);
    assert_eq!(play.outcome().draft, Some(draft));
    assert!(!play.effects.contains(&Effect::DropDraft(draft)));
}
