//! The errors of a server, from those of the library. Text from a server is sanitized and
//! shortened, and contains neither its key nor the values of its variables.

use std::error::Error;
use std::io::ErrorKind;

use capability::{Code, ToolError};
use host::{ServerFailure, ServerToStart};
use rmcp::ServiceError;
use rmcp::service::ClientInitializeError;
use rmcp::transport::auth::AuthError;
use rmcp::transport::streamable_http_client::StreamableHttpError;
use secrecy::ExposeSecret as _;
use serde_json::Value;

use super::plain;
use super::sign_in::TokenStore;

/// The longest text of a server, in characters.
const MAX_WORDS: usize = 500;
/// The shortest secret that is removed from answers, in bytes: a shorter one may occur by chance.
const SHORTEST_SECRET: usize = 8;

/// The failures of one server.
pub(super) struct Failures<'a> {
    server: &'a ServerToStart,
    /// Where its tokens are, if a person is signed in.
    tokens: Option<&'a TokenStore>,
}

impl<'a> Failures<'a> {
    pub(super) fn of(server: &'a ServerToStart) -> Self {
        let tokens = None;
        Self { server, tokens }
    }

    /// The same of a server that is sent these tokens.
    pub(super) fn with_tokens(mut self, tokens: &'a TokenStore) -> Self {
        self.tokens = Some(tokens);
        self
    }

    fn server(&self) -> String {
        self.server.name.clone()
    }

    /// Its program cannot be started.
    pub(super) fn unstarted(&self, error: &std::io::Error) -> ToolError {
        let (server, command) = (self.server(), self.server.settings.command.clone());
        let failure = match error.kind() {
            ErrorKind::NotFound => ServerFailure::ServerProgramMissing { server, command },
            _ => ServerFailure::ServerUnstarted {
                server,
                command,
                why: error.to_string(),
            },
        };
        unavailable(failure).hint("check its command in the settings")
    }

    /// It does not answer in time.
    pub(super) fn silent(&self) -> ToolError {
        let server = self.server();
        unavailable(ServerFailure::ServerSilent { server }).hint("a later call tries it again")
    }

    /// Its program has ended; this was its last line on standard error.
    pub(super) fn ended(&self, words: &str) -> ToolError {
        let (server, words) = (self.server(), self.words(words));
        let failure = match words.is_empty() {
            true => ServerFailure::ServerEnded { server },
            false => ServerFailure::ServerEndedSaying { server, words },
        };
        unavailable(failure).hint("the next call of one of its tools starts it again")
    }

    /// The connection could not be made.
    pub(super) fn unconnected(&self, error: &ClientInitializeError) -> ToolError {
        let server = self.server();
        match error {
            ClientInitializeError::TransportError { error, .. } => {
                unavailable(self.transport(error.error.as_ref()))
                    .hint("check its address and key in the settings")
            }
            _ => unavailable(ServerFailure::ServerForeign { server })
                .hint("does its command or address in the settings speak MCP?"),
        }
    }

    /// A request failed.
    pub(super) fn failed(&self, error: &ServiceError) -> ToolError {
        let server = self.server();
        let failure = match error {
            ServiceError::McpError(said) => ServerFailure::ServerRefused {
                server,
                words: self.words(&said.message),
            },
            ServiceError::TransportSend(error) => self.transport(error.error.as_ref()),
            _ => ServerFailure::ServerBrokeOff { server },
        };
        unavailable(failure).hint("a later call starts it again")
    }

    /// Its tool reported a failure, with this text.
    pub(super) fn of_tool(&self, words: &str) -> ToolError {
        unavailable(ServerFailure::ServerToolFailed {
            server: self.server(),
            words: self.words(words),
        })
    }

    /// A resource holds nothing that can be read as text.
    pub(super) fn without_text(&self, uri: &str) -> ToolError {
        let (server, uri) = (self.server(), self.words(uri));
        ToolError::not_found(ServerFailure::ServerResourceTextless { server, uri })
    }

    /// Nobody is signed in, or no longer.
    pub(super) fn sign_in_needed(&self) -> ToolError {
        let server = self.server();
        unavailable(ServerFailure::ServerSignInNeeded { server })
            .hint("sign in to it: sign_in_to_server")
    }

    /// The server does not say where people sign in.
    pub(super) fn sign_in_none(&self) -> ToolError {
        let server = self.server();
        unavailable(ServerFailure::ServerSignInNone { server })
            .hint("if it needs a key, give it one in its settings")
    }

    /// The person, or the server, decided against it.
    pub(super) fn sign_in_denied(&self) -> ToolError {
        let server = self.server();
        unavailable(ServerFailure::ServerSignInDenied { server })
    }

    /// The person did not return in time.
    pub(super) fn sign_in_late(&self, minutes: u64) -> ToolError {
        let server = self.server();
        unavailable(ServerFailure::ServerSignInLate { server, minutes }).hint("begin again")
    }

