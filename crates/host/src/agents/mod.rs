//! Who may work on a story through a hub: the credentials issued for agents and people, what each
//! allows, and the key that signs them (SP-10, AT-13).
//!
//! Enter through [`Agents::of`]. The list is a file in the settings folder that only its owner may
//! read, never part of the story, which may be shared. Every program that has the story open reads
//! it again for each action, so restricting or revoking a credential takes effect at once. Not
//! here: connections, which are the crate `environment`, and who is connected now, which is
//! [`crate::Participants`].

mod drafts;
mod file;
mod grants;
mod names;
mod refresh;
mod requests;
mod sign_in;
mod undo;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use capability::{Audience, Code, Grant, Impact, Principal, Registry, Rule};
use model::{StoryId, Timestamp};
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use star::credential::{Claims, CredentialError, SigningKey};
use star::{ClientType, Id};
use uuid::Uuid;

pub(crate) use self::drafts::WritingClients;
use self::file::{AgentsFile, LastRead};
pub use self::grants::GrantCache;

use self::names::{environment_id, misnamed, person_id, person_name};
pub use self::refresh::{RenewableSecret, Renewal};
pub use self::requests::{IssuedCredential, Lifetime, NewCredential};
pub use self::sign_in::{CodeCheck, SignInCode};
use crate::Failure;

/// The environment variable that holds a credential for a hub.
pub const CREDENTIAL_VARIABLE: &str = "STAR_CREDENTIAL";
/// The default lifetime of a credential, in minutes.
pub const DEFAULT_MINUTES: u64 = 10;

/// The methods that comment on a passage, and answer a comment.
const COMMENTING: [&str; 2] = ["findings.add", "findings.reply"];

/// How far a participant may go.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Reads and listens.
    Read,
    /// Also comments on passages of the story itself, and writes nothing else.
    Comment,
    /// Also writes, into a draft that waits for review.
    Draft,
    /// Also writes into the story itself.
    Write,
}

impl Level {
    /// Every level, from the least to the most.
    pub const ALL: [Self; 4] = [Self::Read, Self::Comment, Self::Draft, Self::Write];

    /// Its name on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Comment => "comment",
            Self::Draft => "draft",
            Self::Write => "write",
        }
    }

    /// The level with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == name)
    }
}

/// What a credential allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Permission {
    /// How far it goes.
    pub level: Level,
    /// Whether it may use tools that cost money.
    #[serde(default)]
    pub spend: bool,
    /// The only methods it may use, as `module.method`; all if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub methods: Option<BTreeSet<String>>,
}

impl Permission {
    /// A level without paid tools and without a list of methods.
    pub fn of(level: Level) -> Self {
        Self {
            level,
            spend: false,
            methods: None,
        }
    }

    /// The grant that every call of the participant is checked against. Irreversible calls are
    /// denied: nobody can be asked behind a hub.
    pub fn grant(&self, registry: &Registry, free_methods: BTreeSet<String>) -> Grant {
        let write = match self.level {
            Level::Read | Level::Comment => Rule::Deny,
            Level::Draft | Level::Write => Rule::Allow,
        };
        let spend = match self.spend && self.level >= Level::Draft {
            true => Rule::Allow,
            false => Rule::Deny,
        };
        let mut grant = Grant {
            methods: self.methods.clone(),
            write,
            spend,
            destroy: Rule::Deny,
            ..Grant::reader()
        };
        if self.level >= Level::Draft {
            let free = free_methods.into_iter().map(|it| (it, Rule::Allow));
            grant.by_method.extend(free);
        }
        if self.level == Level::Comment {
            let commenting = COMMENTING.map(|it| (it.to_owned(), Rule::Allow));
            grant.by_method.extend(commenting);
        }
        for spec in registry.specs() {
            // Undo, drafts and snapshots act on the story itself, whatever draft a call is in.
            let acts_on_story = spec.module == "versions" && spec.impact != Impact::Read;
            if spec.audience == Audience::People || (acts_on_story && self.level < Level::Write) {
                let method = format!("{}.{}", spec.module, spec.method);
                grant.by_method.insert(method, Rule::Deny);
            }
        }
        grant
    }

    /// The same for a client that the person of this computer started and that can ask this person:
    /// calls that cost money need approval, and so do irreversible ones if it may write into the
    /// story itself.
    pub fn asking_grant(&self, registry: &Registry, free_methods: BTreeSet<String>) -> Grant {
        let mut grant = self.grant(registry, free_methods);
        if self.level >= Level::Draft && !self.spend {
            grant.spend = Rule::Ask;
        }
        if self.level == Level::Write {
            grant.destroy = Rule::Ask;
        }
        grant
    }
}

