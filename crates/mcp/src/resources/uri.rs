//! The URIs of resources: `storyteller://outline`, `storyteller://node/Harbour`. Enter through
//! [`Target::parse`].

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The prefix of every URI.
const SCHEME: &str = "storyteller://";

/// The characters that are escaped in a part of a URI.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The meaning of a URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// An overview of the story.
    Story,
    /// Its nodes as a tree.
    Outline,
    /// The findings of the check.
    Findings,
    /// The draft that waits for review: the client's own, or the one named.
    Draft(Option<String>),
    /// A node, by title or by part of its id.
    Node(String),
    /// The picture of a node, by the node.
    PictureOf(String),
    /// A stored picture, by the hash of its bytes.
    Picture(String),
}

impl Target {
    /// Parses a URI; `None` if it is not one of ours.
    pub(crate) fn parse(uri: &str) -> Option<Self> {
        let path = uri.strip_prefix(SCHEME)?;
        let mut parts = path.split('/').map(decoded);
        let (first, second, third) = (parts.next()??, parts.next(), parts.next());
        if parts.next().is_some() {
            return None;
        }
        let second = match second {
            Some(part) => Some(part.filter(|it| !it.is_empty())?),
            None => None,
        };
        match (first.as_str(), second, third) {
            ("story", None, None) => Some(Self::Story),
            ("outline", None, None) => Some(Self::Outline),
            ("findings", None, None) => Some(Self::Findings),
            ("draft", draft, None) => Some(Self::Draft(draft)),
            ("node", Some(node), None) => Some(Self::Node(node)),
            ("node", Some(node), Some(Some(last))) if last == "picture" => {
                Some(Self::PictureOf(node))
            }
            ("picture", Some(asset), None) => Some(Self::Picture(asset)),
            _ => None,
        }
    }

    /// The URI.
    pub(crate) fn uri(&self) -> String {
        let path = match self {
            Self::Story => "story".to_owned(),
            Self::Outline => "outline".to_owned(),
            Self::Findings => "findings".to_owned(),
            Self::Draft(None) => "draft".to_owned(),
            Self::Draft(Some(draft)) => format!("draft/{}", encoded(draft)),
            Self::Node(node) => format!("node/{}", encoded(node)),
            Self::PictureOf(node) => format!("node/{}/picture", encoded(node)),
            Self::Picture(asset) => format!("picture/{}", encoded(asset)),
        };
        format!("{SCHEME}{path}")
    }
}

fn encoded(part: &str) -> String {
    utf8_percent_encode(part, ESCAPED).to_string()
}

fn decoded(part: &str) -> Option<String> {
    let decoded = percent_decode_str(part).decode_utf8().ok()?;
    Some(decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn uris_round_trip() {
        for target in [
            Target::Story,
            Target::Outline,
            Target::Findings,
            Target::Draft(None),
            Target::Draft(Some("7f3a".to_owned())),
            Target::Node("雾/the harbour?".to_owned()),
            Target::PictureOf("Neo".to_owned()),
            Target::Picture("ab12".to_owned()),
        ] {
            assert_eq!(Target::parse(&target.uri()), Some(target));
        }
    }

    #[test]
    fn rejects_other_uris() {
        for uri in [
            "",
            "storyteller://",
            "storyteller://node",
            "storyteller://node/",
            "storyteller://story/x",
            "storyteller://node/a/b",
            "storyteller://node/a/picture/b",
            "storyteller://node/%ff",
            "file:///etc/passwd",
            "http://story",
        ] {
            assert_eq!(Target::parse(uri), None, "{uri}");
        }
    }

    proptest! {
        #[test]
        fn any_title_round_trips_through_a_uri(title in "\\PC{1,40}") {
            let target = Target::Node(title);
            prop_assert_eq!(Target::parse(&target.uri()), Some(target));
        }

        #[test]
        fn parsing_any_uri_never_panics(uri in "(storyteller://)?\\PC{0,60}") {
            if let Some(target) = Target::parse(&uri) {
                prop_assert_eq!(Target::parse(&target.uri()), Some(target));
            }
        }
    }
}
