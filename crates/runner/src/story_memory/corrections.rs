//! Corrections: what a person has changed by hand in a text that the assistant wrote, in a draft or
//! after adoption. Derived from the story's history; nothing is recorded while somebody writes.

use std::collections::BTreeMap;

use model::contents::{Prose, TEXT};
use model::{AuthorKind, CommitKind, DiffKind, NodeId, Slot, VersionId, diff_text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{StoreError, View};

/// How many of the newest changes are read.
const CHANGES_READ: usize = 1_000;
/// A text of which a smaller share is left was replaced, not corrected.
const MIN_SHARE_LEFT: f64 = 0.4;
/// How much of a corrected text is shown, in characters.
const SHOWN: usize = 600;

/// What a person made of a passage that the assistant wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Correction {
    pub(crate) node: NodeId,
    /// The assistant's words.
    pub(crate) before: String,
    /// The person's words.
    pub(crate) after: String,
    /// The version that the assistant wrote.
    #[serde(skip)]
    #[schemars(skip)]
    pub(crate) version: Option<VersionId>,
}

/// A text by the assistant, and the last version that a person made of it.
#[derive(Default)]
struct Chain {
    written: Option<VersionId>,
    corrected: Option<VersionId>,
}

/// The corrections in the newest changes of the story, oldest first.
pub(crate) fn corrections(view: &View) -> Result<Vec<Correction>, StoreError> {
    let mut changes = view.history(None, CHANGES_READ)?;
    changes.reverse();
    let mut chains: BTreeMap<Slot, Chain> = BTreeMap::new();
    let mut found = Vec::new();
    for change in &changes {
        // Adopting moves existing versions; undo and restoring write nothing.
        if change.kind != CommitKind::Edit {
            continue;
        }
        for moved in change
            .moves
            .iter()
            .filter(|it| &*it.slot.capability == TEXT)
        {
            let Some(after) = moved.after else { continue };
            let chain = chains.entry(moved.slot.clone()).or_default();
            match change.author.kind {
                AuthorKind::Assistant => {
                    let earlier = std::mem::take(chain);
                    chain.written = Some(after.id);
                    found.extend(correction(view, &moved.slot, &earlier)?);
                }
                AuthorKind::Person => chain.corrected = Some(after.id),
                AuthorKind::Program => *chain = Chain::default(),
            }
        }
    }
    for (slot, chain) in &chains {
        found.extend(correction(view, slot, chain)?);
    }
    Ok(found)
}

fn correction(view: &View, slot: &Slot, chain: &Chain) -> Result<Option<Correction>, StoreError> {
    let (Some(written), Some(corrected), Some(node)) =
        (chain.written, chain.corrected, slot.subject.node())
    else {
        return Ok(None);
    };
    let text = |id| -> Result<Option<String>, StoreError> {
        let version = view.version(id)?;
        let data = version.map(|it| it.data());
        Ok(data.and_then(|it| Prose::text_in(&it).map(str::to_owned)))
    };
    let (Some(before), Some(after)) = (text(written)?, text(corrected)?) else {
        return Ok(None);
    };
    Ok(compared(&before, &after).map(|(before, after)| Correction {
        node,
        before,
        after,
        version: Some(written),
    }))
}

/// The paragraphs that differ, before and after; `None` if there is no difference, or if the text
/// was replaced.
fn compared(before: &str, after: &str) -> Option<(String, String)> {
    let parts = diff_text(before, after);
    let kept: usize = parts
        .iter()
        .filter(|it| it.kind == DiffKind::Same)
        .map(|it| it.text.len())
        .sum();
    let longer = before.len().max(after.len());
    if before == after || longer == 0 || (kept as f64) < MIN_SHARE_LEFT * before.len() as f64 {
        return None;
    }
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|it| it.trim().to_owned());
        lines.filter(|it| !it.is_empty()).collect()
    };
    let (one, other) = (lines(before), lines(after));
    let differing = |own: &[String], others: &[String]| -> String {
        let only = own.iter().filter(|it| !others.contains(it));
        let text: Vec<&str> = only.map(String::as_str).collect();
        text.join("\n").chars().take(SHOWN).collect()
    };
    Some((differing(&one, &other), differing(&other, &one)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_is_the_paragraphs_that_differ() {
        let before = "Suddenly, the door opened.\nIt was raining outside all night.";
        let after = "The door opened.\nIt was raining outside all night.";
        assert_eq!(
            compared(before, after),
            Some((
                "Suddenly, the door opened.".to_owned(),
                "The door opened.".to_owned()
            ))
        );
        assert_eq!(compared(before, before), None);
        assert_eq!(compared(before, "Something else entirely, new."), None);
    }
}
