//! Who may connect: everyone (on the loopback interface only), holders of a key, or holders of a
//! credential signed by an environment (SP-8).

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::Mutex;

use jiff::Timestamp;
use serde::Deserialize;
use star::credential::{CredentialError, PublicKey};
use star::{Address, ClientType, Reason};
use thiserror::Error;

use crate::private_file;

/// Matches every environment, role or client.
const ANY: &str = "*";
/// The minimum length of a key, so that it cannot be guessed.
const KEY_CHARS: usize = 24;
/// How many revoked credentials are stored; the oldest are forgotten first.
const REVOKED: usize = 100_000;

/// Who may connect.
#[derive(Debug, Clone)]
pub enum Access {
    /// Everyone. Only a hub on the loopback interface may be open.
    Open,
    /// Holders of a key or a credential.
    Restricted {
        /// Keys that the hub knows.
        keys: Vec<Key>,
        /// Environments whose credentials are accepted.
        issuers: Vec<Issuer>,
    },
}

/// A key and what it allows.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Key {
    /// Its name in the keys file, which is also used to revoke it.
    pub name: String,
    /// The secret: at least 24 characters.
    pub key: String,
    /// The environment it is for; `*` for all.
    pub environment: String,
    /// The client type it is for; `*` for all.
    pub role: String,
    /// The client's id; `*` for any.
    #[serde(default = "any")]
    pub client: String,
    /// Not valid from this time on.
    #[serde(default)]
    pub until: Option<Timestamp>,
}

/// An environment that signs its own credentials.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Issuer {
    /// The environment whose credentials are accepted; `*` for all.
    pub environment: String,
    /// The public key as `k4.public.…`.
    pub public_key: String,
}

/// Why a keys file is invalid.
#[derive(Debug, Error)]
pub enum AccessError {
    /// It cannot be read.
    #[error("the keys file {path} cannot be read: {source}")]
    Unreadable {
        /// The path.
        path: String,
        /// The reason.
        source: std::io::Error,
    },
    /// Other users of this computer can read it.
    #[error("other users can read the keys file {0}; restrict it with chmod 600")]
    Exposed(String),
    /// It is not JSON in the expected format.
    #[error("the keys file does not have the form shown in docs/star-protocol.md: {0}")]
    Malformed(#[from] serde_json::Error),
    /// A key that could be guessed.
    #[error("the key {0:?} is too short; use at least {KEY_CHARS} random characters")]
    WeakKey(String),
    /// An issuer's key is invalid.
    #[error("the public key of {0:?} is not valid; a public key begins with k4.public.")]
    BadPublicKey(String),
}

fn any() -> String {
    ANY.to_owned()
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Key({:?})", self.name)
    }
}

impl Access {
    /// Reads a keys file: `{"keys": […], "issuers": […]}`.
    ///
    /// # Errors
    /// The file cannot be read, others can read it, or its content is invalid.
    pub fn from_file(path: &Path) -> Result<Self, AccessError> {
        let unreadable = |source| AccessError::Unreadable {
            path: path.display().to_string(),
            source,
        };
        if private_file::is_readable_by_others(path).map_err(unreadable)? {
            return Err(AccessError::Exposed(path.display().to_string()));
        }
        Self::from_json(&std::fs::read_to_string(path).map_err(unreadable)?)
    }

    /// Reads the text of a keys file.
    ///
    /// # Errors
    /// The text is invalid, or a key is too short.
    pub fn from_json(text: &str) -> Result<Self, AccessError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            #[serde(default)]
            keys: Vec<Key>,
            #[serde(default)]
            issuers: Vec<Issuer>,
        }
        let File { keys, issuers } = serde_json::from_str(text)?;
        Ok(Self::Restricted { keys, issuers })
    }
}

/// The key or credential that a client was accepted with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Admission {
    /// The name or id of the key or credential.
    pub(crate) credential: Option<String>,
    /// The time from which it is not valid.
    pub(crate) until: Option<Timestamp>,
    /// The environments it is for; missing if everyone may connect.
    pub(crate) environment: Option<String>,
}

impl Admission {
    /// The environment whose clients can be reached from outside environments: missing for all.
    pub(crate) fn reach(&self) -> Option<&str> {
        self.environment.as_deref().filter(|it| *it != ANY)
    }
}

/// Verifies credentials. Secrets are stored as hashes and compared in constant time.
pub(crate) struct Gate {
    rules: Option<Rules>,
    revoked: Mutex<Revoked>,
}

/// Pairs of environment and credential, the oldest first.
#[derive(Default)]
struct Revoked {
    pairs: HashSet<(String, String)>,
    order: VecDeque<(String, String)>,
}

struct Rules {
    keys: HashMap<blake3::Hash, Key>,
    issuers: Vec<(String, PublicKey)>,
}

/// The identity that a connection asks for.
pub(crate) struct Claim<'a> {
    pub(crate) environment: Option<&'a str>,
    pub(crate) client: &'a Address,
    pub(crate) credential: Option<&'a str>,
}

