//! The one program: everything at the command line, and the server. All of it is in `cli`.

/// A story is very many small pieces: reading one of 10,000 passages and writing it takes three fifths
/// of the time that it takes with the allocator of glibc. Without huge pages: they save a fifth of what
/// is left, and hold 10 to 20 MB more at all times.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::main()
}
