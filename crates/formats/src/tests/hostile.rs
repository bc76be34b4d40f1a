//! Files nobody would wish for: in every encoding, with every fault an importer must tell by its
//! line, with ten thousand links, nested without end, larger than any story.

use expect_test::{Expect, expect};
use model::FixedWorld;

use crate::{FormatError, IMPORTERS, Parcel, Warning, importer};

fn try_read(format: &str, bytes: &[u8]) -> Result<(Parcel, Vec<Warning>), FormatError> {
    importer(format)
        .unwrap()
        .import(bytes, &FixedWorld::default())
}

#[track_caller]
fn check(format: &str, text: &str, expected: Expect) {
    let told = match try_read(format, text.as_bytes()) {
        Ok((_, warnings)) => warnings.iter().map(ToString::to_string).collect(),
        Err(refusal) => vec![format!("refused: {refusal}")],
    };
    expected.assert_eq(&told.join("\n"));
}

/// A story in every textual format: two nodes, one link, and these words.
fn samples(words: &str) -> Vec<(&'static str, String)> {
    let page = format!(
        "<tw-storydata name=\"A\" startnode=\"1\" ifid=\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\">\
         <tw-passagedata pid=\"1\" name=\"Start\">{words} [[End]]</tw-passagedata>\
         <tw-passagedata pid=\"2\" name=\"End\"></tw-passagedata></tw-storydata>"
    );
    vec![
        ("twee", format!(":: Start\n{words} [[End]]\n:: End\n")),
        ("twine-html", format!("<html><body>{page}</body></html>")),
        ("twine-archive", page),
        (
            "twine-json",
            format!(
                "{{\"name\":\"A\",\"passages\":[{{\"name\":\"Start\",\"text\":\"{words} [[End]]\"}},\
                 {{\"name\":\"End\",\"text\":\"\"}}]}}"
            ),
        ),
        (
            "yarn",
            format!("title: Start\n---\n{words}\n<<jump End>>\n===\ntitle: End\n---\n===\n"),
        ),
        (
            "ink",
            format!("-> Start\n=== Start ===\n{words}\n-> End\n=== End ===\n-> END\n"),
        ),
        (
            "canvas",
            format!(
                "{{\"nodes\":[{{\"id\":\"a\",\"type\":\"text\",\"text\":\"# Start\\n{words}\",\"x\":0,\"y\":0,\
                 \"width\":9,\"height\":9}},{{\"id\":\"b\",\"type\":\"text\",\"text\":\"# End\",\"x\":0,\"y\":99,\
                 \"width\":9,\"height\":9}}],\"edges\":[{{\"id\":\"c\",\"fromNode\":\"a\",\"toNode\":\"b\"}}]}}"
            ),
        ),
    ]
}

#[test]
fn every_encoding_is_read_in_every_format() {
    let chinese = "从前有一座山，山上有一座庙，庙里有一个老和尚在讲故事。";
    let japanese = "むかしむかし、あるところに、おじいさんとおばあさんがいました。";
    for (words, old) in [
        (chinese, encoding_rs::GBK),
        (japanese, encoding_rs::SHIFT_JIS),
    ] {
        for (format, text) in samples(words) {
            let wide = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
                let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
                units.flat_map(bytes).collect()
            };
            for bytes in [
                text.clone().into_bytes(),
                format!("\u{feff}{text}").into_bytes(),
                wide(u16::to_le_bytes),
                wide(u16::to_be_bytes),
                old.encode(&text).0.into_owned(),
            ] {
                let (parcel, _) = try_read(format, &bytes).unwrap();
                let titles: Vec<_> = parcel.story.nodes.values().map(|it| &*it.title).collect();
                assert_eq!(titles, ["Start", "End"], "{format}");
                assert_eq!(parcel.story.edges.len(), 1, "{format}");
                let prose = crate::kept::text_of(&parcel.story.nodes[0]);
                assert!(prose.contains(words), "{format}: {prose}");
            }
        }
    }
}

/// How a text becomes bytes.
type Encoding<'a> = &'a dyn Fn(&str) -> Vec<u8>;

