//! The formatting of Twine's story formats, and tags of HTML, as marks of Markdown.

/// The text without the brackets that open at these positions, and without those that close them.
pub(super) fn without_brackets(text: &str, hooks: &[usize]) -> String {
    if hooks.is_empty() {
        return text.to_owned();
    }
    let mut open: Vec<bool> = Vec::new();
    let mut plain = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '[' => {
                let is_hook = hooks.binary_search(&at).is_ok();
                open.push(is_hook);
                if !is_hook {
                    plain.push(c);
                }
            }
            ']' => {
                if open.pop() != Some(true) {
                    plain.push(c);
                }
            }
            c => plain.push(c),
        }
    }
    plain
}

/// The longest tag, in bytes.
const MAX_TAG: usize = 2_000;

/// The text with the tags of HTML that Markdown has marks for as those marks, and without others.
pub fn html_as_markdown(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let closes = from[1..].starts_with('/');
        let name = from[1..].trim_start_matches('/');
        let is_tag = name.starts_with(|it: char| it.is_ascii_alphabetic());
        let reach = &from[..from.floor_char_boundary(MAX_TAG)];
        let end = is_tag.then(|| reach.find(['>', '\n'])).flatten();
        let end = end.filter(|it| from[*it..].starts_with('>'));
        let Some(end) = end else {
            plain.push('<');
            rest = &from[1..];
            continue;
        };
        let name_end = name.find(|it: char| !it.is_ascii_alphanumeric());
        let name = name[..name_end.unwrap_or(name.len())].to_ascii_lowercase();
        match name.as_str() {
            "b" | "strong" => plain.push_str("**"),
            "i" | "em" => plain.push('*'),
            "s" | "del" | "strike" => plain.push_str("~~"),
            "br" | "tr" => plain.push('\n'),
            "hr" => plain.push_str("\n\n---\n\n"),
            "li" if !closes => plain.push_str("\n- "),
            "p" | "div" | "ul" | "ol" | "blockquote" => plain.push_str("\n\n"),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                plain.push_str("\n\n");
                if !closes {
                    let level = name[1..].parse().unwrap_or(1);
                    plain.push_str(&"#".repeat(level));
                    plain.push(' ');
                }
            }
            _ => {}
        }
        rest = &from[end + 1..];
    }
    plain + rest
}

/// SugarCube's formatting as Markdown.
pub(super) fn sugarcube_as_markdown(text: &str) -> String {
    let text = text.replace("\\\n", "").replace("\n\\", "");
    let mut plain = String::with_capacity(text.len());
    let (mut in_quote, mut in_style) = (false, false);
    for line in text.split_inclusive('\n') {
        if line.trim_end() == "<<<" {
            in_quote = !in_quote;
            plain.push('\n');
            continue;
        }
        if in_quote {
            plain.push_str("> ");
        }
        let rest = match line.as_bytes().first() {
            Some(b'!') => heading(line, '!', &mut plain),
            Some(b'*') => list_item(line, '*', &mut plain),
            Some(b'#') => list_item(line, '#', &mut plain),
            Some(b'-') if is_rule(line, 4) => rule(&mut plain),
            _ => line,
        };
        inline(rest, &SUGARCUBE, &mut in_style, &mut plain);
    }
    plain
}

/// Harlowe's formatting as Markdown.
pub(super) fn harlowe_as_markdown(text: &str) -> String {
    let text = text.replace("\\\n", "").replace("\n\\", "");
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let begun = line.trim_start_matches(' ');
        if is_layout(begun.trim()) {
            plain.push('\n');
            continue;
        }
        let rest = match begun.as_bytes().first() {
            Some(b'#') => heading(begun, '#', &mut plain),
            Some(b'*') if begun.trim_start_matches('*').starts_with(' ') => {
                list_item(begun, '*', &mut plain)
            }
            Some(b'0') => numbered_item(begun, &mut plain),
            Some(b'-') if is_rule(begun, 3) => rule(&mut plain),
            _ => line,
        };
        inline(rest, &HARLOWE, &mut false, &mut plain);
    }
    plain
}

