//! A request as the providers write it.

use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::Value;

/// A request, ready to be sent. Headers that hold a key are marked as sensitive, so that printing
/// a request does not print the key.
#[derive(Debug, Clone)]
pub struct HttpRequest {
    /// POST to ask a model, GET to look something up.
    pub method: Method,
    /// The whole address.
    pub url: String,
    /// Beside those every JSON request has.
    pub headers: HeaderMap,
    /// The JSON body; none if this is null.
    pub body: Value,
}
