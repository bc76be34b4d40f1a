//! Wires everything together: an open story with its registry, its assistant and its one stream of
//! events, and the workspace of open stories.
//!
//! Enter through [`Studio`] for one story, or through [`Workspace`] for all of them. Not here: what
//! a tool does (`capabilities`), how a turn runs (`runner`), how versions are kept (`store`), and
//! any interface: those are `server`, `cli` and `window`, which share `interfaces`.

pub mod agents;
mod content;
pub mod credential;
pub mod events;
mod failure;
mod file_model;
mod folders;
mod fonts;
mod group_chat;
pub mod interfaces;
mod licenses;
mod log;
pub mod models;
mod outside_agents;
mod outside_tools;
mod participants;
mod server_failure;
mod server_sign_in;
pub mod settings;
mod story_hub;
mod studio;
pub mod workspace;
mod workspace_error;
pub mod workspace_tools;
mod world;

pub use content::Content;
pub use events::{AgentsChanged, BackupFailed, ChangedSlot, DataChanged, Event, EventKind};
pub use failure::Failure;
pub use folders::{folder_files, pack_folder};
pub use formats::MAX_FILE_BYTES;
pub use group_chat::{MessagePosted, PostedMessage};
pub use log::log;
pub(crate) use outside_agents::check_agent;
pub use outside_agents::{
    AGENTS, AgentToStart, OutsideAgent, OutsideAgents, agent_model, known_agents,
};
pub use outside_tools::{
    ListedTool, OutsideServer, OutsideTools, RunningServers, ServerPhase, ServerState,
    ServerToStart, full_tool_name, is_server_name, plain_tool_name, servers_to_start,
};
pub use participants::{LastAction, Participant, ParticipantKey, Participants};
pub use runner::{OutsideResource, OutsideResources, server_not_running};
pub use server_failure::ServerFailure;
pub use server_sign_in::{SavedSignIn, SignIn};
pub use story_hub::{CertificateFiles, Counted, HubLauncher, HubReach, HubTraffic, StoryHub};
pub use studio::{
    AssistantOptions, ImportedFile, OpenError, Sample, Studio, StudioOptions, discard, import_args,
};
pub use workspace::Workspace;
pub use workspace_error::WorkspaceError;
pub use world::RealWorld;
