//! Connects a hub to the others: announces who is connected here, forwards messages to their
//! clients, and delivers those for ours.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use async_nats::{Message, Subscriber};
use futures_util::StreamExt as _;
use futures_util::stream::select_all;
use hub::{PeerClient, PeerEnding, PeerHandle, Peers, RunningHub};
use star::Address;
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinHandle};
use tokio_util::sync::CancellationToken;

use crate::gossip::{Gossip, GossipContent};
use crate::table::{Followup, Table};
use crate::{ClusterError, Nats, names};

/// Messages that may wait for the server; one that finds no place is refused to its sender.
const QUEUE: usize = 16_384;
/// How often a hub says that it is there.
const ALIVE: Duration = Duration::from_millis(500);
/// Silence after which a hub counts as gone.
const SILENCE: Duration = Duration::from_secs(4);

/// A hub that has joined others, until this is dropped.
pub struct HubLink {
    stop: CancellationToken,
    running: Option<JoinHandle<()>>,
}

/// What the hub's own threads see.
struct Side {
    id: String,
    table: RwLock<Table>,
    out: mpsc::Sender<Outgoing>,
}

enum Outgoing {
    Text(String, String),
    Joined(PeerClient),
    Left(PeerClient),
    End(String, PeerEnding),
}

impl HubLink {
    /// Joins a hub to all others at the NATS server. `id` is this hub's, different from all others.
    ///
    /// # Errors
    /// The server refuses a subscription.
    pub async fn start(nats: &Nats, hub: &RunningHub, id: String) -> Result<Self, ClusterError> {
        let gossip = nats.client.subscribe(names::HUBS).await;
        let gossip = gossip.map_err(ClusterError::refused("let hubs find each other"))?;
        let (out, outgoing) = mpsc::channel(QUEUE);
        let side = Arc::new(Side {
            id,
            table: RwLock::default(),
            out,
        });
        let stop = CancellationToken::new();
        hub.join_peers(Arc::clone(&side) as Arc<dyn Peers>);
        let link = Link {
            nats: nats.clone(),
            hub: hub.handle(),
            side,
            outgoing,
            number: 0,
            here: HashMap::new(),
        };
        let running = tokio::spawn(link.run(gossip, stop.clone()));
        Ok(Self {
            stop,
            running: Some(running),
        })
    }

    /// Tells the other hubs that this one stops.
    pub async fn leave(mut self) {
        self.stop.cancel();
        if let Some(running) = self.running.take() {
            // It ends by itself, and a fault in it was logged.
            let _ = running.await;
        }
    }
}

impl Drop for HubLink {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Side {
    fn table(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn table_to_change(&self) -> RwLockWriteGuard<'_, Table> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a message found a place.
    fn queue(&self, outgoing: Outgoing) -> bool {
        self.out.try_send(outgoing).is_ok()
    }

    /// For what must not be lost: a list that is asked for later repairs it.
    fn tell(&self, outgoing: Outgoing) {
        if !self.queue(outgoing) {
            tracing::error!("the NATS server does not keep up; other hubs miss who is connected");
        }
    }
}

impl Peers for Side {
    fn joined(&self, client: &PeerClient) {
        self.tell(Outgoing::Joined(client.clone()));
    }

    fn left(&self, client: &PeerClient) {
        self.tell(Outgoing::Left(client.clone()));
    }

    fn clients(&self, environment: &str) -> Vec<PeerClient> {
        self.table().clients(environment)
    }

    fn has(&self, environment: &str, client: &Address) -> bool {
        self.table().hub_of(environment, client).is_some()
    }

    fn send(&self, environment: &str, to: &Address, text: &str) -> bool {
        let subject = {
            let table = self.table();
            if to.id != Address::ALL {
                match table.hub_of(environment, to) {
                    Some(hub) => names::at_hub(environment, hub),
                    None => return false,
                }
            } else if table.has_any(environment, to.kind.as_str()) {
                names::events(environment)
            } else {
                return true;
            }
        };
        self.queue(Outgoing::Text(subject, text.to_owned()))
    }

    fn end(&self, environment: &str, ending: &PeerEnding) {
        self.tell(Outgoing::End(environment.to_owned(), ending.clone()));
    }
}

/// The task that talks to the server.
struct Link {
    nats: Nats,
    hub: PeerHandle,
    side: Arc<Side>,
    outgoing: mpsc::Receiver<Outgoing>,
    /// How many changes were told of.
    number: u64,
    /// The environments with clients here, with these and what listens for them.
    here: HashMap<String, (HashSet<Address>, AbortHandle)>,
}

impl Link {
    async fn run(mut self, mut gossip: Subscriber, stop: CancellationToken) {
        let mut breaks = self.nats.breaks.clone();
        breaks.mark_unchanged();
        let mut ticks = tokio::time::interval(ALIVE);
        self.say(GossipContent::Hello).await;
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                out = self.outgoing.recv() => match out {
                    Some(out) => self.send(out).await,
                    None => break,
                },
                received = gossip.next() => match received {
                    Some(message) => self.hear(&message).await,
                    None => break,
                },
                _ = ticks.tick() => self.tick().await,
                Ok(()) = breaks.changed() => self.recover().await,
            }
        }
        for (_, listening) in self.here.values() {
            listening.abort();
        }
        self.say(GossipContent::Gone).await;
        if let Err(error) = self.nats.client.flush().await {
            tracing::debug!(%error, "the other hubs were not told");
        }
    }

