//! What a tool is, who may call it, and the dispatcher that all calls go through.
//!
//! Enter through [`Capability`] to offer tools, through [`Registry::call`] to use them. Not here:
//! concrete capabilities and user interfaces.

mod argv;
mod budget;
mod caller;
mod catalog;
mod dispatch;
mod error;
mod error_report;
mod grant;
mod invalid_argument;
mod nearest;
mod principal;
mod reference;
mod registry;
mod removal;
mod seen;
mod selection;
mod target;
#[cfg(test)]
mod test_capabilities;
mod tool;
mod tool_context;
mod tool_failure;
mod validate;

pub use argv::{ArgvError, input_from_words, split_words};
pub use budget::Budget;
pub use caller::{
    Answer, Approver, Caller, NoApprover, Question, RejectedEdit, RemovedCount, description_hash,
};
pub use catalog::{retain_described, specs_of};
pub use dispatch::{Progress, ProgressListener};
pub use error::ToolError;
pub use grant::{Decision, Grant, Rule};
pub use invalid_argument::InvalidArgument;
pub use model::conversation::{
    Code, ErrorReport, Status, ToolAgentOutput, ToolResult, UiHints, WrittenVersion,
};
pub use principal::{Principal, Role};
pub use reference::find as find_node;
pub use registry::{CapabilityInfo, Check, DefinitionError, Registry, checker, slot_rules};
pub use removal::Removals;
pub use seen::SeenVersions;
pub use selection::NodeSelection;
pub use target::{Target, ToolServices};
pub use tool::schema::tagged;
pub use tool::{Aliases, Audience, DataSpec, FormerNames, Impact, OutputSchema, Tool, ToolSpec};
pub use tool_context::{Models, ToolContext};
pub use tool_failure::ToolFailure;

// Re-exported so that capabilities do not import these crates themselves.
pub use llm::{GeneratedImage, ImageModel, ImageRequest, LlmError};
pub use store::{
    Asset, Draft, DraftPiece, Edit, Hit, Label, SlotChanges, Step, StoreError, TimedMove,
    UndoTarget, View, is_story_file, read_story_file,
};

/// Something a node can have: data stored on it, and tools that work on the data (ST-1); or a group
/// of tools over another [`Target`].
pub trait Capability<T: Target = ToolServices>: Send + Sync {
    /// Its name: the module of its tools and the capability in its slots.
    fn name(&self) -> &str;
    /// Its display name: "KV".
    fn title(&self) -> &str;
    /// What it is for, in one sentence.
    fn summary(&self) -> &str;
    /// The data it stores on nodes; `None` for a group of tools without data of its own.
    fn data(&self) -> Option<DataSpec> {
        None
    }
    /// Its tools, in the order help and prompts list them.
    fn tools(&self) -> Vec<Tool<T>>;
}
