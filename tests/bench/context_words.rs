//! What the words of an instruction find of the story (CM-2): the share of nodes found that are
//! meant, and of nodes meant that are found.

#[path = "../it/support/context_words.rs"]
mod instructions;

use std::io::Write as _;

use anyhow::Result;

use crate::Scale;
use crate::report::{Figure, Target};

/// Measures both languages.
pub(crate) fn measure(_: Scale) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for (language, chinese) in [("English", false), ("Chinese", true)] {
        let found = instructions::gather(chinese);
        for fault in &found.faults {
            writeln!(std::io::stderr(), "context of {fault}")?;
        }
        let precise = format!("context by words that is meant, {language}");
        let complete = format!("context that is meant and found, {language}");
        let target = |share| Some(Target::AtLeast(share));
        figures.push(Figure::share(
            precise,
            found.right,
            found.shown,
            target(0.9),
        ));
        figures.push(Figure::share(
            complete,
            found.right,
            found.meant,
            target(0.9),
        ));
    }
    Ok(figures)
}
