//! A book that is played: choices with what a reader has to judge and to note, and the numbers of
//! sections.

use std::borrow::Cow;
use std::collections::HashMap;

use model::Edge;

use super::book::is_about_story;
use super::in_words::capitalized;
use super::{Book, Chapter, Choice, Losses, Notes, Pages};
use crate::LossKind;

/// A choice as it stands in a book.
pub(crate) struct PrintedChoice {
    /// What the reader chooses.
    pub(crate) words: String,
    /// When it may be chosen, and what is noted then, in brackets.
    pub(crate) note: Option<String>,
    /// The section to turn to, after what separates it from the rest, unless `words` say it.
    pub(crate) turn_to: Option<(&'static str, String)>,
    /// The index of the chapter that it leads to.
    pub(crate) to: usize,
}

impl Book<'_> {
    /// Gives every section its place as number, instead of its title.
    pub(super) fn number_sections(&mut self) {
        self.numbering = self.bundle.options.numbering;
        // Titles are looked up without regard to capitals.
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for (at, chapter) in self.chapters.iter_mut().enumerate() {
            let title = chapter.node.title.to_lowercase();
            numbers.entry(title).or_insert(at + 1);
            chapter.title = (at + 1).to_string();
        }
        let titled = Notes::with_titles(&self.language);
        self.notes = Notes::new(&self.language, move |title| {
            match numbers.get(&title.to_lowercase()) {
                Some(number) => number.to_string(),
                None => titled.name(title),
            }
        });
    }

    /// Writes the conditions in the texts of this story in words; texts from other programs keep what
    /// they show without being played.
    pub(super) fn put_conditions_into_words(&mut self, pages: &Pages<'_>) {
        for chapter in &mut self.chapters {
            let node = chapter.node;
            if pages.is_own(node)
                && let Some(words) = self.notes.text(node.prose())
            {
                chapter.text = Cow::Owned(pages.as_read(node, &words));
            }
        }
    }

    /// The choices at the end of the chapter with this index. Where one follows without a choice, none
    /// is needed if it is the next in the book.
    pub(crate) fn printed_choices(&self, index: usize) -> Vec<PrintedChoice> {
        let chapter = &self.chapters[index];
        let is_next = |it: &Choice<'_>| it.to == index + 1;
        let goes_on = !self.is_gamebook && !chapter.has_choices();
        let choices = chapter.choices.iter();
        let choices = choices.filter(|it| !(goes_on && is_next(it)));
        choices.map(|it| self.printed(it)).collect()
    }

    /// When a choice is offered, in words; `None` if it always is.
    pub(crate) fn condition(&self, edge: &Edge) -> Option<String> {
        self.notes.condition(edge)
    }

    fn printed(&self, choice: &Choice<'_>) -> PrintedChoice {
        let edge = choice.edge;
        let effect = edge.record.effect.as_deref();
        let effect = effect.filter(|_| self.is_gamebook);
        let effect = effect.and_then(|it| self.notes.effect(it));
        let parts: Vec<String> = self.condition(edge).into_iter().chain(effect).collect();
        let mut printed = PrintedChoice {
            words: choice.words.clone(),
            note: (!parts.is_empty()).then(|| self.notes.aside(&parts.join("; "))),
            turn_to: None,
            to: choice.to,
        };
        if self.is_numbered() {
            let turn_to = self.notes.turn_to(choice.to + 1);
            if edge.record.label.trim().is_empty() {
                printed.words = capitalized(&turn_to);
            } else {
                printed.turn_to = Some(match printed.words.chars().last() {
                    Some('。' | '！' | '？') => ("", turn_to),
                    Some('.' | '!' | '?' | '…') => (" ", capitalized(&turn_to)),
                    _ => (self.notes.colon(), turn_to),
                });
            }
        }
        printed
    }

    /// What a reader notes on entering a chapter.
    pub(crate) fn entry_note(&self, chapter: &Chapter<'_>) -> Option<String> {
        let enter = chapter.node.play().enter;
        self.is_gamebook
            .then(|| self.notes.effect(&enter))
            .flatten()
    }

    /// Adds what a gamebook leaves out, and what it leaves to its readers.
    pub(super) fn gamebook_losses(&self, losses: &mut Losses<'_>) {
        let pages = Pages::of(&self.bundle.story);
        pages.choice_losses(losses);
        let unreachable = pages.unreachable.iter().copied();
        let (about, lost): (Vec<_>, Vec<_>) = unreachable.partition(|it| is_about_story(it));
        losses.add_nodes(LossKind::NotScenes, about);
        losses.add_nodes(LossKind::UnreachableNodes, lost);
        let (own, foreign): (Vec<_>, Vec<_>) = pages.with_code().partition(|it| pages.is_own(it));
        losses.add_nodes(LossKind::Macros, foreign);
        losses.add_nodes(LossKind::ConditionalTextAsText, own);
        self.add_picture_losses(losses);
        if self.is_numbered() {
            losses.add_nodes(
                LossKind::SectionTitles,
                self.chapters.iter().map(|it| it.node),
            );
        }
        let choices = || self.chapters.iter().flat_map(|it| &it.choices);
        let edges = || choices().map(|it| it.edge);
        losses.add_edges(
            LossKind::ConditionsAsText,
            edges().filter(|it| it.record.condition.is_some()),
        );
        losses.add_edges(LossKind::OnceAsText, edges().filter(|it| it.record.once));
        losses.add_edges(
            LossKind::EffectsAsText,
            edges().filter(|it| it.record.effect.is_some()),
        );
        let entered = self.chapters.iter().map(|it| it.node);
        losses.add_nodes(
            LossKind::EntryEffectsAsText,
            entered.filter(|it| !it.play().enter.is_empty()),
        );
    }
}
