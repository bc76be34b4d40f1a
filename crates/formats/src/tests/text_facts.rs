//! Checks of third-party stories: correct content is not reported, and targets that only their
//! players compute are not choices.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use model::analysis::{Check, FindingKind};
use model::play::{PlayRecord, PlaySession, PlayableStory, Variables};
use model::{FixedWorld, Node, Story};

use crate::{Bundle, Cancelled, exporter, importer, with_progress};
use markup::{all_node_facts, expand_includes, node_facts};

fn read(format: &str, text: &str) -> Story {
    let importer = importer(format).unwrap();
    let (bundle, _) = importer
        .import(text.as_bytes(), &FixedWorld::default())
        .unwrap();
    bundle.story
}

/// Reading all nodes for a check reports progress and can be cancelled.
#[test]
fn reading_facts_reports_progress_and_can_be_cancelled() {
    let text: String = (0..700)
        .map(|it| format!(":: P{it}\nWind. [[P{}]]\n\n", (it + 1) % 700))
        .collect();
    let story = read("twee", &text);
    let reports = Rc::new(RefCell::new(Vec::new()));
    let reading = |goes_on: bool| {
        let reported = Rc::clone(&reports);
        let watch = move |doing: &'static str, done: f64| {
            reported.borrow_mut().push((doing, done));
            goes_on
        };
        with_progress(watch, || all_node_facts(&story).len())
    };
    assert_eq!(reading(true), Ok(700));
    let all = reports.take();
    assert!(all.iter().all(|it| it.0 == "reading nodes"), "{all:?}");
    assert!(all.is_sorted_by(|one, other| one.1 <= other.1), "{all:?}");
    assert!(all.iter().all(|it| (0.0..=1.0).contains(&it.1)), "{all:?}");
    assert_eq!(reading(false), Err(Cancelled));
    assert_eq!(reports.take().len(), 1, "nothing goes on behind its end");
}

fn checked(story: &Story) -> Check {
    let mut check = Check::default();
    for node in story.nodes.values() {
        check.note(node.id, node_facts(node));
    }
    check
}

/// The findings, except those that are irrelevant to these tests.
fn found(story: &Story) -> Vec<(FindingKind, String)> {
    let report = checked(story).report(story);
    let findings = report.findings.into_iter();
    findings
        .filter(|it| ![FindingKind::Empty, FindingKind::MissingCode].contains(&it.kind()))
        .map(|it| (it.kind(), it.what.to_string()))
        .collect()
}

#[track_caller]
fn nothing_wrong(format: &str, text: &str) {
    assert_eq!(found(&read(format, text)), [], "{text}");
}

const ENDS: &str = ":: End\nDone. <<back>>\n";

fn twee(passages: &str) -> String {
    format!(
        ":: StoryTitle\nTold\n:: StoryData\n{{\"ifid\":\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\"}}\n{ENDS}{passages}"
    )
}

fn titled<'a>(story: &'a Story, title: &str) -> &'a Arc<Node> {
    story.titled(title)[0]
}

#[test]
fn links_in_header_passages_reach_pages() {
    for opening in [
        ":: StoryMenu\n[[Map]]\n",
        ":: PassageFooter\n<<link \"map\" \"Map\">><</link>>\n",
        ":: Code [script]\nEngine.play(\"Map\"); const list = [[1, 2], [3, 4]];\n",
        ":: Foot [footer]\n(link-goto: \"map\", \"Map\")\n",
    ] {
        let text = format!(":: Start\nHi. [[End]]\n:: Map\nA map. [[End]]\n{opening}");
        nothing_wrong("twee", &twee(&text));
    }
    let text = twee(":: Start\nHi. [[End]]\n:: Map\nA map. [[End]]\n");
    assert_eq!(found(&read("twee", &text))[0].0, FindingKind::Unreachable);
}

#[test]
fn special_passages_become_notes() {
    for header in [
        "Tools [widget]",
        "Top [header]",
        "Below [footer]",
        "Before [startup]",
        "First [init]",
        "Face [Twine.image]",
        "StoryInit",
        "PassageReady",
    ] {
        let story = read(
            "twee",
            &twee(&format!(":: Start\n[[End]]\n:: {header}\nx\n")),
        );
        let name = header.split(' ').next().unwrap();
        assert_eq!(titled(&story, name).kind, "note", "{header}");
        assert_eq!(found(&story), [], "{header}");
    }
}

