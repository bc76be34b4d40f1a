//! Tools for agents and people in other programs that work on a story: open it to them, issue,
//! restrict, renew and revoke credentials, list and disconnect participants, undo. All are for
//! people. Not here: the work itself (`agents`, `participants`, `workspace`).

use std::collections::BTreeSet;

use capability::{Caller, Capability, Impact, Tool, ToolContext, ToolError};
use schemars::JsonSchema;
use secrecy::ExposeSecret as _;
use serde::{Deserialize, Serialize};
use star::ClientType;

use super::new_tool;
use crate::agents::{Credential, IssuedCredential, Level, Lifetime, NewCredential, Permission};
use crate::{HubReach, HubTraffic, Participant, PostedMessage, Studio, Workspace};

/// How many messages are given if nothing else is asked for.
const DEFAULT_MESSAGES: usize = 100;

/// The group of these tools.
pub(super) struct AgentTools;

impl Capability<Workspace> for AgentTools {
    fn name(&self) -> &'static str {
        "agents"
    }

    fn title(&self) -> &'static str {
        "Agents and people"
    }

    fn summary(&self) -> &'static str {
        "Lets agents and people of other programs work on a story, and takes back what they did."
    }

    fn tools(&self) -> Vec<Tool<Workspace>> {
        use Impact::{Read, Write};
        vec![
            new_tool(("open", "open_to_agents"), Write, open),
            new_tool(("close", "close_to_agents"), Write, close),
            new_tool(("participants", "list_participants"), Read, participants),
            new_tool(("credentials", "list_agent_credentials"), Read, credentials),
            new_tool(("add", "add_agent_credential"), Write, add),
            new_tool(("change", "change_agent_credential"), Write, change),
            new_tool(("renew", "renew_agent_credential"), Write, renew),
            new_tool(("end", "end_agent_credential"), Write, end),
            new_tool(("drop", "drop_participant"), Write, drop_participant),
            new_tool(("undo", "undo_agent"), Write, undo),
            new_tool(("post", "post_message"), Write, post),
            new_tool(("messages", "list_messages"), Read, messages),
        ]
    }
}

fn role(human: bool) -> ClientType {
    match human {
        true => ClientType::HUMAN,
        false => ClientType::AGENT,
    }
}

/// Open a story to agents and people of other programs: starts a hub on this computer and joins the
/// story to it. Connecting requires a credential.
#[derive(Deserialize, JsonSchema)]
struct Open {
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
    /// The port. Defaults to the story's own, which is always the same, or to a free one where that
    /// is taken.
    port: Option<u16>,
    /// Whether other computers of your network can reach it, not only this one. Connections are
    /// encrypted if the settings name a certificate. Defaults to false.
    #[serde(default)]
    network: bool,
}

#[derive(Serialize, JsonSchema)]
struct Opened {
    /// The address that agents add `/agent/NAME` to, and people `/human/NAME`.
    address: String,
    /// The address for clients of the Model Context Protocol.
    #[serde(skip_serializing_if = "Option::is_none")]
    mcp: Option<String>,
}

async fn open(cx: ToolContext<Workspace>, _: Caller, input: Open) -> Result<Opened, ToolError> {
    let reach = HubReach {
        port: input.port,
        network: input.network,
        ..HubReach::default()
    };
    let opening = cx.target().open_to_agents(&input.story, reach);
    let address = opening.await?;
    let studio = cx.target().studio(&input.story).await?;
    let mcp = cx.target().mcp_address(&studio);
    Ok(Opened { address, mcp })
}

