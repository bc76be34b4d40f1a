//! Agents of other programs used as models. An agent receives the tools of the request as an MCP
//! server; its calls become calls of the model, which the turn runs like any other, and the results
//! are sent back to the agent. Drafts, questions, limits, history and undo therefore work as in
//! every turn. Enter through [`Agents`].

mod agent_model;
mod connection;
mod modes;
mod notes;
mod payload;
mod tools;
mod updates;

use std::sync::Arc;

use host::{AgentToStart, OutsideAgents};
use llm::LanguageModel;

pub use self::tools::pass_on_tools;

/// Starts agents of other programs.
pub struct Agents;

impl OutsideAgents for Agents {
    fn model(&self, agent: AgentToStart) -> Arc<dyn LanguageModel> {
        Arc::new(agent_model::AgentModel::new(agent))
    }
}
