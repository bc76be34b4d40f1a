//! An open story as an environment of the Star Protocol (SP-10): an agent's action runs the tool of
//! that name through the same registry and the same grants as every other call, every change of the
//! story is an event, and the assistant's text is a stream. The environment's few own tools stand in `tools`.
//!
//! Enter through [`StoryEnvironment::join`], or through [`Launcher`] for a hub of this program. Who may do what is in `authority`, and nowhere else.
//! Not here: routing and authentication (the hub's), connecting again (the crate `star`), what tools
//! do (`capabilities`), and making credentials ([`host::agents`]).

mod authority;
mod events;
mod guest_page;
mod launcher;
mod media;
mod outcome;
mod sessions;
mod story_environment;
mod tools;
mod work;

pub use self::launcher::{
    DEFAULT_PORT, Launcher, OwnHub, bind, cannot_join, options, read_certificate,
};
pub use self::story_environment::{Confirmation, JoinOptions, StoryEnvironment};
