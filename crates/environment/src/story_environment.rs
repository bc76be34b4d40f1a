//! An open story as a member of a hub: joins it, answers actions, publishes events, and leaves.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use host::agents::{Agents, Credential, Level, Permission};
use host::{Failure, ParticipantKey, Studio};
use model::World;
use serde_json::{Value, json};
use star::{
    Address, ClientError, ClientOptions, ClientType, Environment, Event, HubAddress, Incoming,
    Payload, Request, Role, Stream,
};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::authority::{Authorities, Authority, NoAuthority};
use crate::events;
use crate::sessions::{self, Joined, Sessions, parameters};
use crate::tools;
use crate::work::{self, Queues};

/// How often the list of credentials is looked at for those that ended.
const CREDENTIAL_CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// How long actions under way may take to end when the story leaves.
const LEAVING: Duration = Duration::from_secs(2);

/// How a story joins a hub.
pub struct JoinOptions {
    /// The hub.
    pub hub: HubAddress,
    /// The story's id there.
    pub environment: String,
    /// What the story is admitted with, where the hub asks for it.
    pub credential: Option<String>,
    /// Who may do what.
    pub agents: Agents,
    /// What clients may do that have no credential of the story; missing: nothing. Only a hub that is
    /// open, or that has keys of its own, takes such clients.
    pub guests: Option<Level>,
    /// Whether the hub takes only clients with a credential of the story, so that everybody there may
    /// hear what happens.
    pub only_credentials: bool,
    /// Says when what was written is safe, where other machines keep a copy.
    pub confirmation: Option<Arc<dyn Confirmation>>,
}

/// Waits until what was written to the story is where another machine can take over from. Nothing
/// is told to anybody before that.
#[async_trait]
pub trait Confirmation: Send + Sync {
    /// Waits for everything that was written until now. False if the story has another owner, who
    /// may not have it.
    async fn written(&self) -> bool;

    /// The same for one change.
    async fn change(&self, number: u64) -> bool;
}

/// A story on a hub, until it leaves or is dropped.
pub struct StoryEnvironment {
    shared: Arc<Shared>,
}

/// What all tasks of one environment work with.
pub(crate) struct Shared {
    pub(crate) id: String,
    pub(crate) studio: Studio,
    pub(crate) hub: Environment,
    pub(crate) authorities: Authorities,
    pub(crate) sessions: Sessions,
    pub(crate) stop: CancellationToken,
    /// The tasks of this environment.
    pub(crate) tasks: TaskTracker,
    pub(crate) confirmation: Option<Arc<dyn Confirmation>>,
    everybody_hears: bool,
}

impl StoryEnvironment {
    /// Connects an open story to a hub. To be called within a tokio runtime; the connection is kept
    /// there, and opened again when it is lost.
    ///
    /// # Errors
    /// The hub cannot be reached or refuses.
    pub async fn join(studio: Studio, options: JoinOptions) -> Result<Self, ClientError> {
        let ids = {
            let world: Arc<dyn World> = Arc::clone(studio.world());
            Arc::new(move || world.new_id().to_string())
        };
        let role = Role::environment(options.environment.clone());
        let mut client = ClientOptions::new(options.hub, role, ids);
        client.credential = options.credential;
        // Both before the first agent can act, so that no change is missed.
        let events = studio.events();
        let number = studio.store().number().unwrap_or_default();
        let disconnections = studio.participants().disconnections();
        let shared = Arc::new(Shared {
            id: options.environment,
            hub: Environment::connect(client).await?,
            everybody_hears: options.only_credentials || options.guests.is_some(),
            authorities: Authorities::new(options.agents, options.guests),
            sessions: Sessions::default(),
            confirmation: options.confirmation,
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            studio,
        });
        let tools = tools::registry(Arc::clone(&shared)).expect("a test registers them");
        let queues = Queues::new(tools);
        let tasks = shared.tasks.clone();
        tasks.spawn(listen(Arc::clone(&shared), queues));
        tasks.spawn(events::publish(Arc::clone(&shared), events, number));
        tasks.spawn(end_connections(Arc::clone(&shared), disconnections));
        Ok(Self { shared })
    }

    /// The story's id on the hub.
    pub fn id(&self) -> &str {
        &self.shared.id
    }

