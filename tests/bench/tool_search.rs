//! How often the right tool is among the first eight found (OS-8), out of our tools and enough of
//! other domains to make five hundred, with typical requests in English and Chinese: once with the
//! set that the search is tuned on and once with a held-out set.

#[path = "../it/support/tool_requests.rs"]
mod tool_requests;

use std::io::Write as _;

use anyhow::Result;
use runner::ToolIndex;

use self::tool_requests::{MAX_RESULTS, TOOLS, held_out, missed, tool_requests, tools};
use crate::Scale;
use crate::report::{Figure, Target, alternate, time_each};

/// Measures both sets in both languages, and the time of a search.
pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    let tools = tools();
    anyhow::ensure!(tools.len() == TOOLS, "there are {} tools", tools.len());
    let mut figures = Vec::new();
    let tool_requests = tool_requests();
    for (set, tool_requests) in [("", &tool_requests), (", held out", &held_out())] {
        for (language, chinese) in [("English", false), ("Chinese", true)] {
            let missed = missed(tool_requests, &tools, chinese);
            // The misses of the held-out set are not printed, so that nobody tunes for them.
            if !missed.is_empty() && set.is_empty() {
                let names = missed.join(", ");
                writeln!(std::io::stderr(), "not found in {language}: {names}")?;
            }
            let what = format!("right tool among {MAX_RESULTS} of {TOOLS}, {language}{set}");
            let there = tool_requests.len() - missed.len();
            let target = Some(Target::AtLeast(0.95));
            figures.push(Figure::share(what, there, tool_requests.len(), target));
        }
    }
    let rounds = scale.of(15, 3);
    let query = tool_requests[0].english;
    let index = ToolIndex::new(&tools);
    let pair = alternate(
        rounds,
        || {
            time_each(1, || {
                let found = index.search(query, MAX_RESULTS);
                anyhow::ensure!(!found.is_empty(), "nothing was found");
                Ok(())
            })
        },
        || {
            time_each(1, || {
                let saying = tools.iter().filter(|it| it.description.contains(query));
                anyhow::ensure!(saying.count() == 0, "no tool says just this");
                Ok(())
            })
        },
    )?;
    let what =
        format!("finding among {TOOLS} tools, by an index made once; baseline a look at each text");
    figures.push(Figure::times(what, pair, None));
    Ok(figures)
}
