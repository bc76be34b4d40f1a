//! Starts and stops a hub. It runs on its own threads, so that the rest of the program and the hub
//! do not delay each other.

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use star::{HubAddress, Reason};
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::access::{AccessError, Gate};
use crate::directory::{Directory, Member};
use crate::history::Histories;
use crate::http;
use crate::in_process::InProcess;
use crate::metrics::{Counts, Metrics};
use crate::options::HubOptions;
use crate::peers::{PeerEnding, PeerHandle, Peers};
use crate::sweep;

/// How often the scheduler polls tasks woken from other threads. With its default of 61 a thousand
/// busy clients wait for each other, and one in a hundred messages takes six times as long.
const GLOBAL_QUEUE_INTERVAL: u32 = 2;

/// The backlog of connections: this many agents reconnect at once after a restart.
const BACKLOG: u32 = 4096;

/// The state that all connections share. Enter through [`Hub::bind`].
pub struct Hub {
    pub(crate) options: HubOptions,
    pub(crate) gate: Gate,
    pub(crate) directory: Directory,
    pub(crate) histories: Histories,
    pub(crate) metrics: Metrics,
    pub(crate) serials: AtomicU64,
    pub(crate) tasks: TaskTracker,
    pub(crate) stop: CancellationToken,
    pub(crate) port: u16,
    pub(crate) peers: OnceLock<Arc<dyn Peers>>,
    started: Instant,
}

/// A hub that runs until it is shut down or dropped.
pub struct RunningHub {
    hub: Arc<Hub>,
    address: SocketAddr,
    runtime: tokio::runtime::Handle,
    ended: Option<oneshot::Receiver<()>>,
}

/// Why a hub does not start.
#[derive(Debug, Error)]
pub enum BindError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        source: std::io::Error,
    },
    /// An open hub would accept connections from other computers.
    #[error(
        "a hub without authentication may listen on this computer only, not on {0}; give it keys"
    )]
    OpenToOthers(IpAddr),
    /// A key is invalid.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Threads cannot be started.
    #[error("the hub's threads cannot be started: {0}")]
    Threads(std::io::Error),
}

impl Hub {
    /// Binds the address, starts the hub's threads, and serves.
    ///
    /// # Errors
    /// The address is taken, an open hub would accept connections from other computers, or a key is
    /// invalid.
    pub fn bind(options: HubOptions) -> Result<RunningHub, BindError> {
        if matches!(options.access, crate::Access::Open) && !options.address.ip().is_loopback() {
            return Err(BindError::OpenToOthers(options.address.ip()));
        }
        let gate = Gate::new(&options.access)?;
        let listen = |source| BindError::Listen {
            address: options.address,
            source,
        };
        let socket = match options.address {
            SocketAddr::V4(_) => TcpSocket::new_v4(),
            SocketAddr::V6(_) => TcpSocket::new_v6(),
        };
        let socket = socket.map_err(listen)?;
        // A restarted hub can reuse its port although old connections linger.
        socket.set_reuseaddr(true).map_err(listen)?;
        socket.bind(options.address).map_err(listen)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(options.threads.max(1))
            .global_queue_interval(GLOBAL_QUEUE_INTERVAL)
            .thread_name("hub")
            .enable_all()
            .build()
            .map_err(BindError::Threads)?;
        let handle = runtime.handle().clone();
        let listening = {
            let _inside = runtime.enter();
            socket.listen(BACKLOG)
        };
        let listening = listening.and_then(|it| Ok((it.local_addr()?, it)));
        let (address, listener) = match listening {
            Ok(listening) => listening,
            Err(error) => {
                // Dropping it here would block, which is not allowed on another runtime.
                runtime.shutdown_background();
                return Err(listen(error));
            }
        };
        let hub = Arc::new(Self {
            gate,
            directory: Directory::new(options.kinds.clients.len()),
            histories: Histories::default(),
            metrics: Metrics::new(&options.kinds),
            serials: AtomicU64::new(1),
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
            port: address.port(),
            peers: OnceLock::new(),
            started: Instant::now(),
            options,
        });
        let (tell_ended, ended) = oneshot::channel();
        let serving = Arc::clone(&hub);
        let serve = move || {
            runtime.block_on(serving.serve(listener));
            runtime.shutdown_timeout(Duration::from_secs(1));
            // Nobody may be waiting for it.
            let _ = tell_ended.send(());
        };
        thread::Builder::new()
            .name("hub-main".to_owned())
            .spawn(serve)
            .map_err(BindError::Threads)?;
        Ok(RunningHub {
            hub,
            address,
            runtime: handle,
            ended: Some(ended),
        })
    }

