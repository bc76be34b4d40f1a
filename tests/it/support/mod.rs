//! What the tests stand on: the real program as a process, a story in a folder of its own, what is
//! really in a story file, and a stand-in for a model's service that speaks the true wire on loopback.

pub(crate) mod canned_server;
pub(crate) mod cli;
pub(crate) mod counter;
pub(crate) mod fake_openai;
pub(crate) mod server;
pub(crate) mod story_file;
pub(crate) mod tool_requests;
