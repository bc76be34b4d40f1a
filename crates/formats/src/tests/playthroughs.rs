//! Random stories whose choices depend on earlier choices, played by the reference implementation
//! of a format and by ours.

use std::fmt::Write as _;
use std::sync::Arc;

use model::play::{Availability, Choice, PlayRecord, PlaySession, PlayableStory, Step, Variables};
use model::{Edge, EdgeId, EdgeRecord, FixedWorld, Layout, Node, NodeId, Story, StoryId};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::edits::{any_edit, make};
use super::external_programs::node;
use super::readers::written;
use crate::{Bundle, Folder, LossKind, exporter, importer};
use markup::kept_data::{DataMap, set_text};

/// Titles that differ in more than letter case.
const TITLES: [&str; 6] = ["Start", "The Hall", "雨夜", "a->b", "Hall 2", "not"];

fn any_title() -> impl Strategy<Value = &'static str> {
    select(TITLES.to_vec())
}

fn any_number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (0..9_u32).prop_map(|it| it.to_string()),
        Just("2.5".to_owned()),
        Just("gold".to_owned()),
        Just("银币".to_owned()),
        any_title().prop_map(|it| format!("visits({it:?})")),
        Just("visits()".to_owned()),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            (inner.clone(), select(vec!["+", "-", "*"]), inner.clone())
                .prop_map(|(one, mark, other)| format!("({one} {mark} {other})")),
            inner.clone().prop_map(|it| format!("-({it})")),
            inner.prop_map(|it| format!("{it} / 2")),
        ]
    })
}

fn any_text() -> impl Strategy<Value = String> {
    select(vec![
        "name",
        "\"Neo\"",
        "\"\"",
        "name + \"!\"",
        "\"it's 雨, (a) = b\"",
    ])
    .prop_map(str::to_owned)
}

fn any_truth() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("met".to_owned()),
        Just("遇见".to_owned()),
        Just("gold".to_owned()),
        Just("name".to_owned()),
        select(vec!["true", "false"]).prop_map(str::to_owned),
        any_title().prop_map(|it| format!("visited({it:?})")),
        any_title().prop_map(|it| format!("visits({it:?})")),
        (
            any_number(),
            select(vec!["<", "<=", ">", ">=", "==", "!="]),
            any_number()
        )
            .prop_map(|(one, mark, other)| format!("{one} {mark} {other}")),
        (any_text(), select(vec!["==", "!="]), any_text())
            .prop_map(|(one, mark, other)| format!("{one} {mark} {other}")),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|it| format!("not ({it})")),
            (inner.clone(), select(vec!["and", "or"]), inner)
                .prop_map(|(one, mark, other)| format!("({one}) {mark} ({other})")),
        ]
    })
}

