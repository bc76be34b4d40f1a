//! Controlled credentials (AT-4, AT-13): created and checked by the running service, for one story
//! and named methods, valid for minutes. Enter through [`CredentialIssuer`]. Not here: how one is
//! passed on, which is through a process's environment and never through arguments.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use capability::{Grant, Rule};
use model::{StoryId, Timestamp};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The allowed lifetime, in minutes.
pub const LIFETIME_MINUTES: std::ops::RangeInclusive<u32> = 5..=10;
/// The prefix of every credential, so that one can be recognized wherever it turns up.
pub const PREFIX: &str = "storyteller-credential.";
/// The environment variable that holds it.
pub const VARIABLE: &str = "STORYTELLER_CREDENTIAL";
/// The environment variable with the service's address: `127.0.0.1:7717`.
pub const SERVICE: &str = "STORYTELLER_SERVICE";

/// What a credential says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Claims {
    id: Uuid,
    story: StoryId,
    methods: BTreeSet<String>,
    expires: Timestamp,
}

/// Why a credential is rejected. Contains nothing of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CredentialError {
    /// It was not issued by this service, or was altered.
    #[error("the credential was not made by this service, or was altered")]
    Invalid,
    /// It has expired.
    #[error("the credential has expired; ask for a new one")]
    Expired,
    /// It is for another story.
    #[error("the credential is for another story, or that story is no longer open")]
    OtherStory,
}

/// The holder of a valid credential.
#[derive(Debug, Clone, PartialEq)]
pub struct Bearer {
    /// The credential's id; not a secret.
    pub id: Uuid,
    /// What it allows.
    pub grant: Grant,
}

/// Issues and checks credentials for as long as it lives; the key is never anywhere else.
pub struct CredentialIssuer {
    key: [u8; 32],
}

impl CredentialIssuer {
    /// An issuer with a fresh key.
    pub fn new() -> Result<Self, getrandom::Error> {
        let mut key = [0; 32];
        getrandom::fill(&mut key)?;
        Ok(Self { key })
    }

    /// Issues a credential for these methods of a story until a time.
    pub fn issue(
        &self,
        id: Uuid,
        story: StoryId,
        methods: BTreeSet<String>,
        expires: Timestamp,
    ) -> SecretString {
        let claims = Claims {
            id,
            story,
            methods,
            expires,
        };
        let body = serde_json::to_vec(&claims).expect("claims hold nothing that JSON cannot");
        let seal = blake3::keyed_hash(&self.key, &body);
        let [body, seal] = [&body[..], seal.as_bytes()].map(|it| URL_SAFE_NO_PAD.encode(it));
        format!("{PREFIX}{body}.{seal}").into()
    }

    /// The story that a credential of this service names; it may have expired.
    pub fn claimed_story(&self, credential: &str) -> Result<StoryId, CredentialError> {
        self.claims(credential).map(|it| it.story)
    }

    fn claims(&self, credential: &str) -> Result<Claims, CredentialError> {
        let parts = credential.trim().strip_prefix(PREFIX);
        let (body, seal) = parts
            .and_then(|it| it.split_once('.'))
            .ok_or(CredentialError::Invalid)?;
        let decoded = |it: &str| {
            URL_SAFE_NO_PAD
                .decode(it)
                .map_err(|_| CredentialError::Invalid)
        };
        let (body, seal) = (decoded(body)?, decoded(seal)?);
        let seal = <[u8; 32]>::try_from(seal).map_err(|_| CredentialError::Invalid)?;
        // Compares hashes in constant time.
        if blake3::keyed_hash(&self.key, &body) != blake3::Hash::from_bytes(seal) {
            return Err(CredentialError::Invalid);
        }
        serde_json::from_slice(&body).map_err(|_| CredentialError::Invalid)
    }

    /// What a credential allows for a story now.
    pub fn check(
        &self,
        credential: &str,
        story: StoryId,
        now: Timestamp,
    ) -> Result<Bearer, CredentialError> {
        let claims = self.claims(credential)?;
        if claims.story != story {
            return Err(CredentialError::OtherStory);
        }
        if claims.expires <= now {
            return Err(CredentialError::Expired);
        }
        // What costs money or cannot be undone needs a person, and a credential's holder cannot ask
        // one.
        let grant = Grant {
            story: Some(claims.story),
            methods: Some(claims.methods),
            spend: Rule::Deny,
            destroy: Rule::Deny,
            expires: Some(claims.expires),
            ..Grant::person()
        };
        Ok(Bearer {
            id: claims.id,
            grant,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{FixedWorld, World};
    use secrecy::ExposeSecret as _;

    #[test]
    fn rejects_altered_foreign_and_expired_credentials() {
        let world = FixedWorld::default();
        let story = StoryId(world.new_id());
        let (issuer, other) = (
            CredentialIssuer::new().unwrap(),
            CredentialIssuer::new().unwrap(),
        );
        let methods = BTreeSet::from(["kv.read".to_owned()]);
        let (early, late) = (world.now(), world.now());
        let secret = issuer.issue(world.new_id(), story, methods.clone(), late);
        let text = secret.expose_secret();
        let bearer = issuer.check(text, story, early).unwrap();
        assert_eq!(bearer.grant.methods, Some(methods));
        assert_eq!(
            issuer.check(text, story, late),
            Err(CredentialError::Expired)
        );
        assert_eq!(
            other.check(text, story, early),
            Err(CredentialError::Invalid)
        );
        for at in 0..text.len() {
            let mut altered = text.as_bytes().to_vec();
            altered[at] = if altered[at] == b'A' { b'B' } else { b'A' };
            let altered = String::from_utf8(altered).unwrap();
            assert_eq!(
                issuer.check(&altered, story, early),
                Err(CredentialError::Invalid),
                "byte {at}"
            );
        }
        let elsewhere = StoryId(world.new_id());
        assert_eq!(
            issuer.check(text, elsewhere, early),
            Err(CredentialError::OtherStory)
        );
    }
}
