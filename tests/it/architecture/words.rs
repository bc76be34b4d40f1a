//! Words of the window for what the program says by fixed words: none lacks its Chinese, and none
//! stands there that the program does not say.

use std::collections::{BTreeMap, BTreeSet};

use formats::{Lost, Oddity};

use super::{assert_none, text_of};

/// The words of one language in a file of texts, by their keys: `key: 'words',` each, on one line
/// or with the words on the next.
fn words(text: &str, language: &str) -> BTreeMap<String, String> {
    let begin = format!("\n  {language}: {{\n");
    let block = text.split_once(&begin).map_or("", |it| it.1);
    let block = block.split_once("\n  },").map_or(block, |it| it.0);
    let joined = block.replace(":\n", ":");
    let entry = |line: &str| {
        let (key, words) = line.trim().split_once(':')?;
        Some((key.to_owned(), words.trim().to_owned()))
    };
    joined.lines().filter_map(entry).collect()
}

/// The parts that words are said with: `{{name}}`.
fn parts(words: &str) -> BTreeSet<&str> {
    let pieces = words.split("{{").skip(1);
    pieces
        .filter_map(|it| Some(it.split_once("}}")?.0))
        .collect()
}

/// `LinkNowhere` as JSON has it: `link_nowhere`.
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

/// What does not fit: `said` are the fixed words with their parts, where these are known.
fn misfits(
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

#[test]
fn every_warning_and_every_loss_has_words_in_chinese() {
    let warnings = Oddity::ALL
        .iter()
        .map(|(name, parts)| (snake(name), Some(parts.iter().copied().collect())))
        .collect();
    let losses = Lost::ALL.iter().map(|it| {
        let word = serde_json::to_value(it).expect("a word");
        (word.as_str().expect("a word").to_owned(), None)
    });
    let losses = losses.collect();
    let mut found = Vec::new();
    for (path, said) in [
        ("ui/src/text/warnings.ts", warnings),
        ("ui/src/text/losses.ts", losses),
    ] {
        found.extend(misfits(path, &said, &words(&text_of(path), "zh")));
    }
    assert_none(&found);
}

#[test]
fn the_word_of_a_warning_is_that_of_its_json() {
    let odd = Oddity::LinkNowhereBut {
        target: String::new(),
        meant: String::new(),
    };
    assert_eq!(serde_json::json!(odd)["what"], snake("LinkNowhereBut"));
}

#[test]
fn words_that_are_missing_strange_or_without_their_parts_are_found() {
    let text = "export const x = {\n  en: {},\n  zh: {\n    a: '甲',\n    b:\n      '乙 {{n}}',\n    d: '丁',\n  },\n}\n";
    let known = |it: &[&'static str]| Some(it.iter().copied().collect());
    let said = BTreeMap::from([
        ("a".to_owned(), known(&["n"])),
        ("b".to_owned(), known(&["n"])),
        ("c".to_owned(), None),
    ]);
    let found = misfits("x.ts", &said, &words(text, "zh"));
    assert_eq!(
        found,
        [
            "x.ts has no words for c",
            "x.ts says a with {} and not {\"n\"}",
            "x.ts has words for d, which nobody says",
        ]
    );
}
