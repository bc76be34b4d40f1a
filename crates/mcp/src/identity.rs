//! Who a client is and what it may do: the one place where a client becomes a caller of the
//! registry (OS-1, AT-3). What a client says about itself does not count: over standard input and
//! output it is whoever the person started the program for, over HTTP whoever its credential names.

use capability::{Caller, Decision, Grant, ToolSpec};
use host::agents::{Agents, Credential, Level, Permission};
use host::{Failure, Studio};
use rmcp::model::Extensions;
use star::ClientType;
use uuid::Uuid;

/// The name in the history of a client that the person did not name.
pub const DEFAULT_NAME: &str = "mcp";

/// How clients are admitted.
#[derive(Clone)]
pub enum Admission {
    /// The person of this computer started the program for one client.
    Process {
        /// Its name in the history.
        name: String,
        /// What it may do.
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
    grant: Grant,
}

impl Admission {
    /// The client that sent a request, and what it may do now: a credential is read again each
    /// time.
    pub(crate) fn client(
        &self,
        studio: &Studio,
        extensions: &Extensions,
    ) -> Result<Client, Failure> {
        let free = studio.methods_without_cost();
        match self {
            Self::Process { name, permission } => Ok(Client {
                kind: ClientType::AGENT,
                name: name.clone(),
                level: permission.level,
                grant: permission.asking_grant(studio.registry(), free),
            }),
            Self::Credentials(agents) => {
                let refused = || {
                    let message = "the credential is no longer valid";
                    Failure::new(capability::Code::PermissionDenied, message)
                        .hint("ask the writer for a new one and connect again")
                };
                let id = credential_of(extensions).ok_or_else(refused)?;
                let found = agents.find(&id.0.to_string())?;
                let now = studio.world().now();
                let found = found.filter(|it| it.is_valid(now)).ok_or_else(refused)?;
                let grant = Grant {
                    expires: Some(found.until),
                    ..found.permission.grant(studio.registry(), free)
                };
                Ok(Client {
                    kind: found.role,
                    name: found.client,
                    level: found.permission.level,
                    grant,
                })
            }
        }
    }
}

impl Admission {
    /// Whether a client that was admitted before would still be.
    pub(crate) fn still_admits(&self, studio: &Studio, client: &Client) -> bool {
        let Self::Credentials(agents) = self else {
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
    pub(crate) fn caller(&self, studio: &Studio, session: &str) -> Caller {
        let principal = host::agents::principal(&self.kind, &self.name);
        let grant = Grant {
            story: Some(studio.store().story_id()),
            ..self.grant.clone()
        };
        Caller {
            origin: Some(principal.id.to_string()),
            ..Caller::new(principal, session, grant)
        }
    }
}
