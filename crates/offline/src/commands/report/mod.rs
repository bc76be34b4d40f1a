//! The final text of a turn: what was done, what failed, what was not understood, in the person's
//! language. Enter through [`report`]. It reports nothing that no answer confirms.

mod call_reports;
mod lists;
mod measures;
mod notices;
mod writer;

use messages::Language;
use writer::Writer;

use super::normalized::is_traditional;
use super::plan::{Notice, Plan};
use super::prompt_context::{Answered, PromptContext};
use crate::commands::tools;

/// The answered calls that were requested, not only lookups.
fn call_reports<'a>(plan: &Plan, known: &'a PromptContext) -> Vec<&'a Answered> {
    let is_deed = |it: &&Answered| !plan.asked(&it.call) || plan.calls(&it.call);
    known.answered.iter().filter(is_deed).collect()
}

/// Chinese commands are answered in Chinese. English ones are also what people write whose interface
/// speaks a language that the reader does not know; they are answered in that.
fn writer_for(plan: &Plan, known: &PromptContext) -> Writer {
    let chinese = Language::for_tag("zh");
    let language = if plan.chinese {
        chinese
    } else {
        Language::for_tag(&known.language).filter(|it| Some(*it) != chinese)
    };
    Writer {
        language: language.unwrap_or_default(),
        traditional: plan.chinese && is_traditional(&known.instruction),
    }
}

/// What is said at the end.
pub(super) fn report(plan: &Plan, known: &PromptContext) -> String {
    let writer = writer_for(plan, known);
    let done = call_reports(plan, known);
    let mut sentences: Vec<String> = done
        .iter()
        .map(|it| call_reports::say(writer, plan, known, it))
        .collect();
    if known.in_draft && done.iter().any(|it| it.error().is_none() && writes(it)) {
        sentences.push(writer.say("offline-in_draft", &[]));
    }
    // A call may have removed the open node, which existed when the call was requested.
    let takes_away = [
        tools::UNDO,
        tools::REDO,
        tools::REMOVE_NODE,
        tools::REMOVE_NODES,
    ];
    let is_gone = done
        .iter()
        .any(|it| takes_away.contains(&it.call.name.as_str()));
    let mut notices_left = plan.notices.clone();
    notices_left.retain(|it| !(is_gone && *it == Notice::NoNode));
    sentences.extend(notices::say(writer, &notices_left));
    writer.join(&sentences)
}

/// Whether a call changes the story.
fn writes(it: &Answered) -> bool {
    !tools::find(&it.call.name).is_some_and(|it| it.reads)
}
