//! Playing: choices, effects, going back, and continuing after an edit.

use std::collections::HashMap;
use std::sync::Arc;

use uuid::Uuid;

use super::*;
use crate::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId};

struct TestHarness {
    story: Story,
    enter: HashMap<NodeId, &'static str>,
}

fn node(number: u128) -> NodeId {
    NodeId(Uuid::from_u128(number))
}

fn edge(number: u128) -> EdgeId {
    EdgeId(Uuid::from_u128(number))
}

impl TestHarness {
    /// A harbor with a ticket that costs five, and a fog that can be visited repeatedly.
    fn new() -> Self {
        let mut desk = Self {
            story: Story::new(StoryId(Uuid::from_u128(9)), "Test"),
            enter: HashMap::from([(node(1), "gold = gold + 3")]),
        };
        for (number, title) in [(1, "Harbor"), (2, "Ferry"), (3, "雾")] {
            desk.story.nodes.insert(
                node(number),
                Arc::new(Node {
                    id: node(number),
                    title: title.to_owned(),
                    kind: "scene".to_owned(),
                    layout: Layout::default(),
                    data: Default::default(),
                }),
            );
        }
        desk.link(
            1,
            (1, 2),
            "Buy a ticket",
            Some("gold >= 5"),
            Some("gold -= 5"),
        );
        desk.link(2, (1, 3), "Wait", None, None);
        desk.link(3, (3, 1), "", Some("visits() < 3"), Some("waited = true"));
        desk.link(4, (2, 1), "Swim back", Some("if she dares"), Some("wet!"));
        desk
    }

    fn link(
        &mut self,
        number: u128,
        (from, to): (u128, u128),
        label: &str,
        condition: Option<&str>,
        effect: Option<&str>,
    ) {
        let record = EdgeRecord {
            dynamic: false,
            includes: false,
            once: false,
            from: node(from),
            to: node(to),
            label: label.to_owned(),
            order: number as u32,
            condition: condition.map(str::to_owned),
            effect: effect.map(str::to_owned),
        };
        let edge = Edge {
            id: edge(number),
            record,
            data: Default::default(),
        };
        self.story.edges.insert(edge.id, Arc::new(edge));
    }

    fn play(&self, steps: &[&str]) -> (PlaySession, Option<ReplayStopped>) {
        let steps: Vec<Step> = steps.iter().map(|it| it.parse().unwrap()).collect();
        self.with_story(|book| PlaySession::replay(book, node(1), Variables::new(), &steps))
    }

