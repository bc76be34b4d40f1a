//! A NATS server with JetStream, as a process of its own.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::places::Place;

/// Longer than a server takes to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server that ends when it is dropped. What it stores survives [`NatsServer::kill`].
pub(crate) struct NatsServer {
    release: Release,
    child: Child,
    folder: TempDir,
    place: Place,
    port: u16,
}

/// Which NATS server; `cargo xtask test` installs both.
#[derive(Clone, Copy)]
enum Release {
    /// From PyPI.
    Newest,
    /// Debian's, the oldest one that is supported: 2.9.
    Oldest,
}

impl Release {
    fn program(self) -> PathBuf {
        super::root().join(match self {
            Self::Newest => "target/outside/bin/nats-server",
            Self::Oldest => "target/outside/debian/usr/sbin/nats-server",
        })
    }
}

impl NatsServer {
    /// Starts one on a free port of this computer.
    pub(crate) fn start() -> Self {
        Self::start_release(Release::Newest, Place::this_computer())
    }

    /// Starts the oldest one that is supported.
    pub(crate) fn start_oldest() -> Self {
        Self::start_release(Release::Oldest, Place::this_computer())
    }

    /// Starts one on a host.
    pub(crate) fn start_at(place: Place) -> Self {
        Self::start_release(Release::Newest, place)
    }

    fn start_release(release: Release, place: Place) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the server");
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let child = run(release, &place, port, folder.path());
        Self {
            release,
            child,
            folder,
            place,
            port,
        }
    }

    /// The address that programs connect to.
    pub(crate) fn address(&self) -> String {
        format!("nats://{}:{}", self.place.address, self.port)
    }

    /// Kills it at once.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Starts it again with what it had stored.
    pub(crate) fn start_again(&mut self) {
        self.child = run(self.release, &self.place, self.port, self.folder.path());
    }
}

fn run(release: Release, place: &Place, port: u16, folder: &Path) -> Child {
    let own = release.program();
    let mut command = match place.prefix.as_slice() {
        [] => Command::new(own),
        [first, rest @ ..] => {
            let mut command = Command::new(first);
            command.args(rest).arg(own);
            command
        }
    };
    let mut child = command
        .args(["-a", &place.address, "-p", &port.to_string(), "-js", "-sd"])
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("`cargo xtask test` installs nats-server");
    let until = Instant::now() + PATIENCE;
    while TcpStream::connect((&*place.address, port)).is_err() {
        let ended = child.try_wait().expect("it is known how it ended");
        assert_eq!(ended, None, "the NATS server does not start");
        assert!(Instant::now() < until, "the NATS server does not listen");
        std::thread::yield_now();
    }
    child
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        // It may have been killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
