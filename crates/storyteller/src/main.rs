//! The one program: the command line and the server. Everything is in `cli`.

/// A story consists of very many small allocations: reading and writing 10,000 passages takes three
/// fifths of the time it takes with glibc's allocator. Huge pages are off: they would save another
/// fifth of the time, but permanently hold 10 to 20 MB more memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::main()
}