#[test]
fn possibly_set_variables_are_not_reported() {
    for passages in [
        ":: Start\n<<run $gold = 5>>\n<<if $gold>>x<</if>> [[End]]\n",
        ":: Start\n<<if $gold>>x<</if>> [[End]]\n:: Code [script]\nState.variables.gold = 1;\n",
        ":: Start\n<<if $gold>>x<</if>> [[End]]\n:: Code [script]\nconst v = State.variables;\n",
        ":: Start\n<<ask \"$gold\">> <<print $gold>> [[End]]\n",
        ":: Start\n(set: $gold's sum to 1) (print: $gold) [[End]]\n",
        ":: Start\n(move: $a into $gold) (print: $gold) [[End]]\n:: Tool\n(put: 1 into $a) [[Start]]\n:: StoryMenu\n[[Tool]]\n",
        ":: Start\nname: 'x'\n--\n{name} {text input for: 'mood'} [[Next]]\n:: Next\nb: 1\n--\n{mood} [[End]]\n",
    ] {
        nothing_wrong("twee", &twee(passages));
    }
    let text = twee(":: Start\n<<if $gold>>x<</if>> [[End]]\n");
    assert_eq!(found(&read("twee", &text))[0].0, FindingKind::NeverSet);
}

#[test]
fn finds_no_links_in_comments_and_verbatim_text() {
    let text = ":: Start\n<!-- [[A]] --> /* [[B]] */ /% [[C]] %/ {{{[[D]]}}} <nowiki>[[E]]</nowiki> \
                `[[F]]` [[End]]\n";
    let story = read("twee", &twee(text));
    assert_eq!((story.edges.len(), found(&story)), (1, vec![]));
}

#[test]
fn a_back_link_is_not_a_dead_end() {
    for back in ["<<back>>", "<<return \"Go on\">>", "(undo:)", "{back link}"] {
        nothing_wrong(
            "twee",
            &twee(&format!(":: Start\n[[End]] [[A]]\n:: A\n{back}\n")),
        );
    }
}

#[test]
fn ink_and_yarn_declare_their_variables_and_ends_elsewhere() {
    nothing_wrong(
        "ink",
        "VAR gold = 5\n-> harbor\n=== harbor\nFog.\n+ {gold > 3} [Board] -> ferry\n=== ferry\nRain.\n-> END\n",
    );
    nothing_wrong(
        "yarn",
        "title: Start\n---\n<<declare $gold = 5>>\n-> Go <<if $gold > 3 and $met>>\n    <<jump Side>>\n===\n\
         title: Side\nwhen: $gold > 3\n---\nRich.\n===\ntitle: Side\nwhen: always\n---\nPoor.\n===\n",
    );
}

/// The labels and titles offered at the start.
fn offered(story: &Story) -> Vec<String> {
    let records = |_| PlayRecord::default();
    let book = PlayableStory::new(story, &records);
    let play = PlaySession::begin(&book, story.record.start.unwrap(), Variables::new());
    let choices = play.choices(&book).into_iter();
    choices
        .map(|it| story.nodes[&it.edge.record.to].title.clone())
        .collect()
}

#[test]
fn computed_links_reach_only_possible_targets() {
    let text = twee(
        ":: Start\n<<set $next to \"Hall\">><<goto $next>> <<link \"on\" `pick()`>><</link>> [[End]]\n\
         :: Hall\n[[End]]\n",
    );
    let story = read("twee", &text);
    assert_eq!(offered(&story), ["Hall", "End"]);
    let dynamic = story.edges.values().filter(|it| it.record.dynamic);
    assert_eq!(dynamic.count(), 2);
    let report = checked(&story).report(&story);
    assert_eq!(report.computed, 1);
    for (format, marks) in [
        ("dot", "class=dynamic"),
        ("graphml", "<data key=\"dynamic\">true</data>"),
        ("json", "\"dynamic\": true"),
        ("mermaid", "-.->"),
    ] {
        let bundle = Bundle::new(story.clone());
        let Some(exporter) = exporter(format) else {
            panic!("{format}");
        };
        let written = exporter.export(&bundle);
        let written = String::from_utf8_lossy(&written).into_owned();
        assert!(written.contains(marks), "{format}: {written}");
    }
    for format in ["play", "epub-choices", "renpy"] {
        let losses = exporter(format)
            .unwrap()
            .losses(&Bundle::new(story.clone()));
        let losses: Vec<_> = losses.iter().map(ToString::to_string).collect();
        let message = "compute where they lead";
        assert!(
            losses.iter().any(|it| it.contains(message)),
            "{format}: {losses:?}"
        );
    }
}

