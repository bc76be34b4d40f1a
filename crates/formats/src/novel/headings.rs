//! Recognizes headings in plain text by their words: “Chapter 3”, “CHAPTER III. The Storm.”,
//! “Prologue”, “Глава 1”, “Erstes Kapitel”, “第三章 雨夜”, “卷二”, “제1장”. Sentences that begin the
//! same way are not headings. Enter through [`read`] and [`bare_number`].

use super::chapter_words::{ALONE, CJK_ALONE, NUMBERED, NUMBERS, NUMERALS, hanzi, roman};

/// The maximum length of a heading, in characters: without and with a mark between its number and
/// its title.
const MAX_HEADING: usize = 60;
const MAX_MARKED_HEADING: usize = 120;

/// A line that is a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heading {
    /// 1 for parts and volumes, 2 for chapters.
    pub(super) level: u8,
    /// Whether the line may also be a sentence, so that it is a heading only between blank lines.
    pub(super) only_alone: bool,
}

/// The heading that a line is; `None` for any other line.
pub(super) fn read(line: &str) -> Option<Heading> {
    let line = line.trim_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
    let length = line.chars().count();
    if length == 0 || length > MAX_MARKED_HEADING {
        return None;
    }
    let (level, title) = east_asian(line).or_else(|| western(line))?;
    let is_marked = title.starts_with([':', '.', '–', '—', '：', '·']) || title.starts_with(" - ");
    let title = title.trim_matches(|it: char| it.is_whitespace() || ":.-–—：·".contains(it));
    let ends_sentence = line.ends_with(['.', ',', ';', '!', '?', '。', '，', '；', '”', '"', '»'])
        && !title.is_empty();
    let is_sentence = line.ends_with(['.', ',', ';', '。', '，', '；', '”', '"'])
        && line.contains([' ', '，', '。', '“'])
        && !title.is_empty();
    if !is_marked && (is_sentence || length > MAX_HEADING) || line.ends_with([',', ';', '，']) {
        return None;
    }
    Some(Heading {
        level,
        only_alone: is_marked && ends_sentence
            || length > MAX_HEADING
            || line.starts_with(char::is_lowercase),
    })
}

/// The number on a line that consists of a Roman or Chinese numeral, as for chapters without a
/// title. Whether it is a heading depends on the other lines.
pub(super) fn bare_number(line: &str) -> Option<u32> {
    let line = line.trim();
    let word = line.trim_end_matches(['.', '、', '．']);
    let word = word
        .strip_prefix(['（', '('])
        .and_then(|it| it.strip_suffix(['）', ')']))
        .unwrap_or(word);
    roman(word).or_else(|| hanzi(word))
}

/// The level, and what follows the number.
fn western(line: &str) -> Option<(u8, &str)> {
    let word_end = word_end(line);
    let (word, rest) = line.split_at(word_end);
    let word = word.to_lowercase();
    if ALONE.contains(&word.as_str()) {
        return opens_title(rest).then_some((2, rest));
    }
    if let Some(level) = level_of(&word) {
        let rest = rest.strip_prefix([' ', '\t', '\u{a0}'])?.trim_start();
        let number_end = rest
            .find(|it: char| !it.is_alphanumeric() && it != '-')
            .unwrap_or(rest.len());
        // A dash that ends the number separates it from the title.
        let number = rest[..number_end].trim_end_matches('-');
        let title = &rest[number.len()..];
        let is_article = ["un", "um"].contains(&number) && !title.is_empty();
        return (is_number(number) && !is_article && opens_title(title)).then_some((level, title));
    }
    // “Erstes Kapitel”, “Première partie”, “1. Kapitel”, “III. fejezet”.
    let number_end = line.find([' ', '\t', '\u{a0}'])?;
    let (number, rest) = line.split_at(number_end);
    let number = number.trim_end_matches(['.', 'º', 'ª']);
    let rest = rest.trim_start();
    let (word, title) = rest.split_at(self::word_end(rest));
    let level = level_of(&word.to_lowercase())?;
    let is_article = number.eq_ignore_ascii_case("the") || ["un", "um"].contains(&number);
    (is_number(number) && !is_article && opens_title(title)).then_some((level, title))
}

fn word_end(line: &str) -> usize {
    let end = line.find(|it: char| !(it.is_alphabetic() || it == '-'));
    let word = &line[..end.unwrap_or(line.len())];
    word.trim_end_matches('-').len()
}

fn level_of(word: &str) -> Option<u8> {
    let row = NUMBERED.iter().find(|it| it.0 == word)?;
    Some(row.1)
}

/// Whether the text after a number is empty or a separated title.
fn opens_title(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([' ', '\t', ':', '.', '-', '–', '—', '\u{a0}', '：', '·'])
}

fn is_number(word: &str) -> bool {
    let is_part = |word: &str| {
        !word.is_empty()
            && (word.chars().all(|it| it.is_ascii_digit())
                || word.chars().all(|it| "ivxlc".contains(it))
                || NUMBERS.contains(&word))
    };
    !word.is_empty() && word.to_lowercase().split('-').all(is_part)
}

