//! The message catalogue and the program: what the program sends by id has a translation in every
//! language but English, which it says itself; what the program takes from the catalogue is there;
//! and nothing is unused.

use std::collections::{BTreeMap, BTreeSet};

use formats::{ImportWarning, LossKind};
use llm::LlmError;
use messages::Language;
use model::analysis::FindingKind;
use serde_json::{Value, json};

use super::{assert_none, sources, text_of};

/// The messages of one file of the catalogue, by what stands behind the file's name in their ids:
/// `refusals-file_empty = …`. What a message selects from stands on the lines below.
fn words(text: &str, file: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut last = String::new();
    for line in text.lines() {
        let id = line.strip_prefix(file).and_then(|it| it.strip_prefix('-'));
        if let Some((key, words)) = id.and_then(|it| it.split_once(" =")) {
            key.clone_into(&mut last);
            found.insert(last.clone(), words.trim_start().to_owned());
        } else if let Some(words) = found.get_mut(&last) {
            words.push_str(line);
        }
    }
    found
}

/// The arguments of a message: `{ $name }`.
fn parts(words: &str) -> BTreeSet<&str> {
    let pieces = words.split("{ $").skip(1);
    pieces
        .filter_map(|it| it.split([' ', '}']).next())
        .collect()
}

/// `LinkNowhere` as in JSON: `link_target_missing`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_uppercase() && at > 0 {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// The mismatches: `said` are the message ids with their parameters, where these are known.
fn translation_problems(
    path: &str,
    said: &BTreeMap<String, Option<BTreeSet<&str>>>,
    words: &BTreeMap<String, String>,
) -> Vec<String> {
    let lacking = said.keys().filter(|it| !words.contains_key(*it));
    let mut found: Vec<_> = lacking
        .map(|it| format!("{path} has no words for {it}"))
        .collect();
    for (key, words) in words {
        match said.get(key) {
            None => found.push(format!("{path} has words for {key}, which nobody says")),
            Some(Some(known)) if *known != parts(words) => {
                let used = parts(words);
                found.push(format!("{path} says {key} with {used:?} and not {known:?}"));
            }
            Some(_) => {}
        }
    }
    found
}

/// The ids of the program's messages, with their parameters.
type Said = BTreeMap<String, Option<BTreeSet<&'static str>>>;

fn said(all: &'static [(&'static str, &'static [&'static str])]) -> Said {
    let said = |(name, parts): &(&str, &'static [&'static str])| {
        (snake(name), Some(parts.iter().copied().collect()))
    };
    all.iter().map(said).collect()
}

/// Compares the file of that name in every language but English, which the program says itself.
#[track_caller]
fn assert_translated(file: &str, said: &Said) {
    for language in Language::all().filter(|it| *it != Language::ENGLISH) {
        let path = format!("locales/{}/{file}.ftl", language.code());
        let words = words(&text_of(&path), file);
        assert_none(&translation_problems(&path, said, &words));
    }
}

/// The messages that a source file takes from the program's part of the catalogue, by the names of
/// its files: whole ids, and the beginnings of those made with `format!`.
fn catalogue_ids(text: &str, files: &[&str]) -> BTreeSet<String> {
    let text = text.split_once("mod tests {").map_or(text, |it| it.0);
    let literals = text.split('"').skip(1).step_by(2);
    let ids = literals.filter(|it| {
        let file = it.split_once('-').map(|it| it.0);
        let is_id = |it: char| it.is_ascii_alphanumeric() || "-_{}".contains(it);
        file.is_some_and(|it| files.contains(&it)) && it.chars().all(is_id)
    });
    ids.map(str::to_owned).collect()
}

/// What is missing in the catalogue, and what is in it and not used.
fn catalogue_problems(used: &BTreeSet<String>, known: &BTreeSet<String>) -> Vec<String> {
    let beginning = |it: &str| it.split_once('{').map(|it| it.0.to_owned());
    let beginnings: Vec<_> = used.iter().filter_map(|it| beginning(it)).collect();
    let is_known = |id: &String| match beginning(id) {
        Some(begin) => known.iter().any(|it| it.starts_with(&begin)),
        None => known.contains(id),
    };
    let missing = used.iter().filter(|it| !is_known(it));
    let missing = missing.map(|it| format!("the catalogue has no message {it}"));
    let is_used = |id: &String| used.contains(id) || beginnings.iter().any(|it| id.starts_with(it));
    let unused = known.iter().filter(|it| !is_used(it));
    let unused = unused.map(|it| format!("nobody says the message {it}"));
    missing.chain(unused).collect()
}

