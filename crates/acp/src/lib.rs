//! The Agent Client Protocol, with which editors talk to agents: one JSON-RPC message per line,
//! over standard input and output (AT-1, AT-3).
//!
//! [`serve_stdio`] makes the assistant of an open story an agent for any editor; [`Agents`] lets
//! agents of other programs be used as models. The wire types are those of the official crate,
//! which only this crate imports. Not here: what a turn does (`runner`), what tools do
//! (`capabilities`).

mod agent;
mod client;
mod wire;

pub use self::agent::{EditorOptions, serve_stdio};
pub use self::client::{Agents, pass_on_tools};

/// The largest message, in bytes: the largest picture of an instruction as base64, and the rest of
/// its message.
const MAX_BYTES: usize = (host::MAX_FILE_BYTES as usize).div_ceil(3) * 4 + (1 << 20);
