//! The pattern language of the grammar, and its matcher. `[a|b|]` is a choice (an empty alternative
//! makes it optional), `<slot>` captures at least one letter, `<slot=a|b>` one of the words, a
//! space matches any white space. A pattern that contains Chinese allows white space between all
//! its pieces. The work is bounded: a pattern that would have to try too many positions does not
//! match.

use std::ops::Range;

use model::is_han;

use super::normalized::fold;

/// How many positions a match may try.
const MAX_MATCH_STEPS: u32 = 20_000;

#[derive(Debug)]
enum Token {
    Choice(Vec<Vec<char>>),
    Space,
    Slot(&'static str),
    Named(&'static str, Vec<Vec<char>>),
}

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Pattern {
    tokens: Vec<Token>,
    /// Whether it is Chinese.
    pub(super) chinese: bool,
}

/// What the slots of a pattern captured.
pub(super) type Slots = Vec<(&'static str, Range<usize>)>;

/// The alternatives of a choice, longest first: `show me` is tried before `show`.
fn words(choice: &str) -> Vec<Vec<char>> {
    let mut words: Vec<Vec<char>> = choice
        .split('|')
        .map(|it| it.chars().map(fold).collect())
        .collect();
    words.sort_by_key(|it| std::cmp::Reverse(it.len()));
    words
}

impl Pattern {
    /// Compiles a pattern of the grammar.
    pub(super) fn new(text: &'static str) -> Self {
        let mut tokens = Vec::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let (token, length) = match c {
                ' ' => (Token::Space, 1),
                '[' => {
                    let end = rest.find(']').unwrap_or(rest.len() - 1);
                    (Token::Choice(words(&rest[1..end])), end + 1)
                }
                '<' => {
                    let end = rest.find('>').unwrap_or(rest.len() - 1);
                    let token = match rest[1..end].split_once('=') {
                        Some((name, choice)) => Token::Named(name, words(choice)),
                        None => Token::Slot(&rest[1..end]),
                    };
                    (token, end + 1)
                }
                _ => {
                    let end = rest.find([' ', '[', '<']).unwrap_or(rest.len());
                    (
                        Token::Choice(vec![rest[..end].chars().map(fold).collect()]),
                        end,
                    )
                }
            };
            tokens.push(token);
            rest = &rest[length..];
        }
        Self {
            tokens,
            chinese: text.chars().any(is_han),
        }
    }

    /// Matches the whole of a range.
    pub(super) fn matches(&self, letters: &[char], range: Range<usize>) -> Option<Slots> {
        let mut slots = Vec::new();
        let mut attempt = Attempt {
            pattern: self,
            letters,
            end: range.end,
            steps_left: MAX_MATCH_STEPS,
        };
        attempt.step(0, range.start, &mut slots).then_some(slots)
    }
}

struct Attempt<'a> {
    pattern: &'a Pattern,
    letters: &'a [char],
    end: usize,
    steps_left: u32,
}

impl Attempt<'_> {
    fn step(&mut self, token: usize, at: usize, slots: &mut Slots) -> bool {
        if self.steps_left == 0 {
            return false;
        }
        self.steps_left -= 1;
        let pattern = self.pattern;
        let Some(current) = pattern.tokens.get(token) else {
            return self.skip_spaces(at) == self.end;
        };
        match current {
            Token::Space => {
                let next = self.skip_spaces(at);
                next > at && self.step(token + 1, next, slots)
            }
            Token::Choice(choices) => {
                let start = if pattern.chinese {
                    self.skip_spaces(at)
                } else {
                    at
                };
                choices.iter().any(|choice| {
                    self.literal(choice, start)
                        .is_some_and(|next| self.step(token + 1, next, slots))
                })
            }
            Token::Named(name, choices) => {
                let start = if pattern.chinese {
                    self.skip_spaces(at)
                } else {
                    at
                };
                choices.iter().any(|choice| {
                    let Some(next) = self.literal(choice, start) else {
                        return false;
                    };
                    self.try_capture(token, name, start..next, slots)
                })
            }
            Token::Slot(name) => {
                let start = self.skip_spaces(at);
                // The last slot takes the rest at once, because prose may be long.
                let first = if token + 1 == pattern.tokens.len() {
                    self.end
                } else {
                    start + 1
                };
                start < self.end
                    && (first..=self.end)
                        .any(|end| self.try_capture(token, name, start..end, slots))
            }
        }
    }

    fn try_capture(
        &mut self,
        token: usize,
        name: &'static str,
        range: Range<usize>,
        slots: &mut Slots,
    ) -> bool {
        let next = range.end;
        slots.push((name, range));
        let matched = self.step(token + 1, next, slots);
        if !matched {
            slots.pop();
        }
        matched
    }

    /// Where a literal that begins at `at` ends; its spaces match any white space.
    fn literal(&self, choice: &[char], at: usize) -> Option<usize> {
        let mut at = at;
        for c in choice {
            if *c == ' ' {
                let next = self.skip_spaces(at);
                if next == at {
                    return None;
                }
                at = next;
            } else if at < self.end && self.letters[at] == *c {
                at += 1;
            } else {
                return None;
            }
        }
        Some(at)
    }

    fn skip_spaces(&self, mut at: usize) -> usize {
        while at < self.end && self.letters[at].is_whitespace() {
            at += 1;
        }
        at
    }
}
