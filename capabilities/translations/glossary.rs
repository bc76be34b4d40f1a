//! The names and terms of the story, and their translations.

use capability::{Edit, ToolContext, ToolError, UiHints};
use model::Slot;
use model::contents::{Content as _, GLOSSARY, Glossary, Term};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::source::{glossary, languages};
use crate::answer::{message, stored};
use crate::shared::story_languages::language;
use crate::validate;

/// How many terms a glossary has at most.
const MAX_TERMS: usize = 2_000;

/// Set how a name or term is translated into a language. Models that translate are told, and
/// translations with other words for it are pointed out.
#[derive(Deserialize, JsonSchema)]
pub(super) struct SetTerm {
    /// The name or term as it stands in the story, for instance `Lighthouse`.
    term: String,
    /// What it is in the language, for instance `Leuchtturm`; the same as the term for a name that
    /// stays. Empty removes what was there. Left out, only the note is set.
    translation: Option<String>,
    /// The language, by its code. Defaults to the only one the story is translated into.
    language: Option<String>,
    /// What a translator should know, for instance `the ship, not the girl`.
    note: Option<String>,
}

/// The glossary after a change.
#[derive(Serialize, JsonSchema)]
pub(super) struct Changed {
    version: u32,
    /// The term that was changed or removed.
    term: String,
    /// How many terms there are.
    count: usize,
}

pub(super) async fn set(cx: ToolContext, input: SetTerm) -> Result<Changed, ToolError> {
    let term = validate::line("/term", "the term", &input.term)?;
    let translation = match &input.translation {
        None => None,
        Some(given) => {
            let words = validate::optional_line("/translation", "the translation", given)?;
            Some((
                language(&languages(&cx)?, input.language.as_deref())?,
                words,
            ))
        }
    };
    let note = input.note.as_deref();
    let note = note.map(|it| validate::optional_line("/note", "the note", it));
    let note = note.transpose()?;
    cx.edit(move |edit| {
        change(edit, term, |all, term| {
            let at = position(all, term).unwrap_or_else(|| {
                all.terms.push(Term {
                    term: term.to_owned(),
                    note: String::new(),
                    translations: Default::default(),
                });
                all.terms.len() - 1
            });
            let kept = &mut all.terms[at];
            if let Some(note) = note {
                kept.note = note;
            }
            match translation {
                Some((language, words)) if words.is_empty() => {
                    kept.translations.remove(&language);
                }
                Some((language, words)) => {
                    kept.translations.insert(language, words);
                }
                None => {}
            }
            if all.terms.len() > MAX_TERMS {
                let message = format!("the glossary has {MAX_TERMS} terms already");
                return Err(ToolError::invalid("/term", message)
                    .hint("remove_glossary_term takes terms away"));
            }
            Ok(())
        })
    })
    .await
}

/// Remove a term from the glossary, in all languages.
#[derive(Deserialize, JsonSchema)]
pub(super) struct RemoveTerm {
    /// The name or term, as list_glossary gives it.
    term: String,
}

pub(super) async fn remove(cx: ToolContext, input: RemoveTerm) -> Result<Changed, ToolError> {
    let term = input.term.trim().to_owned();
    cx.edit(move |edit| {
        change(edit, term, |all, term| match position(all, term) {
            Some(at) => {
                all.terms.remove(at);
                Ok(())
            }
            None => {
                let known = validate::join_names(all.terms.iter().map(|it| it.term.as_str()));
                let term = validate::quoted(term);
                Err(
                    ToolError::not_found(format!("the glossary has no term {term}"))
                        .hint(format!("it has: {known}"))
                        .at("/term"),
                )
            }
        })
    })
    .await
}

fn change(
    edit: &mut Edit<'_>,
    term: String,
    make: impl FnOnce(&mut Glossary, &str) -> Result<(), ToolError>,
) -> Result<Changed, ToolError> {
    let slot = Slot::story(GLOSSARY);
    let mut all: Glossary = stored(edit.adopted(&slot)?.as_ref())?;
    make(&mut all, &term)?;
    let version = edit.write(&slot, &all.to_data())?.number;
    Ok(Changed {
        version,
        term,
        count: all.terms.len(),
    })
}

fn position(all: &Glossary, term: &str) -> Option<usize> {
    validate::position(all.terms.iter().map(|it| it.term.as_str()), term)
}

pub(super) fn show(answer: &Value) -> Option<UiHints> {
    let term = answer["term"].as_str().unwrap_or_default();
    message(format!("Changed the glossary: {term}"))
}

/// List the glossary: the names and terms of the story, and what they are in its other languages.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ListTerms {}

#[derive(Serialize, JsonSchema)]
pub(super) struct Listed {
    count: usize,
    #[serde(flatten)]
    glossary: Glossary,
}

pub(super) async fn list(cx: ToolContext, _: ListTerms) -> Result<Listed, ToolError> {
    let glossary = glossary(&cx)?;
    Ok(Listed {
        count: glossary.terms.len(),
        glossary,
    })
}
