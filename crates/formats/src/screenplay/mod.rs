//! Screenplays: scenes with headings, action, dialogue of the characters, and choices as transitions.

#[cfg(test)]
mod comment_tests;
mod final_draft;
mod fountain;

pub(crate) use self::final_draft::FinalDraft;
pub(crate) use self::fountain::Fountain;

use crate::export::prose::{Block, BlockKind};
use crate::export::{Book, Chapter, Choice, FormatSupport, Losses};
use crate::import::tidy_title;
use crate::{Bundle, Loss, LossKind};
use markup::kept_data;
use model::contents::{Content as _, Summary};

/// What a screenplay leaves out, in one format or the other.
fn losses(bundle: &Bundle, format: &'static str) -> Vec<Loss> {
    let support = FormatSupport {
        format,
        capabilities: &[kept_data::TEXT, Summary::CAPABILITY],
        kind: |_| true,
    };
    let book = Book::of_scenes(bundle);
    let mut losses = Losses::of_commented(&book, &support);
    book.losses(&mut losses);
    let has = |wanted: fn(&Block) -> bool| {
        let chapters = book.chapters.iter();
        chapters
            .filter(move |it| it.blocks().iter().any(wanted))
            .map(|it| it.node)
    };
    losses.add_nodes(
        LossKind::BlocksAsAction,
        has(|it| it.quote_depth > 0 || matches!(it.kind, BlockKind::Item { .. } | BlockKind::Code)),
    );
    losses.add_nodes(
        LossKind::WebLinksAsText,
        has(|it| it.runs.iter().any(|it| it.link.is_some())),
    );
    losses.finish()
}

/// What a scene is about, in one line, if somebody noted that.
fn synopsis_of(chapter: &Chapter<'_>) -> Option<String> {
    let summary = Summary::in_data(chapter.node.data.get(Summary::CAPABILITY)?)?;
    let words = tidy_title(&summary.text, "");
    (!words.is_empty()).then_some(words)
}

/// A choice in one line: its words, its condition, and the heading of the scene that it leads to.
fn choice_words(book: &Book<'_>, choice: &Choice<'_>) -> String {
    let condition = book.condition(choice.edge);
    let condition = condition.map(|it| format!(" ({})", tidy_title(&it, "")));
    let condition = condition.unwrap_or_default();
    let target = &book.chapters[choice.to].title;
    format!("{}{condition} → {target}", choice.words)
}

/// The sample story with a yard in which somebody speaks.
#[cfg(test)]
fn sample_with_yard(text: &str) -> Bundle {
    let mut story = crate::tests::stories::sample_story();
    let yard = std::sync::Arc::make_mut(&mut story.nodes[0]);
    yard.title = "INT. YARD - NIGHT".to_owned();
    Summary::new("He meets\nhis *end*.".to_owned(), "").store_in(&mut yard.data);
    kept_data::set_text(&mut yard.data, text);
    Bundle::new(story)
}
