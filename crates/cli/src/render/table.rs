//! Tables whose columns align in any script.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::terminal::FAINT;

/// The space between two columns.
const GAP: usize = 2;
/// The least width of a column when cutting.
const NARROWEST: usize = 8;

/// Rows with headings, each line terminated. Cells are one line each; if the table is wider than
/// `width`, the widest columns are cut.
pub(crate) fn table(heads: &[&str], rows: &[Vec<String>], width: usize) -> String {
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|it| flat(it)).collect())
        .collect();
    let mut widths: Vec<usize> = heads.iter().map(|it| it.width()).collect();
    for row in &rows {
        for (column, cell) in row.iter().enumerate().take(widths.len()) {
            widths[column] = widths[column].max(cell.width());
        }
    }
    fit(&mut widths, width);
    let mut text = String::new();
    let heads: Vec<String> = heads.iter().map(|&it| it.to_owned()).collect();
    text.push_str(&format!("{FAINT}{}{FAINT:#}\n", line(&heads, &widths)));
    for row in &rows {
        text.push_str(&line(row, &widths));
        text.push('\n');
    }
    text
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (cell, &width) in cells.iter().zip(widths) {
        let cell = cut(cell, width);
        line.push_str(&cell);
        line.extend(std::iter::repeat_n(' ', width - cell.width() + GAP));
    }
    line.truncate(line.trim_end().len());
    line
}

/// Narrows the widest columns until the line fits.
fn fit(widths: &mut [usize], width: usize) {
    let gaps = GAP * widths.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > width {
        let Some(widest) = widths.iter_mut().max() else {
            return;
        };
        if *widest <= NARROWEST {
            return;
        }
        *widest -= 1;
    }
}

/// The text on one line, without characters that move the cursor.
pub(crate) fn flat(text: &str) -> String {
    let spaced: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text in at most `width` columns, with an ellipsis if it was cut.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > width {
            break;
        }
        kept.push(c);
    }
    kept.push('…');
    kept
}
