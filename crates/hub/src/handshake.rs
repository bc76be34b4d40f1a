//! From an HTTP request to a connected client: who connects, with which id and credential. A
//! refused client receives the reason over the WebSocket before it is closed, because browsers hide
//! the answer to a refused request from the page.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, SEC_WEBSOCKET_PROTOCOL};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use futures_util::StreamExt as _;
use hyper_util::rt::TokioIo;
use serde_json::json;
use star::{Address, Id, Reason, Role as ClientRole};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::create_response;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use crate::access::{Admission, Claim};
use crate::certificate::Stream;
use crate::connection::{self, Connection, Socket};
use crate::dialect::{Dialect, Registration};
use crate::directory::{Group, Joined, Member};
use crate::errors::{self, Refusal};
use crate::http::only;
use crate::notices;
use crate::options::Limits;
use crate::outbox::{Delivery, Outbox};
use crate::peers::PeerClient;
use crate::server::Hub;

/// The subprotocol that names the version.
const PROTOCOL: &str = "star.v1";
/// The prefix of a subprotocol that carries a credential.
const CREDENTIAL: &str = "star-credential.";
/// Read buffer of a connection, in bytes. The library's default of 128 KiB would be most of the
/// memory of an idle connection.
const READ_BUFFER: usize = 8 << 10;
/// Bytes that are buffered before they are written without a flush.
const WRITE_BUFFER: usize = 64 << 10;

/// The identity that a connection asks for.
pub(crate) struct Asked {
    kind: usize,
    environment: Option<String>,
    address: Address,
}

impl Asked {
    /// Reads the ids of a path.
    pub(crate) fn new(hub: &Hub, kind: usize, ids: &HashMap<String, String>) -> Self {
        let environment = ids.get("env_id").cloned();
        let id = ids.get("client_id").or(environment.as_ref());
        let client = &hub.options.kinds.clients[kind];
        Self {
            kind,
            address: Address::new(client.kind.clone(), id.cloned().unwrap_or_default()),
            environment,
        }
    }

    /// The identity of a client in this process.
    pub(crate) fn in_process(hub: &Hub, role: &ClientRole) -> Result<Self, Refusal> {
        let address = role.address();
        let kind = hub.options.kinds.client(address.kind.as_str());
        let kind = kind.ok_or_else(|| {
            let message = format!("{:?} is not a client type", address.kind.as_str());
            Refusal::new(Reason::UnknownClientType, message)
        })?;
        Ok(Self {
            kind,
            address,
            environment: role.environment_id().map(str::to_owned),
        })
    }

    /// Reads the sender of a first message.
    fn registered(hub: &Hub, text: &str) -> Result<Self, Refusal> {
        let malformed = || {
            let message =
                "the first message must be the event connect, with client_type and env_id";
            Refusal::new(Reason::MalformedEnvelope, message)
        };
        let registration = Registration::read(text).ok_or_else(malformed)?;
        let kind = hub
            .options
            .kinds
            .client(&registration.kind)
            .ok_or_else(malformed)?;
        let client = &hub.options.kinds.clients[kind];
        Ok(Self {
            kind,
            address: Address::new(client.kind.clone(), registration.id),
            environment: Some(registration.environment.ok_or_else(malformed)?),
        })
    }

    fn check(&self) -> Result<(), Refusal> {
        for id in self.environment.iter().chain([&self.address.id]) {
            if let Err(error) = Id::check(id) {
                let message = format!("{id:?} is not an id: {error}");
                return Err(Refusal::new(Reason::InvalidId, message));
            }
        }
        Ok(())
    }
}

/// Answers the request that opens a WebSocket, and registers the client once it is open. Without
/// `asked`, the client identifies itself in its first message.
pub(crate) fn upgrade(hub: Arc<Hub>, asked: Option<Asked>, request: Request<Body>) -> Response {
    let bare = {
        let mut bare = axum::http::Request::new(());
        *bare.method_mut() = request.method().clone();
        *bare.version_mut() = request.version();
        *bare.headers_mut() = request.headers().clone();
        bare
    };
    let response = match create_response(&bare) {
        Ok(response) => response,
        Err(error) => {
            let message = format!("a WebSocket is opened here: {error}");
            let status = StatusCode::UPGRADE_REQUIRED;
            return errors::response(status, Reason::ProtocolViolation, &message);
        }
    };
    let offered = Offered::read(request.headers());
    let tasks = hub.tasks.clone();
    let is_first = offered.is_first_version;
    tasks.spawn(async move {
        match hyper::upgrade::on(request).await {
            Ok(upgraded) => {
                // The listener serves no other streams.
                if let Ok(parts) = upgraded.downcast::<TokioIo<Stream>>() {
                    let (stream, read) = (parts.io.into_inner(), parts.read_buf.to_vec());
                    let socket = open(stream, read, &hub.options.limits).await;
                    admit(hub, asked, &offered, socket).await;
                }
            }
            Err(error) => tracing::debug!(%error, "a WebSocket was not opened"),
        }
    });
    let mut response = response.map(|()| Body::empty());
    if is_first {
        let protocol = HeaderValue::from_static(PROTOCOL);
        response
            .headers_mut()
            .insert(SEC_WEBSOCKET_PROTOCOL, protocol);
    }
    response
}