/// A credential that was made, without its secret.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Credential {
    /// Its id, by which a hub knows it; no secret.
    #[schemars(with = "String")]
    pub id: Uuid,
    /// The client's id on the hub, and the author's name in the history.
    pub client: String,
    /// `agent` or `human`.
    pub role: ClientType,
    /// What it allows.
    #[serde(flatten)]
    pub permission: Permission,
    /// When it was made.
    pub from: Timestamp,
    /// When it ends by itself.
    pub until: Timestamp,
    /// The latest end that was signed, where that is later: a hub has to be told that it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed_until: Option<Timestamp>,
    /// When it was ended before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Timestamp>,
}

impl Credential {
    /// The name of its client.
    pub fn name(&self) -> String {
        principal(&self.role, &self.client).name
    }

    /// Whether its client has this id, or this name.
    fn is_called(&self, name: &str) -> bool {
        self.client == name || self.name() == name.trim()
    }

    /// Whether it is valid at a time.
    pub fn is_valid(&self, now: Timestamp) -> bool {
        self.ended.is_none() && now < self.until
    }

    /// Whether hubs would still accept it although it is no longer valid.
    pub fn is_to_be_revoked(&self, now: Timestamp) -> bool {
        !self.is_valid(now) && now < self.signed_until.unwrap_or(self.until)
    }
}

/// The credentials of one story. Cheap to clone.
#[derive(Clone)]
pub struct Agents {
    story: StoryId,
    path: Arc<PathBuf>,
    last: Arc<LastRead>,
}

impl Agents {
    /// The credentials of a story, stored below the settings folder.
    pub fn of(config: &Path, story: StoryId) -> Self {
        let path = config.join("agents").join(format!("{}.json", story.0));
        Self {
            story,
            path: Arc::new(path),
            last: Arc::default(),
        }
    }

    /// The story's id as an environment: the one chosen before, else one derived from `title` and
    /// stored, so that credentials stay valid when the story is renamed.
    ///
    /// # Errors
    /// The file cannot be read or written, or `chosen` is not an id.
    pub fn environment(&self, title: &str, chosen: Option<&str>) -> Result<String, Failure> {
        if let Some(chosen) = chosen {
            Id::check(chosen).map_err(|bad| {
                Failure::invalid(format!("{chosen:?} is not the id of an environment: {bad}"))
            })?;
        }
        let story = self.story;
        file::change(&self.path, |file| {
            if let Some(chosen) = chosen {
                chosen.clone_into(&mut file.environment);
            } else if file.environment.is_empty() {
                file.environment = environment_id(title, story);
            }
            Ok(file.environment.clone())
        })
    }