/// A story in every other format: these words in one of its nodes, written in this encoding.
fn other_samples(words: &str, encoded: impl Fn(&str) -> Vec<u8>) -> Vec<(&'static str, Vec<u8>)> {
    let arcweave = format!(
        "{{\"name\":\"A\",\"startingElement\":\"a\",\"boards\":{{\"b\":{{\"root\":true,\"elements\":[\"a\"]}}}},\
         \"elements\":{{\"a\":{{\"title\":\"\",\"content\":\"<p>{words}</p>\"}}}},\"connections\":{{}}}}"
    );
    let card = format!(
        "{{\"spec\":\"chara_card_v2\",\"data\":{{\"name\":\"A\",\"description\":\"{words}\"}}}}"
    );
    let id = |it: u8| format!("019b7000-0000-7000-8000-00000000000{it}");
    let json = format!(
        "{{\"format\":\"storyteller-story\",\"version\":1,\"id\":\"{}\",\"title\":\"A\",\"nodes\":[{{\"id\":\"{}\",\
         \"title\":\"A\",\"kind\":\"scene\",\"data\":{{\"text\":{{\"text\":\"{words}\"}}}}}}],\"edges\":[]}}",
        id(1),
        id(2)
    );
    let novel = format!("The Sea\n\nChapter 1\n\n{words}\n\nChapter 2\n\n{words}\n");
    let mut folder = crate::Folder::default();
    folder.put(
        "story.yaml",
        "format: storyteller-folder\nversion: 1\ntitle: A\n",
    );
    folder.put(
        "nodes/A.md",
        encoded(&format!("---\ntitle: A\n---\n{words}\n")),
    );
    vec![
        ("arcweave", encoded(&arcweave)),
        ("card", encoded(&card)),
        ("json", encoded(&json)),
        ("novel", encoded(&novel)),
        ("folder", folder.pack(&[])),
    ]
}

