//! Exports the story as a Fountain screenplay with one scene heading per scene. Lines such as `Neo:
//! Who are you?` become dialogue if a character with that name exists; choices become transitions.

use super::{choice_words, losses, synopsis_of};
use crate::export::prose::{Block, BlockKind, Run, blocks};
use crate::export::{Book, Comments, Speakers, split_parenthetical};
use crate::import::tidy_title;
use crate::novel::{is_heading, is_transition};
use crate::{About, Bundle, ExportOption, Exporter, Format, Loss};
use markup::progress::track;

/// Exporter for Fountain screenplays.
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
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        losses(bundle, "fountain")
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let book = Book::of_scenes(bundle);
        let speakers = Speakers::of(&bundle.story);
        let mut comments = Comments::default();
        let mut text = format!("Title: {}\n", book.title);
        for (number, chapter) in track("writing chapters", &book.chapters).enumerate() {
            if let Some((_, part)) = book.parts.beginning_at(number) {
                text.push_str(&format!("\n# {}\n", part));
            }
            text.push_str(&format!("\n{}\n", heading(&chapter.title)));
            if let Some(synopsis) = synopsis_of(chapter) {
                text.push_str(&format!("\n= {}\n", without_notes(&synopsis)));
            }
            let prose = comments.text_of(&book, chapter);
            for block in blocks(&prose) {
                add_block(&mut text, &block, &speakers, &comments);
            }
            if !chapter.has_choices() {
                continue;
            }
            for choice in &chapter.choices {
                let words = escaped(&choice_words(&book, choice));
                // A transition that ended in `<` would be read as a centered line.
                text.push_str(&format!("\n> {}\n", words.trim_end_matches(['<', ' '])));
            }
        }
        text.into_bytes()
    }

    fn options(&self) -> &'static [ExportOption] {
        &[ExportOption::Comments]
    }
}

/// A title as a scene heading, with a dot before it unless it reads like one. Text between `#` would be read as a scene number, and a dot followed
/// by another dot or a space does not force a heading.
fn heading(title: &str) -> String {
    let begins_none = |it: char| it == '.' || it == '\u{feff}' || it.is_whitespace();
    let title = title.trim_start_matches(begins_none).replace('#', "＃");
    if title.trim().is_empty() {
        ".Untitled".to_owned()
    } else if is_heading(&title) {
        title
    } else {
        format!(".{title}")
    }
}

fn add_block(text: &mut String, block: &Block, speakers: &Speakers, comments: &Comments) {
    let words = marked(&block.runs);
    match block.kind {
        BlockKind::Rule => text.push_str("\n> * * * <\n"),
        BlockKind::Heading(_) => {
            let (words, notes) = with_notes(&words, comments);
            let line = tidy_title(&words.replace('\n', " "), "");
            text.push_str(&format!("\n## {line}{notes}\n"));
        }
        BlockKind::Item { .. } => {
            let (words, notes) = with_notes(&words, comments);
            let words = words.replace('\n', "\n!");
            text.push_str(&format!("\n!• {words}{notes}\n"));
        }
        BlockKind::Paragraph | BlockKind::Code => {
            text.push('\n');
            for line in words.lines() {
                let (line, notes) = with_notes(line, comments);
                add_line(text, &line, &notes, speakers);
            }
        }
    }
}

/// Writes a line of prose as dialogue or action, escaped so that it is not read as another element.
fn add_line(text: &mut String, line: &str, notes: &str, speakers: &Speakers) {
    match speakers.split_line(line) {
        Some((speaker, said)) => {
            if !text.ends_with("\n\n") {
                text.push('\n');
            }
            text.push_str(&format!("@{}\n", speaker.to_uppercase()));
            let mut said = said;
            while let Some((parenthetical, rest)) = split_parenthetical(said) {
                text.push_str(&format!("({parenthetical})\n"));
                said = rest;
            }
            text.push_str(&format!("{said}{notes}\n\n"));
        }
        None if line.trim().is_empty() => text.push_str(&format!("{}\n", notes.trim_start())),
        None if is_transition(line) => {
            if !text.ends_with("\n\n") {
                text.push('\n');
            }
            // Lines in capitals that end so are transitions by themselves.
            let mark = if line.ends_with("TO:") { "" } else { "> " };
            text.push_str(&format!("{mark}{line}{notes}\n\n"));
        }
        None => text.push_str(&format!("!{line}{notes}\n")),
    }
}

/// Words without the marks of comments, and the notes that stand for those that end in them.
fn with_notes(words: &str, comments: &Comments) -> (String, String) {
    let (words, ended) = comments.take_from(words);
    let notes = ended.into_iter().map(|it| {
        let says = without_notes(&tidy_title(&it.says, ""));
        match &it.author {
            Some(author) => format!(" [[{}: {says}]]", without_notes(author)),
            None => format!(" [[{says}]]"),
        }
    });
    (words, notes.collect())
}

/// Runs with Fountain's emphasis marks; all other marks are escaped.
fn marked(runs: &[Run]) -> String {
    let mut text = String::new();
    for run in runs {
        // Emphasis ends at the line end.
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

/// Text with `*`, `_`, notes and boneyard marks escaped.
fn escaped(words: &str) -> String {
    let words = words.replace('\\', "＼");
    without_notes(&words)
        .replace('*', "\\*")
        .replace('_', "\\_")
}

/// Text in which nothing begins or ends a note or a boneyard.
fn without_notes(words: &str) -> String {
    words
        .replace("[[", "[ [")
        .replace("]]", "] ]")
        .replace("/*", "/ *")
        .replace("*/", "* /")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::sample_with_yard;
    use super::*;
    use crate::tests::external_programs;

    fn play() -> Vec<u8> {
        Fountain.export(&sample_with_yard(
            "INT. HALL\n\n> HE WAITS.\n\nNeo: Who *are* you?\nneo：谁？\n\n@home = 2_000 [[not a note\n\n---\n\n**Fog.**",
        ))
    }

    #[test]
    fn writes_a_screenplay() {
        expect![[r#"
            Title: Three \ rooms

            .大厅 [hall]

            !It was dark.

            !A door shut.

            > out | "away" (if light > 0) → INT. YARD - NIGHT

            INT. YARD - NIGHT

            = He meets his *end*.

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
        let folder = external_programs::folder_with(&[("story.fountain", &play())]);
        let read = external_programs::node("read_fountain.js", folder.path(), &["story.fountain"]);
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
