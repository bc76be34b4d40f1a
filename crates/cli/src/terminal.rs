//! The terminal: writes lines, reads text. Colors only at a terminal (`NO_COLOR` and pipes are
//! respected); a closed output pipe is not an error.

use std::borrow::Cow;
use std::io::{BufRead, IsTerminal, Read, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};

use host::Failure;
use host::interfaces::wire;
use serde_json::{Value, json};

/// Success.
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
/// Failure.
pub(super) const BAD: Style = AnsiColor::Red.on_default();
/// Secondary text.
pub(super) const FAINT: Style = Style::new().dimmed();
/// Important text.
pub(super) const STRONG: Style = Style::new().bold();

/// The largest input from a file or standard input, in bytes: the limit of an import, so that a
/// wrong file does not exhaust the memory.
const INPUT_LIMIT: u64 = formats::MAX_FILE_BYTES;

/// Text of a story or a model without control characters that move the cursor or color the
/// terminal; characters that reverse the text direction are made visible.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\t' => plain.push(letter),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                plain.push_str(&format!("[U+{:04X}]", u32::from(letter)));
            }
            _ if letter.is_control() => {}
            _ => plain.push(letter),
        }
    }
    plain
}

/// Restricts terminal output to text and our own styles: the last defense against whatever a file
/// or a model contains.
fn styled_only(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        clean.push_str(&plain(&rest[..at]));
        let sequence = &rest[at..];
        let style = sequence.strip_prefix("\u{1b}[").and_then(|it| {
            let end = it.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            it[end..].starts_with('m').then_some(end + 3)
        });
        let length = style.unwrap_or(1);
        if style.is_some() {
            clean.push_str(&sequence[..length]);
        }
        rest = &sequence[length..];
    }
    clean.push_str(&plain(rest));
    clean
}

/// Prints one line of output.
pub(super) fn say(line: &str) {
    write(&format!("{line}\n"));
}

/// Says what a command did: in one line for a person, or with these fields for a program.
pub(super) fn done(json: bool, line: &str, fields: Value) {
    match json {
        true => answer(fields),
        false => say(line),
    }
}

/// Answers a program with one JSON object: `ok` and these fields.
pub(super) fn answer(fields: Value) {
    let mut answer = json!({ "ok": true });
    if let (Value::Object(answer), Value::Object(fields)) = (&mut answer, fields) {
        answer.extend(fields);
    }
    say(&answer.to_string());
}

/// Writes output without a line end, and flushes it.
pub(super) fn write(text: &str) {
    // A program gets the output unchanged.
    let text = match std::io::stdout().is_terminal() {
        true => Cow::Owned(styled_only(text)),
        false => Cow::Borrowed(text),
    };
    let mut out = anstream::stdout().lock();
    // If the output was closed, nobody can be told.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes text to standard error without a line end, such as a prompt.
pub(super) fn print_error_text(text: &str) {
    let mut err = anstream::stderr();
    let _ = write!(err, "{}", styled_only(text)).and_then(|()| err.flush());
}

/// Prints one line to standard error: notes, warnings, questions.
pub(super) fn note(line: &str) {
    let _ = writeln!(anstream::stderr(), "{}", styled_only(line));
}

/// Reports a failure: as text on standard error, or as JSON on standard output for a program.
pub(super) fn fail(failure: &Failure, json: bool) {
    if json {
        return say(&wire::failure(failure).to_string());
    }
    failure_lines(failure).iter().for_each(|it| note(it));
}

/// The lines of a failure for a person. What it quotes may come from a file or a model.
fn failure_lines(failure: &Failure) -> Vec<String> {
    let report = failure.report();
    let place = match report.path.as_deref() {
        Some(path) if !path.is_empty() && !report.message.contains(path) => {
            format!(" (at {})", plain(path))
        }
        _ => String::new(),
    };
    let message = plain(&report.message);
    let mut lines = vec![format!("{BAD}error{BAD:#}: {message}{place}")];
    let known = |it: &&Option<String>| it.as_deref().is_some_and(|it| !report.message.contains(it));
    if let Some(expected) = Some(&report.expected).filter(known).cloned().flatten() {
        lines.push(format!("  expected: {}", plain(&expected)));
    }
    if let Some(got) = Some(&report.got).filter(known).cloned().flatten() {
        lines.push(format!("  got: {}", plain(&got)));
    }
    if let Some(hint) = &report.hint {
        lines.push(format!("{FAINT}hint{FAINT:#}: {}", plain(hint)));
    }
    lines
}

/// The width in columns; large if there is no terminal, so that nothing is cut for a program.
pub(super) fn width() -> usize {
    let columns = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    if std::io::stdout().is_terminal() {
        columns().unwrap_or(80)
    } else {
        400
    }
}

/// Whether there is a person who can be asked.
pub(super) fn is_interactive() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// All of standard input as text, up to the limit.
pub(super) fn read_input() -> Result<String, Failure> {
    String::from_utf8(read_stdin()?).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        Failure::invalid(format!(
            "standard input is not UTF-8 text (at byte {place})"
        ))
    })
}

