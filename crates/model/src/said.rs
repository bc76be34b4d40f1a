//! Sentences of the program for people that a window says in its own language: an enum of fixed words,
//! each with its parts and its one English sentence. Enter through [`said!`](crate::said).

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
    };
}
