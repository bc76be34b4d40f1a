//! Links as authors of the four story formats write them.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(text: &str, expected: &[(&str, &str)]) {
    let links = find(text);
    let found: Vec<_> = links
        .iter()
        .map(|it| match &it.target {
            Target::Named(name) => (it.label.as_str(), name.as_str()),
            Target::Computed(_) => (it.label.as_str(), "?"),
        })
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn every_form_of_brackets_is_read() {
    check("[[Kitchen]]", &[("", "Kitchen")]);
    check(
        "[[go in->Kitchen]] [[Kitchen<-go in]] [[go in|Kitchen]]",
        &[("go in", "Kitchen"); 3],
    );
    check("[[ go in -> Kitchen ]]", &[("go in", "Kitchen")]);
    check("[[go->Kitchen][$light to 1]]", &[("go", "Kitchen")]);
    check("去[[厨房|厨房/里]]吧", &[("厨房", "厨房/里")]);
}

#[test]
fn of_several_arrows_the_outermost_count() {
    check("[[a->b->c]]", &[("a->b", "c")]);
    check("[[a<-b<-c]]", &[("b<-c", "a")]);
    check("[[a->]]", &[("", "a->")]);
}

#[test]
fn what_is_no_link_within_the_story_is_left_out() {
    check(
        "[[]] [[ ]] [[site->https://example.org]] [[never\nclosed]]",
        &[],
    );
}

#[test]
fn macros_of_sugarcube_name_passages() {
    check(
        r#"<<link "go in" "Kitchen">><</link>> <<goto 'Attic'>> <<button [[out->Yard]]>><</button>>"#,
        &[("go in", "Kitchen"), ("", "Attic"), ("out", "Yard")],
    );
    check(r#"<<link "light the lamp">>…<</link>>"#, &[]);
    check(
        r#"<<include "Sky">> <<actions "A" "B">>"#,
        &[("", "Sky"), ("", "A"), ("", "B")],
    );
    check(
        "[img[door.png][Cellar]] <<goto Cellar>>",
        &[("", "Cellar"), ("", "Cellar")],
    );
    check(
        r#"<<goto $next>> <<link "go" `either("A", "B")`>>"#,
        &[("", "?"), ("go", "?")],
    );
}

#[test]
fn macros_of_harlowe_name_passages() {
    check(
        r#"(link-goto: "go in", "Kitchen")"#,
        &[("go in", "Kitchen")],
    );
    check(
        r#"(Link-Goto: "Kitchen") (go-to: "Attic")"#,
        &[("", "Kitchen"), ("", "Attic")],
    );
    check(
        r#"(click-goto: ?door, "Hall") (display: "Sky")"#,
        &[("", "Hall"), ("", "Sky")],
    );
    check(
        r#"(link-goto: "on (and up)", (either: "A", "B"))"#,
        &[("on (and up)", "?")],
    );
    check(r#"(set: $x to "Kitchen") (aside: not a macro)"#, &[]);
}

#[test]
fn inserts_of_chapbook_and_calls_of_snowman_name_passages() {
    check("{embed passage: 'Sky'}", &[("", "Sky")]);
    check(
        "{link to: 'Kitchen', label: 'go in'}",
        &[("go in", "Kitchen")],
    );
    check(
        "{reveal link: 'look', passage: 'Sky'} {reveal link: 'x', text: 'y'}",
        &[("look", "Sky")],
    );
    check(
        r#"<a onclick="story.show('Kitchen')">x</a>"#,
        &[("", "Kitchen")],
    );
    check(
        r#"<a data-passage="Mum's room">x</a>"#,
        &[("", "Mum's room")],
    );
    check("window.story.show(next)", &[("", "?")]);
}

#[test]
fn expressions_are_told_from_names() {
    for computed in [
        "$next",
        "_n",
        "`x()`",
        "\"a\" + $b",
        "setup.next",
        "<%= s.x %>",
        "(either: 1)",
    ] {
        assert!(looks_computed(computed), "{computed}");
    }
    for name in ["Kitchen", "$", "_", "C++", "(later)", "5$"] {
        assert!(!looks_computed(name), "{name}");
    }
}

#[test]
fn ten_thousand_links_are_found_each_once() {
    let text: String = (0..10_000).map(|it| format!("[[x{it}->p{it}]] ")).collect();
    assert_eq!(find(&text).len(), 10_000);
}

#[test]
fn macros_without_an_end_are_given_up_on() {
    for part in [
        "<<link \"",
        "(goto:",
        "{link to:",
        "img[",
        "story.show(",
        "[[",
    ] {
        assert_eq!(find(&part.repeat(100_000)).len(), 0, "{part}");
    }
}

proptest! {
    #[test]
    fn no_text_is_too_strange(
        parts in prop::collection::vec(prop::sample::select(vec![
            "[[", "]]", "->", "<-", "|", "][", "<<link ", ">>", "\"", "'", "\\", "(goto:", ")", ",",
            "{embed passage:", "}", "img[", "story.show(", "data-passage=", "`", "\n", "雨", " ", "a",
        ]), 0..60),
    ) {
        let text = parts.concat();
        for link in find(&text) {
            prop_assert!(text.is_char_boundary(link.at));
        }
    }
}
