//! What a prompt requests: the subject, the light, the weather, the colors, the person. In English
//! and Chinese; the seed decides what the words leave open.

mod keywords;
mod person;

use model::is_han;

use super::color::{self, Palette, Rgb};
use super::rng::SeededRng;
use keywords::{MOODS, NEON, NIGHT, SUBJECTS};
use person::person;

/// What the picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Portrait,
    Sea,
    City,
    Forest,
    Mountains,
    Desert,
    Room,
    Door,
    Space,
    /// Nothing we have a picture of: abstract color and movement.
    Abstract,
}

/// The length and shape of hair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hair {
    Short,
    Swept,
    Bob,
    Long,
    Bun,
    Bald,
}

/// The portrayed person.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Person {
    pub(super) skin: Rgb,
    pub(super) hair: Rgb,
    pub(super) style: Hair,
    pub(super) cloth: Rgb,
    pub(super) eyes: Rgb,
    pub(super) glasses: bool,
    pub(super) beard: bool,
    pub(super) soft_features: bool,
    /// 1 if the light comes from the right, -1 from the left.
    pub(super) lit_from: f32,
}

/// Everything about the picture to paint.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SceneSpec {
    pub(super) subject: Subject,
    /// The scene behind a portrait, if the prompt mentions one.
    pub(super) backdrop: Option<Subject>,
    pub(super) palette: Palette,
    pub(super) seed: u64,
    pub(super) night: bool,
    pub(super) neon: bool,
    pub(super) lighthouse: bool,
    pub(super) ship: bool,
    pub(super) castle: bool,
    pub(super) rain: bool,
    pub(super) snow: bool,
    pub(super) fog: bool,
    pub(super) person: Person,
}

/// Whether one of the words occurs in the text; a Latin word must be a whole word.
fn contains_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| contains_word(text, word))
}

fn contains_word(text: &str, word: &str) -> bool {
    if !word.is_ascii() {
        return text.contains(word);
    }
    text.match_indices(word).any(|(at, _)| {
        let is_edge = |it: Option<char>| !it.is_some_and(|c| c.is_ascii_alphabetic());
        let behind = text[at + word.len()..]
            .strip_prefix('s')
            .unwrap_or(&text[at + word.len()..]);
        is_edge(text[..at].chars().next_back()) && is_edge(behind.chars().next())
    })
}

/// Whether a prompt begins with a person's name: `Neo, cyberpunk style`, `尼奥，赛博朋克风格`.
fn begins_with_a_name(prompt: &str) -> bool {
    let mut parts = prompt
        .trim()
        .split([',', '，', '、', ';', '；', '。', '\n']);
    let first = parts.next().unwrap_or_default().trim();
    let says_more = parts.any(|it| !it.trim().is_empty());
    let folded = first.to_lowercase();
    if SUBJECTS.iter().any(|it| contains_any(&folded, it.1))
        || MOODS.iter().any(|it| contains_any(&folded, it.1))
    {
        return false;
    }
    let words: Vec<&str> = first.split_whitespace().collect();
    let is_latin = first
        .chars()
        .all(|c| c.is_alphabetic() && !is_han(c) || " .'-".contains(c));
    if is_latin {
        let big = |it: &&str| it.chars().next().is_some_and(char::is_uppercase);
        let is_article = matches!(
            words.first(),
            Some(&("The" | "A" | "An" | "In" | "At" | "On"))
        );
        // One capital may just begin a sentence; with more capitals it is a name.
        return !is_article
            && (1..=3).contains(&words.len())
            && words.iter().all(big)
            && (says_more || words.len() > 1);
    }
    says_more && (2..=4).contains(&first.chars().count()) && first.chars().all(is_han)
}

impl SceneSpec {
    /// Parses a prompt.
    pub(super) fn read(prompt: &str, seed: u64) -> Self {
        // Enough for any description; a prompt may be a whole book.
        let text: String = prompt
            .chars()
            .take(4_000)
            .flat_map(char::to_lowercase)
            .collect();
        let mut rng = SeededRng::new(seed ^ 0x5eed);
        let named = SUBJECTS
            .iter()
            .find(|it| contains_any(&text, it.1))
            .map(|it| it.0);
        let subject = match named {
            _ if begins_with_a_name(prompt) => Subject::Portrait,
            named => named.unwrap_or(Subject::Abstract),
        };
        let mood = MOODS
            .iter()
            .find(|it| contains_any(&text, it.1))
            .map(|it| it.0);
        let free = match subject {
            Subject::Portrait => vec![
                color::DUSK,
                color::NIGHT,
                color::JADE,
                color::DREAM,
                color::DAWN,
            ],
            Subject::Space => vec![color::DREAM, color::NIGHT, color::NEON],
            Subject::Desert => vec![color::SAND, color::DUSK],
            Subject::Forest => vec![color::JADE, color::DAWN],
            Subject::City => vec![color::DUSK, color::NIGHT, color::DAWN],
            Subject::Room | Subject::Door => vec![color::DUSK, color::NIGHT, color::JADE],
            _ => vec![color::DUSK, color::DAWN, color::DAY],
        };
        let palette = mood.unwrap_or_else(|| rng.pick(&free));
        let neon = contains_any(&text, NEON);
        let scenes = SUBJECTS
            .iter()
            .filter(|it| it.0 != Subject::Portrait && contains_any(&text, it.1));
        let backdrop = scenes.map(|it| it.0).next();
        Self {
            subject,
            backdrop,
            palette,
            seed,
            night: contains_any(&text, NIGHT) || palette == color::NIGHT || palette == color::NEON,
            neon,
            lighthouse: contains_any(&text, &["lighthouse", "灯塔", "燈塔"]),
            ship: contains_any(&text, &["ship", "boat", "sail", "船", "帆"]),
            castle: contains_any(
                &text,
                &["castle", "fortress", "palace", "城堡", "宫", "宮", "要塞"],
            ),
            rain: contains_any(&text, &["rain", "rainy", "storm", "雨", "暴风"]),
            snow: contains_any(&text, &["snow", "snowy", "winter", "blizzard", "雪", "冬"]),
            fog: contains_any(
                &text,
                &[
                    "fog", "foggy", "mist", "misty", "smoke", "雾", "霧", "烟", "煙",
                ],
            ),
            person: person(&text, neon, &mut rng),
        }
    }
}
