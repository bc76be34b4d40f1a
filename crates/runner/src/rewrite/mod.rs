//! Rewrites a passage: the model writes a new version, which is shown while it arrives. Nothing is
//! stored; the caller takes it into the text, whole or in part.

use capability::{Code, Impact, Tool, ToolContext, ToolError, ToolFailure};
use llm::{AgentContext, LlmError};
use model::contents::nearest_occurrence;
use model::conversation::{StopReason, Usage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Runner;
use crate::context::estimate;
use crate::error::AssistantError;
use crate::prompt::{style_guide, style_lines};
use crate::text_request::{
    ask, first_characters, last_characters, links_missing, names_line, payload, without_fence,
};

const TASK: &str = include_str!("request.md");
/// How many characters before and after the passage are shown.
const SHOWN_BEFORE: usize = 1_500;
const SHOWN_BEHIND: usize = 500;
/// The longest passage and the longest detail, in characters.
const LONGEST_PASSAGE: usize = 20_000;
const LONGEST_DETAIL: usize = 2_000;
/// How many earlier answers are shown, so that a new one differs from them.
const UNLIKE_SHOWN: usize = 5;

/// The tool.
pub(crate) fn tool(runner: &Runner) -> Tool {
    let runner = runner.clone();
    Tool::new(
        "rewrite_passage",
        "rewrite_passage",
        Impact::Spend,
        move |cx, input| rewrite(runner.clone(), cx, input),
    )
    .hidden_from_models()
}

/// Ask the model for other words for a passage of a text: rephrase, expand or shorten it, change its
/// tone, translate it, write on behind it, or do what you say. Writes nothing: replace_text
/// takes the words into the text.
#[derive(Deserialize, JsonSchema)]
struct Rewrite {
    /// The passage, word for word as it stands in the text. For `continue`, what stands before the
    /// place to write on at.
    passage: String,
    /// What to do with it.
    task: Task,
    /// For `tone` the tone, for `translate` the language, for `own` what to do, in your words; for the
    /// others anything to mind besides.
    #[serde(default)]
    detail: Option<String>,
    /// At which character of the text the passage begins, counting from 1; needed where the text has it
    /// more than once.
    #[serde(default)]
    character: Option<usize>,
    /// Earlier answers that another one has to differ from.
    #[serde(default)]
    unlike: Vec<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being edited.
    #[serde(default)]
    node: Option<String>,
}

/// What to do with a passage.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Task {
    /// Say it in other words.
    Rephrase,
    /// Make it longer.
    Expand,
    /// Make it shorter.
    Shorten,
    /// Give it another tone.
    Tone,
    /// Write on behind it.
    Continue,
    /// Put it into another language.
    Translate,
    /// What the detail says.
    Own,
}

#[derive(Serialize, JsonSchema)]
struct Rewritten {
    /// The new words for the passage; for `continue`, what is to stand behind it.
    text: String,
    /// The model that wrote them.
    model: String,
    /// Whether the model came to an end; otherwise the words break off at its output limit.
    complete: bool,
    /// Titles of nodes that the passage links to and the new words do not.
    lost_links: Vec<String>,
    input_tokens: u64,
    output_tokens: u64,
    /// What the tokens cost, in the currency of the settings; missing where no price is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
}

