//! What the pure crates need from outside: the time and new ids.

use std::sync::atomic::{AtomicU64, Ordering};

use uuid::Uuid;

/// An instant in UTC; written as RFC 3339 with its zone (AT-14).
pub type Timestamp = jiff::Timestamp;

/// A time zone: it says which day an instant belongs to.
pub type TimeZone = jiff::tz::TimeZone;

/// A clock and a source of ids. The program provides the real one, tests use [`FixedWorld`].
pub trait World: Send + Sync {
    /// The current time.
    fn now(&self) -> Timestamp;
    /// A new UUID v7.
    fn new_id(&self) -> Uuid;
    /// The time zone of the people who write, which says where a day begins.
    fn time_zone(&self) -> TimeZone {
        TimeZone::UTC
    }
}

/// A world for tests: each call of `now` is one second later, ids count up.
#[derive(Debug, Default)]
pub struct FixedWorld {
    seconds: AtomicU64,
    ids: AtomicU64,
}

impl World for FixedWorld {
    fn now(&self) -> Timestamp {
        let second = self.seconds.fetch_add(1, Ordering::Relaxed);
        // 2026-01-01T00:00:00Z
        Timestamp::from_second(1_767_225_600 + second as i64).expect("a few seconds after 2026")
    }

    fn new_id(&self) -> Uuid {
        let n = self.ids.fetch_add(1, Ordering::Relaxed) + 1;
        Uuid::from_u128(0x019b_7000_0000_7000_8000_0000_0000_0000 | u128::from(n))
    }
}
