//! Links in the notations of the four story formats.

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
            Target::Earlier(_) => (it.label.as_str(), "<"),
        })
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn a_way_back_has_its_words_and_says_whether_it_undoes() {
    use crate::passage::way_back;
    for (text, expected) in [
        ("You sleep. <<return \"Back\">>", Some(("Back", false))),
        ("<<back>>", Some(("", true))),
        (
            "[[Close the book|previous()]]",
            Some(("Close the book", false)),
        ),
        ("<<return \"Home\" \"Hall\">>", None),
        ("(link-undo: \"Never mind\")", Some(("Never mind", true))),
        ("(link: \"Wake up\")[(undo:)]", Some(("Wake up", true))),
        ("(restart:) or {restart link}", None),
        ("{back link, label: 'Return'}", Some(("Return", true))),
        ("{back link}", Some(("", true))),
        ("There is no way back.", None),
    ] {
        let found = way_back(text);
        let found = found
            .as_ref()
            .map(|(label, undoes)| (label.as_str(), *undoes));
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_link_filling_a_hook_has_its_own_range() {
    check("(if: $key)[[[Label->X]]]", &[("Label", "X")]);
    check(
        "(if: $key)[[[X]]](else:)[[[go|Y]]]",
        &[("", "X"), ("go", "Y")],
    );
    check("(if: $a)[(if: $b)[[[[X<-go]]]]]", &[("go", "X")]);
    check("[[[a->X]] [[b->Y]]]", &[("a", "X"), ("b", "Y")]);
    check("[[[1] first->X]]", &[("[1] first", "X")]);
    check("[[[1] first->X][$a to 1]]", &[("[1] first", "X")]);
    check("[[[a][b]->X]]", &[("[a][b]", "X")]);
    check("[[[a->X][$a to 1]]]", &[("a", "X")]);
    assert_eq!(
        super::links_as_labels("(if: $key)[[[Label->X]]]"),
        "(if: $key)[Label]"
    );
}

#[test]
fn parses_every_bracket_form() {
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
fn uses_the_outermost_arrow() {
    check("[[a->b->c]]", &[("a->b", "c")]);
    check("[[a<-b<-c]]", &[("b<-c", "a")]);
    check("[[a->]]", &[("", "a->")]);
}

#[test]
fn ignores_external_links() {
    check(
        "[[]] [[ ]] [[site->https://example.org]] [[never\nclosed]]",
        &[],
    );
}

#[test]
fn links_to_web_pages_stay_links_where_texts_are_read() {
    let read = |text| super::links_as_labels(text).into_owned();
    assert_eq!(
        read("- [[Read->https://example.org/a]]\n- [[Go->Hall]]\n[[file://a]] [[x->mailto://b]]"),
        "- [Read](<https://example.org/a>)\n\nfile://a x"
    );
    assert_eq!(
        super::visible_text("[[Read->https://example.org]]"),
        "[[Read->https://example.org]]",
        "words are counted as the page counts them"
    );
}

#[test]
fn finds_passages_in_sugarcube_macros() {
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
fn finds_passages_in_harlowe_macros() {
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
fn finds_passages_in_chapbook_inserts_and_snowman_calls() {
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

/// Every macro, insert and call that leads a reader to another passage, as in the manuals of the
/// story formats: `G` goes, `I` includes, `<` leads back, `?` is computed.
#[test]
fn parses_every_documented_navigation_macro() {
    for (format, text, expected) in [
        ("SugarCube", "<<link \"x\" \"t\">><</link>>", "G x t"),
        ("SugarCube", "<<link [[x|t]]>><</link>>", "G x t"),
        ("SugarCube", "<<link [img[a.png][t]]>><</link>>", "G  t"),
        ("SugarCube", "<<button \"x\" \"t\">><</button>>", "G x t"),
        ("SugarCube", "<<click \"x\" \"t\">><</click>>", "G x t"),
        ("SugarCube", "<<goto \"t\">>", "G  t"),
        ("SugarCube", "<<goto [[t]]>>", "G  t"),
        ("SugarCube", "<<goto $t>>", "?  "),
        ("SugarCube", "<<include \"t\">>", "I  t"),
        ("SugarCube", "<<display \"t\">>", "I  t"),
        ("SugarCube", "<<actions \"t\">>", "G  t"),
        ("SugarCube", "<<choice \"t\" \"x\">>", "G x t"),
        ("SugarCube", "<<back>>", "<  "),
        ("SugarCube", "<<back \"x\">>", "< x "),
        ("SugarCube", "<<back \"x\" \"t\">>", "G x t"),
        ("SugarCube", "<<back [[x|t]]>>", "G x t"),
        ("SugarCube", "<<return>>", "<  "),
        ("SugarCube", "<<return \"x\" \"t\">>", "G x t"),
        ("SugarCube", "Engine.play(\"t\")", "G  t"),
        ("SugarCube", "$(out).wikiPassage(\"t\")", "I  t"),
        ("SugarCube", "<a data-passage=\"t\">x</a>", "G  t"),
        ("Harlowe", "(link-goto: \"x\", \"t\")", "G x t"),
        ("Harlowe", "(link-reveal-goto: \"x\", \"t\")[]", "G x t"),
        ("Harlowe", "(click-goto: ?x, \"t\")", "G  t"),
        ("Harlowe", "(mouseover-goto: ?x, \"t\")", "G  t"),
        ("Harlowe", "(mouseout-goto: ?x, \"t\")", "G  t"),
        ("Harlowe", "(go-to: \"t\")", "G  t"),
        ("Harlowe", "(redirect: \"t\")", "G  t"),
        ("Harlowe", "(display: \"t\")", "I  t"),
        (
            "Harlowe",
            "(link-storylet: \"x\", where its tags contains \"a\")",
            "?  ",
        ),
        (
            "Harlowe",
            "(for: each _p, ...(open-storylets:))[(link-goto: \"x\", _p's name)]",
            "?  , ? x ",
        ),
        ("Harlowe", "(undo:)", "<  "),
        ("Harlowe", "(link-undo: \"x\")", "< x "),
        ("Harlowe", "(click-undo: ?x)", "<  "),
        ("Harlowe", "(icon-undo:)", "<  "),
        ("Harlowe", "(restart:)", "<  "),
        ("Chapbook", "{embed passage: 't'}", "I  t"),
        ("Chapbook", "{embed passage named: 't'}", "I  t"),
        ("Chapbook", "{link to: 't', label: 'x'}", "G x t"),
        ("Chapbook", "{redirect to: 't'}", "G  t"),
        ("Chapbook", "{reveal link: 'x', passage: 't'}", "I x t"),
        ("Chapbook", "{back link}", "<  "),
        ("Chapbook", "{back link, label: 'x'}", "< x "),
        ("Chapbook", "{restart link}", "<  "),
        ("Chapbook", "[JavaScript]\ngo('t')", "G  t"),
        ("Snowman", "<% story.show('t') %>", "G  t"),
        ("Snowman", "<% window.story.show(next) %>", "?  "),
        ("Snowman", "<%= story.render('t') %>", "I  t"),
    ] {
        let found = find(text).into_iter().map(|it| {
            let (kind, target) = match (it.target, it.kind) {
                (Target::Named(name), LinkKind::Goto) => ("G", name),
                (Target::Named(name), LinkKind::Include) => ("I", name),
                (Target::Computed(_), _) => ("?", String::new()),
                (Target::Earlier(_), _) => ("<", String::new()),
            };
            assert!(text.is_char_boundary(it.end) && it.end > it.at, "{text}");
            format!("{kind} {} {target}", it.label)
        });
        let found: Vec<_> = found.collect();
        assert_eq!(found.join(", "), expected, "{format}: {text}");
    }
    check("Let it go('t' is a letter) and ego(\"x\")", &[]);
}

#[test]
fn distinguishes_expressions_from_names() {
    for computed in [
        "$next",
        "_n",
        "`x()`",
        "\"a\" + $b",
        "setup.next",
        "<%= s.x %>",
        "(either: 1)",
    ] {
        assert!(is_expression(computed), "{computed}");
    }
    for name in ["Kitchen", "$", "_", "C++", "(later)", "5$"] {
        assert!(!is_expression(name), "{name}");
    }
}

#[test]
fn finds_ten_thousand_links_once() {
    let text: String = (0..10_000).map(|it| format!("[[x{it}->p{it}]] ")).collect();
    assert_eq!(find(&text).len(), 10_000);
}

#[test]
fn gives_up_on_unclosed_macros() {
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
    fn never_panics(
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
