//! Files of translations, written, read back, and checked with polib and translate-toolkit.

use serde_json::Value;

use super::TranslationFormat::{Csv, Po, Xliff};
use super::*;
use crate::tests::external_programs::python;

fn unit(id: &str, source: &str, text: &str) -> TranslationUnit {
    TranslationUnit {
        id: id.to_owned(),
        context: "The \"Gate\"".to_owned(),
        note: "line\nLighthouse = Leuchtturm".to_owned(),
        source: source.to_owned(),
        text: text.to_owned(),
        ..TranslationUnit::default()
    }
}

fn file() -> TranslationFile {
    let mut stale = unit("n1.b", "It rained & rained.", "Es regnete.");
    stale.previous = Some("It rained.".to_owned());
    stale.state = UnitState::Stale;
    TranslationFile {
        story: "Rain <1>".to_owned(),
        source: "en".to_owned(),
        target: "zh-CN".to_owned(),
        units: vec![
            unit("n1.title", "Gate", "大门"),
            stale,
            unit("n1.c", "\"Go\" [[in->Hall]], `x` <b> 雨", ""),
            unit(
                "n1.line:0a1",
                "Ann: Hi {$name}",
                "Ann: \"Hallo\", {$name}\nZwei",
            ),
            unit("n2.d", "=1+1", "=1+1"),
        ],
    }
}

const LANGUAGES: [&str; 3] = ["en", "zh-CN", "de"];

#[test]
fn a_translation_is_read_back_as_it_was_written() {
    for format in [Xliff, Po, Csv] {
        let (found, files) = read(&write(format, &file()), &LANGUAGES).unwrap();
        assert_eq!(found, format);
        let [read] = &files[..] else {
            panic!("{format:?}: {files:?}");
        };
        let written = file();
        for (now, before) in read.units.iter().zip(&written.units) {
            let state = match (format, before.state) {
                // PO has only one mark for uncertain translations.
                (Po, UnitState::Stale) => UnitState::Unsure,
                (_, state) => state,
            };
            let expected = (
                &before.id,
                &before.source,
                &before.text,
                &before.previous,
                state,
            );
            let read = (&now.id, &now.source, &now.text, &now.previous, now.state);
            assert_eq!(read, expected, "{format:?}");
        }
        assert_eq!(read.units.len(), written.units.len());
        assert_eq!(read.target, "zh-CN", "{format:?}");
        if format != Csv {
            assert_eq!(read.source, "en", "{format:?}");
        }
    }
}

#[test]
fn translation_programs_read_every_unit_and_write_files_we_can_read() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a.xlf", "a.po", "a.csv"];
    for (format, name) in [Xliff, Po, Csv].into_iter().zip(names) {
        std::fs::write(folder.path().join(name), write(format, &file())).unwrap();
    }
    let arguments = [&["read"][..], &names[..]].concat();
    let output = python("translations.py", folder.path(), &arguments);
    for (line, name) in output.lines().zip(names) {
        let report: Value = serde_json::from_str(line).unwrap();
        let units = report["units"].as_array().unwrap();
        assert_eq!(units.len(), 5, "{name}: {report}");
        for (unit, expected) in units.iter().zip(file().units) {
            assert_eq!(unit["id"], *expected.id, "{name}");
            // A spreadsheet cell gets a guard in front of what it would evaluate.
            let source = unit["source"].as_str().unwrap().trim_start_matches('\'');
            assert_eq!(source, expected.source, "{name}");
            let target = unit["target"].as_str().unwrap().trim_start_matches('\'');
            assert_eq!(target, expected.text, "{name}");
            assert_eq!(
                unit["fuzzy"],
                expected.state == UnitState::Stale,
                "{name}: {unit}"
            );
        }
        assert!(
            report["units"][1]["note"]
                .to_string()
                .contains("Leuchtturm"),
            "{name}"
        );
        if name == "a.po" {
            assert_eq!(report["units"][1]["previous"], "It rained.");
            assert_eq!(report["language"], "zh_CN");
        }
        if name == "a.xlf" {
            assert_eq!(report["language"], "zh-CN");
        }
    }
    for (name, format) in names.into_iter().zip([Xliff, Po, Csv]) {
        python("translations.py", folder.path(), &["fill", name]);
        let bytes = std::fs::read(folder.path().join(name)).unwrap();
        let (found, files) = read(&bytes, &LANGUAGES).unwrap();
        assert_eq!(found, format, "{name}");
        let units = &files[0].units;
        assert_eq!(units.len(), 5, "{name}");
        for (now, before) in units.iter().zip(file().units) {
            assert_eq!(
                (&now.id, &now.source),
                (&before.id, &before.source),
                "{name}"
            );
            if before.text.is_empty() {
                assert!(
                    now.text.ends_with(before.source.trim_start()),
                    "{name}: {now:?}"
                );
                assert_eq!(now.state, UnitState::Plain, "{name}");
            } else {
                assert_eq!(now.text, before.text, "{name}");
            }
        }
    }
}

