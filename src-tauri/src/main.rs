//! The desktop window's program. All of it is in the library beside it.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

/// The same as the command line's: a story is very many small pieces.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    window::run()
}
