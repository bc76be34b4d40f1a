//! The right tool among hundreds, found by what a person would say (OS-8). `cargo test -p storyteller
//! --test it tool_search -- --nocapture` prints the results.

use std::collections::BTreeMap;

use host::Studio;
use messages::Language;
use runner::ToolIndex;

use crate::support::tool_requests::{
    MAX_RESULTS, TOOLS, ToolRequest, held_out, missed, tool_requests, tools,
};

const WORKED_ON: &str = "worked on";

/// Every tool must be findable, new ones too; a few requests that find nothing are printed.
#[test]
fn os_8_tool_search_finds_the_right_tool_in_the_top_eight_of_five_hundred() {
    let tools = tools();
    assert_eq!(tools.len(), TOOLS);
    let sets: [(&str, Vec<ToolRequest>, [f64; 2]); 2] = [
        (WORKED_ON, tool_requests(), [0.9, 0.9]),
        ("held out", held_out(), [0.85, 0.9]),
    ];
    for (set, tool_requests, floors) in sets {
        for (chinese, floor) in [false, true].into_iter().zip(floors) {
            let language = if chinese { "Chinese" } else { "English" };
            let missed = missed(&tool_requests, &tools, chinese);
            let found = tool_requests.len() - missed.len();
            let share = found as f64 / tool_requests.len() as f64;
            eprintln!(
                "right tool among {MAX_RESULTS} of {TOOLS}, {language}, {set}: {found} of {}, {share:.3}",
                tool_requests.len(),
            );
            // The misses of the held-out set are not printed, so that nobody tunes for them.
            if set == WORKED_ON {
                eprintln!("not found: {}", missed.join(", "));
            }
            assert!(share >= floor, "{language}, {set}: {share:.3}");
        }
    }
}

/// How many aliases a tool of a story must have in each language; a tool of the workspace, which no
/// model searches for, needs one.
const MIN_ALIASES: usize = 3;

#[test]
fn os_8_every_tool_has_aliases_in_every_language() {
    let of_workspace = host::workspace_tools::specs();
    let tools = Studio::specs().into_iter().map(|it| (it, MIN_ALIASES));
    let mut problems = Vec::new();
    let mut owners: BTreeMap<String, String> = BTreeMap::new();
    for (tool, least) in tools.chain(of_workspace.into_iter().map(|it| (it, 1))) {
        for language in Language::all() {
            let aliases = tool.aliases.of(language);
            if aliases.len() < least {
                problems.push(format!(
                    "{}: locales/{}/program/aliases.ftl has fewer than {least} aliases",
                    tool.name,
                    language.code(),
                ));
            }
            for alias in aliases {
                if Language::of_text(alias, language) != language {
                    problems.push(format!("{}: {alias:?} is in another script", tool.name));
                }
            }
        }
        for alias in tool.aliases.all() {
            if let Some(other) = owners.insert(alias.to_lowercase(), tool.name.clone()) {
                problems.push(format!(
                    "{alias:?} is an alias of {other} and {}",
                    tool.name
                ));
            }
        }
    }
    assert_eq!(problems, [""; 0]);
}

#[test]
fn os_8_a_tool_is_found_in_german() {
    let tools = tools();
    let index = ToolIndex::new(&tools);
    for (request, tool) in [
        ("Füge nach dem Hafen eine neue Szene hinzu", "create_node"),
        ("Wie viele Wörter hat die Geschichte?", "story_statistics"),
        ("Male ein Bild vom Leuchtturm", "generate_image"),
        ("Verbinde die beiden Szenen", "link_nodes"),
        ("Prüfe, ob es Sackgassen gibt", "check_story"),
        ("Exportiere das Buch als PDF", "export_story"),
        ("Mach das bitte rückgängig", "undo"),
    ] {
        let found = index.search(request, MAX_RESULTS);
        let names: Vec<_> = found.into_iter().map(|it| &tools[it].name).collect();
        assert!(names.iter().any(|it| *it == tool), "{request}: {names:?}");
    }
}

/// Unforeseen wording: the same requests, with every tool known only by its name and description.
#[test]
fn os_8_most_requests_find_their_tool_without_aliases() {
    let mut tools = tools();
    for tool in &mut tools {
        tool.aliases = capability::Aliases::default();
    }
    let tool_requests = tool_requests();
    for (chinese, language) in [(false, "English"), (true, "Chinese")] {
        let missed = missed(&tool_requests, &tools, chinese);
        let share = 1.0 - missed.len() as f64 / tool_requests.len() as f64;
        eprintln!("right tool without aliases, {language}: {share:.3}");
        assert!(share >= 0.6, "{language}: {share:.3}");
    }
}

/// For tuning the search: requests in words that the remaining aliases do not contain. Which remain is
/// decided for each alias by itself, so that a new tool does not change it for the others.
#[test]
fn os_8_tools_are_found_without_half_of_their_aliases() {
    const ROUNDS: u32 = 4;
    let (all, tool_requests) = (tools(), tool_requests());
    let is_kept = |round: u32, alias: &str| {
        let hash = model::ContentHash::of(format!("{round} {alias}").as_bytes()).to_string();
        hash.as_str() < "8"
    };
    let mut shares = [0.0; 2];
    for round in 0..ROUNDS {
        let mut tools = all.clone();
        for tool in &mut tools {
            tool.aliases.retain(|it| is_kept(round, it));
        }
        for (chinese, share) in [false, true].into_iter().zip(&mut shares) {
            let missed = missed(&tool_requests, &tools, chinese).len() as f64;
            *share += (1.0 - missed / tool_requests.len() as f64) / f64::from(ROUNDS);
        }
    }
    let [english, chinese] = shares;
    eprintln!("right tool with half of the aliases: English {english:.3}, Chinese {chinese:.3}");
    assert!(english >= 0.88 && chinese >= 0.88, "{english} {chinese}");
}
