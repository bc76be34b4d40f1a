//! Hostile files: in every encoding, with every error that an importer must report with its line,
//! with ten thousand links, deeply nested, too large.

mod archives;
mod matrix;
pub(crate) mod samples;

use expect_test::{Expect, expect};
use model::FixedWorld;

use self::samples::{SAMPLES, sample_node};
use crate::{Bundle, FormatError, IMPORTERS, Warning, importer};

fn try_read(format: &str, bytes: &[u8]) -> Result<(Bundle, Vec<Warning>), FormatError> {
    importer(format)
        .unwrap()
        .import(bytes, &FixedWorld::default())
}

#[track_caller]
fn check(format: &str, text: &str, expected: Expect) {
    let error = match try_read(format, text.as_bytes()) {
        Ok((_, warnings)) => warnings.iter().map(ToString::to_string).collect(),
        Err(refusal) => vec![format!("refused: {refusal}")],
    };
    expected.assert_eq(&error.join("\n"));
}

#[test]
fn errors_name_the_line() {
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
            line 5: This passage has markup that should have been written as entities; it is read as text.
            line 5: A passage “a” already exists in line 3. Both are kept; links lead to the first.
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
            line 1: The start “gone” does not exist: no start is set.
            line 3: A link leads to “b”, which does not exist.
            line 4: This is not a passage: a passage is an object with a “name”. It is left out.
            line 5: This is not a passage: a passage is an object with a “name”. It is left out.
            line 6: A passage “a” already exists in line 3. Both are kept; links lead to the first.
            The story has no valid “ifid” (8 to 63 digits, capital letters and hyphens); one is written on export."#]],
    );
    check(
        "twine-json",
        "{\"name\": \"A\"}",
        expect!["refused: This is not Twine 2 JSON: it has no list of “passages”."],
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
            line 6: A node “A” already exists in line 1. Both are kept; jumps may lead to either.
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
            line 1: The title “has space” is not an identifier, so Yarn Spinner will not compile it.
            line 4: Headers without a “---” line below them are not a node. They are kept and written back."#]],
    );
    check(
        "ink",
        "INCLUDE gone.ink\n-> a\n=== a ===\n-> B\n\n-> b.c\n-> nowhere\n=== b\n= c\n-> END\n=== b\n-> DONE\n",
        expect![[r#"
            line 1: “gone.ink” is included but was not provided. Import the whole folder, or an archive of it, to read it too.
            line 4: A link leads to “B”, which does not exist. There is “b”.
            line 7: A link leads to “nowhere”, which does not exist.
            line 11: “b” already exists in line 8. Both are kept; diverts lead to the last."#]],
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
fn ten_thousand_links_in_one_passage_round_trip() {
    let links = (0..10_000).map(|it| (format!("x{it}"), "End".to_owned()));
    let mut start = sample_node("Start", "Fog.", &[]);
    start.links = links.collect();
    let knots = [start, sample_node("End", "", &[])];
    for carrier in SAMPLES.iter().filter(|it| it.links) {
        let Some(exporter) = crate::exporter(carrier.format) else {
            continue;
        };
        let (bundle, _) = try_read(carrier.format, &carrier.file(&knots)).unwrap();
        let count = bundle.story.edges.len();
        assert!(count >= 10_000, "{}: {count}", carrier.name);
        let (again, _) = try_read(carrier.format, &exporter.export(&bundle)).unwrap();
        assert_eq!(again.story.edges.len(), count, "{}", carrier.name);
    }
}

#[test]
fn rejects_a_file_that_is_too_large() {
    let huge = vec![b' '; (256 << 20) + 1];
    for importer in IMPORTERS {
        let refusal = importer.import(&huge, &FixedWorld::default()).unwrap_err();
        assert!(!refusal.to_string().is_empty(), "{}", importer.name());
    }
}
