//! Embeds the program's files of the catalogue, and the refusals that the window shows too: a new
//! file or language is found without a list of them.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let locales = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales");
    println!("cargo::rerun-if-changed={}", locales.display());
    let mut files = String::from("&[\n");
    for language in entries(&locales)? {
        let Some(code) = language.file_name().and_then(|it| it.to_str()) else {
            continue;
        };
        let mut files_of_language = entries(&language.join("program"))?;
        let refusals = language.join("refusals.ftl");
        files_of_language.extend(refusals.is_file().then_some(refusals));
        for file in files_of_language {
            let path = file.canonicalize()?;
            writeln!(files, "    ({code:?}, include_str!({path:?})),").map_err(io::Error::other)?;
        }
    }
    files.push_str("]\n");
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("Cargo names no OUT_DIR"))?;
    fs::write(Path::new(&out).join("files.rs"), files)
}

/// What is in a folder, in order; nothing if there is none.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder)?.map(|it| it.map(|it| it.path()));
    let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries)
}
