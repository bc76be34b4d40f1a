//! Repetitions in English, German and Chinese texts.

use super::{Repetitions, SeenText, repetitions};
use crate::links::visible_text;

fn seen(written: &str) -> SeenText<'_> {
    SeenText {
        written,
        seen: visible_text(written),
    }
}

/// Two thousand words, so that frequencies are those of a longer text: every fifth is "the", and of
/// the others none occurs often or comes again soon.
fn filler() -> String {
    let words = (0..2000).map(|at| match at % 5 {
        0 => "the".to_owned(),
        _ => {
            let letters = (at * 607 % 1009).to_string();
            letters
                .chars()
                .map(|it| (b'a' + (it as u8 - b'0')) as char)
                .chain("ish".chars())
                .collect()
        }
    });
    let sentences: Vec<String> = words.collect();
    sentences.chunks(11).map(|it| it.join(" ") + ". ").collect()
}

/// The same in Chinese characters.
fn chinese_filler() -> String {
    let characters = (0..2000u32).map(|at| char::from_u32(0x7000 + at * 607 % 1009).unwrap());
    let characters: Vec<char> = characters.collect();
    characters
        .chunks(9)
        .map(|it| it.iter().collect::<String>() + "。")
        .collect()
}

fn close(text: &str, names: &[&str]) -> Vec<(String, usize, String)> {
    let Repetitions { close, .. } = repetitions(&[seen(text)], names);
    close
        .into_iter()
        .map(|it| (it.word, it.times, text[it.place.range].to_owned()))
        .collect()
}

fn phrases(texts: &[&str]) -> Vec<(String, usize)> {
    let texts: Vec<SeenText<'_>> = texts.iter().map(|it| seen(it)).collect();
    let Repetitions { phrases, .. } = repetitions(&texts, &[]);
    phrases
        .into_iter()
        .map(|it| (it.phrase, it.places.len()))
        .collect()
}

fn found(word: &str, times: usize, quote: &str) -> (String, usize, String) {
    (word.to_owned(), times, quote.to_owned())
}

#[test]
fn a_rare_word_that_comes_again_soon_is_noted_and_a_frequent_one_is_not() {
    let filler = filler();
    let text = format!("{filler}He lit the lantern. The lantern smoked, and he set it down.");
    assert_eq!(
        close(&text, &[]),
        [found("lantern", 2, "lantern. The lantern")]
    );
    assert_eq!(close(&filler, &[]), []);
}

#[test]
fn three_in_a_row_are_one_finding_and_come_first() {
    let filler = filler();
    let text = format!(
        "{filler}Perhaps he slept. Perhaps he dreamed. PERHAPS the harbor sank. {filler}\
         The captain laughed. What a captain!"
    );
    let close = close(&text, &[]);
    assert_eq!(close[0].0, "Perhaps");
    assert_eq!(close[0].1, 3);
    assert_eq!(
        close[1],
        found("captain", 2, "captain laughed. What a captain")
    );
}

#[test]
fn names_are_not_noted_nor_is_what_readers_do_not_see() {
    let filler = filler();
    let text = format!("{filler}Marlowe waited. Marlowe left.");
    assert_eq!(close(&text, &["Captain Marlowe"]), []);
    assert_eq!(close(&text, &[]).len(), 1);
    let text = format!("{filler}The [[cellar->cellar]] is <<set $cellar to 1>> dark.");
    assert_eq!(close(&text, &[]), []);
}

#[test]
fn chinese_words_are_found_without_spaces() {
    let filler = chinese_filler();
    let text = format!("{filler}他走下台阶，忽然之间听见钟声。海鸥没有叫，忽然之间风也停了。");
    let quote = "忽然之间听见钟声。海鸥没有叫，忽然之间";
    assert_eq!(close(&text, &[]), [found("忽然之间", 2, quote)]);
    let text = format!("{filler}林小梅走下台阶，听见钟声。林小梅停了下来。");
    assert_eq!(close(&text, &["林小梅"]), []);
    assert_eq!(close(&text, &[]).len(), 1);
    let text = format!("{filler}灯一盏一盏地亮了。");
    assert_eq!(close(&text, &[]), [], "said twice at once");
}

#[test]
fn phrases_are_found_across_texts_in_their_whole_length() {
    let one = format!("{}She took a deep breath and went on.", filler());
    let two = "He took a deep breath, then another. Out of the corner of his eye he saw her.";
    let three = "Lin took a deep breath. Out of the corner of his eye Tom watched the door. \
        Out of the corner of his eye he counted the steps.";
    assert_eq!(
        phrases(&[&one, two, three]),
        [
            ("Out of the corner of his eye".to_owned(), 3),
            ("took a deep breath".to_owned(), 3),
        ]
    );
}

#[test]
fn grammar_is_no_phrase_and_a_phrase_does_not_cross_sentences() {
    let text = "At the end of the day it rained. At the end of the quay it stopped. At the end of \
        the street it began again. He was tired. Rain fell. He was wet. Rain fell. He was late. Rain \
        fell.";
    let text = format!("{}{text}", filler());
    let phrases = repetitions(&[seen(&text)], &[]).phrases;
    let crossing = phrases.iter().find(|it| it.phrase.contains('.'));
    assert_eq!(crossing, None);
    let short = phrases.iter().find(|it| it.phrase.split(' ').count() < 3);
    assert_eq!(short, None);
}

#[test]
fn chinese_phrases_have_at_least_four_characters() {
    let filler = chinese_filler();
    let texts = [
        &filler,
        "他点了点头，没有说话。",
        "老人点了点头，又坐下。",
        "她点了点头，走进雾里，雾越来越浓。",
    ];
    let found = phrases(&texts);
    assert_eq!(found[0], ("点了点头".to_owned(), 3), "{found:?}");
}

#[test]
fn empty_texts_have_no_repetitions() {
    assert_eq!(repetitions(&[], &[]), Repetitions::default());
    assert_eq!(
        repetitions(&[seen(""), seen("  ")], &[]),
        Repetitions::default()
    );
}
