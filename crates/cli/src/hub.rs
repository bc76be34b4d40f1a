//! `storyteller hub` and `storyteller join`: how agents and people in other programs connect. Not
//! here: credentials (`agents`), and the hub of `storyteller serve --hub`, which the workspace
//! opens.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;

use ::hub::{Access, HubOptions};
use capability::Code;
use clap::ArgMatches;
use environment::{
    DEFAULT_PORT, JoinOptions, StoryEnvironment, bind, cannot_join, options, read_certificate,
};
use host::agents::{Agents, CREDENTIAL_VARIABLE, Level};
use host::{Failure, Studio};

use super::EXIT_OK;
use super::machines;
use super::session::{Session, flag, path, text};
use super::stop::StopSignal;
use super::terminal::{FAINT, note, say};

/// `storyteller hub`: runs only the hub, until it is told to stop.
pub(super) async fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let mut stop = StopSignal::listen()?;
    raise_open_files();
    let access = match (text(matches, "keys"), flag(matches, "open-to-all")) {
        (Some(keys), _) => Access::from_file(Path::new(keys))
            .map_err(|error| Failure::invalid(error.to_string()))?,
        (None, true) => Access::Open,
        (None, false) => {
            let message = "a hub needs to know who may connect";
            let hint = "give --keys FILE, or --open for every program on this computer";
            return Err(Failure::invalid(message).hint(hint));
        }
    };
    let host = match text(matches, "listen") {
        None => IpAddr::V4(Ipv4Addr::LOCALHOST),
        Some(text) => text.parse().map_err(|_| {
            Failure::invalid(format!("{text:?} is not an IP address"))
                .hint("it looks like 0.0.0.0 or 192.168.1.5")
        })?,
    };
    let certificate = match (text(matches, "certificate"), text(matches, "key")) {
        (Some(certificate), Some(key)) => {
            Some(read_certificate(certificate.as_ref(), key.as_ref())?)
        }
        _ => None,
    };
    let names = matches.get_many::<String>("name").into_iter().flatten();
    let port = matches
        .get_one::<u16>("port")
        .copied()
        .unwrap_or(DEFAULT_PORT);
    let hub = bind(HubOptions {
        address: SocketAddr::new(host, port),
        access,
        certificate,
        hosts: names.cloned().collect(),
        speaks_public_dialect: flag(matches, "dialect"),
        ..options()
    })?;
    let linked = match machines::nats(session, matches).await? {
        Some(nats) => Some(machines::link(&nats, &hub).await?),
        None => None,
    };
    say(&hub.url());
    note(&format!(
        "{FAINT}environments connect at /env/ID, agents at /env/ID/agent/NAME; Ctrl-C ends{FAINT:#}"
    ));
    stop.wait().await;
    hub.shutdown().await;
    if let Some(linked) = linked {
        linked.leave().await;
    }
    Ok(EXIT_OK)
}

/// Every connection is an open file, and the default limit is far below what a hub needs.
fn raise_open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        let most = Rlimit {
            current: maximum,
            maximum,
        };
        // With the lower limit, it still serves some clients.
        let _ = setrlimit(Resource::Nofile, most);
    }
}

/// `storyteller join`: connects an open story to a hub that runs elsewhere, until it is told to
/// stop.
pub(super) async fn join(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    if let Some(nats) = machines::nats(session, matches).await? {
        return machines::join(session, matches, &nats).await;
    }
    let mut stop = StopSignal::listen()?;
    let studio = Studio::open(path(matches), session.options_with_assistant(matches)?)?;
    let agents = agents_of(session, &studio)?;
    let environment = agents.environment(&studio.title()?, text(matches, "as"))?;
    let options = join_options(session, matches, environment, agents);
    let hub = options.hub.clone();
    let joined = StoryEnvironment::join(studio.clone(), options);
    let joined = joined.await.map_err(|error| cannot_join(&error))?;
    say(&format!("{hub}/env/{}", joined.id()));
    note(&format!(
        "{FAINT}agents connect at this address followed by /agent/NAME; `storyteller agents add \
         FILE NAME` makes a credential; Ctrl-C ends{FAINT:#}"
    ));
    let ended = tokio::select! {
        () = stop.wait() => Ok(EXIT_OK),
        () = joined.closed() => {
            let message = "the hub ended the connection for good";
            Err(Failure::new(Code::Unavailable, message)
                .hint("another program may have joined as the same environment"))
        }
    };
    joined.leave().await;
    studio.close()?;
    ended
}

/// How a story joins the hub named on the command line.
pub(super) fn join_options(
    session: &Session,
    matches: &ArgMatches,
    environment: String,
    agents: Agents,
) -> JoinOptions {
    let hub = text(matches, "hub").unwrap_or_default();
    JoinOptions {
        hub: hub.into(),
        environment,
        credential: session
            .environment
            .get(CREDENTIAL_VARIABLE)
            .map(str::to_owned),
        agents,
        guests: text(matches, "guests").and_then(Level::named),
        only_credentials: false,
        confirmation: None,
    }
}

/// The credentials of a story.
pub(super) fn agents_of(session: &Session, studio: &Studio) -> Result<Agents, Failure> {
    Agents::of_story(session.folder.as_deref(), studio)
}