#[test]
fn files_of_other_programs_are_read() {
    let old = "<xliff version=\"1.2\"><file original=\"r\" source-language=\"en\" target-language=\"de\"><body>\
         <trans-unit id=\"n.a\"><source>It <g id=\"1\">rained</g>.</source><target>Es regnete.</target>\
         <alt-trans><target>Regen</target></alt-trans></trans-unit></body></file></xliff>";
    let (_, files) = read(old.as_bytes(), &LANGUAGES).unwrap();
    let unit = &files[0].units[0];
    assert_eq!(
        (&*files[0].target, &*unit.source, &*unit.text),
        ("de", "It rained.", "Es regnete.")
    );
    let divided = "<xliff version=\"2.0\" srcLang=\"en\" trgLang=\"de\"><file id=\"f\"><unit id=\"n.a\">\
         <segment><source>One. </source><target>Eins. </target></segment>\
         <segment><source>Two.</source><target>Zwei.</target></segment></unit>\
         <unit id=\"n.b\"><segment><source>One. </source><target>Eins. </target></segment>\
         <segment><source>Two.</source></segment></unit></file></xliff>";
    let (_, files) = read(divided.as_bytes(), &LANGUAGES).unwrap();
    let units: Vec<_> = files[0]
        .units
        .iter()
        .map(|it| (&*it.source, &*it.text))
        .collect();
    assert_eq!(units, [("One. Two.", "Eins. Zwei."), ("One. Two.", "")]);
    let sheet = "id;en;de;zh-CN\r\nx;Go;Geh;\r\ny;Stop;;停\r\n";
    let (_, files) = read(sheet.as_bytes(), &LANGUAGES).unwrap();
    let found: Vec<_> = files
        .iter()
        .map(|it| {
            (
                &*it.target,
                it.units.iter().map(|it| &*it.text).collect::<Vec<_>>(),
            )
        })
        .collect();
    assert_eq!(found, [("zh-CN", vec!["", "停"]), ("de", vec!["Geh", ""])]);
    let yarn = "language,id,text,file,node,lineNumber,lock,comment\nde,line:0a1,Hallo,a.yarn,A,3,0123abcd,\n";
    let (_, files) = read(yarn.as_bytes(), &LANGUAGES).unwrap();
    assert_eq!(files[0].target, "de");
    assert_eq!(files[0].units[0].lock.as_deref(), Some("0123abcd"));
}

#[test]
fn damaged_files_are_refused_with_the_line() {
    let refused = |text: &str| {
        let error = read(text.as_bytes(), &LANGUAGES).unwrap_err();
        (error.line, error.why.to_string())
    };
    let (line, why) = refused("msgid \"a\"\nmsgstr \"b\n");
    assert_eq!(line, Some(2));
    assert!(why.contains("quotation marks"), "{why}");
    assert!(refused("<a><b></a>").1.starts_with("The XML is damaged"));
    assert!(refused("<html></html>").1.contains("no XLIFF"));
    assert!(refused("a,b\n1,2\n").1.contains("no columns"));
    assert!(
        refused("msgid \"\"\nmsgstr \"Language: de\\n\"\n")
            .1
            .contains("no translations")
    );
}

/// Imports a story from a file, and translates the text of some lines into German.
fn translated(format: &str, text: &str, pairs: &[(&str, &str)]) -> (model::Story, model::Story) {
    use markup::translation::{NodeSource, translated_story};
    use model::contents::{Content as _, Translation, translation_slot};
    use std::sync::Arc;

    let importer = crate::importer(format).unwrap();
    let (bundle, _) = importer
        .import(text.as_bytes(), &model::FixedWorld::default())
        .unwrap();
    let mut story = bundle.story;
    let titles: std::collections::HashMap<_, _> = story
        .nodes
        .values()
        .map(|it| (it.id, it.title.clone()))
        .collect();
    let edges: Vec<_> = story.edges.values().cloned().collect();
    for node in story.nodes.values_mut() {
        let own = edges.iter().filter(|it| it.record.from == node.id);
        let before = Arc::clone(node);
        let source = NodeSource::of(
            &before,
            own.map(|it| &**it),
            &|id| titles.get(&id).cloned(),
            &[],
        );
        let at = |words: &str| source.pieces().iter().position(|it| it.words == words);
        let changes = pairs
            .iter()
            .filter_map(|(words, text)| Some((at(words)?, (*text).to_owned().into())))
            .collect();
        let written = source.with(&Translation::default(), &changes);
        let data = &mut Arc::make_mut(node).data;
        data.insert(
            translation_slot("de").as_str().into(),
            Arc::new(written.to_data()),
        );
    }
    let german = translated_story(&story, "de");
    (story, german)
}

