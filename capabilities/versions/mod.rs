//! Versions: nothing written is ever lost (ST-7). `list` lists versions and adopts an older one,
//! `compare` compares two; `undo` undoes and redoes, `states` saves, compares, restores and names snapshots,
//! `drafts` decides on what was written for review, `rebase` updates a draft to a newer story. They
//! share `subject_names` and `difference`.

mod compare;
mod difference;
mod drafts;
mod list;
mod rebase;
mod states;
mod subject_names;
#[cfg(test)]
mod tests;
mod undo;

use capability::Impact::{Destroy, Read, Write};
use capability::{Capability, Tool};

pub(crate) struct Versions;

impl Capability for Versions {
    fn name(&self) -> &'static str {
        "versions"
    }

    fn title(&self) -> &'static str {
        "Versions"
    }

    fn summary(&self) -> &'static str {
        "Lists, compares and restores earlier versions, undoes and redoes."
    }

    fn tools(&self) -> Vec<Tool> {
        [
            version_tools(),
            undo_tools(),
            named_state_tools(),
            draft_tools(),
        ]
        .concat()
    }
}

/// Tools for the versions of one node.
fn version_tools() -> Vec<Tool> {
    vec![
        Tool::new("list", "list_versions", Read, list::list)
            .verb("versions")
            .hints(list::show_list),
        Tool::new("compare", "compare_versions", Read, compare::compare)
            .verb("compare")
            .hints(compare::show_compared),
        Tool::new("adopt", "adopt_version", Write, list::adopt)
            .verb("adopt")
            .hints(list::show_adopted),
    ]
}

/// Tools for undo and redo.
fn undo_tools() -> Vec<Tool> {
    vec![
        Tool::with_caller("undo", "undo", Write, undo::undo)
            .not_in_drafts()
            .verb("undo")
            .hints(undo::show_undone),
        Tool::with_caller("redo", "redo", Write, undo::redo)
            .not_in_drafts()
            .verb("redo")
            .hints(undo::show_redone),
        Tool::new("steps", "list_steps", Read, undo::list),
        Tool::new("history", "story_history", Read, undo::history).verb("history"),
    ]
}

/// Tools for snapshots.
fn named_state_tools() -> Vec<Tool> {
    vec![
        Tool::new("create_snapshot", "create_snapshot", Write, states::name)
            .formerly("name", "name_state"),
        Tool::new("list_snapshots", "list_snapshots", Read, states::list)
            .formerly("states", "list_states"),
        Tool::new(
            "compare_snapshot",
            "compare_snapshot",
            Read,
            states::compare,
        ),
        Tool::new(
            "restore_snapshot",
            "restore_snapshot",
            Write,
            states::restore,
        )
        .not_in_drafts()
        .formerly("restore", "restore_state"),
        Tool::new("rename_snapshot", "rename_snapshot", Write, states::rename),
        Tool::new(
            "delete_snapshot",
            "delete_snapshot",
            Destroy,
            states::delete,
        ),
    ]
}

/// Tools for drafts.
fn draft_tools() -> Vec<Tool> {
    vec![
        Tool::new("drafts", "list_drafts", Read, drafts::list),
        Tool::new("show_draft", "show_draft", Read, drafts::show),
        // A draft waits for a person: a model that adopts its own would review itself.
        Tool::new("adopt_draft", "adopt_draft", Write, drafts::adopt).hidden_from_models(),
        Tool::new("drop_draft", "drop_draft", Write, drafts::drop_pieces).hidden_from_models(),
        Tool::new("rebase_draft", "rebase_draft", Write, rebase::rebase).hidden_from_models(),
        Tool::new(
            "adopt_passages",
            "adopt_passages",
            Write,
            rebase::adopt_passages,
        )
        .hidden_from_models(),
    ]
}