#[test]
fn every_message_of_the_program_is_in_the_catalogue_and_used() {
    let (mut files, mut known) = (Vec::new(), BTreeSet::new());
    // Chinese has what the program says in English itself too.
    for source in sources(&["locales/en/program", "locales/zh-CN/program"], "ftl") {
        let file = source.path.rsplit('/').next().unwrap_or_default();
        let file = file.trim_end_matches(".ftl").to_owned();
        let ids = words(&source.text, &file).into_keys();
        known.extend(ids.map(|it| format!("{file}-{it}")));
        files.push(file);
    }
    assert!(known.contains("turn-stopped"), "{known:?}");
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let mut used = BTreeSet::new();
    let code = sources(&["crates"], "rs").into_iter();
    for source in code.filter(|it| !it.path.contains("/tests")) {
        used.extend(catalogue_ids(&source.text, &files));
    }
    assert_none(&catalogue_problems(&used, &known));
}

#[test]
fn detects_missing_and_unused_messages_of_the_catalogue() {
    let text =
        "say(\"a-one\"); say(&format!(\"a-two-{it}\")); say(\"a-gone\"); say(\"x-y\"); \"a-b c\"";
    let used = catalogue_ids(text, &["a"]);
    let known = ["a-one", "a-two-x", "a-late"].map(str::to_owned).into();
    assert_eq!(
        catalogue_problems(&used, &known),
        [
            "the catalogue has no message a-gone",
            "nobody says the message a-late",
        ]
    );
}

/// The functions that report progress.
const PROGRESS_CALLS: [&str; 5] = [
    "track(",
    "report_progress(",
    "parallel_map(",
    "watch(",
    "progress(",
];

/// The progress messages in one source file: a string literal, as the first argument or after the
/// completed fraction.
fn progress_messages(text: &str) -> BTreeSet<String> {
    let text = text.split_once("mod tests {").map_or(text, |it| it.0);
    let mut found = BTreeSet::new();
    for teller in PROGRESS_CALLS {
        for (at, _) in text.match_indices(teller) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|it| it.is_alphanumeric() || it == '_') {
                continue;
            }
            let statement = text[at..].split(';').next().unwrap_or_default();
            let arguments = statement[teller.len()..].trim_start();
            let words = match teller {
                "progress(" => arguments.split_once('"').map(|it| it.1),
                _ => arguments.strip_prefix('"'),
            };
            found.extend(words.and_then(|it| Some(it.split_once('"')?.0.to_owned())));
        }
    }
    found
}

#[test]
fn every_progress_message_is_translated() {
    let mut said = Said::new();
    for source in sources(&["crates/formats", "capabilities"], "rs") {
        let path = &source.path;
        if path.contains("/tests") {
            continue;
        }
        said.extend(
            progress_messages(&source.text)
                .into_iter()
                .map(|it| (it.replace(' ', "-"), None)),
        );
    }
    assert!(said.contains_key("reading-the-file"), "{said:?}");
    assert_translated("doings", &said);
}

#[test]
fn extracts_progress_messages_from_source() {
    let text = "cx.progress(Some(a(b)), \"adding\"); overall(\"not\"); track(\n \"reading\", it);\n\
                progress(None, doing); say(\"nor\"); mod tests { look(\"nor this\") }";
    let found: Vec<_> = progress_messages(text).into_iter().collect();
    assert_eq!(found, ["adding", "reading"]);
}

#[test]
fn every_user_facing_error_is_translated() {
    let mut all = Said::new();
    for more in [
        formats::FormatErrorKind::ALL,
        capabilities::CapabilityError::ALL,
        capability::ToolFailure::ALL,
        capability::InvalidArgument::ALL,
        store::MissingItem::ALL,
        model::play::ParseErrorKind::ALL,
        LlmError::SAID,
        llm::ConfigError::ALL,
        runner::AssistantError::ALL,
        host::settings::PersistError::ALL,
        host::WorkspaceError::ALL,
        host::ServerFailure::ALL,
    ] {
        for (word, parts) in said(more) {
            let first = all.insert(word.clone(), parts).is_none();
            assert!(first, "{word} is said of two things");
        }
    }
    assert_translated("refusals", &all);
}

