//! Credentials that a client renews itself (OAuth 2.1 refresh tokens): each secret is good for an hour
//! at most, and the client exchanges its refresh token for the next one as long as the credential
//! lasts. Enter through [`Agents::add_renewable`] and [`Agents::renew`].

use std::time::Duration;

use capability::Code;
use model::Timestamp;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::file::{self, AgentsFile};
use super::{Agents, Credential, NewCredential, sign, signing_key};
use crate::{Failure, Studio};

/// How long a secret is good that can be renewed, in seconds.
const SECRET_SECONDS: u64 = 3600;

/// The refresh tokens of one credential, as hashes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RefreshHashes {
    /// The token that renews it.
    now: String,
    /// The token before, which was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    /// The client that they were issued to, as a hash; `None` in files written before clients were
    /// checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    client: Option<String>,
}

/// A client's request for the next secret.
#[derive(Debug, Clone, Copy)]
pub struct Renewal<'a> {
    /// The refresh token.
    pub token: &'a str,
    /// The id that the client signed in with.
    pub client: &'a str,
}

/// A secret for now and, if the credential lasts longer, a token that renews it.
pub struct RenewableSecret {
    /// The credential.
    pub credential: Credential,
    /// Its secret.
    pub secret: SecretString,
    /// How long the secret is good, in seconds.
    pub seconds: u64,
    /// The token for the next secret, good once; `None` if the secret lasts as long as the
    /// credential.
    pub refresh: Option<SecretString>,
}

impl Agents {
    /// Issues a credential like [`Self::add`], whose client, known by this id, renews its secret.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn add_renewable(
        &self,
        studio: &Studio,
        wanted: NewCredential,
        client: &str,
    ) -> Result<RenewableSecret, Failure> {
        let credential = self.add(studio, wanted)?.credential;
        let now = studio.world().now();
        file::change(&self.path, |file| {
            renewed(file, credential, (now, hash(client)))
        })
    }

    /// Exchanges a refresh token for the next secret. A token that was used already ends the
    /// credential, of which the windows are told: somebody else has it, or had it.
    ///
    /// # Errors
    /// `PermissionDenied` if the token is unknown, was used or belongs to another client, or the
    /// credential has ended; the file cannot be written.
    pub fn renew(
        &self,
        studio: &Studio,
        Renewal { token, client }: Renewal<'_>,
        now: Timestamp,
    ) -> Result<RenewableSecret, Failure> {
        let refused = |message: &str| Failure::new(Code::PermissionDenied, message);
        let unknown = || refused("the refresh token is unknown or was used");
        let id = credential_of(token).ok_or_else(unknown)?;
        let (given, client, mut has_ended) = (hash(token), hash(client), false);
        let renewal = file::change(&self.path, |file| {
            let known = file.refresh.get(&id).cloned();
            let known = known.filter(|it| it.now == given || it.before.as_ref() == Some(&given));
            let Some(known) = known else {
                return Ok(Err(unknown()));
            };
            if known.client.as_ref().is_some_and(|it| *it != client) {
                return Ok(Err(refused("the refresh token belongs to another client")));
            }
            let mut all = file.credentials.iter_mut();
            let Some(credential) = all.find(|it| it.id == id && it.is_valid(now)) else {
                return Ok(Err(refused("the credential is no longer valid")));
            };
            if known.now != given {
                credential.ended = Some(now);
                has_ended = true;
                return Ok(Err(unknown()));
            }
            let credential = credential.clone();
            renewed(file, credential, (now, client)).map(Ok)
        })?;
        if has_ended {
            studio.tell_agents_changed();
        }
        renewal
    }

    /// The client of a current refresh token, to end its access when it gives the token back.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn client_of_refresh(
        &self,
        token: &str,
        now: Timestamp,
    ) -> Result<Option<String>, Failure> {
        let file = self.last.read(&self.path)?;
        let known = credential_of(token).and_then(|id| Some((id, file.refresh.get(&id)?)));
        let Some((id, _)) = known.filter(|(_, it)| it.now == hash(token)) else {
            return Ok(None);
        };
        let mut all = file.credentials.iter();
        let found = all.find(|it| it.id == id && it.is_valid(now));
        Ok(found.map(|it| it.client.clone()))
    }
}

