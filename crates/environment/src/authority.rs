//! Who a sender is and what it may do: the one place where a client of the hub becomes a caller of
//! the registry (OS-1, AT-3).
//!
//! The hub has checked that the sender is who its connection belongs to, and tells with which
//! credential it came. What that credential allows is read again for each action.

use std::sync::Arc;

use capability::{Caller, Decision, Grant, Principal, ToolSpec};
use host::agents::{Agents, GrantCache, Level, Permission};
use host::{Failure, Studio};
use model::Timestamp;
use star::Address;
use tokio_util::sync::CancellationToken;

use crate::tools;

/// What a sender may do now.
#[derive(Debug, Clone)]
pub(crate) struct Authority {
    /// How far it may go.
    pub(crate) level: Level,
    /// Until when, if it came with a credential of the story.
    pub(crate) until: Option<Timestamp>,
    grant: Arc<Grant>,
}

/// Why a sender may do nothing, and what it can do about it.
#[derive(Debug)]
pub(crate) struct NoAuthority {
    pub(crate) reason: &'static str,
    pub(crate) message: &'static str,
    pub(crate) suggested_action: &'static str,
}

/// How a sender's permission is found.
pub(crate) struct Authorities {
    agents: Agents,
    /// What clients may do that came without a credential of the story.
    guests: Option<Level>,
    grants: GrantCache,
}

impl Authorities {
    pub(crate) fn new(agents: Agents, guests: Option<Level>) -> Self {
        Self {
            agents,
            guests,
            grants: GrantCache::default(),
        }
    }

    /// The credentials of the story.
    pub(crate) fn agents(&self) -> &Agents {
        &self.agents
    }

    /// How far a client may go that came with this credential; missing: nowhere.
    pub(crate) fn level(
        &self,
        sender: &Address,
        credential: Option<&str>,
        now: Timestamp,
    ) -> Result<Option<Level>, Failure> {
        let found = self.permission(sender, credential, now)?;
        Ok(found.ok().map(|(permission, _)| permission.level))
    }

    /// What a client may do that came with this credential.
    pub(crate) fn of(
        &self,
        studio: &Studio,
        sender: &Address,
        credential: Option<&str>,
    ) -> Result<Result<Authority, NoAuthority>, Failure> {
        let now = studio.world().now();
        let found = self.permission(sender, credential, now)?;
        Ok(found.map(|(permission, until)| {
            let valid = (&permission, until);
            let grant =
                self.grants
                    .grant(studio, credential, valid, |permission, registry, free| {
                        let mut grant = permission.grant(registry, free);
                        tools::allow(&mut grant);
                        grant
                    });
            let level = permission.level;
            Authority {
                level,
                until,
                grant,
            }
        }))
    }

    fn permission(
        &self,
        sender: &Address,
        credential: Option<&str>,
        now: Timestamp,
    ) -> Result<Result<(Permission, Option<Timestamp>), NoAuthority>, Failure> {
        let known = match credential {
            Some(id) => self.agents.find(id)?,
            None => None,
        };
        if let Some(known) = known {
            let is_theirs = known.client == sender.id && known.role == sender.kind;
            return Ok(if is_theirs && known.is_valid(now) {
                Ok((known.permission, Some(known.until)))
            } else {
                Err(NoAuthority {
                    reason: "credential_ended",
                    message: "the credential of this connection is no longer valid",
                    suggested_action: "ask the writer for a new credential and connect with it",
                })
            });
        }
        Ok(match self.guests {
            Some(level) => Ok((Permission::of(level), None)),
            None => Err(NoAuthority {
                reason: "credential_missing",
                message: "this story answers only clients that have a credential of it",
                suggested_action: "ask the writer for one: `storyteller agents add FILE NAME`, at a \
                                   hub that checks credentials",
            }),
        })
    }
}

impl Authority {
    /// Whether a tool may be called.
    pub(crate) fn allows(&self, studio: &Studio, spec: &ToolSpec) -> bool {
        let now = studio.world().now();
        let decision = self
            .grant
            .decide(spec, Some(studio.store().story_id()), now);
        decision == Decision::Allow
    }

    /// The caller of one action. Its id is the same after every connection and every start of the
    /// program, so that an action which is repeated gets its first outcome.
    pub(crate) fn caller(&self, sender: &Address, cancelled: CancellationToken) -> Caller {
        let principal = principal(sender);
        Caller {
            origin: Some(principal.id.to_string()),
            cancelled,
            ..Caller::new(principal, "", Arc::clone(&self.grant))
        }
    }
}

/// Who a sender is: the hub has checked that the address belongs to its connection.
fn principal(sender: &Address) -> Principal {
    host::agents::principal(&sender.kind, &sender.id)
}
