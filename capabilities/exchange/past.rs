//! The past of an imported story: its versions, drafts, named states and conversations come along
//! where nodes keep their identity and there is no story yet that they could be taken for.

use std::collections::HashMap;

use capability::{Edit, ToolError};
use formats::{Oddity, Parcel, Warning};
use model::{Slot, SlotPast, Story, Subject, part};

/// What came of a past.
#[derive(Default)]
pub(super) struct Brought {
    pub(super) versions: usize,
    pub(super) drafts: usize,
    pub(super) states: usize,
    pub(super) conversations: usize,
}

/// Brings the versions of a parcel's past in; gives how many came and what a person should know.
pub(super) fn bring(
    edit: &mut Edit<'_>,
    parcel: &Parcel,
    may: bool,
) -> Result<(Brought, Vec<Warning>), ToolError> {
    let Some(past) = &parcel.past else {
        return Ok((Brought::default(), Vec::new()));
    };
    if !may {
        let left = Warning::of_all(Oddity::PastLeft {});
        return Ok((Brought::default(), vec![left]));
    }
    let story = &parcel.story;
    edit.bring_origin(past.story)?;
    let mut slots: Vec<_> = past.slots.iter().collect();
    // Nodes and edges are made in the order of their first versions; the rest comes as it was
    // written, which the ids of versions tell.
    let places = places(story);
    slots.sort_by_key(|it| {
        let place = places.get(&it.slot).copied().unwrap_or(usize::MAX);
        (place, it.versions.first().map(|it| it.id))
    });
    let (mut count, mut left_out) = (0, 0);
    for slot in slots {
        let adopted = slot.adopted.filter(|_| stands(story, &slot.slot));
        let missing = edit.bring(&SlotPast {
            adopted,
            ..slot.clone()
        })?;
        count += slot.versions.len() - missing;
        left_out += missing;
    }
    let mut warnings = Vec::new();
    if left_out > 0 {
        let count = left_out;
        warnings.push(Warning::of_all(Oddity::VersionsLeft { count }));
    }
    let mut brought = Brought {
        versions: count,
        drafts: past.drafts.len(),
        conversations: past.threads.len(),
        ..Brought::default()
    };
    let mut pieces = 0;
    for draft in &past.drafts {
        pieces += edit.bring_draft(draft)?;
    }
    if pieces > 0 {
        let count = pieces;
        warnings.push(Warning::of_all(Oddity::PiecesLeft { count }));
    }
    for state in &past.states {
        if edit.bring_state(state)? {
            brought.states += 1;
        } else {
            let name = state.name.clone();
            warnings.push(Warning::of_all(Oddity::StateTaken { name }));
        }
    }
    for thread in &past.threads {
        edit.bring_thread(thread)?;
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

/// Whether the story itself, as the file tells it, has something in a slot: it counts where its
/// past says otherwise.
fn stands(story: &Story, slot: &Slot) -> bool {
    let data = match slot.subject {
        Subject::Story => Some(&story.data),
        Subject::Node(id) => story.nodes.get(&id).map(|it| &it.data),
        Subject::Edge(id) => story.edges.get(&id).map(|it| &it.data),
    };
    let is_data = !part::ALL.contains(&&*slot.capability) || &*slot.capability == part::KEPT;
    data.is_some_and(|it| !is_data || it.contains_key(&slot.capability))
}
