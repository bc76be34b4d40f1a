//! Removes the key from what a server says, in case it repeats it (AT-13): from errors, from the
//! pieces of a reply as they arrive, and from the complete reply.

use model::conversation::{Delta, ProviderResponse};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

/// The replacement for a key.
pub(crate) const REDACTED: &str = "[key]";

/// Less than this reveals nothing and would match ordinary words.
pub(crate) const MIN_KEY_PART_BYTES: usize = 8;

/// A key worth hiding.
fn secret(key: Option<&SecretString>) -> Option<&str> {
    let secret = key?.expose_secret().trim();
    (secret.len() >= MIN_KEY_PART_BYTES).then_some(secret)
}

/// The reply without the key.
pub(crate) fn clean_reply(reply: ProviderResponse, key: Option<&SecretString>) -> ProviderResponse {
    let Some(secret) = secret(key) else {
        return reply;
    };
    // Almost no reply holds a key, and one that cannot be written as JSON cannot be kept either.
    let Ok(mut value) = serde_json::to_value(&reply.segments) else {
        return reply;
    };
    if !clean_value(&mut value, secret) {
        return reply;
    }
    match serde_json::from_value(value) {
        Ok(segments) => ProviderResponse { segments, ..reply },
        Err(_) => ProviderResponse {
            segments: Vec::new(),
            ..reply
        },
    }
}

/// Whether anything was replaced.
fn clean_value(value: &mut Value, secret: &str) -> bool {
    match value {
        Value::String(text) if text.contains(secret) => {
            *text = text.replace(secret, REDACTED);
            true
        }
        Value::Array(items) => {
            let cleaned = items.iter_mut().map(|it| clean_value(it, secret));
            cleaned.fold(false, |any, it| any | it)
        }
        Value::Object(fields) => {
            let cleaned = fields.values_mut().map(|it| clean_value(it, secret));
            cleaned.fold(false, |any, it| any | it)
        }
        _ => false,
    }
}

/// Removes the key from pieces of text, also where it is divided between several: what may be its
/// beginning is held back until the next piece.
pub(crate) struct DeltaCleaner<'a> {
    secret: Option<&'a str>,
    text: String,
    thinking: String,
}

impl<'a> DeltaCleaner<'a> {
    pub(crate) fn new(key: Option<&'a SecretString>) -> Self {
        Self {
            secret: secret(key),
            text: String::new(),
            thinking: String::new(),
        }
    }

    /// Passes on what is certain by now.
    pub(crate) fn push(&mut self, delta: Delta, on_delta: &mut (dyn FnMut(Delta) + Send)) {
        let Some(secret) = self.secret else {
            return on_delta(delta);
        };
        match delta {
            Delta::Text(more) => {
                let ready = add(&mut self.text, &more, secret);
                ready.map(Delta::Text).into_iter().for_each(on_delta);
            }
            Delta::Thinking(more) => {
                let ready = add(&mut self.thinking, &more, secret);
                ready.map(Delta::Thinking).into_iter().for_each(on_delta);
            }
            other => {
                self.finish(on_delta);
                on_delta(other);
            }
        }
    }

    /// Passes on what was held back: it was not the beginning of the key after all.
    pub(crate) fn finish(&mut self, on_delta: &mut (dyn FnMut(Delta) + Send)) {
        if !self.thinking.is_empty() {
            on_delta(Delta::Thinking(std::mem::take(&mut self.thinking)));
        }
        if !self.text.is_empty() {
            on_delta(Delta::Text(std::mem::take(&mut self.text)));
        }
    }
}

/// Adds a piece, and takes out what cannot belong to a key.
fn add(held: &mut String, more: &str, secret: &str) -> Option<String> {
    held.push_str(more);
    *held = held.replace(secret, REDACTED);
    let begins_key = |at: &usize| secret.starts_with(&held[*at..]);
    let starts = held.char_indices().map(|it| it.0);
    let from = held.len().saturating_sub(secret.len());
    let keep = starts.skip_while(|at| *at < from).find(begins_key);
    let rest = held.split_off(keep.unwrap_or(held.len()));
    let ready = std::mem::replace(held, rest);
    (!ready.is_empty()).then_some(ready)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(pieces: &[&str]) -> Vec<String> {
        let key = SecretString::from("sk-1234567890");
        let mut cleaner = DeltaCleaner::new(Some(&key));
        let mut output = Vec::new();
        let mut listen = |delta: Delta| {
            if let Delta::Text(text) = delta {
                output.push(text);
            }
        };
        for piece in pieces {
            cleaner.push(Delta::Text((*piece).to_owned()), &mut listen);
        }
        cleaner.finish(&mut listen);
        output
    }

    #[test]
    fn removes_a_key_split_at_any_position() {
        assert_eq!(
            cleaned(&["your key is sk-1234567890!"]).concat(),
            "your key is [key]!"
        );
        let pieces = ["你的 sk", "-12345", "67890 and s", "k- and sk-1"];
        assert_eq!(cleaned(&pieces).concat(), "你的 [key] and sk- and sk-1");
        let letters: Vec<String> = "a sk-1234567890".chars().map(String::from).collect();
        let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
        assert_eq!(cleaned(&letters).concat(), "a [key]");
    }

    #[test]
    fn does_not_delay_other_text() {
        assert_eq!(cleaned(&["one ", "two ", "s"]), ["one ", "two ", "s"]);
    }
}
