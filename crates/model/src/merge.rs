//! A three-way merge of prose, sentence by sentence, so that a sentence never mixes the words of
//! two authors. Unlike in a merge of source code, adjacent changes do not conflict, because each
//! sentence is independent.

use std::iter::Peekable;
use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};
use unicode_segmentation::UnicodeSegmentation;

/// The result of a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged<T> {
    /// The merged value.
    pub value: T,
    /// In how many places both sides changed the same sentences; the proposal wins there.
    pub conflicts: usize,
}

/// Merges the changes of `standing` and `proposal`, both based on `base`. If both changed the same
/// sentences in different ways, the proposal's text is used and a conflict is counted.
pub fn merge_text(base: &str, standing: &str, proposal: &str) -> Merged<String> {
    merge_pieces(&[base, standing, proposal].map(passages))
}

/// The same word by word. For a text that `standing` has in another notation than `base`: what `proposal`
/// changes is then said in the notation of `standing`.
pub fn merge_words(base: &str, standing: &str, proposal: &str) -> Merged<String> {
    merge_pieces(&[base, standing, proposal].map(|it| it.split_word_bounds().collect()))
}

fn merge_pieces([base, standing, proposal]: &[Vec<&str>; 3]) -> Merged<String> {
    let mut ours = changes(base, standing).into_iter().peekable();
    let mut theirs = changes(base, proposal).into_iter().peekable();
    let mut value = String::new();
    let mut conflicts = 0;
    let mut at = 0;
    while let Some(first) = earlier(ours.peek(), theirs.peek()) {
        let mut place = first;
        let (mut here, mut there) = (Vec::new(), Vec::new());
        while take(&mut ours, &mut place, &mut here) || take(&mut theirs, &mut place, &mut there) {}
        value.extend(base[at..place.start].iter().copied());
        let [here_text, there_text] = [&here, &there].map(|it| applied(base, &place, it));
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

/// The sentences of a text, as they are merged.
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let sentences = text.split_sentence_bounds().map(str::trim);
    sentences.filter(|it| !it.is_empty())
}

/// A replacement of some sentences.
struct Change<'a> {
    place: Range<usize>,
    now: Vec<&'a str>,
}

/// A text split into sentences and the whitespace between them; joined they give the text.
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

/// Takes the next change if it overlaps a range, and extends the range by it.
fn take<'a>(
    changes: &mut Peekable<std::vec::IntoIter<Change<'a>>>,
    place: &mut Range<usize>,
    taken: &mut Vec<Change<'a>>,
) -> bool {
    let Some(next) = changes.next_if(|it| overlaps(&it.place, place)) else {
        return false;
    };
    *place = place.start.min(next.place.start)..place.end.max(next.place.end);
    taken.push(next);
    true
}

/// Whether two ranges overlap or are the same insertion point.
fn overlaps(one: &Range<usize>, other: &Range<usize>) -> bool {
    one == other || (one.start < other.end && other.start < one.end)
}

/// A range of the base after applying the changes within it.
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
    fn words_are_merged_into_another_notation() {
        let merged = merge_words(
            "<<set $a to 1>>The //Perdita// leaves at ten.",
            "The *Perdita* leaves at ten.",
            "<<set $a to 1>>The //Perdita// leaves at nine, //late//.",
        );
        assert_eq!(merged.value, "The *Perdita* leaves at nine, //late//.");
        assert_eq!(merged.conflicts, 0);
    }

    #[test]
    fn merges_changes_to_different_sentences() {
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
    fn adjacent_changes_do_not_conflict() {
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
    fn conflicting_sentences_take_the_proposal_and_are_counted() {
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
        fn takes_a_change_made_on_one_side_only(base in "[a-c. \n]{0,30}", other in "[a-c. \n]{0,30}") {
            let whole = |value: &str| Merged { value: value.to_owned(), conflicts: 0 };
            prop_assert_eq!(merge_text(&base, &other, &base), whole(&other));
            prop_assert_eq!(merge_text(&base, &base, &other), whole(&other));
            prop_assert_eq!(merge_text(&base, &other, &other), whole(&other));
        }
    }
}
