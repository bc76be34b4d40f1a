//! The texts of the pages themselves, in every language: a client's language is known only when a
//! page is shown.

use std::collections::BTreeMap;

use messages::Language;

/// The ids of all texts; a page uses them without their first part.
const TEXTS: [&str; 22] = [
    "apps-draft",
    "apps-draft-empty",
    "apps-draft-moved",
    "apps-draft-review",
    "apps-draft-removed",
    "apps-draft-before",
    "apps-draft-after",
    "apps-part-text",
    "apps-part-kv",
    "apps-part-image",
    "apps-part-play",
    "apps-part-node",
    "apps-part-edge",
    "apps-part-layout",
    "apps-comes-from",
    "apps-leads-to",
    "apps-nothing",
    "apps-in-group",
    "apps-members",
    "apps-once",
    "apps-waiting",
    "apps-failed",
];

/// The texts by language and id, as JSON that is safe inside a script element.
pub(super) fn in_every_language() -> String {
    let of = |language: Language| {
        let texts = TEXTS.iter().map(|id| {
            let key = id.split_once('-').map_or(*id, |it| it.1);
            (key, messages::format(language, id, &[]))
        });
        texts.collect::<BTreeMap<_, _>>()
    };
    let all: BTreeMap<_, _> = Language::all().map(|it| (it.code(), of(it))).collect();
    let json = serde_json::to_string(&all).unwrap_or_default();
    json.replace('<', "\\u003c")
}
