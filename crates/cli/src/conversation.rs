//! One turn of the assistant at a terminal: prints its events as they arrive; Ctrl-C stops it.

use capability::{Caller, Code};
use model::conversation::Ending;
use runner::{Instruction, TurnOutcome};
use tokio::sync::broadcast::error::RecvError;

use super::EXIT_OK;
use super::event_printer::EventPrinter;
use super::exported::ExportedFile;
use host::Failure;
use host::interfaces::status_codes;
use host::{EventKind, Studio};

/// The result of an instruction.
pub(super) struct TurnResult {
    pub(super) outcome: TurnOutcome,
    /// The exit status.
    pub(super) exit: u8,
    /// The exported files.
    pub(super) files: Vec<ExportedFile>,
}

/// Runs an instruction and prints its events.
pub(super) async fn run(
    studio: &Studio,
    instruction: Instruction,
    person: &Caller,
    mut printer: EventPrinter,
) -> Result<TurnResult, Failure> {
    let mut events = studio.events();
    let sending = studio.send(instruction, person);
    tokio::pin!(sending);
    let mut outcome: Option<TurnOutcome> = None;
    let mut stopping = false;
    // One listener for all of it: one for each turn of the loop would miss a signal in between.
    let mut interrupted = std::pin::pin!(tokio::signal::ctrl_c());
    loop {
        tokio::select! {
            event = events.recv() => match event {
                Ok(event) => {
                    printer.print(&event);
                    if let EventKind::Turn(runner::TurnEvent::TurnEnded { turn, .. }) = &event.kind
                        && outcome.as_ref().is_none_or(|it| it.turn == *turn)
                    {
                        break;
                    }
                }
                Err(RecvError::Lagged(missed)) => printer.missed(missed),
                Err(RecvError::Closed) => break,
            },
            ended = &mut sending, if outcome.is_none() => outcome = Some(ended?),
            _ = &mut interrupted, if !stopping => {
                stopping = true;
                person.cancelled.cancel();
                if let Some(turn) = printer.turn() {
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
        Ending::Done => EXIT_OK,
        Ending::Cancelled => status_codes(Code::Cancelled).exit,
        Ending::Bounded | Ending::Refused | Ending::Failed => status_codes(Code::Unavailable).exit,
    };
    Ok(TurnResult {
        outcome,
        exit,
        files: printer.into_files(),
    })
}
