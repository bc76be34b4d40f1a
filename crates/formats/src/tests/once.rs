//! Choices that may be taken only once, in the notations that have them.

use std::sync::Arc;

use model::{EdgeRecord, FixedWorld};

use super::outside;
use super::stories::three_rooms;
use crate::{Lost, Parcel, exporter, importer};

fn read(format: &str, text: &str) -> Parcel {
    let importer = importer(format).unwrap();
    importer
        .import(text.as_bytes(), &FixedWorld::default())
        .unwrap()
        .0
}

fn write(format: &str, parcel: &Parcel) -> String {
    String::from_utf8(exporter(format).unwrap().export(parcel)).unwrap()
}

fn change(parcel: &mut Parcel, label: &str, with: impl Fn(&mut EdgeRecord)) {
    let mut edges = parcel.story.edges.values_mut();
    let edge = edges.find(|it| it.record.label == label).unwrap();
    with(&mut Arc::make_mut(edge).record);
}

fn labels_taken_once(parcel: &Parcel) -> Vec<&str> {
    let edges = parcel.story.edges.values();
    let once = edges.filter(|it| it.record.once);
    once.map(|it| it.record.label.as_str()).collect()
}

fn lost(format: &str, parcel: &Parcel) -> Vec<(Lost, usize)> {
    let losses = exporter(format).unwrap().losses(parcel).into_iter();
    let speaks = [Lost::Once, Lost::OnceOtherwise, Lost::OnceForReader];
    let losses = losses.filter(|it| speaks.contains(&it.what));
    losses.map(|it| (it.what, it.count)).collect()
}

const INK: &str = "-> hall\n\n=== hall ===\n* [Ask] -> yard\n+ [Wait] -> yard\n* {yard} [Leave]\n  -> yard\n* * [Deep] -> yard\n* -> yard\n\n=== yard ===\n-> hall\n";

#[test]
fn the_bullets_of_ink_say_how_often() {
    let mut parcel = read("ink", INK);
    assert_eq!(labels_taken_once(&parcel), ["Ask", "Leave", "Deep", ""]);
    assert_eq!(write("ink", &parcel), INK);
    change(&mut parcel, "Ask", |it| it.once = false);
    change(&mut parcel, "Wait", |it| it.once = true);
    change(&mut parcel, "Deep", |it| it.once = false);
    let wanted = INK
        .replace("* [Ask]", "+ [Ask]")
        .replace("+ [Wait]", "* [Wait]")
        .replace("* * [Deep]", "+ + [Deep]");
    assert_eq!(write("ink", &parcel), wanted);
    assert_eq!(lost("ink", &parcel), []);
}

const YARN: &str = "title: Start\n---\n<<declare $late = false>>\n-> Ask <<once>> #line:1\n    <<jump Yard>>\n-> Wait\n    <<jump Yard>>\n\
    -> Leave << once if $late>>\n    <<jump Yard>>\n===\ntitle: Yard\n---\n<<once>>\n    Cold.\n    <<jump Start>>\n<<endonce>>\n===\n";

#[test]
fn the_command_of_yarn_says_it_beside_the_condition() {
    let mut parcel = read("yarn", YARN);
    assert_eq!(labels_taken_once(&parcel), ["Ask", "Leave"]);
    let leave = parcel
        .story
        .edges
        .values()
        .find(|it| it.record.label == "Leave");
    assert_eq!(leave.unwrap().record.condition.as_deref(), Some("late"));
    assert_eq!(write("yarn", &parcel), YARN);
    change(&mut parcel, "Ask", |it| it.once = false);
    change(&mut parcel, "Wait", |it| it.once = true);
    change(&mut parcel, "Leave", |it| it.once = false);
    let wanted = YARN
        .replace("-> Ask <<once>> #line", "-> Ask #line")
        .replace("-> Wait", "-> Wait <<once>>")
        .replace("<< once if $late>>", "<<if $late>>");
    assert_eq!(write("yarn", &parcel), wanted);
    change(&mut parcel, "Wait", |it| {
        it.condition = Some("late".to_owned())
    });
    let wanted = wanted.replace("-> Wait <<once>>", "-> Wait <<once if $late>>");
    assert_eq!(write("yarn", &parcel), wanted);
    assert_eq!(lost("yarn", &parcel), []);
}

