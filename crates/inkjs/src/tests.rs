//! What compiles, what does not, and what ends a reading that would not end by itself.

use serde_json::json;

use super::*;

fn source(text: &str) -> InkSource {
    InkSource {
        text: text.to_owned(),
        sections: vec![String::new(), "a".to_owned(), "a.b".to_owned()],
        externals: vec!["ring".to_owned()],
    }
}

fn turns(text: &str, beginning: &Beginning, taken: &[usize]) -> Vec<Turn> {
    let story = compile(source(text), || false).unwrap();
    let turns = play(
        &story,
        beginning,
        || false,
        |mut game| {
            let mut turns = vec![game.turn().clone()];
            for choice in taken {
                game.take(*choice)?;
                turns.push(game.turn().clone());
            }
            Ok(turns)
        },
    );
    turns.unwrap()
}

const STORY: &str = "VAR gold = 1\nEXTERNAL ring(x)\nOpening.\n-> a\n== a\nA {ring(1)}.\n* [On {gold}] -> b\n\
    = b\nB, {gold > 4: rich|poor}.\n-> END\n";

#[test]
fn reports_sections_choices_and_variables() {
    let found = turns(STORY, &Beginning::default(), &[0]);
    assert_eq!(found[0].lines, ["Opening.", "A 0."]);
    assert_eq!((found[0].section, &found[0].entered), (1, &vec![1]));
    assert_eq!(found[0].choices, ["On 1"]);
    assert_eq!(found[0].variables["gold"], json!(1));
    assert_eq!((found[1].section, &*found[1].lines[0]), (2, "B, poor."));
    assert!(found[1].choices.is_empty() && found[1].errors.is_empty());
}

#[test]
fn begins_at_a_section_with_given_variables() {
    let beginning = Beginning {
        section: Some(2),
        variables: [("gold".to_owned(), json!(5))].into_iter().collect(),
        seed: 3,
    };
    assert_eq!(turns(STORY, &beginning, &[])[0].lines, ["B, rich."]);
}

#[test]
fn sets_variables_and_counts_visits() {
    let story = compile(source(STORY), || false).unwrap();
    let played = play(
        &story,
        &Beginning::default(),
        || false,
        |mut game| {
            game.set("gold", &json!(9))?;
            game.take(0)?;
            Ok((game.turn().lines.clone(), game.visits()?))
        },
    );
    assert_eq!(
        played.unwrap(),
        (vec!["B, rich.".to_owned()], vec![0, 1, 1])
    );
}

#[test]
fn an_error_is_told_with_its_line() {
    for (text, line, message) in [
        (
            "-> nowhere\n",
            Some(1),
            "Divert target not found: '-> nowhere'",
        ),
        ("Fine.\n{unclosed\n", Some(2), "Expected"),
        (
            "== k\nA\n-> END\n== k\nB\n",
            Some(4),
            "Story already contains",
        ),
    ] {
        let Err(CompileError::Ink(errors)) = compile(source(text), || false) else {
            panic!("{text:?} compiles");
        };
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_eq!(errors[0].0, line, "{errors:?}");
        assert!(errors[0].1.starts_with(message), "{errors:?}");
    }
}

/// Text that is no Ink is refused or compiles; the engine is there for the next one either way.
#[test]
fn odd_text_does_no_harm() {
    let deep = "{a:".repeat(3_000);
    let nested = format!(
        "== a\n{}",
        "* x\n".repeat(50) + &"*".repeat(400) + " deep\n"
    );
    for text in [
        "",
        "\0",
        "\u{feff}",
        "{",
        "}",
        "->",
        "== ==",
        "VAR",
        "~",
        "*",
        "INCLUDE x",
        "\\",
        "<>",
        "# ",
        "{{{{",
        "LIST a = a",
        "VAR a = a",
        "-> a\n== a\n-> a\n",
        "EXTERNAL",
        "`${x}`",
        "</script>",
        "VAR __proto__ = 1\n{__proto__}\n",
        "== constructor\nx\n-> END\n",
        &deep,
        &nested,
    ] {
        match compile(source(text), || false) {
            Err(CompileError::Ink(errors)) => assert!(!errors.is_empty(), "{text:?}"),
            Err(CompileError::Engine(EngineError::Script(_))) | Ok(_) => {}
            Err(error) => panic!("{text:?}: {error}"),
        }
    }
    assert_eq!(turns(STORY, &Beginning::default(), &[0]).len(), 2);
}

#[test]
fn a_circle_without_a_choice_is_stopped_and_told() {
    let found = turns("-> a\n== a\nRound.\n-> a\n", &Beginning::default(), &[]);
    assert!(
        found[0].errors[0].contains("circle"),
        "{:?}",
        found[0].errors
    );
}

#[test]
fn the_caller_ends_work_under_way() {
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let is_stopped = move || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 20;
    let text = format!(
        "-> a\n== a\n{}-> END\n",
        "A line with {1 + 2} values.\n".repeat(20_000)
    );
    let stopped = compile(source(&text), is_stopped);
    assert!(
        matches!(stopped, Err(CompileError::Engine(EngineError::Stopped))),
        "{stopped:?}"
    );
}
