//! The outcome of verifying a file. A large file is verified while it is already open; whatever
//! could show something damaged waits here for the outcome.

use std::sync::{Condvar, Mutex, PoisonError};

use crate::StoreError;

/// The outcome, once it is known.
#[derive(Default)]
pub(crate) struct Verification {
    outcome: Mutex<Option<Result<(), StoreError>>>,
    known: Condvar,
}

/// Promises an outcome; dropped without one, the file counts as not verified.
pub(crate) struct PendingVerification<'a>(Option<&'a Verification>);

impl Verification {
    /// The file was verified before it was opened.
    pub(crate) fn passed() -> Self {
        Self {
            outcome: Mutex::new(Some(Ok(()))),
            known: Condvar::new(),
        }
    }

    /// Waits for the outcome; an error is the one of the verification.
    pub(crate) fn wait(&self) -> Result<(), StoreError> {
        let outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        let outcome = self
            .known
            .wait_while(outcome, |it| it.is_none())
            .unwrap_or_else(PoisonError::into_inner);
        match &*outcome {
            Some(Err(error)) => Err(error.repeat()),
            _ => Ok(()),
        }
    }

    /// Whether the file is known to be sound.
    pub(crate) fn has_passed(&self) -> bool {
        let outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(*outcome, Some(Ok(())))
    }

    /// Begins; the outcome is owed from now on.
    pub(crate) fn begin(&self) -> PendingVerification<'_> {
        PendingVerification(Some(self))
    }

    fn set(&self, outcome: Result<(), StoreError>) {
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
        self.known.notify_all();
    }
}

impl PendingVerification<'_> {
    /// Announces the outcome.
    pub(crate) fn finish(mut self, outcome: &Result<(), StoreError>) {
        if let Some(verification) = self.0.take() {
            verification.set(match outcome {
                Ok(()) => Ok(()),
                Err(error) => Err(error.repeat()),
            });
        }
    }
}

impl Drop for PendingVerification<'_> {
    fn drop(&mut self) {
        if let Some(verification) = self.0 {
            let why = "it could not be verified; open it again".to_owned();
            verification.set(Err(StoreError::ReadOnly { why }));
        }
    }
}
