//! The grammar from a user's view, and the help texts.

use expect_test::expect;
use serde_json::json;

use super::help::{example, overview};
use super::*;
use host::Studio;
use unicode_width::UnicodeWidthStr;

/// Parses a command line; returns the tool and its values.
fn read(words: &[&str]) -> Result<(String, Vec<String>), clap::error::ErrorKind> {
    let specs = Studio::specs();
    let typed = std::iter::once("storyteller").chain(words.iter().copied());
    let matches = root(&specs)
        .try_get_matches_from(typed)
        .map_err(|it| it.kind())?;
    let (spec, matches) = find(&specs, matches.subcommand().unwrap()).unwrap();
    Ok((spec.name.clone(), super::words(spec, matches)))
}

/// A tool with every type of field.
fn paint() -> ToolSpec {
    ToolSpec {
        module: "image".into(),
        method: "paint".into(),
        name: "paint_door".into(),
        verb: Some("paint".into()),
        description: "Paint a door. The old color stays as an earlier version.".into(),
        aliases: capability::Aliases::default(),
        former: capability::FormerNames {
            names: vec!["color_door".into()],
            methods: vec!["color".into()],
            parameters: vec![("tint".into(), "color".into())],
            values: Vec::new(),
        },
        impact: Impact::Spend,
        audience: capability::Audience::Everyone,
        schema: json!({
            "type": "object",
            "required": ["color"],
            "properties": {
                "color": { "type": "string", "description": "Which color." },
                "side": { "type": "string", "enum": ["inner", "outer"] },
                "coats": { "type": "integer", "description": "How many coats." },
                "gloss": { "type": "boolean", "description": "Make it shine." },
                "items": { "type": "array", "description": "What else.", "items": {} },
            },
        })
        .into(),
        output_schema: None,
        answers_with_file: false,
        time_limit: std::time::Duration::from_secs(30),
        is_everyday: false,
        hidden_fields: &[],
        works_in_drafts: true,
    }
}

#[test]
fn cli_grammar_is_valid() {
    root(&Studio::specs()).debug_assert();
}

#[test]
fn a_tool_can_be_called_by_name_verb_or_module_and_method() {
    let show = (
        "show_node".to_owned(),
        vec!["--".to_owned(), "Neo".to_owned()],
    );
    for words in [
        &["show", "demo.story", "Neo"][..],
        &["show_node", "demo.story", "Neo"],
        &["story", "show", "demo.story", "Neo"],
    ] {
        assert_eq!(read(words), Ok(show.clone()), "{words:?}");
    }
}

#[test]
fn accepts_former_names_of_tools_and_parameters() {
    let specs = [paint()];
    let read = |words: &[&str]| {
        let typed = std::iter::once("storyteller").chain(words.iter().copied());
        let matches = root(&specs).try_get_matches_from(typed).unwrap();
        let (spec, matches) = find(&specs, matches.subcommand().unwrap()).unwrap();
        (spec.name.clone(), super::words(spec, matches))
    };
    let expected = ("paint_door".to_owned(), vec!["--color=red".to_owned()]);
    for words in [
        &["color_door", "demo.story", "--tint", "red"][..],
        &["image", "color", "demo.story", "--tint", "red"],
        &["paint_door", "demo.story", "--color", "red"],
    ] {
        assert_eq!(read(words), expected, "{words:?}");
    }
    let help = root(&specs).render_long_help().to_string();
    assert!(!help.contains("color_door"), "{help}");
}

#[test]
fn a_module_named_like_a_verb_works_as_both() {
    let by_verb = read(&["search", "demo.story", "door"]).unwrap();
    let by_method = read(&["search", "find", "demo.story", "door"]).unwrap();
    assert_eq!(by_verb, by_method);
    assert_eq!(by_verb.0, "search_story");
}

#[test]
fn option_values_round_trip_through_argv() {
    let words = [
        "write_text",
        "demo.story",
        "--text",
        "- a list\n- of two",
        "--node",
        "--odd",
    ];
    let (_, words) = read(&words).unwrap();
    assert_eq!(words, ["--text=- a list\n- of two", "--node=--odd"]);
    let (_, words) = read(&["replace_text", "demo.story", "old", "new", "--all"]).unwrap();
    assert_eq!(words, ["--all=true", "--", "old", "new"]);
}

#[test]
fn every_tool_has_an_example_that_the_grammar_reads() {
    let specs = Studio::specs();
    for spec in &specs {
        let line = example(spec, spec.verb.as_ref().unwrap_or(&spec.name));
        let words = capability::split_words(&line).unwrap();
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        if builtin_commands::commands()
            .iter()
            .any(|it| it.get_name() == words[0])
        {
            continue;
        }
        let read = read(&words).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(read.0, spec.name, "{line}");
    }
}

