//! The real clock and the real source of ids; every other crate receives them as a `World`.

use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use model::{TimeZone, Timestamp, World};
use uuid::{ContextV7, Uuid};

/// The computer's clock and random ids.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealWorld;

impl World for RealWorld {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "this is where ids enter the program"
    )]
    fn new_id(&self) -> Uuid {
        id_at(SystemTime::now())
    }

    fn time_zone(&self) -> TimeZone {
        TimeZone::system()
    }
}

/// Ids of the same millisecond count up.
static CONTEXT: Mutex<ContextV7> = Mutex::new(ContextV7::new());

/// A new id at a time. An id cannot express a time before 1970; a clock that is so wrong yields ids
/// of 1970, which are still unique.
fn id_at(now: SystemTime) -> Uuid {
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let context = CONTEXT.lock().unwrap_or_else(PoisonError::into_inner);
    let time = uuid::Timestamp::from_unix(&*context, since.as_secs(), since.subsec_nanos());
    Uuid::new_v7(time)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn ids_differ_even_if_the_clock_is_before_1970() {
        let early = UNIX_EPOCH - Duration::from_secs(86_400);
        let (one, other) = (id_at(early), id_at(early));
        assert!(one < other, "{one} {other}");
        assert_eq!(one.get_version_num(), 7);
    }
}
