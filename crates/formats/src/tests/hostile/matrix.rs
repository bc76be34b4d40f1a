//! Every importer against every hostile file. `matrix.txt` records the outcome of each combination,
//! one per line, so that gaps are visible.

use std::fmt::Write as _;

use encoding_rs::{GBK, SHIFT_JIS};
use expect_test::expect_file;
use model::FixedWorld;

use super::archives;
use super::samples::{Container, SAMPLES, SampleFile, SampleNode, sample_node};
use crate::{IMPORTERS, importer};

const CHINESE: &str = "从前有一座山，山上有一座庙，庙里有一个老和尚在讲故事。";
const JAPANESE: &str = "むかしむかし、あるところに、おじいさんとおばあさんがいました。";

/// Two nodes with a link between them.
fn small(words: &str) -> Vec<SampleNode> {
    vec![
        sample_node("Start", words, &[("go", "End")]),
        sample_node("End", words, &[]),
    ]
}

fn wide(text: &str, bytes: fn(u16) -> [u8; 2], mark: &str) -> Vec<u8> {
    let units = mark.encode_utf16().chain(text.encode_utf16());
    units.flat_map(bytes).collect()
}

/// Builds the file of a hostile case from a sample; `None` if the format has no such case.
type Case = fn(&SampleFile) -> Option<Vec<u8>>;

