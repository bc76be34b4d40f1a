//! The same loads over NATS, with clients that write its protocol directly, so that no client
//! library affects the result.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

use crate::load::Run;

/// As many bytes as a message of the WebSocket clients.
const BODY: usize = 300;

pub(crate) struct Client {
    reader: BufReader<OwnedReadHalf>,
    pub(crate) writer: OwnedWriteHalf,
    line: Vec<u8>,
    body: Vec<u8>,
}

impl Client {
    pub(crate) async fn connect(server: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let (reader, mut writer) = stream.into_split();
        writer
            .write_all(b"CONNECT {\"verbose\":false}\r\nPING\r\n")
            .await?;
        let mut client = Self {
            reader: BufReader::new(reader),
            writer,
            line: Vec::new(),
            body: Vec::new(),
        };
        while !client.line.starts_with(b"PONG") {
            client.read_line().await?;
        }
        Ok(client)
    }

    async fn read_line(&mut self) -> Result<()> {
        self.line.clear();
        let read = self.reader.read_until(b'\n', &mut self.line).await?;
        anyhow::ensure!(read > 0, "the NATS server hung up");
        Ok(())
    }

    pub(crate) async fn subscribe(&mut self, subject: &str) -> Result<()> {
        let text = format!("SUB {subject} 1\r\nPING\r\n");
        self.writer.write_all(text.as_bytes()).await?;
        while !self.line.starts_with(b"PONG") {
            self.read_line().await?;
        }
        self.line.clear();
        Ok(())
    }

    /// Whether another message is already buffered.
    fn has_more(&self) -> bool {
        self.reader.buffer().contains(&b'\n')
    }

    /// The next message's reply subject; its body is left in `body`.
    pub(crate) async fn next(&mut self) -> Result<Option<String>> {
        loop {
            self.read_line().await?;
            if self.line.starts_with(b"PING") {
                self.writer.write_all(b"PONG\r\n").await?;
            }
            if !self.line.starts_with(b"MSG") {
                continue;
            }
            let line = std::str::from_utf8(&self.line)?;
            let words: Vec<&str> = line.split_whitespace().collect();
            let length: usize = words.last().context("a length")?.parse()?;
            let reply = (words.len() == 5).then(|| words[3].to_owned());
            self.body.resize(length + 2, 0);
            self.reader.read_exact(&mut self.body).await?;
            return Ok(reply);
        }
    }
}

/// A message to a subject.
pub(crate) fn publish(subject: &str, reply: &str) -> Vec<u8> {
    let mut text = format!("PUB {subject} {reply} {BODY}\r\n").into_bytes();
    text.extend([b'x'; BODY]);
    text.extend(b"\r\n");
    text
}

async fn answer(mut client: Client) -> Result<()> {
    let mut answers = Vec::new();
    loop {
        let reply = client
            .next()
            .await?
            .context("a request has a reply subject")?;
        answers.extend(publish(&reply, ""));
        if !client.has_more() {
            client.writer.write_all(&answers).await?;
            answers.clear();
        }
    }
}

/// Lets agents send one request at a time.
pub(crate) async fn requests(server: SocketAddr, agents: usize, time: Duration) -> Result<Run> {
    let mut environment = Client::connect(server).await?;
    environment.subscribe("env.in").await?;
    let answering = tokio::task::spawn_local(answer(environment));
    let mut clients = Vec::new();
    for number in 0..agents {
        let mut client = Client::connect(server).await?;
        client.subscribe(&format!("agent.{number}")).await?;
        clients.push(client);
    }
    let run = Rc::new(RefCell::new(Run::default()));
    let begin = Instant::now() + time / 5;
    let end = begin + time;
    let asked: Vec<_> = clients
        .into_iter()
        .enumerate()
        .map(|(number, client)| {
            tokio::task::spawn_local(ask(client, number, (begin, end), Rc::clone(&run)))
        })
        .collect();
    for asked in asked {
        asked.await??;
    }
    answering.abort();
    let mut run = run.borrow().clone();
    run.time = time;
    Ok(run)
}

async fn ask(
    mut client: Client,
    number: usize,
    (begin, end): (Instant, Instant),
    run: Rc<RefCell<Run>>,
) -> Result<()> {
    let request = publish("env.in", &format!("agent.{number}"));
    while Instant::now() < end {
        let asked = Instant::now();
        client.writer.write_all(&request).await?;
        client.next().await?;
        if asked >= begin {
            let mut run = run.borrow_mut();
            run.requests += 1;
            let micros = asked.elapsed().as_micros();
            run.latencies
                .push(u32::try_from(micros).unwrap_or(u32::MAX));
        }
    }
    Ok(())
}
