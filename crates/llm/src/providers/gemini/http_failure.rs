//! Gemini's error responses: a named status, and details with the delay or the quota.

use std::time::Duration;

use serde_json::Value;

use crate::LlmError;
use crate::http::HttpFailure;

/// The error, classified by what the caller can do about it.
pub(super) fn to_error(http_failure: &HttpFailure) -> LlmError {
    let body: Value = serde_json::from_str(&http_failure.body).unwrap_or_default();
    // Streams answer with a list of one error.
    let error = body.get(0).unwrap_or(&body);
    let error = &error["error"];
    let details = || error["details"].as_array().into_iter().flatten();
    let message = error["message"].as_str().unwrap_or_default().to_owned();
    let provider = http_failure.provider.clone();
    if details().any(|it| it["reason"] == "API_KEY_INVALID") {
        return LlmError::Unauthorized { provider, message };
    }
    match http_failure.to_error() {
        LlmError::RateLimited { retry_after, .. } => {
            let of_a_day = details().any(|it| it.to_string().contains("PerDay"));
            if of_a_day {
                return LlmError::NoCredit { provider, message };
            }
            let delay = details().find_map(|it| seconds(it["retryDelay"].as_str()?));
            LlmError::RateLimited {
                provider,
                retry_after: retry_after.or(delay),
            }
        }
        other => other,
    }
}

/// A duration in the format of this API: `34s`, `1.5s`.
fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.strip_suffix('s')?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}
