//! The portrayed person: what the words say, completed by the seed.

use super::keywords::COLORS;
use super::{Hair, Person, contains_any, contains_word};
use crate::painter::color::{Rgb, hex};
use crate::painter::rng::SeededRng;

/// The color mentioned next to one of the words, in the same part of the sentence.
fn color_near(text: &str, words: &[&str]) -> Option<Rgb> {
    let parts = text.split([',', '，', '.', '。', ';', '；', '、']);
    let part = parts.into_iter().find(|it| contains_any(it, words))?;
    // "A red coat and black hair": the nearest color before the word, else the one after it.
    let at = words.iter().filter_map(|it| part.find(it)).min()?;
    let near = |text: &str, last: bool| {
        let found = COLORS
            .iter()
            .flat_map(|it| it.1.iter().map(move |word| (it.0, word)));
        // "Tired eyes" does not mean red ones.
        let whole = found.filter(|(_, word)| contains_word(text, word));
        let places = whole.filter_map(|(code, word)| Some((text.rfind(word)?, code)));
        let place = if last {
            places.max_by_key(|it| it.0)
        } else {
            places.min_by_key(|it| it.0)
        };
        place.map(|it| hex(it.1))
    };
    near(&part[..at], true).or_else(|| near(&part[at..], false))
}

pub(super) fn person(text: &str, neon: bool, rng: &mut SeededRng) -> Person {
    let skins = [0xf0c9a8, 0xe2b18c, 0xc98f67, 0x9a6644, 0x6d452e];
    let is_dark = contains_any(text, &["dark skin", "black skin", "深色皮肤", "黑皮肤"]);
    let skin = if is_dark {
        hex(0x6d452e)
    } else {
        hex(rng.pick(&skins[..4]))
    };
    let hairs = [0x1a1519, 0x2b1c17, 0x4a2c1c, 0x7a4a28, 0x221c2b];
    let woman = contains_any(
        text,
        &[
            "woman", "girl", "she", "her", "queen", "heroine", "lady", "female", "princess",
            "mother", "女", "她", "母亲", "公主", "娘",
        ],
    );
    let man = contains_any(
        text,
        &[
            "man", "boy", "he", "his", "king", "male", "father", "prince", "男", "他", "父亲",
            "王子", "neo",
        ],
    );
    let soft_features = woman || (!man && rng.chance(0.45));
    let free = if soft_features {
        [Hair::Long, Hair::Bob, Hair::Bun, Hair::Long]
    } else {
        [Hair::Short, Hair::Swept, Hair::Short, Hair::Swept]
    };
    let styles: &[(Hair, &[&str])] = &[
        (Hair::Bald, &["bald", "shaved", "光头", "光頭", "秃"]),
        (
            Hair::Bun,
            &["bun", "ponytail", "发髻", "髮髻", "马尾", "馬尾"],
        ),
        (
            Hair::Long,
            &["long hair", "long black hair", "长发", "長髮", "披肩"],
        ),
        (Hair::Bob, &["bob", "短发女", "齐耳"]),
        (Hair::Short, &["short hair", "短发", "短髮", "寸头"]),
    ];
    let is_long = text.split([',', '，', '.', '。', ';', '；']).any(|part| {
        contains_any(part, &["hair", "发", "髮"]) && contains_any(part, &["long", "长", "長"])
    });
    let style = styles
        .iter()
        .find(|it| contains_any(text, it.1))
        .map(|it| it.0);
    let style = if is_long { Some(Hair::Long) } else { style };
    let old = contains_any(
        text,
        &[
            "old", "elderly", "aged", "老人", "年老", "白发", "白髮", "老",
        ],
    );
    let cloths = [0x27344d, 0x4a2a35, 0x2c4038, 0x3b3046, 0x51402c];
    let hair = color_near(text, &["hair", "发", "髮"]);
    let cloth = color_near(
        text,
        &[
            "coat", "dress", "shirt", "jacket", "clothes", "suit", "cloak", "robe", "衣", "外套",
            "裙", "袍", "西装", "斗篷",
        ],
    );
    let eyes = color_near(text, &["eyes", "eye", "眼", "瞳"]);
    let glasses = [
        "glasses",
        "sunglasses",
        "shades",
        "goggles",
        "墨镜",
        "墨鏡",
        "眼镜",
        "眼鏡",
        "matrix",
        "黑客帝国",
    ];
    Person {
        skin,
        hair: hair.unwrap_or_else(|| {
            if old {
                hex(0xc9c6c0)
            } else {
                hex(rng.pick(&hairs))
            }
        }),
        style: style.unwrap_or_else(|| rng.pick(&free)),
        cloth: cloth.unwrap_or_else(|| {
            if neon {
                hex(0x12121b)
            } else {
                hex(rng.pick(&cloths))
            }
        }),
        eyes: eyes.unwrap_or_else(|| hex(rng.pick(&[0x4a3524, 0x38506b, 0x3f5a45, 0x2e2622]))),
        glasses: contains_any(text, &glasses) || (neon && rng.chance(0.5)),
        beard: contains_any(text, &["beard", "bearded", "胡子", "鬍", "胡须"]) || (man && old),
        soft_features,
        lit_from: if rng.chance(0.5) { 1.0 } else { -1.0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_colors_only_as_whole_words() {
        let eyes = &["eyes", "眼"];
        assert!(color_near("black coat, tired eyes", eyes).is_none());
        assert!(color_near("black coat, red eyes", eyes).is_some());
        assert!(color_near("红眼", eyes).is_some());
    }
}
