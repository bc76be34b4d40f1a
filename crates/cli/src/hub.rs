//! `storyteller hub`, `storyteller join`, and the hub of `storyteller serve --hub`: where agents and
//! people of other programs come in. Not here: credentials, which are `agents`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use ::hub::{Access, BindError, Hub, HubOptions, Issuer, Key, RunningHub};
use capability::Code;
use clap::ArgMatches;
use environment::{JoinOptions, StoryEnvironment};
use host::agents::{Agents, CREDENTIAL_VARIABLE, Level};
use host::{Failure, RealWorld, Studio};
use model::World as _;
use star::ClientError;

use super::EXIT_OK;
use super::session::{Session, flag, path, text};
use super::stop::StopSignal;
use super::terminal::{FAINT, note, say};

/// The port of a hub if none is named.
const PORT: u16 = 7780;

/// `storyteller hub`: the hub alone, until it is told to stop.
pub(super) async fn run(matches: &ArgMatches) -> Result<u8, Failure> {
    let mut stop = StopSignal::listen()?;
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
            Failure::invalid(format!("{text:?} is no IP address"))
                .hint("it looks like 0.0.0.0 or 192.168.1.5")
        })?,
    };
    let names = matches.get_many::<String>("name").into_iter().flatten();
    let port = matches.get_one::<u16>("port").copied().unwrap_or(PORT);
    let hub = bind(HubOptions {
        address: SocketAddr::new(host, port),
        access,
        hosts: names.cloned().collect(),
        speaks_public_dialect: flag(matches, "dialect"),
        ..options()
    })?;
    say(&hub.url());
    note(&format!(
        "{FAINT}environments connect at /env/ID, agents at /env/ID/agent/NAME; Ctrl-C ends{FAINT:#}"
    ));
    stop.wait().await;
    hub.shutdown().await;
    Ok(EXIT_OK)
}

/// `storyteller join`: an open story on a hub that runs elsewhere, until it is told to stop.
pub(super) async fn join(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let mut stop = StopSignal::listen()?;
    let studio = Studio::open(path(matches), session.options_with_assistant(matches)?)?;
    let agents = agents_of(session, &studio)?;
    let hub = text(matches, "hub")
        .unwrap_or_default()
        .trim_end_matches('/');
    let joined = StoryEnvironment::join(
        studio.clone(),
        JoinOptions {
            hub: hub.to_owned(),
            environment: agents.environment(&title(&studio)?, text(matches, "as"))?,
            credential: session
                .environment
                .get(CREDENTIAL_VARIABLE)
                .map(str::to_owned),
            agents,
            guests: text(matches, "guests").and_then(Level::named),
            only_credentials: false,
        },
    );
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
    joined.leave();
    studio.close()?;
    ended
}

/// A served story, open to agents through a hub of this program.
pub(super) struct ServedHub {
    hub: RunningHub,
    environment: StoryEnvironment,
}

impl ServedHub {
    /// Starts a hub that takes credentials of this story alone, and joins it.
    pub(super) async fn start(
        session: &Session,
        studio: Studio,
        port: Option<u16>,
    ) -> Result<Self, Failure> {
        let agents = agents_of(session, &studio)?;
        let environment = agents.environment(&title(&studio)?, None)?;
        let key = random_key()?;
        let access = Access::Restricted {
            keys: vec![Key {
                name: "this program".to_owned(),
                key: key.clone(),
                environment: environment.clone(),
                role: "environment".to_owned(),
                client: environment.clone(),
                until: None,
            }],
            issuers: vec![Issuer {
                environment: environment.clone(),
                public_key: agents.public_key()?,
            }],
        };
        let at = |port| HubOptions {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
            access: access.clone(),
            ..options()
        };
        let hub = match port {
            Some(port) => bind(at(port))?,
            None => bind(at(PORT)).or_else(|_| bind(at(0)))?,
        };
        let joined = StoryEnvironment::join(
            studio,
            JoinOptions {
                hub: hub.url(),
                environment,
                credential: Some(key),
                agents,
                guests: None,
                only_credentials: true,
            },
        );
        let environment = joined.await.map_err(|error| cannot_join(&error))?;
        Ok(Self { hub, environment })
    }

    /// The address that agents add `/agent/NAME` to.
    pub(super) fn address(&self) -> String {
        format!("{}/env/{}", self.hub.url(), self.environment.id())
    }

    /// Leaves the hub and ends it.
    pub(super) async fn stop(self) {
        self.environment.leave();
        self.hub.shutdown().await;
    }
}

/// The credentials of a story.
pub(super) fn agents_of(session: &Session, studio: &Studio) -> Result<Agents, Failure> {
    let folder = session.folder.as_deref().ok_or_else(|| {
        Failure::new(
            Code::Unavailable,
            "there is no folder to keep credentials in",
        )
        .hint("set HOME, or STORYTELLER_CONFIG")
    })?;
    Ok(Agents::of(folder, studio.store().story_id()))
}

/// The story's title.
pub(super) fn title(studio: &Studio) -> Result<String, Failure> {
    Ok(studio.store().view(None).graph()?.record.title.clone())
}

fn options() -> HubOptions {
    HubOptions::new(Arc::new(|| RealWorld.now()))
}

fn bind(options: HubOptions) -> Result<RunningHub, Failure> {
    Hub::bind(options).map_err(|error| match &error {
        BindError::Listen { .. } => Failure::new(Code::Unavailable, error.to_string())
            .hint("another program may hold the port; choose another with --port"),
        BindError::OpenToOthers(_) | BindError::Access(_) => Failure::invalid(error.to_string()),
        BindError::Threads(_) => Failure::new(Code::Unavailable, error.to_string()),
    })
}

fn cannot_join(error: &ClientError) -> Failure {
    let (code, hint) = match error {
        ClientError::BadAddress(_) => (Code::InvalidActionInput, "it looks like ws://host:7780"),
        ClientError::Refused(_) => (
            Code::PermissionDenied,
            "ask the hub's owner for a key and give it in STAR_CREDENTIAL",
        ),
        _ => (
            Code::Unavailable,
            "is the hub running? `storyteller hub` starts one",
        ),
    };
    Failure::new(code, error.to_string()).hint(hint)
}

/// A secret for this program's own connection.
fn random_key() -> Result<String, Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        let message = format!("there is no source of randomness: {error}");
        Failure::new(Code::Unavailable, message)
    })?;
    Ok(bytes.iter().map(|it| format!("{it:02x}")).collect())
}
