//! Finds unused titles for copies, so that a title in a text stays unambiguous.

use std::collections::HashSet;

use model::Story;

/// The titles that are taken.
#[derive(Clone)]
pub(crate) struct FreeTitles(HashSet<String>);

impl FreeTitles {
    /// The titles of a story.
    pub(crate) fn of(story: &Story) -> Self {
        Self(story.nodes.values().map(|it| it.title.clone()).collect())
    }

    /// Takes the titles of another story as well.
    pub(crate) fn reserve(&mut self, story: &Story) {
        let titles = story.nodes.values().map(|it| it.title.clone());
        self.0.extend(titles);
    }

    /// Returns the title, with the next free number appended if it is taken, and marks it as taken.
    pub(crate) fn take(&mut self, title: &str) -> String {
        let mut free = title.to_owned();
        if !title.is_empty() && self.0.contains(title) {
            let numbered = title.rsplit_once(' ');
            let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
            let words = numbered
                .filter(|it| is_number(it.1))
                .map_or(title, |it| it.0);
            let mut numbers = (2..).map(|number: usize| format!("{words} {number}"));
            free = numbers.find(|it| !self.0.contains(it)).unwrap_or(free);
        }
        self.0.insert(free.clone());
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_title_gets_the_next_free_number() {
        let mut titles = FreeTitles(["Gate", "Lamp 2"].map(str::to_owned).into());
        assert_eq!(titles.take("Pier"), "Pier");
        assert_eq!(titles.take("Gate"), "Gate 2");
        assert_eq!(titles.take("Gate"), "Gate 3");
        assert_eq!(titles.take("Lamp 2"), "Lamp 3");
        assert_eq!(titles.take(""), "");
    }
}