async fn rewrite(runner: Runner, cx: ToolContext, input: Rewrite) -> Result<Rewritten, ToolError> {
    let model = runner.writing_model()?;
    let instruction = instruction(&input)?;
    let node = cx.node(input.node.as_deref())?;
    let around = around(node.prose(), &input.passage, input.character);
    let mut question = format!("Instruction: {instruction}\n\nScene: {:?}\n", node.title);
    question += &names_line(cx.story(), false)?;
    for earlier in input.unlike.iter().rev().take(UNLIKE_SHOWN) {
        question += &format!("Write something else than this earlier answer: {earlier:?}\n");
    }
    if let Some((before, behind)) = around {
        question += &format!("What stands before the passage: {before:?}\n");
        if !behind.trim().is_empty() {
            question += &format!("What stands behind the passage: {behind:?}\n");
        }
    }
    question += &format!("\nThe passage:\n{}", input.passage.trim());
    let system = format!(
        "{}{}",
        TASK.trim_end(),
        style_lines(&style_guide(cx.story())?)
    );
    let guessed = estimate(&system) + estimate(&question);

    let world = runner.registry()?.services().world.clone();
    let payload = payload(&*world, &system, question);
    let context = AgentContext {
        tools: Default::default(),
        cancelled: cx.cancelled().clone(),
        world,
        editing: None,
    };
    let reply = ask(&*model, &payload, &context, &mut |so_far| {
        cx.partial_text(so_far.trim_start());
    })
    .await
    .map_err(|error| failed(&error))?;
    if reply.metadata.stop == Some(StopReason::Refusal) {
        return Err(declined());
    }
    let reply_text = reply.text();
    let written = without_fence(reply_text.trim());
    if written.is_empty() {
        return Err(
            ToolError::new(Code::Unavailable, "the model answered with nothing")
                .hint("ask again, or ask for something else"),
        );
    }
    let reported = reply.metadata.usage.filter(|it| *it != Usage::default());
    let usage = reported.unwrap_or_else(|| Usage {
        input_tokens: guessed,
        output_tokens: estimate(&reply_text),
        cached_tokens: 0,
    });
    let lost_links = match input.task {
        Task::Continue => Vec::new(),
        _ => links_missing(&input.passage, written),
    };
    Ok(Rewritten {
        text: placed(&input, written),
        model: model.name(),
        complete: reply.metadata.stop != Some(StopReason::Length),
        lost_links,
        input_tokens: usage.input_tokens,
        output_tokens: usage.output_tokens,
        cost: runner.price_of(&model.name()).map(|it| it.of(&usage)),
    })
}

/// The instruction to the model.
fn instruction(input: &Rewrite) -> Result<String, ToolError> {
    let length = input.passage.chars().count();
    if input.passage.trim().is_empty() && input.task != Task::Continue {
        return Err(ToolError::invalid("/passage", "it is empty")
            .hint("give the words that are to be rewritten"));
    }
    if length > LONGEST_PASSAGE {
        let message = format!("it has {length} characters; at most {LONGEST_PASSAGE} are taken");
        return Err(ToolError::invalid("/passage", message)
            .hint("choose a shorter passage; run_job works on whole texts"));
    }
    let detail = input.detail.as_deref().unwrap_or_default().trim();
    let length = detail.chars().count();
    if length > LONGEST_DETAIL {
        let message = format!("it has {length} characters; at most {LONGEST_DETAIL} are taken");
        return Err(ToolError::invalid("/detail", message).hint("say it in fewer words"));
    }
    let missing =
        |what: &str| ToolError::invalid("/detail", "it is missing").hint(format!("say {what}"));
    let told = match (input.task, detail) {
        (Task::Tone, "") => {
            return Err(missing("which tone, for instance: colder, and more tense"));
        }
        (Task::Translate, "") => return Err(missing("which language, for instance: German")),
        (Task::Own, "") => return Err(missing("what is to be done with the passage")),
        (Task::Own, own) => return Ok(own.to_owned()),
        (Task::Tone, tone) => {
            return Ok(format!(
                "Rewrite the passage in this tone: {tone}. What happens stays the same."
            ));
        }
        (Task::Translate, language) => {
            return Ok(format!(
                "Translate the passage into this language: {language}. It should read as if it had been written in it."
            ));
        }
        (Task::Rephrase, _) => {
            "Say the passage in other words: the same meaning, about the same length."
        }
        (Task::Expand, _) => {
            "Make the passage about half as long again: add what can be seen, heard and felt there. Add no events."
        }
        (Task::Shorten, _) => "Make the passage about half as long, and keep what matters in it.",
        (Task::Continue, _) => {
            "Write on directly behind the passage: one paragraph of at most 120 words that leads into what stands behind it, if anything does. Do not repeat the passage."
        }
    };
    Ok(match detail {
        "" => told.to_owned(),
        more => format!("{told} {more}"),
    })
}

/// The text before and after a passage, if the text contains it: at the occurrence nearest to a
/// position.
fn around<'a>(
    text: &'a str,
    passage: &str,
    character: Option<usize>,
) -> Option<(&'a str, &'a str)> {
    if passage.is_empty() {
        return Some((last_characters(text, SHOWN_BEFORE), ""));
    }
    let at = nearest_occurrence(text, passage, character.unwrap_or(1))?;
    Some((
        last_characters(&text[..at], SHOWN_BEFORE),
        first_characters(&text[at + passage.len()..], SHOWN_BEHIND),
    ))
}