    /// Signing in failed for this reason.
    pub(super) fn sign_in_failed(&self, why: &str) -> ToolError {
        let (server, why) = (self.server(), self.words(why));
        unavailable(ServerFailure::ServerSignInFailed { server, why }).hint("begin again")
    }

    /// The same for an error of the library, or using a saved sign-in failed.
    pub(super) fn of_sign_in(&self, error: &AuthError) -> ToolError {
        match error {
            AuthError::AuthorizationRequired => self.sign_in_needed(),
            AuthError::NoAuthorizationSupport => self.sign_in_none(),
            AuthError::DiscoveryRequestFailed { .. } | AuthError::HttpError(_) => {
                let server = self.server();
                unavailable(ServerFailure::ServerOffline { server })
                    .hint("check its address in the settings")
            }
            AuthError::RegistrationFailed(why) => {
                let (server, why) = (self.server(), self.words(why));
                unavailable(ServerFailure::ServerSignInUnregistered { server, why }).hint(
                    "register it there by hand, as a program of this computer, and give the client id \
                     in the settings: set_outside_server",
                )
            }
            other => self.sign_in_failed(&other.to_string()),
        }
    }

    fn transport(&self, error: &(dyn Error + 'static)) -> ServerFailure {
        let server = self.server();
        let mut next = Some(error);
        while let Some(error) = next {
            match error.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
                // It says so in a way that names where people sign in; a wrong key is something else.
                Some(StreamableHttpError::AuthRequired(_)) if self.server.key.is_none() => {
                    return ServerFailure::ServerSignInNeeded { server };
                }
                Some(StreamableHttpError::AuthRequired(_)) => {
                    return ServerFailure::ServerUnauthorized { server };
                }
                // Without a challenge, the library gives the status only in its message.
                Some(StreamableHttpError::UnexpectedServerResponse(said))
                    if ["HTTP 401", "HTTP 403"]
                        .iter()
                        .any(|it| said.starts_with(it)) =>
                {
                    return ServerFailure::ServerUnauthorized { server };
                }
                Some(StreamableHttpError::Client(error)) if error.is_connect() => {
                    return ServerFailure::ServerOffline { server };
                }
                _ => next = error.source(),
            }
        }
        ServerFailure::ServerBrokeOff { server }
    }

    /// Text of the server: on one line, shortened, without its secrets.
    fn words(&self, said: &str) -> String {
        let words = plain::line(&self.without_secrets(said));
        words.trim().chars().take(MAX_WORDS).collect()
    }

    fn secrets(&self) -> impl Iterator<Item = String> {
        let tokens = self.tokens.map(TokenStore::secrets).unwrap_or_default();
        let own = self.server.key.iter().chain(&self.server.client_secret);
        let key = own.chain(&tokens);
        let key: Vec<String> = key.map(|it| it.expose_secret().to_owned()).collect();
        let variables = self.server.settings.env.values().cloned();
        key.into_iter()
            .chain(variables)
            .filter(|it| it.len() >= SHORTEST_SECRET)
    }

    /// Text without the server's secrets.
    pub(super) fn without_secrets(&self, words: &str) -> String {
        self.secrets()
            .fold(words.to_owned(), |words, it| words.replace(&it, "…"))
    }

    /// An answer without its secrets: what a model reads may go anywhere.
    pub(super) fn data_without_secrets(&self, data: Value) -> Value {
        let words = data.to_string();
        match self.secrets().any(|it| words.contains(&it)) {
            true => serde_json::from_str(&self.without_secrets(&words)).unwrap_or(Value::Null),
            false => data,
        }
    }
}

fn unavailable(failure: ServerFailure) -> ToolError {
    ToolError::new(Code::Unavailable, failure)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use host::settings::Keys;
    use host::{OutsideServer, SavedSignIn};
    use secrecy::SecretString;
    use serde_json::json;

    use super::*;

    fn server() -> ServerToStart {
        ServerToStart {
            name: "notes".to_owned(),
            settings: OutsideServer {
                env: BTreeMap::from([("TOKEN".to_owned(), "t-very-secret".to_owned())]),
                ..OutsideServer::default()
            },
            key: Some(SecretString::from("sk-very-secret")),
            client_secret: None,
            sign_in: SavedSignIn::new("notes", "", &Keys::none()),
            environment: BTreeMap::new(),
        }
    }

    #[test]
    fn last_output_of_a_server_is_reported_without_secrets_and_control_sequences() {
        let server = server();
        let failures = Failures::of(&server);
        let ended = failures.ended("\u{1b}[2Jno module for t-very-secret\n");
        assert_eq!(
            ended.said,
            Some(json!({
                "what": "server_ended_saying",
                "parts": { "server": "notes", "words": "[2Jno module for …" },
            }))
        );
        let silent = failures.ended(" \n");
        assert_eq!(silent.said.unwrap()["what"], "server_ended");
    }

    #[test]
    fn answers_contain_no_secrets() {
        let server = server();
        let data = json!({ "text": "I know sk-very-secret" });
        let answer = Failures::of(&server).data_without_secrets(data);
        assert_eq!(answer, json!({ "text": "I know …" }));
    }
}
