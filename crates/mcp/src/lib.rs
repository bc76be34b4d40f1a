//! An open story for any client of the Model Context Protocol: the tools of its registry, its nodes
//! and pictures as resources, and prompts for common jobs (AT-1, AT-3, SP-10).
//!
//! Enter through [`serve_stdio`], or [`http::Endpoint`]. Who a client is and what it may do is in
//! `identity`; every call goes through the registry, and a client's writes go to a draft unless it
//! was allowed more. The protocol is implemented by the official library `rmcp`, which speaks both
//! revisions in use: the client's first request decides. Not here: what tools do (`capabilities`),
//! credentials ([`host::agents`]).

mod apps;
mod calls;
mod completion;
mod given_tools;
mod handler;
pub mod http;
mod identity;
pub mod outside;
mod paging;
mod prompts;
mod resources;
mod stdio;
mod subscriptions;
mod tool_set;
mod tools;
mod web_page;

pub use self::given_tools::{ToolSource, serve_tools};
pub use self::identity::{Admission, DEFAULT_NAME};
pub use self::stdio::serve_stdio;
pub use self::tool_set::ToolSet;

/// The largest message, in bytes: the largest file of an import as base64, and the rest of its
/// call.
pub(crate) const MAX_BYTES: usize = (host::MAX_FILE_BYTES as usize).div_ceil(3) * 4 + (1 << 20);