async fn open(stream: Stream, read: Vec<u8>, limits: &Limits) -> Socket {
    // A message slightly above the limit is still read, so that the error can contain its id.
    let most = limits.message_bytes * 2;
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(WRITE_BUFFER + most.max(limits.queue_bytes) * 2)
        .max_message_size(Some(most))
        .max_frame_size(Some(most));
    WebSocketStream::from_partially_read(stream, read, Role::Server, Some(config)).await
}

/// The versions and credentials in a request.
pub(crate) struct Offered {
    credential: Option<String>,
    is_first_version: bool,
    is_other_version: bool,
}

impl Offered {
    /// Of a client in this process, which speaks the present version.
    pub(crate) fn credential(credential: Option<&str>) -> Self {
        Self {
            credential: credential.map(str::to_owned),
            is_first_version: true,
            is_other_version: false,
        }
    }

    fn read(headers: &HeaderMap) -> Self {
        let protocols = headers.get_all(SEC_WEBSOCKET_PROTOCOL).into_iter();
        let protocols: Vec<&str> = protocols
            .filter_map(|it| it.to_str().ok())
            .flat_map(|it| it.split(','))
            .map(str::trim)
            .collect();
        let is_first_version = protocols.contains(&PROTOCOL);
        let bearer = only(headers, &AUTHORIZATION)
            .and_then(|it| it.strip_prefix("Bearer "))
            .map(str::trim);
        let in_protocol = protocols.iter().find_map(|it| it.strip_prefix(CREDENTIAL));
        Self {
            credential: bearer.or(in_protocol).map(str::to_owned),
            is_first_version,
            is_other_version: !is_first_version
                && protocols.iter().any(|it| it.starts_with("star.v")),
        }
    }
}

async fn admit(hub: Arc<Hub>, asked: Option<Asked>, offered: &Offered, mut socket: Socket) {
    let dialect = asked.is_none().then(Dialect::default);
    let asked = match asked {
        Some(asked) => Ok(asked),
        None => registration(&hub, &mut socket).await,
    };
    let entered = match &asked {
        Ok(asked) => enter(&hub, asked, offered).await,
        Err(refusal) => Err(refusal.clone()),
    };
    match entered {
        Ok(member) => {
            if dialect.is_some() {
                let data = json!({
                    "client_id": member.address.id, "client_type": member.address.kind,
                    "env_id": member.group.id, "status": "success",
                });
                let text = notices::event(&member.address, "connected", data);
                member.outbox.push(text.into(), Delivery::Required);
            }
            tracing::info!(client = %member.address, environment = ?member.group.id, "connected");
            Connection::new(hub, member, socket, dialect).run().await;
        }
        Err(refusal) => {
            hub.metrics.error(refusal.reason);
            hub.metrics.end(refusal.reason);
            let address = asked.map_or_else(|_| Address::agent("unknown"), |it| it.address);
            tracing::info!(client = %address, reason = refusal.reason.as_str(), "refused");
            let error = refusal.reason.error(refusal.message, None);
            let text = notices::error(&address, error);
            connection::refuse(socket, text, refusal.reason, hub.options.timing.close).await;
        }
    }
}

/// Waits for the first message of a client that has not identified itself.
async fn registration(hub: &Hub, socket: &mut Socket) -> Result<Asked, Refusal> {
    let first = tokio::time::timeout(hub.options.timing.handshake, socket.next()).await;
    match first {
        Ok(Some(Ok(Message::Text(text)))) => Asked::registered(hub, &text),
        _ => {
            let message = "no first message came that says who connects";
            Err(Refusal::new(Reason::MalformedEnvelope, message))
        }
    }
}

/// Authenticates and registers the client.
pub(crate) async fn enter(
    hub: &Arc<Hub>,
    asked: &Asked,
    offered: &Offered,
) -> Result<Arc<Member>, Refusal> {
    if offered.is_other_version {
        let message = format!("the hub speaks the subprotocol {PROTOCOL} only");
        return Err(Refusal::new(Reason::UnsupportedVersion, message));
    }
    asked.check()?;
    if hub.stop.is_cancelled() {
        return Err(Refusal::new(Reason::ShuttingDown, "the hub stops"));
    }
    let claim = Claim {
        environment: asked.environment.as_deref(),
        client: &asked.address,
        credential: offered.credential.as_deref(),
    };
    let admission = hub
        .gate
        .admit(&claim, (hub.options.clock)())
        .map_err(|it| {
            let message = format!("{} may not connect: {}", asked.address, it.as_str());
            Refusal::new(it, message)
        })?;
    if hub.metrics.open_connections() >= hub.options.limits.connections as u64 {
        let message = "the hub has as many clients as it takes";
        return Err(Refusal::new(Reason::TooManyConnections, message));
    }
    let Joined { member, replaced } = take_place(hub, asked, &admission).await?;
    if let Some(replaced) = &replaced {
        let message = "another connection of the same client took over";
        replaced.outbox.end(Reason::Replaced, message);
    }
    hub.metrics.connect(member.kind);
    let timing = &hub.options.timing;
    let now = (hub.options.clock)();
    let beat = notices::heartbeat(&member.address, now, timing, &hub.options.limits);
    member.outbox.push(beat.encode().into(), Delivery::Required);
    announce(hub, &member, replaced.is_some());
    Ok(member)
}