#[test]
fn every_import_warning_and_loss_is_translated() {
    let warnings = said(ImportWarning::ALL);
    let losses = LossKind::ALL.iter().map(|it| {
        let word = serde_json::to_value(it).expect("a word");
        (word.as_str().expect("a word").to_owned(), None)
    });
    assert_translated("warnings", &warnings);
    assert_translated("losses", &losses.collect());
}

/// The names of an enum's variants in a source file, as in JSON.
fn variants(text: &str, name: &str) -> Vec<String> {
    let body = text.split(&format!("pub enum {name} {{")).nth(1);
    let body = body
        .and_then(|it| it.split("\n}").next())
        .unwrap_or_default();
    let lines = body.lines().filter_map(|it| it.strip_prefix("    "));
    let names = lines.filter(|it| it.starts_with(|it: char| it.is_ascii_uppercase()));
    names
        .filter_map(|it| it.split([' ', ',', '{']).next())
        .map(snake)
        .collect()
}

#[test]
fn every_finding_and_its_fixes_are_translated() {
    let kinds = FindingKind::ALL.iter().map(|it| match json!(it) {
        Value::String(kind) => kind,
        other => panic!("a kind is a word: {other}"),
    });
    let kinds: Vec<String> = kinds.collect();
    let fixes = variants(&text_of("crates/model/src/analysis/fix.rs"), "FixAction");
    assert!(kinds.contains(&"dead_end".to_owned()), "{kinds:?}");
    assert!(fixes.contains(&"offer_always".to_owned()), "{fixes:?}");
    let details = kinds.iter().map(|it| format!("says-{it}"));
    // What entering a node does is an effect too, which is told in a sentence of its own.
    let details = details.chain(["says-unreadable_enter".to_owned()]);
    let ids = kinds.iter().map(|it| format!("why-{it}"));
    let ids: Vec<_> = ids
        .chain(details)
        .chain(fixes.iter().map(|it| format!("mends-{it}")))
        .collect();
    let mut found = Vec::new();
    for language in Language::all().filter(|it| *it != Language::ENGLISH) {
        let path = format!("locales/{}/problems.ftl", language.code());
        let mut words = words(&text_of(&path), "problems");
        words.retain(|it, _| {
            ["why-", "says-", "mends-"]
                .iter()
                .any(|part| it.starts_with(part))
        });
        let said: Said = ids.iter().map(|it| (it.clone(), None)).collect();
        found.extend(translation_problems(&path, &said, &words));
    }
    assert_none(&found);
}

#[test]
fn finds_the_variants_of_an_enum() {
    let text = "pub enum A {\n    /// Is.\n    OneTwo {\n        title: String,\n    },\n    B {},\n    C,\n}\nD";
    assert_eq!(variants(text, "A"), ["one_two", "b", "c"]);
}

#[test]
fn the_id_of_a_warning_is_the_same_in_json() {
    let odd = ImportWarning::LinkTargetSimilar {
        target: String::new(),
        meant: String::new(),
    };
    assert_eq!(json!(odd)["what"], snake("LinkTargetSimilar"));
}

#[test]
fn detects_missing_extra_and_malformed_translations() {
    let text = "### x\n\nx-a = 甲\nx-b = 乙 { $n }\nx-d = 丁\n";
    let known = |it: &[&'static str]| Some(it.iter().copied().collect());
    let said = BTreeMap::from([
        ("a".to_owned(), known(&["n"])),
        ("b".to_owned(), known(&["n"])),
        ("c".to_owned(), None),
    ]);
    let found = translation_problems("x.ftl", &said, &words(text, "x"));
    assert_eq!(
        found,
        [
            "x.ftl has no words for c",
            "x.ftl says a with {} and not {\"n\"}",
            "x.ftl has words for d, which nobody says",
        ]
    );
}
