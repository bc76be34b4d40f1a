//! Which marks a text holds at all, found in a few passes over its bytes: most prose has none of
//! most story formats, and what is not there need not be looked for. A mark may be said to be there
//! that means nothing; never the other way round.

use std::sync::LazyLock;

use memchr::memmem::Finder;

/// What may stand in a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// `[[`
    pub(super) link: bool,
    /// `<<`
    pub(super) double: bool,
    /// `(name` with a letter, as a macro of Harlowe begins.
    pub(super) named: bool,
    /// `{`
    pub(super) brace: bool,
    /// `show(` and whatever else ends as a call in a script does.
    pub(super) call: bool,
    /// `img[`
    pub(super) picture: bool,
    /// `data-passage=`
    pub(super) attribute: bool,
    /// `<s`, with which scripts and style sheets begin.
    pub(super) script: bool,
    /// What opens a stretch that is not read.
    pub(super) hidden: bool,
}

static QUOTES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\"\"\""));

impl Marks {
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
                    // The last letters of the calls that name passages.
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
    fn what_is_there_is_seen() {
        let none = Marks::default();
        assert_eq!(Marks::of("He (19) said: 3 < 5, a/b = [c]. 雨夜"), none);
        for (text, marks) in [
            ("[[a]]", Marks { link: true, ..none }),
            (
                "<<goto 'a'>>",
                Marks {
                    double: true,
                    ..none
                },
            ),
            (
                "(go-to: 'a')",
                Marks {
                    named: true,
                    ..none
                },
            ),
            (
                "{back link}",
                Marks {
                    brace: true,
                    ..none
                },
            ),
            ("story.show('a')", Marks { call: true, ..none }),
            (
                "img[a][b]",
                Marks {
                    picture: true,
                    ..none
                },
            ),
            (
                "data-passage='a'",
                Marks {
                    attribute: true,
                    ..none
                },
            ),
            (
                "<style>",
                Marks {
                    script: true,
                    ..none
                },
            ),
        ] {
            assert_eq!(Marks::of(text), marks, "{text}");
        }
        for text in [
            "<!-- a -->",
            "/* a */",
            "/% a %/",
            "\"\"\"a\"\"\"",
            "<nowiki>",
            "`",
        ] {
            assert!(Marks::of(text).hidden, "{text}");
        }
        let both = Marks {
            brace: true,
            hidden: true,
            ..none
        };
        assert_eq!(Marks::of("{{{a}}}"), both);
    }
}
