//! Damaged envelopes and actions: each is accepted or refused, never with a panic; an accepted one
//! has the same meaning after it was rewritten; and a hub answers every refused one. `cargo test`
//! runs some; `cargo xtask fuzz star [--runs N] [--seed S]` runs any number, the same ones for the
//! same seed.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is a program that says how far it is"
)]

mod damage;
mod live;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use serde_json::value::RawValue;
use star::{Envelope, Payload, RawEnvelope};

use crate::damage::{Dice, damaged};

/// How many messages are damaged by default; every tenth is also sent to a hub.
const RUNS: u64 = 20_000;

/// Reads a text as the hub does, and checks the result.
fn check(text: &str) -> Result<(), String> {
    let envelope = match RawEnvelope::parse(text) {
        Ok(envelope) => envelope,
        Err(bad) => return check_refusal(text, &bad),
    };
    let written = envelope.rewritten("agent", "environment");
    let again = RawEnvelope::parse(&written)
        .map_err(|bad| format!("what was written anew is refused: {}", bad.message))?;
    let same = again.is_canonical()
        && again.payload() == envelope.payload()
        && again.kind == envelope.kind
        && again.id() == envelope.id()
        && again.reply_to() == envelope.reply_to()
        && again.sequence == envelope.sequence
        && (&again.sender.id, &again.recipient.id) == (&envelope.sender.id, &envelope.recipient.id)
        && again.recipient.environment == envelope.recipient.environment;
    if !same {
        return Err(format!("written anew it is another: {written}"));
    }
    // A client using the same types can read what is forwarded, unchanged or rewritten.
    let passed = if envelope.is_canonical() {
        text
    } else {
        &written
    };
    let typed: Envelope<Box<RawValue>> = serde_json::from_str(passed)
        .map_err(|error| format!("the hub would pass on what clients cannot read: {error}"))?;
    if typed.payload.get() != envelope.payload() {
        return Err("the payload is another for clients".to_owned());
    }
    if typed.sender.id != envelope.sender.id || typed.recipient.id != envelope.recipient.id {
        return Err("the sender or recipient is another for clients".to_owned());
    }
    check_payload(envelope.payload())
}

/// A refusal names the message wherever a JSON reader would find its id.
fn check_refusal(text: &str, bad: &star::BadEnvelope) -> Result<(), String> {
    if bad.message.is_empty() {
        return Err("it is refused without a word".to_owned());
    }
    let Ok(serde_json::Value::Object(fields)) = serde_json::from_str(text) else {
        return Ok(());
    };
    let id = fields.get("id").and_then(serde_json::Value::as_str);
    if id.is_some() && bad.id.is_none() {
        return Err("its id was there and was not found".to_owned());
    }
    Ok(())
}

fn check_payload(text: &str) -> Result<(), String> {
    let Ok(payload) = serde_json::from_str::<Payload>(text) else {
        return Ok(());
    };
    let written = serde_json::to_string(&payload).expect("a payload is JSON");
    let again: Payload = serde_json::from_str(&written)
        .map_err(|error| format!("an inner message that was written is refused: {error}"))?;
    if again != payload {
        return Err(format!("an inner message comes back as another: {written}"));
    }
    Ok(())
}

/// The value after a name on the command line.
fn number(name: &str) -> Option<u64> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let at = words.iter().position(|it| it == name)?;
    words.get(at + 1)?.parse().ok()
}

fn main() -> ExitCode {
    let runs = number("--runs").unwrap_or(RUNS);
    let seed = number("--seed").unwrap_or(1);
    std::panic::set_hook(Box::new(|_| {}));
    let mut dice = Dice(seed);
    let (mut faults, mut read) = (0, 0);
    let mut report = |text: &str, fault: &str| {
        faults += 1;
        if faults <= 5 {
            eprintln!("{fault}: {text:?}");
        }
    };
    for _ in 0..runs {
        let text = damaged(&mut dice);
        match catch_unwind(AssertUnwindSafe(|| check(&text))) {
            Ok(Ok(())) => read += u64::from(RawEnvelope::parse(&text).is_ok()),
            Ok(Err(fault)) => report(&text, &fault),
            Err(_) => report(&text, "it panics"),
        }
    }
    println!("{runs} messages, {read} of them sound");
    let live = live::run(&mut Dice(seed), runs / 10);
    match &live {
        Ok((refused, sound)) => println!("a hub: {refused} refused and answered, {sound} sound"),
        Err(fault) => report("", fault),
    }
    // If everything or nothing were valid, the test would prove nothing.
    let is_even = (runs / 50..runs).contains(&read);
    if !is_even {
        eprintln!("{read} of {runs} messages were sound: the damage is not what it should be");
    }
    if faults == 0 && is_even {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
