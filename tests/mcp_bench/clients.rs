//! The two ways in, as plain as a client can be: lines to a process, and requests over one connection.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio as Stream};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::process;
use crate::story::MeasuredStory;

/// The program that is measured.
const PROGRAM: &str = env!("CARGO_BIN_EXE_storyteller");

/// Whoever calls tools of the story.
pub(crate) trait Client {
    /// Calls a tool and waits for its result, which has to be a success.
    fn call(&mut self, tool: &str, args: &Value) -> Result<()>;
    /// The processor time of the program so far.
    fn processor_time(&self) -> Result<Duration>;
}

/// The program, with the settings folder of the story alone.
fn program(story: &MeasuredStory, words: &[&str]) -> Command {
    let folder = story.0.folder.path();
    let mut command = Command::new(PROGRAM);
    command
        .args(words)
        .env_clear()
        .envs(std::env::var_os("PATH").map(|it| ("PATH", it)))
        .env("HOME", folder)
        .env("STORYTELLER_CONFIG", folder.join("config"))
        .stderr(Stream::null());
    command
}

fn initialize() -> Value {
    json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "bench", "version": "1" },
        },
    })
}

fn initialized() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })
}

fn call_of(id: u64, tool: &str, args: &Value) -> Value {
    json!({
        "jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": { "name": tool, "arguments": args },
    })
}

fn check(answer: &Value) -> Result<()> {
    let is_good = answer["result"]["isError"] != true && answer["result"].is_object();
    ensure!(is_good, "a call failed: {answer}");
    Ok(())
}

/// A client over standard input and output.
pub(crate) struct Stdio {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
    started: Instant,
    first_answer: Duration,
    story: MeasuredStory,
}

impl Stdio {
    pub(crate) fn start(story: MeasuredStory) -> Result<Self> {
        let path = story.0.story();
        let path = path.to_string_lossy();
        let started = Instant::now();
        let mut child = program(&story, &["mcp", &path, "--grant", "write"])
            .stdin(Stream::piped())
            .stdout(Stream::piped())
            .spawn()?;
        let input = child.stdin.take().context("an input")?;
        let output = BufReader::new(child.stdout.take().context("an output")?);
        let mut client = Self {
            child,
            input,
            output,
            last: 0,
            started,
            first_answer: Duration::ZERO,
            story,
        };
        client.send(&initialize())?;
        client.answer(0)?;
        client.first_answer = started.elapsed();
        client.send(&initialized())?;
        Ok(client)
    }

    /// How long it took from the start of the program to its first answer.
    pub(crate) fn first_answer(&self) -> Duration {
        self.first_answer
    }

    /// How long ago the program was started.
    pub(crate) fn age(&self) -> Duration {
        self.started.elapsed()
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the program; the story can be used again.
    pub(crate) fn end(self) -> Result<MeasuredStory> {
        let Self {
            mut child,
            input,
            output,
            story,
            ..
        } = self;
        drop((input, output));
        let ended = child.wait()?;
        ensure!(ended.success(), "the program ended badly: {ended}");
        Ok(story)
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let line = format!("{message}\n");
        self.input.write_all(line.as_bytes())?;
        Ok(())
    }

    fn answer(&mut self, id: u64) -> Result<Value> {
        loop {
            let mut line = String::new();
            ensure!(self.output.read_line(&mut line)? > 0, "the program ended");
            let said: Value = serde_json::from_str(&line)?;
            if said["id"] == id {
                return Ok(said);
            }
        }
    }
}

impl Client for Stdio {
    fn call(&mut self, tool: &str, args: &Value) -> Result<()> {
        self.last += 1;
        self.send(&call_of(self.last, tool, args))?;
        check(&self.answer(self.last)?)
    }

    fn processor_time(&self) -> Result<Duration> {
        process::processor_time(self.child.id())
    }
}

/// A client over HTTP, with one connection.
pub(crate) struct Http {
    child: Child,
    stream: BufReader<TcpStream>,
    port: u16,
    secret: String,
    session: String,
    last: u64,
    _story: MeasuredStory,
}

impl Http {
    pub(crate) fn start(story: MeasuredStory) -> Result<Self> {
        let path = story.0.story();
        let path = path.to_string_lossy();
        let words = ["agents", "add", &path, "bench", "--level", "write"];
        let words: Vec<_> = words
            .into_iter()
            .chain(["--minutes", "60", "--json"])
            .collect();
        let made = program(&story, &words).output()?;
        let made: Value = serde_json::from_slice(&made.stdout)?;
        let secret = made["environment"]["STAR_CREDENTIAL"].as_str();
        let mut child = program(&story, &["serve", &path, "--port", "0"])
            .stdout(Stream::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("an output")?).read_line(&mut line)?;
        let (address, _) = line.split_once("/#").context("an address")?;
        let port = address.rsplit(':').next().context("a port")?.parse()?;
        let mut client = Self {
            child,
            stream: BufReader::new(TcpStream::connect(("127.0.0.1", port))?),
            port,
            secret: secret.context("a credential")?.to_owned(),
            session: String::new(),
            last: 0,
            _story: story,
        };
        client.post(&initialize())?;
        client.post(&initialized())?;
        Ok(client)
    }

    /// Sends a message; the one that answers it, where one does.
    fn post(&mut self, message: &Value) -> Result<Option<Value>> {
        let body = message.to_string();
        let session = match self.session.as_str() {
            "" => String::new(),
            id => format!("Mcp-Session-Id: {id}\r\nMCP-Protocol-Version: 2025-11-25\r\n"),
        };
        let head = format!(
            "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n{session}\
             Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n",
            self.port,
            self.secret,
            body.len()
        );
        let stream = self.stream.get_mut();
        stream.write_all((head + &body).as_bytes())?;
        let (mut length, mut is_chunked) = (0, false);
        let mut line = String::new();
        loop {
            line.clear();
            ensure!(self.stream.read_line(&mut line)? > 0, "the program ended");
            let Some((name, value)) = line.trim().split_once(": ") else {
                if line.trim().is_empty() {
                    break;
                }
                ensure!(line.contains(" 20"), "refused: {line}");
                continue;
            };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse()?,
                "transfer-encoding" => is_chunked = value == "chunked",
                "mcp-session-id" => value.clone_into(&mut self.session),
                _ => {}
            }
        }
        let body = match is_chunked {
            true => self.chunks()?,
            false => {
                let mut body = vec![0; length];
                self.stream.read_exact(&mut body)?;
                body
            }
        };
        let body = String::from_utf8(body)?;
        let data = body.lines().filter_map(|it| it.strip_prefix("data:"));
        let mut messages = data.filter_map(|it| serde_json::from_str::<Value>(it).ok());
        Ok(messages
            .find(|it| it["id"] == message["id"] && it.get("id").is_some())
            .or_else(|| serde_json::from_str(&body).ok()))
    }

    fn chunks(&mut self) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line)?;
            let length = usize::from_str_radix(line.trim(), 16)?;
            let mut chunk = vec![0; length + 2];
            self.stream.read_exact(&mut chunk)?;
            if length == 0 {
                return Ok(body);
            }
            body.extend_from_slice(&chunk[..length]);
        }
    }
}

impl Client for Http {
    fn call(&mut self, tool: &str, args: &Value) -> Result<()> {
        self.last += 1;
        let answer = self.post(&call_of(self.last, tool, args))?;
        check(&answer.context("no answer")?)
    }

    fn processor_time(&self) -> Result<Duration> {
        process::processor_time(self.child.id())
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
