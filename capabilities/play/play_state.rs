//! What play_story answers.

use formats::LeftOut;
use model::play::{ClosedReason, Variables};
use model::{AssetId, EdgeId, NodeId};
use schemars::JsonSchema;
use serde::Serialize;

use super::sounds::Heard;
use crate::answer::NodeRef;

/// Where the reader stands.
#[derive(Serialize, JsonSchema)]
pub(super) struct PlayState {
    pub(super) from: NodeRef,
    pub(super) node: NodeRef,
    pub(super) kind: String,
    /// The passage.
    pub(super) text: String,
    /// What of an imported passage is not played as in its own program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) left_out: Vec<LeftOutPart>,
    /// The language of the passage, where it is not the one the story is written in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) language: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) image: Option<AssetId>,
    /// What is heard, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sounds: Option<Heard>,
    /// Whether the node is marked as an ending.
    pub(super) ending: bool,
    /// Whether no choice is open and there is no way back.
    pub(super) over: bool,
    pub(super) choices: Vec<ChoiceState>,
    /// The way back to the node read before, where an imported passage offers one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) way_back: Option<WayBack>,
    pub(super) variables: Variables,
    /// The seed of its random numbers, to be given to the next call; none if it is 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) seed: u32,
    /// The steps made, to be given to the next call.
    pub(super) steps: Vec<String>,
    /// The nodes passed, the first one first.
    pub(super) path: Vec<NodeRef>,
    /// Each node visited, and how often.
    pub(super) visited: Vec<VisitCount>,
    /// The step that could not be made, where one could not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<FailedStep>,
    /// Why the script of an imported story cannot be played: what is shown follows its links alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) not_compiled: Option<NotCompiled>,
    /// What a script could not do while it was played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) errors: Vec<String>,
}

/// The first error in the script of a story.
#[derive(Serialize, JsonSchema)]
pub(super) struct NotCompiled {
    /// The language of the script.
    pub(super) language: &'static str,
    /// What it is, in the words of the compiler.
    pub(super) message: String,
    /// The node with the line, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) node: Option<NodeRef>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct LeftOutPart {
    pub(super) what: LeftOut,
    /// The same in English.
    pub(super) message: &'static str,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ChoiceState {
    /// The step that takes it.
    pub(super) step: String,
    /// Its edge; in a script a choice may have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) edge: Option<EdgeId>,
    pub(super) label: String,
    /// Where it leads, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<NodeRef>,
    pub(super) open: bool,
    /// Whether it is closed because it may be taken only once, and was taken.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) taken: bool,
    /// Why it is closed, or open although its condition cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) why: Option<String>,
    /// Where its condition does not hold: the same in its parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) needs: Option<UnmetCondition>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct WayBack {
    /// Its words; empty where the passage has none.
    pub(super) label: String,
    pub(super) to: NodeRef,
    /// The step that takes it: `return` goes on from there, `undo` takes back the last choice.
    pub(super) step: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct UnmetCondition {
    pub(super) condition: String,
    /// Everything the condition asks for and what it holds; null where it is not set.
    pub(super) held: Vec<VariableValue>,
    /// Whether it also waits until nothing else can be taken.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) otherwise: bool,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct VariableValue {
    pub(super) name: String,
    pub(super) value: model::play::Value,
}

impl From<ClosedReason> for UnmetCondition {
    fn from(closed: ClosedReason) -> Self {
        let held = closed.held.into_iter();
        Self {
            condition: closed.condition,
            otherwise: closed.otherwise,
            held: held
                .map(|(name, value)| VariableValue { name, value })
                .collect(),
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(super) struct VisitCount {
    pub(super) node: NodeId,
    pub(super) title: String,
    pub(super) count: u32,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct FailedStep {
    /// Which of the steps, counted from 1.
    pub(super) step: usize,
    pub(super) why: String,
}

fn is_zero(seed: &u32) -> bool {
    *seed == 0
}
