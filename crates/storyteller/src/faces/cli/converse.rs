//! One turn of the assistant at a terminal: its events told as they come, Ctrl-C stops it.

use capability::{Caller, Code};
use runner::{Ending, Instruction, TurnOutcome};
use tokio::sync::broadcast::error::RecvError;

use super::DONE;
use super::telling::Teller;
use crate::faces::{Failure, standing};
use crate::{Happening, Studio};

/// Runs an instruction and tells its events; what it came to, and the exit status that stands for.
pub(super) async fn run(
    studio: &Studio,
    instruction: Instruction,
    person: &Caller,
    mut teller: Teller,
) -> Result<(TurnOutcome, u8), Failure> {
    let mut events = studio.events();
    let sending = studio.send(instruction, person);
    tokio::pin!(sending);
    let mut outcome: Option<TurnOutcome> = None;
    let mut stopping = false;
    loop {
        tokio::select! {
            event = events.recv() => match event {
                Ok(event) => {
                    teller.tell(&event);
                    if let Happening::Turn(runner::TurnEvent::TurnEnded { turn, .. }) = &event.happening
                        && outcome.as_ref().is_none_or(|it| it.turn == *turn)
                    {
                        break;
                    }
                }
                Err(RecvError::Lagged(missed)) => teller.missed(missed),
                Err(RecvError::Closed) => break,
            },
            ended = &mut sending, if outcome.is_none() => outcome = Some(ended?),
            _ = tokio::signal::ctrl_c(), if !stopping => {
                stopping = true;
                person.cancelled.cancel();
                if let Some(turn) = teller.turn() {
                    studio.cancel(turn);
                }
            }
        }
    }
    let outcome = match outcome {
        Some(outcome) => outcome,
        None => sending.await?,
    };
    let exit = match outcome.ending {
        Ending::Done => DONE,
        Ending::Cancelled => standing(Code::Cancelled).exit,
        Ending::Bounded | Ending::Refused | Ending::Failed => standing(Code::Unavailable).exit,
    };
    Ok((outcome, exit))
}
