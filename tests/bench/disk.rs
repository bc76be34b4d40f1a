//! The speed of the disk, as context for all write times: one page overwritten and synced.

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};

use anyhow::Result;

use crate::Scale;
use crate::report::{Figure, in_words, median, time_each};

const PAGE: [u8; 4096] = [7; 4096];

pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    let folder = tempfile::tempdir()?;
    let mut file = File::create(folder.path().join("raw"))?;
    file.write_all(&PAGE)?;
    file.sync_all()?;
    let mut times = Vec::new();
    for _ in 0..scale.of(500, 50) {
        times.push(time_each(1, || {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&PAGE)?;
            Ok(file.sync_data()?)
        })?);
    }
    Ok(vec![Figure {
        what: "one page overwritten and synced (fdatasync)".to_owned(),
        ours: String::new(),
        baseline: in_words(median(times)),
        ratio: None,
        target: None,
    }])
}