#[test]
fn rejects_unknown_commands_and_arguments() {
    use clap::error::ErrorKind;
    assert_eq!(
        read(&["nonsense", "demo.story"]),
        Err(ErrorKind::InvalidSubcommand)
    );
    assert_eq!(read(&["show"]), Err(ErrorKind::MissingRequiredArgument));
    assert!(read(&["show", "demo.story", "--yes"]).is_ok());
    assert_eq!(
        read(&["show", "demo.story", "--bold"]),
        Err(ErrorKind::UnknownArgument)
    );
}

#[test]
fn help_is_written_for_a_person() {
    let help = tool(&paint(), "paint").max_term_width(100).render_help();
    expect![[r#"
        Paint a door

        Usage: paint [OPTIONS] <FILE> [VALUE]...

        Arguments:
          <FILE>      The story file
          [VALUE]...  The same without names, in this order: color, side, coats, gloss, items

        Options:
              --color <TEXT>          Which color. (required)
              --side <TEXT>           [one of: inner, outer]
              --coats <NUMBER>        How many coats.
              --gloss[=<true|false>]  Make it shine.
              --items <VALUE|JSON>    What else.
          -n, --node <NODE>           The node to act on: its title, or part of its id
              --draft <DRAFT>         Read and write in this draft
              --input <->             Read the fields from standard input, as one JSON object: --input -
              --json                  Print the answer as one JSON object
          -y, --yes                   Answer every question with yes
          -h, --help                  Print help (see more with '--help')

        Impact: may cost money, and asks first where it does.
        A text of - is read from standard input.
        Several values: --items ONE --items TWO, or a JSON list.
        Example: storyteller paint demo.story --color "some words"
    "#]].assert_eq(&help.to_string());
}

#[test]
fn help_at_the_prompt_shows_only_the_fields() {
    expect![[r#"
        Paint a door. The old color stays as an earlier version.

        Usage: /paint [OPTIONS]

        Options:
              --color <TEXT>          Which color. (required)
              --side <TEXT>           [one of: inner, outer]
              --coats <NUMBER>        How many coats.
              --gloss[=<true|false>]  Make it shine.
              --items <VALUE|JSON>    What else.
    "#]]
    .assert_eq(&slash_help(&paint()));
}

#[test]
fn the_overview_groups_commands_by_task() {
    let overview = overview(&Studio::specs());
    let widest = overview.lines().map(|it| it.width()).max();
    assert!(widest <= Some(90), "it fits a terminal: {widest:?}");
    let heads: Vec<&str> = overview
        .lines()
        .filter(|it| it.ends_with(':') && it.len() < 30)
        .collect();
    assert_eq!(
        heads,
        [
            "Begin:",
            "Files:",
            "Settings:",
            "Agents:",
            "Programs:",
            "Work on the story:"
        ]
    );
    for command in builtin_commands::commands() {
        assert!(
            overview.contains(&format!("\n  {} ", command.get_name())),
            "{command:?}"
        );
    }
}

#[test]
fn base_url_requires_a_provider_or_a_model() {
    let specs = Studio::specs();
    let fits = |words: &[&str]| {
        let typed = ["storyteller", "models"].iter().chain(words).copied();
        root(&specs).try_get_matches_from(typed).is_ok()
    };
    let address = "http://127.0.0.1:9/v1";
    assert!(fits(&["openai", "--base-url", address]));
    assert!(fits(&["--try", "openai:m", "--base-url", address]));
    assert!(!fits(&["--base-url", address]));
}

#[test]
fn a_suggested_option_is_written_with_hyphens() {
    let specs = Studio::specs();
    let typed = [
        "storyteller",
        "set_story_languages",
        "a.story",
        "--sorce-language",
        "de",
    ];
    let mut error = root(&specs).try_get_matches_from(typed).unwrap_err();
    crate::improve_suggestions(&mut error);
    let told = error.render().to_string();
    assert!(told.contains("'--source-language'"), "{told}");
}

#[test]
fn exactly_the_tools_that_answer_with_a_file_are_marked() {
    for spec in Studio::specs() {
        let output = spec.output_schema.unwrap().checked().unwrap();
        let has = |field: &str| output["properties"].get(field).is_some();
        let is_file = ["content", "encoding", "extension"].into_iter().all(has);
        assert_eq!(spec.answers_with_file, is_file, "{}", spec.name);
    }
}
