//! What the check finds where variables hold random numbers.

use std::sync::Arc;

use super::once_tests::{id, story};
use super::{Check, Ending, FindingDetail};
use crate::Story;
use crate::play::{PlayRecord, PlaySession, PlayableStory, Variables};

/// From 0 to 1 with a roll of a die, and from there to an ending for each condition.
fn duel(roll: &str, conditions: &[&str]) -> (Story, Check) {
    let mut edges = vec![(0, 1, false, 0)];
    edges.extend((0..conditions.len()).map(|it| (1, it + 2, false, 0)));
    let (mut story, check) = story(conditions.len() + 2, &edges);
    for (number, edge) in story.edges.values_mut().enumerate() {
        let record = &mut Arc::make_mut(edge).record;
        match number.checked_sub(1) {
            None => record.effect = Some(roll.to_owned()),
            Some(it) => record.condition = Some(conditions[it].to_owned()),
        }
    }
    (story, check)
}

/// For every ending, whether the way that was found leads there, and whether all was tried.
fn arrivals(story: &Story, check: &mut Check) -> (Vec<bool>, bool) {
    let metrics = check.metrics(story, None);
    let records = |_| PlayRecord::default();
    let book = PlayableStory::new(story, &records);
    let arrives = |ending: &Ending| {
        ending.way.as_ref().is_some_and(|way| {
            let begun = PlaySession::replay(&book, id(0), Variables::new(), &way.steps);
            let (play, stopped) = begun;
            assert_eq!(stopped, None, "{:?}", way.steps);
            play.node == ending.node
        })
    };
    let mut endings = metrics.endings;
    endings.sort_by_key(|it| it.node);
    (endings.iter().map(arrives).collect(), metrics.complete)
}

#[test]
fn a_way_sets_the_random_numbers_that_it_needs() {
    for (roll, conditions, reached) in [
        (
            "roll = random(1, 6)",
            &["roll < 4", "roll >= 4", "roll == 6", "roll + 1 == 8"][..],
            &[true, true, true][..],
        ),
        (
            "roll = random(1, 6) + random(1, 6); won = roll > 10",
            &["roll == 12", "won", "not won and roll == 12", "roll == 13"],
            &[true, true, false, false],
        ),
        (
            "won = if(random(1, 2) == 1, true, false); lost = if(random(1, 2) == 1, false, true)",
            &["won", "lost", "won and lost"],
            &[true, true, false],
        ),
    ] {
        let (story, mut check) = duel(roll, conditions);
        let found = arrivals(&story, &mut check);
        assert_eq!(found, (reached.to_vec(), true), "{roll}");
    }
    let (story, mut check) = duel("roll = random(1, 1000)", &["roll < 4", "roll == 700"]);
    assert_eq!(
        arrivals(&story, &mut check),
        (vec![true, false], false),
        "not all of a thousand numbers are tried"
    );
    let (story, mut check) = duel("roll = 1", &["random(1, 1000) == 700"]);
    assert_eq!(arrivals(&story, &mut check), (vec![false], false));
}

#[test]
fn a_choice_that_no_number_opens_is_found() {
    let conditions = ["roll <= 6", "roll > 6", "random(1, 6) == 3", "roll < -1"];
    let (story, mut check) = duel("roll = random(-1, 6)", &conditions);
    let report = check.report(&story);
    let mut never: Vec<_> = report
        .findings
        .iter()
        .filter_map(|it| match &it.what {
            FindingDetail::NeverOffered(it) => Some(it.source.as_str()),
            _ => None,
        })
        .collect();
    never.sort_unstable();
    assert_eq!(never, ["roll < -1", "roll > 6"]);
}
