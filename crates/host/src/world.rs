//! The real clock and the real source of ids; every other room is handed them as a `World`.

use model::{Timestamp, World};
use uuid::Uuid;

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
        Uuid::now_v7()
    }
}
