//! Ren'Py scripts, checked against a grammar and by Python.

use std::sync::Arc;

use expect_test::expect;

use super::RenPy;
use crate::tests::external_programs;
use crate::tests::stories::{rich, sample_story};
use crate::{Bundle, Exporter};
use markup::kept_data::set_text;

fn story() -> Bundle {
    let mut story = sample_story();
    let yard = Arc::make_mut(&mut story.nodes[0]);
    set_text(
        &mut yard.data,
        "100% [cold] {here}\nNeo: \"Who *are* you?\"\n\nC:\\temp",
    );
    let play = serde_json::json!({ "enter": "light = light + 1; 名 = \"a\" + 1" });
    yard.data.insert(model::play::PLAY.into(), Arc::new(play));
    let edge = Arc::make_mut(&mut story.edges[2]);
    edge.record.condition =
        Some("visited(\"the \\\"yard\\\"\") and not (light / 2 > 3)".to_owned());
    edge.record.effect = Some("gold -= 1".to_owned());
    Bundle::new(story)
}

fn check(name: &str, bytes: &[u8]) {
    let folder = external_programs::folder_with(&[(name, bytes)]);
    external_programs::python("check_renpy.py", folder.path(), &[name]);
}

#[test]
fn writes_labels_menus_and_jumps() {
    let script = RenPy.export(&story());
    expect![[r##"
        # Three \ rooms

        define voice_1_neo = Character("Neo")
        default visits = {}
        default v_gold = 0
        default v_light = 0
        default variable_2 = 0

        label start:
            jump page_1_hall

        label page_1_hall:
            # 大厅 [hall]
            $ visits[0] = visits.get(0, 0) + 1
            "It was dark."
            "A door shut."
            menu:
                "Neo":
                    jump page_2_neo
                "out | \"away\"" if (v_light > 0):
                    jump page_3_the_yard
            return

        label page_2_neo:
            # Neo
            $ visits[1] = visits.get(1, 0) + 1
            return

        label page_3_the_yard:
            # The "Yard"
            $ visits[2] = visits.get(2, 0) + 1
            $ v_light = (v_light + 1)
            $ variable_2 = (str("a") + str(1))
            "100%% [[cold] {{here}"
            voice_1_neo "\"Who {i}are{/i} you?\""
            "C:\\temp"
            menu:
                "back" if bool((visits.get(2, 0) > 0) and (not ((v_light / 2 if 2 else 0) > 3))):
                    $ v_gold = (v_gold - 1)
                    jump page_1_hall
            return
    "##]]
    .assert_eq(&String::from_utf8(script.clone()).unwrap());
    check("script.rpy", &script);
}

#[test]
fn any_prose_gives_a_valid_script() {
    let mut bundle = story();
    for node in bundle.story.nodes.values_mut() {
        let node = Arc::make_mut(node);
        node.title = "label menu: \"x\"\n# ' 雨".to_owned();
        set_text(&mut node.data, rich());
    }
    let edge = Arc::make_mut(&mut bundle.story.edges[0]);
    edge.record.label = "\\\"]: jump x\n".to_owned();
    edge.record.condition = Some("<<if $a>>\nreturn".to_owned());
    check("script.rpy", &RenPy.export(&bundle));
    let losses = RenPy.losses(&bundle);
    assert!(
        losses
            .iter()
            .any(|it| it.message.contains("as a comment: 1 edge")),
        "{losses:?}"
    );
}

#[test]
fn no_character_of_a_text_shows_a_value() {
    let mut bundle = story();
    let yard = Arc::make_mut(&mut bundle.story.nodes[0]);
    set_text(&mut yard.data, "Hidden \u{f0000}persistent\u{f0001} words.");
    let script = String::from_utf8(RenPy.export(&bundle)).unwrap();
    assert!(script.contains("Hidden persistent words."), "{script}");
}

#[test]
fn random_numbers_are_rolled_each_time_or_once_in_a_visit() {
    let mut bundle = story();
    let edge = Arc::make_mut(&mut bundle.story.edges[2]);
    edge.record.condition = Some("random(1, 6) > 3 or light > 2".to_owned());
    edge.record.effect = Some("gold -= if(random(1, 2) == 1, random(1, 6), 0)".to_owned());
    let script = String::from_utf8(RenPy.export(&bundle)).unwrap();
    for line in [
        " if bool((visit_number(2, 1, 6) > 3) or (v_light > 2)):",
        "$ v_gold = (v_gold - (random_number(1, 6) if (visit_number(2, 1, 2) == 1) else 0))",
    ] {
        assert!(script.contains(line), "{script}");
    }
    check("random.rpy", script.as_bytes());
}
