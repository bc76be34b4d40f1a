//! The parts of a book: the groups on the map, if the chapters of each follow one another.

use model::{Node, Story};

use super::chapters::groups_of;
use super::title_of;

/// The parts of a book. Chapters are numbered as they were given.
#[derive(Default)]
pub(crate) struct Parts<'a> {
    groups: Vec<&'a Node>,
    /// For every chapter the part that it is in, by index.
    by_chapter: Vec<Option<usize>>,
}

impl<'a> Parts<'a> {
    /// The parts of these chapters, which are in the order of the book. A chapter belongs to the
    /// outermost group around it. There are none if the chapters of a group are apart.
    pub(crate) fn of(story: &'a Story, chapters: &[&Node]) -> Self {
        let outermost = |it: &&Node| groups_of(story, it).last();
        Self::of_groups(&chapters.iter().map(outermost).collect::<Vec<_>>())
    }

    /// The parts of chapters that consist of scenes of groups: `chapters` says for every scene which
    /// group, if any, is its chapter.
    pub(super) fn around(story: &'a Story, scenes: &[&Node], chapters: &[Option<&Node>]) -> Self {
        let scenes = scenes.iter().zip(chapters);
        let groups = scenes.map(|(scene, chapter)| {
            let outermost = groups_of(story, scene).last()?;
            let is_chapter = chapter.is_some_and(|it| it.id == outermost.id);
            (!is_chapter).then_some(outermost)
        });
        Self::of_groups(&groups.collect::<Vec<_>>())
    }

    /// Parts with these titles: for every chapter its group, if it has one.
    fn of_groups(groups: &[Option<&'a Node>]) -> Self {
        let mut parts = Self::default();
        let is_same = |a: &Option<&Node>, b: &Option<&Node>| a.map(|it| it.id) == b.map(|it| it.id);
        for run in groups.chunk_by(is_same) {
            let part = run[0].map(|group| {
                parts.groups.push(group);
                parts.groups.len() - 1
            });
            parts.by_chapter.extend(run.iter().map(|_| part));
        }
        let mut ids: Vec<_> = parts.groups.iter().map(|it| it.id).collect();
        ids.sort_unstable();
        if ids.windows(2).any(|it| it[0] == it[1]) {
            return Self::default();
        }
        parts
    }

    /// The part that a chapter is in, by index.
    pub(crate) fn part_of(&self, chapter: usize) -> Option<usize> {
        self.by_chapter.get(chapter).copied().flatten()
    }

    /// The index and title of the part that begins with a chapter.
    pub(crate) fn beginning_at(&self, chapter: usize) -> Option<(usize, String)> {
        let part = self.part_of(chapter)?;
        let before = chapter.checked_sub(1).and_then(|it| self.part_of(it));
        (before != Some(part)).then(|| (part, title_of(self.groups[part])))
    }

    /// Whether the book has no parts.
    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Whether a node is the group of a part.
    pub(crate) fn contains(&self, node: &Node) -> bool {
        self.groups.iter().any(|it| it.id == node.id)
    }
}
