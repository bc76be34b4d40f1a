//! Imports files from translators. Each unit goes to the piece with its id; if the source was
//! changed meanwhile, to the changed line, as stale. Units without a piece are listed with their
//! text, so that nothing is lost silently.

use std::collections::{BTreeMap, HashMap, HashSet};

use capability::{Code, ToolContext, ToolError, UiHints};
use formats::FormatError;
use formats::translation::{self, TranslationFormat, TranslationUnit, UnitState, lock_of};
use markup::notation::ink;
use markup::translation::{NewWords, NodeSource, PieceState, TITLE_ID};
use model::contents::{
    Content as _, StoryLanguages, TranslatedWords, Translation, translation_slot,
};
use model::{NodeId, Slot, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::files::{line_id, story_title_id, unit_id};
use super::source::{Leaving, all_translations, languages, translation_in};
use crate::answer::message;
use crate::background::run_in_background;
use crate::shared::file_content::{Encoding, bytes_of};
use crate::shared::story_languages::{language, language_code};

/// How many unmatched units an answer lists.
const MAX_LISTED: usize = 200;

/// Import a translation that export_translations gave out: XLIFF, PO or CSV, or a string table of
/// Yarn Spinner or Ink. The format is detected. A piece whose source was changed meanwhile becomes
/// stale, and one that is translated from the present source here is kept. What has no place is
/// listed. Undo takes the whole import back.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Import {
    /// The file's content: its text, or base64 where it is binary. At a terminal `@de.po` reads the file.
    content: String,
    /// How the content is given. Defaults to text.
    encoding: Option<Encoding>,
    /// The language, by its code, where the file does not say it.
    language: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Imported {
    format: TranslationFormat,
    languages: Vec<ImportedLanguage>,
    /// Units that had no place, or whose words cannot stand there, with the reasons.
    unplaced: Vec<Unplaced>,
    /// How many more there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    more_unplaced: Option<usize>,
}

/// What came in of a language.
#[derive(Default, Serialize, JsonSchema)]
struct ImportedLanguage {
    language: String,
    /// How many nodes were changed.
    nodes: usize,
    /// How many pieces were written.
    written: usize,
    /// How many of them are stale, because their source was changed since the export.
    stale: usize,
    /// How many pieces were the same here already.
    unchanged: usize,
    /// How many units are not translated in the file.
    empty: usize,
}

/// Why a unit was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Reason {
    /// No piece has its id or its source.
    NoPlace,
    /// A newer translation is here: of the source as it is now.
    NewerHere,
    /// The source was changed, and the file does not say from what.
    SourceChanged,
    /// Its links lead elsewhere, or it has several lines where one is to be.
    Refused,
}

