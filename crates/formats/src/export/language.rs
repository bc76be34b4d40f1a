//! Which language a file is in.

use model::contents::{LANGUAGES, StoryLanguages};
use model::{Node, Story};
use whatlang::{Detector, Info, Lang, Script};

use crate::Bundle;
use markup::kept_data;

/// So many letters say which language a text is in; of a longer one, only the beginning is looked at.
const ENOUGH_LETTERS: usize = 4_000;
/// Of fewer nothing is guessed.
const FEWEST_LETTERS: usize = 100;

/// Languages that are told apart by their words, with their codes.
const KNOWN: [(Lang, &str); 33] = [
    (Lang::Eng, "en"),
    (Lang::Deu, "de"),
    (Lang::Fra, "fr"),
    (Lang::Spa, "es"),
    (Lang::Ita, "it"),
    (Lang::Por, "pt"),
    (Lang::Nld, "nl"),
    (Lang::Swe, "sv"),
    (Lang::Dan, "da"),
    (Lang::Nob, "nb"),
    (Lang::Fin, "fi"),
    (Lang::Pol, "pl"),
    (Lang::Ces, "cs"),
    (Lang::Slk, "sk"),
    (Lang::Slv, "sl"),
    (Lang::Hrv, "hr"),
    (Lang::Hun, "hu"),
    (Lang::Ron, "ro"),
    (Lang::Est, "et"),
    (Lang::Lav, "lv"),
    (Lang::Lit, "lt"),
    (Lang::Cat, "ca"),
    (Lang::Epo, "eo"),
    (Lang::Tur, "tr"),
    (Lang::Ind, "id"),
    (Lang::Vie, "vi"),
    (Lang::Rus, "ru"),
    (Lang::Ukr, "uk"),
    (Lang::Bul, "bg"),
    (Lang::Srp, "sr"),
    (Lang::Ell, "el"),
    (Lang::Hin, "hi"),
    (Lang::Tha, "th"),
];

/// The language that a file of one language is written in, by its code: the one that the story is
/// exported in, otherwise that of the story.
pub(crate) fn written_language(bundle: &Bundle, nodes: &[&Node]) -> String {
    let chosen = bundle.language.clone();
    chosen.unwrap_or_else(|| source_language(&bundle.story, nodes))
}

/// The language of a code without region and script: `zh` of `zh-CN`.
pub(crate) fn primary_language(code: &str) -> &str {
    code.split('-').next().unwrap_or_default()
}

/// The language of the story: the one that is set, otherwise guessed from the texts of these nodes.
pub(crate) fn source_language(story: &Story, nodes: &[&Node]) -> String {
    let set = StoryLanguages::of(story.data.get(LANGUAGES).map(|it| &**it));
    let texts = nodes
        .iter()
        .flat_map(|it| [it.title.as_str(), kept_data::text_of(it)]);
    set.map_or_else(|| guessed_language(texts).to_owned(), |it| it.source)
}

/// The language most of these texts are written in: by script, and among the languages of an alphabet by
/// the words. `en` where it cannot be told.
fn guessed_language<'a>(texts: impl IntoIterator<Item = &'a str>) -> &'static str {
    let (mut han, mut kana, mut hangul, mut letters) = (0_usize, 0_usize, 0_usize, 0_usize);
    let (mut hebrew, mut arabic) = (0_usize, 0_usize);
    let (mut sample, mut sampled) = (String::new(), 0);
    for text in texts {
        for c in text.chars() {
            match c {
                '\u{3040}'..='\u{30ff}' => kana += 1,
                '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => han += 1,
                '\u{ac00}'..='\u{d7af}' => hangul += 1,
                '\u{5d0}'..='\u{5ea}' => hebrew += 1,
                '\u{620}'..='\u{6d3}' => arabic += 1,
                _ if c.is_alphabetic() => letters += 1,
                _ => {}
            }
            if sampled < ENOUGH_LETTERS {
                sampled += usize::from(c.is_alphabetic());
                sample.push(c);
            }
        }
        sample.push(' ');
    }
    // A word in an alphabetic script carries about as much as two CJK characters.
    let words = letters / 3;
    match (kana, hangul, han) {
        (kana, _, han) if kana * 8 > han && kana + han > words => "ja",
        (_, hangul, _) if hangul > words => "ko",
        (_, _, han) if han > words => "zh",
        _ if hebrew > letters.max(arabic) => "he",
        _ if arabic > letters => "ar",
        _ if sampled < FEWEST_LETTERS => "en",
        _ => guessed_by_words(&sample).unwrap_or("en"),
    }
}

fn guessed_by_words(sample: &str) -> Option<&'static str> {
    let detector = Detector::with_allowlist(KNOWN.iter().map(|it| it.0).collect());
    // Every language may be written in Latin letters, few in others.
    let is_known = |it: &Info| it.is_reliable() || it.script() != Script::Latin;
    let found = detector.detect(sample).filter(is_known)?;
    let known = KNOWN.iter().find(|it| it.0 == found.lang());
    known.map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "The fire was burning low when the traveller came down the stairs. Nobody \
        looked up from the cards, and the host went on wiping the same glass as he had done all evening. \
        Outside the rain had stopped, and somewhere a dog was barking at the moon.";
    const GERMAN: &str = "Das Feuer brannte schon niedrig, als der Reisende die Treppe herunterkam. \
        Niemand sah von den Karten auf, und der Wirt wischte weiter an demselben Glas wie den ganzen Abend. \
        Draußen hatte der Regen aufgehört, und irgendwo bellte ein Hund den Mond an.";
    const RUSSIAN: &str = "Огонь уже догорал, когда путник спустился по лестнице. Никто не поднял \
        глаз от карт, и хозяин продолжал протирать тот же стакан, что и весь вечер. На улице дождь \
        прекратился, и где-то собака лаяла на луну, а за лесом уже светлело небо.";

    #[test]
    fn a_language_is_guessed_by_script_and_words() {
        for (text, code) in [
            ("", "en"),
            ("Wake up, Neo.", "en"),
            ("雨下了一夜。Neo 没有开门。", "zh"),
            ("雨の夜、彼は一人で宿に入った。", "ja"),
            ("비 오는 밤, 그는 여관에 들어갔다.", "ko"),
            ("בלילה גשום הוא נכנס לפונדק", "he"),
            ("في ليلة ممطرة دخل الخان", "ar"),
            (ENGLISH, "en"),
            (GERMAN, "de"),
            (RUSSIAN, "ru"),
        ] {
            assert_eq!(guessed_language([text]), code, "{text}");
        }
    }
}
