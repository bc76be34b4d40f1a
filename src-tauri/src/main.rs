//! The desktop window's program. All of it is in the library beside it.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> std::process::ExitCode {
    window::run()
}