/// The credential that a refresh token names, whether or not it is right.
fn credential_of(token: &str) -> Option<Uuid> {
    token.split_once('.')?.0.parse().ok()
}

/// The next secret of a credential, and the next refresh token where one is needed.
fn renewed(
    file: &mut AgentsFile,
    credential: Credential,
    (now, client): (Timestamp, String),
) -> Result<RenewableSecret, Failure> {
    // Those of credentials that ended meanwhile renew nothing.
    let is_valid = |id: &Uuid| {
        let mut all = file.credentials.iter();
        all.any(|it| it.id == *id && it.is_valid(now))
    };
    file.refresh.retain(|id, _| is_valid(id));
    let left = credential.until.duration_since(now).as_secs();
    let left = u64::try_from(left).unwrap_or_default();
    let seconds = left.min(SECRET_SECONDS);
    let until = now
        .checked_add(Duration::from_secs(seconds))
        .unwrap_or(credential.until);
    let key = signing_key(file)?;
    let signed = Credential {
        until,
        ..credential.clone()
    };
    let secret = sign(&key, file.environment.clone(), &signed);
    let refresh = match left > SECRET_SECONDS {
        false => {
            file.refresh.remove(&credential.id);
            None
        }
        true => {
            let token = new_token(credential.id)?;
            let before = file.refresh.remove(&credential.id).map(|it| it.now);
            let hashes = RefreshHashes {
                now: hash(&token),
                before,
                client: Some(client),
            };
            file.refresh.insert(credential.id, hashes);
            Some(SecretString::from(token))
        }
    };
    Ok(RenewableSecret {
        credential,
        secret: SecretString::from(secret),
        seconds,
        refresh,
    })
}

fn new_token(credential: Uuid) -> Result<String, Failure> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes)
        .map_err(|_| Failure::new(Code::Unavailable, "this system has no randomness"))?;
    let secret: String = bytes.iter().map(|it| format!("{it:02x}")).collect();
    Ok(format!("{}.{secret}", credential.simple()))
}

/// Only its hash is kept: who reads the file cannot renew anything.
fn hash(token: &str) -> String {
    blake3::hash(token.as_bytes()).to_string()
}

impl RenewableSecret {
    /// The refresh token as text, if there is one.
    pub fn refresh_text(&self) -> Option<&str> {
        self.refresh.as_ref().map(|it| it.expose_secret())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use llm::providers::scripted::ScriptedModel;
    use star::ClientType;

    use super::*;
    use crate::agents::{Level, Lifetime, Permission};

    fn wanted(minutes: u64) -> NewCredential {
        NewCredential {
            name: "quill".to_owned(),
            role: ClientType::AGENT,
            permission: Permission::of(Level::Draft),
            lifetime: Lifetime::Minutes(minutes),
        }
    }

    const CLIENT: &str = "client.of-a-test";

    fn theirs(token: &str) -> Renewal<'_> {
        let client = CLIENT;
        Renewal { token, client }
    }

    fn later(now: Timestamp, minutes: u64) -> Timestamp {
        now.checked_add(Duration::from_secs(minutes * 60)).unwrap()
    }

