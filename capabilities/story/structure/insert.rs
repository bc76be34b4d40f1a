//! Updates the texts around a node that is inserted into a link.

use capability::{Edit, ToolError};
use markup::{ProseChoice, links};
use model::{Node, NodeId};

use super::link_places::{has_links, leading_to, places_of};
use super::{refuse_script, set_text, with_link};

/// Updates texts after a node was inserted into a link: the link in the text of `from` names the
/// new node, and if that text has links, the new node's text links to `to`.
pub(in crate::story) fn rewrite_texts(
    edit: &mut Edit<'_>,
    (from, to): (&Node, &Node),
    new: NodeId,
) -> Result<(), ToolError> {
    let now = edit.node(from.id)?;
    let text = now.prose().to_owned();
    if !has_links(&text) || refuse_script("/after", &now).is_err() {
        return Ok(());
    }
    let added = edit.node(new)?;
    let leaving = edit.edges_from(from.id)?;
    if let Some(edge) = leaving.iter().find(|it| it.record.to == new) {
        let found = links::find(&text);
        let places = places_of(&found, &edge.record, &to.title);
        let mut changed = text.clone();
        for link in found.iter().rev().filter(|it| places.contains(&it.at)) {
            let is_bracketed = text[link.at..link.end].starts_with("[[");
            let link_to_new = ProseChoice::new(&added.title, &link.label).link();
            if let Some(link_to_new) = link_to_new.filter(|_| is_bracketed) {
                changed.replace_range(link.at..link.end, &link_to_new);
            }
        }
        if changed != text {
            set_text(edit, from.id, &changed)?;
        }
    }
    let own = added.prose();
    let leads_on = leading_to(&links::find(own), &to.title).next().is_some();
    if !leads_on {
        set_text(edit, new, &with_link(own, &to.title, ""))?;
    }
    Ok(())
}