    /// All credentials, oldest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn list(&self) -> Result<Vec<Credential>, Failure> {
        Ok(self.last.read(&self.path)?.credentials.clone())
    }

    /// A credential by its id.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn find(&self, id: &str) -> Result<Option<Credential>, Failure> {
        let file = self.last.read(&self.path)?;
        Ok(find(&file, id))
    }

    /// The list of credentials for another machine that may take over the story. It contains no
    /// secret: the key that signs new credentials stays here.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn export(&self) -> Result<String, Failure> {
        let credentials = self.list()?;
        Ok(serde_json::to_string(&credentials).unwrap_or_default())
    }

    /// Imports another machine's list.
    ///
    /// # Errors
    /// The text is not a list, or the file cannot be written.
    pub fn import(&self, environment: &str, list: &str) -> Result<(), Failure> {
        let list: Vec<Credential> = serde_json::from_str(list).map_err(|error| {
            Failure::invalid(format!(
                "the other machine's credentials are unreadable: {error}"
            ))
        })?;
        file::change(&self.path, |file| {
            environment.clone_into(&mut file.environment);
            for credential in list {
                match file
                    .credentials
                    .iter_mut()
                    .find(|it| it.id == credential.id)
                {
                    Some(known) => *known = credential,
                    None => file.credentials.push(credential),
                }
            }
            Ok(())
        })
    }

    /// The valid credential that a secret belongs to, for an interface without a hub.
    ///
    /// # Errors
    /// `PermissionDenied` if it does not belong to this story or has ended; the file cannot be
    /// read.
    pub fn authenticate(&self, secret: &str, now: Timestamp) -> Result<Credential, Failure> {
        let refused = |message: &str| {
            Failure::new(Code::PermissionDenied, message)
                .hint("`storyteller agents add FILE NAME` makes a credential")
        };
        let unknown = || refused("this is not a credential of this story");
        let (file, claims) = self.last.verify(&self.path, secret, now)?;
        let claims = claims.map_err(|error| match error {
            CredentialError::Expired => refused("the credential is no longer valid"),
            CredentialError::Invalid => unknown(),
        })?;
        match find(&file, &claims.id).ok_or_else(unknown)? {
            valid if valid.is_valid(now) => Ok(valid),
            _ => Err(refused("the credential is no longer valid")),
        }
    }

    /// Issues a credential for a client of the environment. It replaces an older one of the same
    /// client, so that one name has one permission.
    ///
    /// # Errors
    /// The client's name is not an id, or the file cannot be written.
    pub fn issue(
        &self,
        title: &str,
        wanted: Credential,
    ) -> Result<(Credential, SecretString), Failure> {
        Id::check(&wanted.client)
            .map_err(|bad| Failure::invalid(misnamed(&wanted.client, &bad)))?;
        let environment = self.environment(title, None)?;
        let secret = file::change(&self.path, |file| {
            let key = signing_key(file)?;
            for older in &mut file.credentials {
                if older.client == wanted.client && older.role == wanted.role {
                    older.ended.get_or_insert(wanted.from);
                }
            }
            file.credentials.push(wanted.clone());
            Ok(sign(&key, environment, &wanted))
        })?;
        Ok((wanted, SecretString::from(secret)))
    }

    /// Changes when the valid credential of a client expires. An earlier expiry takes effect at
    /// once; for a later one, the client needs the new secret, which replaces the older one.
    ///
    /// # Errors
    /// The client has no valid credential, or the file cannot be written.
    pub fn extend(
        &self,
        client: &str,
        until: Timestamp,
        now: Timestamp,
    ) -> Result<(Credential, SecretString), Failure> {
        let changed = self.change_valid(client, now, |it| {
            let signed = it.signed_until.unwrap_or(it.until).max(until);
            it.until = until;
            it.signed_until = (signed > until).then_some(signed);
        })?;
        let secret = file::change(&self.path, |file| {
            let key = signing_key(file)?;
            Ok(sign(&key, file.environment.clone(), &changed))
        })?;
        Ok((changed, SecretString::from(secret)))
    }

    /// Changes what the valid credential of a client allows, from its next action on.
    ///
    /// # Errors
    /// The client has no valid credential, or the file cannot be written.
    pub fn permit(
        &self,
        client: &str,
        permission: Permission,
        now: Timestamp,
    ) -> Result<Credential, Failure> {
        self.change_valid(client, now, |it| it.permission = permission)
    }

    /// Revokes the credential of a client; its connections end, too.
    ///
    /// # Errors
    /// The client has no valid credential, or the file cannot be written.
    pub fn end(&self, client: &str, now: Timestamp) -> Result<Credential, Failure> {
        self.change_valid(client, now, |it| it.ended = Some(now))
    }

    fn change_valid(
        &self,
        client: &str,
        now: Timestamp,
        change: impl FnOnce(&mut Credential),
    ) -> Result<Credential, Failure> {
        file::change(&self.path, |file| {
            let mut all = file.credentials.iter_mut();
            let found = all.find(|it| it.is_called(client) && it.is_valid(now));
            let Some(found) = found else {
                let message = format!("{client} has no credential that is valid now");
                return Err(Failure::not_found(message)
                    .hint("`storyteller agents list FILE` shows the credentials"));
            };
            change(found);
            Ok(found.clone())
        })
    }

    /// The public key that a hub needs to accept the story's credentials: an entry of `issuers` in
    /// its keys file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn public_key(&self) -> Result<String, Failure> {
        file::change(&self.path, |file| Ok(signing_key(file)?.public().to_text()))
    }
}

/// A credential by its id.
fn find(file: &AgentsFile, id: &str) -> Option<Credential> {
    let id = Uuid::parse_str(id).ok()?;
    // The newest is the most likely.
    let mut all = file.credentials.iter().rev();
    all.find(|it| it.id == id).cloned()
}

/// The principal of a client that a hub has authenticated.
pub fn principal(kind: &ClientType, client: &str) -> Principal {
    let id = format!("star/{kind}/{client}");
    match *kind == ClientType::HUMAN {
        true => Principal::guest(id, person_name(client)),
        false => Principal::program(id, client),
    }
}

/// The type and id of a hub's client, if the principal is one.
pub fn client_of(principal: &Principal) -> Option<(ClientType, String)> {
    let (kind, id) = principal
        .id
        .as_str()
        .strip_prefix("star/")?
        .split_once('/')?;
    Some((ClientType::new(kind), id.to_owned()))
}

/// The secret of a credential.
fn sign(key: &SigningKey, environment: String, credential: &Credential) -> String {
    key.issue(&Claims {
        id: credential.id.to_string(),
        environment,
        role: credential.role.clone(),
        client: credential.client.clone(),
        from: credential.from,
        until: credential.until,
        grant: serde_json::Value::Null,
    })
}

fn signing_key(file: &mut AgentsFile) -> Result<SigningKey, Failure> {
    let unusable = |_| Failure::new(Code::Unavailable, "the key of the story cannot be used");
    if file.key.is_empty() {
        file.key = SigningKey::generate().map_err(unusable)?.to_text();
    }
    SigningKey::from_text(&file.key).map_err(unusable)
}

#[cfg(test)]
mod tests;
