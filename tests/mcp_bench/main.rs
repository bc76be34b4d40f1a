//! The benchmark of clients of the Model Context Protocol: what the protocol adds to a call, through
//! standard input and output and through HTTP, against the same call in the process; and how soon
//! `storyteller mcp` answers, and what memory it takes. Run it with `cargo xtask bench mcp [--quick]`.
//!
//! What counts is the processor time of the program, on all its threads: it does not depend on the disk,
//! nor on what the client needs. `clients` speaks the protocol, `story` is what is measured.

mod clients;
#[path = "../bench/harness.rs"]
#[expect(dead_code, reason = "other benchmarks need more of it")]
mod harness;
mod process;
mod story;
#[path = "../hub_bench/table.rs"]
#[expect(dead_code, reason = "other benchmarks need more of it")]
mod table;

use std::io::Write as _;
use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};

use crate::clients::{Client, Http, Stdio};
use crate::story::MeasuredStory;
use crate::table::{Aim, Row, median};

/// The program's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The nodes of the large story.
const NODES: usize = 10_000;

fn main() -> Result<()> {
    let quick = std::env::args().any(|it| it == "--quick");
    let calls = if quick { 200 } else { 2_000 };
    let runs = if quick { 3 } else { 9 };
    table::print_head("through MCP", "in the process")?;
    writeln!(std::io::stderr(), "measuring: calls")?;
    for (what, tool, most) in [
        ("a call that reads", "read_text", 150.0),
        (
            "a call that writes, to its commit on disk",
            "update_node_kv",
            300.0,
        ),
    ] {
        let args = move |number: usize| match tool {
            "read_text" => json!({ "node": story::title(number) }),
            _ => json!({
                "node": story::title(number),
                "items": [{ "k": "Place", "v": number.to_string() }],
            }),
        };
        let inside = MeasuredStory::make(200)?.inside(tool, calls, args)?;
        let stdio = through(Stdio::start(MeasuredStory::make(200)?)?, tool, calls, args)?;
        let http = through(Http::start(MeasuredStory::make(200)?)?, tool, calls, args)?;
        for (way, time) in [("standard input and output", stdio), ("HTTP", http)] {
            let added = time.saturating_sub(inside).as_secs_f64() * 1e6;
            table::print(&[Row {
                what: format!("{what}, through {way}: µs of processor time added"),
                ours: format!("{:.1} µs", time.as_secs_f64() * 1e6),
                peer: format!("{:.1} µs", inside.as_secs_f64() * 1e6),
                value: Some(added),
                aim: Some(Aim::AtMost(most)),
            }])?;
        }
    }
    writeln!(std::io::stderr(), "measuring: start and memory")?;
    start(runs)
}

/// The processor time of the program for each call through a client.
fn through<C: Client>(
    mut client: C,
    tool: &str,
    calls: usize,
    args: impl Fn(usize) -> Value,
) -> Result<Duration> {
    // What is done once is not part of a call.
    for number in 0..calls / 10 {
        client.call(tool, &args(number))?;
    }
    let before = client.processor_time()?;
    for number in 0..calls {
        client.call(tool, &args(number))?;
    }
    let used = client.processor_time()?.saturating_sub(before);
    Ok(used / u32::try_from(calls)?)
}

/// How soon the program answers on a large story, and what memory it takes when it is idle.
fn start(runs: usize) -> Result<()> {
    let (mut answers, mut calls, mut sizes) = (vec![], vec![], vec![]);
    let mut story = MeasuredStory::make(NODES)?;
    for _ in 0..runs {
        let mut client = Stdio::start(story)?;
        answers.push(client.first_answer().as_secs_f64() * 1e3);
        client.call("read_text", &json!({ "node": story::title(1) }))?;
        calls.push(client.age().as_secs_f64() * 1e3);
        // What it does at its start in the background has ended when it uses no time any more.
        process::settle(client.id())?;
        sizes.push(process::memory(client.id())? as f64 / 1e6);
        story = client.end()?;
    }
    let row = |what: String, value: f64, unit: &str, aim| Row {
        what,
        ours: format!("{value:.1} {unit}"),
        peer: String::new(),
        value: Some(value),
        aim,
    };
    table::print(&[
        row(
            format!("start to the first answer on a story of {NODES} nodes, ms"),
            median(answers),
            "ms",
            Some(Aim::AtMost(150.0)),
        ),
        row(
            "start to the answer of a first call there, ms".to_owned(),
            median(calls),
            "ms",
            None,
        ),
        row(
            "memory of it when it is idle, MB".to_owned(),
            median(sizes),
            "MB",
            Some(Aim::AtMost(40.0)),
        ),
    ])?;
    Ok(())
}