#[test]
fn included_passages_add_words_and_choices() {
    let text = twee(
        ":: Start\nFog. <<include \"Sky\">> [[End]]\n:: Sky\nGulls.\n(display: \"Sea\")\n\
         :: Sea\nWaves. [[Swim->End]]\n",
    );
    let story = read("twee", &text);
    assert_eq!(offered(&story), ["End", "End"]);
    assert_eq!(found(&story), []);
    let mut part = |title: &str| Some(Node::clone(titled(&story, title)));
    let shown = expand_includes(titled(&story, "Start"), &mut part);
    assert_eq!(shown, "Fog. Gulls.\nWaves. [[Swim->End]] [[End]]");
    let bundle = Bundle::new(story.clone());
    let page = crate::exporter("play").unwrap().export(&bundle);
    let page = String::from_utf8(page).unwrap();
    assert!(page.contains("Gulls."));
    assert!(!page.contains("\"title\":\"Sky\""), "a part is not a page");
    let twee = crate::exporter("twee").unwrap().export(&bundle);
    assert_eq!(String::from_utf8(twee).unwrap(), text);
    let mut check = checked(&story);
    assert_eq!(check.metrics(&story, None).endings.len(), 1);
}

#[test]
fn a_choice_never_offered_reaches_nothing() {
    let mut story = read("twee", &twee(":: Start\n[[A]] [[End]]\n:: A\nx [[End]]\n"));
    let to = titled(&story, "A").id;
    for edge in story.edges.values_mut().filter(|it| it.record.to == to) {
        Arc::make_mut(edge).record.condition = Some("1 > 2".to_owned());
    }
    let kinds: Vec<_> = found(&story).into_iter().map(|it| it.0).collect();
    assert_eq!(kinds, [FindingKind::Unreachable, FindingKind::NeverOffered]);
}

#[test]
fn fixes_a_link_with_any_title() {
    for (written, title) in [
        ("[[x->the (old) hall]]", "The (old) Hall"),
        ("[[the {big} hall<-x]]", "The {big} Hall"),
        (
            "(link-goto: \"x (y)\", \"the (old) hall\")",
            "The (old) Hall",
        ),
        ("<<link \"a>>b\" \"the hall\">><</link>>", "The Hall"),
    ] {
        let text = twee(&format!(
            ":: Start\n[[End]] {written}\n:: {}\n[[End]]\n",
            title.replace('{', "\\{").replace('}', "\\}")
        ));
        let story = read("twee", &text);
        let report = checked(&story).report(&story);
        let finding = report
            .findings
            .iter()
            .find(|it| it.kind() == FindingKind::LetterCase);
        let fix = finding.and_then(|it| it.fix.as_ref()).expect(written);
        let (old, new) = (&fix.arguments["old"], &fix.arguments["new"]);
        let start = markup::kept_data::text_of(titled(&story, "Start"));
        let mended = start.replace(old.as_str().unwrap(), new.as_str().unwrap());
        assert!(mended.contains(title), "{mended}");
        assert!(mended.contains("[[End]]"), "{mended}");
    }
}

#[test]
fn fixing_a_link_leaves_similar_links_alone() {
    let text = twee(":: Start\n[[hall]] [[hallway]] [[End]]\n:: Hall\nx [[End]]\n");
    let story = read("twee", &text);
    let report = checked(&story).report(&story);
    let mut all = report.findings.iter();
    let finding = all.find(|it| it.kind() == FindingKind::LetterCase);
    let fix = &finding.unwrap().fix.as_ref().unwrap().arguments;
    assert_eq!(
        (&fix["old"], &fix["new"]),
        (&"[[hall]]".into(), &"[[Hall]]".into())
    );
}
