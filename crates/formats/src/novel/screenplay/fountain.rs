//! Screenplays in Fountain, and plain text that is laid out like one.

use std::borrow::Cow;

use super::{Element, Screenplay};
use crate::comment_marks::{only_marks, without_marks};
use crate::novel::Book;
use crate::novel::comments::Comment;

/// Whether a text is a screenplay: it has a title page and a heading of a scene, or several such
/// headings.
pub(in crate::novel) fn is_screenplay(text: &str) -> bool {
    let begins_with_title = text.trim_start_matches('\u{feff}').starts_with("Title:");
    // Prose has signs such as “EST. 1920”, and words such as “Ext.”.
    let is_certain = |it: &&str| {
        let begins = ["INT", "EXT", "I/E"]
            .iter()
            .any(|begin| it.starts_with(begin));
        begins && is_heading(it)
    };
    let headings = text.lines().filter(is_certain).take(2).count();
    let forced = || text.lines().any(|it| forced_heading(it).is_some());
    headings > 1 || begins_with_title && (headings > 0 || forced())
}

/// Reads a screenplay.
pub(in crate::novel) fn book(text: &str) -> Book {
    let mut screenplay = Screenplay::default();
    let text = with_marks(text, &mut screenplay);
    let lines: Vec<Line<'_>> = text.lines().map(Line::of).collect();
    let mut next = title_page(&lines, &mut screenplay);
    while next < lines.len() {
        next += read_lines(&lines, next, &mut screenplay);
    }
    screenplay.finish()
}

/// A line, and what it is without the marks of notes.
struct Line<'t> {
    whole: &'t str,
    words: Cow<'t, str>,
}

impl<'t> Line<'t> {
    fn of(whole: &'t str) -> Self {
        let words = without_marks(whole);
        Self { whole, words }
    }

    fn is_blank(&self) -> bool {
        self.words.trim().is_empty()
    }

    fn marks(&self) -> String {
        match self.words {
            Cow::Borrowed(_) => String::new(),
            Cow::Owned(_) => only_marks(self.whole),
        }
    }
}

/// The text with marks in the place of notes, `[[…]]`, and without omitted text, `/*…*/`.
fn with_marks(text: &str, screenplay: &mut Screenplay) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    // Where a mark has no end, none after it has.
    let (mut notes, mut omitted) = (true, true);
    while let Some(at) = rest.find(['[', '/']) {
        let (before, from) = rest.split_at(at);
        kept.push_str(before);
        let end = match from {
            it if notes && it.starts_with("[[") => {
                let end = it.find("]]");
                notes = end.is_some();
                if let Some(end) = end {
                    let marks = screenplay.note(Comment {
                        text: it[2..end].trim().to_owned(),
                        ..Comment::default()
                    });
                    // It is about the word before it, not about the space between.
                    let words = kept.trim_end_matches(' ').len();
                    kept.insert_str(words, &marks.concat());
                }
                end
            }
            it if omitted && it.starts_with("/*") => {
                let end = it.find("*/");
                omitted = end.is_some();
                end
            }
            _ => None,
        };
        match end {
            Some(end) => {
                rest = &from[end + 2..];
                // One of the spaces around what is left out.
                if kept.ends_with(' ') && rest.starts_with(' ') {
                    kept.pop();
                }
            }
            None => {
                kept.push_str(&from[..1]);
                rest = &from[1..];
            }
        }
    }
    kept + rest
}

