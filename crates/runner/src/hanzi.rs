//! Traditional Chinese read as simplified, sign by sign, so that a wish in one finds what is written in
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

/// A text with every traditional sign as its simplified one.
pub(crate) fn simplified(text: &str) -> String {
    let simple = |it: char| match it {
        '\u{4e00}'..='\u{9fff}' => SIMPLIFIED.get(&it).copied().unwrap_or(it),
        other => other,
    };
    text.chars().map(simple).collect()
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
    }
}
