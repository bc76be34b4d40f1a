//! Fountain: the story as a screenplay. A scene heading a scene; lines such as `Neo: Who are you?`
//! become dialogue where a character of that name exists; what is offered stands as transitions.
//! Out only.

use crate::kept;
use crate::reading::tidy_title;
use crate::watch::over;
use crate::writing::prose::{Block, Run, Shape};
use crate::writing::{Book, Holds, Losses, Speakers, offered_when};
use crate::{About, Exporter, Format, Loss, Lost, Parcel};

const HOLDS: Holds = Holds {
    format: "fountain",
    capabilities: &[kept::TEXT],
    kind: |_| true,
};

/// A screenplay.
pub(crate) struct Fountain;

impl Format for Fountain {
    fn about(&self) -> About {
        About {
            name: "fountain",
            title: "Fountain screenplay",
            extensions: &["fountain"],
        }
    }
}

impl Exporter for Fountain {
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        let book = Book::of_scenes(parcel);
        let mut losses = Losses::of(parcel, &HOLDS);
        book.losses(&mut losses);
        let has = |wanted: fn(&Block) -> bool| {
            let chapters = book.chapters.iter();
            chapters
                .filter(move |it| it.blocks().iter().any(wanted))
                .map(|it| it.node)
        };
        losses.nodes(
            Lost::ActionBlocks,
            has(|it| it.quoted > 0 || matches!(it.shape, Shape::Item { .. } | Shape::Code)),
        );
        losses.nodes(
            Lost::WebLinks,
            has(|it| it.runs.iter().any(|it| it.link.is_some())),
        );
        losses.done()
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        let book = Book::of_scenes(parcel);
        let speakers = Speakers::of(&parcel.story);
        let mut text = format!("Title: {}\n", book.title);
        for chapter in over("writing chapters", &book.chapters) {
            text.push_str(&format!("\n.{}\n", heading(&chapter.title)));
            for block in chapter.blocks() {
                add_block(&mut text, &block, &speakers);
            }
            if !chapter.has_choices() {
                continue;
            }
            for choice in &chapter.choices {
                let condition = offered_when(choice.edge)
                    .map(|it| format!(" ({})", tidy_title(&it, "")))
                    .unwrap_or_default();
                let target = &book.chapters[choice.to].title;
                let words = escaped(&format!("{}{condition} → {target}", choice.words));
                // A transition that ended in `<` would be a centered line.
                text.push_str(&format!("\n> {}\n", words.trim_end_matches(['<', ' '])));
            }
        }
        text.into_bytes()
    }
}

/// A title as a scene heading: numbers between `#` would be read as the scene's own, and a dot before
/// another dot or an empty place begins none.
fn heading(title: &str) -> String {
    let begins_none = |it: char| it == '.' || it == '\u{feff}' || it.is_whitespace();
    let title = title.trim_start_matches(begins_none).replace('#', "＃");
    if title.trim().is_empty() {
        "Untitled".to_owned()
    } else {
        title
    }
}

fn add_block(text: &mut String, block: &Block, speakers: &Speakers) {
    let words = marked(&block.runs);
    match block.shape {
        Shape::Rule => text.push_str("\n> * * * <\n"),
        Shape::Heading(_) => {
            let line = tidy_title(&words.replace('\n', " "), "");
            text.push_str(&format!("\n## {line}\n"));
        }
        Shape::Item { .. } => text.push_str(&format!("\n!• {}\n", words.replace('\n', "\n!"))),
        Shape::Paragraph | Shape::Code => {
            text.push('\n');
            for line in words.lines() {
                add_line(text, line, speakers);
            }
        }
    }
}

/// A line of prose: dialogue, or action that nothing else is read into.
fn add_line(text: &mut String, line: &str, speakers: &Speakers) {
    match speakers.said(line) {
        Some((speaker, said)) => {
            if !text.ends_with("\n\n") {
                text.push('\n');
            }
            text.push_str(&format!("@{}\n{said}\n\n", speaker.to_uppercase()));
        }
        None if line.trim().is_empty() => text.push('\n'),
        None => text.push_str(&format!("!{line}\n")),
    }
}

/// Words with Fountain's own marks; every other mark stands for itself.
fn marked(runs: &[Run]) -> String {
    let mut text = String::new();
    for run in runs {
        // A mark reaches to the end of its line at most.
        for (at, line) in run.text.split('\n').enumerate() {
            if at > 0 {
                text.push('\n');
            }
            let mark = match (run.style.bold, run.style.italic) {
                (true, true) => "***",
                (true, false) => "**",
                (false, true) => "*",
                (false, false) => "",
            };
            let words = escaped(line);
            if mark.is_empty() || words.trim().is_empty() {
                text.push_str(&words);
            } else {
                let (before, after) = (
                    words.len() - words.trim_start().len(),
                    words.trim_end().len(),
                );
                text.push_str(&format!(
                    "{}{mark}{}{mark}{}",
                    &words[..before],
                    &words[before..after],
                    &words[after..]
                ));
            }
        }
    }
    text
}

/// Words in which `*` and `_` mean nothing, and notes and hidden passages neither begin nor end.
fn escaped(words: &str) -> String {
    words
        .replace('\\', "＼")
        .replace('*', "\\*")
        .replace('_', "\\_")
        .replace("[[", "[ [")
        .replace("]]", "] ]")
        .replace("/*", "/ *")
        .replace("*/", "* /")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use expect_test::expect;

    use super::*;
    use crate::kept::set_text;
    use crate::tests::outside;
    use crate::tests::stories::three_rooms;

    fn play() -> Vec<u8> {
        let mut story = three_rooms();
        let yard = Arc::make_mut(&mut story.nodes[0]);
        yard.title = "INT. YARD - NIGHT".to_owned();
        set_text(
            &mut yard.data,
            "INT. HALL\n\n> HE WAITS.\n\nNeo: Who *are* you?\nneo：谁？\n\n@home = 2_000 [[not a note\n\n---\n\n**Fog.**",
        );
        Fountain.export(&Parcel::new(story))
    }

    #[test]
    fn a_story_is_a_screenplay() {
        expect![[r#"
            Title: Three \ rooms

            .大厅 [hall]

            !It was dark.

            !A door shut.

            > out | "away" ($light > 0) → INT. YARD - NIGHT

            .INT. YARD - NIGHT

            !INT. HALL

            !HE WAITS.

            @NEO
            Who *are* you?

            @NEO
            谁？


            !@home = 2\_000 [ [not a note

            > * * * <

            !**Fog.**

            > back → 大厅 [hall]
        "#]]
        .assert_eq(&String::from_utf8(play()).unwrap());
    }

    #[test]
    fn fountain_js_reads_scenes_speakers_and_transitions() {
        let folder = outside::folder_with(&[("story.fountain", &play())]);
        let read = outside::node("read_fountain.js", folder.path(), &["story.fountain"]);
        let tokens: Vec<(String, String)> = serde_json::from_str(&read).unwrap();
        let of = |kind: &str| -> Vec<&str> {
            let found = tokens.iter().filter(|it| it.0 == kind);
            found.map(|it| it.1.as_str()).collect()
        };
        assert_eq!(of("title"), ["Three \\ rooms"]);
        assert_eq!(of("scene_heading"), ["大厅 [hall]", "INT. YARD - NIGHT"]);
        assert_eq!(of("character"), ["NEO", "NEO"]);
        assert_eq!(of("dialogue"), ["Who *are* you?", "谁？"]);
        assert_eq!(of("transition").len(), 2, "{tokens:?}");
        assert!(of("action").contains(&"INT. HALL"), "{tokens:?}");
    }
}
