//! Sentences of the program for people that a window says in its own language: an enum of fixed words,
//! each with its parts and its one English sentence. Enter through [`said!`](crate::said); whatever
//! tells a person something takes a [`Sentence`].

use std::fmt::{Display, Formatter, Result};

use serde::Serialize;
use serde_json::Value;

/// What a person is told: in English, and where the program has a fixed word for it, by that too.
#[derive(Debug, Clone, PartialEq)]
pub struct Sentence {
    /// In English.
    pub english: String,
    /// By a fixed word and its parts, as JSON.
    pub said: Option<Value>,
}

impl Sentence {
    /// A fixed word: a value of an enum that [`said!`](crate::said) made.
    pub fn of(word: &(impl Serialize + Display)) -> Self {
        Self {
            english: word.to_string(),
            said: serde_json::to_value(word).ok(),
        }
    }

    /// What an error says, with what it says by a fixed word.
    pub fn told(error: &impl Display, said: Option<Value>) -> Self {
        Self {
            english: error.to_string(),
            said,
        }
    }
}

impl Display for Sentence {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.english)
    }
}

impl From<String> for Sentence {
    fn from(english: String) -> Self {
        Self {
            english,
            said: None,
        }
    }
}

impl From<&str> for Sentence {
    fn from(english: &str) -> Self {
        english.to_owned().into()
    }
}

/// Makes an enum of what is said: `Word { part: Type } = "Sentence with {part}.",` each. As JSON a
/// value is its word and its parts, `{"what": "link_nowhere", "parts": {"target": "Hall"}}`; shown, it
/// is the sentence; `ALL` names all words with their parts. The crate that calls it depends on serde.
#[macro_export]
macro_rules! said {
    (
        $(#[$doc:meta])*
        pub enum $said:ident {
            $($name:ident { $($part:ident: $type:ty),* $(,)? } = $sentence:literal,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
        #[serde(tag = "what", content = "parts", rename_all = "snake_case")]
        #[expect(missing_docs, reason = "the sentences say what the parts are")]
        pub enum $said {
            $(#[doc = $sentence] $name { $($part: $type),* },)*
        }

        impl $said {
            /// All there are, each with the names of its parts.
            pub const ALL: &[(&str, &[&str])] =
                &[$((stringify!($name), &[$(stringify!($part)),*]),)*];
        }

        impl std::fmt::Display for $said {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$name { $($part),* } => write!(f, $sentence),)*
                }
            }
        }

        impl From<$said> for $crate::Sentence {
            fn from(word: $said) -> Self {
                Self::of(&word)
            }
        }
    };
}
