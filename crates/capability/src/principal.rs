//! Who acts, as a way in has authenticated it. Not here: the authentication itself, and what a
//! credential allows beyond the role.
//!
//! A principal is made where somebody is authenticated and nowhere else: by the process for the person
//! who runs it, by a server for whoever has its token or credential, by the environment for a client
//! that a hub admitted. A test names these files.

use model::{Author, AuthorKind, PrincipalId};

use crate::Grant;

/// What somebody is to a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The person who runs the program: owns the workspace and everything in it.
    Owner,
    /// Another person, who was let in.
    Guest,
    /// A program of its own that was let in.
    Program,
    /// The assistant of this program, on somebody's instruction.
    Assistant,
}

impl Role {
    /// What the role may do. A credential says what a guest or a program may do beyond reading.
    pub fn grant(self) -> Grant {
        match self {
            Self::Owner | Self::Assistant => Grant::person(),
            Self::Guest | Self::Program => Grant::reader(),
        }
    }
}

/// Somebody who was authenticated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    /// Its id: the same for as long as it exists, and nobody else's.
    pub id: PrincipalId,
    /// The name that the history shows.
    pub name: String,
    /// What it is here.
    pub role: Role,
}

impl Principal {
    /// The person who runs the program.
    pub fn owner(name: impl Into<String>) -> Self {
        Self {
            id: PrincipalId::local(),
            name: name.into(),
            role: Role::Owner,
        }
    }

    /// A person who was let in.
    pub fn guest(id: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            id: PrincipalId::new(id),
            name: name.into(),
            role: Role::Guest,
        }
    }

    /// A program that was let in.
    pub fn program(id: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            id: PrincipalId::new(id),
            name: name.into(),
            role: Role::Program,
        }
    }

    /// The assistant; `model` is what it speaks through.
    pub fn assistant(model: impl Into<String>) -> Self {
        Self {
            id: PrincipalId::new("assistant"),
            name: model.into(),
            role: Role::Assistant,
        }
    }

    /// As the author of what it writes.
    pub fn author(&self) -> Author {
        let kind = match self.role {
            Role::Owner | Role::Guest => AuthorKind::Person,
            Role::Program => AuthorKind::Program,
            Role::Assistant => AuthorKind::Assistant,
        };
        Author {
            principal: Some(self.id.clone()),
            ..Author::new(kind, self.name.clone())
        }
    }

    /// Whether it may stop the turns of a conversation and answer their questions: its owner may, and
    /// the owner of the workspace.
    pub fn may_direct(&self, conversation_owner: &PrincipalId) -> bool {
        self.role == Role::Owner || self.id == *conversation_owner
    }
}
