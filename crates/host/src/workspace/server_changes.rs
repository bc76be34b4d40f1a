//! Changes of an MCP server's settings: another program or address is another server, which inherits
//! neither the permissions nor the secrets of the former one.

use std::collections::{BTreeMap, BTreeSet};

use http::Uri;
use secrecy::SecretString;

use crate::{Failure, OutsideServer, WorkspaceError};

/// Changes of a server; omitted fields stay unchanged.
#[derive(Default)]
pub struct ServerChanges {
    /// The program to start, instead of an address.
    pub command: Option<String>,
    /// The program's arguments.
    pub args: Option<Vec<String>>,
    /// The variables, as `NAME=VALUE`; a `NAME` alone keeps its value.
    pub env: Option<Vec<String>>,
    /// The address, instead of a program.
    pub url: Option<String>,
    /// The key for the address.
    pub key: Option<SecretString>,
    /// The id of a client that was registered by hand; empty: none.
    pub client_id: Option<String>,
    /// The secret of that client.
    pub client_secret: Option<SecretString>,
    /// The timeout in seconds.
    pub seconds: Option<u64>,
}

/// The server with the changes; without its key, if that must not be sent to the new address.
pub(super) fn changed(
    before: &OutsideServer,
    changes: &ServerChanges,
) -> Result<OutsideServer, Failure> {
    let given = |it: &Option<String>| it.as_deref().map(|it| it.trim().to_owned());
    let (command, url) = (given(&changes.command), given(&changes.url));
    let mut after = before.clone();
    match (
        command.as_deref().filter(|it| !it.is_empty()),
        url.as_deref().filter(|it| !it.is_empty()),
    ) {
        (Some(_), Some(_)) => return Err(no_way()),
        (Some(command), None) => {
            command.clone_into(&mut after.command);
            after.url.clear();
        }
        (None, Some(url)) => {
            url.clone_into(&mut after.url);
            after.command.clear();
            after.args.clear();
            after.env.clear();
        }
        (None, None) => {}
    }
    if after.command.is_empty() == after.url.is_empty() {
        return Err(no_way());
    }
    if !after.command.is_empty() {
        if let Some(args) = &changes.args {
            after.args.clone_from(args);
        }
        if let Some(env) = &changes.env {
            after.env = environment(&before.env, env)?;
        }
        if changes.key.is_some() || names_client(changes) {
            return Err(Failure::invalid(WorkspaceError::ServerKeyUnused {})
                .hint("give it in a variable: env NAME=VALUE"));
        }
    }
    if let Some(seconds) = changes.seconds {
        after.seconds = (seconds > 0).then_some(seconds);
    }
    let place = (!after.url.is_empty())
        .then(|| place_of(&after.url))
        .transpose()?;
    let is_known =
        (&before.command, &before.args, &before.url) == (&after.command, &after.args, &after.url);
    if !is_known {
        after.allowed = BTreeMap::new();
    }
    if place.is_none() || place_of(&before.url).ok() != place {
        after.key.clear();
        after.client_id.clear();
    }
    if let Some(client) = given(&changes.client_id) {
        after.client_id = client;
    }
    if changes.client_secret.is_some() && after.client_id.is_empty() {
        return Err(Failure::invalid(WorkspaceError::ServerClientNone {})
            .hint("give the id of the client as well"));
    }
    // A sign-in counts for the whole address and for the client that it was given to.
    after.signed_in &= changes.client_secret.is_none()
        && (&before.url, &before.client_id) == (&after.url, &after.client_id);
    Ok(after)
}

/// Whether the secret of the client goes on counting: it is sent to no other address.
pub(super) fn keeps_client_secret(before: &OutsideServer, after: &OutsideServer) -> bool {
    before.client_id == after.client_id && place_of(&before.url).ok() == place_of(&after.url).ok()
}

fn names_client(changes: &ServerChanges) -> bool {
    let id = changes.client_id.as_deref().unwrap_or_default();
    changes.client_secret.is_some() || !id.trim().is_empty()
}

/// The origin of an address: its protocol, host and port.
fn place_of(url: &str) -> Result<String, Failure> {
    let unfit = || {
        Failure::invalid(WorkspaceError::ServerAddressUnfit {})
            .hint("it begins with http:// or https://, and holds no name or key")
    };
    let uri: Uri = url.parse().map_err(|_| unfit())?;
    let (Some(scheme @ ("http" | "https")), Some(authority)) = (uri.scheme_str(), uri.authority())
    else {
        return Err(unfit());
    };
    match authority.as_str().contains('@') {
        true => Err(unfit()),
        false => Ok(format!("{scheme}://{authority}")),
    }
}

/// A key is sent only over an encrypted connection or within this computer.
pub(super) fn check_goes_safely(url: &str) -> Result<(), Failure> {
    let uri: Uri = url.parse().unwrap_or_default();
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    let is_here = host == "localhost"
        || host
            .parse::<std::net::IpAddr>()
            .is_ok_and(|it| it.is_loopback());
    match uri.scheme_str() == Some("https") || is_here {
        true => Ok(()),
        false => Err(Failure::invalid(WorkspaceError::ServerAddressOpen {})
            .hint("use https://, or an address of this computer")),
    }
}

fn environment(
    before: &BTreeMap<String, String>,
    lines: &[String],
) -> Result<BTreeMap<String, String>, Failure> {
    let lines: BTreeSet<&str> = lines.iter().map(|it| it.trim()).collect();
    let unfit =
        || Failure::invalid(WorkspaceError::ServerVariableUnfit {}).hint("write it NAME=VALUE");
    let entry = |line: &str| {
        let (name, value) = match line.split_once('=') {
            Some((name, value)) => (name.trim_end(), value.to_owned()),
            None => (line, before.get(line).ok_or_else(unfit)?.clone()),
        };
        let fits = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let starts = name.starts_with(|it: char| !it.is_ascii_digit());
        match starts && name.chars().all(fits) && !value.contains('\0') {
            true => Ok((name.to_owned(), value)),
            false => Err(unfit()),
        }
    };
    let lines = lines.into_iter().filter(|it| !it.is_empty());
    lines.map(entry).collect()
}

fn no_way() -> Failure {
    Failure::invalid(WorkspaceError::ServerUnreachable {})
        .hint("give the command that starts it, or its address, not both")
}
