//! Requests for credentials, from the command line or a window, and their validation. Enter through
//! [`Agents::add`].

use std::collections::BTreeSet;
use std::time::Duration;

use capability::{Audience, Code};
use model::Timestamp;
use secrecy::{ExposeSecret as _, SecretString};
use star::ClientType;

use super::{Agents, Credential, DEFAULT_MINUTES, Permission, person_id};
use crate::{Failure, Studio};

/// A request for a credential.
#[derive(Debug, Clone)]
pub struct NewCredential {
    /// The client's id on the hub, and its name in the history.
    pub name: String,
    /// `agent` or `human`.
    pub role: ClientType,
    /// What it allows.
    pub permission: Permission,
    /// Its lifetime.
    pub lifetime: Lifetime,
}

/// The lifetime of a credential.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lifetime {
    /// This many minutes from now.
    Minutes(u64),
    /// Until a time, in RFC 3339.
    Until(String),
}

impl Default for Lifetime {
    fn default() -> Self {
        Self::Minutes(DEFAULT_MINUTES)
    }
}

impl Lifetime {
    fn end(&self, from: Timestamp) -> Result<Timestamp, Failure> {
        let until = match self {
            Self::Minutes(minutes) => {
                let end = from.checked_add(Duration::from_secs(minutes.saturating_mul(60)));
                return end.map_err(|_| Failure::invalid("that many minutes are too many"));
            }
            Self::Until(until) => until,
        };
        let until: Timestamp = until.parse().map_err(|_| {
            Failure::invalid(format!("{until:?} is not a date and time"))
                .hint("it looks like 2027-01-31T18:00:00Z")
        })?;
        match until > from {
            true => Ok(until),
            false => Err(Failure::invalid("the credential would have ended already")),
        }
    }
}

/// A credential that was issued, or whose expiry was changed.
pub struct IssuedCredential {
    /// Its stored part.
    pub credential: Credential,
    /// Its secret, returned only this once.
    pub secret: SecretString,
    /// Where its client connects, relative to the hub's address.
    pub path: String,
}

impl IssuedCredential {
    /// The address, below a hub's own, of the page on which a person reads the story and writes to
    /// the others; `None` for an agent. It holds the secret, after `#`, where browsers keep it.
    pub fn invitation(&self) -> Option<String> {
        let is_person = self.credential.role == ClientType::HUMAN;
        is_person.then(|| format!("/#{}?credential={}", self.path, self.secret.expose_secret()))
    }
}

impl Agents {
    /// The credentials of an open story, stored below the settings folder; `Unavailable` if there
    /// is none.
    ///
    /// # Errors
    /// There is no settings folder.
    pub fn of_story(config: Option<&std::path::Path>, studio: &Studio) -> Result<Self, Failure> {
        let folder = config.ok_or_else(|| {
            let message = "there is no folder to keep credentials in";
            Failure::new(Code::Unavailable, message).hint("set HOME, or STORYTELLER_CONFIG")
        })?;
        let agents = Self::of(folder, studio.store().story_id());
        // The same for all callers, so that the file is parsed and secrets are verified once.
        let known = studio.known_agents().get_or_init(|| agents.clone());
        let is_same = known.path == agents.path;
        Ok(if is_same { known.clone() } else { agents })
    }

    /// Issues a credential for a client of a story. It replaces an older one of the same client.
    ///
    /// # Errors
    /// The name is not an id, a method is not for agents, the lifetime is in the past, or the file
    /// cannot be written.
    pub fn add(&self, studio: &Studio, wanted: NewCredential) -> Result<IssuedCredential, Failure> {
        check_methods(studio, wanted.permission.methods.as_ref())?;
        let world = studio.world();
        let from = world.now();
        let credential = Credential {
            id: world.new_id(),
            client: match wanted.role == ClientType::HUMAN {
                true => person_id(&wanted.name),
                false => wanted.name,
            },
            role: wanted.role,
            permission: wanted.permission,
            from,
            until: wanted.lifetime.end(from)?,
            signed_until: None,
            ended: None,
        };
        let (credential, secret) = self.issue(&studio.title()?, credential)?;
        self.issued(studio, credential, secret)
    }

