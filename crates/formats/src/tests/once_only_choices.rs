//! Once-only choices in the notations that support them.

use std::sync::Arc;

use model::{EdgeRecord, FixedWorld};

use super::external_programs;
use super::stories::sample_story;
use crate::{Bundle, LossKind, exporter, importer};

fn read(format: &str, text: &str) -> Bundle {
    let importer = importer(format).unwrap();
    importer
        .import(text.as_bytes(), &FixedWorld::default())
        .unwrap()
        .0
}

fn write(format: &str, bundle: &Bundle) -> String {
    String::from_utf8(exporter(format).unwrap().export(bundle)).unwrap()
}

fn change(bundle: &mut Bundle, label: &str, with: impl Fn(&mut EdgeRecord)) {
    let mut edges = bundle.story.edges.values_mut();
    let edge = edges.find(|it| it.record.label == label).unwrap();
    with(&mut Arc::make_mut(edge).record);
}

fn labels_taken_once(bundle: &Bundle) -> Vec<&str> {
    let edges = bundle.story.edges.values();
    let once = edges.filter(|it| it.record.once);
    once.map(|it| it.record.label.as_str()).collect()
}

fn lost(format: &str, bundle: &Bundle) -> Vec<(LossKind, usize)> {
    let losses = exporter(format).unwrap().losses(bundle).into_iter();
    let speaks = [
        LossKind::OnceOnly,
        LossKind::OnceDiffers,
        LossKind::OnceAsText,
    ];
    let losses = losses.filter(|it| speaks.contains(&it.what));
    losses.map(|it| (it.what, it.count)).collect()
}

const INK: &str = "-> hall\n\n=== hall ===\n* [Ask] -> yard\n+ [Wait] -> yard\n* {yard} [Leave]\n  -> yard\n* * [Deep] -> yard\n* -> yard\n\n=== yard ===\n-> hall\n";

#[test]
fn ink_bullets_are_once_only_or_sticky() {
    let mut bundle = read("ink", INK);
    assert_eq!(labels_taken_once(&bundle), ["Ask", "Leave", "Deep", ""]);
    assert_eq!(write("ink", &bundle), INK);
    change(&mut bundle, "Ask", |it| it.once = false);
    change(&mut bundle, "Wait", |it| it.once = true);
    change(&mut bundle, "Deep", |it| it.once = false);
    let wanted = INK
        .replace("* [Ask]", "+ [Ask]")
        .replace("+ [Wait]", "* [Wait]")
        .replace("* * [Deep]", "+ + [Deep]");
    assert_eq!(write("ink", &bundle), wanted);
    assert_eq!(lost("ink", &bundle), []);
}

const YARN: &str = "title: Start\n---\n<<declare $late = false>>\n-> Ask <<once>> #line:1\n    <<jump Yard>>\n-> Wait\n    <<jump Yard>>\n\
    -> Leave << once if $late>>\n    <<jump Yard>>\n===\ntitle: Yard\n---\n<<once>>\n    Cold.\n    <<jump Start>>\n<<endonce>>\n===\n";

#[test]
fn yarn_writes_the_once_command_with_the_condition() {
    let mut bundle = read("yarn", YARN);
    assert_eq!(labels_taken_once(&bundle), ["Ask", "Leave"]);
    let leave = bundle
        .story
        .edges
        .values()
        .find(|it| it.record.label == "Leave");
    assert_eq!(leave.unwrap().record.condition.as_deref(), Some("late"));
    assert_eq!(write("yarn", &bundle), YARN);
    change(&mut bundle, "Ask", |it| it.once = false);
    change(&mut bundle, "Wait", |it| it.once = true);
    change(&mut bundle, "Leave", |it| it.once = false);
    let wanted = YARN
        .replace("-> Ask <<once>> #line", "-> Ask #line")
        .replace("-> Wait", "-> Wait <<once>>")
        .replace("<< once if $late>>", "<<if $late>>");
    assert_eq!(write("yarn", &bundle), wanted);
    change(&mut bundle, "Wait", |it| {
        it.condition = Some("late".to_owned())
    });
    let wanted = wanted.replace("-> Wait <<once>>", "-> Wait <<once if $late>>");
    assert_eq!(write("yarn", &bundle), wanted);
    assert_eq!(lost("yarn", &bundle), []);
}

/// A story as imported by a version that did not record whether choices are once-only.
fn as_it_was_read_before(format: &str, text: &str) -> Bundle {
    // The fingerprints are those of the same text with only sticky choices.
    let sticky = text.replace("* ", "+ ").replace(" <<once>>", "");
    let mut bundle = read(format, &sticky);
    for (node, as_written) in bundle
        .story
        .nodes
        .values_mut()
        .zip(read(format, text).story.nodes.values())
    {
        let text = Arc::clone(&as_written.data["text"]);
        Arc::make_mut(node).data.insert("text".into(), text);
    }
    bundle
}