/// A client with a credential replaces an older connection at once. Without one, the older
/// connection stays if it is alive.
async fn take_place(
    hub: &Arc<Hub>,
    asked: &Asked,
    admission: &Admission,
) -> Result<Joined, Refusal> {
    let environment = asked.environment.as_deref();
    let mut silent = None;
    loop {
        let make = |group| {
            let limits = &hub.options.limits;
            let serial = hub.serials.fetch_add(1, Ordering::Relaxed);
            let (kind, address) = (asked.kind, asked.address.clone());
            let history = hub.histories.of(environment, kind, &address.id);
            let outbox = Outbox::new(address.clone(), limits.queue_bytes, limits.queue_messages);
            let admission = admission.clone();
            let since = (hub.options.clock)().as_millisecond();
            let id = (history, serial, since);
            let member = Member::new((kind, address), group, admission, outbox, id);
            member.hear(hub.uptime());
            member
        };
        let may_replace = |there: &Member| !hub.gate.is_open() || silent == Some(there.serial);
        let there = match hub.directory.join(environment, make, may_replace) {
            Ok(joined) => return Ok(joined),
            Err(there) => there,
        };
        let patience = hub.options.timing.takeover;
        match tokio::time::timeout(patience, there.answers()).await {
            Ok(()) => {
                let message = format!("{} is connected already", asked.address);
                return Err(Refusal::new(Reason::IdInUse, message));
            }
            Err(_) => silent = Some(there.serial),
        }
    }
}

/// The events about a client that connects: to its environment, and if it is the environment, to
/// its clients.
pub(crate) const JOINED: [&str; 2] = ["client_joined", "environment_online"];
/// The events about one that disconnects.
pub(crate) const LEFT: [&str; 2] = ["client_left", "environment_offline"];

/// Announces a new client to its environment, and a new environment to its clients, here and at
/// other hubs.
fn announce(hub: &Hub, member: &Member, is_again: bool) {
    let Some(client) = member.as_peer() else {
        return;
    };
    tell_group(hub, &member.group, &client, JOINED, |data| {
        data["reconnected"] = is_again.into();
    });
    if let Some(peers) = hub.peers.get() {
        peers.joined(&client);
    }
}

/// Removes a client, and informs the others.
pub(crate) fn leave(hub: &Hub, member: &Member, why: &str) {
    hub.metrics.disconnect(member.kind);
    if !hub.directory.leave(member) {
        return;
    }
    let (group, id) = (member.group.id.as_deref(), &member.address.id);
    let limits = &hub.options.limits;
    hub.histories.leave(group, member.kind, id, limits);
    let Some(client) = member.as_peer() else {
        return;
    };
    if let Some(peers) = hub.peers.get() {
        peers.left(&client);
        // It may have moved to another hub, which has announced it.
        if peers.has(&client.environment, &client.client) {
            return;
        }
    }
    tell_group(hub, &member.group, &client, LEFT, |data| {
        data["reason"] = why.into();
    });
}

/// Tells an environment of one of its clients, or the clients of an environment, as far as they are
/// connected here.
pub(crate) fn tell_group(
    hub: &Hub,
    group: &Group,
    client: &PeerClient,
    [of_client, of_environment]: [&str; 2],
    complete: impl FnOnce(&mut serde_json::Value),
) {
    let sender = Address::hub();
    let tell = |to: &Member, event: &str, data: &serde_json::Value| {
        let text = notices::event(&to.address, event, data.clone());
        let delivery = Delivery::Skippable {
            sender: &sender,
            sequence: None,
        };
        to.outbox.push(text.into(), delivery);
    };
    let environment = hub.options.kinds.environment();
    let is_environment = client.client.kind == hub.options.kinds.clients[environment].kind;
    let mut data = json!({ "client": client.client });
    complete(&mut data);
    if is_environment {
        let all = group.all();
        for other in all.iter().filter(|it| it.kind != environment) {
            tell(other, of_environment, &data);
        }
    } else if let Some(owner) = group.get(environment, &client.environment) {
        // An environment decides by the credential what a client may do; clients do not see its
        // own.
        if let Some(credential) = &client.credential
            && of_client == JOINED[0]
        {
            data["credential"] = json!(credential);
        }
        tell(&owner, of_client, &data);
    }
}
