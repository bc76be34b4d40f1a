//! The passage of a text that a misquotation most likely meant. Pure.

use std::collections::HashMap;

/// Below this likeness (0 to 1) nothing is offered: a wild guess would mislead.
const LIKENESS: f64 = 0.35;

/// The longest passage offered, in characters.
const LONGEST: usize = 400;

/// The run of sentences of `text` that is most like `quoted`, if any is.
pub(super) fn nearest<'a>(text: &'a str, quoted: &str) -> Option<&'a str> {
    let wanted = pairs(quoted);
    let bounds = sentence_bounds(text);
    let width = sentence_bounds(quoted.trim())
        .len()
        .saturating_sub(1)
        .max(1);
    let mut best: Option<(f64, &str)> = None;
    for window in bounds.windows(width + 1).chain(short_text(&bounds, width)) {
        let passage = text[window[0]..window[window.len() - 1]].trim();
        let score = likeness(&wanted, &pairs(passage));
        if best.is_none_or(|(top, _)| score > top) {
            best = Some((score, passage));
        }
    }
    let (score, passage) = best?;
    (score >= LIKENESS && passage.chars().count() <= LONGEST).then_some(passage)
}

/// A text of fewer sentences than were quoted is looked at as a whole.
fn short_text(bounds: &[usize], width: usize) -> Option<&[usize]> {
    (bounds.len() > 1 && bounds.len() <= width).then_some(bounds)
}

/// Where sentences begin, and the end of the text: after a full stop of either script, or a line.
fn sentence_bounds(text: &str) -> Vec<usize> {
    let mut bounds = vec![0];
    let (mut ended, mut spaced) = (false, false);
    for (at, c) in text.char_indices() {
        let ends = matches!(c, '.' | '!' | '?' | '。' | '！' | '？' | '…' | '\n');
        // Spaces belong to the sentence before, and quotes right behind its end.
        let closes = matches!(c, '"' | '\'' | '”' | '’' | '」' | '』' | ')' | '）') && !spaced;
        if ended && !ends && !closes && !c.is_whitespace() {
            bounds.push(at);
            ended = false;
        }
        ended |= ends;
        spaced = ended && c.is_whitespace();
    }
    bounds.push(text.len());
    bounds.dedup();
    bounds
}

/// The pairs of neighboring characters, letter case and spaces aside, and how often each occurs.
fn pairs(text: &str) -> HashMap<(char, char), usize> {
    let letters: Vec<char> = text
        .chars()
        .filter(|it| it.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    let mut found = HashMap::new();
    for pair in letters.windows(2) {
        *found.entry((pair[0], pair[1])).or_default() += 1;
    }
    found
}

/// Sørensen and Dice's coefficient: 1 for the same pairs, 0 for none in common.
fn likeness(a: &HashMap<(char, char), usize>, b: &HashMap<(char, char), usize>) -> f64 {
    let size = a.values().sum::<usize>() + b.values().sum::<usize>();
    if size == 0 {
        return 0.0;
    }
    let both: usize = a
        .iter()
        .map(|(pair, n)| n.min(b.get(pair).unwrap_or(&0)))
        .sum();
    2.0 * both as f64 / size as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "It rained. \"You are late,\" she said. The door closed.\n\n\
                        雨下了一整夜。他推开门，屋里没有人。";

    #[test]
    fn a_misquoted_sentence_is_found() {
        assert_eq!(
            nearest(TEXT, "You're late, she said"),
            Some("\"You are late,\" she said.")
        );
    }

    #[test]
    fn chinese_is_found_as_well() {
        assert_eq!(
            nearest(TEXT, "他推开了门，屋里没人"),
            Some("他推开门，屋里没有人。")
        );
    }

    #[test]
    fn as_many_sentences_are_offered_as_were_quoted() {
        assert_eq!(
            nearest(TEXT, "It was raining. \"You are late\", she said."),
            Some("It rained. \"You are late,\" she said.")
        );
    }

    #[test]
    fn nothing_is_offered_where_nothing_is_alike() {
        assert_eq!(nearest(TEXT, "Zion burned quickly"), None);
        assert_eq!(nearest("", "anything"), None);
    }

    #[test]
    fn a_text_shorter_than_the_quotation_is_looked_at_whole() {
        assert_eq!(
            nearest("It rained hard", "It rained hard. Then it stopped."),
            Some("It rained hard")
        );
    }
}
