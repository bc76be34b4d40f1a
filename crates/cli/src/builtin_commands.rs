//! The commands that are not tools: those that need a terminal, a file beside the story, or no
//! story at all.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgGroup, Command};
use host::Sample;

use crate::agent_commands;
use crate::arguments::{
    autonomy, base_url, caller, file, flag, json, model, node, number, port, yes,
};

/// The built-in commands grouped by purpose, as the overview lists them.
pub(super) const GROUPS: &[(&str, &[&str])] = &[
    ("Begin", &["new", "sample", "serve", "open", "ask", "watch"]),
    (
        "Files",
        &[
            "import", "export", "picture", "copy", "backups", "check", "compact", "formats",
        ],
    ),
    (
        "Settings",
        &["models", "key", "sign-in", "sign-out", "tools"],
    ),
    ("Agents", &["hub", "join", "agents", "mcp", "acp"]),
    ("Programs", &["credential", "project_cli"]),
];

/// All built-in commands.
pub(super) fn commands() -> Vec<Command> {
    let mut commands = conversations();
    commands.extend(files());
    commands.extend(settings());
    commands.extend(agent_commands::commands());
    commands.push(credential());
    commands.push(restricted());
    commands
}

fn credential() -> Command {
    Command::new("credential")
        .about("Let a program run some methods of a served story, for minutes")
        .long_about(
            "Let a program run some methods of a served story, for 5 to 10 minutes: prints the \
             environment variables that `storyteller project_cli` reads, for `eval`. The service is \
             told by the address that `storyteller serve` printed, in STORYTELLER_ADDRESS or on \
             standard input.",
        )
        .arg(
            Arg::new("methods")
                .value_name("METHOD")
                .num_args(1..)
                .required(true)
                .help("What it may run, by module and method: kv.read kv.update"),
        )
        .arg(number("minutes", "How long it is valid, 5 to 10 minutes; 5 by default"))
        .arg(
            Arg::new("story")
                .long("story")
                .value_name("KEY")
                .help("The story's key, if several are open"),
        )
        .arg(json("Print it as one JSON object"))
}

fn restricted() -> Command {
    Command::new("project_cli")
        .about("Run one method of a served story, with the credential of the environment")
        .long_about(
            "Run one method of a served story and print one JSON object. Which methods may run the \
             credential says, which comes from STORYTELLER_CREDENTIAL alone; the service's address \
             from STORYTELLER_SERVICE. The method `help` describes the others.",
        )
        .arg(
            Arg::new("module")
                .required(true)
                .help("The module, or `help` alone"),
        )
        .arg(Arg::new("method").help("Its method, or `help`"))
        .arg(
            Arg::new("input")
                .long("input")
                .value_name("JSON")
                .help("The method's input, one JSON object; - reads it from standard input"),
        )
}

fn conversations() -> Vec<Command> {
    let ask = Command::new("ask")
        .about("Give the assistant an instruction")
        .arg(file())
        .arg(
            Arg::new("instruction")
                .required_unless_present("prompt")
                .help(
                    "What you want, in your own words, or a /command; - reads it from standard input",
                ),
        )
        .arg(node("The node it is about: its title, or part of its id"))
        .arg(
            Arg::new("prompt")
                .long("prompt")
                .value_name("NAME")
                .help("A prompt of your settings, before what you say besides"),
        )
        .arg(
            Arg::new("thread")
                .long("thread")
                .value_name("ID")
                .help("Continue a conversation: its id, or the first or last characters of it"),
        )
        .arg(
            Arg::new("picture")
                .long("picture")
                .value_name("FILE")
                .action(ArgAction::Append)
                .help("Show it a picture: a file, or the hash of one in the story"),
        )
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("PATH")
                .help("Where a file that it exports is saved: a new file, or a folder"),
        )
        .args(model())
        .arg(autonomy())
        .arg(json("Print one JSON event on each line"))
        .arg(yes());
    let open = Command::new("open")
        .visible_alias("prompt")
        .about("Open a prompt: plain text for the assistant, /commands for tools")
        .arg(file())
        .arg(node("The node to begin with"))
        .args(model())
        .arg(autonomy())
        .arg(
            json("Answer each line with one line of JSON, for programs that pipe calls in").long_help(
                "Answer each line with one line of JSON, for programs that pipe calls in. Besides \
                 /commands a line may be a call: {\"id\":\"7\",\"name\":\"…\",\"args\":{…}}. Plain text is \
                 answered with one JSON event on each line; the last has the type turn_ended.",
            ),
        )
        .arg(caller())
        .arg(yes());
    let watch = Command::new("watch")
        .about("Follow the changes that anybody makes to a story")
        .arg(file())
        .arg(json("Print one JSON event on each line"))
        .arg(number("until", "End after this number of changes"))
        .arg(number(
            "since",
            "Start after the change with this number, instead of the next change",
        ));
    vec![serve(), ask, open, watch]
}

