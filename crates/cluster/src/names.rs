//! Subjects and names on the NATS server.
//!
//! | subject | |
//! |---|---|
//! | `star.v1.hubs` | hubs tell each other who is connected where |
//! | `star.v1.env.<env>.hub.<hub>` | to clients of an environment at one hub |
//! | `star.v1.env.<env>.ev` | to all clients of a type, at every hub |
//! | `star.v1.env.<env>.ctl` | connections that are to end |
//! | `star.v1.story.<env>.log` | what was written to a story, for its copies |
//! | `star.v1.story.<env>.snapshot` | whole copies of it |
//!
//! An account that may publish and subscribe under `star.v1.env.<env>.>` alone serves one
//! environment.

/// Where hubs tell who is connected.
pub(crate) const HUBS: &str = "star.v1.hubs";
/// The bucket with the owner of each story.
pub(crate) const OWNERS: &str = "STAR_OWNERS";

/// An id as a part of a subject or a key: letters, digits, `-` and `_` stay, anything else is the
/// hexadecimal of its UTF-8 after `=`.
pub(crate) fn token(id: &str) -> String {
    let mut token = String::with_capacity(id.len());
    for byte in id.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => token.push(byte.into()),
            _ => token.push_str(&format!("={byte:02X}")),
        }
    }
    token
}

/// To the clients of an environment at one hub.
pub(crate) fn at_hub(environment: &str, hub: &str) -> String {
    format!("star.v1.env.{}.hub.{}", token(environment), token(hub))
}

/// To all clients of an environment.
pub(crate) fn events(environment: &str) -> String {
    format!("star.v1.env.{}.ev", token(environment))
}

/// About connections of an environment.
pub(crate) fn control(environment: &str) -> String {
    format!("star.v1.env.{}.ctl", token(environment))
}

/// What was written to a story.
pub(crate) fn log(environment: &str) -> String {
    format!("star.v1.story.{}.log", token(environment))
}

/// Whole copies of a story.
pub(crate) fn snapshots(environment: &str) -> String {
    format!("star.v1.story.{}.snapshot", token(environment))
}

/// The stream of a story, and the bucket of its larger parts: their names have a smaller alphabet
/// than subjects.
pub(crate) fn stream(environment: &str) -> String {
    let hash = blake3::hash(environment.as_bytes()).to_hex();
    format!("STAR_STORY_{}", &hash[..20])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_in_any_script_become_distinct_subject_tokens() {
        let ids = ["demo", "a.b", "a:b", "灯塔与雾", "a_b", "a=2Eb", "A.b"];
        let tokens: std::collections::BTreeSet<_> = ids.iter().map(|it| token(it)).collect();
        assert_eq!(tokens.len(), ids.len());
        let fits = |it: char| it.is_ascii_alphanumeric() || "-_=".contains(it);
        assert!(tokens.iter().all(|it| it.chars().all(fits)), "{tokens:?}");
        assert_eq!(token("a.b"), "a=2Eb");
    }
}
