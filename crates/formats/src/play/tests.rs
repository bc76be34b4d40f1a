use std::sync::Arc;

use model::ContentHash;
use serde_json::{Value, json};

use crate::kept::set_text;
use crate::tests::stories::three_rooms;
use crate::{Exporter, PackedAsset, Parcel};

fn page(parcel: &Parcel) -> String {
    String::from_utf8(super::Play.export(parcel)).unwrap()
}

fn story_in(page: &str) -> Value {
    let from = "<script type=\"application/json\" id=\"story\">";
    let rest = page.split_once(from).unwrap().1;
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn a_story_is_in_the_page_as_pages_and_choices() {
    let page = page(&Parcel::new(three_rooms()));
    let story = story_in(&page);
    assert_eq!(story["title"], "Three \\ rooms");
    let hall = &story["nodes"][0];
    assert_eq!(hall["title"], "大厅 [hall]");
    assert_eq!(hall["blocks"][1], json!(["p", 0, ["A door shut."]]));
    let labels: Vec<_> = hall["choices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["label"].clone(), it["to"].clone()))
        .collect();
    assert_eq!(
        labels,
        [
            (json!("Neo"), json!(1)),
            (json!("out | \"away\""), json!(2))
        ]
    );
}

#[test]
fn nothing_a_story_says_is_markup_script_or_a_place_to_fill() {
    let trap = "</script><script>alert(1)</script><!-- {{script}} <img src=x onerror=alert(1)>";
    let mut story = three_rooms();
    story.record.title = trap.to_owned();
    let hall = story.record.start.unwrap();
    let node = Arc::make_mut(story.nodes.get_mut(&hall).unwrap());
    node.title = trap.to_owned();
    set_text(&mut node.data, trap);
    let page = page(&Parcel::new(story));
    assert!(!page.contains("<script>alert"), "{page}");
    assert!(!page.contains("<img src=x"));
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script").count(), 2);
    let said = &story_in(&page)["nodes"][0]["blocks"];
    assert!(said.to_string().contains("onerror=alert(1)"), "{said}");
    assert!(!page.contains("unsafe-inline") && !page.contains("http-equiv=\"refresh\""));
}

#[test]
fn a_picture_shown_twice_is_written_once_and_what_is_left_out_is_said() {
    let mut story = three_rooms();
    let id = ContentHash::of(b"picture");
    for node in story.nodes.values_mut().take(2) {
        let picture = json!({ "asset": id.to_string(), "mime": "image/png", "prompt": "fog" });
        Arc::make_mut(node)
            .data
            .insert("image".into(), Arc::new(picture));
    }
    let mut lonely = (*story.nodes[0]).clone();
    lonely.id = model::NodeId(uuid::Uuid::from_u128(77));
    lonely.title = "Attic".to_owned();
    story.nodes.insert(lonely.id, Arc::new(lonely));
    let mut parcel = Parcel::new(story);
    let asset = PackedAsset {
        mime: "image/png".to_owned(),
        bytes: b"picture".to_vec(),
    };
    parcel.assets.insert(id, asset);
    let story = story_in(&page(&parcel));
    assert_eq!(
        story["pictures"],
        json!(["data:image/png;base64,cGljdHVyZQ=="])
    );
    assert_eq!(story["nodes"][0]["described"], "fog");
    let losses = super::Play.losses(&parcel);
    let losses: Vec<_> = losses.iter().map(|it| it.message.as_str()).collect();
    assert!(
        losses.contains(
            &"No choice leads to them from the start, so that they are not written: 1 node (Attic)."
        ),
        "{losses:?}"
    );
    assert!(
        !losses.iter().any(|it| it.contains("Pictures")),
        "{losses:?}"
    );
}
