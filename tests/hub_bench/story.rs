//! A story as what is measured: open to agents through a hub of its own, on a hub that runs
//! elsewhere, or called inside the process.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, ensure};
use capability::{Caller, NoApprover};
use environment::{JoinOptions, Launcher, StoryEnvironment};
use host::agents::{Agents, Level, Lifetime, NewCredential, Permission};
use host::{Failure, HubLauncher as _, HubReach, RealWorld, Studio, StudioOptions};
use model::conversation::ToolCall;
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use star::ClientType;
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::load::{ENVIRONMENT, id};
use crate::servers::{self, KEY};
use crate::soak;

/// What a story's program prints first.
pub(crate) struct Opened {
    /// Where its hub listens.
    pub(crate) address: String,
    /// The credentials of its agents, in order.
    pub(crate) secrets: Vec<String>,
}

impl Opened {
    pub(crate) fn read(line: &str) -> Result<Self> {
        let parsed: Value = serde_json::from_str(line)?;
        let text = |it: &Value| it.as_str().map(str::to_owned);
        let secrets = parsed["secrets"].as_array().into_iter().flatten();
        Ok(Self {
            address: text(&parsed["address"]).context("an address")?,
            secrets: secrets.filter_map(text).collect(),
        })
    }
}

/// A folder with a story that has one node for each agent, named like it. Only within a runtime.
pub(crate) fn folder(agents: usize) -> Result<TempDir> {
    let folder = tempfile::tempdir()?;
    soak::make_story(&path(folder.path()), agents)?;
    Ok(folder)
}

/// The story of a folder.
pub(crate) fn path(folder: &Path) -> PathBuf {
    folder.join("measured.story")
}

fn options() -> StudioOptions {
    StudioOptions::built_in(Arc::new(RealWorld))
}

fn open(folder: &Path) -> Result<Studio> {
    Studio::open(&path(folder), options()).map_err(|error| anyhow!("{error}"))
}

fn to_error(failure: &Failure) -> anyhow::Error {
    anyhow!("{}", failure.report().message)
}

/// What an agent asks for: one attribute of its own node.
pub(crate) fn parameters(agent: usize, value: &str) -> Value {
    json!({ "node": id(agent), "items": [{ "k": "place", "v": value }] })
}

/// The tool that writes it.
pub(crate) const TOOL: &str = "update_node_kv";

/// Serves the story through a hub of its own, to so many agents with a credential each.
pub(crate) fn serve(folder: &Path, agents: usize) -> Result<()> {
    runtime()?.block_on(async {
        let studio = open(folder)?;
        let all = Agents::of(&folder.join("config"), studio.store().story_id());
        let mut secrets = Vec::new();
        for number in 0..agents {
            let wanted = NewCredential {
                name: id(number),
                role: ClientType::AGENT,
                permission: Permission::of(Level::Write),
                lifetime: Lifetime::Minutes(60),
            };
            let made = all.add(&studio, wanted).map_err(|it| to_error(&it))?;
            secrets.push(made.secret.expose_secret().to_owned());
        }
        let reach = HubReach {
            port: Some(0),
            network: false,
            ..HubReach::default()
        };
        let hub = Launcher.open(studio.clone(), all, reach).await;
        let hub = hub.map_err(|it| to_error(&it))?;
        say(&json!({ "address": hub.address(), "secrets": secrets }))?;
        wait_for_end().await?;
        hub.close().await;
        studio.close()?;
        Ok(())
    })
}

/// Joins the story to a hub whose clients may write without a credential of the story.
pub(crate) fn join(folder: &Path, hub: &str) -> Result<()> {
    runtime()?.block_on(async {
        let studio = open(folder)?;
        let joined = StoryEnvironment::join(
            studio.clone(),
            JoinOptions {
                hub: hub.into(),
                environment: ENVIRONMENT.to_owned(),
                credential: Some(KEY.to_owned()),
                agents: Agents::of(&folder.join("config"), studio.store().story_id()),
                guests: Some(Level::Write),
                only_credentials: false,
                confirmation: None,
            },
        );
        let joined = joined.await?;
        say(&json!({ "address": hub }))?;
        wait_for_end().await?;
        joined.leave().await;
        studio.close()?;
        Ok(())
    })
}

/// Makes the calls of so many callers inside the process for some time, and prints their number and the
/// microseconds of processor that they took with those before.
pub(crate) fn call(folder: &Path, callers: usize, time: Duration) -> Result<()> {
    runtime()?.block_on(async {
        let studio = open(folder)?;
        let count = Arc::new(AtomicU64::new(0));
        let before = servers::processor_time_of("self")?;
        let begin = Instant::now() + time / 5;
        let end = begin + time;
        let mut calling = JoinSet::new();
        for number in 0..callers {
            let caller = studio.person("bench", Arc::new(NoApprover));
            let (studio, count) = (studio.clone(), Arc::clone(&count));
            calling.spawn(async move {
                for round in 0_u64.. {
                    if Instant::now() >= end {
                        break;
                    }
                    let began = Instant::now();
                    one_call(&studio, &caller, number, round).await?;
                    count.fetch_add(u64::from(began >= begin), Ordering::Relaxed);
                }
                anyhow::Ok(())
            });
        }
        while let Some(called) = calling.join_next().await {
            called??;
        }
        let used = servers::processor_time_of("self")? - before;
        say(&json!([
            count.load(Ordering::Relaxed),
            used.as_micros() as u64
        ]))?;
        studio.close()?;
        Ok(())
    })
}

async fn one_call(studio: &Studio, caller: &Caller, number: usize, round: u64) -> Result<()> {
    let call = ToolCall {
        id: Some(format!("a_{round}")),
        name: TOOL.to_owned(),
        args: parameters(number, &round.to_string()),
    };
    let output = studio.call(caller, call).await;
    ensure!(output.succeeded(), "{}", output.content());
    Ok(())
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Runtime::new()?)
}

fn say(line: &Value) -> Result<()> {
    writeln!(std::io::stdout(), "{line}")?;
    Ok(())
}

/// Waits until the input is closed.
async fn wait_for_end() -> Result<()> {
    let read = || std::io::stdin().read_to_end(&mut Vec::new());
    tokio::task::spawn_blocking(read).await??;
    Ok(())
}
