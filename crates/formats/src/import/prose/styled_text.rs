//! Styled text as Markdown. Word processors and web pages style any letters, also spaces, parts of
//! words and quotation marks; Markdown marks have an effect only next to letters, so they are moved
//! there.

use crate::comment_marks::{CommentMark, is_reserved};

/// Which of [`MARKS`] apply: bold, italic, struck through.
pub(crate) type TextStyle = [bool; 3];

const MARKS: [&str; 3] = ["**", "*", "~~"];

/// Quotation marks and brackets, opening and closing.
const QUOTES: [(char, char); 9] = [
    ('“', '”'),
    ('‘', '’'),
    ('„', '“'),
    ('«', '»'),
    ('「', '」'),
    ('『', '』'),
    ('《', '》'),
    ('（', '）'),
    ('(', ')'),
];

/// Letters with their styles.
#[derive(Debug, Default)]
pub(crate) struct StyledText {
    letters: Vec<(char, TextStyle)>,
    /// Where comments begin and end, in order, by the number of letters before. Those of a text without
    /// words, or of a heading, wait for the next text.
    comments: Vec<(usize, CommentMark)>,
}

impl StyledText {
    /// Adds words in a style.
    pub(crate) fn push(&mut self, words: &str, style: TextStyle) {
        let words = words.chars().filter(|it| !is_reserved(*it));
        self.letters.extend(words.map(|it| (it, style)));
    }

    /// Marks that a comment begins or ends here.
    pub(crate) fn mark(&mut self, mark: CommentMark) {
        self.comments.push((self.letters.len(), mark));
    }

    /// Marks a comment on the letters from a position on.
    pub(crate) fn comment_from(&mut self, begin: usize, comment: usize) {
        let at = self.comments.partition_point(|it| it.0 <= begin);
        self.comments
            .insert(at, (begin, CommentMark::Begin(comment)));
        self.mark(CommentMark::End(comment));
    }

    /// The last letter.
    pub(crate) fn last(&self) -> Option<char> {
        self.letters.last().map(|it| it.0)
    }

    /// The number of letters.
    pub(crate) fn len(&self) -> usize {
        self.letters.len()
    }

    /// Removes the letters from a position on, and returns them without their styles.
    pub(crate) fn split_off(&mut self, at: usize) -> String {
        let at = at.min(self.letters.len());
        let moved = self.comments.iter_mut().rev();
        for comment in moved.take_while(|it| it.0 > at) {
            comment.0 = at;
        }
        self.letters.drain(at..).map(|it| it.0).collect()
    }

    /// Adds text of a file in which line breaks and repeated spaces are one space.
    pub(crate) fn push_collapsed(&mut self, words: &str, style: TextStyle) {
        let is_space = |it: char| matches!(it, ' ' | '\n' | '\r' | '\t');
        for piece in words.split_inclusive(is_space) {
            let word = piece.trim_end_matches(is_space);
            self.push(word, style);
            let follows_space = self.last().is_none_or(|it| matches!(it, ' ' | '\n'));
            if word.len() < piece.len() && !follows_space {
                self.push(" ", style);
            }
        }
    }

    /// Begins the next cell in a row of a table.
    pub(crate) fn next_cell(&mut self) {
        match self.last() {
            None => {}
            Some(' ') => self.push("| ", [false; 3]),
            Some(_) => self.push(" | ", [false; 3]),
        }
    }

    /// Makes the letters from a position on a link to a web page, if the address is that of one.
    pub(crate) fn link(&mut self, begin: usize, address: &str) {
        let begins = address.starts_with("https://") || address.starts_with("http://");
        let breaks_link = |it: char| it.is_whitespace() || "()<>".contains(it);
        let words: String = self.letters.iter().skip(begin).map(|it| it.0).collect();
        let shown = words.trim();
        if !begins || address.contains(breaks_link) || shown.is_empty() || shown == address {
            return;
        }
        let style = self.letters[begin].1;
        let end = self.letters.len();
        self.letters.truncate(begin);
        self.push(
            &words.replacen(shown, &format!("[{shown}]({address})"), 1),
            style,
        );
        let moved = self.comments.iter_mut().rev();
        for (at, _) in moved.take_while(|it| it.0 > begin) {
            *at = match *at < end {
                true => *at + 1,
                false => self.letters.len(),
            };
        }
    }

    /// Takes the whole text without its styles.
    pub(crate) fn take_plain(&mut self) -> String {
        self.split_off(0)
    }

    /// Takes the whole text as Markdown.
    pub(crate) fn take_markdown(&mut self) -> String {
        let is_word = |it: &(char, TextStyle)| !it.0.is_whitespace();
        let Some(first) = self.letters.iter().position(is_word) else {
            return self.split_off(0);
        };
        let last = self.letters.iter().rposition(is_word).unwrap_or(first);
        for (at, _) in &mut self.comments {
            // Spaces at the ends are removed.
            *at = (*at).clamp(first, last + 1);
        }
        let mut letters = std::mem::take(&mut self.letters);
        let mut comments = std::mem::take(&mut self.comments).into_iter().peekable();
        for mark in 0..MARKS.len() {
            shrink_to_words(&mut letters, mark);
        }
        // Asterisks of the text are not emphasis. Those of a scene break (“* * *”) remain one.
        let is_prose = letters.iter().any(|it| it.0.is_alphanumeric());
        let escapes = is_prose && letters.iter().filter(|it| it.0 == '*').count() > 1;
        let ends = ends(&letters);
        let mut text = String::with_capacity(letters.len() + 16);
        let mut open: Vec<usize> = Vec::new();
        for (at, (letter, style)) in letters.iter().enumerate() {
            let kept = open.iter().take_while(|it| style[**it]).count();
            for mark in open.drain(kept..).rev() {
                text.push_str(MARKS[mark]);
            }
            while let Some((_, mark)) = comments.next_if(|it| it.0 <= at) {
                mark.write_to(&mut text);
            }
            let mut more: Vec<usize> = (0..MARKS.len())
                .filter(|it| style[*it] && !open.contains(it))
                .collect();
            // What ends last encloses the others.
            more.sort_by_key(|it| usize::MAX - ends[at][*it]);
            for mark in more {
                text.push_str(MARKS[mark]);
                open.push(mark);
            }
            if escapes && *letter == '*' {
                text.push('\\');
            }
            text.push(*letter);
        }
        for mark in open.into_iter().rev() {
            text.push_str(MARKS[mark]);
        }
        for (_, mark) in comments {
            mark.write_to(&mut text);
        }
        text
    }
}

