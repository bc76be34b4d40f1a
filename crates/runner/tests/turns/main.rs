//! Turns over a real story: a scripted model, a real registry and store. One file per topic: what a
//! turn does, how it is cancelled, who is asked for approval, what the assistant's own tools do.

#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]

mod asking;
mod assistant;
mod harness;
mod loops;
mod programs;
mod stopping;
mod summaries;