/// The same for Chinese, Japanese and Korean.
fn east_asian(line: &str) -> Option<(u8, &str)> {
    let apart = |rest: &str| {
        rest.is_empty()
            || rest.starts_with(|it: char| it.is_whitespace() || "：:、.·—-「《（(【".contains(it))
    };
    for alone in CJK_ALONE {
        if let Some(rest) = line.strip_prefix(alone).filter(|it| apart(it)) {
            return Some((2, rest));
        }
    }
    if let Some(rest) = line.strip_prefix('卷') {
        let after = rest.trim_start_matches(|it| NUMERALS.contains(it));
        return (after.len() < rest.len() && apart(after)).then_some((1, after));
    }
    let begins = line.strip_prefix('第').or_else(|| line.strip_prefix('제'));
    // “1장” is common in Korean; in Chinese, a number alone is not a heading.
    let rest = begins.unwrap_or(line).trim_start_matches(' ');
    let after = rest.trim_start_matches(|it| NUMERALS.contains(it));
    if after.len() == rest.len() {
        return None;
    }
    let after = after.trim_start_matches(' ');
    let unit = after.chars().next()?;
    let level = match unit {
        '卷' | '部' | '篇' | '集' if begins.is_some() => 1,
        '章' | '回' | '节' | '節' | '幕' | '话' | '話' | '夜' if begins.is_some() => 2,
        '부' | '권' => 1,
        '장' | '화' | '회' => 2,
        _ => return None,
    };
    // “第三章” may be directly followed by its title; “第一部电影” is not a heading, nor is a
    // paragraph that begins by naming a chapter.
    let title = &after[unit.len_utf8()..];
    let is_prose = title.contains(['，', '。', '；', '、'])
        || title.starts_with([
            '中', '里', '裏', '内', '的', '是', '就', '也', '已', '说', '說',
        ]);
    (apart(title) || matches!(unit, '章' | '回') && !is_prose).then_some((level, title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<u8>) {
        assert_eq!(read(line).map(|it| it.level), expected, "{line}");
    }

    #[test]
    fn distinguishes_headings_from_sentences() {
        for (line, expected) in [
            ("Chapter 3", Some(2)),
            ("CHAPTER III", Some(2)),
            ("Chapter IV: The Storm", Some(2)),
            ("chapter twenty-one", Some(2)),
            ("Chapter 7.", Some(2)),
            ("CHAPTER 1. Loomings.", Some(2)),
            ("  Part One  ", Some(1)),
            ("BOOK II — The Sea", Some(1)),
            ("Prologue", Some(2)),
            ("EPILOGUE.", Some(2)),
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
            ("Prologue to nothing, he said.", None),
            ("第一部电影上映了", None),
            ("第三章，他说，是最难写的。", None),
            ("第四回中既将薛家母子在荣府内寄居等事略已表明", None),
            ("序幕拉开", None),
            ("", None),
        ] {
            check(line, expected);
        }
        assert!(read("CHAPTER 1. Loomings.").unwrap().only_alone);
        assert!(!read("Chapter 7.").unwrap().only_alone);
    }

    #[test]
    fn knows_the_words_of_many_languages() {
        for (line, expected) in [
            ("Глава 1", Some(2)),
            ("ГЛАВА XII. Возвращение", Some(2)),
            ("ЧАСТЬ ПЕРВАЯ", Some(1)),
            ("Эпилог", Some(2)),
            ("Erstes Kapitel", Some(2)),
            ("3. Kapitel", Some(2)),
            ("Kapitel 3: Der Sturm", Some(2)),
            ("Zweiter Teil", Some(1)),
            ("Capítulo primero", Some(2)),
            ("CAPÍTULO IV", Some(2)),
            ("Segunda parte", Some(1)),
            ("Chapitre premier", Some(2)),
            ("Première partie", Some(1)),
            ("Capítulo 2 – A casa", Some(2)),
            ("Prólogo", Some(2)),
            ("Capitolo terzo", Some(2)),
            ("Parte prima", Some(1)),
            ("第一章", Some(2)),
            ("エピローグ", Some(2)),
            ("제1장 비 오는 밤", Some(2)),
            ("제 2 부", Some(1)),
            ("3화", Some(2)),
            ("프롤로그", Some(2)),
            ("Часть его души осталась там", None),
            ("Part un jour", None),
            ("Parte de la casa", None),
            ("3장의 카드", None),
        ] {
            check(line, expected);
        }
    }

    #[test]
    fn reads_numerals() {
        let cases = [
            ("I", Some(1)),
            ("IV.", Some(4)),
            ("CXXXV", Some(135)),
            ("三", Some(3)),
            ("（十二）", Some(12)),
            ("二十一", Some(21)),
            ("IIII", None),
            ("i", None),
            ("In", None),
            ("十字", None),
            ("", None),
        ];
        for (line, expected) in cases {
            assert_eq!(bare_number(line), expected, "{line}");
        }
    }
}