    /// Waits until the connection is closed for good: the hub refused it, or another program took its
    /// place.
    pub async fn closed(&self) {
        self.shared.stop.cancelled().await;
    }

    /// Leaves the hub. Actions under way are cancelled, and have ended when this returns, unless one
    /// takes longer than two seconds to notice it.
    pub async fn leave(self) {
        self.shared.close();
        self.shared.tasks.close();
        if tokio::time::timeout(LEAVING, self.shared.tasks.wait())
            .await
            .is_err()
        {
            tracing::warn!("an action did not end when the story left its hub");
        }
    }
}

impl Drop for StoryEnvironment {
    fn drop(&mut self) {
        self.shared.close();
    }
}

impl Shared {
    /// Leaves the hub.
    pub(crate) fn close(&self) {
        self.stop.cancel();
        self.hub.client().close();
        self.studio.participants().clear();
    }

    /// What a client may do now.
    pub(crate) async fn authority(
        &self,
        sender: &Address,
    ) -> Result<Result<Authority, NoAuthority>, Failure> {
        let show = |it: &Joined| sessions::show(&self.studio, &self.authorities, it);
        let credential = self.sessions.credential(sender, &self.hub, show).await;
        let credential = credential.as_deref();
        self.authorities.of(&self.studio, sender, credential)
    }

    /// An error once the connection is closed for good.
    pub(crate) fn is_open(&self) -> Result<(), ClientError> {
        match self.stop.is_cancelled() {
            true => Err(ClientError::Closed),
            false => Ok(()),
        }
    }

    /// Sends all who may read what happened. A number makes it possible to ask for the event later.
    pub(crate) async fn publish(&self, number: Option<u64>, id: &str, name: &str, data: &Value) {
        for to in self.audience() {
            let event = Event {
                id: id.to_owned(),
                event: name.to_owned(),
                data: data.clone(),
            };
            if self.hub.tell_one(to, number, event).await.is_err() {
                return;
            }
        }
    }

    /// Sends all who may read one piece of a stream.
    pub(crate) async fn stream_to_all(&self, name: &str, sequence: u64, data: &Value) {
        for to in self.audience() {
            let piece = Stream {
                stream_type: name.to_owned(),
                sequence,
                data: data.clone(),
            };
            if self.hub.stream(to, piece).await.is_err() {
                return;
            }
        }
    }

    /// Everybody at once where all who are connected may read, else each who may.
    fn audience(&self) -> Vec<Address> {
        if self.everybody_hears {
            return vec![
                Address::all(ClientType::AGENT),
                Address::all(ClientType::HUMAN),
            ];
        }
        let now = self.studio.world().now();
        let may_read = |it: &Joined| {
            let level = self
                .authorities
                .level(&it.client, it.credential.as_deref(), now);
            matches!(level, Ok(Some(_)))
        };
        let all = self.sessions.all().into_iter();
        all.filter(may_read).map(|it| it.client).collect()
    }
}

/// Takes what comes from the hub, until the connection is closed for good.
async fn listen(shared: Arc<Shared>, mut queues: Queues) {
    loop {
        let request = tokio::select! {
            () = shared.stop.cancelled() => return,
            request = shared.hub.next() => request,
        };
        match request {
            None => return shared.close(),
            Some(Request::Action(request)) => {
                if let Err(request) = queues.add(&shared, *request) {
                    let refused = work::too_many(&request);
                    if shared.hub.answer(&request, refused).await.is_err() {
                        return shared.close();
                    }
                }
            }
            Some(Request::Incoming(incoming)) => handle(&shared, &mut queues, *incoming).await,
        }
    }
}

async fn handle(shared: &Arc<Shared>, queues: &mut Queues, incoming: Incoming) {
    match incoming {
        Incoming::Connected { .. } => {
            shared.sessions.clear();
            shared.studio.participants().clear();
            shared.tasks.spawn(refresh(Arc::clone(shared)));
        }
        // The hub's own events were left out: who came and went is not known.
        Incoming::Gap(gap) if gap.sender.kind == ClientType::HUB => {
            shared.sessions.clear();
            shared.tasks.spawn(refresh(Arc::clone(shared)));
        }
        Incoming::Disconnected { why } => {
            tracing::warn!(why, "the connection to the hub is lost");
            shared.studio.participants().clear();
        }
        Incoming::Message(envelope) if envelope.sender.kind == ClientType::HUB => {
            if let Payload::Event(event) = envelope.payload {
                record_presence(shared, queues, &event).await;
            }
        }
        Incoming::Error(error) => tracing::debug!(reason = error.details.reason, "refused"),
        // Streams and events of agents are not for the story.
        _ => {}
    }
}

