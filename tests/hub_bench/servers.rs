//! The measured servers, each as a process on the first core: the hub with authentication, the
//! minimal relay, a NATS server.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use hub::{Access, Hub, HubOptions, Key};
use jiff::Timestamp;

use crate::relay;
use crate::story::{self, Opened};

/// The argument that makes the program run as a server.
pub(crate) const SERVE: &str = "--serve";
/// The key of every client.
pub(crate) const KEY: &str = "bench-key-0123456789-0123456789";

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
        let (child, line) = start(what, &[port.to_string()])?;
        let address = line
            .trim()
            .parse()
            .with_context(|| format!("{what} said {line:?}"))?;
        Ok(Self { child, address })
    }

    /// A story with a hub of its own, and the credentials of its agents.
    pub(crate) fn story(folder: &Path, agents: usize) -> Result<(Self, Opened)> {
        let words = [folder.display().to_string(), agents.to_string()];
        let (child, line) = start("story", &words)?;
        let opened = Opened::read(&line)?;
        let host = opened.address.trim_start_matches("ws://").split('/').next();
        let address = host.unwrap_or_default().parse()?;
        Ok((Self { child, address }, opened))
    }

    /// A story that joins this hub.
    pub(crate) fn joined(&self, folder: &Path) -> Result<Self> {
        let hub = format!("ws://{}", self.address);
        let (child, _) = start("join", &[folder.display().to_string(), hub])?;
        let address = self.address;
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
        processor_time_of(&self.child.id().to_string())
    }
}

/// Processor time that a process has used so far.
pub(crate) fn processor_time_of(process: &str) -> Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = |at| -> Option<u64> { after_name.split_whitespace().nth(at)?.parse().ok() };
    let sum = ticks(11).zip(ticks(12)).context("the system tells times")?;
    Ok(Duration::from_millis((sum.0 + sum.1) * 10))
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts this program as a server on the first core; its first line.
fn start(what: &str, words: &[String]) -> Result<(Child, String)> {
    let mut child = on_first_core(&std::env::current_exe()?)
        .args([SERVE, what])
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("{what} cannot be started"))?;
    let mut line = String::new();
    let out = child.stdout.take().context("it has an output")?;
    BufReader::new(out).read_line(&mut line)?;
    Ok((child, line))
}

/// Runs this program on the first core to its end; what it prints.
pub(crate) fn output(what: &str, words: &[String]) -> Result<String> {
    let ran = on_first_core(&std::env::current_exe()?)
        .args([SERVE, what])
        .args(words)
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(ran.status.success(), "{what} failed");
    Ok(String::from_utf8(ran.stdout)?)
}

/// Runs as a server: prints its address, and ends when its input is closed.
pub(crate) fn serve(what: &str, words: &[String]) -> Result<()> {
    match (what, words) {
        ("story", [folder, agents]) => story::serve(folder.as_ref(), agents.parse()?),
        ("join", [folder, hub]) => story::join(folder.as_ref(), hub),
        ("calls", [folder, callers, time]) => {
            let time = Duration::from_millis(time.parse()?);
            story::call(folder.as_ref(), callers.parse()?, time)
        }
        (_, [port]) => serve_bare(what, port.parse()?),
        _ => bail!("{what} is not a server"),
    }
}

fn serve_bare(what: &str, port: u16) -> Result<()> {
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

/// The NATS server from PyPI that `cargo xtask` installs in `target/outside`.
fn nats_program() -> Result<PathBuf> {
    let program =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/outside/bin/nats-server");
    ensure!(program.exists(), "`cargo xtask test` installs nats-server");
    Ok(program)
}

/// Lets this process hold as many connections as the system allows it.
pub(crate) fn raise_open_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let most = Rlimit {
        current: maximum,
        maximum,
    };
    // With fewer the measurement says so itself.
    let _ = setrlimit(Resource::Nofile, most);
}
