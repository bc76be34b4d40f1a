//! Metrics: connections, messages, errors, queue lengths, latency (SP-8). Published as Prometheus
//! text at `/metrics`.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use star::Reason;

use crate::directory::Member;
use crate::kinds::Kinds;

/// Upper bounds of the latency histogram, in microseconds.
const BOUNDS: [u64; 12] = [
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 250_000, 1_000_000,
];

/// A counter that only increases.
#[derive(Default)]
struct Count(AtomicU64);

impl Count {
    fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// All counts of a hub.
pub(crate) struct Metrics {
    connected: Vec<Count>,
    disconnected: Vec<Count>,
    received: Vec<Count>,
    received_bytes: Count,
    delivered: Count,
    delivered_bytes: Count,
    skipped: Count,
    errors: Vec<Count>,
    ended: Vec<Count>,
    latency: [Count; BOUNDS.len() + 1],
    latency_micros: Count,
}

/// The metrics for use by programs; [`crate::RunningHub::counts`] returns them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Clients connected now.
    pub connections: u64,
    /// Messages received from clients since the start.
    pub received: u64,
    /// The same by their types, without types that never came.
    pub received_by_type: Vec<(String, u64)>,
    /// Messages sent to clients since the start.
    pub delivered: u64,
    /// Messages skipped for slow readers since the start.
    pub skipped: u64,
    /// Errors sent to clients since the start.
    pub errors: u64,
    /// The same by their reasons, without reasons that never occurred.
    pub errors_by_reason: Vec<(Reason, u64)>,
    /// Messages queued now.
    pub waiting: u64,
    /// The time within which half of the messages left the hub, in microseconds, rounded up; `None`
    /// before any was measured, or if it is over a second.
    pub median_micros: Option<u64>,
    /// The same for 99 of 100 messages.
    pub p99_micros: Option<u64>,
}

fn counts(number: usize) -> Vec<Count> {
    (0..number).map(|_| Count::default()).collect()
}

/// The name of a type of messages by its place; those without a known type come last.
fn message_type(kinds: &Kinds, at: usize) -> &str {
    let known = kinds.messages.get(at);
    known.map_or("unknown", |it| it.name.as_str())
}

fn place(reason: Reason) -> usize {
    let all = Reason::ALL.iter();
    all.take_while(|it| **it != reason).count()
}

impl Metrics {
    pub(crate) fn new(kinds: &Kinds) -> Self {
        Self {
            connected: counts(kinds.clients.len()),
            disconnected: counts(kinds.clients.len()),
            // The last one counts messages without a known type.
            received: counts(kinds.messages.len() + 1),
            received_bytes: Count::default(),
            delivered: Count::default(),
            delivered_bytes: Count::default(),
            skipped: Count::default(),
            errors: counts(Reason::ALL.len()),
            ended: counts(Reason::ALL.len()),
            latency: Default::default(),
            latency_micros: Count::default(),
        }
    }

    pub(crate) fn connect(&self, kind: usize) {
        self.connected[kind].add(1);
    }

    pub(crate) fn disconnect(&self, kind: usize) {
        self.disconnected[kind].add(1);
    }

    /// Clients connected now.
    pub(crate) fn open_connections(&self) -> u64 {
        let sum = |all: &[Count]| all.iter().map(Count::get).sum::<u64>();
        sum(&self.connected).saturating_sub(sum(&self.disconnected))
    }

    /// Counts a received message of a known type, or of none.
    pub(crate) fn receive(&self, kind: Option<usize>, bytes: usize) {
        let unknown = self.received.len() - 1;
        self.received[kind.unwrap_or(unknown)].add(1);
        self.received_bytes.add(bytes as u64);
    }

    pub(crate) fn deliver(&self, messages: u64, bytes: usize) {
        self.delivered.add(messages);
        self.delivered_bytes.add(bytes as u64);
    }

    pub(crate) fn skip(&self) {
        self.skipped.add(1);
    }

    pub(crate) fn error(&self, reason: Reason) {
        self.errors[place(reason)].add(1);
    }

    pub(crate) fn end(&self, reason: Reason) {
        self.ended[place(reason)].add(1);
    }

    /// Records the time between a message's arrival and its sending.
    pub(crate) fn waited(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.iter().take_while(|it| micros > **it).count();
        self.latency[bucket].add(1);
        self.latency_micros.add(micros);
    }

    pub(crate) fn counts(&self, kinds: &Kinds, everybody: &[std::sync::Arc<Member>]) -> Counts {
        let sum = |all: &[Count]| all.iter().map(Count::get).sum();
        let waiting = everybody.iter().map(|it| it.outbox.waiting().0 as u64);
        let received = self.received.iter().enumerate();
        let received = received.map(|(at, it)| (message_type(kinds, at).to_owned(), it.get()));
        let errors = Reason::ALL.iter().zip(&self.errors);
        let errors = errors.map(|(reason, it)| (*reason, it.get()));
        Counts {
            connections: everybody.len() as u64,
            received: sum(&self.received),
            received_by_type: received.filter(|it| it.1 > 0).collect(),
            delivered: self.delivered.get(),
            skipped: self.skipped.get(),
            errors: sum(&self.errors),
            errors_by_reason: errors.filter(|it| it.1 > 0).collect(),
            waiting: waiting.sum(),
            median_micros: self.latency_within(0.5),
            p99_micros: self.latency_within(0.99),
        }
    }

