//! The grammar of the commands for agents and people in other programs: `hub`, `join`, `agents`,
//! `mcp`, `acp`. Not here: what they do.

use ::mcp::ToolSet;
use clap::{Arg, ArgAction, Command};
use host::agents::Level;

use crate::arguments::{autonomy, file, flag, json, model, node, number, port};

/// An option that names a file.
fn file_of(name: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("FILE")
}

/// The commands for hubs and agents.
pub(super) fn commands() -> Vec<Command> {
    let hub = Command::new("hub")
        .about("Run a hub of the Star Protocol on its own")
        .long_about(
            "Run a Star Protocol hub, where environments, agents and people meet. It prints its \
             address in the first line. A keys file says who may connect, as \
             docs/star-protocol.md shows; with --open every program on this computer may.",
        )
        .arg(port(
            "port",
            "The port; 7780 by default, 0 for any free one",
        ))
        .arg(flag("open-to-all", "Let every program on this computer connect").long("open"))
        .arg(
            file_of("keys")
                .conflicts_with("open-to-all")
                .help("The keys file, which says who may connect; only you may be able to read it"),
        )
        .arg(
            Arg::new("listen")
                .long("listen")
                .value_name("ADDRESS")
                .help("The IP address to listen on; this computer only by default"),
        )
        .arg(
            Arg::new("name")
                .long("name")
                .value_name("HOST")
                .action(ArgAction::Append)
                .help("A name under which other computers reach the hub"),
        )
        .arg(
            file_of("certificate")
                .requires("key")
                .help("Encrypt connections with this certificate, in PEM"),
        )
        .arg(
            file_of("key")
                .requires("certificate")
                .help("Its private key; only you may be able to read it"),
        )
        .arg(flag(
            "dialect",
            "Also accept clients of the protocol's public Python implementation, at /",
        ))
        .arg(nats("Join all hubs at this NATS server"));
    let join = Command::new("join")
        .about("Open a story to the agents and people of a hub that runs elsewhere")
        .long_about(
            "Open a story to the agents and people of a hub that runs elsewhere, until Ctrl-C. \
             If the hub requires a credential, it is read from STAR_CREDENTIAL.",
        )
        .arg(
            Arg::new("hub")
                .required(true)
                .value_name("HUB")
                .help("The hub's address: ws://127.0.0.1:7780"),
        )
        .arg(file())
        .arg(
            Arg::new("as")
                .long("as")
                .value_name("ID")
                .help("The story's id there; made from its title by default"),
        )
        .arg(
            Arg::new("guests")
                .long("guests")
                .value_parser(Level::ALL.map(Level::as_str))
                .help("What clients without a credential of the story may do; nothing if left out"),
        )
        .arg(nats(
            "Share the story with other machines through this NATS server: follow it while another \
             one serves it, and take over when that one is gone",
        ))
        .args(model());
    vec![hub, join, credentials(), mcp(), acp()]
}

fn mcp() -> Command {
    Command::new("mcp")
        .about("Give one client of the Model Context Protocol the story as tools, on standard input")
        .long_about(
            "Give one client of the Model Context Protocol the story as tools, resources and \
             prompts, over standard input and output. The client starts this command itself: \
             docs/agents.md shows what to write into its settings.",
        )
        .arg(file())
        .arg(
            Arg::new("grant")
                .long("grant")
                .value_parser(Level::ALL.map(Level::as_str))
                .help("What it may do; draft, which you review, by default"),
        )
        .arg(flag("spend", "Let it use tools that cost money without asking"))
        .arg(
            Arg::new("tools")
                .long("tools")
                .value_parser(ToolSet::NAMES)
                .help("Which tools it is shown: those of everyday work, all, or one for all; all if left out"),
        )
        .arg(
            Arg::new("as")
                .long("as")
                .value_name("NAME")
                .help("Its name in the story's history; mcp if left out"),
        )
}

fn acp() -> Command {
    Command::new("acp")
        .about("Be an agent of the Agent Client Protocol for one editor, on standard input")
        .long_about(
            "Be an agent of the Agent Client Protocol for one editor, over standard input and output: \
             its sessions are conversations with the assistant of this story. The editor starts this \
             command itself: docs/agents.md shows what to write into its settings.",
        )
        .arg(file())
        .arg(node("The node that instructions are about: its title, or part of its id"))
        .arg(autonomy())
        .args(model())
}

/// The NATS server that connects several machines.
pub(super) fn nats(help: &'static str) -> Arg {
    Arg::new("nats")
        .long("nats")
        .value_name("ADDRESS")
        .help(help)
        .long_help(format!(
            "{help}. It looks like nats://host:4222; several are separated by commas. A token is \
             read from NATS_TOKEN, the path of a credentials file from NATS_CREDENTIALS."
        ))
}

fn credentials() -> Command {
    let name = || {
        Arg::new("name")
            .required(true)
            .value_name("NAME")
            .help("The agent's id on the hub, and its name in the story's history")
    };
    let permission = || {
        [
            Arg::new("level")
                .long("level")
                .value_parser(Level::ALL.map(Level::as_str))
                .help(
                    "What it may do: read, comment on passages, write drafts for review (the default), \
                     or write into the story",
                ),
            flag("spend", "It may use tools that cost money"),
            Arg::new("method")
                .long("method")
                .value_name("METHOD")
                .action(ArgAction::Append)
                .help("Only this method, as in kv.read; repeat it for several"),
        ]
    };
    let end = |help: &'static str| {
        [
            number("minutes", help),
            Arg::new("until")
                .long("until")
                .value_name("TIME")
                .conflicts_with("minutes")
                .help("Until when it is valid: 2027-01-31T18:00:00Z"),
        ]
    };
    Command::new("agents")
        .about("Manage which agents and people may work on a story through a hub")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            Command::new("add")
                .about("Create a credential and print it once, for `eval`")
                .arg(file())
                .arg(name())
                .args(permission())
                .args(end("How long it is valid, in minutes; 10 by default"))
                .arg(flag("human", "It is for a person, not for an agent"))
                .arg(json("Print it as one JSON object")),
        )
        .subcommand(
            Command::new("list")
                .about("List the credentials, never their secrets")
                .arg(file())
                .arg(json("Print them as one JSON object")),
        )
        .subcommand(
            Command::new("change")
                .about("Change what an agent may do, from its next action on, or when that ends")
                .long_about(
                    "Change what an agent may do, from its next action on, or when that ends. With \
                     a new end a new secret is printed, which the agent needs to stay longer.",
                )
                .arg(file())
                .arg(name())
                .args(permission())
                .mut_arg("level", |it| it.help("What it may do from now on"))
                .args(end("How long it is valid from now on, in minutes"))
                .mut_arg("method", |it| {
                    it.help("Only this method; unchanged if left out")
                })
                .arg(json("Print it as one JSON object")),
        )
        .subcommand(
            Command::new("end")
                .about("Revoke the credential of an agent and close its connections")
                .arg(file())
                .arg(name()),
        )
        .subcommand(
            Command::new("undo")
                .about("Undo everything that an agent did, adopted drafts included, as one change")
                .arg(file())
                .arg(name()),
        )
        .subcommand(messages())
        .subcommand(
            Command::new("issuer")
                .about("Print the story's public key, for the keys file of a hub")
                .arg(file()),
        )
}

fn messages() -> Command {
    Command::new("messages")
        .about("Show what agents and people wrote to one another, oldest first")
        .arg(file())
        .arg(number("limit", "How many of the newest; 100 by default"))
        .arg(json("Print them as one JSON object"))
}
