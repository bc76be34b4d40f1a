//! Stories created here are exported with the macros of a Twine story format, and imported again
//! with the same choices on every path.

use std::sync::Arc;

use model::FixedWorld;
use model::play::{Choice, PlayRecord, PlaySession, PlayableStory, Step, Variables};
use model::{Edge, NodeId, Story};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;

use super::playthroughs::any_playable_story;
use crate::{Bundle, LossKind, StoryFormat, exporter, importer};
use markup::kept_data::text_of;

const FORMATS: [StoryFormat; 3] = [
    StoryFormat::SugarCube,
    StoryFormat::Harlowe,
    StoryFormat::Chapbook,
];

/// A story without anything that no story format can express.
fn playable(runner: &mut TestRunner) -> Story {
    any_playable_story().new_tree(runner).unwrap().current()
}

/// Makes every choice repeatable: Chapbook cannot express that one is not.
fn without_once(story: &mut Story) {
    for edge in story.edges.values_mut() {
        Arc::make_mut(edge).record.once = false;
    }
}

/// Whether a reader would be offered different choices in a form of Twine.
pub(super) fn has_lost_rules(form: &str, bundle: &Bundle) -> bool {
    let rules = [
        LossKind::Conditions,
        LossKind::Effects,
        LossKind::OnceOnly,
        LossKind::OnceDiffers,
        LossKind::EntryEffectDiffers,
        LossKind::DuplicateEdges,
        LossKind::EdgesUnwritable,
        LossKind::ChoiceOrder,
    ];
    let losses = exporter(form).unwrap().losses(bundle);
    losses.iter().any(|it| rules.contains(&it.what))
}

#[test]
fn lists_effects_that_chapbook_cannot_write() {
    let mut story = story();
    for (edge, effect) in story
        .edges
        .values_mut()
        .zip(["gold = visits(\"Nowhere\")", "gold = 1"])
    {
        Arc::make_mut(edge).record.effect = Some(effect.to_owned());
    }
    StoryFormat::Chapbook.choose(&mut story, "twee").unwrap();
    let losses = exporter("twee").unwrap().losses(&Bundle::new(story));
    let effects = losses.iter().find(|it| it.what == LossKind::Effects);
    assert_eq!(effects.map(|it| it.count), Some(1), "{losses:?}");
}

/// The open choices at a node, by label.
fn open<'a>(play: &PlaySession, book: &PlayableStory<'a>) -> Vec<(String, &'a Edge)> {
    let choices: Vec<Choice<'a>> = play.choices(book);
    let open = choices.into_iter().filter(|it| it.offer.is_open());
    open.map(|it| (it.edge.record.label.clone(), it.edge))
        .collect()
}

/// Follows an edge; in the imported story, also through a passage in between.
fn follow(play: &mut PlaySession, book: &PlayableStory<'_>, edge: &Edge) {
    play.make(book, &Step::Take(edge.id)).unwrap();
    let here = &book.story().nodes[&play.node];
    if text_of(here).contains("{redirect to:") {
        let [next] = book.exits(play.node) else {
            panic!("it leads on: {}", here.title)
        };
        play.make(book, &Step::Take(next.id)).unwrap();
    }
}

/// Walks through both stories with the same choices; returns how many were taken.
fn walk(one: &Story, other: &Story, seed: usize, context: &str) -> usize {
    let record = |story: &Story, id: NodeId| -> PlayRecord { story.nodes[&id].play() };
    let (first, second) = (|id| record(one, id), |id| record(other, id));
    let books = [
        PlayableStory::new(one, &first),
        PlayableStory::new(other, &second),
    ];
    let mut plays = [one, other].map(|it| it.record.start.unwrap()).into_iter();
    let mut begin = |book: &PlayableStory<'_>| {
        PlaySession::begin(book, plays.next().unwrap(), Variables::new())
    };
    let (mut ours, mut theirs) = (begin(&books[0]), begin(&books[1]));
    for step in 0..12 {
        let (here, there) = (open(&ours, &books[0]), open(&theirs, &books[1]));
        let labels =
            |it: &[(String, &Edge)]| -> Vec<String> { it.iter().map(|it| it.0.clone()).collect() };
        assert_eq!(
            labels(&here),
            labels(&there),
            "step {step} with {:?}, read back {:?}\n{context}",
            ours.variables,
            theirs.variables
        );
        if here.is_empty() {
            return step;
        }
        let taken = (seed * 7 + step * 3) % here.len();
        ours.make(&books[0], &Step::Take(here[taken].1.id)).unwrap();
        follow(&mut theirs, &books[1], there[taken].1);
    }
    12
}

#[test]
fn rules_round_trip_in_every_story_format() {
    for format in FORMATS {
        let mut runner = TestRunner::deterministic();
        let (mut written, mut steps, mut ruled) = (0, 0, 0);
        for _ in 0..700 {
            let mut story = playable(&mut runner);
            if format == StoryFormat::Chapbook {
                without_once(&mut story);
            }
            format.choose(&mut story, "twee").unwrap();
            let bundle = Bundle::new(story);
            if has_lost_rules("twee", &bundle) {
                continue;
            }
            written += 1;
            let bytes = exporter("twee").unwrap().export(&bundle);
            let context = format!("{format:?}\n{}", String::from_utf8_lossy(&bytes));
            let world = FixedWorld::default();
            let back = importer("twee").unwrap().import(&bytes, &world).unwrap().0;
            let again = exporter("twee").unwrap().export(&back);
            assert_eq!(
                String::from_utf8_lossy(&again),
                String::from_utf8_lossy(&bytes)
            );
            let edges = back.story.edges.values();
            ruled += edges.filter(|it| it.record.condition.is_some()).count();
            for seed in 0..4 {
                steps += walk(&bundle.story, &back.story, seed, &context);
            }
        }
        assert!(
            written >= 25 && steps > 250 && ruled > 25,
            "{format:?}: {written} stories, {steps} steps, {ruled} conditions"
        );
    }
}

