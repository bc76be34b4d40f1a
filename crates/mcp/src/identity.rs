//! Who a client is and what it may do: the one place where a client becomes a caller of the
//! registry (OS-1, AT-3). What a client says about itself does not count: over standard input and
//! output it is whoever the person started the program for, over HTTP whoever its credential names.

use std::sync::Arc;

use capability::{Caller, Decision, Grant, ToolSpec};
use host::agents::{Agents, Credential, GrantCache, Level, Permission};
use host::{Failure, Studio};
use rmcp::model::Extensions;
use star::ClientType;
use uuid::Uuid;

/// The name in the history of a client that the person did not name.
pub const DEFAULT_NAME: &str = "mcp";

/// How clients are admitted. Cheap to clone.
#[derive(Clone)]
pub struct Admission {
    who: Who,
    grants: Arc<GrantCache>,
}

#[derive(Clone)]
enum Who {
    /// The person of this computer started the program for one client.
    Process {
        name: String,
        permission: Permission,
    },
    /// Each comes with a credential of the story.
    Credentials(Agents),
}

/// The credential of a request, as found by the layer before the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CredentialId(pub(crate) Uuid);

/// A client, and what it may do now.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    kind: ClientType,
    name: String,
    level: Level,
    grant: Arc<Grant>,
}

impl Admission {
    /// One client, for which the person of this computer started the program: its name in the history
    /// and what it may do.
    pub fn process(name: impl Into<String>, permission: Permission) -> Self {
        let name = name.into();
        Self::of(Who::Process { name, permission })
    }

    /// Whoever comes with a credential of the story.
    pub fn credentials(agents: Agents) -> Self {
        Self::of(Who::Credentials(agents))
    }

    fn of(who: Who) -> Self {
        Self {
            who,
            grants: Arc::default(),
        }
    }

    /// The client that sent a request, and what it may do now: a credential is read again each
    /// time.
    pub(crate) fn client(
        &self,
        studio: &Studio,
        extensions: &Extensions,
    ) -> Result<Client, Failure> {
        match &self.who {
            Who::Process { name, permission } => Ok(Client {
                kind: ClientType::AGENT,
                name: name.clone(),
                level: permission.level,
                grant: self.grants.grant(
                    studio,
                    None,
                    (permission, None),
                    Permission::asking_grant,
                ),
            }),
            Who::Credentials(agents) => {
                let refused = || {
                    let message = "the credential is no longer valid";
                    Failure::new(capability::Code::PermissionDenied, message)
                        .hint("ask the writer for a new one and connect again")
                };
                let id = credential_of(extensions).ok_or_else(refused)?.0.to_string();
                let now = studio.world().now();
                let found = agents.find(&id)?;
                let found = found.filter(|it| it.is_valid(now)).ok_or_else(refused)?;
                let valid = (&found.permission, Some(found.until));
                let grant = self
                    .grants
                    .grant(studio, Some(&id), valid, Permission::grant);
                Ok(Client {
                    kind: found.role,
                    name: found.client,
                    level: found.permission.level,
                    grant,
                })
            }
        }
    }

    /// Whether a client that was admitted before would still be.
    pub(crate) fn still_admits(&self, studio: &Studio, client: &Client) -> bool {
        let Who::Credentials(agents) = &self.who else {
            return true;
        };
        let now = studio.world().now();
        let known = agents.list().unwrap_or_default();
        let is_theirs = |it: &Credential| it.client == client.name && it.role == client.kind;
        known.iter().any(|it| is_theirs(it) && it.is_valid(now))
    }
}

/// The credential of the request that a message arrived in.
pub(crate) fn credential_of(extensions: &Extensions) -> Option<CredentialId> {
    let request = extensions.get::<::http::request::Parts>()?;
    request.extensions.get::<CredentialId>().copied()
}

impl Client {
    /// Its type and its name.
    pub(crate) fn key(&self) -> (&ClientType, &str) {
        (&self.kind, &self.name)
    }

    /// Its level.
    pub(crate) fn level(&self) -> Level {
        self.level
    }

    /// Whether it may call a tool, possibly after approval.
    pub(crate) fn may_call(&self, studio: &Studio, spec: &ToolSpec) -> bool {
        let (story, now) = (studio.store().story_id(), studio.world().now());
        !matches!(self.grant.decide(spec, Some(story), now), Decision::Deny(_))
    }

    /// The caller of one request of this session.
    pub(crate) fn caller(&self, session: &str) -> Caller {
        let principal = host::agents::principal(&self.kind, &self.name);
        Caller {
            origin: Some(principal.id.to_string()),
            ..Caller::new(principal, session, Arc::clone(&self.grant))
        }
    }
}
