//! Finds the passage of a text that a misquotation most likely meant. Pure.

use std::collections::HashMap;

/// Below this similarity (0 to 1) there is no suggestion: a wild guess would mislead.
const MIN_SIMILARITY: f64 = 0.35;

/// The longest suggested passage, in characters.
const MAX_QUOTE_CHARS: usize = 400;

/// The run of sentences in `text` most similar to `quoted`, if any.
pub(crate) fn nearest<'a>(text: &'a str, quoted: &str) -> Option<&'a str> {
    let wanted = bigrams(quoted);
    let bounds = sentence_bounds(text);
    let width = sentence_bounds(quoted.trim())
        .len()
        .saturating_sub(1)
        .max(1);
    let mut best: Option<(f64, &str)> = None;
    for window in bounds
        .windows(width + 1)
        .chain(bounds_of_short_text(&bounds, width))
    {
        let passage = text[window[0]..window[window.len() - 1]].trim();
        let score = similarity(&wanted, &bigrams(passage));
        if best.is_none_or(|(top, _)| score > top) {
            best = Some((score, passage));
        }
    }
    let (score, passage) = best?;
    (score >= MIN_SIMILARITY && passage.chars().count() <= MAX_QUOTE_CHARS).then_some(passage)
}

/// A text with fewer sentences than the quotation is compared as a whole.
fn bounds_of_short_text(bounds: &[usize], width: usize) -> Option<&[usize]> {
    (bounds.len() > 1 && bounds.len() <= width).then_some(bounds)
}

/// Where sentences start, and the end of the text. Full stops of either script and line breaks end
/// a sentence.
fn sentence_bounds(text: &str) -> Vec<usize> {
    let mut bounds = vec![0];
    let (mut ended, mut spaced) = (false, false);
    for (at, c) in text.char_indices() {
        let ends = matches!(c, '.' | '!' | '?' | '。' | '！' | '？' | '…' | '\n');
        // Spaces belong to the sentence before, as do quotation marks directly after its end.
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

/// The bigrams of neighboring characters, ignoring letter case and spaces, with their counts.
fn bigrams(text: &str) -> HashMap<(char, char), usize> {
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

/// The Sørensen–Dice coefficient: 1 for identical bigrams, 0 for none in common.
fn similarity(a: &HashMap<(char, char), usize>, b: &HashMap<(char, char), usize>) -> f64 {
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
    fn suggests_a_misquoted_sentence() {
        assert_eq!(
            nearest(TEXT, "You're late, she said"),
            Some("\"You are late,\" she said.")
        );
    }

    #[test]
    fn suggests_a_misquoted_chinese_sentence() {
        assert_eq!(
            nearest(TEXT, "他推开了门，屋里没人"),
            Some("他推开门，屋里没有人。")
        );
    }

    #[test]
    fn suggests_as_many_sentences_as_were_quoted() {
        assert_eq!(
            nearest(TEXT, "It was raining. \"You are late\", she said."),
            Some("It rained. \"You are late,\" she said.")
        );
    }

    #[test]
    fn no_suggestion_below_the_similarity_threshold() {
        assert_eq!(nearest(TEXT, "Zion burned quickly"), None);
        assert_eq!(nearest("", "anything"), None);
    }

    #[test]
    fn compares_the_whole_text_if_it_is_shorter_than_the_quotation() {
        assert_eq!(
            nearest("It rained hard", "It rained hard. Then it stopped."),
            Some("It rained hard")
        );
    }
}
