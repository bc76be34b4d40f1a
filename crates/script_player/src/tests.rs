//! What compiles, what does not, and what ends a reading that would not end by itself.

use serde_json::json;

use super::*;

fn source(text: &str) -> Script {
    Script {
        language: Language::Ink,
        text: text.to_owned(),
        start: 0,
        sections: vec![String::new(), "a".to_owned(), "a.b".to_owned()],
        externals: vec!["ring".to_owned()],
    }
}

fn turns(text: &str, beginning: &Beginning, taken: &[usize]) -> Vec<Turn> {
    turns_of(source(text), beginning, taken)
}

fn turns_of(script: Script, beginning: &Beginning, taken: &[usize]) -> Vec<Turn> {
    let story = compile(script, || false).unwrap();
    let turns = play(
        &story,
        || false,
        |mut player| {
            let mut game = player.begin(beginning)?;
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
    assert_eq!((found[0].section, &found[0].entered), (1, &vec![0, 1]));
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
        || false,
        |mut player| {
            let mut game = player.begin(&Beginning::default())?;
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
        let Err(CompileError::Errors(errors)) = compile(source(text), || false) else {
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
            Err(CompileError::Errors(errors)) => assert!(!errors.is_empty(), "{text:?}"),
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
fn each_reading_begins_anew() {
    let yarn = "title: Start\n---\n<<declare $gold = 1>>\n-> Take {$gold}\n    <<set $gold += 1>>\n\
                Now {$gold}.\n    <<once>>\nOnce.\n<<endonce>>\n===\n";
    let ink = "VAR gold = 1\n{a: Seen.}\n-> a\n== a\n* [Take {gold}]\n~ gold += 1\nNow {gold}.\n-> END\n\
               * [Fail] {missing()}\n-> END\n== function missing()\n~ return 1 / 0\n";
    for script in [source(ink), self::yarn(yarn)] {
        let story = compile(script, || false).unwrap();
        let readings = play(
            &story,
            || false,
            |mut player| {
                let mut read = |choice: usize| {
                    let mut game = player.begin(&Beginning::default())?;
                    let first = game.turn().clone();
                    game.take(choice)?;
                    Ok((first, game.turn().clone()))
                };
                let all = [read(0)?, read(1).or_else(|_| read(0))?, read(0)?];
                Ok(all)
            },
        );
        let [first, _, third] = readings.unwrap();
        assert_eq!(first, third);
        assert!(first.1.errors.is_empty(), "{:?}", first.1);
    }
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

fn yarn(text: &str) -> Script {
    Script {
        language: Language::Yarn,
        text: text.to_owned(),
        sections: ["Start", "Side", "Side:1", "Far"]
            .map(str::to_owned)
            .to_vec(),
        start: 0,
        externals: Vec::new(),
    }
}

/// What a Yarn with one node reads to its end, taking the first option each time.
fn lines_of(body: &str) -> Vec<String> {
    let text = format!("title: Start\n---\n{body}\n===\n");
    let found = turns_of(yarn(&text), &Beginning::default(), &[]);
    assert_eq!(found[0].errors, [""; 0]);
    found[0].lines.clone()
}

#[test]
fn yarn_evaluates_expressions_as_yarn_spinner_does() {
    for (expression, value) in [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3 - -1", "10"),
        ("7 % 4 / 2", "1.5"),
        ("\"a\" + 1 + true", "a1True"),
        ("not false and 1 lte 1", "True"),
        ("true xor true", "False"),
        ("1 is 2 or 3 neq 4", "True"),
        ("round_places(2.345, 1)", "2.3"),
        ("min(3, inc(1.5))", "2"),
        ("visited(\"Start\")", "False"),
        ("$unset + 1", "1"),
        ("$unset == \"\"", "True"),
        ("string(4) + \"!\"", "4!"),
    ] {
        assert_eq!(
            lines_of(&format!("{{{expression}}}")),
            [value],
            "{expression}"
        );
    }
}

#[test]
fn yarn_reads_marks_escapes_comments_and_tags() {
    for (line, read) in [
        ("Ada: Hi. // a comment", "Ada: Hi."),
        ("Hi \\{1\\} \\#a \\[b\\] #tag #line:1", "Hi {1} #a [b]"),
        ("[b]Bold[/b] [wave]wave[/wave]", "<b>Bold</b> wave"),
        ("[select value={\"m\"} m=\"he\" f=\"she\"/] is", "he is"),
        (
            "[plural value={2} one=\"% coin\" other=\"% coins\"/]",
            "2 coins",
        ),
        ("[nomarkup][b]x[/b][/nomarkup]", "[b]x[/b]"),
        ("<<wait 2>>\nLater", "Later"),
    ] {
        assert_eq!(lines_of(line), [read], "{line}");
    }
}

#[test]
fn yarn_runs_what_version_3_brought() {
    let text = "title: Start\n---\n<<declare $gold = 2>>\n<<declare $rich = $gold > 3>>\n<<enum Sky>>\n\
        <<case Clear>>\n<<case Rain>>\n<<endenum>>\n<<declare $sky = Sky.Rain>>\n\
        <<once>>\nFirst.\n<<else>>\nAgain.\n<<endonce>>\n{$rich} {$sky == .Rain}\n\
        <<detour Side>>\nBack {visited_count(\"Side\")}.\n\
        => Poor. <<if not $rich>>\n=> Rich. <<if $rich and $gold > 1>>\n\
        -> Ask <<once>>\n    <<set $gold += 2>>\n    <<jump Start>>\n-> Go\n    <<jump {\"Far\"}>>\n===\n\
        title: Side\nwhen: once\n---\nA side once.\n<<return>>\nNever.\n===\n\
        title: Side\nwhen: always\n---\nA side.\n===\n\
        title: Far\n---\nFar.\n<<stop>>\nNever.\n===\n";
    let found = turns_of(yarn(text), &Beginning::default(), &[0, 0]);
    let lines = |turn: usize| found[turn].lines.join(" ");
    assert_eq!(lines(0), "First. False True A side once. Back 1. Poor.");
    assert_eq!(found[0].choices, ["Ask", "Go"]);
    assert_eq!(found[0].entered, [0, 1]);
    assert_eq!(lines(1), "Again. True True A side. Back 2. Rich.");
    assert_eq!(
        (&found[1].choices, &found[1].entered),
        (&vec!["Go".to_owned()], &vec![0, 2])
    );
    assert_eq!(lines(2), "Far.");
    assert!(found[2].choices.is_empty() && found[2].errors.is_empty());
    assert_eq!(found[2].variables["gold"], json!(4));
}

#[test]
fn yarn_begins_at_a_node_with_variables_and_a_seed() {
    let text = "title: Start\n---\nA.\n===\ntitle: Far\n---\n{$gold} {dice(1000)}\n-> On\n===\n";
    let read = |seed: u32| {
        let beginning = Beginning {
            section: Some(3),
            variables: [("gold".to_owned(), json!(7))].into_iter().collect(),
            seed,
        };
        turns_of(yarn(text), &beginning, &[])[0].lines[0].clone()
    };
    assert!(read(1).starts_with("7 "));
    assert_eq!(read(1), read(1));
    assert_ne!(read(1), read(2));
}

#[test]
fn yarn_tells_errors_with_their_lines() {
    for (body, line, message) in [
        ("<<if $a>>\nHi\n", 3, "<<endif>> is missing."),
        ("{1 +}", 3, "1 + is not complete."),
        ("A\n<<set gold = 1>>", 4, "<<set gold = 1>> sets nothing."),
        ("<<endif>>", 3, "<<endif>> belongs to nothing before it."),
        ("<<if a b>>\n<<endif>>", 3, "a cannot be read in a b"),
        ("<<declare $a>>", 3, "The declaration has no value."),
    ] {
        let text = format!("title: Start\n---\n{body}\n===\n");
        let Err(CompileError::Errors(errors)) = compile(yarn(&text), || false) else {
            panic!("{body:?} compiles");
        };
        assert_eq!(errors[0], (Some(line), message.to_owned()));
    }
    let found = turns_of(
        yarn("title: Start\n---\nA.\n<<jump Nowhere>>\n===\n"),
        &Beginning::default(),
        &[],
    );
    assert_eq!(found[0].lines, ["A."]);
    assert_eq!(found[0].errors, ["There is no node Nowhere."]);
    let circle = "title: Start\n---\n<<jump Start>>\n===\n";
    let found = turns_of(yarn(circle), &Beginning::default(), &[]);
    assert!(
        found[0].errors[0].contains("circle"),
        "{:?}",
        found[0].errors
    );
}
