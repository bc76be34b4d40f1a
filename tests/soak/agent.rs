//! One agent of a soak: acts, sometimes drops its own connection while an action is under way, and
//! fetches what it missed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use serde_json::{Map, json};
use star::{Action, Agent, Backoff, ClientOptions, Incoming, Outcome, Payload, Role, Status};
use tokio::sync::watch;

use super::copy::Copy;
use super::{Report, Soak, title};

/// One action in so many is interrupted by a lost connection.
const INTERRUPTED: u64 = 6;
/// How often an agent tries to connect before the soak has failed: for more than a minute.
const ATTEMPTS: usize = 120;

/// An agent at work.
pub(super) struct Worker {
    soak: Arc<Soak>,
    progress: Arc<watch::Sender<u64>>,
    number: usize,
    random: u64,
    agent: Option<Agent>,
    copy: Arc<Mutex<Copy>>,
    report: Report,
}

impl Worker {
    pub(super) fn new(soak: Arc<Soak>, progress: Arc<watch::Sender<u64>>, number: usize) -> Self {
        Self {
            soak,
            progress,
            number,
            random: number as u64 + 1,
            agent: None,
            copy: Arc::default(),
            report: Report::default(),
        }
    }

    /// SplitMix64: the same numbers in each run.
    fn below(&mut self, bound: u64) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound.max(1)
    }

    /// Acts until the time or the number of actions is over.
    pub(super) async fn work(mut self, end: Instant) -> Result<Self> {
        let longest = u64::try_from(self.soak.pause.as_micros())?;
        for number in 0..self.soak.actions {
            if longest > 0 {
                let pause = Duration::from_micros(self.below(longest));
                tokio::time::sleep(pause).await;
            }
            if Instant::now() >= end {
                break;
            }
            let began = Instant::now();
            let outcome = self.outcome_of(number).await?;
            self.report.longest = self.report.longest.max(began.elapsed());
            self.progress.send_modify(|it| *it += 1);
            let data = &outcome.outcome.data;
            match (outcome.outcome.status, data["change"].as_u64()) {
                (Status::Success, Some(change)) => {
                    self.report.acknowledged.push((title(self.number), change));
                }
                _ => self.report.refused.push(outcome.outcome.message),
            }
            if self.copy().has_hole() {
                self.catch_up().await?;
            }
        }
        Ok(self)
    }

    /// Fetches what was missed to the end.
    pub(super) async fn finish(mut self) -> Result<(Report, Copy)> {
        self.catch_up().await?;
        if let Some(agent) = self.agent.take() {
            agent.client().close();
        }
        let copy = std::mem::take(&mut *self.copy());
        Ok((self.report, copy))
    }

    fn copy(&self) -> std::sync::MutexGuard<'_, Copy> {
        self.copy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends an action until it has an outcome, over as many connections as that takes.
    async fn outcome_of(&mut self, number: u64) -> Result<Outcome> {
        let parameters = json!({
            "node": title(self.number),
            "items": [{ "k": "place", "v": number.to_string() }],
        });
        let action = Action {
            id: format!("act-{number}"),
            action: "update_node_kv".to_owned(),
            parameters: parameters.as_object().cloned().unwrap_or_default(),
        };
        loop {
            let is_interrupted = self.below(INTERRUPTED) == 0;
            let mut others = self.progress.subscribe();
            let agent = self.agent().await?;
            if is_interrupted {
                tokio::select! {
                    outcome = agent.act_as(action.clone()) => if let Ok(outcome) = outcome {
                        return Ok(outcome);
                    },
                    // Somebody else has got an outcome.
                    _ = others.changed() => {}
                }
                self.report.reconnects += 1;
            } else {
                // The hub may have refused because it stops; the next attempt says more.
                if let Ok(outcome) = agent.act_as(action.clone()).await {
                    return Ok(outcome);
                }
            }
            agent.client().close();
            self.agent = None;
        }
    }

    /// The connection; connects if there is none.
    async fn agent(&mut self) -> Result<Agent> {
        if let Some(agent) = &self.agent {
            return Ok(agent.clone());
        }
        let mut last = None;
        for _ in 0..ATTEMPTS {
            match Agent::connect(self.options()).await {
                Ok(agent) => {
                    tokio::spawn(listen(agent.clone(), Arc::clone(&self.copy)));
                    self.agent = Some(agent.clone());
                    return Ok(agent);
                }
                Err(error) => last = Some(error),
            }
            let pause = 250 + self.below(500);
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
        bail!("{} cannot connect: {last:?}", title(self.number));
    }

    fn options(&self) -> ClientOptions {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let ids = Arc::new(|| format!("id_{}", NEXT.fetch_add(1, Ordering::Relaxed)));
        let hub = &self.soak.hubs[self.number % self.soak.hubs.len()];
        let role = Role::agent(self.soak.environment.clone(), title(self.number));
        let mut options = ClientOptions::new(hub.clone(), role, ids);
        options.credential.clone_from(&self.soak.credential);
        let (first, most) = (Duration::from_millis(50), Duration::from_secs(1));
        options.backoff = Backoff::new(first, most, self.number as u64);
        options
    }

    async fn catch_up(&mut self) -> Result<()> {
        loop {
            let number = json!(self.copy().last());
            let parameters = Map::from_iter([("number".to_owned(), number)]);
            let agent = self.agent().await?;
            let Ok(outcome) = agent.act("changes_since", parameters).await else {
                self.agent = None;
                continue;
            };
            let data = outcome.outcome.data;
            let changes = data["changes"].as_array();
            ensure!(
                changes.is_some(),
                "changes_since: {}",
                outcome.outcome.message
            );
            for change in changes.into_iter().flatten() {
                let number = change["number"].as_u64().unwrap_or_default();
                self.copy().take(number, &change.to_string());
            }
            if data["more"] != true {
                return Ok(());
            }
        }
    }
}

/// Takes every change that is heard, until the connection is closed.
async fn listen(agent: Agent, copy: Arc<Mutex<Copy>>) {
    while let Some(incoming) = agent.next().await {
        if let Incoming::Message(envelope) = incoming
            && let Payload::Event(event) = envelope.payload
            && event.event == "data:changed"
            && let Some(number) = envelope.sequence
        {
            let mut copy = copy.lock().unwrap_or_else(PoisonError::into_inner);
            copy.take(number, &event.data.to_string());
        }
    }
}
