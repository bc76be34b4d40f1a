//! Play: the story as its reader sees it. Stores the effect of entering a node and where the story
//! may end; `playthrough` plays, `playtest` lets many readers play at random, and
//! `variables` lists and renames the variables. The language of conditions and effects is `model::play`.

mod language;
mod play_state;
mod playtest;
mod playthrough;
mod prepared_script;
mod script;
#[cfg(test)]
mod script_tests;
mod sounds;
#[cfg(test)]
mod tests;
mod variables;

use capability::{Capability, DataSpec, Impact, Tool, ToolContext, ToolError};
use model::Slot;
use model::play::{PLAY, PlayRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{NodeRef, stored, to_json};
use crate::validate;

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
            Tool::new("play", "play_story", Read, playthrough::play)
                .verb("play")
                .hints(playthrough::show)
                .partial(playthrough::is_partial),
            Tool::new("playtest", "playtest_story", Read, playtest::playtest).verb("playtest"),
            Tool::new("set_ending", "set_ending", Write, set_ending)
                .formerly("ending", "mark_ending"),
            Tool::new("enter", "set_enter_effect", Write, set_enter_effect),
            Tool::new("list_variables", "list_variables", Read, variables::list).verb("variables"),
            Tool::new(
                "rename_variable",
                "rename_variable",
                Write,
                variables::rename,
            ),
        ]
    }
}

#[derive(Serialize, JsonSchema)]
struct SavedRecord {
    node: NodeRef,
    version: u32,
    #[serde(flatten)]
    record: PlayRecord,
}

/// Mark a node as an ending of the story, or remove the mark. check_story reports a node without
/// choices that is not marked as an ending.
#[derive(Deserialize, JsonSchema)]
struct MarkEnding {
    /// Whether the story may end here. Defaults to true.
    ending: Option<bool>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

async fn set_ending(cx: ToolContext, input: MarkEnding) -> Result<SavedRecord, ToolError> {
    let ending = input.ending.unwrap_or(true);
    save_record(&cx, input.node.as_deref(), move |it| it.ending = ending).await
}

/// Set what entering a node does to the variables. Assignments happen in order, for instance
/// `gold = gold - 5; met_neo = true; roll = random(1, 6)`; variables need no declaration. What was
/// there is replaced.
#[derive(Deserialize, JsonSchema)]
struct SetEnterEffect {
    /// The effect; empty for none.
    effect: String,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

async fn set_enter_effect(
    cx: ToolContext,
    input: SetEnterEffect,
) -> Result<SavedRecord, ToolError> {
    validate::prose("/effect", "the effect", &input.effect)?;
    let effect = input.effect.trim().to_owned();
    validate::effect("/effect", &effect)?;
    save_record(&cx, input.node.as_deref(), move |it| it.enter = effect).await
}

async fn save_record(
    cx: &ToolContext,
    node: Option<&str>,
    change: impl FnOnce(&mut PlayRecord) + Send + 'static,
) -> Result<SavedRecord, ToolError> {
    let node = validate::node(cx, "/node", node)?;
    cx.edit(move |edit| {
        let slot = Slot::node(node.id, PLAY);
        let mut record: PlayRecord = stored(edit.adopted(&slot)?.as_ref())?;
        change(&mut record);
        let version = edit.write(&slot, &to_json(&record))?.number;
        Ok(SavedRecord {
            node: NodeRef::from(&node),
            version,
            record,
        })
    })
    .await
}
