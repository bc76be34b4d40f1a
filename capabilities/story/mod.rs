//! Story: the graph itself. `nodes` creates, changes and removes nodes, `bulk` several at once,
//! `structure` splits and merges them, `links` links them, `map_layout` lays them out; title, start
//! and kinds are in `story_settings`; `queries` reads. It has no data of its own: titles, kinds and
//! positions are versioned by the store like everything else.

mod bulk;
mod links;
mod map_layout;
mod nodes;
mod queries;
mod rename;
mod story_settings;
mod structure;
#[cfg(test)]
mod tests;

use capability::Impact::{Read, Write};
use capability::{Capability, Tool};
use map_layout::{color, fit, fold, groups, moves, tidy};
use queries::{find, map, node_details, outline, paths, show};
use structure::{extract, merge, reorder, split};

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
        [
            node_tools(),
            map_tools(),
            bulk_tools(),
            structure_tools(),
            link_tools(),
            query_tools(),
            story_tools(),
        ]
        .concat()
    }
}

/// Tools for one node.
fn node_tools() -> Vec<Tool> {
    vec![
        Tool::new("create", "create_node", Write, nodes::create)
            .everyday()
            .hide_from_models(&["x", "y"])
            .hints(nodes::show_created),
        Tool::new("rename", "rename_node", Write, rename::rename)
            .everyday()
            .hints(rename::show_renamed),
        Tool::new("set_kind", "set_node_kind", Write, nodes::set_kind)
            .formerly("describe", "describe_node"),
    ]
}

/// Tools for the position and appearance of nodes.
fn map_tools() -> Vec<Tool> {
    vec![
        Tool::new("move", "move_node", Write, moves::move_one),
        Tool::new("move_several", "move_nodes", Write, moves::arrange)
            .formerly("arrange", "arrange_nodes"),
        Tool::new("tidy", "tidy_map", Write, tidy::tidy),
        Tool::new("group", "group_nodes", Write, groups::group).hints(groups::show_grouped),
        Tool::new("ungroup", "ungroup", Write, groups::ungroup),
        Tool::new("fold", "fold_groups", Write, fold::fold).hints(fold::show_folded),
        Tool::new("fit", "fit_groups", Write, fit::fit).hints(fit::show_fitted),
        Tool::new("color", "color_nodes", Write, color::color_nodes),
    ]
}

/// Tools for several nodes at once.
fn bulk_tools() -> Vec<Tool> {
    vec![
        Tool::new("set_kinds", "set_node_kinds", Write, bulk::set_kinds)
            .formerly("describe_several", "describe_nodes"),
        Tool::new("duplicate", "duplicate_nodes", Write, bulk::duplicate).hints(bulk::show_copied),
        Tool::new("remove", "remove_node", Write, nodes::remove),
        Tool::new("remove_several", "remove_nodes", Write, bulk::remove)
            .everyday()
            .hints(bulk::show_removed),
    ]
}

/// Tools that divide and join nodes.
fn structure_tools() -> Vec<Tool> {
    vec![
        Tool::new("split", "split_node", Write, split::split).hints(split::show_split),
        Tool::new("merge", "merge_nodes", Write, merge::merge).hints(merge::show_merged),
        Tool::new("extract", "extract_passage", Write, extract::extract)
            .hints(extract::show_extracted),
        Tool::new("reorder", "reorder_node", Write, reorder::reorder)
            .hints(reorder::show_reordered),
    ]
}

/// Tools for links.
fn link_tools() -> Vec<Tool> {
    vec![
        Tool::with_caller("link", "link_nodes", Write, links::link)
            .everyday()
            .hints(links::show_link),
        Tool::with_caller("update_link", "update_link", Write, links::update)
            .everyday()
            .formerly("relabel", "relabel_link")
            .hints(links::show_link),
        Tool::new("remove_link", "remove_link", Write, links::unlink)
            .formerly("unlink", "unlink_nodes"),
    ]
}

/// Read-only tools.
fn query_tools() -> Vec<Tool> {
    vec![
        Tool::new("find", "find_nodes", Read, find::find).everyday(),
        Tool::new("outline", "outline", Read, outline::outline).verb("outline"),
        Tool::new("neighbors", "neighbors", Read, find::neighbors),
        Tool::new("paths", "find_paths", Read, paths::find),
        Tool::new("show", "show_node", Read, show::show)
            .everyday()
            .verb("show"),
        Tool::new("read_map", "read_map", Read, map::read).hidden_from_models(),
        Tool::new("read_node", "read_node", Read, node_details::read).hidden_from_models(),
    ]
}

/// Tools for the story itself.
fn story_tools() -> Vec<Tool> {
    vec![
        Tool::new("set_start", "set_start", Write, story_settings::set_start),
        Tool::new(
            "rename_story",
            "rename_story",
            Write,
            story_settings::rename_story,
        ),
        Tool::new(
            "set_tag_color",
            "set_tag_color",
            Write,
            story_settings::set_tag_color,
        )
        .hidden_from_models(),
        Tool::new(
            "set_word_goal",
            "set_word_goal",
            Write,
            story_settings::set_word_goal,
        )
        .hidden_from_models(),
        Tool::new(
            "define_kind",
            "define_kind",
            Write,
            story_settings::define_kind,
        ),
    ]
}
