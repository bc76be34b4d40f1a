//! Sends an error to the client concerned: as a message, or as the answer to an HTTP request.

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use star::{Address, ErrorPayload, Reason};

use crate::directory::Member;
use crate::metrics::Metrics;
use crate::notices;
use crate::outbox::Delivery;

/// The refusal of one message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) reason: Reason,
    pub(crate) message: String,
}

impl Refusal {
    pub(crate) fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self {
            reason,
            message: message.into(),
        }
    }
}

/// Tells a client what was wrong with its message.
pub(crate) fn tell(member: &Member, refusal: &Refusal, original: Option<&str>, metrics: &Metrics) {
    metrics.error(refusal.reason);
    let error = refusal.reason.error(refusal.message.clone(), original);
    let text = notices::error(&member.address, error);
    member.outbox.push(text.into(), Delivery::Required);
}

/// Refuses an HTTP request, with the same JSON as over a connection.
pub(crate) fn response(status: StatusCode, reason: Reason, message: &str) -> Response {
    let nobody = Address::new(star::ClientType::new("unknown"), "unknown");
    let error: ErrorPayload = reason.error(message, None);
    let headers = [("content-type", "application/json")];
    (status, headers, notices::error(&nobody, error)).into_response()
}