#[test]
fn keeps_text_imported_by_older_versions() {
    let yarn = "title: Start\n---\n-> Ask <<once>>\n    <<jump Start>>\n===\n";
    let ink = "=== hall ===\n* [Ask] -> hall\n+ [Wait] -> hall\n";
    for (format, text) in [("ink", ink), ("yarn", yarn)] {
        let mut bundle = as_it_was_read_before(format, text);
        assert_eq!(write(format, &bundle), text, "{format}");
        assert_eq!(
            lost(format, &bundle),
            [(LossKind::OnceDiffers, 1)],
            "{format}"
        );
        bundle.story.edges.shift_remove_index(0);
        let written = write(format, &bundle);
        assert!(!written.contains("Ask"), "{format}: {written}");
    }
}

#[test]
fn leaves_hand_typed_bullets_alone() {
    let mut bundle = read("ink", "=== hall ===\n* [Ask] -> hall\n+ [Wait] -> hall\n");
    let typed = "+ [Ask] -> hall\n* [Wait] -> hall";
    let hall = Arc::make_mut(&mut bundle.story.nodes[0]);
    markup::kept_data::set_text(&mut hall.data, typed);
    assert!(write("ink", &bundle).contains(typed));
    assert_eq!(lost("ink", &bundle), [(LossKind::OnceDiffers, 2)]);
}

#[test]
fn renpy_checks_once_only_choices() {
    let mut bundle = Bundle::new(sample_story());
    for edge in bundle.story.edges.values_mut() {
        let record = &mut Arc::make_mut(edge).record;
        record.once = true;
        record.condition = record
            .label
            .starts_with("out")
            .then(|| "gold > 1".to_owned());
    }
    let script = write("renpy", &bundle);
    assert!(script.contains("default taken = set()\n"), "{script}");
    let out = "away\\\"\" if 2 not in taken and (v_gold > 1):\n            $ taken.add(2)\n            jump";
    assert!(script.contains(out), "{script}");
    let folder = external_programs::folder_with(&[("once.rpy", script.as_bytes())]);
    external_programs::python("check_renpy.py", folder.path(), &["once.rpy"]);
}

#[test]
fn once_round_trips_or_is_listed_as_a_loss() {
    let mut bundle = Bundle::new(sample_story());
    let edge = Arc::make_mut(&mut bundle.story.edges[0]);
    edge.record.once = true;
    assert_eq!(lost("canvas", &bundle), [(LossKind::OnceOnly, 1)]);
    let mut chapbook = bundle.clone();
    crate::StoryFormat::Chapbook
        .choose(&mut chapbook.story, "twee")
        .unwrap();
    assert_eq!(lost("twee", &chapbook), [(LossKind::OnceOnly, 1)]);
    assert_eq!(lost("epub-choices", &bundle), [(LossKind::OnceAsText, 1)]);
    for format in [
        "json",
        "folder",
        "twee",
        "twine-html",
        "twine-archive",
        "twine-json",
    ] {
        assert_eq!(lost(format, &bundle), [], "{format}");
        let bytes = exporter(format).unwrap().export(&bundle);
        let back = importer(format).unwrap();
        let back = back.import(&bytes, &FixedWorld::default()).unwrap().0;
        assert_eq!(labels_taken_once(&back).len(), 1, "{format}");
    }
    for format in [
        "markdown", "fountain", "fdx", "mermaid", "dot", "svg", "graphml", "play",
    ] {
        assert_eq!(lost(format, &bundle), [], "{format}");
        assert!(write(format, &bundle).contains("once"), "{format}");
    }
}

#[test]
fn story_formats_ask_and_set_a_variable() {
    let text = "VAR gold = 3\n-> hall\n\n=== hall ===\n* [Ask] -> hall\n* {gold > 2} [Pay]\n  ~ gold = gold - 1\n  -> hall\n+ [Wait] -> hall\n";
    let bundle = read("ink", text);
    let twee = write("twee", &bundle);
    for line in [
        "<<if not $storyteller_once_1>>[[Ask->hall][$storyteller_once_1 to true]]<</if>>\n",
        "<<if $gold gt 2 and not $storyteller_once_2>>[[Pay->hall][$gold to $gold - 1, $storyteller_once_2 to true]]<</if>>\n",
        "[[Wait->hall]]",
        "<<set $storyteller_once_1 to false>>",
    ] {
        assert!(twee.contains(line), "{twee}");
    }
    let mut back = read("twee", &twee);
    assert_eq!(labels_taken_once(&back), ["Ask", "Pay"]);
    assert_eq!(write("twee", &back), twee);
    assert_eq!(lost("twee", &back), []);
    // The text says otherwise then.
    change(&mut back, "Ask", |it| it.once = false);
    change(&mut back, "Wait", |it| it.once = true);
    assert_eq!(lost("twee", &back), [(LossKind::OnceDiffers, 1)]);
    assert!(write("twee", &back).contains(
        "<<if not $storyteller_once_4>>[[Wait->hall][$storyteller_once_4 to true]]<</if>>"
    ));
}
