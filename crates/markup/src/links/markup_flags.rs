//! Detects which kinds of markup a text may contain, in a few passes over its bytes. Most prose
//! contains little markup, and what is absent need not be searched for. False positives are
//! possible, false negatives are not.

use std::sync::LazyLock;

use memchr::memmem::Finder;

/// The kinds of markup that may occur in a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct MarkupFlags {
    /// `[[`
    pub(super) link: bool,
    /// `<<`
    pub(super) double: bool,
    /// `(name` with a letter, as at the beginning of a Harlowe macro.
    pub(super) named: bool,
    /// `{`
    pub(super) brace: bool,
    /// `show(` and anything else that ends like a call in a script.
    pub(super) call: bool,
    /// `img[`
    pub(super) picture: bool,
    /// `data-passage=`
    pub(super) attribute: bool,
    /// `<s`, with which scripts and style sheets begin.
    pub(super) script: bool,
    /// A delimiter of unparsed text.
    pub(super) hidden: bool,
}

static QUOTES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\"\"\""));

impl MarkupFlags {
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut marks = Self::default();
        let before = |at: usize| at.checked_sub(1).map_or(0, |it| bytes[it]);
        let behind = |at: usize| bytes.get(at + 1).copied().unwrap_or(0);
        for at in memchr::memchr3_iter(b'[', b'<', b'(', bytes) {
            let next = behind(at);
            match bytes[at] {
                b'[' => {
                    marks.link |= next == b'[';
                    marks.picture |= before(at) == b'g';
                }
                b'<' => {
                    marks.double |= next == b'<';
                    marks.script |= next == b's';
                    marks.hidden |= matches!(next, b'!' | b'n');
                }
                _ => {
                    marks.named |= next.is_ascii_alphabetic() || matches!(next, b'-' | b'_');
                    // The last letters of the functions that name passages.
                    marks.call |= matches!(before(at), b'w' | b'e' | b'r' | b'y' | b'o');
                }
            }
        }
        for at in memchr::memchr3_iter(b'{', b'/', b'`', bytes) {
            match bytes[at] {
                b'{' => {
                    marks.brace = true;
                    marks.hidden |= behind(at) == b'{';
                }
                b'/' => marks.hidden |= matches!(behind(at), b'*' | b'%'),
                _ => marks.hidden = true,
            }
        }
        marks.hidden |= QUOTES.find(bytes).is_some();
        marks.attribute = memchr::memchr_iter(b'=', bytes).any(|at| before(at) == b'e');
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_present_markup() {
        let none = MarkupFlags::default();
        assert_eq!(
            MarkupFlags::of("He (19) said: 3 < 5, a/b = [c]. 雨夜"),
            none
        );
        for (text, marks) in [
            ("[[a]]", MarkupFlags { link: true, ..none }),
            (
                "<<goto 'a'>>",
                MarkupFlags {
                    double: true,
                    ..none
                },
            ),
            (
                "(go-to: 'a')",
                MarkupFlags {
                    named: true,
                    ..none
                },
            ),
            (
                "{back link}",
                MarkupFlags {
                    brace: true,
                    ..none
                },
            ),
            ("story.show('a')", MarkupFlags { call: true, ..none }),
            (
                "img[a][b]",
                MarkupFlags {
                    picture: true,
                    ..none
                },
            ),
            (
                "data-passage='a'",
                MarkupFlags {
                    attribute: true,
                    ..none
                },
            ),
            (
                "<style>",
                MarkupFlags {
                    script: true,
                    ..none
                },
            ),
        ] {
            assert_eq!(MarkupFlags::of(text), marks, "{text}");
        }
        for text in [
            "<!-- a -->",
            "/* a */",
            "/% a %/",
            "\"\"\"a\"\"\"",
            "<nowiki>",
            "`",
        ] {
            assert!(MarkupFlags::of(text).hidden, "{text}");
        }
        let both = MarkupFlags {
            brace: true,
            hidden: true,
            ..none
        };
        assert_eq!(MarkupFlags::of("{{{a}}}"), both);
    }
}