fn serve() -> Command {
    Command::new("serve")
        .about("Edit stories in the browser, on this machine only")
        .arg(
            file()
                .required(false)
                .help("The story to open; the welcome screen by default"),
        )
        .arg(port(
            "port",
            "The port; 7717 or the next free one by default",
        ))
        .arg(flag("open", "Open the page in the browser at once"))
        .arg(flag(
            "hub",
            "Let agents and people of other programs work on the story, with a credential of \
             `storyteller agents`",
        ))
        .arg(port("hub-port", "The hub's port; its story's own by default").requires("hub"))
        .arg(
            flag(
                "hub-network",
                "Let other computers of your network reach the hub too; connections are encrypted \
                 if the settings name a certificate",
            )
            .requires("hub"),
        )
        .arg(
            agent_commands::nats(
                "Share story and hub with other machines through this NATS server",
            )
            .requires("hub"),
        )
        .args(model())
}

fn files() -> Vec<Command> {
    let format = Arg::new("format")
        .long("format")
        .value_name("NAME")
        .help("The format; detected if left out");
    vec![
        Command::new("new")
            .about("Create an empty story")
            .arg(file())
            .arg(
                Arg::new("title")
                    .long("title")
                    .value_name("TEXT")
                    .help("Its title"),
            )
            .arg(json("Print its file and title as one JSON object")),
        Command::new("sample")
            .about("Create the sample story, to try things out")
            .arg(file())
            .arg(
                Arg::new("language")
                    .long("language")
                    .value_parser(PossibleValuesParser::new(Sample::languages()))
                    .help("Its language; yours if left out, or English"),
            )
            .arg(json("Print its file and title as one JSON object")),
        import(format.clone()),
        export(format),
        Command::new("picture")
            .about("Save the picture of a node as a file")
            .arg(file())
            .arg(node("Whose picture: the node's title, or part of its id").required(true))
            .arg(
                Arg::new("output")
                    .long("output")
                    .short('o')
                    .value_name("PATH")
                    .help(
                        "The file to write; - for standard output; by default the node's title, beside the story",
                    ),
            )
            .arg(flag("force", "Overwrite an existing file"))
            .arg(json("Print the file that was written as one JSON object")),
        Command::new("copy")
            .about("Save a copy of the story, while others may be writing to it")
            .arg(file())
            .arg(
                Arg::new("to")
                    .required(true)
                    .value_name("TO")
                    .help("The new file"),
            )
            .arg(flag(
                "without-history",
                "Leave out older versions, drafts, snapshots and conversations, for a copy that \
                 somebody else is given",
            ))
            .arg(json("Print the new file as one JSON object")),
        Command::new("backups")
            .about("List the backups of a story, and open one as a story of its own")
            .arg(file())
            .arg(
                Arg::new("open")
                    .long("open")
                    .value_name("NAME")
                    .help("Open this backup; nothing is overwritten"),
            )
            .arg(flag("now", "Take a backup now").conflicts_with("open"))
            .arg(json("Print the answer as one JSON object")),
        Command::new("check")
            .about("Read a whole story file and list every fault")
            .arg(file())
            .arg(flag(
                "accept",
                "First accept the file as it is, if another program or a fault changed it: \
                 it is opened again, with whatever was changed",
            ))
            .arg(json("Print the faults as one JSON object")),
        Command::new("compact")
            .about("Make the file smaller by dropping the text of old versions")
            .arg(file())
            .arg(
                number("keep", "How many of the newest versions of each item to keep")
                    .default_value("20"),
            )
            .arg(yes())
            .arg(json("Print what was dropped as one JSON object")),
        Command::new("formats")
            .about("List the formats for import and export")
            .arg(json("Print the list as one JSON object")),
    ]
}

fn import(format: Arg) -> Command {
    Command::new("import")
        .about("Import a story of another program into this one")
        .arg(file().help("The story file; created if it does not exist"))
        .arg(
            Arg::new("source")
                .required(true)
                .value_name("SOURCE")
                .help("The file or folder to read; - for standard input"),
        )
        .arg(format)
        .arg(flag(
            "replace",
            "Replace the existing story; undo restores it",
        ))
        .arg(
            flag(
                "edits",
                "Bring in what was changed in a file exported from this story, or in a copy of it, as a \
                 draft",
            )
            .conflicts_with_all(["replace", "preview", "split", "format"]),
        )
        .arg(Arg::new("split").long("split").value_name("WAY").help(
            "Where prose is divided: automatic, headings, none, or the words that the first \
             line of each node begins with (\"Day *\")",
        ))
        .arg(flag(
            "preview",
            "Only say what would come in: the nodes, and where prose is divided",
        ))
        .arg(json("Print the answer as one JSON object"))
}

