//! A turn that is stopped closes what is open.

use super::*;

#[test]
fn a_stop_while_the_model_speaks_keeps_what_was_heard() {
    let mut play = Play::asking();
    play.on(Event::Heard(Delta::Text("I will".into())))
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
fn a_stop_closes_every_open_call() {
    let mut play = Play::asking();
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
    play.answers(well).on(Event::Cancelled);
    assert!(play.lines.is_empty(), "what comes after the end is ignored");
}

#[test]
fn a_draft_that_nothing_was_written_to_is_dropped() {
    let draft = DraftId(Uuid::from_u128(3));
    let mut play = Play::asking();
    play.replies(vec![look("a")])
        .turn
        .handle(Event::Drafted(draft));
    play.answers(bad(Code::NotFound, "no such node"))
        .replies(vec![said("There is none.")]);
    assert_eq!(play.outcome().draft, None);
    assert!(play.effects.contains(&Effect::DropDraft(draft)));

    let mut play = Play::asking();
    play.replies(vec![look("a")])
        .turn
        .handle(Event::Drafted(draft));
    play.answers(wrote).replies(vec![said("Done.")]);
    assert_eq!(play.outcome().draft, Some(draft));
    assert!(!play.effects.contains(&Effect::DropDraft(draft)));
}
