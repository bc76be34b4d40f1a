//! A project in every shape of its export, and malformed projects.

use expect_test::expect;
use model::FixedWorld;
use serde_json::{Value, json};

use super::Articy;
use crate::tests::outline;
use crate::{Folder, Importer, sniff};

const FILE: &str = include_str!("../../../../tests/fixtures/stories/tower.articy.json");

fn project() -> Value {
    serde_json::from_str(FILE).unwrap()
}

fn read(bytes: &[u8]) -> String {
    let (bundle, warnings) = Articy.import(bytes, &FixedWorld::default()).unwrap();
    let warnings = warnings.iter().map(|it| format!("\n! {it}"));
    outline(&bundle.story) + &warnings.collect::<String>()
}

#[test]
fn imports_a_project() {
    let found = sniff(FILE.as_bytes(), "tower.json").map(|it| it.name());
    assert_eq!(found, Some("articy"));
    expect![[r###"
        “The Guard”
        The Tower (group) at 0,0
          kv: {"items":[{"k":"Reward in gold","v":"5"},{"k":"Owner","v":"Ada"},{"k":"Mood","v":"Very angry"}]}
          text: {"text":"Ada must get past the guard."}
        Nobody passes. (scene, start, in The Tower) at 40,130
          play: {"enter":"Game_coins = if(visits() == 1, 0, Game_coins); Inventory_coins = if(visits() == 1, 2, Inventory_coins); asked = if(visits() == 1, false, asked); done = if(visits() == 1, false, done); mood = if(visits() == 1, 1, mood); name = if(visits() == 1, \"Ada\", name)"}
          text: {"text":"The Guard: *(gruff)* Nobody passes.\n\nNot \\*tonight\\*."}
          “” → What now?
        Who is inside? (scene, in The Tower) at 785,80
          text: {"text":"Ada: Who is inside?"}
          “” → What now? do asked = true; mood = mood + 1
        What now? (scene, in The Tower) at 395,130
          text: {"text":""}
          “Ask” → Who is inside? if not visited("Who is inside?")
          “Give the coin” → Take this. if Inventory_coins > 0 and not done
          “Fight” → Go on, then. if 0 - 2 >= 0 do mood = 0; mood = mood - 2
          “Fight” → He throws you out. if not 0 - 2 >= 0 and random(1, 6) > 2 do mood = 0; mood = mood - 2
        Take this. (scene, in The Tower) at 785,410
          text: {"text":"Ada: Take **this**."}
          “” → Go on, then. if mood >= 0 do Inventory_coins = Inventory_coins - 1
          “” → He throws you out. if not mood >= 0 and random(1, 6) > 2 do Inventory_coins = Inventory_coins - 1
        (cut) (scene, in The Tower) at 1635,1080
          text: {"text":"(cut)"}
        Go on, then. (scene, in The Tower) at 1635,410
          text: {"text":"The Guard: Go on, then."}
          “” → The door stands open. if name == "Ada" or true do done = true
        He throws you out. (scene, in The Tower) at 1635,700
          text: {"text":"He throws you out."}
        The door stands open. (scene) at 2015,0
          text: {"text":"The door stands open."}
        Ada (character) at 0,1360
          kv: {"items":[{"k":"Age","v":"37"},{"k":"Trait","v":"brave"},{"k":"Friends","v":"The Guard"}]}
          text: {"text":"Our hero."}
        The Guard (character) at 280,1360
        Tower (place) at 560,1360
          text: {"text":"Tall."}
        Cell (place) at 840,1360
          kv: {"items":[{"k":"Location","v":"Tower"}]}
        Pitch (note) at 0,1540
          text: {"text":"## Idea\n\nA tower, a guard."}
        Shorten this. (note, in The Tower) at 40,700
          text: {"text":"Shorten this."}
        Variables (note) at 280,1540
          kv: {"items":[{"k":"asked","v":"false"},{"k":"done","v":"false"},{"k":"mood","v":"1"},{"k":"name","v":"Ada"},{"k":"Game_coins","v":"0"},{"k":"Inventory_coins","v":"2"}]}
          text: {"text":"- asked: Did Ada ask?"}
        ! Pictures and sounds lie apart from the file and are not read: 1.
        ! An instruction after “What now?” is not carried out and was left out: playSound("clang").
        ! A connection of “(cut)” leads nowhere. Left out."###]].assert_eq(&read(FILE.as_bytes()));
}

/// The same project as articy:draft X exports it: a file for each part, and the texts apart.
fn files() -> Folder {
    let Value::Object(mut whole) = project() else {
        unreachable!()
    };
    let mut folder = Folder::default();
    let mut texts = serde_json::Map::new();
    let models = whole["Packages"][0]["Models"].as_array_mut().unwrap();
    for model in models.iter_mut() {
        let properties = model["Properties"].as_object_mut().unwrap();
        let name = properties["TechnicalName"].as_str().unwrap().to_owned();
        for key in ["DisplayName", "Text", "MenuText", "StageDirections"] {
            if let Some(it) = properties.get_mut(key).filter(|it| **it != json!("")) {
                let text = format!("{name}.{key}");
                texts.insert(
                    text.clone(),
                    json!({ "": { "Text": it.take() }, "Context": "Flow" }),
                );
                *it = json!(text);
            }
        }
    }
    let mut put = |name: &str, content: Value| {
        folder.put(format!("Export/{name}"), content.to_string());
        json!({ "FileName": name, "Hash": "" })
    };
    let objects = put("package_01_objects.json", json!({ "Objects": models }));
    let texts = put("package_01_localization.json", Value::Object(texts));
    whole["Packages"] = json!([{ "Name": "All", "Files": { "Objects": objects, "Texts": texts } }]);
    let variables = json!({ "GlobalVariables": whole["GlobalVariables"] });
    whole["GlobalVariables"] = put("global_variables.json", variables);
    let types = json!({ "ObjectDefinitions": whole["ObjectDefinitions"] });
    let types = put("object_definitions.json", types);
    let names = put(
        "object_definitions_localization.json",
        json!({ "Quest.Name": { "en": { "Text": "Quest" } } }),
    );
    whole["ObjectDefinitions"] = json!({ "Types": types, "Texts": names });
    whole["Hierarchy"] = put("hierarchy.json", whole["Hierarchy"].clone());
    put("manifest.json", Value::Object(whole));
    folder
}

/// The files in an archive of articy's own.
fn articy_archive(folder: &Folder) -> Vec<u8> {
    let mut bytes = b"ADFA\x01\0\0\0".to_vec();
    bytes.extend((folder.files.len() as u32).to_le_bytes());
    let at = bytes.len();
    bytes.extend([0; 8]);
    let mut list = Vec::new();
    for (path, content) in &folder.files {
        let name = path.trim_start_matches("Export/");
        let length = (content.len() as u64).to_le_bytes();
        list.extend((bytes.len() as u64).to_le_bytes());
        list.extend([length, length].concat());
        list.extend([0; 2]);
        list.extend((name.len() as u16).to_le_bytes());
        list.extend(name.as_bytes());
        bytes.extend(content);
    }
    let end = bytes.len() as u64;
    bytes[at..at + 8].copy_from_slice(&end.to_le_bytes());
    bytes.extend(list);
    bytes
}

#[test]
fn reads_the_same_project_from_several_files_and_archives() {
    let expected = read(FILE.as_bytes());
    let folder = files();
    let zip = folder.pack(&[]);
    for (bytes, name) in [
        (zip, "tower.zip"),
        (articy_archive(&folder), "tower.articyue"),
    ] {
        assert_eq!(sniff(&bytes, name).map(|it| it.name()), Some("articy"));
        assert_eq!(read(&bytes), expected, "{name}");
    }
}

#[test]
fn reads_the_first_language_and_names_the_others() {
    let mut folder = files();
    let edit = |folder: &mut Folder, path: &str, change: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_slice(&folder.files[path]).unwrap();
        change(&mut value);
        folder.put(path, value.to_string());
    };
    edit(&mut folder, "Export/manifest.json", &|it| {
        it["Languages"] = json!([
            { "CultureName": "en" },
            { "CultureName": "de" },
            { "CultureName": "fr", "IsVoiceOver": true },
        ]);
    });
    edit(&mut folder, "Export/package_01_localization.json", &|it| {
        it["epilogue.Text"] = json!({ "de": { "Text": "Offen." }, "en": { "Text": "Open." } });
    });
    let read = read(&folder.pack(&[]));
    assert!(
        read.contains("Open. (scene)") && !read.contains("Offen."),
        "{read}"
    );
    assert!(read.ends_with("! Only the texts of the first language are read, not those of de."));
}

#[test]
fn names_what_is_missing() {
    let error = |bytes: &[u8]| {
        let read = Articy.import(bytes, &FixedWorld::default());
        read.unwrap_err().to_string()
    };
    let mut folder = files();
    let manifest = folder.files["Export/manifest.json"].clone();
    assert!(error(&manifest).contains("global_variables.json is missing"));
    folder.files.remove("Export/package_01_objects.json");
    assert!(error(&folder.pack(&[])).contains("package_01_objects.json is missing"));
    let mut archive = articy_archive(&files());
    archive.truncate(archive.len() - 1);
    assert!(error(&archive).contains("damaged"));
    assert!(error(b"ADFA").contains("damaged"));
    assert!(error(b"{}").contains("has no objects"));
    assert!(error(b"[]").contains("has no objects"));

    let mut keys = project();
    keys["Settings"]["set_Localization"] = json!("True");
    let line = &mut keys["Packages"][0]["Models"][1]["Properties"];
    line["Text"] = json!(format!("{}.Text", line["TechnicalName"].as_str().unwrap()));
    assert!(read(keys.to_string().as_bytes()).contains("! 1 texts are in a table"));
}

#[test]
fn survives_odd_entries() {
    for key in [
        "Settings",
        "Project",
        "GlobalVariables",
        "ObjectDefinitions",
        "Hierarchy",
    ] {
        for odd in [json!(7), json!([7]), json!({ "Children": 7 })] {
            let mut project = project();
            project[key] = odd;
            read(project.to_string().as_bytes());
        }
    }
    let count = project()["Packages"][0]["Models"].as_array().unwrap().len();
    for key in [
        "Parent",
        "Speaker",
        "InputPins",
        "OutputPins",
        "Position",
        "Size",
        "Text",
    ] {
        let mut project = project();
        for number in 0..count {
            let properties = &mut project["Packages"][0]["Models"][number]["Properties"];
            properties[key] = match key {
                // Each is in itself, or in a circle.
                "Parent" => properties["Id"].clone(),
                _ => json!(7),
            };
        }
        read(project.to_string().as_bytes());
    }
}

/// A project of hubs and conditions that multiply the ways between two lines.
fn branching(levels: usize) -> Value {
    let connection = |to: usize| json!({ "Label": "", "Target": format!("o{to}"), "TargetPin": format!("i{to}") });
    let object = |at: usize, kind: &str, outputs: Vec<Value>| {
        json!({ "Type": kind, "Properties": {
            "Id": format!("o{at}"), "Text": "A.x = A.x + A.x", "Expression": "A.x = A.x + A.x",
            "InputPins": [{ "Id": format!("i{at}"), "Text": "A.x > 1" }],
            "OutputPins": outputs.into_iter().map(|it| json!({ "Id": "o", "Text": "A.x = A.x + A.x", "Connections": it })).collect::<Vec<_>>(),
        } })
    };
    let mut models = vec![object(0, "DialogueFragment", vec![json!([connection(1)])])];
    for at in 1..levels {
        let next = json!([connection(at + 1)]);
        models.push(object(at, "Condition", vec![next.clone(), next]));
    }
    models.push(object(levels, "DialogueFragment", Vec::new()));
    json!({
        "Settings": { "set_Localization": "False", "ExportVersion": "1.0" },
        "GlobalVariables": [{ "Namespace": "A", "Variables": [{ "Variable": "x", "Type": "Integer", "Value": "1" }] }],
        "Packages": [{ "Models": models }],
    })
}

#[test]
fn limits_ways_that_multiply() {
    let edges = |project: &Value| {
        let bytes = project.to_string().into_bytes();
        let read = Articy.import(&bytes, &FixedWorld::default()).unwrap();
        read.0.story.edges.len()
    };
    assert_eq!(edges(&branching(5)), 16);
    assert_eq!(edges(&branching(40)), 1000);
    assert_eq!(edges(&branching(100)), 0);
}

#[test]
fn takes_time_in_proportion_to_the_file() {
    let mut project = branching(2);
    let models = project["Packages"][0]["Models"].as_array_mut().unwrap();
    let line = models[0].clone();
    for at in 0..4_000 {
        let mut line = line.clone();
        line["Properties"]["Id"] = json!(format!("l{at}"));
        line["Properties"]["Parent"] = json!(format!("l{}", at / 2));
        models.push(line);
    }
    let bytes = project.to_string().into_bytes();
    let (bundle, _) = Articy.import(&bytes, &FixedWorld::default()).unwrap();
    assert!(bundle.story.nodes.len() > 6_000);
}
