//! Credentials that an environment signs for its agents and that a hub verifies with the public key
//! only: PASETO v4.public (SP-8).
//!
//! Enter through [`SigningKey::issue`] and [`PublicKey::verify`]. The hub keeps track of revoked
//! credentials.

use jiff::Timestamp;
use pasetors::keys::{AsymmetricKeyPair, AsymmetricPublicKey, AsymmetricSecretKey, Generate as _};
use pasetors::paserk::FormatAsPaserk as _;
use pasetors::token::UntrustedToken;
use pasetors::version4::{PublicToken, V4};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::address::ClientType;

/// Prevents a token signed for another purpose from being accepted as a credential.
const PURPOSE: &[u8] = b"star protocol credential 1";
/// Longer texts are rejected unread.
const MAX_BYTES: usize = 4096;

/// What a credential allows, and until when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The credential's own id, used to revoke it.
    pub id: String,
    /// The environment it is for; `*` for all.
    pub environment: String,
    /// The client's type.
    pub role: ClientType,
    /// The client's id; `*` for any.
    pub client: String,
    /// Not valid before this time.
    pub from: Timestamp,
    /// Not valid from this time on.
    pub until: Timestamp,
    /// What the environment grants, in its own format; the hub does not read it.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub grant: serde_json::Value,
}

impl Claims {
    /// Whether a time is within their validity.
    pub fn are_valid(&self, now: Timestamp) -> bool {
        (self.from..self.until).contains(&now)
    }
}

/// Why a text is not a valid credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CredentialError {
    /// It was not signed with this key, or is not a credential.
    #[error("the credential was not issued for this hub")]
    Invalid,
    /// It has expired, or is not valid yet.
    #[error("the credential is not valid at this time")]
    Expired,
}

/// Why a text is not a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("this is not a key; a secret one begins with k4.secret., a public one with k4.public.")]
pub struct BadKey;

/// Signs credentials. Its text is a secret; `Debug` does not show it.
#[derive(Debug, Clone)]
pub struct SigningKey(AsymmetricSecretKey<V4>);

/// Checks credentials.
#[derive(Debug, Clone, PartialEq)]
pub struct PublicKey(AsymmetricPublicKey<V4>);

impl SigningKey {
    /// A new key, from the system's random number generator.
    ///
    /// # Errors
    /// The system's random number generator failed.
    pub fn generate() -> Result<Self, BadKey> {
        let pair = AsymmetricKeyPair::<V4>::generate().map_err(|_| BadKey)?;
        Ok(Self(pair.secret))
    }

    /// Reads the text that [`SigningKey::to_text`] wrote.
    ///
    /// # Errors
    /// The text is not a secret key.
    pub fn from_text(text: &str) -> Result<Self, BadKey> {
        AsymmetricSecretKey::try_from(text)
            .map(Self)
            .map_err(|_| BadKey)
    }

    /// The key as a PASERK text, to be kept as a secret.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.0
            .fmt(&mut text)
            .expect("a text takes all that is written");
        text
    }

    /// The key that checks what this one signs.
    pub fn public(&self) -> PublicKey {
        let public = AsymmetricPublicKey::try_from(&self.0);
        PublicKey(public.expect("a secret key holds its public one"))
    }

    /// Signs a credential.
    pub fn issue(&self, claims: &Claims) -> String {
        let text = serde_json::to_vec(claims).expect("claims are JSON");
        PublicToken::sign(&self.0, &text, None, Some(PURPOSE)).expect("a sound key signs")
    }
}

impl PublicKey {
    /// Reads the text that [`PublicKey::to_text`] wrote.
    ///
    /// # Errors
    /// The text is not a public key.
    pub fn from_text(text: &str) -> Result<Self, BadKey> {
        AsymmetricPublicKey::try_from(text)
            .map(Self)
            .map_err(|_| BadKey)
    }

    /// The key as a PASERK text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.0
            .fmt(&mut text)
            .expect("a text takes all that is written");
        text
    }

    /// What a credential allows, if this key signed it and it is valid at this time.
    ///
    /// # Errors
    /// The signature is wrong, the text is changed or foreign, or the time is outside its validity.
    pub fn verify(&self, credential: &str, now: Timestamp) -> Result<Claims, CredentialError> {
        let invalid = |_| CredentialError::Invalid;
        if credential.len() > MAX_BYTES {
            return Err(CredentialError::Invalid);
        }
        let token = UntrustedToken::try_from(credential).map_err(invalid)?;
        let token = PublicToken::verify(&self.0, &token, None, Some(PURPOSE)).map_err(invalid)?;
        let claims: Claims =
            serde_json::from_str(token.payload()).map_err(|_| CredentialError::Invalid)?;
        match claims.are_valid(now) {
            true => Ok(claims),
            false => Err(CredentialError::Expired),
        }
    }
}

#[cfg(test)]
mod tests;