#[derive(Serialize, JsonSchema)]
struct Unplaced {
    id: String,
    language: String,
    source: String,
    text: String,
    reason: Reason,
    /// The reason in full, where the words were refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// The changes of one language, ready to be written.
#[derive(Default)]
struct Plan {
    changed: ImportedLanguage,
    nodes: Vec<(NodeId, BTreeMap<usize, NewWords>)>,
    story_title: Option<TranslatedWords>,
    unplaced: Vec<Unplaced>,
}

pub(super) async fn import(cx: ToolContext, input: Import) -> Result<Imported, ToolError> {
    let languages = languages(&cx)?;
    let known = cx.clone();
    let reading = languages.clone();
    let (format, plans, story) = run_in_background(move || {
        let story = known.story().story()?;
        let (format, plans) = plan(&story, &reading, input)?;
        Ok((format, plans, story))
    })
    .await?;
    cx.edit(move |edit| {
        let mut unplaced = Vec::new();
        let mut done = Vec::new();
        for plan in plans {
            let slot = translation_slot(&plan.changed.language);
            for (id, changes) in &plan.nodes {
                // Read again: another call may have written meanwhile.
                let node = edit.node(*id)?;
                let before = &story.nodes[id];
                if node.prose() != before.prose() || node.title != before.title {
                    let title = node.title;
                    return Err(ToolError::new(
                        Code::Conflict,
                        format!("{title:?} was changed while the file was read"),
                    )
                    .hint("import it again"));
                }
                let leaving = Leaving::of_node(&story, *id);
                let all = all_translations(&node, &languages);
                let source = leaving.source(&node, &all);
                let kept = translation_in(&node.data, &plan.changed.language);
                let written = source.with(&kept, changes);
                edit.write(&Slot::node(*id, &slot), &written.to_data())?;
            }
            if let Some(title) = plan.story_title {
                let kept = Translation {
                    title: Some(title),
                    ..Translation::default()
                };
                edit.write(&Slot::story(&slot), &kept.to_data())?;
            }
            unplaced.extend(plan.unplaced);
            done.push(plan.changed);
        }
        let beyond = unplaced.len().saturating_sub(MAX_LISTED);
        unplaced.truncate(MAX_LISTED);
        Ok(Imported {
            format,
            languages: done,
            unplaced,
            more_unplaced: (beyond > 0).then_some(beyond),
        })
    })
    .await
}

fn plan(
    story: &Story,
    languages: &StoryLanguages,
    input: Import,
) -> Result<(TranslationFormat, Vec<Plan>), ToolError> {
    let bytes = bytes_of(input.content, input.encoding)?;
    let codes: Vec<&str> = std::iter::once(&languages.source)
        .chain(&languages.targets)
        .map(String::as_str)
        .collect();
    let (format, files) = translation::read(&bytes, &codes).map_err(|error| {
        let message = format!("this is not a translation: {error}");
        ToolError::invalid("/content", message).said(&Rejection::from(error))
    })?;
    let leaving = Leaving::of(story);
    let mut plans = Vec::new();
    for file in files {
        let named = Some(file.target.as_str()).filter(|it| !it.is_empty());
        let target = match (input.language.as_deref(), named) {
            (Some(given), None) => language(languages, Some(given))?,
            (Some(given), Some(named)) => {
                let given = language(languages, Some(given))?;
                // From a table with several languages, only the requested one.
                if language_code("/content", named)? != given {
                    continue;
                }
                given
            }
            (None, named) => language(languages, named)?,
        };
        plans.push(Placing::of(story, &leaving, languages, target).place(file.units));
    }
    if plans.is_empty() {
        return Err(
            ToolError::invalid("/language", "the file is in another language")
                .hint("leave `language` out, or name the one that the file is in"),
        );
    }
    Ok((format, plans))
}

/// Why a file is rejected.
#[derive(Serialize)]
struct Rejection {
    file: Option<String>,
    line: Option<usize>,
    #[serde(flatten)]
    why: formats::FormatErrorKind,
}

impl From<FormatError> for Rejection {
    fn from(FormatError { file, line, why }: FormatError) -> Self {
        Self { file, line, why }
    }
}

/// The pieces of a story, to match units with.
struct Placing<'a> {
    story: &'a Story,
    language: String,
    sources: HashMap<NodeId, (NodeSource<'a>, Translation)>,
    /// The pieces by every id that a file may use for them.
    by_id: HashMap<String, (NodeId, usize)>,
    plan: Plan,
    changes: BTreeMap<NodeId, BTreeMap<usize, NewWords>>,
}

impl<'a> Placing<'a> {
    fn of(
        story: &'a Story,
        leaving: &Leaving<'a>,
        languages: &StoryLanguages,
        language: String,
    ) -> Self {
        let (mut sources, mut by_id) = (HashMap::new(), HashMap::new());
        for node in story.nodes.values() {
            let source = leaving.source(node, &all_translations(node, languages));
            for (at, piece) in source.pieces().iter().enumerate() {
                let place = (node.id, at);
                by_id.insert(unit_id(node.id, &piece.id), place);
                let line = line_id(node.id, &piece.id);
                by_id.entry(format!("line:{line}")).or_insert(place);
                by_id.entry(line).or_insert(place);
                if ink::is_from(node) {
                    by_id.entry(piece.id.clone()).or_insert(place);
                }
            }
            let kept = translation_in(&node.data, &language);
            sources.insert(node.id, (source, kept));
        }
        let changed = ImportedLanguage {
            language: language.clone(),
            ..ImportedLanguage::default()
        };
        Self {
            story,
            language,
            sources,
            by_id,
            plan: Plan {
                changed,
                ..Plan::default()
            },
            changes: BTreeMap::new(),
        }
    }

    fn place(mut self, units: Vec<TranslationUnit>) -> Plan {
        let count = units.len();
        let is_translated = |it: &TranslationUnit| !it.text.trim().is_empty();
        let units: Vec<_> = units.into_iter().filter(is_translated).collect();
        self.plan.changed.empty = count - units.len();
        let (with_place, without): (Vec<_>, Vec<_>) = units
            .into_iter()
            .partition(|it| self.by_id.contains_key(&it.id));
        for unit in with_place {
            let (node, at) = self.by_id[&unit.id];
            self.put(unit, node, at);
        }
        self.place_changed(without);
        let changed = &mut self.plan.changed;
        for (node, changes) in std::mem::take(&mut self.changes) {
            changed.nodes += 1;
            changed.written += changes.len();
            let (source, kept) = &self.sources[&node];
            let states = source.states(&source.with(kept, &changes));
            let is_stale = |it: &&usize| states[**it] == PieceState::Stale;
            changed.stale += changes.keys().filter(is_stale).count();
            self.plan.nodes.push((node, changes));
        }
        self.plan
    }