/// Reads the title page, and returns how many lines it has.
fn title_page(lines: &[Line<'_>], screenplay: &mut Screenplay) -> usize {
    let is_key = |it: &str| {
        let key = it.split_once(':').map(|it| it.0);
        key.is_some_and(|it| !it.is_empty() && it.chars().all(|it| it.is_alphabetic() || it == ' '))
    };
    let begin = lines.iter().take_while(|it| it.is_blank()).count();
    let first = lines.get(begin);
    let Some(first) = first.map(|it| it.words.trim_start_matches('\u{feff}')) else {
        return 0;
    };
    // A transition ends the same way.
    if !is_key(first) || first.trim_end().ends_with("TO:") || first.trim_end().ends_with("IN:") {
        return 0;
    }
    let mut title = Vec::new();
    let mut is_title = false;
    let mut length = begin;
    for line in &lines[begin..] {
        if line.is_blank() {
            break;
        }
        length += 1;
        let line = line.words.trim_start_matches('\u{feff}');
        let words = match line.split_once(':') {
            Some((key, words)) if is_key(line) && !line.starts_with([' ', '\t']) => {
                is_title = key.eq_ignore_ascii_case("title");
                words
            }
            _ => line,
        };
        if is_title && !words.trim().is_empty() {
            title.push(words.trim().replace(['*', '_', '\\'], ""));
        }
    }
    if !title.is_empty() {
        screenplay.title = Some(title.join(" "));
    }
    length
}

/// Reads the element that begins at a line, and returns how many lines it has.
fn read_lines(lines: &[Line<'_>], at: usize, screenplay: &mut Screenplay) -> usize {
    let words = lines[at].words.trim();
    let marks = lines[at].marks();
    let follows_blank = at == 0 || lines[at - 1].is_blank();
    let is_blank = |at: usize| lines.get(at).is_none_or(Line::is_blank);
    if words.is_empty() {
        screenplay.add_marks(&marks);
        return 1;
    }
    if words.starts_with("===") {
        return 1;
    }
    if let Some(section) = words.strip_prefix('#') {
        match section.strip_prefix('#') {
            // Smaller sections are an outline for the author.
            Some(_) => {
                screenplay.add_marks(&marks);
                screenplay.skipped += 1;
            }
            None => screenplay.add(Element::Act(section.trim().to_owned() + &marks)),
        }
    } else if let Some(synopsis) = words.strip_prefix('=') {
        screenplay.add(Element::Synopsis(synopsis.trim().to_owned() + &marks));
    } else if let Some(heading) = forced_heading(words) {
        screenplay.add(Element::Heading(without_number(heading) + &marks));
    } else if follows_blank && is_heading(words) {
        screenplay.add(Element::Heading(without_number(words) + &marks));
    } else if let Some(line) = words.strip_prefix('>') {
        let line = line.trim().trim_end_matches('<').trim();
        screenplay.add(Element::Line(line.to_owned() + &marks));
    } else if let Some(lyric) = words.strip_prefix('~') {
        screenplay.add(Element::Line(format!("*{}*{marks}", lyric.trim())));
    } else if follows_blank && is_transition(words) && is_blank(at + 1) {
        screenplay.add(Element::Line(words.to_owned() + &marks));
    } else if !is_blank(at + 1) && (words.starts_with('@') || follows_blank && is_character(words))
    {
        return read_speech(lines, at, screenplay);
    } else {
        return read_action(lines, at, screenplay);
    }
    1
}

fn read_speech(lines: &[Line<'_>], at: usize, screenplay: &mut Screenplay) -> usize {
    let name = lines[at].words.trim().trim_start_matches('@');
    screenplay.add(Element::Character(name.to_owned() + &lines[at].marks()));
    let said = lines[at + 1..].iter();
    let said: Vec<&Line<'_>> = said.take_while(|it| !it.is_blank()).collect();
    for line in &said {
        let (words, whole) = (line.words.trim(), line.whole.trim());
        screenplay.add(match words.starts_with('(') && words.ends_with(')') {
            true => Element::Parenthetical(words.to_owned() + &line.marks()),
            false => Element::Dialogue(whole.trim_start_matches('~').trim().to_owned()),
        });
    }
    1 + said.len()
}

fn read_action(lines: &[Line<'_>], at: usize, screenplay: &mut Screenplay) -> usize {
    let begins_other =
        |it: &str| it.starts_with(['#', '>', '~', '@']) || forced_heading(it).is_some();
    let mut count = 0;
    let action = lines[at..].iter().take_while(|it| {
        let goes_on = !it.is_blank() && (count == 0 || !begins_other(it.words.trim()));
        count += usize::from(goes_on);
        goes_on
    });
    let action: Vec<&str> = action
        .map(|it| it.whole.trim())
        .map(|it| it.strip_prefix('!').unwrap_or(it))
        .collect();
    screenplay.add(Element::Action(action.join("\n")));
    action.len()
}

/// What a dot makes the heading of a scene.
fn forced_heading(line: &str) -> Option<&str> {
    let heading = line.strip_prefix('.')?;
    heading
        .starts_with(char::is_alphanumeric)
        .then_some(heading)
}

/// Whether a line begins as headings of scenes do: `INT. KITCHEN - DAY`. In small letters, a dot must follow.
pub(crate) fn is_heading(line: &str) -> bool {
    const BEGINNINGS: [&str; 6] = ["INT./EXT", "INT/EXT", "I/E", "INT", "EXT", "EST"];
    let line = line.trim_start();
    BEGINNINGS.iter().any(|it| {
        let Some((begin, rest)) = line.split_at_checked(it.len()) else {
            return false;
        };
        let place = rest.trim_start_matches(['.', ' ']);
        let is_capital = begin == *it && place.len() < rest.len();
        let is_small = begin.eq_ignore_ascii_case(it) && rest.starts_with('.');
        (is_capital || is_small) && !place.is_empty()
    })
}

/// The heading without the number of the scene: `INT. KITCHEN #12A#`.
fn without_number(heading: &str) -> String {
    let heading = heading.trim();
    let number = heading.strip_suffix('#').and_then(|it| it.rsplit_once('#'));
    number.map_or(heading, |it| it.0.trim_end()).to_owned()
}

fn is_capital(line: &str) -> bool {
    line.chars().any(char::is_uppercase) && !line.chars().any(char::is_lowercase)
}

/// Whether a line is the change from one scene to the next: `CUT TO:`.
pub(crate) fn is_transition(line: &str) -> bool {
    let is_fade = ["FADE OUT.", "FADE IN:", "FADE TO BLACK."].contains(&line);
    let begins = line.starts_with(char::is_alphabetic);
    is_fade || begins && is_capital(line) && line.ends_with("TO:")
}

/// Whether a line names who speaks: in capitals, apart from what is in parentheses.
fn is_character(line: &str) -> bool {
    let name = line.split('(').next().unwrap_or_default().trim();
    is_capital(name) && name.chars().count() <= 40 && !name.ends_with(['.', '!', '?', ':'])
}