    async fn publish(&self, subject: String, text: String) {
        if let Err(error) = self.nats.client.publish(subject, text.into()).await {
            tracing::warn!(%error, "a message for another hub was not sent");
        }
    }

    async fn say(&self, message: GossipContent) {
        let gossip = Gossip {
            hub: self.side.id.clone(),
            number: self.number,
            content: message,
        };
        let text = serde_json::to_string(&gossip).unwrap_or_default();
        self.publish(names::HUBS.to_owned(), text).await;
    }

    async fn send(&mut self, outgoing: Outgoing) {
        match outgoing {
            Outgoing::Text(subject, text) => self.publish(subject, text).await,
            Outgoing::Joined(client) => {
                // Others may send as soon as they know, so listening comes first.
                self.listen(&client).await;
                self.number += 1;
                self.say(GossipContent::Joined(client)).await;
            }
            Outgoing::Left(client) => {
                self.number += 1;
                self.say(GossipContent::Left(client.clone())).await;
                if let Some((clients, listening)) = self.here.get_mut(&client.environment) {
                    clients.remove(&client.client);
                    if clients.is_empty() {
                        listening.abort();
                        self.here.remove(&client.environment);
                    }
                }
            }
            Outgoing::End(environment, ending) => {
                let subject = names::control(&environment);
                let text = serde_json::to_string(&ending).unwrap_or_default();
                self.publish(subject, text).await;
            }
        }
    }

    /// Listens for the clients of an environment, from its first client here on.
    async fn listen(&mut self, client: &PeerClient) {
        let environment = &client.environment;
        if let Some((clients, _)) = self.here.get_mut(environment) {
            clients.insert(client.client.clone());
            return;
        }
        let subjects = [
            names::at_hub(environment, &self.side.id),
            names::events(environment),
            names::control(environment),
        ];
        let mut all = Vec::new();
        for subject in subjects {
            match self.nats.client.subscribe(subject).await {
                Ok(subscriber) => all.push(subscriber),
                Err(error) => tracing::error!(%error, environment, "cannot listen at NATS"),
            }
        }
        let (hub, name) = (self.hub.clone(), environment.clone());
        let listening = tokio::spawn(async move {
            let control = names::control(&name);
            let mut all = select_all(all);
            while let Some(message) = all.next().await {
                match message.subject.as_str() == control {
                    true => end(&hub, &name, &message),
                    false => deliver(&hub, &name, &message),
                }
            }
        });
        let clients = HashSet::from([client.client.clone()]);
        let listening = (clients, listening.abort_handle());
        self.here.insert(environment.clone(), listening);
    }

    async fn hear(&mut self, message: &Message) {
        let Ok(gossip) = serde_json::from_slice::<Gossip>(&message.payload) else {
            return tracing::warn!("another hub said what this one does not understand");
        };
        let followups = {
            let mut table = self.side.table_to_change();
            table.hear(gossip, &self.side.id, Instant::now())
        };
        self.follow(followups).await;
    }

    async fn follow(&mut self, followups: Vec<Followup>) {
        for followup in followups {
            match followup {
                Followup::Joined(client) => self.hub.joined(&client),
                Followup::Left(client) => {
                    let is_elsewhere = self.side.has(&client.environment, &client.client);
                    if !is_elsewhere {
                        self.hub.left(&client);
                    }
                }
                Followup::Ask(hub) => self.say(GossipContent::Ask(hub)).await,
                Followup::SendList => {
                    // What waits in the queue is told again afterwards; that does no harm.
                    let list = self.hub.clients();
                    self.say(GossipContent::List(list)).await;
                }
            }
        }
    }

    async fn tick(&mut self) {
        self.say(GossipContent::Alive).await;
        let is_connected =
            self.nats.client.connection_state() == async_nats::connection::State::Connected;
        let now = Instant::now();
        let silent = {
            let mut table = self.side.table_to_change();
            match is_connected {
                true => table.expire(SILENCE, now),
                false => {
                    table.excuse_silence(now);
                    Vec::new()
                }
            }
        };
        self.follow(silent).await;
    }

    /// After messages may have been lost: clients hear that their environment is online, and send
    /// again what is unanswered.
    async fn recover(&mut self) {
        self.side.table_to_change().excuse_silence(Instant::now());
        self.say(GossipContent::Hello).await;
        let list = self.hub.clients();
        self.say(GossipContent::List(list)).await;
        let environments = self.side.table().environments();
        for environment in environments {
            self.hub.joined(&environment);
        }
    }
}

fn deliver(hub: &PeerHandle, environment: &str, message: &Message) {
    match std::str::from_utf8(&message.payload) {
        Ok(text) => hub.deliver(environment, text),
        Err(error) => tracing::warn!(%error, "another hub sent what is not text"),
    }
}

fn end(hub: &PeerHandle, environment: &str, message: &Message) {
    match serde_json::from_slice(&message.payload) {
        Ok(ending) => hub.end(environment, &ending),
        Err(error) => tracing::warn!(%error, "another hub asked for something unknown"),
    }
}