    /// Matches units whose ids no piece has: lines that were changed since and had no translation
    /// yet, and units of files that lost their ids.
    fn place_changed(&mut self, units: Vec<TranslationUnit>) {
        let mut by_node: BTreeMap<NodeId, Vec<TranslationUnit>> = BTreeMap::new();
        for unit in units {
            if unit.id == story_title_id() {
                self.put_story_title(unit);
                continue;
            }
            let node = unit.id.split_once('.').and_then(|it| it.0.parse().ok());
            match node.filter(|it| self.sources.contains_key(it)) {
                Some(node) => by_node.entry(node).or_default().push(unit),
                None => match self.only_place_of(&unit) {
                    Some((node, at)) => self.put(unit, node, at),
                    None => self.refuse(unit, Reason::NoPlace, None),
                },
            }
        }
        for (node, units) in by_node {
            let then: Vec<&str> = units.iter().map(|it| it.source.as_str()).collect();
            let places = self.sources[&node].0.place_sources(&then);
            let mut taken: HashSet<usize> = self
                .changes
                .get(&node)
                .into_iter()
                .flatten()
                .map(|it| *it.0)
                .collect();
            for (unit, place) in units.into_iter().zip(places) {
                match place.filter(|at| taken.insert(*at)) {
                    Some(at) => self.put(unit, node, at),
                    None => self.refuse(unit, Reason::NoPlace, None),
                }
            }
        }
    }

    /// The only piece in the story that has the source of a unit without a usable id.
    fn only_place_of(&self, unit: &TranslationUnit) -> Option<(NodeId, usize)> {
        let mut found = None;
        if unit.source.is_empty() {
            return None;
        }
        for (node, (source, _)) in &self.sources {
            for (at, piece) in source.pieces().iter().enumerate() {
                if piece.words == unit.source && found.replace((*node, at)).is_some() {
                    return None;
                }
            }
        }
        found
    }

    fn put(&mut self, unit: TranslationUnit, node: NodeId, at: usize) {
        let (source, kept) = &self.sources[&node];
        let piece = &source.pieces()[at];
        let text = unit.text.trim().to_owned();
        let here = source.placed(kept)[at];
        let is_same = here.is_some_and(|it| it.text == text);
        // The source that the unit was translated from.
        let mut made_from = match (unit.source.is_empty(), &unit.lock) {
            (false, _) => unit.source.clone(),
            (true, Some(lock)) if *lock != lock_of(&piece.words) => {
                return match is_same {
                    true => self.plan.changed.unchanged += 1,
                    false => self.refuse(unit, Reason::SourceChanged, None),
                };
            }
            (true, _) => piece.words.clone(),
        };
        // A file that declares its text outdated and was not worked on.
        let is_old = match unit.state {
            UnitState::Plain => false,
            UnitState::Stale => is_same,
            UnitState::Unsure => true,
        };
        // If a program dropped the former source, the stored one is used.
        let previous = unit.previous.as_ref().or(here.map(|it| &it.source));
        if is_old && let Some(previous) = previous {
            made_from.clone_from(previous);
        }
        if here.is_some_and(|it| it.text == text && it.source == made_from) {
            self.plan.changed.unchanged += 1;
            return;
        }
        let is_current = here.is_some_and(|it| it.source == piece.words);
        if is_current && made_from != piece.words {
            return match is_same {
                true => self.plan.changed.unchanged += 1,
                false => self.refuse(unit, Reason::NewerHere, None),
            };
        }
        let is_newer = made_from == piece.words;
        if let Some(why) = source.refusal(at, &text).filter(|_| is_newer) {
            return self.refuse(unit, Reason::Refused, Some(why));
        }
        let words = NewWords {
            text,
            source: (!is_newer).then_some(made_from),
        };
        self.changes.entry(node).or_default().insert(at, words);
    }

    fn put_story_title(&mut self, unit: TranslationUnit) {
        let title = &self.story.record.title;
        let kept = translation_in(&self.story.data, &self.language).title;
        let text = unit.text.trim().to_owned();
        let made_from = match unit.source.is_empty() {
            true => title.clone(),
            false => unit.source.clone(),
        };
        match kept {
            Some(kept) if kept.text == text => self.plan.changed.unchanged += 1,
            Some(kept) if kept.source == *title && made_from != *title => {
                self.refuse(unit, Reason::NewerHere, None);
            }
            _ if text.contains('\n') => self.refuse(unit, Reason::Refused, None),
            _ => {
                self.plan.changed.written += 1;
                self.plan.story_title = Some(TranslatedWords {
                    id: TITLE_ID.to_owned(),
                    source: made_from,
                    text,
                });
            }
        }
    }

    fn refuse(&mut self, unit: TranslationUnit, reason: Reason, why: Option<String>) {
        self.plan.unplaced.push(Unplaced {
            id: unit.id,
            language: self.language.clone(),
            source: unit.source,
            text: unit.text,
            reason,
            why,
        });
    }
}

pub(super) fn show(answer: &Value) -> Option<UiHints> {
    let languages = answer["languages"].as_array()?;
    let written: u64 = languages
        .iter()
        .filter_map(|it| it["written"].as_u64())
        .sum();
    let unplaced = answer["unplaced"].as_array().map_or(0, Vec::len);
    message(match unplaced {
        0 => format!("Imported {written} translated pieces"),
        _ => format!("Imported {written} translated pieces; {unplaced} have no place"),
    })
}
