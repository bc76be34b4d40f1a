//! Signing in to MCP servers, as a window shows it: begun here, done by the person in the browser,
//! and saved here. Not here: the protocol ([`crate::OutsideTools`]), and the other changes of servers
//! (`outside_servers.rs`).

use std::future::Future;

use capability::{Code, ErrorReport};
use schemars::JsonSchema;
use serde::Serialize;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::outside_servers::{OutsideServerView, no_server};
use super::server_changes::check_goes_safely;
use super::{Workspace, lock_recovering};
use crate::{Failure, OutsideServer, SavedSignIn, ServerFailure, WorkspaceError};

/// Whether a person is signed in to a server.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SignInView {
    /// How far it is.
    pub state: SignInState,
    /// The page on which the person signs in, while that is waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Why the last attempt failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Box<ErrorReport>>,
}

/// Whether a person is signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SignInState {
    /// Nobody has signed in, and the server did not ask for it.
    None,
    /// The server asks for it.
    Needed,
    /// The person is expected in the browser.
    Waiting,
    /// The person is signed in.
    SignedIn,
}

/// A sign-in that was begun, and its end if it failed.
pub(super) enum Attempt {
    Waiting { address: String, _stop: DropGuard },
    Failed(Box<ErrorReport>),
}

impl Workspace {
    /// Begins to sign in to a server. Returns the page for the person, and what completes when the
    /// tokens are saved and the server runs with them.
    ///
    /// # Errors
    /// There is no such server, it does not answer, or it offers no way to sign in.
    pub async fn begin_sign_in(
        &self,
        name: &str,
    ) -> Result<
        (
            String,
            impl Future<Output = Result<(), Failure>> + Send + use<>,
        ),
        Failure,
    > {
        let wanted = name.to_owned();
        let server = self
            .run_blocking(move |workspace| {
                let settings = workspace.settings()?;
                let server = settings
                    .mcp
                    .get(&wanted)
                    .ok_or_else(|| no_server(&wanted))?;
                if server.url.is_empty() {
                    return Err(Failure::invalid(WorkspaceError::ServerSignInUnused {})
                        .hint("give it what it needs in a variable: env NAME=VALUE"));
                }
                check_goes_safely(&server.url)?;
                workspace.server_to_start(&wanted, server)
            })
            .await?;
        let outside = self.0.outside_tools.get().ok_or_else(|| {
            let server = server.name.clone();
            Failure::new(
                Code::Unavailable,
                ServerFailure::ServerSignInNone { server },
            )
        })?;
        let (name, url) = (server.name.clone(), server.settings.url.clone());
        let begun = outside.sign_in(server).await?;
        let workspace = self.clone();
        let done = async move {
            begun.done.await?;
            workspace
                .run_blocking(move |workspace| workspace.keep_sign_in(&name, &url))
                .await
        };
        Ok((begun.address, done))
    }

    /// The same in the background, for a window that looks at the state of its servers. Opens the
    /// page in the person's browser if wanted.
    pub async fn sign_in_to_server(
        &self,
        name: String,
        opens_browser: bool,
    ) -> Result<Vec<OutsideServerView>, Failure> {
        let (address, done) = self.begin_sign_in(&name).await?;
        if opens_browser && let Err(error) = open::that_detached(&address) {
            tracing::warn!(%error, "no browser could be opened");
        }
        let stop = CancellationToken::new();
        let attempt = Attempt::Waiting {
            address,
            _stop: stop.clone().drop_guard(),
        };
        lock_recovering(&self.0.sign_ins).insert(name.clone(), attempt);
        let workspace = self.clone();
        tokio::spawn(async move {
            let ended = tokio::select! {
                () = stop.cancelled() => return,
                ended = done => ended,
            };
            let mut attempts = lock_recovering(&workspace.0.sign_ins);
            // Cancelled or begun anew meanwhile: the entry is another attempt's.
            if stop.is_cancelled() {
                return;
            }
            match ended {
                Ok(()) => attempts.remove(&name),
                Err(failure) => {
                    let why = Box::new(failure.report().clone());
                    attempts.insert(name, Attempt::Failed(why))
                }
            };
        });
        self.outside_servers().await
    }

    /// Signs out of a server, or stops waiting for the person to sign in.
    pub async fn sign_out_of_server(
        &self,
        name: String,
    ) -> Result<Vec<OutsideServerView>, Failure> {
        lock_recovering(&self.0.sign_ins).remove(&name);
        self.run_blocking(move |workspace| {
            let mut settings = workspace.settings()?;
            let server = settings
                .mcp
                .get_mut(&name)
                .ok_or_else(|| no_server(&name))?;
            if std::mem::take(&mut server.signed_in) {
                workspace.saved_sign_in(&name, &server.url).remove()?;
            }
            workspace.keep_servers(&settings)
        })
        .await
    }

    /// Where the tokens of a server are kept.
    pub(super) fn saved_sign_in(&self, server: &str, url: &str) -> SavedSignIn {
        SavedSignIn::new(server, url, &self.0.options.keys)
    }

    /// Notes that the person is signed in, and restarts the server in every open story. The key of
    /// the address, if there was one, is no longer used.
    fn keep_sign_in(&self, name: &str, url: &str) -> Result<(), Failure> {
        let mut settings = self.settings()?;
        let server = settings.mcp.get_mut(name).filter(|it| it.url == url);
        let server = server.ok_or_else(|| no_server(name))?;
        let was_signed_in = std::mem::replace(&mut server.signed_in, true);
        self.keep_servers(&settings)?;
        if was_signed_in {
            self.restart_server(name);
        }
        Ok(())
    }

    pub(super) fn sign_in_view(
        &self,
        name: &str,
        server: &OutsideServer,
        why: Option<&ErrorReport>,
    ) -> SignInView {
        let is_needed = why
            .and_then(|it| it.said.as_ref())
            .is_some_and(|it| it["what"] == "server_sign_in_needed");
        let mut view = SignInView {
            state: match (is_needed, server.signed_in) {
                (true, _) => SignInState::Needed,
                (false, true) => SignInState::SignedIn,
                (false, false) => SignInState::None,
            },
            address: None,
            why: None,
        };
        match lock_recovering(&self.0.sign_ins).get(name) {
            Some(Attempt::Waiting { address, .. }) => {
                view.state = SignInState::Waiting;
                view.address = Some(address.clone());
            }
            Some(Attempt::Failed(why)) => view.why = Some(why.clone()),
            None => {}
        }
        view
    }
}
