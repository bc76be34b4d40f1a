//! What the assistant says about itself: what it is, what it did not understand, what it cannot do.

use super::writer::Writer;
use crate::commands::clauses::MAX_COMMAND_CHARS;
use crate::commands::plan::Notice;

/// The notes of a plan as text; those of one kind in one sentence.
pub(super) fn say(writer: Writer, notices: &[Notice]) -> Vec<String> {
    let mut sentences: Vec<String> = notices.iter().filter_map(|it| single(writer, it)).collect();
    let inventions = quoted(writer, notices, |it| match it {
        Notice::CreativeWriting(words) => Some(words),
        _ => None,
    });
    if !inventions.is_empty() {
        let words = writer.list(&inventions);
        sentences.push(writer.say("offline-no_invention", &[("words", words.into())]));
        sentences.push(writer.say("offline-needs_model", &[]));
    }
    let unknown = quoted(writer, notices, |it| match it {
        Notice::NotUnderstood(words) => Some(words),
        _ => None,
    });
    if !unknown.is_empty() {
        let words = writer.list(&unknown);
        sentences.push(writer.say("offline-not_understood", &[("words", words.into())]));
    }
    let is_lost = |it: &Notice| {
        matches!(
            it,
            Notice::NotUnderstood(_) | Notice::Empty | Notice::TooLong
        )
    };
    if notices.contains(&Notice::Help) {
        sentences.push(writer.say("offline-introduction", &[]));
        sentences.push(writer.say("offline-examples", &[]));
    } else if notices.iter().any(is_lost) {
        sentences.push(writer.say("offline-introduction", &[]));
        sentences.push(writer.say("offline-say_help", &[]));
    }
    sentences
}

/// How many pieces that were not understood are quoted.
const REPEATED: usize = 5;

fn quoted<'a>(
    writer: Writer,
    notices: &'a [Notice],
    pick: impl Fn(&'a Notice) -> Option<&'a String>,
) -> Vec<String> {
    let mut words: Vec<String> = notices
        .iter()
        .filter_map(pick)
        .take(REPEATED + 1)
        .map(|it| writer.quote(it))
        .collect();
    if words.len() > REPEATED {
        words[REPEATED] = "…".to_owned();
    }
    words
}

fn single(writer: Writer, notice: &Notice) -> Option<String> {
    let names = |titles: &[String]| {
        let quoted: Vec<String> = titles.iter().take(12).map(|it| writer.quote(it)).collect();
        writer.list(&quoted)
    };
    let sentence = match notice {
        Notice::Help | Notice::NotUnderstood(_) | Notice::CreativeWriting(_) => return None,
        Notice::Thanks => writer.say("offline-thanks", &[]),
        Notice::Empty => writer.say("offline-empty", &[]),
        Notice::TooLong => {
            let limit = MAX_COMMAND_CHARS.to_string();
            writer.say("offline-too_long", &[("limit", limit.into())])
        }
        Notice::ImportExport => writer.say("offline-files", &[]),
        Notice::WhichHero(titles) => {
            writer.say("offline-which_hero", &[("titles", names(titles).into())])
        }
        Notice::NoHero => writer.say("offline-no_hero", &[]),
        Notice::NoNode => writer.say("offline-no_node", &[]),
        Notice::NoTool(tool) => writer.say("offline-no_tool", &[("tool", tool.as_str().into())]),
        Notice::WhichCapability => writer.say("offline-which_capability", &[]),
        Notice::UndoBound(bound) => {
            let limit = bound.to_string();
            writer.say("offline-undo_limit", &[("limit", limit.into())])
        }
        Notice::NoneOfKind => writer.say("offline-none_of_kind", &[]),
        Notice::TooManyNodes(count) => {
            let count = count.to_string();
            writer.say("offline-too_many_nodes", &[("count", count.into())])
        }
    };
    Some(sentence)
}
