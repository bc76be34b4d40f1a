//! Translations as files for translators.

use std::collections::{HashMap, VecDeque};

use capability::{NodeSelection, ToolContext, ToolError};
use formats::translation::{
    self, TranslationFile, TranslationFormat, TranslationUnit, UnitState, ink_strings, yarn_strings,
};
use markup::translation::{PieceKind, TITLE_ID, nodes_for_readers, translated_story};
use model::contents::{Glossary, StoryLanguages};
use model::{NodeId, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::source::{Leaving, all_translations, glossary, languages, translation_in};
use crate::background::run_in_background;
use crate::shared::file_content::File;
use crate::shared::story_languages::language;

/// Which pieces of a story stand in a file.
#[derive(Clone, Copy, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Content {
    /// All.
    #[default]
    All,
    /// Only those that are missing or stale.
    Open,
}

/// The formats in which translations go out.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum FileFormat {
    /// XLIFF 2.0, for the programs of translators.
    Xliff,
    /// PO of gettext.
    Po,
    /// A table for spreadsheets.
    Csv,
    /// A Yarn script with line ids, and a string table for each language, as an archive.
    Yarn,
    /// An Ink script with ids, a table of all languages, and the script in each, as an archive.
    Ink,
}

/// Export a translation for translators, each piece with an id that stays, also where it is moved or
/// its source changes. The answer holds the file's content. import_translations takes it back. To
/// export the story itself in another language use export_story.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Export {
    /// `xliff`, `po` or `csv`, one language each; `yarn` or `ink`, a script with tables of all
    /// languages.
    format: FileFormat,
    /// The language, by its code. Defaults to the only one the story is translated into.
    language: Option<String>,
    /// Which pieces: `all`, or `open` for those that are missing or stale. Defaults to `all`.
    content: Option<Content>,
    #[serde(flatten)]
    selection: NodeSelection,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Exported {
    format: FileFormat,
    extension: &'static str,
    /// The language; none where the file holds all.
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    /// How many pieces the file holds.
    pieces: usize,
    #[serde(flatten)]
    file: File,
}

pub(super) async fn export(cx: ToolContext, input: Export) -> Result<Exported, ToolError> {
    let languages = languages(&cx)?;
    cx.progress(None, "reading the story");
    run_in_background(move || write(&cx, &languages, &input)).await
}

fn write(
    cx: &ToolContext,
    languages: &StoryLanguages,
    input: &Export,
) -> Result<Exported, ToolError> {
    let format = match input.format {
        FileFormat::Xliff => TranslationFormat::Xliff,
        FileFormat::Po => TranslationFormat::Po,
        FileFormat::Csv => TranslationFormat::Csv,
        FileFormat::Yarn | FileFormat::Ink => return script(cx, languages, input.format),
    };
    let language = language(languages, input.language.as_deref())?;
    let view = cx.story();
    let story = view.story()?;
    let ids = match input.selection.is_everything() {
        true => nodes_for_readers(&story),
        false => input.selection.resolve(view)?,
    };
    let glossary = glossary(cx)?;
    let only_open = input.content == Some(Content::Open);
    let mut units = Vec::new();
    if input.selection.is_everything() {
        units.extend(story_title(&story, &language, &glossary));
    }
    let leaving = Leaving::of(&story);
    for node in ids.iter().filter_map(|it| story.nodes.get(it)) {
        let source = leaving.source(node, &all_translations(node, languages));
        let kept = translation_in(&node.data, &language);
        let pieces = source.pieces().iter().zip(source.placed(&kept));
        for (piece, placed) in pieces {
            let kind = match piece.kind {
                PieceKind::Title => "title",
                PieceKind::Line => "line",
                PieceKind::Choice => "choice",
            };
            units.push(TranslationUnit {
                id: unit_id(node.id, &piece.id),
                context: node.title.clone(),
                note: note(kind, &piece.words, &glossary, &language),
                ..unit(&piece.words, placed)
            });
        }
    }
    if only_open {
        units.retain(|it| it.text.is_empty() || it.state == UnitState::Stale);
    }
    let pieces = units.len();
    let file = translation::write(
        format,
        &TranslationFile {
            story: story.record.title.clone(),
            source: languages.source.clone(),
            target: language.clone(),
            units,
        },
    );
    Ok(Exported {
        format: input.format,
        extension: format.extension(),
        language: Some(language),
        pieces,
        file: File::from(file),
    })
}

/// The id of a piece, unique in the story.
pub(super) fn unit_id(node: NodeId, piece: &str) -> String {
    format!("{node}.{piece}")
}

/// The id of the story's title.
pub(super) fn story_title_id() -> String {
    format!("story.{TITLE_ID}")
}

fn unit(words: &str, placed: Option<&model::contents::TranslatedWords>) -> TranslationUnit {
    let is_stale = placed.is_some_and(|it| it.source != words);
    TranslationUnit {
        source: words.to_owned(),
        text: placed.map(|it| it.text.clone()).unwrap_or_default(),
        previous: placed.filter(|_| is_stale).map(|it| it.source.clone()),
        state: match is_stale {
            true => UnitState::Stale,
            false => UnitState::Plain,
        },
        ..TranslationUnit::default()
    }
}

fn story_title(story: &Story, language: &str, glossary: &Glossary) -> Option<TranslationUnit> {
    let title = &story.record.title;
    let kept = translation_in(&story.data, language);
    (!title.trim().is_empty()).then(|| TranslationUnit {
        id: story_title_id(),
        context: title.clone(),
        note: note("title of the story", title, glossary, language),
        ..unit(title, kept.title.as_ref())
    })
}

/// A note for the translator: what the piece is, and the terms in it.
fn note(kind: &str, words: &str, glossary: &Glossary, language: &str) -> String {
    let mut note = kind.to_owned();
    for (term, translation) in glossary.terms_in(words, language) {
        note += &format!("\n{} = {translation}", term.term);
        if !term.note.is_empty() {
            note += &format!(" ({})", term.note);
        }
    }
    note
}

/// The story as a script with ids, and each line in all languages.
fn script(
    cx: &ToolContext,
    languages: &StoryLanguages,
    format: FileFormat,
) -> Result<Exported, ToolError> {
    let story = cx.story().story()?;
    let leaving = Leaving::of(&story);
    let mut ids: HashMap<String, VecDeque<String>> = HashMap::new();
    let mut pieces = 0;
    for node in story.nodes.values() {
        let source = leaving.source(node, &all_translations(node, languages));
        for piece in source.pieces() {
            let id = line_id(node.id, &piece.id);
            ids.entry(piece.words.clone()).or_default().push_back(id);
            pieces += 1;
        }
    }
    let mut id_of = |words: &str| ids.get_mut(words)?.pop_front();
    let translated = languages.targets.iter();
    let translated: Vec<_> = translated
        .map(|it| (it.clone(), translated_story(&story, it)))
        .collect();
    let file = match format {
        FileFormat::Yarn => yarn_strings(&story, &translated, &mut id_of),
        _ => ink_strings(&story, &languages.source, &translated, &mut id_of),
    };
    Ok(Exported {
        format,
        extension: "zip",
        language: None,
        pieces,
        file: File::from(file),
    })
}

/// The id of a piece in a script, where ids are short and alphanumeric: the existing id of the
/// line, or a hash.
pub(super) fn line_id(node: NodeId, piece: &str) -> String {
    let is_own = piece.starts_with("line:");
    if is_own {
        return piece.to_owned();
    }
    let hash = model::ContentHash::of(unit_id(node, piece).as_bytes()).to_string();
    hash[..10].to_owned()
}