/// All of standard input, up to the limit.
pub(super) fn read_stdin() -> Result<Vec<u8>, Failure> {
    read(&mut std::io::stdin().lock(), "standard input")
}

/// All of a file, up to the limit.
pub(super) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let name = path.display().to_string();
    let mut file = std::fs::File::open(path)
        .map_err(|error| Failure::io(format!("cannot read {name}"), &error))?;
    read(&mut file, &name)
}

fn read(from: &mut dyn Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    from.take(INPUT_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::io(format!("cannot read {name}"), &error))?;
    if bytes.len() as u64 > INPUT_LIMIT {
        return Err(too_large(name, INPUT_LIMIT));
    }
    Ok(bytes)
}

/// Writes bytes to standard output: unchanged, or as safe text if it is a terminal.
pub(super) fn write_bytes(bytes: &[u8]) -> Result<(), Failure> {
    if std::io::stdout().is_terminal() {
        write(&plain(&String::from_utf8_lossy(bytes)));
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .map_err(|error| Failure::io("cannot write to standard output", &error))
}

/// Reads one line from standard input, without its line end; `None` at the end of input. A line
/// that is too long or not text is a failure, after which the next line is read normally.
pub(super) fn read_line() -> Result<Option<String>, Failure> {
    read_limited_line(&mut std::io::stdin().lock(), INPUT_LIMIT)
}

fn read_limited_line(from: &mut dyn BufRead, limit: u64) -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    let mut bounded = (&mut *from).take(limit);
    // A failing input is treated as its end.
    let read = bounded.read_until(b'\n', &mut line).unwrap_or_default();
    if read as u64 == limit && line.last() != Some(&b'\n') {
        // If this fails, the next read finds the end.
        let _ = from.skip_until(b'\n');
        return Err(too_large("a line of standard input", limit));
    }
    let Ok(line) = String::from_utf8(line) else {
        return Err(Failure::invalid(
            "a line of standard input is not UTF-8 text",
        ));
    };
    Ok((read > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned()))
}

fn too_large(name: &str, limit: u64) -> Failure {
    let limit = limit / 1024 / 1024;
    Failure::invalid(format!("{name} is too large: over {limit} MB"))
        .hint("split it into several parts")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "A\u{1b}]52;c;ZXZpbA==\u{7}\u{9b}31m\u{202e}B\u{1b}[2J\r";

    #[test]
    fn failures_contain_no_terminal_control_sequences() {
        let failure = Failure::invalid(format!("there is no {HOSTILE}")).hint(HOSTILE);
        let text = failure_lines(&failure).join("\n");
        let styles = [BAD, FAINT].map(|it| it.render().to_string());
        let text = styles.iter().fold(text, |text, it| text.replace(it, ""));
        let text = text.replace("\u{1b}[0m", "");
        assert_eq!(
            text.matches("A]52;c;ZXZpbA==31m[U+202E]B[2J").count(),
            2,
            "{text:?}"
        );
        assert!(
            !text.chars().any(|it| it.is_control() && it != '\n'),
            "{text:?}"
        );
    }

    #[test]
    fn only_text_and_styles_reach_a_terminal() {
        let text = format!("{GOOD}✓{GOOD:#} {HOSTILE} {STRONG}好{STRONG:#}");
        let expected =
            format!("{GOOD}✓{GOOD:#} A]52;c;ZXZpbA==31m[U+202E]B[2J {STRONG}好{STRONG:#}");
        assert_eq!(styled_only(&text), expected);
        assert_eq!(styled_only("\u{1b}"), "");
        assert_eq!(styled_only("\u{1b}[1;31"), "[1;31");
    }

    #[test]
    fn an_invalid_line_does_not_lose_the_next() {
        let mut input = &b"one\r\nmuch too long a line\n\xff\n\nlast"[..];
        let mut next =
            || read_limited_line(&mut input, 8).map_err(|it| it.report().message.clone());
        assert_eq!(next(), Ok(Some("one".into())));
        assert_eq!(
            next(),
            Err("a line of standard input is too large: over 0 MB".into())
        );
        assert_eq!(
            next(),
            Err("a line of standard input is not UTF-8 text".into())
        );
        assert_eq!(next(), Ok(Some(String::new())));
        assert_eq!(next(), Ok(Some("last".into())));
        assert_eq!(next(), Ok(None));
    }
}