    /// The bound of the histogram below which this part of the messages lies.
    fn latency_within(&self, part: f64) -> Option<u64> {
        let counts: Vec<u64> = self.latency.iter().map(Count::get).collect();
        let wanted = (counts.iter().sum::<u64>() as f64 * part).ceil() as u64;
        let mut below = 0;
        let bounds = BOUNDS.iter().zip(&counts).map(|(bound, count)| {
            below += count;
            (*bound, below)
        });
        let mut bounds = bounds.skip_while(|it| it.1 < wanted);
        bounds.next().filter(|_| wanted > 0).map(|it| it.0)
    }

    /// The Prometheus text.
    pub(crate) fn text(&self, kinds: &Kinds, everybody: &[std::sync::Arc<Member>]) -> String {
        let mut page = Page::default();
        let client = |it: usize| kinds.clients[it].kind.as_str();
        let every_kind = 0..kinds.clients.len();
        page.family("star_connections", "gauge", "Clients connected now");
        for kind in every_kind.clone() {
            let now = everybody.iter().filter(|it| it.kind == kind).count();
            page.line("star_connections", &[("type", client(kind))], now as u64);
        }
        for (name, help, all) in [
            (
                "star_connects_total",
                "Connections that were opened",
                &self.connected,
            ),
            (
                "star_disconnects_total",
                "Connections that ended",
                &self.disconnected,
            ),
        ] {
            page.family(name, "counter", help);
            for kind in every_kind.clone() {
                page.line(name, &[("type", client(kind))], all[kind].get());
            }
        }
        let name = "star_messages_received_total";
        page.family(name, "counter", "Messages received, by their type");
        for (at, count) in self.received.iter().enumerate() {
            page.line(name, &[("type", message_type(kinds, at))], count.get());
        }
        for (name, help, value) in [
            (
                "star_received_bytes_total",
                "Bytes of messages received",
                &self.received_bytes,
            ),
            (
                "star_messages_delivered_total",
                "Messages sent to clients",
                &self.delivered,
            ),
            (
                "star_delivered_bytes_total",
                "Bytes of messages sent",
                &self.delivered_bytes,
            ),
            (
                "star_messages_skipped_total",
                "Messages left out for slow readers",
                &self.skipped,
            ),
        ] {
            page.family(name, "counter", help);
            page.line(name, &[], value.get());
        }
        self.reasons(&mut page);
        let waiting = everybody.iter().map(|it| it.outbox.waiting());
        let (messages, bytes) =
            waiting.fold((0, 0), |sum, it| (sum.0 + it.0 as u64, sum.1 + it.1 as u64));
        page.family(
            "star_queue_messages",
            "gauge",
            "Messages that wait to be sent",
        );
        page.line("star_queue_messages", &[], messages);
        page.family("star_queue_bytes", "gauge", "Bytes that wait to be sent");
        page.line("star_queue_bytes", &[], bytes);
        self.histogram(&mut page);
        page.0
    }

    fn reasons(&self, page: &mut Page) {
        for (name, help, all) in [
            ("star_errors_total", "Errors told to clients", &self.errors),
            (
                "star_connections_ended_total",
                "Connections that the hub ended",
                &self.ended,
            ),
        ] {
            page.family(name, "counter", help);
            for (reason, count) in Reason::ALL.iter().zip(all) {
                if count.get() > 0 {
                    let labels = [
                        ("code", reason.code().as_str()),
                        ("reason", reason.as_str()),
                    ];
                    page.line(name, &labels, count.get());
                }
            }
        }
    }

    fn histogram(&self, page: &mut Page) {
        let name = "star_queue_seconds";
        let help = "Time between a message's arrival and its way out; every sixteenth is measured";
        page.family(name, "histogram", help);
        let mut sum = 0;
        for (at, count) in self.latency.iter().enumerate() {
            sum += count.get();
            let bound = BOUNDS.get(at).map(|it| (*it as f64 / 1e6).to_string());
            let bound = bound.as_deref().unwrap_or("+Inf");
            page.line("star_queue_seconds_bucket", &[("le", bound)], sum);
        }
        let seconds = self.latency_micros.get() as f64 / 1e6;
        writeln!(page.0, "star_queue_seconds_sum {seconds}").expect("a text takes all");
        page.line("star_queue_seconds_count", &[], sum);
    }
}

/// The text being written.
#[derive(Default)]
struct Page(String);

impl Page {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}").expect("a text takes all");
    }

    fn line(&mut self, name: &str, labels: &[(&str, &str)], value: u64) {
        let labels: Vec<_> = labels
            .iter()
            .map(|(name, value)| format!("{name}=\"{}\"", escaped(value)))
            .collect();
        let labels = match labels.as_slice() {
            [] => String::new(),
            _ => format!("{{{}}}", labels.join(",")),
        };
        writeln!(self.0, "{name}{labels} {value}").expect("a text takes all");
    }
}

fn escaped(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}
