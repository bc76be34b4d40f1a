//! Tools that manage MCP servers, whose tools the assistant may call. All are for people: a server is
//! a program that is started here. Not here: the work itself (`workspace`).

use capability::{Caller, Capability, Impact, Tool, ToolContext, ToolError};
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use super::new_tool;
use crate::Workspace;
use crate::workspace::{OutsideServerView, ServerChanges, ToolPermission, ToolToJudge};

/// The group of these tools.
pub(super) struct OutsideServers;

impl Capability<Workspace> for OutsideServers {
    fn name(&self) -> &'static str {
        "outside_servers"
    }

    fn title(&self) -> &'static str {
        "MCP servers"
    }

    fn summary(&self) -> &'static str {
        "Adds MCP servers, whose tools the assistant may use, and sets what each tool may do."
    }

    fn tools(&self) -> Vec<Tool<Workspace>> {
        use Impact::{Read, Write};
        vec![
            new_tool(("list", "list_outside_servers"), Read, list),
            new_tool(("set", "set_outside_server"), Write, set),
            new_tool(("remove", "remove_outside_server"), Write, remove),
            new_tool(("start", "start_outside_server"), Write, start),
            new_tool(("stop", "stop_outside_server"), Write, stop),
            new_tool(("sign_in", "sign_in_to_server"), Write, sign_in),
            new_tool(("sign_out", "sign_out_of_server"), Write, sign_out),
            new_tool(("judge", "set_outside_tool"), Write, judge),
        ]
    }
}

#[derive(Serialize, JsonSchema)]
struct Servers {
    servers: Vec<OutsideServerView>,
}

/// List the MCP servers: the state of each, its tools, and which of them may be called.
#[derive(Deserialize, JsonSchema)]
struct List {}

async fn list(cx: ToolContext<Workspace>, _: Caller, _: List) -> Result<Servers, ToolError> {
    let servers = cx.target().outside_servers().await?;
    Ok(Servers { servers })
}

/// Add an MCP server, or change one; fields that are left out keep their values. It is started in every
/// open story, and each of its tools asks before it is called. A new command or address is a new server:
/// permissions and the key of the previous one do not carry over.
#[derive(Deserialize, JsonSchema)]
struct Set {
    /// Its name, of letters, digits and `_`; the prefix of its tools' names.
    name: String,
    /// The program to start; give this or `url`.
    command: Option<String>,
    /// The program's arguments.
    args: Option<Vec<String>>,
    /// Environment variables, each as `NAME=VALUE`; a `NAME` alone keeps its present value. No answer
    /// contains a value.
    #[schemars(extend("writeOnly" = true))]
    env: Option<Vec<String>>,
    /// Its address, such as `http://127.0.0.1:4000/mcp`; give this or `command`.
    url: Option<String>,
    /// The key for its address. No answer, log or story contains it.
    #[schemars(extend("writeOnly" = true))]
    key: Option<String>,
    /// For signing in where programs cannot register themselves: the id of a client that was registered
    /// there by hand. An empty text removes it.
    client_id: Option<String>,
    /// The secret of that client, if it has one. No answer, log or story contains it.
    #[schemars(extend("writeOnly" = true))]
    client_secret: Option<String>,
    /// The time limit for starting and for each answer, in seconds; 0 for the defaults, 20 and 120.
    seconds: Option<u64>,
}

async fn set(cx: ToolContext<Workspace>, _: Caller, input: Set) -> Result<Servers, ToolError> {
    let secret = |given: Option<String>| {
        let given = given.map(|it| it.trim().to_owned());
        given.filter(|it| !it.is_empty()).map(SecretString::from)
    };
    let changes = ServerChanges {
        command: input.command,
        args: input.args,
        env: input.env,
        url: input.url,
        key: secret(input.key),
        client_id: input.client_id,
        client_secret: secret(input.client_secret),
        seconds: input.seconds,
    };
    let setting = cx.target().set_outside_server(input.name, changes);
    Ok(Servers {
        servers: setting.await?,
    })
}

/// Remove an MCP server and its stored key.
#[derive(Deserialize, JsonSchema)]
struct Remove {
    /// Its name.
    name: String,
}

async fn remove(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: Remove,
) -> Result<Servers, ToolError> {
    let servers = cx.target().remove_outside_server(input.name).await?;
    Ok(Servers { servers })
}

/// Start an MCP server, now and whenever a story is opened; restart it if it is running.
#[derive(Deserialize, JsonSchema)]
struct Start {
    /// Its name.
    name: String,
}

async fn start(cx: ToolContext<Workspace>, _: Caller, input: Start) -> Result<Servers, ToolError> {
    let servers = cx.target().run_outside_server(input.name, true).await?;
    Ok(Servers { servers })
}

/// Stop an MCP server; it stays off until it is started again.
#[derive(Deserialize, JsonSchema)]
struct Stop {
    /// Its name.
    name: String,
}

async fn stop(cx: ToolContext<Workspace>, _: Caller, input: Stop) -> Result<Servers, ToolError> {
    let servers = cx.target().run_outside_server(input.name, false).await?;
    Ok(Servers { servers })
}

/// Sign in to an MCP server at an address, on a page of its own in the browser. list_outside_servers
/// tells when that is done; its tokens are kept like a key.
#[derive(Deserialize, JsonSchema)]
struct SignIn {
    /// Its name.
    name: String,
    /// Whether to open the page in the browser of this computer. Defaults to true; the answer
    /// contains its address in any case.
    open: Option<bool>,
}

async fn sign_in(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: SignIn,
) -> Result<Servers, ToolError> {
    let opens_browser = input.open.unwrap_or(true);
    let begun = cx.target().sign_in_to_server(input.name, opens_browser);
    Ok(Servers {
        servers: begun.await?,
    })
}

/// Sign out of an MCP server, or stop waiting for a sign-in; its tokens are deleted here.
#[derive(Deserialize, JsonSchema)]
struct SignOut {
    /// Its name.
    name: String,
}

async fn sign_out(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: SignOut,
) -> Result<Servers, ToolError> {
    let servers = cx.target().sign_out_of_server(input.name).await?;
    Ok(Servers { servers })
}

/// Set whether the assistant may call a tool of an MCP server: always, after asking, or never. The
/// permission to call it always ends when the tool's description or schema changes.
#[derive(Deserialize, JsonSchema)]
struct Judge {
    /// The name of its server.
    server: String,
    /// The tool, by the name that its server gives it.
    tool: String,
    /// `allow`, `ask` or `refuse`.
    permission: ToolPermission,
    /// The field `described` of the tool as it was listed; refused if the tool has changed since.
    described: Option<String>,
}

async fn judge(cx: ToolContext<Workspace>, _: Caller, input: Judge) -> Result<Servers, ToolError> {
    let judged = ToolToJudge {
        server: input.server,
        tool: input.tool,
        described: input.described,
    };
    let judging = cx.target().judge_outside_tool(judged, input.permission);
    Ok(Servers {
        servers: judging.await?,
    })
}
