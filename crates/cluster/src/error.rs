//! What can go wrong between machines.

use std::path::PathBuf;

use store::StoreError;
use thiserror::Error;

/// Why something between machines failed.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// The server does not answer.
    #[error(
        "the NATS server at {address} cannot be reached: {why}; start it, or correct the address"
    )]
    Unreachable {
        /// Its address, without what authenticates.
        address: String,
        /// What the system or the server said.
        why: String,
    },
    /// The server does not do what is asked.
    #[error("the NATS server cannot {what}: {why}; JetStream must be enabled (nats-server -js)")]
    Refused {
        /// What was asked.
        what: &'static str,
        /// What the server said.
        why: String,
    },
    /// The file in which the credentials are is unreadable.
    #[error("the credentials for NATS in {path} cannot be read: {source}")]
    Credentials {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A record that another program wrote is not as it should be.
    #[error("what the other machines keep of the story is damaged: {0}")]
    Damaged(String),
    /// Neither this machine nor another has the story.
    #[error("there is no story at {0}, and no other machine has shared it; name an existing file")]
    NoStory(PathBuf),
    /// The file is of another story than the one that is shared.
    #[error(
        "{0} is another story than the one that is shared under this id; give another --as, or \
             another file"
    )]
    OtherStory(PathBuf),
    /// The copy's file cannot be written.
    #[error("cannot write {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The story's file.
    #[error("{0}")]
    Store(#[source] Box<StoreError>),
}

impl From<StoreError> for ClusterError {
    fn from(error: StoreError) -> Self {
        Self::Store(Box::new(error))
    }
}

impl ClusterError {
    /// For errors of the server.
    pub(crate) fn refused<E: std::fmt::Display>(what: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self::Refused {
            what,
            why: error.to_string(),
        }
    }

    /// For errors of a file.
    pub(crate) fn io(path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }
}
