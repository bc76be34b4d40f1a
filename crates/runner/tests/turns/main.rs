//! Turns over a real story: a scripted model, the door, the store. One file a question: what a turn
//! does, how it is stopped, who is asked, what the assistant's own tools do.

#![expect(
    clippy::unwrap_used,
    reason = "a stage that cannot be set fails its test"
)]

mod asking;
mod assistant;
mod loops;
mod programs;
mod stage;
mod stopping;
mod summaries;