/// The model's text with the surrounding white space of the passage or, if it continues the
/// passage, a space between two words of a script that uses spaces.
fn placed(input: &Rewrite, written: &str) -> String {
    let passage = &input.passage;
    if input.task == Task::Continue {
        let ends = passage.chars().next_back().is_some_and(has_spaces_beside);
        let begins = written.chars().next().is_some_and(has_spaces_beside);
        let space = if ends && begins { " " } else { "" };
        return format!("{space}{written}");
    }
    let start = passage.len() - passage.trim_start().len();
    let end = passage.trim_end().len();
    format!("{}{written}{}", &passage[..start], &passage[end..])
}

/// Whether a script puts spaces beside this character.
fn has_spaces_beside(it: char) -> bool {
    // Chinese and Japanese characters and full-width punctuation start here.
    !it.is_whitespace() && it < '\u{2e80}'
}

fn failed(error: &LlmError) -> ToolError {
    let failure = |code| ToolError {
        said: error.said(),
        ..ToolError::new(code, format!("the passage was not rewritten: {error}"))
    };
    match error {
        LlmError::Cancelled => ToolError::new(Code::Cancelled, "the passage was not rewritten")
            .said(&ToolFailure::Stopped {}),
        LlmError::Refused { .. } => declined(),
        LlmError::TooLong { .. } => {
            failure(Code::InvalidActionInput).hint("choose a shorter passage")
        }
        LlmError::Unauthorized { .. } | LlmError::NoCredit { .. } | LlmError::BadRequest { .. } => {
            failure(Code::Unavailable).hint("check the model in the settings")
        }
        _ => failure(Code::Unavailable).hint("nothing was written; try again"),
    }
}

fn declined() -> ToolError {
    ToolError::new(Code::Unavailable, AssistantError::ModelDeclined {})
        .hint("choose another passage, or say it differently")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(task: Task, passage: &str, detail: &str) -> Rewrite {
        Rewrite {
            passage: passage.to_owned(),
            task,
            detail: (!detail.is_empty()).then(|| detail.to_owned()),
            character: None,
            unlike: Vec::new(),
            node: None,
        }
    }

    #[test]
    fn rejects_a_missing_detail_if_the_task_needs_one() {
        for task in [Task::Tone, Task::Translate, Task::Own] {
            let error = instruction(&input(task, "It rains.", " ")).unwrap_err();
            assert_eq!(error.path.as_deref(), Some("/detail"));
            let text = instruction(&input(task, "It rains.", "Dutch")).unwrap();
            assert!(text.contains("Dutch"), "{text}");
        }
        let error = instruction(&input(Task::Shorten, " ", "")).unwrap_err();
        assert_eq!(error.path.as_deref(), Some("/passage"));
        let text = instruction(&input(Task::Shorten, "It rains.", "Keep the rain.")).unwrap();
        assert!(text.ends_with("in it. Keep the rain."), "{text}");
    }

    #[test]
    fn surrounding_text_is_that_of_the_nearest_occurrence() {
        let text = "A bell. Rain. A bell. Night.";
        assert_eq!(
            around(text, "A bell.", Some(15)),
            Some(("A bell. Rain. ", " Night."))
        );
        assert_eq!(
            around(text, "A bell.", None),
            Some(("", " Rain. A bell. Night."))
        );
        assert_eq!(
            around(text, "A bell.", Some(900)),
            Some(("A bell. Rain. ", " Night."))
        );
        assert_eq!(around(text, "No bell.", None), None);
    }

    #[test]
    fn new_text_keeps_white_space_and_is_joined_according_to_its_script() {
        let rephrased = input(Task::Rephrase, " It rains.\n", "");
        assert_eq!(placed(&rephrased, "It pours."), " It pours.\n");
        let placed =
            |passage: &str, written: &str| placed(&input(Task::Continue, passage, ""), written);
        assert_eq!(placed("It rains.", "It pours."), " It pours.");
        assert_eq!(placed("It rains.\n\n", "It pours."), "It pours.");
        assert_eq!(placed("下雨了。", "雨很大。"), "雨很大。");
        assert_eq!(placed("", "It pours."), "It pours.");
    }
}
