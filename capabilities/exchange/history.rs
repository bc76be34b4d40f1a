//! The history of an imported story: its versions, drafts, snapshots and conversations. They are
//! imported where nodes keep their ids and the open story is empty.

use std::collections::HashMap;

use capability::{Edit, ToolError};
use formats::{Bundle, ImportWarning, Warning};
use model::{Slot, SlotHistory, Story, Subject, part};

/// The result of importing a history.
#[derive(Default)]
pub(super) struct ImportedHistory {
    pub(super) versions: usize,
    pub(super) drafts: usize,
    pub(super) states: usize,
    pub(super) conversations: usize,
}

/// Imports the versions of a bundle's history; returns their number and the warnings.
pub(super) fn import_history(
    edit: &mut Edit<'_>,
    bundle: &Bundle,
    may: bool,
) -> Result<(ImportedHistory, Vec<Warning>), ToolError> {
    let Some(past) = &bundle.past else {
        return Ok((ImportedHistory::default(), Vec::new()));
    };
    if !may {
        let left = Warning::for_file(ImportWarning::HistorySkipped {});
        return Ok((ImportedHistory::default(), vec![left]));
    }
    let story = &bundle.story;
    edit.import_origin(past.story)?;
    let mut slots: Vec<_> = past.slots.iter().collect();
    // Nodes and edges are created in the order of their first versions; the rest in the order it
    // was written, which version ids tell.
    let places = places(story);
    slots.sort_by_key(|it| {
        let place = places.get(&it.slot).copied().unwrap_or(usize::MAX);
        (place, it.versions.first().map(|it| it.id))
    });
    let (mut count, mut left_out) = (0, 0);
    for slot in slots {
        let adopted = slot.adopted.filter(|_| exists_in_story(story, &slot.slot));
        let missing = edit.import_slot(&SlotHistory {
            adopted,
            ..slot.clone()
        })?;
        count += slot.versions.len() - missing;
        left_out += missing;
    }
    let mut warnings = Vec::new();
    if left_out > 0 {
        let count = left_out;
        warnings.push(Warning::for_file(ImportWarning::VersionsSkipped { count }));
    }
    let mut brought = ImportedHistory {
        versions: count,
        drafts: past.drafts.len(),
        conversations: past.threads.len(),
        ..ImportedHistory::default()
    };
    let mut pieces = 0;
    for draft in &past.drafts {
        pieces += edit.import_draft(draft)?;
    }
    if pieces > 0 {
        let count = pieces;
        warnings.push(Warning::for_file(ImportWarning::DraftPiecesSkipped {
            count,
        }));
    }
    for state in &past.states {
        if edit.import_state(state)? {
            brought.states += 1;
        } else {
            let name = state.name.clone();
            warnings.push(Warning::for_file(ImportWarning::StateNameTaken { name }));
        }
    }
    for thread in &past.threads {
        edit.import_thread(thread)?;
    }
    Ok((brought, warnings))
}

fn places(story: &Story) -> HashMap<Slot, usize> {
    let nodes = story.nodes.keys().map(|it| Slot::node(*it, part::NODE));
    let edges = story.edges.keys().map(|it| Slot::edge(*it, part::EDGE));
    nodes
        .chain(edges)
        .enumerate()
        .map(|(place, slot)| (slot, place))
        .collect()
}

/// Whether the story in the file has data in a slot; it wins over the history.
fn exists_in_story(story: &Story, slot: &Slot) -> bool {
    let data = match slot.subject {
        Subject::Story => Some(&story.data),
        Subject::Node(id) => story.nodes.get(&id).map(|it| &it.data),
        Subject::Edge(id) => story.edges.get(&id).map(|it| &it.data),
    };
    let is_data = !part::ALL.contains(&&*slot.capability) || &*slot.capability == part::FOREIGN;
    data.is_some_and(|it| !is_data || it.contains_key(&slot.capability))
}
