//! The code by which a person proves on a page of this computer that they use the program: programs
//! that request to sign in cannot read it, so they cannot approve themselves. Each open story has
//! its own code, so a code also identifies the story. Enter through [`SignInCode::accept`].

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use model::Timestamp;

/// How many wrong codes are allowed before a pause.
const MAX_WRONG: u32 = 5;
/// The length of the pause.
const PAUSE: Duration = Duration::from_secs(60);

/// The code of one open story.
pub struct SignInCode(Mutex<State>);

struct State {
    /// Six digits; empty if the system has no randomness, and then nobody can sign in.
    code: String,
    wrong: u32,
    paused_until: Option<Timestamp>,
}

impl Default for SignInCode {
    fn default() -> Self {
        Self(Mutex::new(State {
            code: random_code(),
            wrong: 0,
            paused_until: None,
        }))
    }
}

/// The result of checking a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeCheck {
    /// It is correct; a new code replaces it.
    Accepted,
    /// It is wrong.
    Wrong,
    /// It was not checked: too many wrong ones were given just before.
    Paused,
}

impl SignInCode {
    /// The code to show to the person at the program; empty if there is none.
    pub fn shown(&self) -> String {
        let state = self.lock();
        match state.code.split_at_checked(3) {
            Some((first, second)) => format!("{first} {second}"),
            None => String::new(),
        }
    }

    /// Checks a given code.
    pub fn accept(&self, given: &str, now: Timestamp) -> CodeCheck {
        let digits: String = given.chars().filter(char::is_ascii_digit).collect();
        let mut state = self.lock();
        if state.paused_until.is_some_and(|it| now < it) {
            return CodeCheck::Paused;
        }
        state.paused_until = None;
        // Compares hashes in constant time.
        let is_same = blake3::hash(digits.as_bytes()) == blake3::hash(state.code.as_bytes());
        if is_same && !state.code.is_empty() {
            state.code = random_code();
            state.wrong = 0;
            return CodeCheck::Accepted;
        }
        state.wrong += 1;
        if state.wrong >= MAX_WRONG {
            state.wrong = 0;
            state.paused_until = now.checked_add(PAUSE).ok();
        }
        CodeCheck::Wrong
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Each change is a single step, so the state is valid even after a panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn random_code() -> String {
    let mut bytes = [0; 8];
    match getrandom::fill(&mut bytes) {
        // Enough bits that no code is noticeably more likely.
        Ok(()) => format!("{:06}", u64::from_le_bytes(bytes) % 1_000_000),
        Err(error) => {
            tracing::error!(%error, "there is no source of randomness");
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use model::{FixedWorld, World as _};

    use super::*;

    #[test]
    fn a_code_is_valid_once_with_any_spacing() {
        let (world, code) = (FixedWorld::default(), SignInCode::default());
        let shown = code.shown();
        assert_eq!(shown.len(), 7, "{shown}");
        assert_eq!(code.accept(&shown, world.now()), CodeCheck::Accepted);
        assert_ne!(code.accept(&shown, world.now()), CodeCheck::Accepted);
    }

    #[test]
    fn wrong_codes_cause_a_pause() {
        let code = SignInCode::default();
        let now: Timestamp = "2026-11-25T12:00:00Z".parse().unwrap();
        for _ in 0..MAX_WRONG {
            assert_eq!(code.accept("12345", now), CodeCheck::Wrong);
        }
        let shown = code.shown();
        assert_eq!(code.accept(&shown, now), CodeCheck::Paused);
        let later: Timestamp = "2026-11-25T12:01:01Z".parse().unwrap();
        assert_eq!(code.accept(&shown, later), CodeCheck::Accepted);
    }
}
