//! The paths through a story: which nodes are reached, which belong together, and which have to
//! lead on.

use std::collections::HashMap;

use super::adjacency::{Adjacency, Number};
use super::context::CheckContext;
use super::parts::IncludedParts;

/// The paths through a story, by node number.
pub(super) struct Paths {
    /// The links readers can follow.
    pub(super) adjacency: Adjacency,
    pub(super) parts: IncludedParts,
    pub(super) start: Option<Number>,
    /// What links with fixed targets reach from the start, and what menus and scripts show.
    pub(super) reached: Vec<bool>,
    /// The nodes with targets known only while the story runs.
    pub(super) dynamic: Vec<bool>,
    /// What readers visit, in the story's order.
    pub(super) pages: Vec<Number>,
    /// Whether any node may be shown: its name is computed, or the code that shows it is not here.
    pub(super) may_show_anything: bool,
    /// Whether nodes lead only where links do. A script that may show any passage may also put links
    /// on any page.
    pub(super) is_certain: bool,
    /// The strongly connected component of each node.
    pub(super) component: Vec<usize>,
    pub(super) component_count: usize,
    /// The pages that end nothing and have nothing but links that lead on.
    pub(super) leading: Vec<Number>,
}

impl Paths {
    pub(super) fn of(cx: &CheckContext<'_>) -> Self {
        let (story, facts) = (cx.story, cx.story_facts);
        let count = story.nodes.len();
        let adjacency = Adjacency::of(count, cx.links, cx.never);
        let dynamic = dynamic(cx);
        let opened = OpenedNodes::of(cx, &adjacency);
        let start = story.record.start;
        let start = start.and_then(|it| story.nodes.get_index_of(&it));
        let mut reached = vec![false; count];
        adjacency.mark_reachable(start, &mut reached);
        // What only scripts, menus and dialogs show is left as it was opened.
        let mut is_only_opened = vec![false; count];
        for it in &opened.direct {
            is_only_opened[*it] = !reached[*it];
        }
        adjacency.mark_reachable(opened.all, &mut reached);
        let (component, component_count) = adjacency.strongly_connected_components();
        let page = |it: &Number| reached[*it] || facts.marks[*it].page;
        let pages: Vec<Number> = (0..count).filter(page).collect();
        let may_show_anything = opened.anything || (0..count).any(|it| reached[it] && dynamic[it]);
        let is_certain = !(opened.anything || facts.every_page_returns);
        let has_to_lead_on = |it: &Number| {
            let marks = facts.marks[*it];
            let leads_by_code = marks.runs_code || is_only_opened[*it];
            is_certain
                && (reached[*it] || !may_show_anything)
                && !(marks.ending || marks.returns_to_earlier_page || marks.has_links)
                && !(dynamic[*it] || leads_by_code)
        };
        let leading = pages.iter().copied().filter(has_to_lead_on).collect();
        Self {
            parts: IncludedParts::of(story, cx.links),
            adjacency,
            start,
            reached,
            dynamic,
            pages,
            may_show_anything,
            is_certain,
            component,
            component_count,
            leading,
        }
    }

    /// The pages that nothing shows; none if the story has no start.
    pub(super) fn lost(&self) -> Vec<Number> {
        let pages = self.pages.iter().copied();
        pages
            .filter(|it| self.start.is_some() && !self.reached[*it])
            .collect()
    }
}

/// The nodes with targets known only while the story runs: through a computed link of the story or
/// of their text.
fn dynamic(cx: &CheckContext<'_>) -> Vec<bool> {
    let mut dynamic: Vec<bool> = cx.story_facts.marks.iter().map(|it| it.computed).collect();
    for (at, link) in cx.links.iter().enumerate().filter(|it| it.1.dynamic) {
        let from = || {
            let from = cx.story.edges[at].record.from;
            cx.story.nodes.get_index_of(&from)
        };
        if let Some(from) = link.ends.map(|it| it.0).or_else(from) {
            dynamic[from] = true;
        }
    }
    dynamic
}

/// What can be shown without following a link.
#[derive(Default)]
struct OpenedNodes {
    /// The targets of menus, scripts and dialogs.
    direct: Vec<Number>,
    /// The same, with what menus link to.
    all: Vec<Number>,
    /// Whether any node may be shown: its name is computed, or the code that shows it is not here.
    anything: bool,
}

impl OpenedNodes {
    fn of(cx: &CheckContext<'_>, adjacency: &Adjacency) -> Self {
        let mut opened = Self {
            anything: !cx.story_facts.missing_code.is_empty(),
            ..Self::default()
        };
        if cx.story_facts.opening.is_empty() {
            return opened;
        }
        let nodes = cx.story.nodes.values().enumerate();
        let titles: HashMap<&str, Number> = nodes.map(|(at, it)| (it.title.as_str(), at)).collect();
        for &number in &cx.story_facts.opening {
            // The links of a page that opens something are choices as any.
            if !cx.story_facts.marks[number].page {
                opened.all.extend(adjacency.from(number));
            }
            for title in cx.fact(number).iter().flat_map(|it| &it.role.opens) {
                match title {
                    Some(title) => opened.direct.extend(titles.get(title.as_str())),
                    None => opened.anything = true,
                }
            }
        }
        opened.all.extend(&opened.direct);
        opened
    }
}
