//! Lines of Arcscript in prose that came from Arcweave.

use super::literal::split_arguments;

/// The longest line that is searched for values, in bytes.
const MAX_LENGTH: usize = 4_000;

/// The code of a line that is marked as code as a whole: `` `if gold > 1` ``.
pub fn arcscript_line(line: &str) -> Option<&str> {
    let code = line.trim().strip_prefix('`')?.strip_suffix('`')?.trim();
    (!code.is_empty() && !code.contains('`')).then_some(code)
}

/// The arguments of `show(…)`, whose values stand in the text one after the other.
pub fn arcscript_shown(code: &str) -> Option<Vec<&str>> {
    let inner = code.strip_prefix("show")?.trim_start().strip_prefix('(')?;
    (inner.len() <= MAX_LENGTH).then_some(())?;
    let (arguments, length) = split_arguments(inner, ')')?;
    (length + 1 == inner.len()).then_some(arguments)
}
