//! Periodic work: sends heartbeats to clients, and disconnects those that are silent or whose
//! credential has expired (SP-6).

use std::sync::Arc;
use std::time::Duration;

use star::Reason;
use tokio::time::MissedTickBehavior;

use crate::directory::Member;
use crate::notices;
use crate::server::Hub;

/// The number of groups of clients, so that heartbeats are not all sent at once.
const PARTS: u64 = 8;

/// Runs until the hub stops.
pub(crate) async fn run(hub: Arc<Hub>) {
    let period = hub.options.timing.heartbeat / PARTS as u32;
    let mut ticks = tokio::time::interval(period.max(Duration::from_millis(1)));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut part = 0;
    loop {
        tokio::select! {
            () = hub.stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        part = (part + 1) % PARTS;
        let everybody = hub.directory.everybody();
        for member in everybody.iter().filter(|it| it.serial % PARTS == part) {
            check(&hub, member);
        }
    }
}

fn check(hub: &Hub, member: &Member) {
    let timing = &hub.options.timing;
    let now = (hub.options.clock)();
    if member.admission.until.is_some_and(|it| now >= it) {
        let message = "the credential's time is over";
        return member.outbox.end(Reason::CredentialExpired, message);
    }
    let silence = Duration::from_millis(hub.uptime().saturating_sub(member.last_seen()));
    if silence > timing.silence {
        let message = format!("nothing was heard for {} ms", silence.as_millis());
        return member.outbox.end(Reason::HeartbeatTimeout, message);
    }
    let address = &member.address;
    let limits = &hub.options.limits;
    let beat = || notices::heartbeat(address, now, timing, limits).encode();
    member.outbox.beat(beat);
}
