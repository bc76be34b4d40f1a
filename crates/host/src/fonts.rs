//! Fonts of this machine for scripts that no built-in font has: Chinese, Japanese, Korean, Arabic,
//! Hebrew, the scripts of India, Thai, symbols. Searched only when something is printed: reading
//! them takes a moment.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use fontdb::{Database, Family, Query, Source, Weight};

/// The families for each script, the best for prose first; one of each is used, in two weights.
const FAMILIES: [&[&str]; 8] = [
    &[
        "Noto Serif CJK SC",
        "Source Han Serif SC",
        "Songti SC",
        "SimSun",
        "Noto Sans CJK SC",
        "Source Han Sans SC",
        "PingFang SC",
        "Hiragino Sans GB",
        "Microsoft YaHei",
        "WenQuanYi Micro Hei",
        "WenQuanYi Zen Hei",
        "Droid Sans Fallback",
    ],
    &[
        "Noto Serif CJK JP",
        "Hiragino Mincho ProN",
        "Yu Mincho",
        "MS Mincho",
        "IPAMincho",
    ],
    &[
        "Noto Serif CJK KR",
        "Apple SD Gothic Neo",
        "Malgun Gothic",
        "NanumMyeongjo",
    ],
    &[
        "Noto Naskh Arabic",
        "Amiri",
        "Geeza Pro",
        "Traditional Arabic",
        "Noto Sans Arabic",
        "Segoe UI",
    ],
    &[
        "Noto Serif Hebrew",
        "Noto Sans Hebrew",
        "New Peninim MT",
        "David",
        "Arial Hebrew",
    ],
    &[
        "Noto Serif Devanagari",
        "Noto Sans Devanagari",
        "Kohinoor Devanagari",
        "Nirmala UI",
        "Lohit Devanagari",
    ],
    &[
        "Noto Serif Thai",
        "Noto Sans Thai",
        "Thonburi",
        "Leelawadee UI",
    ],
    &[
        "DejaVu Sans",
        "Segoe UI Symbol",
        "Apple Symbols",
        "Noto Sans Symbols2",
    ],
];

/// The font files, each with the index of the font in it.
pub(crate) fn system_fonts() -> Vec<(Arc<Vec<u8>>, u32)> {
    let mut known = Database::new();
    known.load_system_fonts();
    let mut taken = HashSet::new();
    let mut fonts = Vec::new();
    for families in FAMILIES {
        for weight in [Weight::NORMAL, Weight::BOLD] {
            let found = families.iter().find_map(|it| find(&known, it, weight));
            // One file often covers several scripts, and a family may have only one weight; each
            // file is read once.
            let Some((path, index)) = found.filter(|it| taken.insert(it.0.clone())) else {
                continue;
            };
            match std::fs::read(&path) {
                Ok(bytes) => fonts.push((Arc::new(bytes), index)),
                Err(error) => {
                    tracing::warn!(path = %path.display(), %error, "a font cannot be read");
                }
            }
        }
    }
    fonts
}

/// The file of the family's font with the nearest weight, and the index of the font in it.
fn find(known: &Database, family: &str, weight: Weight) -> Option<(PathBuf, u32)> {
    let query = Query {
        families: &[Family::Name(family)],
        weight,
        ..Query::default()
    };
    let face = known.face(known.query(&query)?)?;
    match &face.source {
        Source::File(path) => Some((path.clone(), face.index)),
        _ => None,
    }
}
