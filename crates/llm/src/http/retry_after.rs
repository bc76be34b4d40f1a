//! How long a server asks to wait, out of the many headers that say so. Clocks of servers and ours
//! differ: an instant is measured against the server's own `Date`, and left alone without one.

use std::time::Duration;

use reqwest::header::HeaderMap;

/// Nobody waits longer than this for a model; what asks for more is a mistake or a spent quota.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The wait these headers ask for.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| {
        headers
            .get(name)
            .and_then(|it| it.to_str().ok())
            .map(str::trim)
    };
    let millis = || text("retry-after-ms").and_then(|it| number(it, 0.001));
    let seconds =
        || text("retry-after").and_then(|it| number(it, 1.0).or_else(|| until(it, headers)));
    let resets = || {
        let spent = |kind: &str| {
            let left = text(&format!("x-ratelimit-remaining-{kind}"))?;
            (left == "0")
                .then(|| text(&format!("x-ratelimit-reset-{kind}")))
                .flatten()
        };
        ["requests", "tokens"]
            .into_iter()
            .filter_map(spent)
            .filter_map(spelled)
            .max()
    };
    let epoch = || text("x-ratelimit-reset").and_then(|it| until_epoch(it, headers));
    let instants = || {
        let spent = |kind: &str| {
            let left = text(&format!("anthropic-ratelimit-{kind}-remaining"))?;
            let reset = text(&format!("anthropic-ratelimit-{kind}-reset"))?;
            let then: model::Timestamp = (left == "0").then(|| reset.parse().ok()).flatten()?;
            then.duration_since(server_now(headers)?).try_into().ok()
        };
        let kinds = ["requests", "tokens", "input-tokens", "output-tokens"];
        kinds.into_iter().filter_map(spent).max()
    };
    millis()
        .or_else(seconds)
        .or_else(resets)
        .or_else(instants)
        .or_else(epoch)
        .filter(|it| *it <= LONGEST)
}

/// Words after which servers say in a sentence how long to wait.
const HINTS: &[&str] = &["try again in ", "retry after ", "retry in ", "wait "];

/// The wait that a sentence asks for: `Please try again in 6m0s.`, `retry after 20 seconds`.
pub(super) fn hinted(sentence: &str) -> Option<Duration> {
    let sentence = sentence.to_lowercase();
    let wait = HINTS.iter().find_map(|hint| {
        let (_, rest) = sentence.split_once(hint)?;
        let mut words = rest.split_whitespace();
        let first = words.next()?.trim_end_matches(['.', ',', ')', ';']);
        let unit = match words.next().unwrap_or_default() {
            it if it.starts_with("milli") || it.starts_with("ms") => 0.001,
            it if it.starts_with("sec") => 1.0,
            it if it.starts_with("min") => 60.0,
            it if it.starts_with("hour") => 3600.0,
            _ => return spelled(first),
        };
        number(first, unit).or_else(|| spelled(first))
    });
    wait.filter(|it| *it <= LONGEST)
}

fn number(text: &str, unit: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse::<f64>().ok()? * unit).ok()
}

/// A wait as Go programs spell it: `6m0s`, `7.66s`, `20ms`.
fn spelled(text: &str) -> Option<Duration> {
    let mut rest = text;
    let mut total = 0.0;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|it: char| !it.is_ascii_digit() && it != '.')?;
        let (amount, after) = rest.split_at(digits);
        let unit_end = after
            .find(|it: char| it.is_ascii_digit())
            .unwrap_or(after.len());
        let (unit, after) = after.split_at(unit_end);
        let seconds = match unit {
            "ms" => 0.001,
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return None,
        };
        total += amount.parse::<f64>().ok()? * seconds;
        rest = after;
    }
    Duration::try_from_secs_f64(total).ok()
}

/// An instant as HTTP spells it: `Wed, 21 Oct 2026 07:28:00 GMT`.
fn until(text: &str, headers: &HeaderMap) -> Option<Duration> {
    let then = instant(text)?;
    then.duration_since(server_now(headers)?).try_into().ok()
}

/// An instant in milliseconds since 1970.
fn until_epoch(text: &str, headers: &HeaderMap) -> Option<Duration> {
    let then = model::Timestamp::from_millisecond(text.parse().ok()?).ok()?;
    then.duration_since(server_now(headers)?).try_into().ok()
}

fn server_now(headers: &HeaderMap) -> Option<model::Timestamp> {
    instant(headers.get("date")?.to_str().ok()?)
}

fn instant(text: &str) -> Option<model::Timestamp> {
    Some(jiff::fmt::rfc2822::parse(text).ok()?.timestamp())
}
