//! Data of the whole story that both the open story and an added file have: lists are joined, and of
//! the rest the open story keeps its own.

use model::analysis::is_page_kind;
use model::contents::{
    Content as _, GLOSSARY, Glossary, LANGUAGES, StoryLanguages, Term, slot_language,
};
use model::{Story, StoryRecord, part};
use serde::Deserialize as _;
use serde_json::Value;

/// What becomes of the data here.
pub(super) enum Joined {
    /// Everything in the file is here.
    Same,
    /// The data with what the file adds.
    Changed(Value),
    /// It stays as it is, and what the file has is left out.
    Kept,
}

/// Joins the data of a slot of the story.
pub(super) fn join(slot: &str, here: &Value, new: &Value) -> Joined {
    let joined = match slot {
        part::FOREIGN => formats::join_kept_data(here, new),
        LANGUAGES => join_languages(here, new),
        GLOSSARY => join_glossaries(here, new),
        // The title in another language: the story keeps its title.
        _ if slot_language(slot).is_some() => None,
        _ if here != new => return Joined::Kept,
        _ => None,
    };
    joined
        .filter(|it| it != here)
        .map_or(Joined::Same, Joined::Changed)
}

/// Adds what the record of a file says: colors of tags, the word goal, and the title if the file
/// `is_whole`, that is, if there was nothing in the story.
pub(super) fn join_records(record: &mut StoryRecord, file: &Story, is_whole: bool) {
    // Tag colors of the story win; those of the file are added.
    for (tag, color) in &file.record.tag_colors {
        record
            .tag_colors
            .entry(tag.clone())
            .or_insert_with(|| color.clone());
    }
    record.word_goal = record.word_goal.or(file.record.word_goal);
    // A file without pages, such as a character card, has the name of its content as its title.
    let has_pages = file.nodes.values().any(|it| is_page_kind(&it.kind));
    let is_story = has_pages && !formats::is_untitled(file);
    let title = &file.record.title;
    if is_whole && !title.trim().is_empty() && (is_story || record.title.trim().is_empty()) {
        record.title.clone_from(title);
    }
}

fn join_languages(here: &Value, new: &Value) -> Option<Value> {
    let mut all = StoryLanguages::deserialize(here).ok()?;
    let new = StoryLanguages::deserialize(new).ok()?;
    for language in new.targets {
        if language != all.source && !all.targets.contains(&language) {
            all.targets.push(language);
        }
    }
    Some(all.to_data())
}

/// A term that both have keeps its own translations and gets those it lacks.
fn join_glossaries(here: &Value, new: &Value) -> Option<Value> {
    let mut all = Glossary::of(Some(here));
    for Term {
        term,
        note,
        translations,
    } in Glossary::of(Some(new)).terms
    {
        match all.terms.iter_mut().find(|it| it.term == term) {
            Some(own) => {
                for (language, words) in translations {
                    own.translations.entry(language).or_insert(words);
                }
            }
            None => all.terms.push(Term {
                term,
                note,
                translations,
            }),
        }
    }
    Some(all.to_data())
}
