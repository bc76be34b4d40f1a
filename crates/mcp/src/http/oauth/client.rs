//! A client that signs in. Its registration is encoded in its id, so nothing has to be stored and
//! an id is valid as long as the client keeps it; anybody may register, so an id proves nothing.

use ::http::Uri;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

/// The prefix of an id.
const PREFIX: &str = "client.";
/// The longest id, in bytes.
const MAX_ID: usize = 4096;
/// The most redirect addresses of one client.
const MAX_REDIRECTS: usize = 8;
/// The longest name, in characters.
const MAX_NAME: usize = 80;
/// The name of a client without one.
const NAMELESS: &str = "agent";

/// A client and what it registered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ClientId {
    /// What it calls itself.
    #[serde(rename = "n")]
    pub(super) name: String,
    /// Where answers may go, to the letter.
    #[serde(rename = "r")]
    pub(super) redirects: Vec<String>,
}

/// A registration as far as it is read (RFC 7591).
#[derive(Deserialize)]
struct Registration {
    #[serde(default)]
    redirect_uris: Vec<String>,
    #[serde(default)]
    client_name: Option<String>,
}

impl ClientId {
    /// Registers a client; the error is what the protocol defines for an invalid registration.
    pub(super) fn register(body: &[u8]) -> Result<Self, (&'static str, &'static str)> {
        let read = serde_json::from_slice::<Registration>(body);
        let wanted = read.map_err(|_| ("invalid_client_metadata", "this is not a registration"))?;
        let redirects = wanted.redirect_uris.into_iter();
        let redirects: Vec<_> = redirects.filter(|it| is_redirect(it)).collect();
        if redirects.is_empty() {
            let why = "redirect_uris has no http address of this computer";
            return Err(("invalid_redirect_uri", why));
        }
        let name = wanted.client_name.unwrap_or_default();
        let name: String = name.chars().filter(|it| !it.is_control()).collect();
        let name = name.trim().chars().take(MAX_NAME).collect();
        let client = Self {
            name,
            redirects: redirects.into_iter().take(MAX_REDIRECTS).collect(),
        };
        match client.to_text().len() <= MAX_ID {
            true => Ok(client),
            false => Err(("invalid_client_metadata", "the registration is too long")),
        }
    }

    /// The id.
    pub(super) fn to_text(&self) -> String {
        let json = serde_json::to_vec(self).unwrap_or_default();
        format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(json))
    }

    /// Decodes an id.
    pub(super) fn parse(id: &str) -> Option<Self> {
        let encoded = id.strip_prefix(PREFIX).filter(|_| id.len() <= MAX_ID)?;
        let json = URL_SAFE_NO_PAD.decode(encoded).ok()?;
        serde_json::from_slice(&json).ok()
    }

    /// Whether an answer may be sent to an address: it must be registered exactly, and on this
    /// computer.
    pub(super) fn may_hear_at(&self, redirect: &str) -> bool {
        is_redirect(redirect) && self.redirects.iter().any(|it| it == redirect)
    }

    /// A suggested name in the story, which the person may change.
    pub(super) fn suggested_name(&self) -> String {
        let words = self.name.split(|it: char| !it.is_alphanumeric());
        let words = words.filter(|it| !it.is_empty()).map(str::to_lowercase);
        let name = words.collect::<Vec<_>>().join("-");
        let name: String = name.chars().take(40).collect();
        match star::Id::check(&name).is_ok() {
            true => name,
            false => NAMELESS.to_owned(),
        }
    }
}

/// Whether a browser can be sent to an address, which must be on this computer.
fn is_redirect(address: &str) -> bool {
    let is_plain = address.is_ascii() && !address.contains(['#', '@', '\\', '"', '<', '>', ' ']);
    is_plain && address.len() <= 512 && is_loopback(address)
}

/// Whether an address is an http address of this computer.
pub(super) fn is_loopback(address: &str) -> bool {
    let Ok(uri) = address.parse::<Uri>() else {
        return false;
    };
    let host = uri.host().unwrap_or_default();
    uri.scheme_str() == Some("http") && ["127.0.0.1", "localhost", "[::1]"].contains(&host)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn register(
        registration: &serde_json::Value,
    ) -> Result<ClientId, (&'static str, &'static str)> {
        ClientId::register(registration.to_string().as_bytes())
    }

    #[test]
    fn an_id_contains_the_registration() {
        let redirects = ["http://127.0.0.1:33418/cb", "https://evil.example/cb"];
        let wanted = json!({ "client_name": "Claude Code\u{1b}", "redirect_uris": redirects });
        let client = register(&wanted).unwrap();
        assert_eq!(ClientId::parse(&client.to_text()), Some(client.clone()));
        assert_eq!(client.suggested_name(), "claude-code");
        assert!(client.may_hear_at("http://127.0.0.1:33418/cb"));
        for other in [
            "http://127.0.0.1:33419/cb",
            "http://127.0.0.1:33418/cb/",
            "https://evil.example/cb",
        ] {
            assert!(!client.may_hear_at(other), "{other}");
        }
    }

    #[test]
    fn answers_go_only_to_this_computer() {
        for address in [
            "https://evil.example/",
            "http://127.0.0.1.evil.example/",
            "http://localhost@evil.example/",
            "http://evil.example/?127.0.0.1",
            "javascript:alert(1)",
            "http://127.0.0.1/#x",
            "http://127.0.0.1/\" x",
            "custom:/callback",
        ] {
            let registered = register(&json!({ "redirect_uris": [address] }));
            assert_eq!(
                registered.unwrap_err().0,
                "invalid_redirect_uri",
                "{address}"
            );
        }
        // A forged id allows no other address.
        let forged = ClientId {
            name: String::new(),
            redirects: vec!["https://evil.example/".to_owned()],
        };
        assert!(!forged.may_hear_at("https://evil.example/"));
        assert_eq!(forged.suggested_name(), NAMELESS);
    }
}
