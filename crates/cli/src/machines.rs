//! `--nats`: hubs and stories shared with other machines. Not here: the crate `cluster`, which
//! implements it.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use capability::Code;
use clap::ArgMatches;
use cluster::{Claim, ClusterError, HubLink, Nats, NatsAccess, Owner, Progress, SharedStory};
use environment::{Confirmation, JoinOptions, OwnHub, StoryEnvironment, cannot_join};
use host::agents::Agents;
use host::{Failure, HubLauncher, HubReach, HubTraffic, RealWorld, StoryHub, Studio};
use model::World as _;
use store::OpenOptions;

use super::EXIT_OK;
use super::hub::{agents_of, join_options};
use super::session::{Session, path, text};
use super::stop::StopSignal;
use super::terminal::{FAINT, note, say};

/// The environment variable with a token for the NATS server.
const TOKEN: &str = "NATS_TOKEN";
/// The environment variable with the path of a credentials file.
const CREDENTIALS: &str = "NATS_CREDENTIALS";
/// The name under which the list of credentials is stored beside the story.
const LIST: &str = "agents";
/// How often the list is checked for changes.
const LIST_INTERVAL: Duration = Duration::from_secs(1);

/// The server named with `--nats`, if any.
pub(super) async fn nats(session: &Session, matches: &ArgMatches) -> Result<Option<Nats>, Failure> {
    let Some(address) = text(matches, "nats") else {
        return Ok(None);
    };
    let variable = |name| session.environment.get(name);
    let access = NatsAccess {
        token: variable(TOKEN).map(str::to_owned),
        credentials: variable(CREDENTIALS).map(Into::into),
    };
    let connected = Nats::connect(address, &access).await;
    connected.map(Some).map_err(|error| failed(&error))
}

/// An error between machines, as text for a person.
pub(super) fn failed(error: &ClusterError) -> Failure {
    match error {
        ClusterError::NoStory(_) => Failure::not_found(error.to_string()),
        _ => Failure::new(Code::Unavailable, error.to_string()),
    }
}

fn new_id() -> String {
    RealWorld.new_id().simple().to_string()
}

/// Connects a hub to all others at the server.
pub(super) async fn link(nats: &Nats, hub: &::hub::RunningHub) -> Result<HubLink, Failure> {
    let linked = HubLink::start(nats, hub, new_id()).await;
    linked.map_err(|error| failed(&error))
}

/// Tells an environment whether a write is safe.
struct Confirmed(Arc<Owner>);

#[async_trait]
impl Confirmation for Confirmed {
    async fn written(&self) -> bool {
        self.0.flushed().await.is_ok()
    }

    async fn change(&self, number: u64) -> bool {
        self.0.confirmed(number).await.is_ok()
    }
}

/// The id of the story's environment: the one named, or that of an existing file.
fn environment_of(session: &Session, matches: &ArgMatches) -> Result<String, Failure> {
    let (file, named) = (path(matches), matches.try_get_one::<String>("as"));
    let named = named.ok().flatten().map(String::as_str);
    if !file.exists() {
        let named = named.map(str::to_owned);
        return named.ok_or_else(|| {
            Failure::not_found(format!("there is no story at {}", file.display()))
                .hint("give --as ID to fetch the story of that id from the other machines")
        });
    }
    let studio = session.open_read_only(matches)?;
    agents_of(session, &studio)?.environment(&studio.title()?, named)
}

/// Follows the story until this program owns it; `None` if it is told to stop before.
async fn take(
    session: &Session,
    shared: &SharedStory,
    (environment, file): (&str, &Path),
    stop: &mut StopSignal,
) -> Result<Option<(Claim, Option<String>)>, Failure> {
    let options = OpenOptions {
        rules: capability::slot_rules(session.options().capabilities),
        world: Arc::new(RealWorld),
        read_only: false,
    };
    let report = |progress| {
        if progress == Progress::Following {
            say(&format!("following {environment}"));
        }
    };
    let me = new_id();
    let claim = tokio::select! {
        claim = shared.take((file, &me), options, report) => claim.map_err(|error| failed(&error))?,
        () = stop.wait() => return Ok(None),
    };
    let list = shared.note(LIST).await;
    Ok(Some((claim, list)))
}

async fn open_shared(nats: &Nats, environment: &str) -> Result<SharedStory, Failure> {
    let shared = SharedStory::open(nats, environment).await;
    shared.map_err(|error| failed(&error))
}

/// Starts to own an open story, with the credentials that its former owner had made.
async fn own(
    (claim, list): (Claim, Option<String>),
    studio: &Studio,
    agents: &Agents,
    environment: &str,
) -> Result<Arc<Owner>, Failure> {
    let owner = claim.own(studio.store().clone()).await;
    let owner = Arc::new(owner.map_err(|error| failed(&error))?);
    if let Some(list) = list {
        agents.import(environment, &list)?;
    }
    tokio::spawn(share_list(agents.clone(), Arc::clone(&owner)));
    Ok(owner)
}