impl Gate {
    pub(crate) fn new(access: &Access) -> Result<Self, AccessError> {
        let rules = match access {
            Access::Open => None,
            Access::Restricted { keys, issuers } => Some(Rules::new(keys, issuers)?),
        };
        Ok(Self {
            rules,
            revoked: Mutex::default(),
        })
    }

    /// Whether everyone may connect.
    pub(crate) fn is_open(&self) -> bool {
        self.rules.is_none()
    }

    /// Whether a connection may have the identity it asks for.
    pub(crate) fn admit(&self, claim: &Claim<'_>, now: Timestamp) -> Result<Admission, Reason> {
        let Some(rules) = &self.rules else {
            return Ok(Admission::default());
        };
        let credential = claim.credential.ok_or(Reason::CredentialMissing)?;
        let admitted = match rules.keys.get(&blake3::hash(credential.as_bytes())) {
            Some(key) => admit_key(key, claim, now),
            None => rules.admit_signed(credential, claim, now),
        }?;
        let id = admitted.credential.clone().unwrap_or_default();
        // Credentials of different environments may have the same id.
        let scopes = [claim.environment.unwrap_or_default(), ANY];
        if scopes.iter().any(|it| self.is_revoked(it, &id)) {
            return Err(Reason::CredentialRevoked);
        }
        Ok(admitted)
    }

    /// Refuses a credential of an environment from now on; `*`: of all environments.
    pub(crate) fn revoke(&self, environment: &str, credential: &str) {
        let pair = (environment.to_owned(), credential.to_owned());
        let mut revoked = self.revoked.lock().expect("no panic while it is held");
        if revoked.pairs.insert(pair.clone()) {
            revoked.order.push_back(pair);
        }
        if revoked.order.len() > REVOKED
            && let Some(oldest) = revoked.order.pop_front()
        {
            revoked.pairs.remove(&oldest);
        }
    }

    fn is_revoked(&self, environment: &str, credential: &str) -> bool {
        let revoked = self.revoked.lock().expect("no panic while it is held");
        let pair = (environment.to_owned(), credential.to_owned());
        revoked.pairs.contains(&pair)
    }
}

impl Rules {
    fn new(keys: &[Key], issuers: &[Issuer]) -> Result<Self, AccessError> {
        if let Some(weak) = keys.iter().find(|it| it.key.chars().count() < KEY_CHARS) {
            return Err(AccessError::WeakKey(weak.name.clone()));
        }
        let keys = keys.iter().map(|key| {
            let hash = blake3::hash(key.key.as_bytes());
            let key = Key {
                key: String::new(),
                ..key.clone()
            };
            (hash, key)
        });
        let issuers = issuers.iter().map(|it| {
            let key = PublicKey::from_text(&it.public_key)
                .map_err(|_| AccessError::BadPublicKey(it.environment.clone()))?;
            Ok((it.environment.clone(), key))
        });
        Ok(Self {
            keys: keys.collect(),
            issuers: issuers.collect::<Result<_, AccessError>>()?,
        })
    }

    /// The signature must be by an issuer whose environments include the credential's.
    fn admit_signed(
        &self,
        credential: &str,
        claim: &Claim<'_>,
        now: Timestamp,
    ) -> Result<Admission, Reason> {
        let mut outcome = Reason::CredentialInvalid;
        for (environment, key) in &self.issuers {
            let claims = match key.verify(credential, now) {
                Ok(claims) => claims,
                Err(CredentialError::Expired) => {
                    outcome = Reason::CredentialExpired;
                    continue;
                }
                Err(CredentialError::Invalid) => continue,
            };
            if environment != ANY && *environment != claims.environment {
                outcome = Reason::CredentialScope;
                continue;
            }
            if !covers(&claims.environment, claim.environment)
                || claims.role != claim.client.kind
                || !covers(&claims.client, Some(&claim.client.id))
            {
                outcome = Reason::CredentialScope;
                continue;
            }
            return Ok(Admission {
                credential: Some(claims.id),
                until: Some(claims.until),
                environment: Some(claims.environment),
            });
        }
        Err(outcome)
    }
}

fn admit_key(key: &Key, claim: &Claim<'_>, now: Timestamp) -> Result<Admission, Reason> {
    if key.until.is_some_and(|it| now >= it) {
        return Err(Reason::CredentialExpired);
    }
    let role: &ClientType = &claim.client.kind;
    if !covers(&key.environment, claim.environment)
        || !covers(&key.role, Some(role.as_str()))
        || !covers(&key.client, Some(&claim.client.id))
    {
        return Err(Reason::CredentialScope);
    }
    Ok(Admission {
        credential: Some(key.name.clone()),
        until: key.until,
        environment: Some(key.environment.clone()),
    })
}

/// Whether a pattern covers a value. A client outside environments is covered by every environment:
/// it reaches only that one.
fn covers(pattern: &str, value: Option<&str>) -> bool {
    pattern == ANY || value.is_none_or(|it| it == pattern)
}
