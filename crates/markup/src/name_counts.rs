//! Counts how often texts name somebody or something, by any of its names: in any letter case, in
//! traditional or simplified signs, and as whole words where the script has spaces. All names are looked
//! for in one pass over a text.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use aho_corasick::AhoCorasick;
use model::{is_part_of_word, to_simplified_char};

/// How often a text names an owner of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedTimes {
    /// The number of the owner.
    pub owner: usize,
    /// How often.
    pub times: usize,
    /// Where it is named first, in bytes of the text.
    pub first: Range<usize>,
}

/// The names to count.
#[derive(Debug)]
pub struct NameCounter {
    names: AhoCorasick,
    /// Those who have each of the names.
    owners: Vec<Vec<usize>>,
}

impl NameCounter {
    /// Counts these names, each with the number of its owner. Names of one character are left out,
    /// because they occur by chance. `None` if there are more names than can be looked for at once.
    pub fn new<'a>(names: impl IntoIterator<Item = (usize, &'a str)>) -> Option<Self> {
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut owners: Vec<Vec<usize>> = Vec::new();
        let mut texts = Vec::new();
        for (owner, name) in names {
            let name = folded(name.trim());
            if name.chars().nth(1).is_none() {
                continue;
            }
            let number = *numbers.entry(name.clone()).or_insert_with(|| {
                texts.push(name);
                owners.push(Vec::new());
                owners.len() - 1
            });
            if !owners[number].contains(&owner) {
                owners[number].push(owner);
            }
        }
        let names = AhoCorasick::new(texts).ok()?;
        Some(Self { names, owners })
    }

    /// Who is named in a text, in the order of their numbers. Of names within one another, as "Ann" in
    /// "Ann Marie", the longer one counts.
    pub fn count(&self, text: &str) -> Vec<NamedTimes> {
        let text = folded(text);
        let mut found: Vec<_> = self
            .names
            .find_overlapping_iter(&text)
            .filter(|it| !is_part_of_word(&text, it.range()))
            .collect();
        found.sort_by_key(|it| (it.start(), std::cmp::Reverse(it.end())));
        let mut named: BTreeMap<usize, NamedTimes> = BTreeMap::new();
        let mut free = 0;
        for place in found {
            if place.start() < free {
                continue;
            }
            free = place.end();
            for &owner in &self.owners[place.pattern().as_usize()] {
                let counted = named.entry(owner).or_insert_with(|| NamedTimes {
                    owner,
                    times: 0,
                    first: place.range(),
                });
                counted.times += 1;
            }
        }
        named.into_values().collect()
    }
}

/// A text in lower case and simplified Chinese whose characters stand at the same bytes as before. A
/// character that would become longer or shorter stays as it is.
fn folded(text: &str) -> String {
    let folded = text.chars().map(|c| {
        let mut lower = c.to_lowercase();
        let folded = match (lower.next(), lower.next()) {
            (Some(only), None) => to_simplified_char(only),
            _ => c,
        };
        match folded.len_utf8() == c.len_utf8() {
            true => folded,
            false => c,
        }
    });
    folded.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, usize, &str)]) {
        let owners = ["Ann", "Ann Marie", "林梅", "Élodie", "X"];
        let names = owners.iter().copied().enumerate();
        let aliases = [(0, "Annie"), (2, "阿梅"), (3, "Annie")];
        let counter = NameCounter::new(names.chain(aliases)).unwrap();
        let counted: Vec<_> = counter
            .count(text)
            .into_iter()
            .map(|it| (owners[it.owner], it.times, &text[it.first]))
            .collect();
        assert_eq!(counted, expected, "{text}");
    }

    #[test]
    fn counts_whole_words_in_any_case() {
        check("Anna saw ann. ANN, Ann's!", &[("Ann", 3, "ann")]);
        check("élodie, ÉLODIE", &[("Élodie", 2, "élodie")]);
        check("X marks it", &[]);
    }

    #[test]
    fn the_longer_of_two_names_at_a_place_counts() {
        check(
            "Ann Marie and Ann",
            &[("Ann", 1, "Ann"), ("Ann Marie", 1, "Ann Marie")],
        );
        check("Ann Maries", &[("Ann", 1, "Ann")]);
    }

    #[test]
    fn a_name_of_two_counts_for_both_and_scripts_without_spaces_need_none() {
        check("Annie!", &[("Ann", 1, "Annie"), ("Élodie", 1, "Annie")]);
        check("他叫阿梅，林梅。", &[("林梅", 2, "阿梅")]);
    }

    #[test]
    fn traditional_signs_count_as_simplified_ones() {
        let counter = NameCounter::new([(0, "龙飞"), (1, "張三")]).unwrap();
        let counted = counter.count("龍飛和张三");
        let counted: Vec<_> = counted.iter().map(|it| (it.owner, it.times)).collect();
        assert_eq!(counted, [(0, 1), (1, 1)]);
    }

    #[test]
    fn a_text_whose_lower_case_is_longer_keeps_its_places() {
        check("İstanbul, Ann", &[("Ann", 1, "Ann")]);
    }
}
