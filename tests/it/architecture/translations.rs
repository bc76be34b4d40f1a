//! Translations of the messages that the program sends by id: none is missing in Chinese, and none
//! is unused.

use std::collections::{BTreeMap, BTreeSet};

use formats::{ImportWarning, LossKind};
use llm::LlmError;

use super::{assert_none, sources, text_of};

/// The messages of one file of the catalogue, by what stands behind the file's name in their ids:
/// `refusals-file_empty = …`. What a message selects from stands on the lines below.
fn words(text: &str, file: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut last = String::new();
    for line in text.lines() {
        let id = line.strip_prefix(file).and_then(|it| it.strip_prefix('-'));
        if let Some((key, words)) = id.and_then(|it| it.split_once(" = ")) {
            key.clone_into(&mut last);
            found.insert(last.clone(), words.to_owned());
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
fn every_progress_message_has_a_chinese_translation() {
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
    let path = "locales/zh-CN/doings.ftl";
    assert_none(&translation_problems(
        path,
        &said,
        &words(&text_of(path), "doings"),
    ));
}

#[test]
fn extracts_progress_messages_from_source() {
    let text = "cx.progress(Some(a(b)), \"adding\"); overall(\"not\"); track(\n \"reading\", it);\n\
                progress(None, doing); say(\"nor\"); mod tests { look(\"nor this\") }";
    let found: Vec<_> = progress_messages(text).into_iter().collect();
    assert_eq!(found, ["adding", "reading"]);
}

#[test]
fn every_user_facing_error_has_a_chinese_translation() {
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
    ] {
        for (word, parts) in said(more) {
            let first = all.insert(word.clone(), parts).is_none();
            assert!(first, "{word} is said of two things");
        }
    }
    let path = "locales/zh-CN/refusals.ftl";
    assert_none(&translation_problems(
        path,
        &all,
        &words(&text_of(path), "refusals"),
    ));
}

#[test]
fn every_import_warning_and_loss_has_a_chinese_translation() {
    let warnings = said(ImportWarning::ALL);
    let losses = LossKind::ALL.iter().map(|it| {
        let word = serde_json::to_value(it).expect("a word");
        (word.as_str().expect("a word").to_owned(), None)
    });
    let losses = losses.collect();
    let mut found = Vec::new();
    for (path, file, said) in [
        ("locales/zh-CN/warnings.ftl", "warnings", warnings),
        ("locales/zh-CN/losses.ftl", "losses", losses),
    ] {
        found.extend(translation_problems(
            path,
            &said,
            &words(&text_of(path), file),
        ));
    }
    assert_none(&found);
}

#[test]
fn the_id_of_a_warning_is_the_same_in_json() {
    let odd = ImportWarning::LinkTargetSimilar {
        target: String::new(),
        meant: String::new(),
    };
    assert_eq!(serde_json::json!(odd)["what"], snake("LinkTargetSimilar"));
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
