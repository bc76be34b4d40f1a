//! How long a server asks to wait, from the various headers that say so. The clocks of server and
//! client differ, so an instant is compared to the server's own `Date` header and ignored without
//! one.

use std::time::Duration;

use reqwest::header::HeaderMap;

/// The longest delay that is taken seriously; anything longer is a mistake or an exhausted quota.
const MAX_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// The delay requested in these headers.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| {
        headers
            .get(name)
            .and_then(|it| it.to_str().ok())
            .map(str::trim)
    };
    let millis = || text("retry-after-ms").and_then(|it| number(it, 0.001));
    let seconds =
        || text("retry-after").and_then(|it| number(it, 1.0).or_else(|| wait_until(it, headers)));
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
            .filter_map(parse_go_duration)
            .max()
    };
    let epoch = || text("x-ratelimit-reset").and_then(|it| wait_until_epoch(it, headers));
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
        .filter(|it| *it <= MAX_WAIT)
}

/// Phrases that precede the delay in servers' messages.
const HINTS: &[&str] = &["try again in ", "retry after ", "retry in ", "wait "];

/// The delay requested in a sentence: `Please try again in 6m0s.`, `retry after 20 seconds`.
pub(super) fn wait_from_sentence(sentence: &str) -> Option<Duration> {
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
            _ => return parse_go_duration(first),
        };
        number(first, unit).or_else(|| parse_go_duration(first))
    });
    wait.filter(|it| *it <= MAX_WAIT)
}

fn number(text: &str, unit: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse::<f64>().ok()? * unit).ok()
}

/// A duration in the format of Go: `6m0s`, `7.66s`, `20ms`.
fn parse_go_duration(text: &str) -> Option<Duration> {
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

/// An instant in the format of HTTP: `Wed, 21 Oct 2026 07:28:00 GMT`.
fn wait_until(text: &str, headers: &HeaderMap) -> Option<Duration> {
    let then = instant(text)?;
    then.duration_since(server_now(headers)?).try_into().ok()
}

/// An instant as milliseconds since 1970.
fn wait_until_epoch(text: &str, headers: &HeaderMap) -> Option<Duration> {
    let then = model::Timestamp::from_millisecond(text.parse().ok()?).ok()?;
    then.duration_since(server_now(headers)?).try_into().ok()
}

fn server_now(headers: &HeaderMap) -> Option<model::Timestamp> {
    instant(headers.get("date")?.to_str().ok()?)
}

fn instant(text: &str) -> Option<model::Timestamp> {
    Some(jiff::fmt::rfc2822::parse(text).ok()?.timestamp())
}
