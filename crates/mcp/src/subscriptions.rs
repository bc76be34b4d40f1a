//! Notifies a client of changes: of resources it subscribed to, and of the lists of tools and
//! resources. Clients of the earlier revision subscribe one by one and are notified on their
//! connection ([`notify`]); those of the later one listen with one request ([`listen`]).

use std::sync::Arc;

use host::events::DataChanged;
use host::{Event, EventKind, Studio};
use model::{DraftId, NodeId, part};
use rmcp::model::{ResourceUpdatedNotificationParam, SubscriptionFilter};
use rmcp::service::{Peer, SubscriptionContext, SubscriptionSink};
use rmcp::{ErrorData, RoleServer};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use crate::handler::StoryServer;
use crate::identity::Client;
use crate::resources::{self, Target};

/// The most resources that one client may subscribe to.
const MAX_SUBSCRIBED: usize = 1000;

/// Subscribes to a resource.
pub(crate) fn subscribe(
    server: &StoryServer,
    client: &Client,
    uri: String,
) -> Result<(), ErrorData> {
    let target = Target::parse(&uri).ok_or_else(|| resources::not_found(&uri))?;
    if let Target::Node(node) | Target::PictureOf(node) = &target {
        resources::node_of(&resources::view(server.studio(), client)?, node)?;
    }
    let mut subscribed = server.subscribed();
    if subscribed.len() >= MAX_SUBSCRIBED {
        let message = format!("{MAX_SUBSCRIBED} resources are subscribed to already");
        return Err(ErrorData::invalid_request(message, None));
    }
    subscribed.insert(uri);
    Ok(())
}

/// The part of a request to listen that can be fulfilled.
pub(crate) fn accepted(requested: &SubscriptionFilter) -> SubscriptionFilter {
    let mut accepted = requested.clone();
    accepted.prompts_list_changed = None;
    if let Some(uris) = &mut accepted.resource_subscriptions {
        uris.retain(|it| Target::parse(it).is_some());
        uris.truncate(MAX_SUBSCRIBED);
    }
    accepted
}

/// Listens until the client ends it or the story is closed.
pub(crate) async fn listen(
    server: &StoryServer,
    client: &Client,
    context: SubscriptionContext,
) -> Result<(), ErrorData> {
    let uris = context.accepted().resource_subscriptions.clone();
    let uris = uris.unwrap_or_default();
    let subscriber = Subscriber::Listener(context.sink().clone());
    let feed = Feed::of(server.studio());
    // The library confirmed the subscription before it called us.
    if server.changed_before_listening() && !tell_all(&subscriber, &uris).await {
        return Ok(());
    }
    let may_hear = || server.still_admits(client);
    tokio::select! {
        () = follow(server.studio(), client, subscriber, feed, || uris.clone(), may_hear) => {}
        () = server.ended().cancelled() => {}
        () = context.cancelled() => {}
    }
    Ok(())
}

/// Notifies a client of the earlier revision until its connection ends. Once for each connection.
pub(crate) fn notify(server: StoryServer, client: Client, peer: Peer<RoleServer>) {
    if !server.begin_following() {
        return;
    }
    let feed = Feed::of(server.studio());
    let (studio, ended) = (server.studio().clone(), server.ended().clone());
    // The server ends with its connection, so the notifying task must not keep it alive.
    let weak = server.downgrade();
    drop(server);
    tokio::spawn(async move {
        let uris = || {
            let server = weak.upgrade();
            let uris = server.map(|it| it.subscribed().iter().cloned().collect());
            uris.unwrap_or_default()
        };
        let may_hear = || weak.upgrade().is_some_and(|it| it.still_admits(&client));
        tokio::select! {
            () = follow(&studio, &client, Subscriber::Connection(peer), feed, uris, may_hear) => {}
            () = ended.cancelled() => {}
        }
    });
}

/// The changes from now on.
struct Feed {
    events: broadcast::Receiver<Arc<Event>>,
    tools: watch::Receiver<u64>,
}

impl Feed {
    fn of(studio: &Studio) -> Self {
        Self {
            events: studio.events(),
            tools: studio.registry().on_tools_changed(),
        }
    }
}

