//! How often the right tool is among the eight found first (OS-8): every tool of ours among enough
//! of other trades to make five hundred, asked for in English and in Chinese as people ask.

#[path = "../it/support/wishes.rs"]
mod wishes;

use std::io::Write as _;

use anyhow::{Context as _, Result};
use runner::ToolIndex;

use self::wishes::{LOOKED_AT, TOOLS, tools, wishes};
use crate::Scale;
use crate::figures::{Aim, Figure, alternate, time_each};

/// Measures both languages, and the time of a search.
pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    let tools = tools();
    anyhow::ensure!(tools.len() == TOOLS, "there are {} tools", tools.len());
    let index = ToolIndex::new(&tools);
    let place = |name: &str| tools.iter().position(|it| it.name == name);
    let wishes = wishes();
    let mut figures = Vec::new();
    for language in ["English", "Chinese"] {
        let mut missed = Vec::new();
        for wish in &wishes {
            let name = wish.tool;
            let wanted = place(name).with_context(|| format!("no tool is called {name}"))?;
            let words = if language == "English" {
                wish.english
            } else {
                wish.chinese
            };
            if !index.search(words, LOOKED_AT).contains(&wanted) {
                missed.push(name);
            }
        }
        let what = format!("right tool among {LOOKED_AT} of {TOOLS}, {language}");
        if !missed.is_empty() {
            let missed = missed.join(", ");
            writeln!(std::io::stderr(), "not found in {language}: {missed}")?;
        }
        let there = wishes.len() - missed.len();
        figures.push(Figure::share(
            what,
            there,
            wishes.len(),
            Some(Aim::AtLeast(0.95)),
        ));
    }
    let rounds = scale.of(15, 3);
    let wish = wishes[0].english;
    let pair = alternate(
        rounds,
        || {
            time_each(1, || {
                let found = ToolIndex::new(&tools).search(wish, LOOKED_AT);
                anyhow::ensure!(!found.is_empty(), "nothing was found");
                Ok(())
            })
        },
        || {
            time_each(1, || {
                let saying = tools.iter().filter(|it| it.description.contains(wish));
                anyhow::ensure!(saying.count() == 0, "no tool says just this");
                Ok(())
            })
        },
    )?;
    let what =
        format!("finding among {TOOLS} tools, index made anew; baseline a look at each text");
    figures.push(Figure::times(what, pair, None));
    Ok(figures)
}