fn story() -> Story {
    let text = ":: StoryTitle\nA\n\n:: StoryData\n{\"ifid\":\"AAAAAAAA\"}\n\n:: Start\nA shop.\n[[Buy->Inn]]\n\n:: Inn\nWarm.\n";
    let world = FixedWorld::default();
    let bundle = importer("twee")
        .unwrap()
        .import(text.as_bytes(), &world)
        .unwrap()
        .0;
    bundle.story
}

fn with_rules(format: StoryFormat) -> String {
    let mut story = story();
    let edge = Arc::make_mut(story.edges.values_mut().next().unwrap());
    edge.record.condition = Some("gold >= 5 and not met".to_owned());
    edge.record.effect = Some("gold = gold - 5".to_owned());
    let start = Arc::make_mut(story.nodes.values_mut().next().unwrap());
    start.data.insert(
        "play".into(),
        Arc::new(serde_json::json!({"enter": "gold = gold + 3"})),
    );
    format.choose(&mut story, "twee").unwrap();
    let bytes = exporter("twee").unwrap().export(&Bundle::new(story));
    let text = String::from_utf8(bytes).unwrap();
    text.split_once(":: Start\n").unwrap().1.to_owned()
}

#[test]
fn writes_rules_at_the_link_in_the_text() {
    assert_eq!(
        with_rules(StoryFormat::SugarCube),
        "<<set $gold to $gold + 3>>A shop.\n<<if $gold gte 5 and not $met>>[[Buy->Inn][$gold to $gold - 5]]<</if>>\n\n\
         :: Inn\nWarm.\n\n:: StoryInit [storyteller]\n<<set $gold to 0>>\n<<set $met to false>>\n"
    );
    assert_eq!(
        with_rules(StoryFormat::Harlowe),
        "(set: $gold to $gold + 3)A shop.\n(if: $gold >= 5 and not $met)[(link-reveal-goto: \"Buy\", \"Inn\")[(set: $gold to $gold - 5)]]\n\n\
         :: Inn\nWarm.\n\n:: Storyteller variables [startup]\n(set: $gold to 0)\n(set: $met to false)\n"
    );
}

#[test]
fn lists_rules_that_differ_from_the_text_as_losses() {
    let text = ":: Start\n<<set $gold to 3>><<if $gold gt 2>>[[Inn]]<</if>>\n\n:: Inn\nWarm.\n";
    let world = FixedWorld::default();
    let mut story = importer("twee")
        .unwrap()
        .import(text.as_bytes(), &world)
        .unwrap()
        .0
        .story;
    let twee = exporter("twee").unwrap();
    let kinds = |story: &Story| -> Vec<LossKind> {
        let losses = twee.losses(&Bundle::new(story.clone()));
        losses.into_iter().map(|it| it.what).collect()
    };
    assert_eq!(kinds(&story), []);
    let edge = Arc::make_mut(story.edges.values_mut().next().unwrap());
    assert_eq!(edge.record.condition.as_deref(), Some("gold > 2"));
    edge.record.condition = Some("gold > 3".to_owned());
    assert_eq!(kinds(&story), [LossKind::Conditions]);
    let start = Arc::make_mut(story.nodes.values_mut().next().unwrap());
    assert_eq!(start.play().enter, "gold = 3");
    start.data.remove("play");
    assert_eq!(
        kinds(&story),
        [LossKind::Conditions, LossKind::EntryEffectDiffers]
    );
}

#[test]
fn declared_variables_are_no_node_even_if_a_node_has_the_name_of_their_passage() {
    let file = ":: StoryTitle\nA\n\n:: StoryData\n{\"ifid\":\"AAAAAAAA\",\"format\":\"SugarCube\",\"start\":\"Start\"}\n\n\
                :: Start\n[[Again->Start]]\n\n:: Storyteller variables\nMine.\n\n:: StoryInit\n<<set $met to true>>\n";
    let import = |bytes: &[u8]| {
        let read = importer("twee").unwrap();
        read.import(bytes, &FixedWorld::default()).unwrap().0
    };
    let mut bundle = import(file.as_bytes());
    let edge = Arc::make_mut(bundle.story.edges.values_mut().next().unwrap());
    edge.record.effect = Some("gold = gold + 1".to_owned());
    let bytes = exporter("twee").unwrap().export(&bundle);
    let text = String::from_utf8_lossy(&bytes);
    assert!(
        text.contains(":: Storyteller variables+ [init]\n<<set $gold to 0>>"),
        "{text}"
    );
    let again = import(&bytes);
    assert_eq!(again.story.nodes.len(), bundle.story.nodes.len(), "{text}");
    assert_eq!(exporter("twee").unwrap().export(&again), bytes);
}