#[test]
fn every_encoding_is_read_in_the_other_formats_too() {
    let chinese = "从前有一座山，山上有一座庙，庙里有一个老和尚在讲故事。";
    let japanese = "むかしむかし、あるところに、おじいさんとおばあさんがいました。";
    let wide = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(bytes).collect()
    };
    for (words, old) in [
        (chinese, encoding_rs::GBK),
        (japanese, encoding_rs::SHIFT_JIS),
    ] {
        let encodings: [Encoding<'_>; 5] = [
            &|it| it.as_bytes().to_vec(),
            &|it| format!("\u{feff}{it}").into_bytes(),
            &|it| wide(it, u16::to_le_bytes),
            &|it| wide(it, u16::to_be_bytes),
            &|it| old.encode(it).0.into_owned(),
        ];
        for (number, encoded) in encodings.iter().enumerate() {
            for (format, bytes) in other_samples(words, encoded) {
                let (parcel, _) = try_read(format, &bytes)
                    .unwrap_or_else(|error| panic!("{format}, {number}: {error}"));
                let mut nodes = parcel.story.nodes.values();
                let found = nodes.any(|it| crate::kept::text_of(it).contains(words));
                assert!(found, "{format}, {number}");
            }
        }
    }
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    check(
        "twine-html",
        "<html>\n<tw-storydata name=\"A\" startnode=\"9\" ifid=\"x\">\n<tw-passagedata name=\"a\">[[b]]\n[[A]]</tw-passagedata>\n\
         <tw-passagedata name=\"a\">1 <b>2</b></tw-passagedata>\n<tw-passagedata></tw-passagedata>",
        expect![[r#"
            line 2: This story has no end: the file may have been cut off. What is there is read.
            line 2: The story has no valid “ifid” (8 to 63 digits, capital letters and hyphens); one is written on export.
            line 2: The start “9” does not exist: no start is set.
            line 3: A link leads to “b”, which does not exist.
            line 4: A link leads to “A”, which does not exist. There is “a”.
            line 5: This passage has marks that should have been written as entities; they are taken as text.
            line 5: A passage “a” stands in line 3 already. Both are kept; links lead to the first.
            line 6: This passage has no name."#]],
    );
    check(
        "twine-html",
        "<html><body>No story.</body></html>",
        expect![
            "refused: This page has no tw-storydata element, so there is no Twine story in it. Pages that Twine 2 or its compilers have published have one."
        ],
    );
    check(
        "twine-html",
        "<tw-storydata></tw-storydata>\n\n<tw-storydata></tw-storydata>",
        expect![
            "refused: line 3: A second story begins here: this is an archive. Import it as twine-archive."
        ],
    );
    check(
        "twine-archive",
        "nothing",
        expect![
            "refused: There is no tw-storydata element in this file, so there is no story in the archive."
        ],
    );
    check(
        "twine-json",
        "{\"name\": \"A\", \"start\": \"gone\",\n \"passages\": [\n  {\"name\": \"a\", \"text\": \"[[b]]\"},\n  7,\n  {\"text\": \"x\"},\n\
         {\"name\": \"a\"}]}",
        expect![[r#"
            line 3: A link leads to “b”, which does not exist.
            line 4: This is no passage: one is an object with a “name”. It is left out.
            line 5: This is no passage: one is an object with a “name”. It is left out.
            line 6: A passage “a” stands in line 3 already. Both are kept; links lead to the first.
            The story has no valid “ifid” (8 to 63 digits, capital letters and hyphens); one is written on export.
            The start “gone” does not exist: no start is set."#]],
    );
    check(
        "twine-json",
        "{\"name\": \"A\"}",
        expect!["refused: This is no Twine 2 JSON: it has no list of “passages”."],
    );
    check(
        "twine-json",
        "{\"name\": \n}",
        expect!["refused: line 2: This cannot be read: expected value (column 1)."],
    );
    check(
        "yarn",
        "title: A\n---\n<<jump b>>\n<<jump gone>>\n===\ntitle: A\n---\n===\nnote: x\n---\n===\ntitle: B\n---\nno end\n\n",
        expect![[r#"
            line 3: A link leads to “b”, which does not exist. There is “B”.
            line 4: A link leads to “gone”, which does not exist.
            line 6: A node “A” stands in line 1 already. Both are kept; jumps may lead to either.
            line 9: This node has no title.
            line 12: This node has no “===” line at its end."#]],
    );
    check(
        "yarn",
        "title: A\n",
        expect![
            "refused: No node was found: in Yarn each has a “title:” header, a line “---”, its text, and a line “===”."
        ],
    );
    check(
        "yarn",
        "title: has space\n---\n===\ntitle: rest\n",
        expect![[r#"
            line 1: The title “has space” is no identifier, so Yarn Spinner will not compile it.
            line 4: Headers without a “---” line below them are no node. They are kept and written back."#]],
    );
    check(
        "ink",
        "INCLUDE gone.ink\n-> a\n=== a ===\n-> B\n\n-> b.c\n-> nowhere\n=== b\n= c\n-> END\n=== b\n-> DONE\n",
        expect![[r#"
            line 1: “gone.ink” is included and is not here. Import the whole folder, or an archive of it, to read it too.
            line 4: A link leads to “B”, which does not exist. There is “b”.
            line 7: A link leads to “nowhere”, which does not exist.
            line 11: “b” stands in line 8 already. Both are kept; diverts lead to the last."#]],
    );
    check(
        "ink",
        "// nothing here\n",
        expect![
            "refused: There is no story in this file: no knot (“=== name ===”) and no line of prose."
        ],
    );
}

#[test]
fn ten_thousand_links_in_one_passage_are_read() {
    let count = 10_000;
    let list = |it: &dyn Fn(usize) -> String| (0..count).map(it).collect::<String>();
    let links = list(&|it| format!("[[x{it}->End]]\n"));
    let twee = format!(":: Start\n{links}\n:: End\n");
    let passage =
        |name: &str, text: &str| format!("<tw-passagedata name=\"{name}\">{text}</tw-passagedata>");
    let page = format!(
        "<tw-storydata name=\"A\">{}{}</tw-storydata>",
        passage("Start", &links.replace('>', "&gt;")),
        passage("End", "")
    );
    let json = serde_json::json!({ "name": "A", "passages": [
        { "name": "Start", "text": links }, { "name": "End", "text": "" },
    ] });
    let yarn = format!(
        "title: Start\n---\n{}===\ntitle: End\n---\n===\n",
        list(&|it| format!("-> x{it}\n  <<jump End>>\n"))
    );
    let ink = format!(
        "=== Start ===\n{}=== End ===\n-> END\n",
        list(&|it| format!("* [x{it}] -> End\n"))
    );
    for (format, text) in [
        ("twee", twee),
        ("twine-html", page.clone()),
        ("twine-archive", page),
        ("twine-json", json.to_string()),
        ("yarn", yarn),
        ("ink", ink),
    ] {
        let (parcel, _) = try_read(format, text.as_bytes()).unwrap();
        assert_eq!(parcel.story.edges.len(), count, "{format}");
        let written = crate::exporter(format).unwrap().export(&parcel);
        let (again, _) = try_read(format, &written).unwrap();
        assert_eq!(again.story.edges.len(), count, "{format}");
    }
}

#[test]
fn nesting_without_end_is_read_or_refused() {
    let deep = 20_000;
    for (open, close) in [
        ("[", "]"),
        ("{\"a\":", "}"),
        ("<b>", "</b>"),
        ("{", "}"),
        ("(", ")"),
        ("[[", "]]"),
        ("<<if (", ")>>"),
        ("/*", "*/"),
        ("* ", "\n"),
        ("&lol;", ""),
    ] {
        let nest = format!("{}x{}", open.repeat(deep), close.repeat(deep));
        for (format, sample) in samples("words") {
            let text = sample.replace("words", &nest);
            crate::sniff(text.as_bytes(), "");
            let _ = try_read(format, text.as_bytes());
        }
        for (format, bytes) in other_samples(&nest, |it| it.as_bytes().to_vec()) {
            crate::sniff(&bytes, "");
            let _ = try_read(format, &bytes);
        }
    }
}

#[test]
fn a_document_type_with_entities_expands_to_nothing() {
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>";
    let page = format!("{bomb}<html>{}</html>", samples("&b;")[2].1);
    let (parcel, _) = try_read("twine-html", page.as_bytes()).unwrap();
    assert!(crate::kept::text_of(&parcel.story.nodes[0]).starts_with("&b; "));
}

#[test]
fn a_file_larger_than_any_story_is_refused() {
    let huge = vec![b' '; (256 << 20) + 1];
    for importer in IMPORTERS {
        let refusal = importer.import(&huge, &FixedWorld::default()).unwrap_err();
        assert!(!refusal.message.is_empty(), "{}", importer.name());
    }
}
