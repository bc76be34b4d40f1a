//! Pages for a person's browser: their frame, their language, and the headers with which they load
//! nothing and run no script. Not here: what stands on them.

use ::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use ::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{Html, IntoResponse as _, Response};
use messages::{Language, format};

const STYLE: &str = include_str!("web_page.css");

/// The language of the person's browser.
pub(crate) fn language(headers: &HeaderMap) -> Language {
    let wanted = headers.get(ACCEPT_LANGUAGE).and_then(|it| it.to_str().ok());
    let tags = wanted.unwrap_or_default().split(',');
    let tags = tags.filter_map(|it| it.split(';').next());
    tags.filter_map(|it| Language::for_tag(it.trim()))
        .next()
        .unwrap_or(Language::ENGLISH)
}

/// A page with only a title, by the id of its text, and a message.
pub(crate) fn notice(title: &str, message: &str, language: Language) -> String {
    let title = escaped(&format(language, title, &[]));
    document(
        &std::format!("<h1>{title}</h1><p>{}</p>", escaped(message)),
        language,
    )
}

/// A page. Without its referrer policy, a browser would not send the origin of its form.
pub(crate) fn document(content: &str, language: Language) -> String {
    std::format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"referrer\" content=\"same-origin\"><title>Storyteller</title><style>{STYLE}</style></head>\
         <body><main>{content}</main></body></html>",
        language.code()
    )
}

/// A page that loads nothing, cannot be framed, and may submit its form only here and on to
/// `target`.
pub(crate) fn shown(page: String, target: &str) -> Response {
    let policy = std::format!(
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' {target}; \
         frame-ancestors 'none'; base-uri 'none'"
    );
    let mut response = unkept(Html(page)).into_response();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response
            .headers_mut()
            .insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// An answer that no cache keeps.
pub(crate) fn unkept<T>(answer: T) -> ([(HeaderName, &'static str); 1], T) {
    ([(CACHE_CONTROL, "no-store")], answer)
}

/// Untrusted text escaped for a page.
pub(crate) fn escaped(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}