/// The recipient of notifications.
enum Subscriber {
    Connection(Peer<RoleServer>),
    Listener(SubscriptionSink),
}

impl Subscriber {
    /// Whether the notification was sent; one that a listener did not request counts as sent.
    async fn updated(&self, uri: &str) -> bool {
        match self {
            Self::Connection(peer) => peer
                .notify_resource_updated(ResourceUpdatedNotificationParam::new(uri))
                .await
                .is_ok(),
            Self::Listener(sink) => sink.notify_resource_updated(uri).await.is_ok(),
        }
    }

    async fn resources_changed(&self) -> bool {
        match self {
            Self::Connection(peer) => peer.notify_resource_list_changed().await.is_ok(),
            Self::Listener(sink) if sink.accepted().resources_list_changed == Some(true) => {
                sink.notify_resource_list_changed().await.is_ok()
            }
            Self::Listener(_) => true,
        }
    }

    async fn tools_changed(&self) -> bool {
        match self {
            Self::Connection(peer) => peer.notify_tool_list_changed().await.is_ok(),
            Self::Listener(sink) if sink.accepted().tools_list_changed == Some(true) => {
                sink.notify_tool_list_changed().await.is_ok()
            }
            Self::Listener(_) => true,
        }
    }
}

/// Sends a notification of every change, until the story is closed or the client may not or cannot
/// receive more.
async fn follow(
    studio: &Studio,
    client: &Client,
    subscriber: Subscriber,
    mut feed: Feed,
    uris: impl Fn() -> Vec<String>,
    may_hear: impl Fn() -> bool,
) {
    loop {
        let could_tell = tokio::select! {
            changed = feed.tools.changed() => match changed {
                Ok(()) => may_hear() && subscriber.tools_changed().await,
                Err(_) => return,
            },
            event = feed.events.recv() => match event {
                Ok(event) if !matches!(event.kind, EventKind::DataChanged(_)) => true,
                Ok(event) => may_hear() && tell(studio, client, &subscriber, &uris(), &event).await,
                // Some were missed: everything may have changed.
                Err(RecvError::Lagged(_)) => may_hear() && tell_all(&subscriber, &uris()).await,
                Err(RecvError::Closed) => return,
            },
        };
        if !could_tell {
            return;
        }
    }
}

async fn tell_all(subscriber: &Subscriber, uris: &[String]) -> bool {
    for uri in uris {
        if !subscriber.updated(uri).await {
            return false;
        }
    }
    subscriber.resources_changed().await && subscriber.tools_changed().await
}

async fn tell(
    studio: &Studio,
    client: &Client,
    subscriber: &Subscriber,
    uris: &[String],
    event: &Arc<Event>,
) -> bool {
    let EventKind::DataChanged(changed) = &event.kind else {
        return true;
    };
    let own = studio.draft_of_client(client.key()).ok().flatten();
    if !is_seen(changed, own) {
        return true;
    }
    let moved = changed.changed.iter();
    if moved
        .clone()
        .any(|it| it.node.is_some() && it.capability == part::NODE)
        && !subscriber.resources_changed().await
    {
        return false;
    }
    let find = |node: &str| {
        let view = resources::view(studio, client).ok()?;
        resources::node_of(&view, node).ok()
    };
    for uri in uris {
        let target = Target::parse(uri);
        if target.is_some_and(|it| is_affected(&it, changed, find))
            && !subscriber.updated(uri).await
        {
            return false;
        }
    }
    true
}

/// Whether a change affects anything that the client of this draft sees.
fn is_seen(changed: &DataChanged, own: Option<DraftId>) -> bool {
    changed.draft.is_none() || changed.draft == own
}

/// Whether a resource may have changed content after a change.
fn is_affected(
    target: &Target,
    changed: &DataChanged,
    find: impl Fn(&str) -> Option<NodeId>,
) -> bool {
    match target {
        Target::Story | Target::Outline | Target::Findings | Target::Draft(_) => true,
        Target::Picture(_) => false,
        Target::Node(node) | Target::PictureOf(node) => match find(node) {
            // Its links may have changed.
            Some(id) => {
                changed.nodes.contains(&id) || changed.changed.iter().any(|it| it.edge.is_some())
            }
            // It no longer exists.
            None => true,
        },
    }
}
