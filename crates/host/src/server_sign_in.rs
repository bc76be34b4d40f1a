//! The sign-in of an MCP server at an address (OAuth 2.1): where its tokens are kept, and what a
//! person has to do. Not here: the protocol, which the crate `mcp` speaks, and how a window shows
//! it ([`crate::Workspace`]).

use std::fs::File;
use std::future::Future;
use std::pin::Pin;

use capability::ToolError;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};

use crate::settings::{KeyError, Keys};

/// The tokens of one server, in the store of keys. They count for one address only: settings that
/// were edited by hand send them nowhere else.
#[derive(Clone)]
pub struct SavedSignIn {
    keys: Keys,
    name: String,
    url: String,
}

/// The entry in the store of keys, as one JSON object.
#[derive(Serialize, Deserialize)]
struct SavedTokens {
    url: String,
    tokens: String,
}

impl SavedSignIn {
    /// The tokens of a server, by its name in the settings and its address.
    pub fn new(server: &str, url: &str, keys: &Keys) -> Self {
        Self {
            keys: keys.clone(),
            name: format!("mcp_{server}_sign_in"),
            url: url.to_owned(),
        }
    }

    /// The tokens, if there are any for this address.
    ///
    /// # Errors
    /// The store of keys cannot be read.
    pub fn load(&self) -> Result<Option<SecretString>, KeyError> {
        let found = self.keys.find(&self.name)?;
        let saved = found.and_then(|it| serde_json::from_str(it.secret.expose_secret()).ok());
        let saved = saved.filter(|it: &SavedTokens| it.url == self.url);
        Ok(saved.map(|it| SecretString::from(it.tokens)))
    }

    /// Replaces the tokens.
    ///
    /// # Errors
    /// The store of keys cannot be written.
    pub fn save(&self, tokens: &SecretString) -> Result<(), KeyError> {
        let saved = serde_json::json!({ "url": self.url, "tokens": tokens.expose_secret() });
        let saved = SecretString::from(saved.to_string());
        self.keys.save(&self.name, &saved).map(drop)
    }

    /// Removes the tokens.
    ///
    /// # Errors
    /// The store of keys cannot be written.
    pub fn remove(&self) -> Result<(), KeyError> {
        self.keys.remove(&self.name).map(drop)
    }

    /// Until the returned file is dropped, no other connection and no other program replaces tokens:
    /// many servers accept each refresh token once. Waits; `None` where there is no folder for it.
    ///
    /// # Errors
    /// The file cannot be locked.
    pub fn lock(&self) -> std::io::Result<Option<File>> {
        self.keys.lock()
    }
}

/// A sign-in that was begun.
pub struct SignIn {
    /// The page on which the person signs in: `http` or `https`.
    pub address: String,
    /// Completes when the tokens are saved, or with the reason why there are none. Dropping it stops the
    /// waiting.
    pub done: Pin<Box<dyn Future<Output = Result<(), ToolError>> + Send>>,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::settings::{Environment, NoKeyChain};

    #[test]
    fn tokens_are_kept_for_one_address_until_removed() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::new(
            Arc::new(NoKeyChain),
            Environment::default(),
            Some(folder.path()),
        );
        let here = SavedSignIn::new("notes", "https://a.example/mcp", &keys);
        here.save(&SecretString::from("{\"t\":1}")).unwrap();
        let found = here.load().unwrap().unwrap();
        assert_eq!(found.expose_secret(), "{\"t\":1}");
        let moved = SavedSignIn::new("notes", "https://b.example/mcp", &keys);
        assert!(moved.load().unwrap().is_none());
        here.remove().unwrap();
        assert!(here.load().unwrap().is_none());
    }

    #[test]
    fn the_lock_excludes_a_second_holder() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::new(
            Arc::new(NoKeyChain),
            Environment::default(),
            Some(folder.path()),
        );
        let sign_in = SavedSignIn::new("notes", "https://a.example/mcp", &keys);
        let held = sign_in.lock().unwrap();
        assert!(held.is_some());
        let other = File::open(folder.path().join("keys.lock")).unwrap();
        assert!(other.try_lock().is_err());
        drop(held);
        assert!(other.try_lock().is_ok());
    }
}