/// Whether a line of Harlowe only says how those below it are laid out: `=><=` centers them, `==>`
/// moves them to the right, `|===` makes a column of them.
fn is_layout(line: &str) -> bool {
    let marks = line.replace('=', "");
    let signs = line.len() - marks.len();
    let is_edge = |mark: char| line.starts_with(mark) || line.ends_with(mark);
    match marks.as_str() {
        "><" => !is_edge('>') && !is_edge('<'),
        "<>" => signs >= 2 && line.starts_with('<') && line.ends_with('>'),
        ">" => signs >= 2 && line.ends_with('>'),
        "<" => signs >= 2 && line.starts_with('<'),
        "|" => signs >= 1,
        "||" => signs >= 1 && !line.contains("||"),
        _ => false,
    }
}

/// Marks within a line, and what they are in Markdown, which has none for some.
type InlineMarks = [(&'static str, &'static str)];

const SUGARCUBE: [(&str, &str); 8] = [
    ("--", "—"),
    ("//", "*"),
    ("''", "**"),
    ("__", ""),
    ("==", "~~"),
    ("~~", ""),
    ("^^", ""),
    (STYLE, ""),
];
const HARLOWE: [(&str, &str); 3] = [("//", "*"), ("''", "**"), ("^^", "")];
/// The longest class or property, in bytes.
const MAX_STYLE: usize = 200;
/// Around text with a style of its own in SugarCube: `@@.class;text@@`, `@@color:red;text@@`.
const STYLE: &str = "@@";

/// `!! text` or `## text` as a heading; returns what is left of the line.
fn heading<'t>(line: &'t str, mark: char, plain: &mut String) -> &'t str {
    let words = line.trim_start_matches(mark);
    let level = line.len() - words.len();
    if level > 6 || !words.trim_start().starts_with(char::is_alphanumeric) {
        return line;
    }
    plain.push_str(&"#".repeat(level));
    plain.push(' ');
    words.trim_start()
}

/// `** text` or `## text` as an item of a list.
fn list_item<'t>(line: &'t str, mark: char, plain: &mut String) -> &'t str {
    let words = line.trim_start_matches(mark);
    if words.trim().is_empty() {
        return line;
    }
    item(line.len() - words.len(), mark == '#', plain);
    words.trim_start()
}

/// Harlowe's `0.0. text`.
fn numbered_item<'t>(line: &'t str, plain: &mut String) -> &'t str {
    let words = line.trim_start_matches("0.");
    if words.len() == line.len() || !words.starts_with(' ') {
        return line;
    }
    item((line.len() - words.len()) / 2, true, plain);
    words.trim_start()
}

fn item(level: usize, is_numbered: bool, plain: &mut String) {
    plain.push_str(&"   ".repeat(level - 1));
    plain.push_str(if is_numbered { "1. " } else { "- " });
}

fn is_rule(line: &str, least: usize) -> bool {
    let line = line.trim_end();
    line.len() >= least && line.bytes().all(|it| it == b'-')
}

/// A line across the page; returns what is left of its line. Directly below words it would make a
/// heading of them.
fn rule<'t>(plain: &mut String) -> &'t str {
    plain.push_str("\n---\n\n");
    ""
}

fn inline(line: &str, marks: &InlineMarks, in_style: &mut bool, plain: &mut String) {
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        // The slashes of an address are not a mark.
        if plain.ends_with(':') && rest.starts_with("//") {
            plain.push_str("//");
            rest = &rest[2..];
            continue;
        }
        let Some((mark, markdown)) = marks.iter().find(|it| rest.starts_with(it.0)) else {
            plain.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        plain.push_str(markdown);
        rest = &rest[mark.len()..];
        if *mark == STYLE {
            *in_style = !*in_style;
            if *in_style {
                rest = without_styles(rest);
            }
        }
    }
}

/// The text without the classes and properties before it, each of which ends with a semicolon.
fn without_styles(text: &str) -> &str {
    let mut rest = text;
    while let Some(length) = rest[..rest.floor_char_boundary(MAX_STYLE)].find(';') {
        let (style, text) = (&rest[..length], &rest[length + 1..]);
        let is_name = |it: char| it.is_alphanumeric() || "-_.#".contains(it);
        let is_class = style.starts_with(['.', '#']) && style.chars().all(is_name);
        let property = style.split_once(':').map(|it| it.0.trim());
        let is_property =
            property.is_some_and(|it| it.chars().all(is_name)) && !style.contains(['\n', '@']);
        if !is_class && !is_property {
            break;
        }
        rest = text;
    }
    rest
}
