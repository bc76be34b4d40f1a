//! Story: the graph itself. Nodes are created, named and removed in `nodes`, several at once in
//! `several`, linked in `links`, put in order on the map in `arranging`; title, start and kinds are
//! in `whole`; `looking` reads. No data of its own is kept: what makes a node a node is versioned by
//! the store like everything else.

mod arranging;
mod links;
mod looking;
mod nodes;
mod several;
#[cfg(test)]
mod tests;
mod whole;

use arranging::{color, fold, groups, moves, tidy};
use capability::{Capability, Impact, Tool};
use looking::{find, map, outline, paths, reading, show};

pub(crate) struct StoryGraph;

impl Capability for StoryGraph {
    fn name(&self) -> &'static str {
        "story"
    }

    fn title(&self) -> &'static str {
        "Story"
    }

    fn summary(&self) -> &'static str {
        "Creates, links, finds and removes the nodes of the story."
    }

    fn tools(&self) -> Vec<Tool> {
        use Impact::{Read, Write};
        vec![
            Tool::new("create", "create_node", Write, nodes::create).hints(nodes::show_created),
            Tool::new("rename", "rename_node", Write, nodes::rename).hints(nodes::show_renamed),
            Tool::new("describe", "describe_node", Write, nodes::describe),
            Tool::new("move", "move_node", Write, moves::move_one),
            Tool::new("arrange", "arrange_nodes", Write, moves::arrange),
            Tool::new("tidy", "tidy_map", Write, tidy::tidy),
            Tool::new("group", "group_nodes", Write, groups::group).hints(groups::show_grouped),
            Tool::new("ungroup", "ungroup", Write, groups::ungroup),
            Tool::new("fold", "fold_groups", Write, fold::fold).hints(fold::show_folded),
            Tool::new("color", "color_nodes", Write, color::color_nodes),
            Tool::new(
                "describe_several",
                "describe_nodes",
                Write,
                several::describe,
            ),
            Tool::new("duplicate", "duplicate_nodes", Write, several::duplicate)
                .hints(several::show_copied),
            Tool::new("remove", "remove_node", Write, nodes::remove),
            Tool::new("remove_several", "remove_nodes", Write, several::remove)
                .hints(several::show_removed),
            Tool::new("link", "link_nodes", Write, links::link).hints(links::show_link),
            Tool::new("relabel", "relabel_link", Write, links::relabel).hints(links::show_link),
            Tool::new("unlink", "unlink_nodes", Write, links::unlink),
            Tool::new("find", "find_nodes", Read, find::find),
            Tool::new("outline", "outline", Read, outline::outline).verb("outline"),
            Tool::new("neighbors", "neighbors", Read, find::neighbors),
            Tool::new("paths", "find_paths", Read, paths::find),
            Tool::new("show", "show_node", Read, show::show).verb("show"),
            Tool::new("read_map", "read_map", Read, map::read).people_only(),
            Tool::new("read_node", "read_node", Read, reading::read).people_only(),
            Tool::new("set_start", "set_start", Write, whole::set_start),
            Tool::new("rename_story", "rename_story", Write, whole::rename_story),
            Tool::new("define_kind", "define_kind", Write, whole::define_kind),
        ]
    }
}
