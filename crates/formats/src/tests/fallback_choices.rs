//! Choices that are offered only if no other is available.

use std::sync::Arc;

use model::FixedWorld;

use super::external_programs;
use super::stories::sample_story;
use crate::{Bundle, LossKind, exporter, importer};

fn write(format: &str, bundle: &Bundle) -> String {
    String::from_utf8(exporter(format).unwrap().export(bundle)).unwrap()
}

fn conditions(bundle: &Bundle) -> Vec<Option<&str>> {
    let edges = bundle.story.edges.values();
    edges.map(|it| it.record.condition.as_deref()).collect()
}

const INK: &str = "VAR gold = 0\n-> hall\n\n=== hall ===\n* [Ask] -> yard\n* -> yard\n+ {gold > 1} -> hall\n\
    + {gold > 2 or gold < 0} {CHOICE_COUNT()==0} [Leave] -> yard\n\n\
    === yard ===\n-> hall\n";

#[test]
fn ink_writes_fallback_choices() {
    let importer = importer("ink").unwrap();
    let world = FixedWorld::default();
    let bundle = importer.import(INK.as_bytes(), &world).unwrap().0;
    let read = [
        None,
        Some("otherwise()"),
        Some("gold > 1 and otherwise()"),
        Some("(gold > 2 or gold < 0) and otherwise()"),
        None,
    ];
    assert_eq!(conditions(&bundle), read);
    assert_eq!(write("ink", &bundle), INK);
    // Without the unlabeled choices, the condition can be changed.
    let plain = INK.replace("* -> yard\n+ {gold > 1} -> hall\n", "");
    let mut bundle = importer.import(plain.as_bytes(), &world).unwrap().0;
    let edge = &mut bundle.story.edges[1];
    assert_eq!(edge.record.label, "Leave");
    Arc::make_mut(edge).record.condition = Some("otherwise()".to_owned());
    let wanted = plain.replace(
        "{gold > 2 or gold < 0} {CHOICE_COUNT()==0}",
        "{CHOICE_COUNT() == 0}",
    );
    assert_eq!(write("ink", &bundle), wanted);
    assert_eq!(exporter("ink").unwrap().losses(&bundle), []);
    // It counts only the choices before it.
    let early = INK.replace("\n\n=== yard", "\n+ [More] -> yard\n\n=== yard");
    let bundle = importer.import(early.as_bytes(), &world).unwrap().0;
    let leave = "gold > 2 or gold < 0 and CHOICE_COUNT()==0";
    assert_eq!(conditions(&bundle)[3], Some(leave));
    assert_eq!(write("ink", &bundle), early);
}

#[test]
fn renpy_writes_fallback_conditions_and_others_list_a_loss() {
    let mut bundle = Bundle::new(sample_story());
    let hall = bundle.story.edges[0].record.from;
    let own = bundle.story.edges.values_mut();
    for (at, edge) in own.filter(|it| it.record.from == hall).enumerate() {
        let record = &mut Arc::make_mut(edge).record;
        (record.once, record.condition) = match at {
            0 => (true, Some("gold > 1".to_owned())),
            _ => (false, Some("otherwise()".to_owned())),
        };
    }
    let script = write("renpy", &bundle);
    let otherwise = "if (not (1 not in taken and (v_gold > 1))):";
    assert!(script.contains(otherwise), "{script}");
    let folder = external_programs::folder_with(&[("otherwise.rpy", script.as_bytes())]);
    external_programs::python("check_renpy.py", folder.path(), &["otherwise.rpy"]);
    for format in ["yarn", "twee", "twine-html", "canvas"] {
        let lost = exporter(format).unwrap().losses(&bundle);
        assert!(
            lost.iter().any(|it| it.what == LossKind::Conditions),
            "{format}: {lost:?}"
        );
    }
}