/// Stores the list of credentials where the next owner finds it, as long as this program owns the
/// story.
async fn share_list(agents: Agents, owner: Arc<Owner>) {
    let mut shared = None;
    loop {
        match agents.export() {
            Ok(list) if shared.as_ref() != Some(&list) => match owner.put_note(LIST, &list).await {
                Ok(()) => shared = Some(list),
                Err(error) => tracing::warn!(%error, "the credentials are not shared yet"),
            },
            Ok(_) => {}
            Err(failure) => tracing::warn!("{}", failure.report().message),
        }
        tokio::select! {
            () = owner.lost() => return,
            () = tokio::time::sleep(LIST_INTERVAL) => {}
        }
    }
}

/// `storyteller join --nats`: serves the story on a hub while this program owns it, and follows it
/// while another one does.
pub(super) async fn join(
    session: &Session,
    matches: &ArgMatches,
    nats: &Nats,
) -> Result<u8, Failure> {
    let mut stop = StopSignal::listen()?;
    let (environment, file) = (environment_of(session, matches)?, path(matches));
    let shared = open_shared(nats, &environment).await?;
    while let Some(claim) = take(session, &shared, (&environment, file), &mut stop).await? {
        let studio = Studio::open(file, session.options_with_assistant(matches)?)?;
        let agents = agents_of(session, &studio)?;
        let owner = own(claim, &studio, &agents, &environment).await?;
        let options = JoinOptions {
            confirmation: Some(Arc::new(Confirmed(Arc::clone(&owner)))),
            ..join_options(session, matches, environment.clone(), agents)
        };
        let hub = options.hub.clone();
        let joined = StoryEnvironment::join(studio.clone(), options);
        let joined = joined.await.map_err(|error| cannot_join(&error))?;
        say(&format!("{hub}/env/{environment}"));
        let is_told_to_stop = tokio::select! {
            () = stop.wait() => true,
            () = joined.closed() => false,
            () = owner.lost() => false,
        };
        joined.leave().await;
        owner.release().await;
        studio.close()?;
        if is_told_to_stop {
            break;
        }
        note(&format!(
            "{FAINT}another machine serves the story now{FAINT:#}"
        ));
    }
    Ok(EXIT_OK)
}

/// A story that is open in a window or browser here, owned by this program, with a hub connected to
/// others.
pub(super) struct SharedLauncher {
    nats: Nats,
    environment: String,
    claim: Mutex<Option<(Claim, Option<String>)>>,
}

impl SharedLauncher {
    /// Waits until this program owns the story's file; `None` if it is told to stop before.
    pub(super) async fn take(
        session: &Session,
        matches: &ArgMatches,
        nats: Nats,
        stop: &mut StopSignal,
    ) -> Result<Option<Self>, Failure> {
        let environment = environment_of(session, matches)?;
        let shared = open_shared(&nats, &environment).await?;
        let taken = take(session, &shared, (&environment, path(matches)), stop).await?;
        Ok(taken.map(|claim| Self {
            nats,
            environment,
            claim: Mutex::new(Some(claim)),
        }))
    }
}

#[async_trait]
impl HubLauncher for SharedLauncher {
    async fn open(
        &self,
        studio: Studio,
        agents: Agents,
        reach: HubReach,
    ) -> Result<Box<dyn StoryHub>, Failure> {
        let claim = {
            let mut claim = self.claim.lock().unwrap_or_else(PoisonError::into_inner);
            claim.take()
        };
        let claim = claim.ok_or_else(|| {
            let message = "the story was shared with other machines once already";
            Failure::new(Code::Unavailable, message).hint("start the program again")
        })?;
        let owner = own(claim, &studio, &agents, &self.environment).await?;
        let mut linked = None;
        let opened = OwnHub::open(studio, agents, reach, async |hub| {
            linked = Some(link(&self.nats, hub).await?);
            let confirmed: Arc<dyn Confirmation> = Arc::new(Confirmed(Arc::clone(&owner)));
            Ok(Some(confirmed))
        });
        let opened = opened.await?;
        Ok(Box::new(SharedHub {
            opened,
            linked,
            owner,
        }))
    }
}

struct SharedHub {
    opened: OwnHub,
    linked: Option<HubLink>,
    owner: Arc<Owner>,
}

#[async_trait]
impl StoryHub for SharedHub {
    fn address(&self) -> String {
        self.opened.address()
    }

    fn traffic(&self) -> Option<HubTraffic> {
        self.opened.traffic()
    }

    async fn close(self: Box<Self>) {
        Box::new(self.opened).close().await;
        if let Some(linked) = self.linked {
            linked.leave().await;
        }
        self.owner.release().await;
    }
}