    async fn serve(self: Arc<Self>, listener: TcpListener) {
        tokio::spawn(sweep::run(Arc::clone(&self)));
        http::accept(&self, listener).await;
        for member in self.directory.everybody() {
            member.outbox.end(Reason::ShuttingDown, "the hub stops");
        }
        self.tasks.close();
        let patience = self.options.timing.close * 2;
        // Clients that do not answer by then are cut off.
        let _ = tokio::time::timeout(patience, self.tasks.wait()).await;
    }

    /// Milliseconds since the start.
    pub(crate) fn uptime(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Closes the connections of a credential, and refuses it from now on, at other hubs too.
    pub(crate) fn revoke(&self, environment: &str, credential: &str) -> usize {
        if let Some(peers) = self.peers.get() {
            peers.end(environment, &PeerEnding::Revoke(credential.to_owned()));
        }
        self.revoke_here(environment, credential)
    }

    /// The same at this hub alone.
    pub(crate) fn revoke_here(&self, environment: &str, credential: &str) -> usize {
        self.gate.revoke(environment, credential);
        let holds = |it: &&Arc<Member>| {
            it.admission.credential.as_deref() == Some(credential)
                && (environment == "*"
                    || it.group.id.as_deref() == Some(environment)
                    || it.admission.reach() == Some(environment))
        };
        let everybody = self.directory.everybody();
        let ended = everybody.iter().filter(holds).map(|it| {
            it.outbox
                .end(Reason::CredentialRevoked, "the credential was revoked");
        });
        ended.count()
    }
}

impl RunningHub {
    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address that clients add their path to: `ws://127.0.0.1:7780`, or with a certificate
    /// `wss://` and a name that it is for.
    pub fn url(&self) -> String {
        let Some(certificate) = &self.hub.options.certificate else {
            return format!("ws://{}", self.address);
        };
        let mut names = certificate.names().iter().chain(&self.hub.options.hosts);
        match names.next() {
            Some(name) => format!("wss://{name}:{}", self.address.port()),
            None => format!("wss://{}", self.address),
        }
    }

    /// The hub for clients of this process, which need no socket.
    pub fn in_process(&self) -> HubAddress {
        HubAddress::InProcess(Arc::new(InProcess(Arc::downgrade(&self.hub))))
    }

    /// The hub's threads, for a client of this process that belongs to the hub alone: no message
    /// between the two then waits for another thread. Its tasks must have ended before the hub stops.
    pub fn runtime(&self) -> &tokio::runtime::Handle {
        &self.runtime
    }

    /// What a connection to other hubs works with.
    pub fn handle(&self) -> PeerHandle {
        PeerHandle(Arc::downgrade(&self.hub))
    }

    /// Joins other hubs, once. Clients that are already connected are not announced.
    pub fn join_peers(&self, peers: Arc<dyn Peers>) {
        if self.hub.peers.set(peers).is_err() {
            tracing::warn!("this hub has joined others already");
        }
    }

    /// The current metrics.
    pub fn counts(&self) -> Counts {
        let everybody = self.hub.directory.everybody();
        self.hub.metrics.counts(&self.hub.options.kinds, &everybody)
    }

    /// Refuses a credential from now on and closes its connections; returns their number. `*` as
    /// the environment means all environments.
    pub fn revoke(&self, environment: &str, credential: &str) -> usize {
        self.hub.revoke(environment, credential)
    }

    /// Tells every client that the hub stops, closes all connections, and waits until that is done.
    pub async fn shutdown(mut self) {
        self.hub.stop.cancel();
        if let Some(ended) = self.ended.take() {
            // An error means that the thread has already ended.
            let _ = ended.await;
        }
    }
}

impl Drop for RunningHub {
    fn drop(&mut self) {
        self.hub.stop.cancel();
    }
}
