//! Faces: entrances to an open story. A face adds its own syntax and the grant of whoever stands
//! before it, and nothing else; every call goes through the door.
//!
//! Here stands the one table of what a failure's code becomes outside (7.2).

mod attached;
pub mod cli;
mod content;
mod failure;
pub mod http;
mod refusal;
pub mod slash;
pub mod window;
pub mod wire;

pub use cli::log;
pub use content::Content;
pub use failure::Failure;
pub use refusal::DeskRefusal;

use capability::Code;

/// What a code becomes outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The HTTP status; `None` where nobody waits for one any more.
    pub http: Option<u16>,
    /// The exit status of a command.
    pub exit: u8,
}

/// The table, one row a code.
pub const fn standing(code: Code) -> Standing {
    let (http, exit) = match code {
        Code::InvalidActionInput => (Some(422), 2),
        Code::UnknownAction => (Some(404), 3),
        Code::NotFound => (Some(404), 3),
        Code::Conflict => (Some(409), 4),
        Code::PermissionDenied => (Some(403), 5),
        Code::Unavailable => (Some(503), 6),
        Code::Cancelled => (None, 130),
        Code::Internal => (Some(500), 1),
    };
    Standing { http, exit }
}
