//! A story as a book: chapters in order, each with its prose, its picture and its choices, if any.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use model::analysis::is_page_kind;
use model::play::PLAY;
use model::{AssetId, Node, NodeId, Timestamp};

use super::chapters::{ChapterUnit, groups_as_chapters};
use super::{
    Choice, Choices, FormatSupport, IMAGE, Losses, Notations, Notes, Numbering, Pages, Parts,
    picture_of, reading_order, title_of, written_language,
};
use crate::export::prose::{Block, blocks};
use crate::{Bundle, LossKind, PackedAsset};
use markup::kept_data;

/// Whether a node describes the story and is not part of the text to read.
pub(super) fn is_about_story(node: &Node) -> bool {
    !is_page_kind(&node.kind)
}

/// A story as a book.
pub(crate) struct Book<'a> {
    pub(crate) bundle: &'a Bundle,
    /// The title, on one line.
    pub(crate) title: String,
    /// The language code, such as `en` or `zh-CN`.
    pub(crate) language: String,
    /// What it says of conditions and effects.
    pub(super) notes: Notes<'a>,
    /// The chapters, in order. Several can be the scenes of one chapter.
    pub(crate) chapters: Vec<Chapter<'a>>,
    pub(crate) parts: Parts<'a>,
    /// Whether it is played: it has the pages that choices lead to, and says what to note.
    pub(super) is_gamebook: bool,
    /// Whether its sections have numbers instead of titles.
    pub(crate) numbering: Numbering,
    omitted: Vec<&'a Node>,
    /// The scenes whose titles are not in the book.
    untitled: Vec<&'a Node>,
}

/// How the text of a node begins in a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// With a heading: it is a chapter, or the first scene of one.
    Heading,
    /// With a break, as a further scene of the chapter before it.
    SceneBreak,
    /// With nothing: there is no text between the heading and this scene, or none in the scene.
    Unmarked,
}

/// One node of a book.
pub(crate) struct Chapter<'a> {
    pub(crate) node: &'a Node,
    /// The title of the chapter, or of the one that it is a scene of.
    pub(crate) title: String,
    pub(crate) opening: Opening,
    /// The prose, in Markdown.
    pub(crate) text: Cow<'a, str>,
    /// The choices, with their target chapters by index.
    pub(crate) choices: Vec<Choice<'a>>,
}

impl<'a> Chapter<'a> {
    /// The prose as blocks.
    pub(crate) fn blocks(&self) -> Vec<Block> {
        blocks(&self.text)
    }

    /// Whether there is a real choice: a single link without a label only continues.
    pub(crate) fn has_choices(&self) -> bool {
        let labeled = |it: &Choice<'_>| !it.edge.record.label.is_empty();
        self.choices.len() > 1 || self.choices.iter().any(labeled)
    }
}

impl<'a> Book<'a> {
    /// The book in the form that was chosen: all scenes under their titles, or the pages that a reader
    /// can reach as sections with numbers.
    pub(crate) fn of(bundle: &'a Bundle) -> Self {
        match bundle.options.numbering {
            Numbering::None => Self::of_scenes(bundle),
            Numbering::InOrder | Numbering::Shuffled => Self::of_pages(bundle),
        }
    }

    /// All scenes and nodes of custom kinds: first those reachable from the start in reading order,
    /// then the unreachable ones.
    pub(crate) fn of_scenes(bundle: &'a Bundle) -> Self {
        let story = &bundle.story;
        let choices = Choices::offered(story);
        let (order, _) = reading_order(story, &choices, Pages::start_of(story));
        let (omitted, nodes): (Vec<_>, Vec<_>) =
            order.into_iter().partition(|it| is_about_story(it));
        let notations = Notations::of(story);
        let text = |it: &'a Node| notations.read(it, kept_data::text_of(it));
        let mut book = Self::build(bundle, (nodes, omitted), &choices, &text);
        let nodes: Vec<_> = book.chapters.iter().map(|it| it.node).collect();
        let groups = match bundle.options.chapters {
            ChapterUnit::Scene => {
                book.parts = Parts::of(story, &nodes);
                Vec::new()
            }
            ChapterUnit::Group => {
                let groups = groups_as_chapters(story, &nodes);
                book.parts = Parts::around(story, &nodes, &groups);
                book.join_scenes(&groups);
                groups
            }
        };
        // Of a group only the title is in the book.
        let is_heading = |node: &Node| {
            let mut groups = groups.iter().flatten();
            book.parts.contains(node) || groups.any(|it| it.id == node.id)
        };
        let is_in_book = |it: &Node| is_heading(it) && kept_data::text_of(it).is_empty();
        book.omitted.retain(|it| !is_in_book(it));
        book
    }