const CASES: &[(&str, Case)] = &[
    ("sound", |it| Some(it.file(&small("Fog.")))),
    ("UTF-8 with mark", |it| {
        Some(it.file_as(&small(CHINESE), &|it| format!("\u{feff}{it}").into_bytes()))
    }),
    ("UTF-16 little end", |it| {
        Some(it.file_as(&small(CHINESE), &|it| {
            wide(it, u16::to_le_bytes, "\u{feff}")
        }))
    }),
    ("UTF-16 big end", |it| {
        Some(it.file_as(&small(CHINESE), &|it| {
            wide(it, u16::to_be_bytes, "\u{feff}")
        }))
    }),
    ("UTF-16 without mark", |it| {
        Some(it.file_as(&small(CHINESE), &|it| wide(it, u16::to_le_bytes, "")))
    }),
    ("GBK", |it| {
        Some(it.file_as(&small(CHINESE), &|it| GBK.encode(it).0.into_owned()))
    }),
    ("Shift-JIS", |it| {
        Some(it.file_as(&small(JAPANESE), &|it| SHIFT_JIS.encode(it).0.into_owned()))
    }),
    ("a byte that is not a letter", |it| {
        Some(
            it.file_as(&small("Fog Q over the sea, and more of it."), &|it| {
                it.bytes()
                    .map(|it| if it == b'Q' { 0xff } else { it })
                    .collect()
            }),
        )
    }),
    ("no byte at all", |_| Some(Vec::new())),
    ("cut in the middle", |it| {
        let file = it.file(&small("Fog."));
        Some(file[..file.len() / 2].to_vec())
    }),
    ("control characters", |it| {
        Some(it.file(&small("Fog \u{1}\u{8}\u{1b}[31m\u{7f}\u{202e}.")))
    }),
    ("ten thousand links", |it| {
        it.links.then(|| {
            let links = (0..10_000).map(|it| (format!("x{it}"), "End".to_owned()));
            let mut knots = small("Fog.");
            knots[0].links = links.collect();
            it.file(&knots)
        })
    }),
    ("ten thousand links to nowhere", |it| {
        it.links.then(|| {
            let links = (0..10_000).map(|it| (format!("x{it}"), format!("gone{it}")));
            let mut knots = small("Fog.");
            knots[0].links = links.collect();
            it.file(&knots)
        })
    }),
    ("three nodes of one title", |it| {
        let mut knots = small("Fog.");
        knots.extend([
            sample_node("End", "Rain.", &[]),
            sample_node("End", "Snow.", &[]),
        ]);
        Some(it.file(&knots))
    }),
    ("a link to nowhere", |it| {
        let knots = [
            sample_node("Start", "Fog.", &[("go", "Moon")]),
            sample_node("End", "", &[]),
        ];
        it.links.then(|| it.file(&knots))
    }),
    ("a link but for letter case", |it| {
        let knots = [
            sample_node("Start", "Fog.", &[("go", "END_")]),
            sample_node("End_", "", &[]),
        ];
        it.links.then(|| it.file(&knots))
    }),
    ("links to itself, and twice", |it| {
        let links = [("go", "Start"), ("go", "End"), ("go", "End")];
        let knots = [
            sample_node("Start", "Fog.", &links),
            sample_node("End", "", &[]),
        ];
        it.links.then(|| it.file(&knots))
    }),
    ("deep brackets", |it| Some(deep(it, "[", "]"))),
    ("deep objects", |it| Some(deep(it, "{\"a\":", "}"))),
    ("deep tags", |it| Some(deep(it, "<b>", "</b>"))),
    ("deep values", |it| {
        let nest = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
        let has = (it.texts)(&small("FOG"))
            .iter()
            .any(|it| it.1.contains("\"FOG\""));
        has.then(|| it.file_with(&small("FOG"), |text| text.replace("\"FOG\"", &nest)))
    }),
    ("deep lists", |it| Some(deep(it, "* ", ""))),
    ("deep indents", |it| {
        let lines: String = (0..500).map(|it| format!("{:it$}- a\n", "")).collect();
        Some(it.file_with(&small("FOG"), |text| text.replace("FOG", &lines)))
    }),
    ("deep quotes", |it| Some(deep(it, "> ", ""))),
    ("an entity bomb", |it| {
        let bomb: String = (0..9)
            .map(|it| {
                format!(
                    "<!ENTITY e{} \"{}\">",
                    it + 1,
                    format!("&e{it};").repeat(10)
                )
            })
            .collect();
        let is_markup = (it.texts)(&small(""))
            .iter()
            .any(|it| it.1.starts_with('<'));
        is_markup.then(|| {
            it.file_with(&small("FOG"), |text| {
                let (head, rest) = match text.split_once("?>") {
                    Some((head, rest)) => (format!("{head}?>"), rest.to_owned()),
                    None => (String::new(), text),
                };
                let rest = rest.replace("FOG", "&e9;");
                format!("{head}<!DOCTYPE x [<!ENTITY e0 \"boom\">{bomb}]>{rest}")
            })
        })
    }),
    ("no IFID", |it| {
        without(it, "D674C58C-DEFA-4F70-B7A2-27742230C0FC", "")
    }),
    ("a malformed IFID", |it| {
        without(it, "D674C58C-DEFA-4F70-B7A2-27742230C0FC", "no such id")
    }),
    ("a malformed StoryData", |it| {
        without(it, "{\"ifid\":", "{ifid")
    }),
    ("a start that is not there", |it| match it.format {
        "twine-html" | "twine-archive" => without(it, "startnode=\"1\"", "startnode=\"7\""),
        "twine-json" => without(it, "\"start\": \"Start\"", "\"start\": \"Moon\""),
        "twee" => without(it, "{\"ifid\":", "{\"start\":\"Moon\",\"ifid\":"),
        "json" => without(
            it,
            "\"start\": \"019b7000-0000-7000-8000-000000000001\"",
            "\"start\": \"019b7000-0000-7000-8000-00000000dead\"",
        ),
        "folder" => without(it, "title: A\n", "title: A\nstart: Moon\n"),
        "ink" => without(it, "-> Start", "-> Moon"),
        "arcweave" => without(
            it,
            "\"startingElement\": \"e0\"",
            "\"startingElement\": \"e9\"",
        ),
        _ => None,
    }),
    ("an include of another letter case", |it| {
        without(it, "INCLUDE parts/b.ink", "INCLUDE Parts/B.ink")
    }),
    ("an include that is not there", |it| {
        without(
            it,
            "INCLUDE parts/b.ink",
            "INCLUDE parts/b.ink\nINCLUDE gone.ink",
        )
    }),
    ("includes in a circle", |it| {
        without(it, "=== End ===", "INCLUDE main.ink\n=== End ===").filter(|_| it.name == "ink.zip")
    }),
    ("a path outside the archive", |it| {
        zipped(it, archives::outside)
    }),
    ("one name twice", |it| zipped(it, archives::twice)),
    ("one path by two names", |it| {
        zipped(it, archives::twice_by_other_names)
    }),
    ("an encrypted archive", |it| zipped(it, archives::encrypted)),
    ("a bomb in the archive", |it| zipped(it, archives::bomb)),
    ("an archive cut in the middle", |it| {
        zipped(it, archives::cut)
    }),
    ("a damaged file in the archive", |it| {
        zipped(it, archives::damaged)
    }),
];

