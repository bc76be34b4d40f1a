//! What Gemini says when it fails: a status in words, and details with the wait or the quota.

use std::time::Duration;

use serde_json::Value;

use crate::LlmError;
use crate::http::Fault;

/// The failure by what the caller may do about it.
pub(super) fn to_error(fault: &Fault) -> LlmError {
    let body: Value = serde_json::from_str(&fault.body).unwrap_or_default();
    // Streams answer with a list of one.
    let error = body.get(0).unwrap_or(&body);
    let error = &error["error"];
    let details = || error["details"].as_array().into_iter().flatten();
    let message = error["message"].as_str().unwrap_or_default().to_owned();
    let provider = fault.provider.clone();
    if details().any(|it| it["reason"] == "API_KEY_INVALID") {
        return LlmError::Unauthorized { provider, message };
    }
    match fault.to_error() {
        LlmError::RateLimited { retry_after, .. } => {
            let of_a_day = details().any(|it| it.to_string().contains("PerDay"));
            if of_a_day {
                return LlmError::NoCredit { provider, message };
            }
            let told = details().find_map(|it| seconds(it["retryDelay"].as_str()?));
            LlmError::RateLimited {
                provider,
                retry_after: retry_after.or(told),
            }
        }
        other => other,
    }
}

/// A wait as this API spells it: `34s`, `1.5s`.
fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.strip_suffix('s')?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}
