//! Words without a name: one value each in the order of the fields, or one text up to the end.

use super::line::Word;
use super::{ArgvError, Field, Reading};
use crate::nearest::truncated;

impl<'a> Reading<'a> {
    /// Reads the plain words, given by their indexes among all words of the line.
    pub(super) fn read_positional(
        &mut self,
        words: &[Word],
        plain: &[usize],
        line: &str,
    ) -> Result<(), ArgvError> {
        let target_fields = self.target_fields();
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
        let quoted = plain.iter().any(|&at| !words[at].unquoted);
        let good = read.is_ok() && by_order.missing().is_empty();
        match guessed.filter(|_| good && !quoted) {
            Some((at, field)) => Err(ambiguous(words, at, field)),
            _ if good => {
                *self = by_order;
                Ok(())
            }
            _ => match self.rest_as_text(&target_fields, words, plain, line)? {
                true => Ok(()),
                false => {
                    *self = by_order;
                    read
                }
            },
        }
    }

    /// The fields that plain words have to fill: the required ones, or else the first.
    fn target_fields(&self) -> Vec<Field<'a>> {
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

    /// Whether an unquoted word may continue the text before it: a word without a name, or an
    /// unquoted `name=text`.
    fn goes_on(&self, words: &[Word], plain: &[usize], at: usize) -> bool {
        let Some(before) = at.checked_sub(1).filter(|_| words[at].unquoted) else {
            return false;
        };
        if plain.contains(&before) {
            return words[before].unquoted;
        }
        let Some((name, _)) = words[before].text.split_once('=') else {
            return false;
        };
        let name = name.trim_start_matches('-');
        let field = self.fields.iter().find(|it| it.name == name);
        words[before].unquoted && field.is_none_or(|it| it.is_free_text())
    }

    /// Reads all remaining words as one text for the last target field, exactly as typed; returns
    /// whether that reading is possible.
    fn rest_as_text(
        &mut self,
        target_fields: &[Field<'a>],
        words: &[Word],
        plain: &[usize],
        line: &str,
    ) -> Result<bool, ArgvError> {
        let Some((&last, before)) = target_fields.split_last() else {
            return Ok(false);
        };
        let one_word_each = before.iter().all(|it| it.type_name() != "array");
        if plain.len() <= target_fields.len() || !last.is_free_text() || !one_word_each {
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

fn ambiguous(words: &[Word], at: usize, field: Field<'_>) -> ArgvError {
    let before = words[at - 1].text.as_str();
    let (name, value) = before.split_once('=').map_or(("", before), |it| it);
    let name = if name.is_empty() {
        String::new()
    } else {
        format!("{name}=")
    };
    let [value, word] = [value, &words[at].text].map(|it| truncated(it, 40));
    ArgvError(format!(
        "\"{value} {word}\" can be read as one text or as two values: put quotes around a text that \
         has spaces ({name}\"{value} {word}\"), or name the field: {}={word}",
        field.name
    ))
}
