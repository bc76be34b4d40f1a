//! Splits a range of an instruction at the words that begin its pieces: `Night | after Day | with
//! text “…”`.

use std::ops::Range;

use super::normalized::NormalizedText;

/// Splits a range at the first occurrence of one of the words: the part before it and the part
/// after it. `None` if none occurs or nothing follows it. The words must be folded.
pub(super) fn split(
    normalized: &NormalizedText<'_>,
    range: Range<usize>,
    marks: &[&'static str],
) -> Option<(Range<usize>, Range<usize>)> {
    range.clone().find_map(|at| {
        let end = marks
            .iter()
            .find_map(|it| mark_at(normalized, &range, at, it))?;
        (end < range.end).then_some((range.start..at, end..range.end))
    })
}

/// Splits a range into the piece before the first marker and the pieces after each marker. A piece
/// that contains prose extends to the end, unless it is quoted.
pub(super) fn sections<T: Copy + PartialEq>(
    normalized: &NormalizedText<'_>,
    range: Range<usize>,
    marks: &[(&'static str, T)],
    prose: T,
) -> (Range<usize>, Vec<(T, Range<usize>)>) {
    let mut sections: Vec<(T, Range<usize>)> = Vec::new();
    let (mut start, mut at, mut head) = (range.start, range.start, range.clone());
    let mut open: Option<T> = None;
    while at < range.end {
        let found = marks
            .iter()
            .find_map(|(mark, sort)| Some((mark_at(normalized, &range, at, mark)?, *sort)));
        let Some((end, sort)) = found.filter(|it| it.0 < range.end) else {
            at += 1;
            continue;
        };
        close(&mut sections, &mut head, open, start..at);
        (open, start, at) = (Some(sort), end, end);
        if sort == prose {
            let first = normalized.trim_spaces(end..range.end).start;
            if !normalized
                .letters
                .get(first)
                .is_some_and(|it| NormalizedText::is_mask(*it))
            {
                break;
            }
            at = first + 1;
        }
    }
    close(&mut sections, &mut head, open, start..range.end);
    (head, sections)
}

fn close<T>(
    sections: &mut Vec<(T, Range<usize>)>,
    head: &mut Range<usize>,
    open: Option<T>,
    piece: Range<usize>,
) {
    match open {
        Some(sort) => sections.push((sort, piece)),
        None => *head = piece,
    }
}

/// Where a marker that begins at a position ends. At the beginning of the range its leading space
/// may be missing.
fn mark_at(
    normalized: &NormalizedText<'_>,
    range: &Range<usize>,
    at: usize,
    mark: &str,
) -> Option<usize> {
    let mark = if at == range.start {
        mark.trim_start()
    } else {
        mark
    };
    let mut end = at;
    for c in mark.chars() {
        if end >= range.end || normalized.letters[end] != c {
            return None;
        }
        end += 1;
    }
    Some(end)
}
