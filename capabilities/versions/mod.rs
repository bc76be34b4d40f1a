//! Versions: nothing written is ever lost (ST-7). `list` lists, `compare` compares, adopting an
//! older version is in `list` too; `steps` undoes and redoes, `states` names the whole story as it
//! stands, `drafts` decides on what was written for review, `rebase` brings it onto a story that went
//! on. `subjects` and `difference` are the words and comparisons they share.

mod compare;
mod difference;
mod drafts;
mod list;
mod rebase;
mod states;
mod steps;
mod subjects;
#[cfg(test)]
mod tests;

use capability::{Capability, Impact, Tool};

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
        use Impact::{Read, Write};
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
            Tool::new("undo", "undo", Write, steps::undo)
                .verb("undo")
                .hints(steps::show_undone),
            Tool::new("redo", "redo", Write, steps::redo)
                .verb("redo")
                .hints(steps::show_redone),
            Tool::new("steps", "list_steps", Read, steps::list),
            Tool::new("history", "story_history", Read, steps::history).verb("history"),
            Tool::new("name", "name_state", Write, states::name),
            Tool::new("states", "list_states", Read, states::list),
            Tool::new("restore", "restore_state", Write, states::restore),
            Tool::new("drafts", "list_drafts", Read, drafts::list),
            Tool::new("show_draft", "show_draft", Read, drafts::show),
            // A draft waits for a person: a model that could adopt its own would review itself.
            Tool::new("adopt_draft", "adopt_draft", Write, drafts::adopt).people_only(),
            Tool::new("drop_draft", "drop_draft", Write, drafts::drop_pieces).people_only(),
            Tool::new("rebase_draft", "rebase_draft", Write, rebase::rebase).people_only(),
            Tool::new(
                "adopt_passages",
                "adopt_passages",
                Write,
                rebase::adopt_passages,
            )
            .people_only(),
        ]
    }
}