/// What was read by a version that did not ask how often a choice may be taken.
fn as_it_was_read_before(format: &str, text: &str) -> Parcel {
    // The marks of a text are those of the same text in which every choice may be taken again.
    let sticky = text.replace("* ", "+ ").replace(" <<once>>", "");
    let mut parcel = read(format, &sticky);
    for (node, as_written) in parcel
        .story
        .nodes
        .values_mut()
        .zip(read(format, text).story.nodes.values())
    {
        let text = Arc::clone(&as_written.data["text"]);
        Arc::make_mut(node).data.insert("text".into(), text);
    }
    parcel
}

#[test]
fn a_text_that_was_read_before_this_was_known_stays_as_it_is() {
    let yarn = "title: Start\n---\n-> Ask <<once>>\n    <<jump Start>>\n===\n";
    let ink = "=== hall ===\n* [Ask] -> hall\n+ [Wait] -> hall\n";
    for (format, text) in [("ink", ink), ("yarn", yarn)] {
        let mut parcel = as_it_was_read_before(format, text);
        assert_eq!(write(format, &parcel), text, "{format}");
        assert_eq!(
            lost(format, &parcel),
            [(Lost::OnceOtherwise, 1)],
            "{format}"
        );
        parcel.story.edges.shift_remove_index(0);
        let written = write(format, &parcel);
        assert!(!written.contains("Ask"), "{format}: {written}");
    }
}

#[test]
fn a_bullet_that_a_writer_types_is_left_alone() {
    let mut parcel = read("ink", "=== hall ===\n* [Ask] -> hall\n+ [Wait] -> hall\n");
    let typed = "+ [Ask] -> hall\n* [Wait] -> hall";
    let hall = Arc::make_mut(&mut parcel.story.nodes[0]);
    crate::kept::set_text(&mut hall.data, typed);
    assert!(write("ink", &parcel).contains(typed));
    assert_eq!(lost("ink", &parcel), [(Lost::OnceOtherwise, 2)]);
}

#[test]
fn renpy_asks_whether_it_was_taken() {
    let mut parcel = Parcel::new(three_rooms());
    for edge in parcel.story.edges.values_mut() {
        let record = &mut Arc::make_mut(edge).record;
        record.once = true;
        record.condition = record
            .label
            .starts_with("out")
            .then(|| "gold > 1".to_owned());
    }
    let script = write("renpy", &parcel);
    assert!(script.contains("default taken = set()\n"), "{script}");
    let out = "away\\\"\" if 2 not in taken and (v_gold > 1):\n            $ taken.add(2)\n            jump";
    assert!(script.contains(out), "{script}");
    let folder = outside::folder_with(&[("once.rpy", script.as_bytes())]);
    outside::python("check_renpy.py", folder.path(), &["once.rpy"]);
}

#[test]
fn who_cannot_hold_it_says_so_and_who_can_gives_it_back() {
    let mut parcel = Parcel::new(three_rooms());
    let edge = Arc::make_mut(&mut parcel.story.edges[0]);
    edge.record.once = true;
    for format in [
        "twee",
        "twine-html",
        "twine-archive",
        "twine-json",
        "canvas",
    ] {
        assert_eq!(lost(format, &parcel), [(Lost::Once, 1)], "{format}");
    }
    assert_eq!(lost("epub-choices", &parcel), [(Lost::OnceForReader, 1)]);
    for format in ["json", "folder"] {
        assert_eq!(lost(format, &parcel), [], "{format}");
        let bytes = exporter(format).unwrap().export(&parcel);
        let back = importer(format).unwrap();
        let back = back.import(&bytes, &FixedWorld::default()).unwrap().0;
        assert_eq!(labels_taken_once(&back).len(), 1, "{format}");
    }
    for format in [
        "markdown", "fountain", "mermaid", "dot", "svg", "graphml", "play",
    ] {
        assert_eq!(lost(format, &parcel), [], "{format}");
        assert!(write(format, &parcel).contains("once"), "{format}");
    }
}