/// Removes a mark from spaces at its ends, and from punctuation that would keep it from having an
/// effect because a letter follows on the other side, as in `**“你好”**他说`.
fn shrink_to_words(letters: &mut [(char, TextStyle)], mark: usize) {
    let is_word = |it: char| it.is_alphanumeric();
    let is_outside = |it: char, beyond: Option<char>| {
        it.is_whitespace() || (!is_word(it) && beyond.is_some_and(is_word))
    };
    let mut at = 0;
    while at < letters.len() {
        if !letters[at].1[mark] {
            at += 1;
            continue;
        }
        let mut begin = at;
        while at < letters.len() && letters[at].1[mark] {
            at += 1;
        }
        let mut end = at;
        while begin < end {
            let before = begin.checked_sub(1).map(|it| letters[it].0);
            if !is_outside(letters[begin].0, before) {
                break;
            }
            letters[begin].1[mark] = false;
            begin += 1;
        }
        while begin < end {
            let after = letters.get(end).map(|it| it.0);
            if !is_outside(letters[end - 1].0, after) {
                break;
            }
            end -= 1;
            letters[end].1[mark] = false;
            // The quotation mark that belongs to this one.
            if begin < end && QUOTES.contains(&(letters[begin].0, letters[end].0)) {
                letters[begin].1[mark] = false;
                begin += 1;
            }
        }
    }
}

/// For every letter and mark, where the mark ends.
fn ends(letters: &[(char, TextStyle)]) -> Vec<[usize; 3]> {
    let mut ends = vec![[0; 3]; letters.len()];
    let mut next = [0; 3];
    for (at, (_, style)) in letters.iter().enumerate().rev() {
        for mark in 0..MARKS.len() {
            if !style[mark] {
                next[mark] = at;
            } else if next[mark] <= at {
                next[mark] = letters.len();
            }
        }
        ends[at] = next;
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comment_marks::take_marks;

    const PLAIN: TextStyle = [false; 3];
    const BOLD: TextStyle = [true, false, false];
    const ITALIC: TextStyle = [false, true, false];
    const BOTH: TextStyle = [true, true, false];

    #[track_caller]
    fn check(runs: &[(&str, TextStyle)], expected: &str) {
        let mut text = StyledText::default();
        for (words, style) in runs {
            text.push(words, *style);
        }
        assert_eq!(text.take_markdown(), expected);
    }

    #[test]
    fn comments_stay_at_their_words() {
        let mut text = StyledText::default();
        text.mark(CommentMark::Begin(0));
        assert_eq!(text.take_markdown(), "", "they wait for words");
        text.push("A ", PLAIN);
        let begin = text.len();
        text.push("red", BOLD);
        text.mark(CommentMark::End(0));
        text.comment_from(begin, 1);
        text.link(begin, "https://example.com/a");
        text.push(" door ", PLAIN);
        text.mark(CommentMark::Begin(2));
        let (plain, marks) = take_marks(&text.take_markdown());
        assert_eq!(plain, "A **[red](https://example.com/a)** door ");
        let places = marks.iter().map(|it| (&plain[it.0..], it.1));
        expect_test::expect![[r#"
            [
                (
                    "A **[red](https://example.com/a)** door ",
                    Begin(
                        0,
                    ),
                ),
                (
                    "**[red](https://example.com/a)** door ",
                    Begin(
                        1,
                    ),
                ),
                (
                    " door ",
                    End(
                        0,
                    ),
                ),
                (
                    " door ",
                    End(
                        1,
                    ),
                ),
                (
                    " ",
                    Begin(
                        2,
                    ),
                ),
            ]"#]]
        .assert_eq(&format!("{:#?}", places.collect::<Vec<_>>()));
    }

    #[test]
    fn marks_stand_next_to_words() {
        check(
            &[("It was", PLAIN), (" very ", ITALIC), ("dark.", PLAIN)],
            "It was *very* dark.",
        );
        check(&[("“你好”", BOLD), ("他说", PLAIN)], "“**你好**”他说");
        check(
            &[("Go", PLAIN), (" ", BOLD), ("now", PLAIN), ("!", ITALIC)],
            "Go now!",
        );
        check(
            &[("“Run!”", ITALIC), (" he said", PLAIN)],
            "*“Run!”* he said",
        );
    }

    #[test]
    fn joins_runs_that_a_word_processor_split() {
        check(&[("ver", ITALIC), ("y", ITALIC)], "*very*");
        check(&[("a", BOLD), ("b", BOTH)], "**a*b***");
        check(&[("a", BOTH), ("b", ITALIC)], "***a**b*");
        check(&[("gone", [false, false, true])], "~~gone~~");
    }

    #[test]
    fn asterisks_of_the_text_are_no_emphasis() {
        check(&[("2*3*4", PLAIN)], "2\\*3\\*4");
        check(&[("a note*", PLAIN)], "a note*");
        check(&[("* * *", PLAIN)], "* * *");
    }
}
