//! Arguments that several commands have.

use clap::{Arg, ArgAction};

/// The story file.
pub(super) fn file() -> Arg {
    Arg::new("file")
        .required(true)
        .value_name("FILE")
        .help("The story file")
}

/// The node.
pub(super) fn node(help: &'static str) -> Arg {
    Arg::new("node")
        .long("node")
        .short('n')
        .value_name("NODE")
        .help(help)
}

/// `--autonomy`.
pub(super) fn autonomy() -> Arg {
    Arg::new("autonomy")
        .long("autonomy")
        .value_parser(["review", "adopt", "ask"])
        .help("What happens to its writes: collected in a draft to review, adopted at once, or asked about one by one")
}

/// `--json`.
pub(super) fn json(help: &'static str) -> Arg {
    flag("json", help)
}

/// `--yes`.
pub(super) fn yes() -> Arg {
    flag("yes", "Answer every question with yes").short('y')
}

/// `--caller`.
pub(super) fn caller() -> Arg {
    Arg::new("caller")
        .long("caller")
        .value_name("NAME")
        .value_parser(clap::builder::NonEmptyStringValueParser::new())
        .help(
            "Your name, the same in each run: a call sent again with its id gets its first answer \
             and does not run twice",
        )
}

/// An option that is on where it is given.
pub(super) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .action(ArgAction::SetTrue)
        .help(help)
}

/// A port, from 0 to 65535.
pub(super) fn port(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("NUMBER")
        .value_parser(clap::value_parser!(u16))
        .help(help)
}

/// A whole number.
pub(super) fn number(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("NUMBER")
        .value_parser(clap::value_parser!(u64))
        .help(help)
}

/// `--model` and `--base-url`.
pub(super) fn model() -> [Arg; 2] {
    let model = Arg::new("model")
        .long("model")
        .value_name("MODEL")
        .help("The model: builtin, or provider:model as in openai:gpt-5-mini");
    [model, base_url()]
}

/// `--base-url`.
pub(super) fn base_url() -> Arg {
    Arg::new("base-url")
        .long("base-url")
        .value_name("URL")
        .help(
            "Another address of the model's server; without a provider it speaks OpenAI's chat API",
        )
}
