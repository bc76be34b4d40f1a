//! The command line. All of it is in `storyteller::faces::cli`.

fn main() -> std::process::ExitCode {
    storyteller::faces::cli::main()
}