    fn issued(
        &self,
        studio: &Studio,
        credential: Credential,
        secret: SecretString,
    ) -> Result<IssuedCredential, Failure> {
        let environment = self.environment(&studio.title()?, None)?;
        let path = format!(
            "/env/{environment}/{}/{}",
            credential.role, credential.client
        );
        studio.tell_agents_changed();
        Ok(IssuedCredential {
            credential,
            secret,
            path,
        })
    }

    /// Changes what the valid credential of a client allows, from its next action on; keeps its
    /// list of methods unless another is given.
    ///
    /// # Errors
    /// The client has no valid credential, a method is not for agents, or the file cannot be
    /// written.
    pub fn change(
        &self,
        studio: &Studio,
        name: &str,
        mut permission: Permission,
    ) -> Result<Credential, Failure> {
        check_methods(studio, permission.methods.as_ref())?;
        let now = studio.world().now();
        if permission.methods.is_none() {
            let all = self.list()?.into_iter();
            let mut valid = all.filter(|it| it.is_called(name) && it.is_valid(now));
            permission.methods = valid.next().and_then(|it| it.permission.methods);
        }
        let changed = self.permit(name, permission, now)?;
        studio.tell_permission_changed(&changed.client);
        Ok(changed)
    }

    /// Changes when the valid credential of a client expires.
    ///
    /// # Errors
    /// The client has no valid credential, the time is in the past, or the file cannot be written.
    pub fn change_end(
        &self,
        studio: &Studio,
        name: &str,
        lifetime: &Lifetime,
    ) -> Result<IssuedCredential, Failure> {
        let now = studio.world().now();
        let (credential, secret) = self.extend(name, lifetime.end(now)?, now)?;
        self.issued(studio, credential, secret)
    }

    /// Revokes the valid credential of a client and ends its connections.
    ///
    /// # Errors
    /// The client has no valid credential, or the file cannot be written.
    pub fn end_now(&self, studio: &Studio, name: &str) -> Result<Credential, Failure> {
        let ended = self.end(name, studio.world().now())?;
        studio.tell_agents_changed();
        Ok(ended)
    }
}

fn check_methods(studio: &Studio, methods: Option<&BTreeSet<String>>) -> Result<(), Failure> {
    for method in methods.into_iter().flatten() {
        let spec = studio.registry().spec(method);
        let fits = spec.filter(|it| format!("{}.{}", it.module, it.method) == *method);
        if fits.is_none_or(|it| it.audience == Audience::People) {
            let message = format!("there is no method {method:?} for agents");
            return Err(Failure::not_found(message).hint(
                "methods are spelled module.method: kv.read; `storyteller tools` lists them",
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::Level;
    use llm::providers::scripted::ScriptedModel;
    use std::sync::Arc;

    #[tokio::test]
    async fn validates_a_credential_request_before_issuing() {
        let folder = tempfile::tempdir().unwrap();
        let studio = Studio::in_memory(Arc::new(ScriptedModel::new())).unwrap();
        let agents = Agents::of_story(Some(folder.path()), &studio).unwrap();
        let wanted = |methods: &[&str], lifetime: Lifetime| NewCredential {
            name: "reader".to_owned(),
            role: ClientType::AGENT,
            permission: Permission {
                methods: Some(methods.iter().map(|it| (*it).to_owned()).collect()),
                ..Permission::of(Level::Read)
            },
            lifetime,
        };
        for (methods, lifetime) in [
            (&["kv.none"][..], Lifetime::default()),
            (&["assistant.send"], Lifetime::default()),
            (&["kv.read"], Lifetime::Until("yesterday".to_owned())),
            (
                &["kv.read"],
                Lifetime::Until("1970-01-01T00:00:00Z".to_owned()),
            ),
        ] {
            let refused = agents.add(&studio, wanted(methods, lifetime.clone()));
            assert!(refused.is_err(), "{methods:?} {lifetime:?}");
        }
        assert_eq!(agents.list().unwrap(), []);
        let made = agents.add(&studio, wanted(&["kv.read"], Lifetime::Minutes(5)));
        let made = made.unwrap_or_else(|it| panic!("{}", it.report().message));
        assert_eq!(made.path, "/env/test/agent/reader");
        // A restricted credential keeps its methods if no others are given.
        let changed = agents.change(&studio, "reader", Permission::of(Level::Draft));
        let changed = changed.unwrap_or_else(|it| panic!("{}", it.report().message));
        assert_eq!(
            (changed.permission.level, changed.permission.methods),
            (Level::Draft, Some(["kv.read".to_owned()].into()))
        );
    }
}
