//! All kinds of findings. One more is a file with its details, why it matters and how it is found,
//! and a line in the list below; its place there is its place among those of the same severity.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::finding::{Basis, FindingOf, FindingType, Severity};
use super::finding_context::FindingContext;

/// Declares the modules, and what is made from all of them.
macro_rules! findings {
    ($($file:ident::$name:ident,)*) => {
        $(mod $file;)*
        $(pub use $file::$name;)*

        /// The kinds of findings, worst first within a severity.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(rename_all = "snake_case")]
        #[expect(missing_docs, reason = "the types of these names say what they are")]
        pub enum FindingKind {
            $($name,)*
        }

        impl FindingKind {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// How much it matters.
            pub fn severity(self) -> Severity {
                match self {
                    $(Self::$name => $name::SEVERITY,)*
                }
            }

            /// Why it matters, for a person.
            pub fn why(self) -> &'static str {
                match self {
                    $(Self::$name => $name::WHY,)*
                }
            }

            /// Whether it stops readers or keeps something from them.
            pub fn breaks_reading(self) -> bool {
                match self {
                    $(Self::$name => $name::BREAKS_READING,)*
                }
            }
        }

        /// The details of a finding. As JSON they are `parts` beside the finding's `kind`; titles are
        /// written as in the story.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
        #[serde(tag = "kind", content = "parts", rename_all = "snake_case")]
        #[expect(missing_docs, reason = "the types of these names say what they are")]
        pub enum FindingDetail {
            $($name($name),)*
        }

        impl FindingDetail {
            /// The kind of the finding.
            pub fn kind(&self) -> FindingKind {
                match self {
                    $(Self::$name(_) => FindingKind::$name,)*
                }
            }
        }

        impl fmt::Display for FindingDetail {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name(it) => it.fmt(f),)*
                }
            }
        }

        $(impl From<$name> for FindingDetail {
            fn from(it: $name) -> Self {
                Self::$name(it)
            }
        })*

        /// All findings that depend on this and no more.
        pub(super) fn find(basis: Basis, cx: &FindingContext<'_>) -> Vec<Arc<Finding>> {
            let mut found = Vec::new();
            $(if $name::BASIS == basis {
                found.extend($name::find(cx).into_iter().map(|it| Arc::new(it.any())));
            })*
            found
        }
    };
}

findings! {
    no_start::NoStart,
    broken_link::BrokenLink,
    script_error::ScriptError,
    unreadable_condition::UnreadableCondition,
    unreadable_effect::UnreadableEffect,
    unreadable_code::UnreadableCode,
    unreachable::Unreachable,
    dead_end::DeadEnd,
    endless_loop::EndlessLoop,
    never_offered::NeverOffered,
    nothing_open::NothingOpen,
    used_up::UsedUp,
    letter_case::LetterCase,
    link_without_edge::LinkWithoutEdge,
    unknown_title::UnknownTitle,
    never_set::NeverSet,
    contradicting_fact::ContradictingFact,
    duplicate_title::DuplicateTitle,
    empty::Empty,
    undescribed::Undescribed,
    dynamic::Dynamic,
    missing_code::MissingCode,
}

/// One thing found.
pub type Finding = FindingOf<FindingDetail>;

impl Finding {
    /// Its kind.
    pub fn kind(&self) -> FindingKind {
        self.what.kind()
    }
}
