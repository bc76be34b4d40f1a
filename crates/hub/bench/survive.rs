//! A thousand agents for a minute, while the hub is killed twice and the environment once: every
//! agent gets an outcome for each of its actions, and the environment performed exactly those.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::{Map, json};
use star::{Agent, Backoff, ClientOptions, Environment, IdSource, Outcome, Request, Role};

use crate::Scale;
use crate::load::{self, ENVIRONMENT, id};
use crate::servers::{KEY, Server};
use crate::table::{Aim, Row, thousands};

/// What the environment stores where a crash cannot destroy it: each performed action with its
/// outcome.
type Ledger = Rc<RefCell<HashMap<(String, String), Outcome>>>;

/// A pause of each agent between two actions.
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) fn measure(scale: Scale) -> Result<Vec<Row>> {
    let agents = scale.of(1_000, 50);
    let time = Duration::from_secs(scale.of(60, 5));
    load::block_on(run(agents, time))
}

fn options(server: &Server, role: Role, seed: u64) -> ClientOptions {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let ids: IdSource = Arc::new(|| format!("id_{}", NEXT.fetch_add(1, Ordering::Relaxed)));
    let hub = format!("ws://{}", server.address);
    let mut options = ClientOptions::new(hub, role, ids).with_credential(KEY);
    let (first, most) = (Duration::from_millis(50), Duration::from_secs(1));
    options.backoff = Backoff::new(first, most, seed);
    options
}

async fn run(agents: usize, time: Duration) -> Result<Vec<Row>> {
    let mut server = Server::hub()?;
    let ledger = Ledger::default();
    let environment = || options(&server, Role::environment(ENVIRONMENT), 0);
    let first = Environment::connect(environment()).await?;
    let mut serving = tokio::task::spawn_local(serve(first, Rc::clone(&ledger)));
    let end = Instant::now() + time;
    let mut acting = Vec::new();
    for number in 0..agents {
        let role = Role::agent(ENVIRONMENT, id(number));
        let agent = Agent::connect(options(&server, role, number as u64)).await?;
        acting.push(tokio::task::spawn_local(act(agent, id(number), end)));
    }
    for what in ["hub", "environment", "hub"] {
        tokio::time::sleep(time / 4).await;
        if what == "hub" {
            server = server.killed_and_started_anew()?;
        } else {
            serving.abort();
            let again = Environment::connect(options(&server, Role::environment(ENVIRONMENT), 1));
            serving = tokio::task::spawn_local(serve(again.await?, Rc::clone(&ledger)));
        }
    }
    let (mut done, mut lost, mut longest) = (0, 0, Duration::ZERO);
    for acting in acting {
        let report = acting.await??;
        done += report.outcomes;
        lost += report.without_outcome;
        longest = longest.max(report.longest);
    }
    serving.abort();
    let kept = ledger.borrow().len() as u64;
    let row = |what: &str, ours: String, value: f64| Row {
        what: format!("{agents} agents, hub killed twice, environment once: {what}"),
        ours,
        peer: String::new(),
        value: Some(value),
        aim: Some(Aim::AtMost(0.0)),
    };
    let rate = thousands(done as f64 / time.as_secs_f64());
    let waited = longest.as_secs_f64();
    Ok(vec![
        row(
            "actions without an outcome",
            format!("{lost} of {done}, {rate}, the longest took {waited:.1} s"),
            lost as f64,
        ),
        row(
            "actions done beside those, or not done",
            kept.abs_diff(done).to_string(),
            kept.abs_diff(done) as f64,
        ),
    ])
}

/// Performs an action, unless the ledger says that it was performed before.
async fn serve(environment: Environment, ledger: Ledger) -> Result<()> {
    while let Some(request) = environment.next().await {
        let Request::Action(request) = request else {
            continue;
        };
        let key = (request.sender.id.clone(), request.action.id.clone());
        let outcome = {
            let mut ledger = ledger.borrow_mut();
            let known = ledger.get(&key).cloned();
            known.unwrap_or_else(|| {
                let outcome = Outcome::success(key.1.clone(), "done", json!({ "by": key.0 }));
                ledger.insert(key, outcome.clone());
                outcome
            })
        };
        environment.answer(&request, outcome).await?;
    }
    Ok(())
}

#[derive(Default)]
struct Report {
    outcomes: u64,
    without_outcome: u64,
    longest: Duration,
}

async fn act(agent: Agent, id: String, end: Instant) -> Result<Report> {
    let mut report = Report::default();
    let listening = agent.clone();
    // Only outcomes of actions are of interest here.
    let listening =
        tokio::task::spawn_local(async move { while listening.next().await.is_some() {} });
    while Instant::now() < end {
        let began = Instant::now();
        match agent.act("move", Map::new()).await {
            Ok(outcome) => {
                anyhow::ensure!(
                    outcome.outcome.data["by"] == id,
                    "an outcome of another agent"
                );
                report.outcomes += 1;
            }
            Err(_) => report.without_outcome += 1,
        }
        report.longest = report.longest.max(began.elapsed());
        tokio::time::sleep(PAUSE).await;
    }
    listening.abort();
    Ok(report)
}
