//! The final text of a turn: what was done, what failed, what was not understood, in the person's
//! language. Enter through [`report`]. It claims nothing no answer confirms.

mod deeds;
mod lists;
mod notes;
mod voice;

use voice::Voice;

use super::plan::{Note, Plan};
use super::reading::is_traditional;
use super::surroundings::{Answered, Surroundings};

/// The answered calls that were made for their own sake, or for that as well.
fn deeds<'a>(plan: &Plan, known: &'a Surroundings) -> Vec<&'a Answered> {
    let is_deed = |it: &&Answered| !plan.asked(&it.call) || plan.calls(&it.call);
    known.answered.iter().filter(is_deed).collect()
}

/// What is said at the end.
pub(super) fn report(plan: &Plan, known: &Surroundings) -> String {
    let voice = match plan.chinese {
        false => Voice::English,
        true if is_traditional(&known.instruction) => Voice::Traditional,
        true => Voice::Simplified,
    };
    let done = deeds(plan, known);
    let mut sentences: Vec<String> = done.iter().map(|it| deeds::say(voice, known, it)).collect();
    if known.in_draft && done.iter().any(|it| it.error().is_none() && writes(it)) {
        sentences.push(voice.say(
            "The changes wait in a draft for your review.",
            "修改已放入草稿，等你审阅。",
            &[],
        ));
    }
    // The open node may be gone by what was just done; it was there when that was asked for.
    let takes_away = ["undo", "redo", "remove_node"];
    let is_gone = done
        .iter()
        .any(|it| takes_away.contains(&it.call.name.as_str()));
    let mut said = plan.notes.clone();
    said.retain(|it| !(is_gone && *it == Note::NoNode));
    sentences.extend(notes::say(voice, &said));
    voice.join(&sentences)
}

/// Whether a call changes the story.
fn writes(it: &Answered) -> bool {
    const READING: &[&str] = &[
        "find_nodes",
        "search_story",
        "show_node",
        "outline",
        "neighbors",
        "list_versions",
        "compare_versions",
        "read_text",
    ];
    !READING.contains(&it.call.name.as_str())
}