fn export(format: Arg) -> Command {
    Command::new("export")
        .about("Export the story to another format")
        .arg(file())
        .arg(format.help(
            "The format; `storyteller formats` lists them; by default the one that the output's \
             extension belongs to, or json",
        ))
        .arg(
            Arg::new("output")
                .long("output")
                .alias("out")
                .short('o')
                .value_name("PATH")
                .help("The file to write; - for standard output; by default the story's name, beside it"),
        )
        .arg(flag("force", "Overwrite an existing file"))
        .arg(flag(
            "history",
            "Include every older version; only json can hold them",
        ))
        .arg(
            Arg::new("story-format")
                .long("story-format")
                .alias("story_format")
                .value_name("NAME")
                .help("For Twine: sugarcube, harlowe or chapbook, in whose macros conditions and effects are written"),
        )
        .arg(
            Arg::new("chapters")
                .long("chapters")
                .value_name("UNIT")
                .help("What makes up a chapter of a book: scene, each under its own title, or group, whose scenes are one chapter"),
        )
        .arg(
            Arg::new("numbering")
                .long("numbering")
                .value_name("ORDER")
                .help("For a gamebook in print: scenes are sections with numbers, in_order or shuffled, and choices say which to turn to (pdf, docx, epub-choices)"),
        )
        .arg(
            Arg::new("language")
                .long("language")
                .value_name("CODE")
                .help("The language, by its code: one that the story is translated into; by default the one it is written in"),
        )
        .arg(
            Arg::new("design")
                .long("design")
                .value_name("NAME")
                .help("What a playable page looks like: book, modern, parchment, terminal or pastel"),
        )
        .arg(
            Arg::new("paper")
                .long("paper")
                .value_name("SIZE")
                .help("The paper of a file with pages: a4 or letter; by default a4 (pdf, docx, manuscript)"),
        )
        .arg(flag(
            "comments",
            "Put the open comments on texts into the file, at their passages (docx, manuscript, fountain, fdx)",
        ))
        .arg(flag(
            "losses",
            "Only list what the format cannot hold; no file is written",
        ))
        .arg(json("Print what was written as one JSON object"))
}

fn settings() -> Vec<Command> {
    let name = || {
        Arg::new("name")
            .required(true)
            .value_name("PROVIDER")
            .help("openai, or another")
    };
    let server = || {
        Arg::new("name")
            .required(true)
            .value_name("SERVER")
            .help("Its name in the settings: NAME of [mcp.NAME]")
    };
    let key = Command::new("key")
        .about("Manage the keys of model services")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            Command::new("set")
                .about("Save a key; it is typed without echo or piped in, never an argument")
                .arg(name()),
        )
        .subcommand(
            Command::new("list")
                .about("List which keys exist and where, never the keys themselves"),
        )
        .subcommand(Command::new("remove").about("Forget a key").arg(name()));
    vec![
        Command::new("models")
            .about("List the models and the chosen one, or test one")
            .arg(
                Arg::new("provider")
                    .value_name("PROVIDER")
                    .help("List the models that this provider's server offers"),
            )
            .arg(
                Arg::new("try")
                    .long("try")
                    .value_name("MODEL")
                    .conflicts_with("provider")
                    .help("Ask this model one short question, to see whether it can be used"),
            )
            .arg(json("Print the list, or whether the model answered, as one JSON object"))
            .arg(base_url())
            .group(ArgGroup::new("asked").args(["provider", "try"]))
            .mut_arg("base-url", |it| it.requires("asked")),
        key,
        Command::new("sign-in")
            .about("Sign in to an MCP server of the settings, in the browser")
            .arg(server()),
        Command::new("sign-out")
            .about("Sign out of an MCP server; its tokens are deleted here")
            .arg(server()),
        Command::new("tools")
            .about("List all tools for a story")
            .arg(file().required(false))
            .arg(flag(
                "workspace",
                "List the tools outside a story instead: stories, settings, keys, models",
            ))
            .arg(
                flag(
                    "events",
                    "Print the JSON Schema of the events that a story sends to its interfaces instead",
                )
                .conflicts_with_all(["workspace", "json"]),
            )
            .arg(json("Print the whole catalog with schemas as JSON")),
    ]
}
