//! `storyteller picture`: the adopted picture of a node as a file.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use model::contents::{IMAGE, Picture};
use model::{Node, Slot};
use serde_json::json;
use store::{Asset, View};

use super::EXIT_OK;
use super::export::{reject_overwriting_story, write_new};
use super::session::{self, Session, flag, path, text};
use super::terminal::{GOOD, done, write_bytes};
use host::Failure;

/// Saves the picture.
pub(super) fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let studio = session.open(matches)?;
    let view = studio.store().view(None);
    let node = session::node(&studio, matches)?
        .map(|it| view.node(it))
        .transpose()?
        .flatten();
    let node = node.ok_or_else(|| Failure::not_found("there is no such node"))?;
    let asset = picture(&view, &node)?;
    studio.close()?;
    let target = match text(matches, "output") {
        Some("-") => return write_bytes(&asset.bytes).map(|()| EXIT_OK),
        Some(target) => PathBuf::from(target),
        None => default_picture_path(path(matches), &node.title, &asset.mime),
    };
    reject_overwriting_story(&target, path(matches))?;
    write_new(&target, &asset.bytes, flag(matches, "force"))?;
    done(
        flag(matches, "json"),
        &format!("{GOOD}✓{GOOD:#} {}", target.display()),
        json!({ "file": target.display().to_string(), "mime": asset.mime, "bytes": asset.bytes.len() }),
    );
    Ok(EXIT_OK)
}

fn picture(view: &View, node: &Node) -> Result<Asset, Failure> {
    let adopted = view.adopted(&Slot::node(node.id, IMAGE))?;
    let data = adopted.map(|it| it.data()).unwrap_or_default();
    let id = Picture::asset_in(&data);
    let asset = id.map(|it| view.asset(it)).transpose()?.flatten();
    asset.ok_or_else(|| {
        Failure::not_found(format!("{:?} has no picture", node.title))
            .hint("`storyteller generate_image` makes one")
    })
}

/// The node's title with the picture's extension, in the story's own folder. A title is not a path,
/// so characters that could lead out of the folder are removed.
fn default_picture_path(story: &Path, title: &str, mime: &str) -> PathBuf {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let name: String = title
        .chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .take(80)
        .collect();
    let extension = match mime {
        "image/jpeg" => "jpg",
        "image/webp" => "webp",
        "image/gif" => "gif",
        _ => "png",
    };
    story.with_file_name(format!("{}.{extension}", name.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_file_names_stay_inside_the_folder() {
        let check = |title: &str, expected: &str| {
            let path = default_picture_path(Path::new("/s/demo.story"), title, "image/png");
            assert_eq!(path, Path::new(expected));
        };
        check("Thomas Anderson", "/s/Thomas Anderson.png");
        check("机舱", "/s/机舱.png");
        check("../../etc/x", "/s/______etc_x.png");
    }
}
