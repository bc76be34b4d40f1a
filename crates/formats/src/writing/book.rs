//! A story as a book: chapters one after the other, each with its prose, its picture and, where it
//! offers any, its choices.

use std::borrow::Cow;
use std::collections::HashMap;

use model::{AssetId, Node, Timestamp};

use super::{Choice, Choices, Losses, Pages, picture_of, reading_order, title_of};
use crate::kept;
use crate::writing::prose::{Block, blocks};
use crate::{Lost, PackedAsset, Parcel};

/// The kinds that speak about the story and are no part of what is read.
const ABOUT: [&str; 4] = ["character", "place", "note", "group"];

/// The chapters of a story.
pub(crate) struct Book<'a> {
    pub(crate) parcel: &'a Parcel,
    /// Its title on one line.
    pub(crate) title: String,
    /// What it is written in: `en`, `zh`.
    pub(crate) language: &'static str,
    /// The chapters in their order.
    pub(crate) chapters: Vec<Chapter<'a>>,
    left_out: Vec<&'a Node>,
}

/// One node of a book.
pub(crate) struct Chapter<'a> {
    pub(crate) node: &'a Node,
    pub(crate) title: String,
    /// Its prose, as it is written.
    pub(crate) text: Cow<'a, str>,
    /// Where it leads, by the numbers of chapters.
    pub(crate) choices: Vec<Choice<'a>>,
}

impl<'a> Chapter<'a> {
    /// Its prose.
    pub(crate) fn blocks(&self) -> Vec<Block> {
        blocks(&self.text)
    }

    /// Whether a reader has anything to choose: one link without words only leads on.
    pub(crate) fn has_choices(&self) -> bool {
        let labeled = |it: &Choice<'_>| !it.edge.record.label.is_empty();
        self.choices.len() > 1 || self.choices.iter().any(labeled)
    }
}

impl<'a> Book<'a> {
    /// All scenes, and nodes of the writer's own kinds, from the start on; then those no choice
    /// leads to.
    pub(crate) fn of_scenes(parcel: &'a Parcel) -> Self {
        let story = &parcel.story;
        let choices = Choices::offered(story);
        let (order, _) = reading_order(story, &choices, Pages::start_of(story));
        let (left_out, nodes): (Vec<_>, Vec<_>) = order
            .into_iter()
            .partition(|it| ABOUT.contains(&it.kind.as_str()));
        let numbers = nodes
            .iter()
            .enumerate()
            .map(|(at, it)| (it.id, at))
            .collect();
        let text = |it: &'a Node| Cow::Borrowed(kept::text_of(it));
        Self::bound(parcel, (nodes, left_out), &choices, &numbers, &text)
    }

    /// What a reader can reach from the start.
    pub(crate) fn of_pages(parcel: &'a Parcel, pages: &Pages<'a>) -> Self {
        let nodes = pages.nodes.clone();
        let text = |it| pages.text(it);
        Self::bound(
            parcel,
            (nodes, Vec::new()),
            &pages.choices,
            &pages.numbers,
            &text,
        )
    }

    fn bound(
        parcel: &'a Parcel,
        (nodes, left_out): (Vec<&'a Node>, Vec<&'a Node>),
        choices: &Choices<'a>,
        numbers: &HashMap<model::NodeId, usize>,
        text: &dyn Fn(&'a Node) -> Cow<'a, str>,
    ) -> Self {
        let language = super::language_of(&nodes);
        let chapters = nodes.into_iter().map(|node| Chapter {
            node,
            title: title_of(node),
            text: text(node),
            choices: choices.numbered(&parcel.story, node.id, numbers),
        });
        Self {
            parcel,
            title: crate::reading::tidy_title(&parcel.story.record.title, "Untitled"),
            language,
            chapters: chapters.collect(),
            left_out,
        }
    }

    /// The picture of a chapter, of a kind that every book reader shows, and what it shows.
    pub(crate) fn picture(
        &self,
        chapter: &Chapter<'_>,
    ) -> Option<(AssetId, &'a PackedAsset, String)> {
        picture_of(self.parcel, chapter.node).filter(|it| it.1.mime != "image/webp")
    }

    /// Lists what a book leaves out.
    pub(crate) fn losses(&self, losses: &mut Losses<'_>) {
        losses.nodes(Lost::NotScenes, self.left_out.iter().copied());
        self.pictures_lost(losses);
    }

    /// Lists pictures of kinds that books do not show.
    pub(crate) fn pictures_lost(&self, losses: &mut Losses<'_>) {
        let chapters = self.chapters.iter();
        let lost = chapters
            .filter(|it| it.node.data.contains_key(super::IMAGE) && self.picture(it).is_none());
        losses.nodes(Lost::PicturesMissing, lost.map(|it| it.node));
    }

    /// When its newest part was made, as far as identities tell: a date for formats that must have
    /// one, the same for the same story.
    pub(crate) fn date(&self) -> Timestamp {
        let story = &self.parcel.story;
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
