//! Recognizes headings in plain text, as in English and Chinese novels: “Chapter 3”, “CHAPTER III:
//! The Storm”, “Prologue”, “第三章 雨夜”, “卷二”, “楔子”. Sentences that begin the same way are not
//! headings.

/// The maximum length of a heading, in characters.
const MAX_HEADING: usize = 60;
/// Chinese numerals.
const NUMERALS: &str =
    "0123456789０１２３４５６７８９零〇一二三四五六七八九十百千万两壹贰叁肆伍陆柒捌玖拾";

/// The level of a heading: 1 for parts and volumes, 2 for chapters; `None` for any other line.
pub(super) fn level(line: &str) -> Option<u8> {
    let line = line.trim_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
    let is_sentence = line.ends_with(['.', ',', ';', '。', '，', '；', '”', '"'])
        && line.contains([' ', '，', '。', '“'])
        && !ends_with_number(line);
    if line.is_empty() || line.chars().count() > MAX_HEADING || is_sentence {
        return None;
    }
    chinese(line).or_else(|| english(line))
}

/// “Chapter 3.” ends with a period and is a heading nevertheless.
fn ends_with_number(line: &str) -> bool {
    let words: Vec<_> = line.trim_end_matches('.').split_whitespace().collect();
    matches!(words.as_slice(), [_, number] if is_number(number))
}

fn english(line: &str) -> Option<u8> {
    let lower = line.to_lowercase();
    let word_end = lower
        .find(|it: char| !it.is_alphabetic())
        .unwrap_or(lower.len());
    let (word, rest) = lower.split_at(word_end);
    let level = match word {
        "part" | "book" | "volume" => 1,
        "chapter" | "episode" => 2,
        "prologue" | "epilogue" | "foreword" | "afterword" | "interlude" | "preface" => {
            return opens_title(rest).then_some(2);
        }
        _ => return None,
    };
    let rest = rest.strip_prefix([' ', '\t', '\u{a0}'])?.trim_start();
    let number_end = rest
        .find(|it: char| !it.is_alphanumeric() && it != '-')
        .unwrap_or(rest.len());
    let (number, title) = rest.split_at(number_end);
    let parts = || number.split('-').all(is_number);
    (!number.is_empty() && parts() && opens_title(title)).then_some(level)
}

/// Whether the text after a number is empty or a separated title.
fn opens_title(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([' ', '\t', ':', '.', '-', '–', '—', '\u{a0}', '：'])
}

fn is_number(word: &str) -> bool {
    const WORDS: [&str; 29] = [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
        "thirty",
        "forty",
        "fifty",
        "first",
        "second",
        "third",
        "fourth",
        "the",
        "last",
    ];
    let word = word.to_lowercase();
    word.chars().all(|it| it.is_ascii_digit())
        || word.chars().all(|it| "ivxlc".contains(it))
        || WORDS.contains(&word.as_str())
}

fn chinese(line: &str) -> Option<u8> {
    const ALONE: [&str; 14] = [
        "序章",
        "序言",
        "序",
        "前言",
        "楔子",
        "引子",
        "尾声",
        "尾聲",
        "后记",
        "後記",
        "番外",
        "终章",
        "終章",
        "プロローグ",
    ];
    let apart = |rest: &str| {
        rest.is_empty()
            || rest.starts_with(|it: char| it.is_whitespace() || "：:、.·—-「《（(【".contains(it))
    };
    if ALONE
        .iter()
        .any(|it| line.strip_prefix(it).is_some_and(apart))
    {
        return Some(2);
    }
    if let Some(rest) = line.strip_prefix('卷') {
        let after = rest.trim_start_matches(|it| NUMERALS.contains(it));
        return (after.len() < rest.len() && apart(after)).then_some(1);
    }
    let rest = line.strip_prefix('第')?.trim_start_matches(' ');
    let after = rest.trim_start_matches(|it| NUMERALS.contains(it));
    if after.len() == rest.len() {
        return None;
    }
    let after = after.trim_start_matches(' ');
    let unit = after.chars().next()?;
    let level = match unit {
        '卷' | '部' | '篇' | '集' => 1,
        '章' | '回' | '节' | '節' | '幕' | '话' | '話' => 2,
        _ => return None,
    };
    // “第三章” may be directly followed by its title; “第一部电影” is not a heading.
    let title = &after[unit.len_utf8()..];
    (apart(title) || matches!(unit, '章' | '回')).then_some(level)
}

#[cfg(test)]
mod tests {
    use super::level;

    #[test]
    fn distinguishes_headings_from_sentences() {
        for (line, expected) in [
            ("Chapter 3", Some(2)),
            ("CHAPTER III", Some(2)),
            ("Chapter IV: The Storm", Some(2)),
            ("chapter twenty-one", Some(2)),
            ("Chapter 7.", Some(2)),
            ("  Part One  ", Some(1)),
            ("BOOK II — The Sea", Some(1)),
            ("Prologue", Some(2)),
            ("第三章", Some(2)),
            ("第十二回 林冲雪夜上梁山", Some(2)),
            ("第 3 章　雨夜", Some(2)),
            ("第三章雨夜来客", Some(2)),
            ("第一卷：江湖", Some(1)),
            ("卷二", Some(1)),
            ("楔子", Some(2)),
            ("尾声：归", Some(2)),
            ("第３話　約束", Some(2)),
            ("Part of him wanted to stay", None),
            ("Chapter and verse", None),
            ("Chapter one of his life ended here.", None),
            ("Prologues bored him", None),
            ("第一部电影上映了", None),
            ("第三章，他说，是最难写的。", None),
            ("序幕拉开", None),
            ("", None),
        ] {
            assert_eq!(level(line), expected, "{line}");
        }
    }
}
