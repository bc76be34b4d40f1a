//! Traditional Chinese read as simplified, sign by sign, so that words in one find what is written in
//! the other. For comparing only: nothing that is shown or kept is changed. Enter through
//! [`simplified`]. Not here: words that Taiwan and the mainland choose differently.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Pairs of a traditional sign and its simplified one, after the table `TSCharacters` of OpenCC
/// (Apache-2.0): those of the basic block, which are all that are in common use. The crates that convert
/// whole texts bring dictionaries of phrases fifty times this size, and comparing needs none.
const TABLE: &str = include_str!("simplified.txt");

static SIMPLIFIED: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let pairs = TABLE.split_whitespace().filter_map(|pair| {
        let mut signs = pair.chars();
        signs.next().zip(signs.next())
    });
    pairs.collect()
});

/// Signs of the table that texts in simplified Chinese use too (乾坤, 哪吒), for those among their
/// meanings that were not simplified.
const OF_BOTH: &str = "乾吒夥徵捱摺於榘甯菸薹醣麴麽";

/// A text with every traditional sign as its simplified one; as many bytes long as it was.
pub fn simplified(text: &str) -> String {
    text.chars().map(simplified_sign).collect()
}

/// A sign as simplified Chinese writes it; any other character as it is. Both are encoded in as many
/// bytes.
pub fn simplified_sign(sign: char) -> char {
    match sign {
        '\u{4e00}'..='\u{9fff}' => SIMPLIFIED.get(&sign).copied().unwrap_or(sign),
        other => other,
    }
}

/// Whether only traditional Chinese writes a sign.
pub fn is_traditional_sign(sign: char) -> bool {
    simplified_sign(sign) != sign && !OF_BOTH.contains(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traditional_signs_are_read_as_simplified_and_all_else_stays() {
        assert_eq!(simplified("給主角畫一張肖像"), "给主角画一张肖像");
        assert_eq!(simplified("龍與鳳 met at 8:00"), "龙与凤 met at 8:00");
        assert_eq!(simplified("已经是简体"), "已经是简体");
        assert!(SIMPLIFIED.len() > 2_500);
        let settled = SIMPLIFIED.values().all(|it| !SIMPLIFIED.contains_key(it));
        let chains: Vec<_> = SIMPLIFIED
            .iter()
            .filter(|it| SIMPLIFIED.contains_key(it.1))
            .collect();
        assert!(settled, "one look is enough: {chains:?}");
        let long = SIMPLIFIED.values().filter(|it| it.len_utf8() != 3);
        assert_eq!(long.count(), 0, "a text keeps its length");
    }

    #[test]
    fn a_sign_that_both_use_tells_nothing() {
        let told = |text: &str| text.chars().any(is_traditional_sign);
        assert!(told("畫一個魔童") && told("後來"));
        assert!(!told("画哪吒大闹乾坤") && !told("draw it"));
        assert!(OF_BOTH.chars().all(|it| SIMPLIFIED.contains_key(&it)));
    }
}