/// Records who joins and leaves, and tells the others.
async fn record_presence(shared: &Arc<Shared>, queues: &mut Queues, event: &Event) {
    let Ok(joined) = serde_json::from_value::<Joined>(event.data.clone()) else {
        return;
    };
    let name = match event.event.as_str() {
        "client_joined" => {
            sessions::show(&shared.studio, &shared.authorities, &joined);
            shared.sessions.join(joined.clone());
            "participant_joined"
        }
        "client_left" => {
            let client = &joined.client;
            shared.sessions.leave(client);
            queues.remove(client.kind.as_str(), &client.id);
            shared
                .studio
                .participants()
                .leave(client.kind.as_str(), &client.id);
            "participant_left"
        }
        _ => return,
    };
    let data = json!({ "client": joined.client });
    shared.publish(None, &event.id, name, &data).await;
}

async fn refresh(shared: Arc<Shared>) {
    let show = |it: &Joined| sessions::show(&shared.studio, &shared.authorities, it);
    shared.sessions.refresh(&shared.hub, show).await;
}

/// Ends connections: those that a window asks for, and those whose credential was ended.
async fn end_connections(shared: Arc<Shared>, mut asked: broadcast::Receiver<ParticipantKey>) {
    let mut reported = Reported::default();
    let mut ticks = tokio::time::interval(CREDENTIAL_CHECK_INTERVAL);
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => return,
            request = asked.recv() => {
                let Ok((kind, id)) = request else { continue };
                let who = parameters([("type", json!(kind)), ("id", json!(id))]);
                if let Err(error) = shared.hub.ask_hub("disconnect", who).await {
                    tracing::warn!(%error, id, "the connection could not be ended");
                }
            }
            _ = ticks.tick() => {
                let Ok(credentials) = shared.authorities.agents().list() else { continue };
                tell_changed(&shared, &credentials, &mut reported);
                revoke_ended(&shared, &credentials, &mut reported).await;
            }
        }
    }
}

/// What others were told of the credentials.
#[derive(Default)]
struct Reported {
    /// Ended credentials that the hub was told of, with the count of connections it was told in.
    revoked: HashMap<String, u64>,
    /// What each valid credential allows, by its id; none before they were read.
    permissions: Option<HashMap<String, Permission>>,
}

/// Tells clients and windows what another program, such as the command line, has changed.
fn tell_changed(shared: &Shared, credentials: &[Credential], reported: &mut Reported) {
    let now = shared.studio.world().now();
    let valid: Vec<_> = credentials.iter().filter(|it| it.is_valid(now)).collect();
    let permissions = valid
        .iter()
        .map(|it| (it.id.to_string(), it.permission.clone()));
    let Some(before) = reported.permissions.replace(permissions.collect()) else {
        return;
    };
    let mut is_same = valid.len() == before.len();
    for credential in valid {
        match before.get(&credential.id.to_string()) {
            Some(permission) if *permission == credential.permission => {}
            Some(_) => shared.studio.tell_permission_changed(&credential.client),
            None => is_same = false,
        }
    }
    if !is_same {
        shared.studio.tell_agents_changed();
    }
}

/// Tells the hub which credentials were ended before their time; a hub forgets it when it stops.
async fn revoke_ended(shared: &Shared, credentials: &[Credential], reported: &mut Reported) {
    let client = shared.hub.client();
    let (connections, now) = (client.counts().connections, shared.studio.world().now());
    if !client.is_connected() {
        return;
    }
    let ended = credentials.iter().filter(|it| it.is_to_be_revoked(now));
    for credential in ended.map(|it| it.id.to_string()) {
        if reported.revoked.get(&credential) == Some(&connections) {
            continue;
        }
        let revoked = parameters([("credential", json!(credential))]);
        match shared.hub.ask_hub("revoke", revoked).await {
            Ok(_) => _ = reported.revoked.insert(credential, connections),
            Err(error) => return tracing::warn!(%error, "a credential could not be revoked"),
        }
    }
}
