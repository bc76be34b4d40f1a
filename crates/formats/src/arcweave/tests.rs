//! A project with every sort of entry, and projects nobody would export.

use expect_test::expect;
use model::FixedWorld;
use serde_json::{Value, json};

use super::Arcweave;
use crate::tests::outline;
use crate::{Importer, sniff};

fn project() -> Value {
    json!({
        "name": "雨夜 <3",
        "startingElement": "e1",
        "boards": {
            "b1": { "name": "Main", "root": true, "elements": ["e1", "e2"], "connections": ["c1"] },
            "b2": { "name": "Later", "elements": ["e3"] },
        },
        "elements": {
            "e1": { "title": "<p>The <strong>door</strong></p>", "content": "<p>It rains.</p><p>Knock &amp; wait?</p>",
                    "outputs": ["c1", "c2", "gone"], "components": ["k1"], "attributes": ["a2"] },
            "e2": { "title": "", "content": "<p>Nobody opens.</p>", "outputs": [] },
            "e3": { "title": "<p>Inside</p>", "content": null, "outputs": ["c6"] },
        },
        "connections": {
            "c1": { "label": "<p>Knock</p>", "sourceid": "e1", "sourceType": "elements", "targetid": "r1", "targetType": "branches" },
            "c2": { "label": null, "targetid": "j1", "targetType": "jumpers" },
            "c3": { "targetid": "e3", "targetType": "elements" },
            "c4": { "targetid": "e2", "targetType": "elements" },
            "c5": { "label": "<p>wait</p>", "targetid": "e1", "targetType": "elements" },
            "c6": { "targetid": "r2", "targetType": "branches" },
            "c7": { "targetid": "r2", "targetType": "branches" },
        },
        "jumpers": { "j1": { "elementId": "e2" } },
        "branches": {
            "r1": { "conditions": { "ifCondition": "d1", "elseIfConditions": ["d2"], "elseCondition": "d3" } },
            "r2": { "conditions": { "ifCondition": "d4" } },
        },
        "conditions": {
            "d1": { "output": "c3", "script": "has_key == true" },
            "d2": { "output": "c4", "script": "<code>knocks &gt; 3</code>" },
            "d3": { "output": "c5", "script": null },
            "d4": { "output": "c7", "script": "loop" },
        },
        "components": {
            "f1": { "name": "People", "children": ["k1"] },
            "k1": { "name": "Ada", "attributes": ["a1", "a3"] },
        },
        "attributes": {
            "a1": { "name": "Age", "value": { "data": "<p>37</p>", "type": "string" } },
            "a2": { "name": "Mood", "value": { "data": "<p>grim</p>", "type": "string" } },
            "a3": { "name": "Friends", "value": { "data": ["k1"], "type": "component-list" } },
        },
        "notes": { "n1": { "content": "<p>Fix the <em>end</em></p>" } },
        "variables": { "v1": { "name": "has_key", "type": "boolean", "value": false } },
        "assets": { "p1": { "name": "door.png" } },
    })
}

#[test]
fn a_project_becomes_a_story() {
    let bytes = serde_json::to_vec_pretty(&project()).unwrap();
    assert_eq!(
        sniff(&bytes, "project.json").map(|it| it.name()),
        Some("arcweave")
    );
    let (parcel, warnings) = Arcweave.import(&bytes, &FixedWorld::default()).unwrap();
    let warnings: Vec<_> = warnings.iter().map(|it| format!("! {it}")).collect();
    expect![[r#"
        “雨夜 <3”
        Main (group) at -40,50
        Later (group) at 300,-40
        The door (scene, start, in Main) at 0,90
          kv: {"items":[{"k":"Mood","v":"grim"},{"k":"Components","v":"Ada"}]}
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
        outline(&parcel.story),
        warnings.join("\n")
    ));
}

#[test]
fn what_is_no_project_is_refused_and_odd_entries_do_no_harm() {
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
    // Each branch leads to the next twice: the ways double with each, and are bounded.
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
