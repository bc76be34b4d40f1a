//! The project's own commands: `cargo xtask run` and `cargo xtask test` for everybody, `window`,
//! and the quick `check`, `bench` and `codegen` for those who work on it. One file a command.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "these commands talk to a terminal"
)]

mod check;
mod codegen;
mod demo;
mod native;
mod reference_programs;
mod screenshots;
mod setup;
mod shell;
mod ui;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask <command>

  run      set up what is missing, build, open the desktop window; without a display its page in
           a browser; for a script the main job on the sample story (--terminal: a prompt on it)
  window   the sample story in a browser on this machine
  test     set up what is missing, then everything: check, tests
  check    format, lints, generated files, licenses: the quick one
  bench    the figures the project holds itself to, each a ratio measured in one run;
           `bench canvas` is the map in a browser, against React Flow; `bench window` the desktop
           window's start and memory; `bench hub` the Star Protocol's hub against a NATS server
  fuzz     damaged files for every importer: [format] [--runs N] [--seed S]; `fuzz star`: damaged
           messages for the hub
  journey  drive the real desktop window through one journey, on a screen in memory
  journeys drive the page in a browser through many; [folder]: photograph every main screen into it
  bundle   a package to install, for this system: on Linux a .deb (--debug: a quick one)
  pictures screenshots of the window for the README
  codegen  write the files made from the tools (--check: only say whether they are fresh)
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["run", rest @ ..] => setup::ensure().and_then(|()| demo::run(rest)),
        ["window", rest @ ..] => setup::ensure().and_then(|()| demo::window(rest)),
        ["test"] => setup::ensure_for_tests().and_then(|()| check::run_with_tests()),
        ["check"] => check::run(),
        ["bench", rest @ ..] => setup::ensure().and_then(|()| check::bench(rest)),
        ["fuzz", rest @ ..] => setup::ensure().and_then(|()| check::fuzz(rest)),
        ["journey"] => setup::ensure_for_tests().and_then(|()| native::journey()),
        ["journeys", rest @ ..] => setup::ensure_for_tests()
            .and_then(|()| ui::build())
            .and_then(|()| ui::journeys(rest)),
        ["bundle", rest @ ..] => setup::ensure().and_then(|()| native::bundle(rest)),
        ["pictures"] => setup::ensure().and_then(|()| screenshots::capture()),
        ["codegen"] => codegen::write(),
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
