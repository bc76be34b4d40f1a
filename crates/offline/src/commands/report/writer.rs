//! Writes the sentences of an answer in the person's language. Chinese is written in traditional
//! characters for a person who uses them; the person's own words are never changed.

use messages::{Argument, Language, format, translation};

use crate::commands::normalized::to_traditional;

/// The first of the characters that hold the places of arguments while a sentence is converted; not
/// used by any script.
const FIRST_PLACE: u32 = 0xF_0000;

/// How an answer is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Writer {
    pub(super) language: Language,
    /// Whether Chinese is written in traditional characters.
    pub(super) traditional: bool,
}

impl Writer {
    /// A message of the catalogue.
    pub(super) fn say(self, id: &str, args: &[(&str, Argument<'_>)]) -> String {
        self.written(args, |args| Some(format(self.language, id, args)))
            .unwrap_or_default()
    }

    /// A message, if the catalogue has it in this language.
    pub(super) fn translation(self, id: &str, args: &[(&str, Argument<'_>)]) -> Option<String> {
        self.written(args, |args| translation(self.language, id, args))
    }

    fn written<'a>(
        self,
        args: &[(&'a str, Argument<'a>)],
        format: impl Fn(&[(&'a str, Argument<'a>)]) -> Option<String>,
    ) -> Option<String> {
        if !self.traditional {
            return format(args);
        }
        let places = (FIRST_PLACE..).filter_map(char::from_u32);
        let mut kept = Vec::new();
        let mut held = args.to_vec();
        for ((_, value), place) in held.iter_mut().zip(places) {
            if let Argument::String(words) = value {
                kept.push((place, std::mem::take(words)));
                *value = place.to_string().into();
            }
        }
        let mut text = to_traditional(&format(&held)?);
        for (place, words) in kept {
            text = text.replace(place, &words);
        }
        Some(text)
    }

    /// A message about one node.
    pub(super) fn about(self, id: &str, node: String) -> String {
        self.say(id, &[("node", node.into())])
    }

    /// Words in the quotes of the language, truncated if long.
    pub(super) fn quote(self, words: &str) -> String {
        let words = shorten(words, 80);
        if self.traditional {
            format!("「{words}」")
        } else {
            messages::quote(self.language, &words)
        }
    }

    /// A list in the language's punctuation.
    pub(super) fn list(self, items: &[String]) -> String {
        messages::list(self.language, items)
    }

    /// Joins parts of a sentence that are sentences themselves.
    pub(super) fn clauses(self, clauses: &[String]) -> String {
        clauses.join(&self.say("punctuation-clause", &[]))
    }

    /// Joins sentences.
    pub(super) fn join(self, sentences: &[String]) -> String {
        let gap = self.say("punctuation-space", &[]);
        let mut text = String::new();
        for sentence in sentences {
            let on_a_new_line = sentence.contains('\n') || text.lines().count() > 1;
            if !text.is_empty() {
                text.push_str(if on_a_new_line { "\n" } else { &gap });
            }
            text.push_str(sentence);
        }
        text
    }
}

/// The beginning of a text on one line.
pub(super) fn shorten(text: &str, limit: usize) -> String {
    // Looks only at what can be shown, because the text may be a whole book.
    let start: String = text.chars().take(limit * 4 + 1).collect();
    let line = start.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_cut = line.chars().count() > limit || start.len() < text.len();
    let shown: String = line.chars().take(limit).collect();
    if is_cut {
        format!("{}…", shown.trim_end())
    } else {
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_only_our_own_text_to_traditional_chinese() {
        let language = Language::for_tag("zh").expect("Chinese");
        let sentence = |traditional| {
            let writer = Writer {
                language,
                traditional,
            };
            writer.about("offline-no_text", "“干杯”".to_owned())
        };
        assert_eq!(sentence(false), "“干杯”还没有正文。");
        assert_eq!(sentence(true), "“干杯”還沒有正文。");
    }
}
