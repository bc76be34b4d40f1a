//! Play: the story as its reader meets it. What entering a node does and where the story may end is
//! kept here; `reading` plays. The language of conditions and effects is the model's (`model::play`).

mod reading;
#[cfg(test)]
mod tests;

use capability::{Capability, DataSpec, Impact, Tool, ToolContext, ToolError};
use model::Slot;
use model::play::{Effect, PLAY, PlayRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{NodeName, json_of, stored};
use crate::check;

pub(crate) struct Play;

impl Capability for Play {
    fn name(&self) -> &'static str {
        PLAY
    }

    fn title(&self) -> &'static str {
        "Play"
    }

    fn summary(&self) -> &'static str {
        "Plays the story, and keeps what entering a node does and where it may end."
    }

    fn data(&self) -> Option<DataSpec> {
        Some(DataSpec::of::<PlayRecord>("{ enter, ending }"))
    }

    fn tools(&self) -> Vec<Tool> {
        use Impact::{Read, Write};
        vec![
            Tool::new("play", "play_story", Read, reading::play)
                .verb("play")
                .hints(reading::show)
                .partial(reading::is_partial),
            Tool::new("ending", "mark_ending", Write, mark_ending),
            Tool::new("enter", "set_enter_effect", Write, set_enter_effect),
        ]
    }
}

#[derive(Serialize)]
struct Kept {
    node: NodeName,
    version: u32,
    #[serde(flatten)]
    record: PlayRecord,
}

/// Mark a node as an ending of the story, or take the mark away. A node without choices that is not
/// marked counts as forgotten by check_story.
#[derive(Deserialize, JsonSchema)]
struct MarkEnding {
    /// Whether the story may end here; true when left out.
    ending: Option<bool>,
    /// The node's title, or the beginning or end of its id; the node being edited when left out.
    node: Option<String>,
}

async fn mark_ending(cx: ToolContext, input: MarkEnding) -> Result<Kept, ToolError> {
    let ending = input.ending.unwrap_or(true);
    keep(&cx, input.node.as_deref(), move |it| it.ending = ending).await
}

/// Set what entering a node does to the variables. Assignments happen in order, for instance
/// `gold = gold - 5; met_neo = true`; variables need no declaration. What was there is replaced.
#[derive(Deserialize, JsonSchema)]
struct SetEnterEffect {
    /// The effect; empty for none.
    effect: String,
    /// The node's title, or the beginning or end of its id; the node being edited when left out.
    node: Option<String>,
}

async fn set_enter_effect(cx: ToolContext, input: SetEnterEffect) -> Result<Kept, ToolError> {
    check::prose("/effect", "the effect", &input.effect)?;
    let effect = input.effect.trim().to_owned();
    readable("/effect", &effect)?;
    keep(&cx, input.node.as_deref(), move |it| it.enter = effect).await
}

/// Refuses an effect that cannot be read.
fn readable(path: &str, source: &str) -> Result<Effect, ToolError> {
    source.parse().map_err(|error: model::play::SourceError| {
        let message = format!("at character {}: {}", error.at, error.message);
        ToolError::invalid(path, message).hint(error.hint)
    })
}

async fn keep(
    cx: &ToolContext,
    node: Option<&str>,
    change: impl FnOnce(&mut PlayRecord) + Send + 'static,
) -> Result<Kept, ToolError> {
    let node = check::node(cx, "/node", node)?;
    cx.edit(move |edit| {
        let slot = Slot::node(node.id, PLAY);
        let mut record: PlayRecord = stored(edit.adopted(&slot)?.as_ref())?;
        change(&mut record);
        let version = edit.write(&slot, &json_of(&record))?.number;
        Ok(Kept {
            node: NodeName::from(&node),
            version,
            record,
        })
    })
    .await
}
