//! Opens a story to agents and people through a hub of this program. Enter through [`Launcher`],
//! which a program passes to its workspace, and [`bind`] for a hub alone.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use capability::Code;
use host::agents::Agents;
use host::{
    Counted, Failure, HubLauncher, HubReach, HubTraffic, RealWorld, StoryHub, Studio,
    WorkspaceError,
};
use hub::{Access, BindError, Certificate, Counts, Hub, HubOptions, Issuer, Key, RunningHub};
use model::{StoryId, World as _};
use star::ClientError;

use crate::{Confirmation, JoinOptions, StoryEnvironment, guest_page};

/// The port of a hub alone if none is named.
pub const DEFAULT_PORT: u16 = 7780;
/// The ports of stories that are opened without naming one: below those that systems give to
/// outgoing connections.
const STORY_PORTS: std::ops::Range<u16> = 20_000..30_000;
/// How many ports are tried before any free one is taken.
const PORT_ATTEMPTS: u16 = 10;

/// Opens stories through hubs on this computer.
pub struct Launcher;

#[async_trait]
impl HubLauncher for Launcher {
    async fn open(
        &self,
        studio: Studio,
        agents: Agents,
        reach: HubReach,
    ) -> Result<Box<dyn StoryHub>, Failure> {
        let opened = OwnHub::open(studio, agents, reach, async |_| Ok(None)).await?;
        Ok(Box::new(opened))
    }
}

/// A story on a hub of this program. Dropping it leaves the hub before the hub ends.
pub struct OwnHub {
    environment: StoryEnvironment,
    hub: RunningHub,
}

impl OwnHub {
    /// Starts a hub on this computer that takes credentials of this story alone, and joins the
    /// story to it. `prepare` gets the hub before that.
    ///
    /// # Errors
    /// As [`HubLauncher::open`].
    pub async fn open(
        studio: Studio,
        agents: Agents,
        reach: HubReach,
        prepare: impl AsyncFnOnce(&RunningHub) -> Result<Option<Arc<dyn Confirmation>>, Failure>,
    ) -> Result<Self, Failure> {
        let title = studio.store().view(None).graph()?.record.title.clone();
        let story = studio.store().story_id();
        let environment = agents.environment(&title, None)?;
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
        let address = match reach.network {
            true => network_address()?,
            false => IpAddr::V4(Ipv4Addr::LOCALHOST),
        };
        let certificate = match reach.certificate.filter(|_| reach.network) {
            Some(files) => Some(read_certificate(&files.certificate, &files.key)?),
            None => None,
        };
        let at = |port| HubOptions {
            address: SocketAddr::new(address, port),
            certificate: certificate.clone(),
            access: access.clone(),
            // One thread routes far more than a story can commit, and wakes no second one.
            threads: 1,
            ..options()
        };
        let hub = match reach.port {
            Some(port) => bind(at(port))?,
            None => {
                let mut hubs = usual_ports(story).filter_map(|port| bind(at(port)).ok());
                hubs.next().map_or_else(|| bind(at(0)), Ok)?
            }
        };
        let confirmation = prepare(&hub).await?;
        // On the hub's own thread, so that an action waits for no other thread than the one that
        // commits it. What computes for long is on threads of its own anyway.
        let joining = StoryEnvironment::join(
            studio,
            JoinOptions {
                hub: hub.in_process(),
                environment,
                credential: Some(key),
                agents,
                guests: None,
                only_credentials: true,
                confirmation,
            },
        );
        let joined = hub.runtime().spawn(joining).await;
        let joined = joined.map_err(|_| Failure::panicked())?;
        let environment = joined.map_err(|error| cannot_join(&error))?;
        Ok(Self { environment, hub })
    }
}

#[async_trait]
impl StoryHub for OwnHub {
    fn address(&self) -> String {
        format!("{}/env/{}", self.hub.url(), self.environment.id())
    }

    fn traffic(&self) -> Option<HubTraffic> {
        Some(traffic(self.hub.counts()))
    }

    async fn close(self: Box<Self>) {
        self.environment.leave().await;
        self.hub.shutdown().await;
    }
}

/// The ports on which a story is opened, the usual one first. They follow from its id alone, so that
/// invitations name the right port when the story is opened again.
fn usual_ports(StoryId(id): StoryId) -> impl Iterator<Item = u16> {
    let [.., high, low] = id.into_bytes();
    let count = STORY_PORTS.end - STORY_PORTS.start;
    let first = u16::from_be_bytes([high, low]) % count;
    (0..PORT_ATTEMPTS).map(move |next| STORY_PORTS.start + (first + next) % count)
}

/// The address that this computer has in its network: the one from which it would send to others.
/// Nothing is sent to find it out.
fn network_address() -> Result<IpAddr, Failure> {
    // An address for documentation, which nobody has.
    let elsewhere = SocketAddr::from(([192, 0, 2, 1], 9));
    let found = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect(elsewhere)?;
        socket.local_addr()
    });
    match found.map(|it| it.ip()) {
        Ok(address) if !address.is_loopback() && !address.is_unspecified() => Ok(address),
        _ => Err(
            Failure::new(Code::Unavailable, WorkspaceError::NoNetwork {})
                .hint("connect it to one, or open the story to this computer only"),
        ),
    }
}

/// The options of a hub of this program: its clock, and the page for people at other computers.
pub fn options() -> HubOptions {
    HubOptions {
        page: guest_page::files(),
        ..HubOptions::new(Arc::new(|| RealWorld.now()))
    }
}

/// The counts of a hub, as the workspace shows them.
fn traffic(counts: Counts) -> HubTraffic {
    let counted = |name: &str, count| Counted {
        name: name.to_owned(),
        count,
    };
    let received = counts.received_by_type.iter();
    let errors = counts.errors_by_reason.iter();
    HubTraffic {
        connections: counts.connections,
        received: received
            .map(|(name, count)| counted(name, *count))
            .collect(),
        delivered: counts.delivered,
        queued: counts.waiting,
        skipped: counts.skipped,
        errors: errors
            .map(|(it, count)| counted(it.as_str(), *count))
            .collect(),
        median_micros: counts.median_micros,
        p99_micros: counts.p99_micros,
    }
}

/// Reads what a hub encrypts its connections with.
///
/// # Errors
/// A file cannot be read or is something else, or the two do not belong together.
pub fn read_certificate(certificate: &Path, key: &Path) -> Result<Certificate, Failure> {
    Certificate::from_files(certificate, key).map_err(|error| Failure::invalid(error.to_string()))
}

/// Starts a hub.
///
/// # Errors
/// The port is taken, or the options do not fit together.
pub fn bind(options: HubOptions) -> Result<RunningHub, Failure> {
    Hub::bind(options).map_err(|error| match &error {
        BindError::Listen { .. } => Failure::new(Code::Unavailable, error.to_string())
            .hint("another program may hold the port; choose another"),
        BindError::OpenToOthers(_) | BindError::Access(_) => Failure::invalid(error.to_string()),
        BindError::Threads(_) => Failure::new(Code::Unavailable, error.to_string()),
    })
}

/// Why a story could not join a hub, and what to do about it.
pub fn cannot_join(error: &ClientError) -> Failure {
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
