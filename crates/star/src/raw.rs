//! Reading an envelope without copying it: strings are borrowed, the payload stays the bytes it is
//! (SP-2, SP-3). Both spellings of the document are read: `payload` or `message` for the inner part,
//! an address as an object or as a plain id.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::Reason;

/// An envelope as it was received.
#[derive(Debug, Deserialize)]
pub struct RawEnvelope<'a> {
    /// The envelope's type.
    #[serde(rename = "type", borrow)]
    pub kind: Cow<'a, str>,
    #[serde(borrow, default)]
    id: Option<Text<'a>>,
    /// Who sends.
    #[serde(borrow)]
    pub sender: Party<'a>,
    /// Who receives.
    #[serde(borrow)]
    pub recipient: Party<'a>,
    #[serde(borrow, default)]
    reply_to: Option<Text<'a>>,
    /// The number of an event.
    #[serde(default)]
    pub sequence: Option<u64>,
    #[serde(borrow, default)]
    timestamp: Option<Text<'a>>,
    #[serde(borrow, default)]
    version: Option<Version<'a>>,
    #[serde(borrow, default)]
    payload: Option<&'a RawValue>,
    #[serde(borrow, default)]
    message: Option<&'a RawValue>,
}

/// A string that borrows where it has no escapes, also inside an `Option`.
#[derive(Debug, Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// `"1"` as the document writes it; a bare number is read as well.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Version<'a> {
    #[serde(borrow)]
    Text(Cow<'a, str>),
    Number(f64),
}

/// A sender or recipient as it was received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party<'a> {
    /// The client's id.
    pub id: Cow<'a, str>,
    /// The client's type; missing where the address was a plain id.
    pub kind: Option<Cow<'a, str>>,
    /// The environment, where it was given.
    pub environment: Option<Cow<'a, str>>,
}

/// Why a text is not an envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadEnvelope {
    /// Which error it is.
    pub reason: Reason,
    /// What is wrong and where.
    pub message: String,
    /// The envelope's id, where it could be read.
    pub id: Option<String>,
}

impl<'a> RawEnvelope<'a> {
    /// Reads an envelope.
    ///
    /// # Errors
    /// The text is not JSON, is not an envelope, or has a version the protocol does not know.
    pub fn parse(text: &'a str) -> Result<Self, BadEnvelope> {
        let bad = |reason, message| BadEnvelope {
            reason,
            message,
            id: id_of(text),
        };
        let envelope: Self = serde_json::from_str(text).map_err(|error| {
            let reason = match error.classify() {
                serde_json::error::Category::Data => Reason::MalformedEnvelope,
                _ => Reason::MalformedJson,
            };
            bad(reason, format!("this is not an envelope: {error}"))
        })?;
        match (envelope.payload, envelope.message) {
            (None, None) => {
                let message = "this is not an envelope: payload is missing".to_owned();
                return Err(bad(Reason::MalformedEnvelope, message));
            }
            (Some(_), Some(_)) => {
                let message = "payload and message are two names of one field; give one".to_owned();
                return Err(bad(Reason::MalformedEnvelope, message));
            }
            _ => {}
        }
        if let Some(version) = envelope.version.as_ref().filter(|it| !it.is_spoken()) {
            let message = format!("version {version} is not spoken here; version 1 is");
            return Err(bad(Reason::UnsupportedVersion, message));
        }
        Ok(envelope)
    }

    /// The envelope's id.
    pub fn id(&self) -> Option<&str> {
        self.id.as_ref().map(|it| it.0.as_ref())
    }

    /// The id of the message that this one answers.
    pub fn reply_to(&self) -> Option<&str> {
        self.reply_to.as_ref().map(|it| it.0.as_ref())
    }

    /// The payload's JSON, byte for byte as it was received.
    pub fn payload(&self) -> &'a str {
        let payload = self.payload.or(self.message);
        payload.map_or("null", RawValue::get)
    }

    /// Whether it is written as [`crate::Envelope::encode`] writes: then it can be passed on as it is.
    pub fn is_canonical(&self) -> bool {
        let has_text_version = !matches!(self.version, Some(Version::Number(_)));
        let has_types = self.sender.kind.is_some() && self.recipient.kind.is_some();
        self.payload.is_some() && has_types && has_text_version
    }

    /// The same envelope in the one spelling that is written; the payload's bytes stay.
    pub fn rewritten(&self, sender_type: &str, recipient_type: &str) -> String {
        let written = Written {
            kind: &self.kind,
            id: self.id(),
            sender: self.sender.written(sender_type),
            recipient: self.recipient.written(recipient_type),
            reply_to: self.reply_to(),
            sequence: self.sequence,
            timestamp: self.timestamp.as_ref().map(|it| it.0.as_ref()),
            version: crate::VERSION,
            payload: self.payload.or(self.message),
        };
        serde_json::to_string(&written).expect("strings and JSON are JSON")
    }
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    sender: WrittenParty<'a>,
    recipient: WrittenParty<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_to: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<&'a str>,
    version: &'static str,
    payload: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct WrittenParty<'a> {
    id: &'a str,
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    environment: Option<&'a str>,
}

impl<'a> Party<'a> {
    fn written<'b>(&'b self, kind: &'b str) -> WrittenParty<'b> {
        WrittenParty {
            id: &self.id,
            kind: self.kind.as_deref().unwrap_or(kind),
            environment: self.environment.as_deref(),
        }
    }

    fn plain(id: Cow<'a, str>) -> Self {
        Self {
            id,
            kind: None,
            environment: None,
        }
    }
}

impl Version<'_> {
    fn is_spoken(&self) -> bool {
        match self {
            Self::Text(text) => text == "1" || text.starts_with("1."),
            Self::Number(number) => (1.0..2.0).contains(number),
        }
    }
}

impl fmt::Display for Version<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Party<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfParty;

        #[derive(Deserialize)]
        struct Fields<'a> {
            #[serde(borrow)]
            id: Cow<'a, str>,
            #[serde(rename = "type", borrow)]
            kind: Cow<'a, str>,
            #[serde(borrow, default)]
            environment: Option<Text<'a>>,
        }

        impl<'de> Visitor<'de> for OfParty {
            type Value = Party<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an address {id, type}, or an id")
            }

            fn visit_borrowed_str<E>(self, id: &'de str) -> Result<Self::Value, E> {
                Ok(Party::plain(Cow::Borrowed(id)))
            }

            fn visit_str<E>(self, id: &str) -> Result<Self::Value, E> {
                Ok(Party::plain(Cow::Owned(id.to_owned())))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let map = serde::de::value::MapAccessDeserializer::new(map);
                let fields = Fields::deserialize(map)?;
                Ok(Party {
                    id: fields.id,
                    kind: Some(fields.kind),
                    environment: fields.environment.map(|it| it.0),
                })
            }
        }

        deserializer.deserialize_any(OfParty)
    }
}

/// The id of an envelope that is refused, also where what comes after the id is broken.
pub fn id_of(text: &str) -> Option<String> {
    let mut found = None;
    let mut reader = serde_json::Deserializer::from_str(text);
    // What is wrong with the rest is told by the caller.
    let _ = IdOf(&mut found).deserialize(&mut reader);
    found
}

struct IdOf<'f>(&'f mut Option<String>);

impl<'de> DeserializeSeed<'de> for IdOf<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for IdOf<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an envelope")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<Cow<'_, str>>()? {
            if key == "id" && self.0.is_none() {
                *self.0 = map.next_value::<Option<String>>()?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}