/// Assignments in our expression language; each variable holds values of one type.
pub(super) fn any_effect() -> impl Strategy<Value = String> {
    let one = prop_oneof![
        any_number().prop_map(|it| format!("gold = {it}")),
        any_number().prop_map(|it| format!("银币 = {it}")),
        Just("gold += 1".to_owned()),
        // The same number in every program.
        select(vec!["gold = random(4, 4)", "银币 = random(1, 6) * 0 + 1"]).prop_map(str::to_owned),
        any_text().prop_map(|it| format!("name = {it}")),
        select(vec![
            "met = true",
            "met = not met",
            "遇见 = gold > 2",
            "遇见 = met"
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(one, 0..3).prop_map(|it| it.join("; "))
}

/// A condition in our expression language.
pub(super) fn any_condition() -> impl Strategy<Value = String> {
    prop_oneof![
        7 => any_truth(),
        1 => Just("otherwise()".to_owned()),
        1 => any_truth().prop_map(|it| format!("({it}) and otherwise()")),
    ]
}

type EdgeSeed = (Index, Index, Option<String>, String, bool);

/// A story of up to six nodes, whose choices have labels, conditions and effects; some are
/// once-only.
pub(super) fn any_playable_story() -> impl Strategy<Value = Story> {
    let node = (
        any_effect(),
        any::<bool>(),
        select(vec!["", "It was dark.", "Two\n\nlines"]),
    );
    let edge = (
        any::<Index>(),
        any::<Index>(),
        prop::option::weighted(0.6, any_condition()),
        any_effect(),
        prop::bool::weighted(0.4),
    );
    let nodes = prop::collection::vec(node, 2..=TITLES.len());
    (nodes, prop::collection::vec(edge, 1..14)).prop_map(|(nodes, edges)| story(nodes, edges))
}

fn story(nodes: Vec<(String, bool, &str)>, edges: Vec<EdgeSeed>) -> Story {
    let id = |it: usize| Uuid::from_u128(0x7100_0000_0000_0000_0000 | it as u128);
    let mut story = Story::new(StoryId(id(0)), "Played");
    let count = nodes.len();
    story.record.start = Some(NodeId(id(1)));
    for (index, (enter, ending, text)) in nodes.into_iter().enumerate() {
        let mut data = DataMap::new();
        set_text(&mut data, text);
        let record = PlayRecord { enter, ending };
        if record != PlayRecord::default() {
            data.insert("play".into(), Arc::new(json!(record)));
        }
        let node = Node {
            id: NodeId(id(1 + index)),
            title: TITLES[index].to_owned(),
            kind: "scene".to_owned(),
            layout: Layout::default(),
            data,
        };
        story.nodes.insert(node.id, Arc::new(node));
    }
    for (index, (from, to, condition, effect, once)) in edges.into_iter().enumerate() {
        let end = |it: Index| NodeId(id(1 + it.index(count)));
        let edge = EdgeId(id(100 + index));
        let record = EdgeRecord {
            dynamic: false,
            includes: false,
            once,
            from: end(from),
            to: end(to),
            label: format!("way {index}"),
            order: index as u32,
            condition,
            effect: (!effect.is_empty()).then_some(effect),
        };
        let data = DataMap::new();
        story.edges.insert(
            edge,
            Arc::new(Edge {
                id: edge,
                record,
                data,
            }),
        );
    }
    story
}

#[derive(Deserialize)]
struct Played {
    errors: Vec<String>,
    walks: Vec<Vec<Met>>,
}

#[derive(Deserialize)]
struct Met {
    offered: Vec<String>,
    taken: usize,
}

/// The label of a choice, without what programs display differently.
fn plain(words: &str) -> String {
    words.chars().filter(|it| it.is_alphanumeric()).collect()
}

/// Replays the other program's playthrough and describes the first point where ours offers
/// different choices. Counts in `hidden` the choices unavailable only because they were taken
/// before.
fn mismatch(story: &Story, walk: &[Met], hidden: &mut usize) -> Option<String> {
    let records = |id: NodeId| {
        let data = story.nodes[&id].data.get("play");
        PlayRecord::of(data.map(|it| &**it))
    };
    let book = PlayableStory::new(story, &records);
    let mut play = PlaySession::begin(&book, story.record.start?, Variables::new());
    let mut output = String::new();
    for step in 0..=walk.len() {
        let met = walk.get(step);
        let theirs = met.map(|it| it.offered.iter().map(|it| plain(it)).collect());
        let theirs: Vec<String> = theirs.unwrap_or_default();
        // If there is a single link without a label, the other program follows it automatically.
        for _ in 0..20 {
            let [edge] = book.exits(play.node) else {
                break;
            };
            let it = &edge.record;
            let is_bare =
                it.label.is_empty() && it.condition.is_none() && it.effect.is_none() && !it.once;
            if !is_bare || theirs == [plain(&story.nodes[&it.to].title)] {
                break;
            }
            play.make(&book, &Step::Take(edge.id)).ok()?;
        }
        let offered = play.choices(&book);
        *hidden += offered
            .iter()
            .filter(|it| it.offer == Availability::Taken)
            .count();
        let open: Vec<&Choice<'_>> = offered.iter().filter(|it| it.offer.is_open()).collect();
        let label = |it: &&Choice<'_>| match it.edge.record.label.as_str() {
            "" => plain(&story.nodes[&it.edge.record.to].title),
            label => plain(label),
        };
        let ours: Vec<String> = open.iter().map(label).collect();
        // The other program may have stopped at its step limit.
        let Some(met) = met else {
            let goes_round = matches!(open.as_slice(), [it] if it.edge.record.label.is_empty());
            let stopped = step >= 14 || ours.is_empty() || goes_round;
            return (!stopped).then(|| format!("{output}ends where {ours:?} are offered"));
        };
        if theirs != ours {
            let variables = &play.variables;
            return Some(format!(
                "{output}offers {theirs:?}, not {ours:?}, with {variables:?}"
            ));
        }
        let taken = open[met.taken].edge;
        _ = writeln!(output, "takes {:?}", taken.record.label);
        play.make(&book, &Step::Take(taken.id)).ok()?;
    }
    None
}

/// Whether a format can express everything the reader of a story encounters.
fn is_writable(format: &str, bundle: &Bundle) -> bool {
    let lost = [
        LossKind::Conditions,
        LossKind::OnceDiffers,
        LossKind::Effects,
        LossKind::EntryEffectDiffers,
        LossKind::ChoiceOrder,
        LossKind::NotRewritten,
        LossKind::StaleDiverts,
        LossKind::StaleJumps,
        LossKind::DuplicateEdges,
    ];
    let losses = exporter(format).unwrap().losses(bundle);
    bundle.story.record.start.is_some() && !losses.iter().any(|it| lost.contains(&it.what))
}

/// Deterministically generated stories that a format can express completely.
fn made_here(format: &str) -> Vec<Bundle> {
    let mut runner = TestRunner::deterministic();
    let random = std::iter::repeat_with(|| {
        any_playable_story()
            .new_tree(&mut runner)
            .unwrap()
            .current()
    });
    let stories = random.map(Bundle::new);
    stories
        .filter(|it| is_writable(format, it))
        .take(150)
        .collect()
}

/// Stories imported from a format and edited here.
fn changed_here(format: &str) -> Vec<Bundle> {
    let mut runner = TestRunner::deterministic();
    let edits = prop::collection::vec(any_edit(), 1..9);
    let random = std::iter::repeat_with(|| {
        let (story, edits) = (&any_playable_story(), &edits)
            .new_tree(&mut runner)
            .unwrap()
            .current();
        let bytes = exporter(format).unwrap().export(&Bundle::new(story));
        let importer = importer(format).unwrap();
        let mut bundle = importer.import(&bytes, &FixedWorld::default()).unwrap().0;
        for (number, edit) in edits.iter().enumerate() {
            make(&mut bundle.story, edit, number);
        }
        bundle
    });
    random
        .filter(|it| is_writable(format, it))
        .take(80)
        .collect()
}

#[track_caller]
fn check_plays_the_same(format: &str, stories: &[Bundle], least: usize) {
    let (folder, names) = written(stories, format, format);
    let mut arguments = vec![format, "6"];
    arguments.extend(names.iter().map(String::as_str));
    let printed = node("play_paths.js", folder.path(), &arguments);
    let played: Vec<Played> = serde_json::from_str(&printed).unwrap();
    let (mut steps, mut hidden) = (0, 0);
    for ((bundle, played), name) in stories.iter().zip(&played).zip(&names) {
        let text = || std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(played.errors.is_empty(), "{:?}\n{}", played.errors, text());
        for walk in &played.walks {
            steps += walk.len();
            if let Some(why) = mismatch(&bundle.story, walk, &mut hidden) {
                panic!("{format} {why}\n{}", text());
            }
        }
    }
    assert!(steps > least, "only {steps} choices were taken");
    let seldom = format!("only {hidden} times a choice that was taken was hidden");
    assert!(hidden > least / 10, "{seldom}");
}

#[test]
fn ink_evaluates_conditions_and_effects_like_play() {
    check_plays_the_same("ink", &made_here("ink"), 1000);
}

#[test]
fn yarn_evaluates_conditions_and_effects_like_play() {
    check_plays_the_same("yarn", &made_here("yarn"), 1000);
}

#[test]
fn ink_plays_edited_stories_like_play() {
    check_plays_the_same("ink", &changed_here("ink"), 500);
}

#[test]
fn yarn_plays_edited_stories_like_play() {
    check_plays_the_same("yarn", &changed_here("yarn"), 500);
}

/// An Ink project of several files in folders, whose includes differ in letter case.
fn project() -> Folder {
    let mut folder = Folder::default();
    folder.put(
        "Main.ink",
        "# title: Several files\nINCLUDE parts/Shore.ink\nINCLUDE Parts/deep/CAVE.ink\nVAR gold = 1\n\
         -> shore\n\n=== home ===\nYou have {gold}.\n+ {gold > 2} [Rest] -> END\n+ [Out] -> shore\n",
    );
    folder.put(
        "parts/shore.ink",
        "=== shore\nSand. // here\n+ [Dig]\n  ~ gold += 1\n  -> shore.hole\n+ [Home] -> home\n\
         = hole\n{Deep.|Deeper.}\n+ [Down] -> cave\n+ [Up] -> shore\n",
    );
    folder.put(
        "parts/deep/cave.ink",
        "VAR lamp = false\r\n== cave ==\r\nDark.\r\n* [Light] Ah.\r\n  ~ lamp = true\r\n  -> cave\r\n\
         + {lamp} [Take] -> treasure ->\r\n  -> home\r\n+ [Back] -> shore\r\n\
         == treasure\r\n~ gold = gold * 2\r\n->->\r\n",
    );
    folder
}

fn walked(folder: &Folder) -> (Vec<String>, String) {
    let place = tempfile::tempdir().unwrap();
    for (path, bytes) in &folder.files {
        let path = place.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let printed = node("play_paths.js", place.path(), &["ink", "20", "Main.ink"]);
    let played: Vec<serde_json::Value> = serde_json::from_str(&printed).unwrap();
    let errors: Vec<String> = serde_json::from_value(played[0]["errors"].clone()).unwrap();
    (errors, played[0]["walks"].to_string())
}

#[test]
fn multi_file_ink_plays_the_same_after_a_round_trip() {
    let folder = project();
    let (ink, world) = (importer("ink").unwrap(), FixedWorld::default());
    let (mut bundle, warnings) = ink.import(&folder.pack(&[]), &world).unwrap();
    let case = warnings
        .iter()
        .filter(|it| matches!(it.what, crate::ImportWarning::IncludeCaseMismatch { .. }));
    assert_eq!(case.count(), 2, "{warnings:?}");
    let export =
        |bundle: &Bundle| Folder::unpack(&exporter("ink").unwrap().export(bundle)).unwrap();
    let back = export(&bundle);
    assert_eq!(back, folder);
    let (errors, walks) = walked(&back);
    assert!(errors.is_empty(), "{errors:?}");
    assert!(walks.contains("Rest") && walks.contains("Take"), "{walks}");
    assert_eq!(walked(&folder), (errors, walks.clone()));
    // The edit changes only its own file and takes effect when played.
    let is_up = |it: &&mut Arc<Edge>| it.record.label == "Up";
    let up = Arc::make_mut(bundle.story.edges.values_mut().find(is_up).unwrap());
    up.record.label = "Climb".to_owned();
    up.record.effect = Some("tired = tired + 1".to_owned());
    let changed = export(&bundle);
    let text = |folder: &Folder, path: &str| String::from_utf8(folder.files[path].clone()).unwrap();
    let shore = text(&folder, "parts/shore.ink").replace(
        "+ [Up] -> shore\n",
        "+ [Climb]\n  ~ tired = tired + 1\n  -> shore\n",
    );
    assert_eq!(text(&changed, "parts/shore.ink"), shore);
    assert_eq!(
        changed.files["parts/deep/cave.ink"],
        folder.files["parts/deep/cave.ink"]
    );
    let main = text(&folder, "Main.ink").replacen('\n', "\nVAR tired = 0\n", 1);
    assert_eq!(text(&changed, "Main.ink"), main);
    let (errors, climbed) = walked(&changed);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(climbed, walks.replace("\"Up\"", "\"Climb\""));
}
