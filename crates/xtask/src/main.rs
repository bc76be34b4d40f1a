//! The project's own commands: `cargo xtask run` and `cargo xtask test` for everyone, `window`, and
//! `check`, `bench` and `codegen` for developers. One file per command.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "these commands talk to a terminal"
)]

mod check;
mod codegen;
mod demo;
mod mcp_bundle;
mod native;
mod notices;
mod reference_programs;
mod screenshots;
mod setup;
mod shell;
mod try_model;
mod ui;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask <command>

  run      install what is missing, build and open the desktop window; without a display serve its
           page to a browser; in a script carry out a sample instruction (--terminal: open a prompt)
  window   the sample story in a browser on this machine
  test     install what is missing, then run everything: check and all tests
  check    the quick check: format, lints, generated files, licenses
  bench    the benchmarks, each compared with a baseline in the same run; `bench canvas`: the map
           in a browser, against React Flow; `bench window`: how the page feels with
           10,000 nodes, and the desktop window's start and memory;
           `bench hub`: the Star Protocol's hub against a NATS server;
           `bench mcp`: what clients of MCP cost, against the same calls in the process
  fuzz     damaged files for every importer: [format] [--runs N] [--seed S]; `fuzz star`: damaged
           messages for the hub; `fuzz mcp`, `fuzz acp`: for the decoders of agents' protocols
  journey  end-to-end test of the desktop window, on a virtual display
  journeys end-to-end tests of the page in a browser; [folder]: save a screenshot of every main screen
  bundle   an installable package for this system: on Linux a .deb (--debug: faster to build);
           `bundle --mcpb`: the program as one file that desktop assistants install
  notices  the licenses of everything in the bundle, as the file that goes into it
  try-model MODEL
           the instructions of tests/instructions carried out by a model: right, wrong, requests,
           tokens and cost of each (--language en, --job 7; --with PROGRAM:
           one that is built already); more options go to `storyteller ask`
  pictures screenshots of the window for the README
  codegen  write the files generated from the tools (--check: only check that they are up to date;
           --with PROGRAM: from a program that is built already)
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["run", rest @ ..] => setup::ensure().and_then(|()| demo::run(rest)),
        ["window", rest @ ..] => setup::ensure().and_then(|()| demo::window(rest)),
        ["test"] => check::run_with_tests(),
        ["check"] => check::run(),
        ["bench", rest @ ..] => setup::ensure().and_then(|()| check::bench(rest)),
        ["fuzz", rest @ ..] => setup::ensure().and_then(|()| check::fuzz(rest)),
        ["journey"] => setup::ensure_for_tests().and_then(|()| native::journey()),
        ["journeys", rest @ ..] => setup::ensure_for_tests()
            .and_then(|()| ui::build())
            .and_then(|()| ui::journeys(rest)),
        ["bundle", "--mcpb", rest @ ..] => setup::ensure().and_then(|()| mcp_bundle::pack(rest)),
        ["bundle", rest @ ..] => setup::ensure().and_then(|()| native::bundle(rest)),
        ["notices"] => setup::ensure().and_then(|()| notices::write().map(drop)),
        ["try-model", rest @ ..] => try_model::run(rest),
        ["pictures"] => setup::ensure().and_then(|()| screenshots::capture()),
        ["codegen"] => codegen::listing_of_a_fresh_build().and_then(|it| codegen::write(&it)),
        ["codegen", "--with", program] => {
            codegen::listing_of(program.as_ref()).and_then(|it| codegen::write(&it))
        }
        ["codegen", "--check"] => {
            codegen::listing_of_a_fresh_build().and_then(|it| codegen::check(&it))
        }
        [] | ["help" | "--help" | "-h", ..] => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        [unknown, ..] => Err(anyhow::anyhow!("there is no command {unknown:?}\n\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
