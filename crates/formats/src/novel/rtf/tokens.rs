//! The tokens of Rich Text Format.

/// A token of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A group begins.
    Open,
    /// A group ends.
    Close,
    /// A control word, without its backslash, and its number.
    Word(&'a str, Option<i32>),
    /// The mark of groups that readers who do not know them skip.
    Optional,
    /// Letters in the encoding that is in force.
    Bytes(&'a [u8]),
    /// One byte of a letter in that encoding.
    Byte(u8),
    /// A letter that has a control symbol.
    Letter(char),
}

/// Reads a file token by token.
pub(super) struct Tokens<'a> {
    source: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn of(source: &'a [u8]) -> Self {
        Self { source, at: 0 }
    }

    /// The line of the next token, counted from 1.
    pub(super) fn line(&self) -> usize {
        1 + memchr::memchr_iter(b'\n', &self.source[..self.at]).count()
    }

    /// The bytes from here on that fulfill a condition.
    fn take_while(&mut self, wanted: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = &self.source[self.at..];
        let length = rest.iter().position(|it| !wanted(*it));
        let taken = &rest[..length.unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// What stands behind a backslash.
    fn control(&mut self) -> Option<Token<'a>> {
        let first = *self.source.get(self.at)?;
        if first.is_ascii_alphabetic() {
            return Some(self.word());
        }
        self.at += 1;
        Some(match first {
            b'*' => Token::Optional,
            b'\n' | b'\r' => Token::Word("par", None),
            b'~' => Token::Letter('\u{a0}'),
            b'_' => Token::Letter('\u{2011}'),
            b'\'' => {
                let digits = self.source.get(self.at..self.at + 2)?;
                let digits = std::str::from_utf8(digits).ok();
                let byte = digits.and_then(|it| u8::from_str_radix(it, 16).ok());
                self.at += 2;
                byte.map_or(Token::Bytes(&[]), Token::Byte)
            }
            b'\\' | b'{' | b'}' => Token::Letter(char::from(first)),
            // An optional hyphen, and symbols that have no letter.
            _ => Token::Bytes(&[]),
        })
    }

    fn word(&mut self) -> Token<'a> {
        let name = self.take_while(|it| it.is_ascii_alphabetic());
        let name = std::str::from_utf8(name).unwrap_or_default();
        let start = self.at;
        if self.source.get(self.at) == Some(&b'-') {
            self.at += 1;
        }
        self.take_while(|it| it.is_ascii_digit());
        let number = std::str::from_utf8(&self.source[start..self.at]).unwrap_or_default();
        let number: Option<i32> = number.parse().ok();
        if self.source.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        if let ("bin", Some(length)) = (name, number) {
            let length = usize::try_from(length).unwrap_or_default();
            self.at = self.source.len().min(self.at + length);
        }
        Token::Word(name, number)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.take_while(|it| matches!(it, b'\n' | b'\r' | 0));
        let first = *self.source.get(self.at)?;
        match first {
            b'{' | b'}' | b'\\' => self.at += 1,
            _ => {
                let is_text = |it| !matches!(it, b'{' | b'}' | b'\\' | b'\n' | b'\r' | 0);
                return Some(Token::Bytes(self.take_while(is_text)));
            }
        }
        match first {
            b'{' => Some(Token::Open),
            b'}' => Some(Token::Close),
            _ => self.control(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_tokens() {
        let source = b"{\\b1 a\r\nb\\'e4\\~\\\\\\bin3 }}}\\*\\x-2}\\";
        let tokens: Vec<_> = Tokens::of(source).collect();
        assert_eq!(
            tokens,
            [
                Token::Open,
                Token::Word("b", Some(1)),
                Token::Bytes(b"a"),
                Token::Bytes(b"b"),
                Token::Byte(0xe4),
                Token::Letter('\u{a0}'),
                Token::Letter('\\'),
                Token::Word("bin", Some(3)),
                Token::Optional,
                Token::Word("x", Some(-2)),
                Token::Close,
            ]
        );
    }
}