/// Close a story to agents and people of other programs, with all their connections. Their
/// credentials stay.
#[derive(Deserialize, JsonSchema)]
struct Close {
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

#[derive(Serialize, JsonSchema)]
struct Closed {
    /// Whether it was open to them.
    closed: bool,
}

async fn close(cx: ToolContext<Workspace>, _: Caller, input: Close) -> Result<Closed, ToolError> {
    let closed = cx.target().close_to_agents(&input.story).await?;
    Ok(Closed { closed })
}

/// List the agents and people who are connected to a story, and what each does and did last.
#[derive(Deserialize, JsonSchema)]
struct ListParticipants {
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

#[derive(Serialize, JsonSchema)]
struct ParticipantList {
    /// The address that agents add `/agent/NAME` to; null where the story is not open to them.
    address: Option<String>,
    /// The address for clients of the Model Context Protocol, where it is open to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    mcp: Option<String>,
    /// The code that a person enters where such a client asks to sign in. Another one after each use.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_in_code: Option<String>,
    participants: Vec<Participant>,
    /// What passed through the hub, where the story is open to agents through one of this program.
    #[serde(skip_serializing_if = "Option::is_none")]
    traffic: Option<HubTraffic>,
}

async fn participants(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: ListParticipants,
) -> Result<ParticipantList, ToolError> {
    let studio = cx.target().studio(&input.story).await?;
    let mcp = cx.target().mcp_address(&studio);
    Ok(ParticipantList {
        address: cx.target().agents_address(&studio),
        sign_in_code: mcp.as_ref().map(|_| studio.sign_in_code().shown()),
        mcp,
        participants: studio.participants().list_and_listen(),
        traffic: cx.target().hub_traffic(&studio),
    })
}

/// List the credentials of agents and people, never their secrets.
#[derive(Deserialize, JsonSchema)]
struct ListCredentials {
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

#[derive(Serialize, JsonSchema)]
struct CredentialList {
    credentials: Vec<CredentialRecord>,
}

/// A credential, and whether it is valid now.
#[derive(Serialize, JsonSchema)]
struct CredentialRecord {
    #[serde(flatten)]
    credential: Credential,
    /// The name of its client.
    name: String,
    valid: bool,
}

async fn credentials(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: ListCredentials,
) -> Result<CredentialList, ToolError> {
    let studio = cx.target().studio(&input.story).await?;
    let now = studio.world().now();
    let all = cx.target().agents(&studio)?.list()?.into_iter();
    let record = |credential: Credential| CredentialRecord {
        name: credential.name(),
        valid: credential.is_valid(now),
        credential,
    };
    Ok(CredentialList {
        credentials: all.map(record).collect(),
    })
}

/// Create a credential for an agent, or for a person in another program. It replaces an older one
/// of the same name. The answer contains the secret, only this once.
#[derive(Deserialize, JsonSchema)]
struct Add {
    /// Its id on the hub, and its name in the story's history.
    name: String,
    /// What it may do: `read`, `comment` on passages, `draft` (writes wait for your review) or
    /// `write`. Defaults to `draft`.
    level: Option<Level>,
    /// Whether it may use tools that cost money.
    #[serde(default)]
    spend: bool,
    /// The only methods it may use, as `kv.read`; all when left out.
    #[serde(default)]
    methods: BTreeSet<String>,
    /// For how many minutes it is valid. Defaults to 10.
    minutes: Option<u64>,
    /// Until when it is valid, instead of minutes: `2027-01-31T18:00:00Z`.
    #[schemars(extend("format" = "date-time"))]
    until: Option<String>,
    /// Whether it is for a person, not for an agent.
    #[serde(default)]
    human: bool,
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

#[derive(Serialize, JsonSchema)]
struct Issued {
    credential: Credential,
    /// The name of its client.
    name: String,
    /// What the client presents, in the environment variable STAR_CREDENTIAL. It is not shown again.
    secret: String,
    /// Where the client connects; null where the story is not open to agents yet.
    address: Option<String>,
    /// The same below a hub's address.
    path: String,
    /// For a person: the address to open in a browser, in which the secret is. Null for an agent,
    /// or where the story is not open to others yet.
    invitation: Option<String>,
}

async fn add(cx: ToolContext<Workspace>, _: Caller, input: Add) -> Result<Issued, ToolError> {
    let studio = cx.target().studio(&input.story).await?;
    let lifetime = lifetime(input.minutes, input.until)?;
    let wanted = NewCredential {
        name: input.name.trim().to_owned(),
        role: role(input.human),
        permission: Permission {
            level: input.level.unwrap_or(Level::Draft),
            spend: input.spend,
            methods: (!input.methods.is_empty()).then_some(input.methods),
        },
        lifetime: lifetime.unwrap_or_default(),
    };
    let made = cx.target().agents(&studio)?.add(&studio, wanted)?;
    Ok(issued(&cx, &studio, made))
}

fn lifetime(minutes: Option<u64>, until: Option<String>) -> Result<Option<Lifetime>, ToolError> {
    match (minutes, until) {
        (Some(_), Some(_)) => {
            let message = "give minutes or until, not both";
            Err(ToolError::invalid("/until", message))
        }
        (Some(minutes), None) => Ok(Some(Lifetime::Minutes(minutes))),
        (None, until) => Ok(until.map(Lifetime::Until)),
    }
}

fn issued(cx: &ToolContext<Workspace>, studio: &Studio, made: IssuedCredential) -> Issued {
    let address = cx.target().agents_address(studio);
    let hub = address.as_deref().and_then(|it| it.split("/env/").next());
    Issued {
        invitation: hub.zip(made.invitation()).map(|(hub, invitation)| {
            // `ws://` and `wss://` become what browsers call the same.
            format!("{}{invitation}", hub.replacen("ws", "http", 1))
        }),
        address: hub.map(|it| format!("{it}{}", made.path)),
        name: made.credential.name(),
        credential: made.credential,
        secret: made.secret.expose_secret().to_owned(),
        path: made.path,
    }
}

/// Change when the credential of an agent expires. A later expiry comes with a new secret, which
/// replaces the current one.
#[derive(Deserialize, JsonSchema)]
struct Renew {
    /// Its name.
    name: String,
    /// For how many minutes it is valid from now on. Defaults to 10.
    minutes: Option<u64>,
    /// Until when it is valid, instead of minutes: `2027-01-31T18:00:00Z`.
    #[schemars(extend("format" = "date-time"))]
    until: Option<String>,
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

async fn renew(cx: ToolContext<Workspace>, _: Caller, input: Renew) -> Result<Issued, ToolError> {
    let studio = cx.target().studio(&input.story).await?;
    let lifetime = lifetime(input.minutes, input.until)?.unwrap_or_default();
    let agents = cx.target().agents(&studio)?;
    let renewed = agents.change_end(&studio, &input.name, &lifetime)?;
    Ok(issued(&cx, &studio, renewed))
}

/// Change what an agent may do, from its next action on.
#[derive(Deserialize, JsonSchema)]
struct Change {
    /// Its name.
    name: String,
    /// What it may do: `read`, `comment` on passages, `draft` (writes wait for your review) or
    /// `write`.
    level: Level,
    /// Whether it may use tools that cost money.
    #[serde(default)]
    spend: bool,
    /// The only methods it may use; unchanged when left out.
    #[serde(default)]
    methods: BTreeSet<String>,
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

#[derive(Serialize, JsonSchema)]
struct Changed {
    credential: Credential,
}

async fn change(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: Change,
) -> Result<Changed, ToolError> {
    let studio = cx.target().studio(&input.story).await?;
    let permission = Permission {
        level: input.level,
        spend: input.spend,
        methods: (!input.methods.is_empty()).then_some(input.methods),
    };
    let agents = cx.target().agents(&studio)?;
    Ok(Changed {
        credential: agents.change(&studio, &input.name, permission)?,
    })
}

/// Revoke the credential of an agent and close its connections.
#[derive(Deserialize, JsonSchema)]
struct End {
    /// Its name.
    name: String,
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

async fn end(cx: ToolContext<Workspace>, _: Caller, input: End) -> Result<Changed, ToolError> {
    let studio = cx.target().studio(&input.story).await?;
    let agents = cx.target().agents(&studio)?;
    Ok(Changed {
        credential: agents.end_now(&studio, &input.name)?,
    })
}

/// Close the connection of an agent or person now. It may connect again while its credential is
/// valid.
#[derive(Deserialize, JsonSchema)]
struct Drop {
    /// Its name.
    name: String,
    /// Whether it is a person, not an agent.
    #[serde(default)]
    human: bool,
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

#[derive(Serialize, JsonSchema)]
struct Dropped {
    /// Whether it was connected.
    dropped: bool,
}

async fn drop_participant(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: Drop,
) -> Result<Dropped, ToolError> {
    let studio = cx.target().studio(&input.story).await?;
    let kind = role(input.human);
    let participants = studio.participants();
    Ok(Dropped {
        dropped: participants.disconnect(kind.as_str(), &input.name),
    })
}

/// Undo everything that an agent or person of another program did in a story, including what you
/// adopted from its drafts, as one change.
#[derive(Deserialize, JsonSchema)]
struct Undo {
    /// Its name.
    name: String,
    /// Whether it is a person, not an agent.
    #[serde(default)]
    human: bool,
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

#[derive(Serialize, JsonSchema)]
struct Undone {
    /// The reasons of what was undone, newest first.
    undone: Vec<String>,
}

async fn undo(
    cx: ToolContext<Workspace>,
    caller: Caller,
    input: Undo,
) -> Result<Undone, ToolError> {
    let studio = cx.target().studio(&input.story).await?;
    let kind = role(input.human);
    let label = caller.origin.as_deref().unwrap_or("window");
    let undoing = studio.undo_agent((&kind, &input.name), label);
    Ok(Undone {
        undone: undoing.await?,
    })
}

/// Write a message to the agents and people of a story. The story keeps it.
#[derive(Deserialize, JsonSchema)]
struct Post {
    /// The words.
    text: String,
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

async fn post(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: Post,
) -> Result<PostedMessage, ToolError> {
    let studio = cx.target().studio(&input.story).await?;
    let owner = studio.owner();
    let posting = studio.post_message(&owner, cx.call_id(), &input.text);
    Ok(posting.await?)
}

/// List the newest messages of a story's agents and people, and your own, oldest first.
#[derive(Deserialize, JsonSchema)]
struct Messages {
    /// How many messages to give at most. Defaults to 100.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

#[derive(Serialize, JsonSchema)]
struct MessageList {
    messages: Vec<PostedMessage>,
}

async fn messages(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: Messages,
) -> Result<MessageList, ToolError> {
    let studio = cx.target().studio(&input.story).await?;
    let limit = input.limit.unwrap_or(DEFAULT_MESSAGES);
    Ok(MessageList {
        messages: studio.posted_messages(limit)?,
    })
}