    fn with_story<T>(&self, read: impl FnOnce(&PlayableStory<'_>) -> T) -> T {
        let records = |id| PlayRecord {
            enter: self.enter.get(&id).copied().unwrap_or_default().to_owned(),
            ending: false,
        };
        read(&PlayableStory::new(&self.story, &records))
    }
}

fn taken(number: u128) -> String {
    edge(number).to_string()
}

#[test]
fn entering_nodes_and_taking_choices_apply_effects() {
    let desk = TestHarness::new();
    let (play, stopped) = desk.play(&[&taken(2), &taken(3), &taken(1)]);
    assert_eq!(stopped, None);
    assert_eq!(play.node, node(2));
    let expected = [
        ("gold", Value::number(1.0)),
        ("waited", Value::Boolean(true)),
    ];
    assert_eq!(
        play.variables,
        expected.map(|(k, v)| (k.to_owned(), v)).into()
    );
    assert_eq!(play.visits[&node(1)], 2);
}

#[test]
fn random_numbers_stay_when_steps_are_repeated() {
    let mut desk = TestHarness::new();
    desk.enter.insert(node(3), "luck = random(1, 1000000)");
    desk.link(5, (3, 3), "Roll", None, Some("roll = random(1, 1000000)"));
    desk.link(6, (3, 1), "A", Some("random(1, 2) == 1"), None);
    desk.link(7, (3, 1), "B", Some("random(1, 2) == 2"), None);
    let steps = [taken(2), taken(5), taken(5)].map(|it| it.parse().unwrap());
    let read = |seed| {
        desk.with_story(|book| {
            let mut play = PlaySession::begin_with_seed(book, node(1), Variables::new(), seed);
            let mut seen = Vec::new();
            for step in &steps {
                play.make(book, step).unwrap();
                let open = play.choices(book).into_iter();
                let open = open.filter(|it| it.offer.is_open()).map(|it| it.edge.id);
                let open: Vec<_> = open.filter(|it| *it == edge(6) || *it == edge(7)).collect();
                assert_eq!(open.len(), 1, "the two conditions exclude each other");
                seen.push((play.variables.clone(), open));
            }
            assert_eq!(
                play.back(book).variables,
                seen[1].0,
                "nothing is rolled again"
            );
            seen
        })
    };
    let first = read(1);
    assert_eq!(first, read(1));
    assert_ne!(first, read(2));
    assert_ne!(first[1].0["luck"], first[2].0["luck"]);
    assert_ne!(first[1].0["roll"], first[2].0["roll"]);
    assert_ne!(first[2].0["luck"], first[2].0["roll"]);
    let opened = |it: u128| {
        (0..40)
            .filter(|seed| read(*seed)[0].1 == [edge(it)])
            .count()
    };
    assert!(opened(6) > 5 && opened(7) > 5, "both happen");
}

#[test]
fn all_numbers_of_a_range_are_about_equally_likely() {
    let mut counts = [0_u32; 6];
    for seed in 0..20 {
        for entered in 0..300 {
            let dice = Dice::new(seed, entered);
            let number = dice.roll(RandomUse::Assigned("roll"), 1.0, 6.0);
            counts[number as usize - 1] += 1;
        }
    }
    assert!(
        counts.iter().all(|it| (900..=1100).contains(it)),
        "{counts:?}"
    );
}

#[test]
fn outcomes_of_a_choice_are_all_it_can_lead_to() {
    let mut desk = TestHarness::new();
    desk.link(
        5,
        (1, 2),
        "Roll",
        Some("random(1, 3) > 1"),
        Some("n = random(1, 3) * random(1, 3)"),
    );
    let (rolls, are_all) = desk.with_story(|book| {
        let play = PlaySession::begin(book, node(1), Variables::new());
        let (all, are_all) = play.outcomes(book, edge(5));
        let rolls = all.into_iter().map(|it| it.variables["n"].as_number());
        (rolls.collect::<Vec<_>>(), are_all)
    });
    let mut rolls: Vec<_> = rolls.into_iter().map(|it| it as u32).collect();
    rolls.sort_unstable();
    rolls.dedup();
    assert_eq!((rolls, are_all), (vec![1, 2, 3, 4, 6, 9], true));
}

#[test]
fn closed_choice_reports_condition_and_current_values() {
    let desk = TestHarness::new();
    let (play, stopped) = desk.play(&[&taken(1)]);
    let why = "the choice \"Buy a ticket\" is closed: it needs gold >= 5, and gold is 3";
    assert_eq!(
        stopped,
        Some(ReplayStopped {
            step: 0,
            why: why.to_owned()
        })
    );
    assert_eq!(play.node, node(1));
    let offers = desk.with_story(|book| {
        let choices = play.choices(book);
        choices
            .iter()
            .map(|it| it.offer.clone())
            .collect::<Vec<_>>()
    });
    let why = ClosedReason {
        condition: "gold >= 5".to_owned(),
        held: vec![("gold".to_owned(), Value::number(3.0))],
        otherwise: false,
    };
    assert_eq!(why.to_string(), "it needs gold >= 5, and gold is 3");
    assert_eq!(offers, [Availability::Closed(why), Availability::Open]);
}

#[test]
fn setting_a_variable_is_a_replayable_step() {
    let desk = TestHarness::new();
    let (play, stopped) = desk.play(&["gold = 50", &taken(1)]);
    assert_eq!((stopped, play.node), (None, node(2)));
    assert_eq!(play.variables["gold"], Value::number(45.0));
    let (_, stopped) = desk.play(&["gold == 50"]);
    assert!(stopped.unwrap().why.contains("cannot be read"));
}

#[test]
fn unparsable_conditions_are_open_and_unparsable_effects_do_nothing() {
    let desk = TestHarness::new();
    let (play, _) = desk.play(&["gold = 50", &taken(1)]);
    desk.with_story(|book| {
        let choices = play.choices(book);
        assert!(matches!(&choices[0].offer, Availability::InvalidCondition(why) if why.contains("character")));
        let mut next = play.clone();
        next.make(book, &Step::Take(edge(4))).unwrap();
        assert_eq!(next.variables["gold"], Value::number(48.0));
        assert_eq!(next.back(book), play);
    });
}

#[test]
fn replay_stops_at_the_first_step_an_edit_made_impossible() {
    let mut desk = TestHarness::new();
    let way = [taken(2), taken(3), taken(1)];
    let way: Vec<&str> = way.iter().map(String::as_str).collect();
    desk.link(1, (1, 2), "Buy a ticket", Some("gold >= 7"), None);
    let (play, stopped) = desk.play(&way);
    let ReplayStopped { step, why } = stopped.unwrap();
    assert_eq!((step, play.node), (2, node(1)));
    assert!(why.contains("gold is 6"), "{why}");
    desk.story.edges.shift_remove(&edge(3));
    let (play, stopped) = desk.play(&way);
    let ReplayStopped { step, why } = stopped.unwrap();
    assert_eq!((step, play.node), (1, node(3)));
    assert!(why.contains("is no longer there"), "{why}");
}

#[test]
fn once_only_choice_reopens_when_stepping_back() {
    let mut desk = TestHarness::new();
    Arc::make_mut(&mut desk.story.edges[&edge(2)]).record.once = true;
    let way = [taken(2), taken(3)];
    let way: Vec<&str> = way.iter().map(String::as_str).collect();
    let (play, stopped) = desk.play(&way);
    assert_eq!((stopped, play.node), (None, node(1)));
    desk.with_story(|book| {
        let offers: Vec<_> = play.choices(book).into_iter().map(|it| it.offer).collect();
        assert_eq!(offers[1], Availability::Taken);
        let mut next = play.clone();
        let why = next.make(book, &Step::Take(edge(2))).unwrap_err();
        let message = "the choice \"Wait\" may be taken only once, and was taken before";
        assert!(why.starts_with(message), "{why}");
        assert_eq!(next, play, "nothing changed");
        // Two steps back it has not been taken yet.
        assert!(play.back(book).back(book).choices(book)[1].offer.is_open());
    });
    let (_, stopped) = desk.play(&[way[0], way[1], way[0]]);
    assert_eq!(stopped.unwrap().step, 2);
}

#[test]
fn fallback_choice_is_open_only_when_all_others_are_closed() {
    let mut desk = TestHarness::new();
    Arc::make_mut(&mut desk.story.edges[&edge(2)]).record.once = true;
    desk.link(5, (1, 2), "Swim", Some("otherwise()"), None);
    desk.link(6, (1, 3), "Pray", Some("gold < 9 and otherwise()"), None);
    let offered = |steps: &[&str]| {
        let (play, stopped) = desk.play(steps);
        assert_eq!(stopped, None);
        desk.with_story(|book| {
            let choices = play.choices(book).into_iter();
            let open = choices.filter(|it| it.offer.is_open());
            open.map(|it| it.edge.record.label.clone())
                .collect::<Vec<_>>()
        })
    };
    assert_eq!(offered(&[]), ["Wait"]);
    // Choices with `otherwise()` do not close one another.
    assert_eq!(
        offered(&[&taken(2), &taken(3), "gold = 4"]),
        ["Swim", "Pray"]
    );
    assert_eq!(offered(&[&taken(2), &taken(3)]), ["Buy a ticket"]);
    let (play, stopped) = desk.play(&[&taken(5)]);
    let why = "the choice \"Swim\" is closed: it needs otherwise()";
    assert_eq!(stopped.unwrap().why, why);
    assert_eq!(play.node, node(1));
    let offer = desk.with_story(|book| play.choices(book)[2].offer.clone());
    assert!(matches!(offer, Availability::Closed(it) if it.otherwise));
}

#[test]
fn picks_are_even_and_follow_from_their_seed() {
    let mut counts = [0; 3];
    for seed in 0..3_000 {
        counts[Picks::new(seed).pick(3)] += 1;
    }
    assert!(
        counts.iter().all(|it| (900..1_100).contains(it)),
        "{counts:?}"
    );
    let picked = |seed| {
        let mut picks = Picks::new(seed);
        [2, 5, 100, 1].map(|count| picks.pick(count))
    };
    assert_eq!(picked(4), picked(4));
    assert_ne!(picked(4), picked(5));
    assert_eq!(Picks::new(1).pick(0), 0);
}
