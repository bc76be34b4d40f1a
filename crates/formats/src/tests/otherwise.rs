//! Choices that are offered where nothing else is.

use std::sync::Arc;

use model::FixedWorld;

use super::outside;
use super::stories::three_rooms;
use crate::{Lost, Parcel, exporter, importer};

fn write(format: &str, parcel: &Parcel) -> String {
    String::from_utf8(exporter(format).unwrap().export(parcel)).unwrap()
}

fn conditions(parcel: &Parcel) -> Vec<Option<&str>> {
    let edges = parcel.story.edges.values();
    edges.map(|it| it.record.condition.as_deref()).collect()
}

const INK: &str = "VAR gold = 0\n-> hall\n\n=== hall ===\n* [Ask] -> yard\n* -> yard\n+ {gold > 1} -> hall\n\
    + {gold > 2 or gold < 0} {CHOICE_COUNT()==0} [Leave] -> yard\n\n\
    === yard ===\n-> hall\n";

#[test]
fn ink_says_it_by_a_choice_without_words_and_by_their_count() {
    let importer = importer("ink").unwrap();
    let world = FixedWorld::default();
    let parcel = importer.import(INK.as_bytes(), &world).unwrap().0;
    let read = [
        None,
        Some("otherwise()"),
        Some("gold > 1 and otherwise()"),
        Some("(gold > 2 or gold < 0) and otherwise()"),
        None,
    ];
    assert_eq!(conditions(&parcel), read);
    assert_eq!(write("ink", &parcel), INK);
    // With those without words taken away, what is asked for can be changed.
    let plain = INK.replace("* -> yard\n+ {gold > 1} -> hall\n", "");
    let mut parcel = importer.import(plain.as_bytes(), &world).unwrap().0;
    let edge = &mut parcel.story.edges[1];
    assert_eq!(edge.record.label, "Leave");
    Arc::make_mut(edge).record.condition = Some("otherwise()".to_owned());
    let wanted = plain.replace(
        "{gold > 2 or gold < 0} {CHOICE_COUNT()==0}",
        "{CHOICE_COUNT() == 0}",
    );
    assert_eq!(write("ink", &parcel), wanted);
    assert_eq!(exporter("ink").unwrap().losses(&parcel), []);
    // It counts those that come before it alone.
    let early = INK.replace("\n\n=== yard", "\n+ [More] -> yard\n\n=== yard");
    let parcel = importer.import(early.as_bytes(), &world).unwrap().0;
    let leave = "gold > 2 or gold < 0 and CHOICE_COUNT()==0";
    assert_eq!(conditions(&parcel)[3], Some(leave));
    assert_eq!(write("ink", &parcel), early);
}

#[test]
fn renpy_asks_for_all_the_others_and_who_cannot_says_so() {
    let mut parcel = Parcel::new(three_rooms());
    let hall = parcel.story.edges[0].record.from;
    let own = parcel.story.edges.values_mut();
    for (at, edge) in own.filter(|it| it.record.from == hall).enumerate() {
        let record = &mut Arc::make_mut(edge).record;
        (record.once, record.condition) = match at {
            0 => (true, Some("gold > 1".to_owned())),
            _ => (false, Some("otherwise()".to_owned())),
        };
    }
    let script = write("renpy", &parcel);
    let otherwise = "if (not (1 not in taken and (v_gold > 1))):";
    assert!(script.contains(otherwise), "{script}");
    let folder = outside::folder_with(&[("otherwise.rpy", script.as_bytes())]);
    outside::python("check_renpy.py", folder.path(), &["otherwise.rpy"]);
    for format in ["yarn", "twee", "twine-html", "canvas"] {
        let lost = exporter(format).unwrap().losses(&parcel);
        assert!(
            lost.iter().any(|it| it.what == Lost::Conditions),
            "{format}: {lost:?}"
        );
    }
}