fn unpacked(archive: &[u8], names: &[&str]) -> std::collections::BTreeMap<String, String> {
    let folder = crate::Folder::unpack(archive).unwrap();
    let file = |name: &&str| {
        let (_, bytes) = folder.file(name).unwrap();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        (
            (*name).to_owned(),
            text.trim_start_matches('\u{feff}').to_owned(),
        )
    };
    names.iter().map(file).collect()
}

#[test]
fn a_yarn_script_has_ids_and_a_table_for_each_language() {
    let script = "title: Gate\n---\n<<declare $dry = true>>\nAnn: It rained. #line:0a1\n-> Go in <<if $dry>>\n    <<jump Hall>>\n-> Wait\n    Ann: Wet.\n===\ntitle: Hall\n---\nDark.\n===\n";
    let translations = [
        ("Ann: It rained.", "Ann: Es regnete."),
        ("Go in", "Hinein"),
        ("Dark.", "Dunkel."),
    ];
    let (story, german) = translated("yarn", script, &translations);
    let archive = yarn_strings(&story, &[("de".to_owned(), german)], &mut |_| None);
    let files = unpacked(&archive, &["story.yarn", "strings-de.csv"]);
    let yarn = &files["story.yarn"];
    assert!(yarn.contains("Ann: It rained. #line:0a1\n"), "{yarn}");
    assert!(yarn.contains("-> Go in <<if $dry>> #line:"), "{yarn}");
    let table = &files["strings-de.csv"];
    let rows: Vec<Vec<&str>> = table.lines().map(|it| it.split(',').collect()).collect();
    assert_eq!(rows[0][..4], ["language", "id", "text", "file"]);
    let words: Vec<_> = rows[1..].iter().map(|it| (it[2], it[7])).collect();
    assert_eq!(
        words,
        [
            ("Ann: Es regnete.", ""),
            ("Hinein", ""),
            ("Wait", "not translated"),
            ("Ann: Wet.", "not translated"),
            ("Dunkel.", ""),
        ]
    );
    assert_eq!(rows[1][1], "line:0a1");
    for row in &rows[1..] {
        assert!(yarn.contains(&format!("#{}", row[1])), "{row:?}\n{yarn}");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("story.yarn"), yarn).unwrap();
    let read =
        crate::tests::external_programs::node("read_yarn.js", folder.path(), &["story.yarn"]);
    let read: Value = serde_json::from_str(&read).unwrap();
    let shown = read[0]["nodes"]["Gate"].to_string();
    assert!(
        shown.contains("It rained.") && !shown.contains("line:"),
        "{shown}"
    );
    let (_, back) = super::read(table.as_bytes(), &["en", "de"]).unwrap();
    assert_eq!(back[0].units[0].lock, Some(lock_of("Ann: It rained.")));
}

#[test]
fn an_ink_script_has_ids_a_table_of_languages_and_a_script_in_each() {
    let script = "It rained.\n-> gate\n== gate ==\n* Go [in] now -> hall\n* Wait # slow\n  You wait. <>\n  Long.\n- -> hall\n== hall ==\nDark. #id:hall_1\n-> END\n";
    let translations = [
        ("It rained.", "Es regnete."),
        ("Go [in] now", "Geh [hinein] jetzt"),
        ("Dark.", "Dunkel."),
    ];
    let (story, german) = translated("ink", script, &translations);
    let archive = ink_strings(&story, "en", &[("de".to_owned(), german)], &mut |_| None);
    let files = unpacked(&archive, &["story.ink", "story.de.ink", "strings.csv"]);
    let table = &files["strings.csv"];
    let rows: Vec<Vec<&str>> = table.lines().map(|it| it.split(',').collect()).collect();
    assert_eq!(rows[0], ["id", "en", "de"]);
    let words: Vec<_> = rows[1..].iter().map(|it| (it[1], it[2])).collect();
    assert_eq!(
        words,
        [
            ("It rained.", "Es regnete."),
            ("Go [in] now", "Geh [hinein] jetzt"),
            ("Wait", ""),
            ("You wait.", ""),
            ("Long.", ""),
            ("Dark.", "Dunkel."),
        ]
    );
    assert_eq!(rows.last().unwrap()[0], "hall_1");
    let german = &files["story.de.ink"];
    assert!(german.contains("* Geh [hinein] jetzt -> hall"), "{german}");
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in &files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let names = ["3", "story.ink", "story.de.ink"];
    let played = crate::tests::external_programs::node("play_ink.js", folder.path(), &names);
    let played: Value = serde_json::from_str(&played).unwrap();
    let text = played.to_string();
    assert!(
        text.contains("It rained.") && text.contains("Dunkel."),
        "{text}"
    );
    for file in played.as_array().unwrap() {
        assert_eq!(
            file["errors"],
            serde_json::json!([]),
            "{text}\n{}",
            files["story.ink"]
        );
    }
}
