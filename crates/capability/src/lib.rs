//! What a tool is, who may call it, and the door all calls pass.
//!
//! Enter through [`Capability`] to offer tools, through [`Registry::call`] to use them. Not here:
//! any concrete capability, and any face.

mod argv;
mod budget;
mod caller;
mod catalog;
mod door;
mod error;
mod grant;
mod hindrance;
mod misfit;
mod nearest;
mod output;
mod reference;
mod registry;
#[cfg(test)]
mod sample;
mod tool;
mod tool_context;
mod validate;

pub use argv::{ArgvError, input_from_line, input_from_words, split_words};
pub use budget::Budget;
pub use caller::{Answer, Approver, Caller, NoApprover, Question, RefusedEdit};
pub use catalog::specs_of;
pub use door::{OnProgress, Progress};
pub use error::{Code, ToolError};
pub use grant::{Decision, Grant, Rule};
pub use hindrance::Hindrance;
pub use misfit::Misfit;
pub use output::{ErrorReport, Status, ToolAgentOutput, ToolResult, UiHints, Wrote};
pub use reference::find as find_node;
pub use registry::{
    Backing, CapabilityCard, Check, DefinitionError, Registry, checker, slot_rules,
};
pub use tool::{Aliases, Audience, DataSpec, Impact, Tool, ToolSpec};
pub use tool_context::{Models, ToolContext};

// What capabilities read and write with; they do not import `store` themselves.
pub use llm::{ImageModel, ImageRequest, LlmError, Painted};
pub use store::{Asset, Draft, DraftPiece, Edit, Hit, Label, Step, UndoTarget, View};

/// Something a node can do: data it keeps there, and tools over it (ST-1).
pub trait Capability: Send + Sync {
    /// Its name: the module of its tools and the capability of its slots.
    fn name(&self) -> &'static str;
    /// Its name for people and prompts: "KV".
    fn title(&self) -> &'static str;
    /// What it is for, in one sentence.
    fn summary(&self) -> &'static str;
    /// The data it keeps on nodes; `None` for a group of tools without data of its own.
    fn data(&self) -> Option<DataSpec> {
        None
    }
    /// Its tools, in the order help and prompts list them.
    fn tools(&self) -> Vec<Tool>;
}