/// The text replaced by twenty thousand opening marks, at its place in the file.
fn deep(carrier: &SampleFile, open: &str, close: &str) -> Vec<u8> {
    let deep = 20_000;
    let nest = format!("{}x{}", open.repeat(deep), close.repeat(deep));
    carrier.file_with(&small("FOG"), |text| text.replace("FOG", &nest))
}

/// The file with a text replaced; `None` if the text does not occur.
fn without(carrier: &SampleFile, old: &str, new: &str) -> Option<Vec<u8>> {
    let has = (carrier.texts)(&small("Fog."))
        .iter()
        .any(|it| it.1.contains(old));
    has.then(|| carrier.file_with(&small("Fog."), |text| text.replace(old, new)))
}

fn zipped(carrier: &SampleFile, change: fn(&[u8]) -> Vec<u8>) -> Option<Vec<u8>> {
    (carrier.wrapping == Container::Zip).then(|| change(&carrier.file(&small("Fog."))))
}

/// The outcome for a file: what was read and the warnings, or the error.
fn outcome(carrier: &SampleFile, bytes: &[u8]) -> String {
    let format = importer(carrier.format).unwrap();
    crate::sniff(bytes, "");
    match format.import(bytes, &FixedWorld::default()) {
        Err(refusal) => format!("refused: {refusal}"),
        Ok((bundle, warnings)) => {
            let story = &bundle.story;
            let (nodes, edges) = (story.nodes.len(), story.edges.len());
            let mut outcome = format!("{nodes} nodes, {edges} edges");
            for warning in warnings.iter().take(2) {
                _ = write!(outcome, " | {warning}");
            }
            if warnings.len() > 2 {
                _ = write!(outcome, " | and {} more", warnings.len() - 2);
            }
            outcome
        }
    }
}

#[test]
fn importers_read_or_reject_every_hostile_file() {
    let mut table = String::new();
    for (case, make) in CASES {
        // Most samples share the outcome of a case.
        let mut outcomes: Vec<(String, Vec<&str>)> = Vec::new();
        for carrier in SAMPLES {
            let outcome =
                make(carrier).map_or("no such thing".to_owned(), |it| outcome(carrier, &it));
            match outcomes.iter_mut().find(|it| it.0 == outcome) {
                Some((_, names)) => names.push(carrier.name),
                None => outcomes.push((outcome, vec![carrier.name])),
            }
        }
        _ = writeln!(table, "\n{case}");
        for (outcome, names) in outcomes {
            _ = writeln!(table, "  {}\n    {outcome}", names.join(", "));
        }
    }
    expect_file!["matrix.txt"].assert_eq(&table);
}

#[test]
fn matrix_covers_every_importer() {
    for importer in IMPORTERS {
        let is_there = SAMPLES.iter().any(|it| it.format == importer.name());
        assert!(is_there, "{}", importer.name());
    }
}

#[test]
fn reads_unusual_encodings_correctly() {
    for (case, make) in &CASES[1..7] {
        let words = if *case == "Shift-JIS" {
            JAPANESE
        } else {
            CHINESE
        };
        for carrier in SAMPLES {
            let file = make(carrier).unwrap();
            let read = importer(carrier.format).unwrap();
            let read = read.import(&file, &FixedWorld::default());
            let (bundle, _) = read.unwrap_or_else(|it| panic!("{}, {case}: {it}", carrier.name));
            let mut nodes = bundle.story.nodes.values();
            let found = nodes.any(|it| markup::kept_data::text_of(it).contains(words));
            assert!(found, "{}, {case}", carrier.name);
        }
    }
}

#[test]
fn rejects_an_archive_with_too_many_files() {
    // All importers of archives unpack them with this function.
    let refusal = crate::Folder::unpack(&archives::too_many()).unwrap_err();
    assert!(refusal.to_string().contains("at most 100000"), "{refusal}");
}