    #[tokio::test]
    async fn a_refresh_token_is_good_once_and_a_used_one_ends_the_credential() {
        let folder = tempfile::tempdir().unwrap();
        let studio = Studio::in_memory(Arc::new(ScriptedModel::new())).unwrap();
        let agents = Agents::of_story(Some(folder.path()), &studio).unwrap();
        let now = studio.world().now();
        let first = agents
            .add_renewable(&studio, wanted(1440), CLIENT)
            .ok()
            .unwrap();
        assert_eq!(first.seconds, SECRET_SECONDS);
        let secret = first.secret.expose_secret();
        assert!(agents.authenticate(secret, later(now, 59)).is_ok());
        assert!(agents.authenticate(secret, later(now, 61)).is_err());
        let written = std::fs::read_to_string(&*agents.path).unwrap();
        assert!(!written.contains(first.refresh_text().unwrap()));

        let at = later(now, 61);
        let second = agents
            .renew(&studio, theirs(first.refresh_text().unwrap()), at)
            .ok()
            .unwrap();
        assert_eq!(second.credential.id, first.credential.id);
        let secret = second.secret.expose_secret();
        assert!(agents.authenticate(secret, later(now, 100)).is_ok());
        // A stranger's client cannot use the token, and ends nothing.
        let stranger = Renewal {
            client: "client.of-a-stranger",
            ..theirs(second.refresh_text().unwrap())
        };
        assert!(agents.renew(&studio, stranger, at).is_err());
        assert!(agents.authenticate(secret, at).is_ok());
        // A guess changes nothing.
        let guess = format!("{}.00", first.credential.id.simple());
        assert!(agents.renew(&studio, theirs(&guess), at).is_err());
        assert!(agents.renew(&studio, theirs("no token"), at).is_err());
        assert!(agents.authenticate(secret, at).is_ok());
        // A token that was used is in somebody's hands.
        let mut events = studio.events();
        assert!(
            agents
                .renew(&studio, theirs(first.refresh_text().unwrap()), at)
                .is_err()
        );
        let told = async {
            let changed = |it: &crate::Event| matches!(it.kind, crate::EventKind::AgentsChanged(_));
            while !changed(&events.recv().await.unwrap()) {}
        };
        tokio::time::timeout(Duration::from_secs(60), told)
            .await
            .unwrap();
        assert!(agents.authenticate(secret, at).is_err());
        assert!(
            agents
                .renew(&studio, theirs(second.refresh_text().unwrap()), at)
                .is_err()
        );
    }

    #[tokio::test]
    async fn a_secret_lasts_no_longer_than_its_credential() {
        let folder = tempfile::tempdir().unwrap();
        let studio = Studio::in_memory(Arc::new(ScriptedModel::new())).unwrap();
        let agents = Agents::of_story(Some(folder.path()), &studio).unwrap();
        let now = studio.world().now();
        let short = agents
            .add_renewable(&studio, wanted(30), CLIENT)
            .ok()
            .unwrap();
        assert!(short.refresh.is_none() && short.seconds <= 1800);
        let day = agents
            .add_renewable(&studio, wanted(90), CLIENT)
            .ok()
            .unwrap();
        let last = agents.renew(&studio, theirs(day.refresh_text().unwrap()), later(now, 60));
        let last = last.ok().unwrap();
        // The test's clock ticks.
        assert!(
            last.refresh.is_none() && last.seconds < 1860,
            "{}",
            last.seconds
        );
        // Ended by the person: nothing is renewed.
        let ended = agents
            .add_renewable(&studio, wanted(1440), CLIENT)
            .ok()
            .unwrap();
        let token = ended.refresh_text().unwrap();
        let client = |token: &str| agents.client_of_refresh(token, now).ok().unwrap();
        assert_eq!(client(token).as_deref(), Some("quill"));
        assert_eq!(client("no token"), None);
        agents.end_now(&studio, "quill").ok().unwrap();
        assert!(agents.renew(&studio, theirs(token), now).is_err());
        assert_eq!(client(token), None);
        // What renews nothing any longer is not kept.
        agents
            .add_renewable(&studio, wanted(1440), CLIENT)
            .ok()
            .unwrap();
        assert_eq!(file::read(&agents.path).ok().unwrap().refresh.len(), 1);
    }
}
