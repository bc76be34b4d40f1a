//! Every language has the same messages with the same arguments, and the languages are found.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use crate::catalogue::FILES;
use crate::{Language, format, list, quote, sentences, translation};

/// What the program says in English itself: the errors of models, and why something could not be
/// done.
const ENGLISH_ELSEWHERE: [&str; 2] = ["turn-error-", "refusals-"];

/// The messages of a language by their ids, with the names of their arguments.
fn messages_of(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    for (_, text) in FILES.iter().filter(|it| it.0 == language.code()) {
        let resource = fluent_syntax::parser::parse(*text).expect("Fluent that can be read");
        for entry in &resource.body {
            let Entry::Message(message) = entry else {
                continue;
            };
            let mut args = BTreeSet::new();
            arguments_of(message.value.as_ref().expect("a value"), &mut args);
            let before = found.insert(message.id.name.to_owned(), args);
            assert_eq!(before, None, "{} twice", message.id.name);
        }
    }
    found
}

fn arguments_of(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else {
            continue;
        };
        match expression {
            Expression::Inline(inline) => argument_of(inline, found),
            Expression::Select { selector, variants } => {
                argument_of(selector, found);
                for it in variants {
                    arguments_of(&it.value, found);
                }
            }
        }
    }
}

fn argument_of(inline: &InlineExpression<&str>, found: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            found.insert(id.name.to_owned());
        }
        InlineExpression::StringLiteral { .. } => {}
        other => panic!("the program's messages have text, arguments and plurals: {other:?}"),
    }
}

#[test]
fn every_language_has_the_messages_of_english_with_their_arguments() {
    let english = messages_of(Language::ENGLISH);
    assert!(english.len() > 10, "{english:?}");
    for language in Language::all() {
        let messages = messages_of(language);
        for (id, args) in &english {
            assert_eq!(messages.get(id), Some(args), "{} {id}", language.code());
        }
        for id in messages.keys() {
            let is_known =
                english.contains_key(id) || ENGLISH_ELSEWHERE.iter().any(|it| id.starts_with(it));
            assert!(is_known, "{} {id} is not English", language.code());
        }
    }
}

#[test]
fn every_folder_of_messages_is_a_listed_language() {
    let folders: BTreeSet<_> = FILES.iter().map(|it| it.0).collect();
    let listed: BTreeSet<_> = Language::all().map(Language::code).collect();
    assert_eq!(folders, listed);
}

#[test]
fn finds_a_language_by_code_or_base_language() {
    let code = |tag| Language::for_tag(tag).map(Language::code);
    assert_eq!(code("zh-CN"), Some("zh-CN"));
    assert_eq!(code("zh"), Some("zh-CN"));
    assert_eq!(code("EN-gb"), Some("en"));
    assert_eq!(code("en_US"), Some("en"));
    assert_eq!(code("tlh"), None);
    assert_eq!(code(""), None);
    assert_eq!(
        Language::for_tag("zh").map(Language::name),
        Some("简体中文")
    );
}

#[test]
fn detects_the_language_by_script_and_falls_back_to_the_interface() {
    let chinese = Language::for_tag("zh").expect("Chinese");
    let german = Language::for_tag("de-AT").expect("German");
    for (text, otherwise, expected) in [
        ("Nenne die Heldin Neo", german, "de"),
        ("把主角改名为 Neo", german, "zh-CN"),
        ("Rename the hero to 尼奥", Language::ENGLISH, "en"),
        ("Rename the hero to 尼奥", chinese, "en"),
        ("把主角改名为 Neo", Language::ENGLISH, "zh-CN"),
        ("继续", Language::ENGLISH, "zh-CN"),
        ("42", Language::ENGLISH, "en"),
        ("42", chinese, "zh-CN"),
        ("", chinese, "zh-CN"),
    ] {
        assert_eq!(
            Language::of_text(text, otherwise).code(),
            expected,
            "{text}"
        );
    }
}

#[test]
fn a_language_serializes_as_its_code_and_accepts_its_former_name() {
    let chinese = Language::for_tag("zh").expect("Chinese");
    let read = |text: &str| serde_json::from_str::<Language>(text).expect("a language");
    assert_eq!(serde_json::json!(chinese), "zh-CN");
    assert_eq!(read("\"zh-CN\""), chinese);
    assert_eq!(read("\"chinese\""), chinese);
    assert_eq!(read("\"english\""), Language::ENGLISH);
    assert_eq!(read("\"xx\""), Language::ENGLISH);
}

#[test]
fn formats_with_arguments_and_the_punctuation_of_the_language() {
    let chinese = Language::for_tag("zh").expect("Chinese");
    assert_eq!(list(Language::ENGLISH, &["a", "b"]), "a, b");
    assert_eq!(list(chinese, &["a", "b"]), "a、b");
    assert_eq!(quote(Language::ENGLISH, "Hall"), "\"Hall\"");
    assert_eq!(quote(chinese, "大厅"), "“大厅”");
    assert_eq!(sentences(Language::ENGLISH, &["A.", "", "B."]), "A. B.");
    assert_eq!(sentences(chinese, &["甲。", "乙。"]), "甲。乙。");
    let steps = |count: u32| {
        format(
            Language::ENGLISH,
            "turn-step_limit",
            &[("steps", count.into())],
        )
    };
    assert_eq!(
        steps(25),
        "Stopped after 25 steps, the limit for one request."
    );
    assert_eq!(steps(1), "Stopped after 1 step, the limit for one request.");
}

#[test]
fn translation_does_not_fall_back_to_english() {
    let chinese = Language::for_tag("zh").expect("Chinese");
    let args = [("provider", "Hub".into())];
    assert_eq!(
        translation(Language::ENGLISH, "turn-error-empty", &args),
        None
    );
    let translated = translation(chinese, "turn-error-empty", &args);
    assert_eq!(translated.as_deref(), Some("Hub 回答了，却什么也没说"));
}
