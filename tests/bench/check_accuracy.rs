//! How true the findings of the check are, over stories with known faults: the share of true ones
//! among those reported, and of reported ones among the true.

#[path = "../../crates/formats/src/tests/known_stories.rs"]
mod known_stories;

use std::io::Write as _;

use anyhow::Result;

use crate::Scale;
use crate::report::{Figure, Target};

pub(crate) fn measure(_: Scale) -> Result<Vec<Figure>> {
    let all = known_stories::accuracy();
    for it in &all.wrong {
        writeln!(std::io::stderr(), "check of {it}")?;
    }
    let precise = format!("findings of {} stories that are true", all.stories);
    let complete = "faults of those stories that are found";
    Ok(vec![
        Figure::share(
            precise,
            all.right,
            all.reported,
            Some(Target::AtLeast(0.99)),
        ),
        Figure::share(complete, all.right, all.real, Some(Target::AtLeast(0.9))),
    ])
}