    /// Makes scenes of the same group one chapter.
    fn join_scenes(&mut self, groups: &[Option<&'a Node>]) {
        let is_shown: Vec<bool> = self.chapters.iter().map(|it| self.is_shown(it)).collect();
        let mut begun = false;
        for (number, chapter) in self.chapters.iter_mut().enumerate() {
            let Some(group) = groups[number] else {
                continue;
            };
            let before = number.checked_sub(1).and_then(|it| groups[it]);
            let continues = before.is_some_and(|it| it.id == group.id);
            chapter.title = title_of(group);
            self.untitled.push(chapter.node);
            chapter.opening = match continues {
                false => Opening::Heading,
                true if begun && is_shown[number] => Opening::SceneBreak,
                true => Opening::Unmarked,
            };
            begun = is_shown[number] || (continues && begun);
        }
    }

    /// Whether there is anything of a scene beneath its title.
    fn is_shown(&self, scene: &Chapter<'_>) -> bool {
        let has_text = !scene.text.trim().is_empty() || scene.has_choices();
        has_text || self.picture(scene).is_some()
    }

    /// Whether chapters and parts begin on pages of their own: those that have several scenes do.
    pub(crate) fn has_chapter_pages(&self) -> bool {
        !self.is_gamebook && self.bundle.options.chapters == ChapterUnit::Group
    }

    /// Whether open comments are part of it.
    pub(crate) fn has_comments(&self) -> bool {
        self.bundle.options.comments
    }

    /// The chapters, as ranges of the nodes that they consist of.
    pub(crate) fn sections(&self) -> impl Iterator<Item = Range<usize>> {
        let begins = |it: &usize| self.chapters[*it].opening == Opening::Heading;
        let ends = move |from: usize| {
            let next = (from + 1..self.chapters.len()).find(begins);
            from..next.unwrap_or(self.chapters.len())
        };
        (0..self.chapters.len()).filter(begins).map(ends)
    }

    /// The pages that a reader can reach from the start, under their titles or numbers.
    pub(crate) fn of_pages(bundle: &'a Bundle) -> Self {
        let pages = Pages::of(&bundle.story);
        let numbering = bundle.options.numbering;
        let nodes = numbering.arrange(&bundle.story, pages.nodes.clone());
        let text = |it| pages.text(it);
        let mut book = Self::build(bundle, (nodes, Vec::new()), &pages.choices, &text);
        book.is_gamebook = true;
        if numbering != Numbering::None {
            book.number_sections();
        }
        book.put_conditions_into_words(&pages);
        book
    }

    /// Whether its sections have numbers instead of titles.
    pub(crate) fn is_numbered(&self) -> bool {
        self.numbering != Numbering::None
    }

    /// What a format of books can hold of such a book.
    pub(crate) fn support(&self, format: &'static str) -> FormatSupport {
        FormatSupport {
            format,
            capabilities: match self.is_gamebook {
                true => &[kept_data::TEXT, IMAGE, PLAY],
                false => &[kept_data::TEXT, IMAGE],
            },
            kind: |_| true,
        }
    }

    fn build(
        bundle: &'a Bundle,
        (nodes, omitted): (Vec<&'a Node>, Vec<&'a Node>),
        choices: &Choices<'a>,
        text: &dyn Fn(&'a Node) -> Cow<'a, str>,
    ) -> Self {
        let language = written_language(bundle, &nodes);
        let places = nodes.iter().enumerate();
        let numbers: HashMap<NodeId, usize> = places.map(|(at, it)| (it.id, at)).collect();
        let chapters = nodes.into_iter().map(|node| Chapter {
            node,
            title: title_of(node),
            opening: Opening::Heading,
            text: text(node),
            choices: choices.numbered(&bundle.story, node.id, &numbers),
        });
        Self {
            bundle,
            title: crate::import::tidy_title(&bundle.story.record.title, "Untitled"),
            notes: Notes::with_titles(&language),
            language,
            chapters: chapters.collect(),
            parts: Parts::default(),
            is_gamebook: false,
            numbering: Numbering::None,
            omitted,
            untitled: Vec::new(),
        }
    }

    /// The picture of a chapter and its description, if its type is one that every e-reader
    /// supports.
    pub(crate) fn picture(
        &self,
        chapter: &Chapter<'_>,
    ) -> Option<(AssetId, &'a PackedAsset, String)> {
        picture_of(self.bundle, chapter.node).filter(|it| it.1.mime != "image/webp")
    }

    /// Adds what a book leaves out.
    pub(crate) fn losses(&self, losses: &mut Losses<'_>) {
        if self.is_gamebook {
            self.gamebook_losses(losses);
            return;
        }
        losses.add_nodes(LossKind::NotScenes, self.omitted.iter().copied());
        losses.add_nodes(LossKind::SceneTitles, self.untitled.iter().copied());
        let notations = Notations::of(&self.bundle.story);
        let chapters = self.chapters.iter().map(|it| it.node);
        let with_code = chapters.filter(|it| notations.leaves_out_code(it, kept_data::text_of(it)));
        losses.add_nodes(LossKind::Macros, with_code);
        self.add_picture_losses(losses);
    }

    /// Adds pictures whose types books do not support.
    pub(super) fn add_picture_losses(&self, losses: &mut Losses<'_>) {
        let chapters = self.chapters.iter();
        let lost = chapters
            .filter(|it| it.node.data.contains_key(super::IMAGE) && self.picture(it).is_none());
        losses.add_nodes(LossKind::PicturesMissing, lost.map(|it| it.node));
    }

    /// The creation time of the newest part, as far as ids contain one. It serves formats that
    /// require a date, and is the same for the same story.
    pub(crate) fn date(&self) -> Timestamp {
        let story = &self.bundle.story;
        let nodes = story.nodes.keys().map(|it| it.0);
        let edges = story.edges.keys().map(|it| it.0);
        let newest = nodes
            .chain(edges)
            .chain([story.id.0])
            .filter_map(|it| it.get_timestamp())
            .map(|it| it.to_unix().0)
            .max();
        let second = newest.and_then(|it| i64::try_from(it).ok()).unwrap_or(0);
        Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}
