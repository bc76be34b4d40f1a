//! Folds traditional Chinese characters into simplified ones, one by one, so that a search in one
//! script finds text in the other. Only for comparison: text that is displayed or stored is not
//! changed. Enter through [`simplified`]. Not here: vocabulary differences between Taiwan and the
//! mainland.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Pairs of a traditional character and its simplified one, from the table `TSCharacters` of OpenCC
/// (Apache-2.0), limited to the basic block, which has all those in common use. Crates that convert
/// whole texts bring phrase dictionaries fifty times this size, which comparison does not need.
const TABLE: &str = include_str!("simplified.txt");

static SIMPLIFIED: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let pairs = TABLE.split_whitespace().filter_map(|pair| {
        let mut signs = pair.chars();
        signs.next().zip(signs.next())
    });
    pairs.collect()
});

/// Characters of the table that simplified Chinese texts use too (乾坤, 哪吒), for those of their
/// meanings that were not simplified.
const USED_IN_BOTH_SCRIPTS: &str = "乾吒夥徵捱摺於榘甯菸薹醣麴麽";

/// Whether a character is a Chinese one: Han, without kana.
pub fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3134f}')
}

/// The text with every traditional character simplified; its length in bytes does not change.
pub fn simplified(text: &str) -> String {
    text.chars().map(to_simplified_char).collect()
}

/// The simplified form of a character; any other character is unchanged. Both have the same length
/// in UTF-8.
pub fn to_simplified_char(sign: char) -> char {
    match sign {
        '\u{4e00}'..='\u{9fff}' => SIMPLIFIED.get(&sign).copied().unwrap_or(sign),
        other => other,
    }
}

/// Whether a character is used only in traditional Chinese.
pub fn is_traditional_char(sign: char) -> bool {
    to_simplified_char(sign) != sign && !USED_IN_BOTH_SCRIPTS.contains(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_only_traditional_characters() {
        assert_eq!(simplified("給主角畫一張肖像"), "给主角画一张肖像");
        assert_eq!(simplified("龍與鳳 met at 8:00"), "龙与凤 met at 8:00");
        assert_eq!(simplified("已经是简体"), "已经是简体");
        assert!(SIMPLIFIED.len() > 2_500);
        let settled = SIMPLIFIED.values().all(|it| !SIMPLIFIED.contains_key(it));
        let chains: Vec<_> = SIMPLIFIED
            .iter()
            .filter(|it| SIMPLIFIED.contains_key(it.1))
            .collect();
        assert!(settled, "one pass is enough: {chains:?}");
        let long = SIMPLIFIED.values().filter(|it| it.len_utf8() != 3);
        assert_eq!(long.count(), 0, "a text keeps its length");
    }

    #[test]
    fn a_character_shared_by_both_scripts_is_not_traditional() {
        let is_traditional = |text: &str| text.chars().any(is_traditional_char);
        assert!(is_traditional("畫一個魔童") && is_traditional("後來"));
        assert!(!is_traditional("画哪吒大闹乾坤") && !is_traditional("draw it"));
        assert!(
            USED_IN_BOTH_SCRIPTS
                .chars()
                .all(|it| SIMPLIFIED.contains_key(&it))
        );
    }
}
