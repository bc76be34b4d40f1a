//! Two changes of one text brought together: sentence by sentence, so that what one hand wrote in a
//! passage is never mixed into the words of another. Changes side by side do not touch, which they
//! would to a merge of source code: in prose each sentence stands for itself.

use std::iter::Peekable;
use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};
use unicode_segmentation::UnicodeSegmentation;

/// What came of a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged<T> {
    /// Both changes together.
    pub value: T,
    /// In how many places both had changed the same; there the proposal stands.
    pub conflicts: usize,
}

/// Brings the changes of `standing` and of `proposal`, both made from `base`, together. Where both
/// changed the same passage, and not alike, the proposal's words are taken and counted as a conflict.
pub fn merge_text(base: &str, standing: &str, proposal: &str) -> Merged<String> {
    let [base, standing, proposal] = [base, standing, proposal].map(passages);
    let mut ours = changes(&base, &standing).into_iter().peekable();
    let mut theirs = changes(&base, &proposal).into_iter().peekable();
    let mut value = String::new();
    let mut conflicts = 0;
    let mut at = 0;
    while let Some(first) = earlier(ours.peek(), theirs.peek()) {
        let mut place = first;
        let (mut here, mut there) = (Vec::new(), Vec::new());
        while take(&mut ours, &mut place, &mut here) || take(&mut theirs, &mut place, &mut there) {}
        value.extend(base[at..place.start].iter().copied());
        let [here_text, there_text] = [&here, &there].map(|it| applied(&base, &place, it));
        conflicts += usize::from(!here.is_empty() && !there.is_empty() && here_text != there_text);
        value.push_str(if there.is_empty() {
            &here_text
        } else {
            &there_text
        });
        at = place.end;
    }
    value.extend(base[at..].iter().copied());
    Merged { value, conflicts }
}

/// What stands in place of some passages.
struct Change<'a> {
    place: Range<usize>,
    now: Vec<&'a str>,
}

/// A text as sentences and the spaces between them; joined they are the text.
fn passages(text: &str) -> Vec<&str> {
    text.split_sentence_bounds()
        .flat_map(|it| {
            let (words, space) = it.split_at(it.trim_end().len());
            [words, space]
        })
        .filter(|it| !it.is_empty())
        .collect()
}

fn changes<'a>(base: &[&str], other: &[&'a str]) -> Vec<Change<'a>> {
    capture_diff_slices(Algorithm::Myers, base, other)
        .iter()
        .map(|it| it.as_tag_tuple())
        .filter(|(tag, ..)| *tag != DiffTag::Equal)
        .map(|(_, place, now)| Change {
            place,
            now: other[now].to_vec(),
        })
        .collect()
}

fn earlier(one: Option<&Change<'_>>, other: Option<&Change<'_>>) -> Option<Range<usize>> {
    let places = [one, other].into_iter().flatten();
    places
        .map(|it| it.place.clone())
        .min_by_key(|it| (it.start, it.end))
}

/// Takes the next change where it touches a place, which grows by it.
fn take<'a>(
    changes: &mut Peekable<std::vec::IntoIter<Change<'a>>>,
    place: &mut Range<usize>,
    taken: &mut Vec<Change<'a>>,
) -> bool {
    let Some(next) = changes.next_if(|it| touch(&it.place, place)) else {
        return false;
    };
    *place = place.start.min(next.place.start)..place.end.max(next.place.end);
    taken.push(next);
    true
}

/// Whether two places have a passage in common, or are the same point between two.
fn touch(one: &Range<usize>, other: &Range<usize>) -> bool {
    one == other || (one.start < other.end && other.start < one.end)
}

/// A place as some changes within it leave it.
fn applied(base: &[&str], place: &Range<usize>, changes: &[Change<'_>]) -> String {
    let mut text = String::new();
    let mut at = place.start;
    for change in changes {
        text.extend(base[at..change.place.start].iter().copied());
        text.extend(change.now.iter().copied());
        at = change.place.end;
    }
    text.extend(base[at..place.end].iter().copied());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(base: &str, standing: &str, proposal: &str, value: &str, conflicts: usize) {
        let merged = merge_text(base, standing, proposal);
        assert_eq!(
            (merged.value.as_str(), merged.conflicts),
            (value, conflicts)
        );
    }

    #[test]
    fn changes_of_different_sentences_come_together() {
        check(
            "The sea was calm. The gulls slept. Nobody spoke.",
            "The sea was wild. The gulls slept. Nobody spoke.",
            "The sea was calm. The gulls slept. Nobody sang.",
            "The sea was wild. The gulls slept. Nobody sang.",
            0,
        );
        check(
            "海很静。海鸥睡了。没人说话。",
            "海很静。海鸥醒了。没人说话。",
            "海很静。海鸥睡了。没人唱歌。起风了。",
            "海很静。海鸥醒了。没人唱歌。起风了。",
            0,
        );
    }

    #[test]
    fn changes_side_by_side_do_not_touch() {
        check("One. Two.", "Uno. Two.", "One. Dos.", "Uno. Dos.", 0);
        check(
            "One. Two.",
            "One. Two.\n\nThree.",
            "One. Dos.",
            "One. Dos.\n\nThree.",
            0,
        );
        check("One. Two.", "Two.", "One. Two. Three.", "Two. Three.", 0);
    }

    #[test]
    fn a_sentence_that_both_changed_is_the_proposals_and_counted() {
        check(
            "The sea was calm. Nobody spoke.",
            "The sea was wild. Nobody spoke.",
            "The sea was black. Nobody spoke.",
            "The sea was black. Nobody spoke.",
            1,
        );
        check("Calm.", "Wild.", "Wild.", "Wild.", 0);
        check("", "Mine.", "Yours.", "Yours.", 1);
    }

    proptest! {
        #[test]
        fn what_only_one_changed_is_taken(base in "[a-c. \n]{0,30}", other in "[a-c. \n]{0,30}") {
            let whole = |value: &str| Merged { value: value.to_owned(), conflicts: 0 };
            prop_assert_eq!(merge_text(&base, &other, &base), whole(&other));
            prop_assert_eq!(merge_text(&base, &base, &other), whole(&other));
            prop_assert_eq!(merge_text(&base, &other, &other), whole(&other));
        }
    }
}
