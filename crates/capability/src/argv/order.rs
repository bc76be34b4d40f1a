//! Words without a name: one value each in the order of the fields, or one text to the end.

use super::line::Word;
use super::{ArgvError, Field, Reading};
use crate::nearest::shortened;

impl<'a> Reading<'a> {
    /// Reads the plain words, by their places among all words of the line.
    pub(super) fn in_order(
        &mut self,
        words: &[Word],
        plain: &[usize],
        line: &str,
    ) -> Result<(), ArgvError> {
        let heads = self.heads();
        let mut by_order = self.clone();
        let mut guessed = None;
        let read = plain.iter().try_for_each(|&at| {
            let field = by_order.value(&words[at])?;
            let is_guess = field.is_free_text() && !self.required.contains(&field.name);
            if is_guess && self.goes_on(words, plain, at) {
                guessed.get_or_insert((at, field));
            }
            Ok(())
        });
        let quoted = plain.iter().any(|&at| !words[at].bare);
        let good = read.is_ok() && by_order.missing().is_empty();
        match guessed.filter(|_| good && !quoted) {
            Some((at, field)) => Err(two_ways(words, at, field)),
            _ if good => {
                *self = by_order;
                Ok(())
            }
            _ => match self.as_one_text(&heads, words, plain, line)? {
                true => Ok(()),
                false => {
                    *self = by_order;
                    read
                }
            },
        }
    }

    /// The fields that plain words have to fill: those that must be given, else the first.
    fn heads(&self) -> Vec<Field<'a>> {
        let open = |it: &Field<'a>| !self.input.contains_key(it.name);
        let fields = self.fields.iter().copied().filter(open);
        let required: Vec<_> = fields
            .clone()
            .filter(|it| self.required.contains(&it.name))
            .collect();
        if required.is_empty() {
            return fields.filter(|it| it.pair().is_none()).take(1).collect();
        }
        required
    }

    /// Whether an unquoted word may belong to the text before it: to a word without a name, or to an
    /// unquoted `name=text`.
    fn goes_on(&self, words: &[Word], plain: &[usize], at: usize) -> bool {
        let Some(before) = at.checked_sub(1).filter(|_| words[at].bare) else {
            return false;
        };
        if plain.contains(&before) {
            return words[before].bare;
        }
        let Some((name, _)) = words[before].text.split_once('=') else {
            return false;
        };
        let name = name.trim_start_matches('-');
        let field = self.fields.iter().find(|it| it.name == name);
        words[before].bare && field.is_none_or(|it| it.is_free_text())
    }

    /// All that is left as the last head, as it stands in the line; whether it can be read so.
    fn as_one_text(
        &mut self,
        heads: &[Field<'a>],
        words: &[Word],
        plain: &[usize],
        line: &str,
    ) -> Result<bool, ArgvError> {
        let Some((&last, before)) = heads.split_last() else {
            return Ok(false);
        };
        let one_word_each = before.iter().all(|it| it.sort() != "array");
        if plain.len() <= heads.len() || !last.is_free_text() || !one_word_each {
            return Ok(false);
        }
        let (given, text) = plain.split_at(before.len());
        let (Some(&first), Some(&end)) = (text.first(), text.last()) else {
            return Ok(false);
        };
        let together = end - first + 1 == text.len();
        if !together || words[first].literal || line.is_empty() {
            return Ok(false);
        }
        let mut read = self.clone();
        for (field, &at) in before.iter().zip(given) {
            read.take(*field, &words[at])?;
        }
        let text = &line[words[first].range.start..words[end].range.end];
        read.take(last, &Word::given(text))?;
        *self = read;
        Ok(true)
    }
}

fn two_ways(words: &[Word], at: usize, field: Field<'_>) -> ArgvError {
    let before = words[at - 1].text.as_str();
    let (name, said) = before.split_once('=').map_or(("", before), |it| it);
    let name = if name.is_empty() {
        String::new()
    } else {
        format!("{name}=")
    };
    let [said, word] = [said, &words[at].text].map(|it| shortened(it, 40));
    ArgvError(format!(
        "\"{said} {word}\" can be read as one text or as two values: put quotes around a text that \
         has spaces ({name}\"{said} {word}\"), or name the field: {}={word}",
        field.name
    ))
}
