//! A project with every kind of entry, and malformed projects.

use expect_test::expect;
use model::FixedWorld;
use serde_json::{Value, json};

use super::Arcweave;
use crate::tests::outline;
use crate::{Importer, sniff};

fn project() -> Value {
    let file = include_str!("../../../../tests/fixtures/stories/rain.arcweave.json");
    serde_json::from_str(file).unwrap()
}

#[test]
fn imports_a_project() {
    let bytes = serde_json::to_vec_pretty(&project()).unwrap();
    assert_eq!(
        sniff(&bytes, "project.json").map(|it| it.name()),
        Some("arcweave")
    );
    let (bundle, warnings) = Arcweave.import(&bytes, &FixedWorld::default()).unwrap();
    let warnings: Vec<_> = warnings.iter().map(|it| format!("! {it}")).collect();
    expect![[r#"
        “雨夜 <3”
        Main (group) at -40,50
        Later (group) at 300,-40
        The door (scene, start, in Main) at 0,90
          kv: {"items":[{"k":"Mood","v":"grim"},{"k":"Components","v":"Ada"}]}
          play: {"enter":"has_key = if(visits() == 1, false, has_key)"}
          text: {"text":"It rains.\n\nKnock & wait?"}
          “Knock” → Inside if has_key == true
          “Knock” → Nobody opens. if !(has_key == true) && knocks > 3
          “Knock” → The door if !(has_key == true) && !(knocks > 3)
          “” → Nobody opens.
        Nobody opens. (scene, in Main) at 340,180
          text: {"text":"Nobody opens."}
        Inside (scene, in Later) at 340,0
          text: {"text":""}
        Ada (character) at 560,420
          kv: {"items":[{"k":"Age","v":"37"},{"k":"Friends","v":"Ada"}]}
        Fix the end (note) at 840,420
          text: {"text":"Fix the *end*"}
        Variables (note) at 0,600
          kv: {"items":[{"k":"has_key","v":"false"}]}
        ! line 30: A connection of “The door” leads nowhere. Left out.
        ! line 48: A connection of “Inside” leads nowhere. Left out.
        ! Pictures and sounds lie apart from the file and are not read: 1."#]]
    .assert_eq(&format!(
        "{}\n{}",
        outline(&bundle.story),
        warnings.join("\n")
    ));
}

#[test]
fn rejects_other_json_and_survives_odd_entries() {
    let read = |it: &Value| Arcweave.import(it.to_string().as_bytes(), &FixedWorld::default());
    assert!(read(&json!({ "boards": {}, "elements": {} })).is_err());
    assert!(read(&json!({ "elements": [1] })).is_err());
    for list in [
        "boards",
        "elements",
        "connections",
        "branches",
        "conditions",
        "components",
        "attributes",
        "notes",
        "variables",
    ] {
        let mut odd = project();
        let entries = odd[list].as_object_mut().unwrap();
        entries.values_mut().for_each(|it| *it = json!(7));
        assert!(read(&odd).is_ok(), "{list}");
    }
    // Each branch leads to the next one twice, so the routes double at each step; the limit
    // applies.
    let mut wide = json!({ "elements": { "e": { "outputs": ["c0"] } }, "connections": {}, "branches": {}, "conditions": {} });
    for level in 0..30 {
        let next = if level == 29 {
            json!({ "targetid": "e" })
        } else {
            json!({ "targetid": format!("r{level}"), "targetType": "branches" })
        };
        wide["connections"][format!("c{level}")] = next;
        wide["branches"][format!("r{level}")] = json!({ "conditions": { "ifCondition": format!("d{level}"), "elseCondition": format!("x{level}") } });
        for sort in ["d", "x"] {
            wide["conditions"][format!("{sort}{level}")] =
                json!({ "output": format!("c{}", level + 1), "script": sort });
        }
    }
    assert_eq!(read(&wide).unwrap().0.story.edges.len(), 1000);
}
