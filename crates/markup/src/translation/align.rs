//! Finds the translation of each line of a source that may have changed since it was translated.

use std::ops::Range;

use similar::{Algorithm, DiffTag, TextDiff, capture_diff_slices};

/// How much alike two lines must be for one to be the other after a change, where it is not clear
/// from their places.
const ALIKE: f32 = 0.5;

/// For each line of `now`, which of the lines it is of `then`: the same words, wherever they stand
/// now, or else the line that was changed into it.
pub(super) fn align(then: &[&str], now: &[&str]) -> Vec<Option<usize>> {
    let mut found = vec![None; now.len()];
    let mut is_free = vec![true; then.len()];
    let mut changed: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    for step in capture_diff_slices(Algorithm::Myers, then, now) {
        let (tag, old, new) = step.as_tag_tuple();
        match tag {
            DiffTag::Equal => {
                for (from, to) in old.zip(new) {
                    found[to] = Some(from);
                    is_free[from] = false;
                }
            }
            DiffTag::Replace => changed.push((old, new)),
            // Beside a line that was changed, others may have been added or removed.
            DiffTag::Delete | DiffTag::Insert => match changed.last_mut() {
                Some((before, after)) if before.end == old.start && after.end == new.start => {
                    before.end = old.end;
                    after.end = new.end;
                }
                _ => changed.push((old, new)),
            },
        }
    }
    // Lines that were moved.
    for to in 0..now.len() {
        if found[to].is_none()
            && let Some(from) = (0..then.len()).find(|it| is_free[*it] && then[*it] == now[to])
        {
            found[to] = Some(from);
            is_free[from] = false;
        }
    }
    // Lines that were changed where they stand.
    for (old, new) in changed {
        let old: Vec<usize> = old.filter(|it| is_free[*it]).collect();
        let new: Vec<usize> = new.filter(|it| found[*it].is_none()).collect();
        if old.len() == new.len() {
            for (from, to) in old.into_iter().zip(new) {
                found[to] = Some(from);
                is_free[from] = false;
            }
            continue;
        }
        let mut next = 0;
        for to in new {
            let alike = |from: &usize| likeness(then[*from], now[to]);
            let best = (next..old.len()).max_by(|a, b| alike(&old[*a]).total_cmp(&alike(&old[*b])));
            if let Some(at) = best.filter(|it| alike(&old[*it]) >= ALIKE) {
                found[to] = Some(old[at]);
                is_free[old[at]] = false;
                next = at + 1;
            }
        }
    }
    found
}

/// Whether one line may be the other after a change.
pub(super) fn is_alike(one: &str, other: &str) -> bool {
    likeness(one, other) >= ALIKE
}

/// How much alike two lines are: 1 where they are the same.
fn likeness(one: &str, other: &str) -> f32 {
    TextDiff::from_unicode_words(one, other).ratio()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(then: &[&str], now: &[&str], expected: &[Option<usize>]) {
        assert_eq!(align(then, now), expected, "{then:?} → {now:?}");
    }

    #[test]
    fn lines_are_found_again_where_they_stand_now() {
        let (one, two) = ("It rained all night.", "He opened the door and went in.");
        let two_changed = "He opened the old door and went in.";
        check(&[one, two], &[one, two], &[Some(0), Some(1)]);
        check(&[one, two], &["New.", one, two], &[None, Some(0), Some(1)]);
        check(&[one, two], &[two, one], &[Some(1), Some(0)]);
        check(&[one, two], &[one, two_changed], &[Some(0), Some(1)]);
        check(&[one, two], &["New.", two_changed], &[Some(0), Some(1)]);
        check(
            &[one, two],
            &["A.", "B.", two_changed],
            &[None, None, Some(1)],
        );
        check(&[one, two, "Z."], &[two_changed, "Z."], &[Some(1), Some(2)]);
        check(&[one], &[], &[]);
        check(&[], &[one], &[None]);
        check(&["Go.", "Go."], &["Go."], &[Some(0)]);
    }
}
