//! Stories made by earlier versions hold exactly these texts: every one is read, and written again
//! byte for byte.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::*;
use crate::play::PlayRecord;

#[track_caller]
fn round_trips<T: DeserializeOwned + Serialize>(stored: &str) {
    let read: T = serde_json::from_str(stored).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), stored);
}

const ASSET: &str = "0f3a6c1d5e7b9a8c0f3a6c1d5e7b9a8c0f3a6c1d5e7b9a8c0f3a6c1d5e7b9a8c";

#[test]
fn stored_data_is_read_and_written_unchanged() {
    round_trips::<Prose>(r##"{"text":"# Wake up\n\nIt **rained** all night. 雨"}"##);
    round_trips::<Prose>(r#"{"text":""}"#);
    round_trips::<Attributes>(r#"{"items":[]}"#);
    round_trips::<Attributes>(r#"{"items":[{"k":"Name","v":"Neo"},{"k":"年龄","v":""}]}"#);
    round_trips::<PlayRecord>("{}");
    round_trips::<PlayRecord>(r#"{"enter":"gold = 5","ending":true}"#);
    let made = format!(
        r#"{{"asset":"{ASSET}","mime":"image/png","prompt":"a cat","ratio":"1:1","model":"offline:painter","seed":7,"width":1024,"height":1024}}"#
    );
    round_trips::<Picture>(&made);
    let own = format!(
        r#"{{"asset":"{ASSET}","mime":"image/jpeg","prompt":"","ratio":"","model":"","width":640,"height":480,"origin":"own file"}}"#
    );
    round_trips::<Picture>(&own);
    let large = made.replace(r#""seed":7"#, r#""seed":"18446744073709551615""#);
    round_trips::<Picture>(&large);
}

#[test]
fn reads_a_picture_stored_without_later_fields() {
    let first = json!({ "asset": ASSET, "mime": "image/png" });
    let read: Picture = serde_json::from_value(first).unwrap();
    assert_eq!((read.prompt.as_str(), read.width), ("", 0));
}

#[test]
fn data_of_another_shape_reads_as_none() {
    for other in [
        json!(null),
        json!([1]),
        json!({ "text": 1, "items": [{ "k": 1 }] }),
    ] {
        assert_eq!(Prose::text_in(&other), None);
        assert_eq!(Attributes::pairs_in(&other).count(), 0);
        assert_eq!(Attributes::of(Some(&other)), Attributes::default());
        assert_eq!(Picture::asset_in(&other), None);
    }
}

#[test]
fn recognizes_a_shape_only_without_extra_fields() {
    assert_eq!(Prose::only_text_in(&json!(null)), Some(""));
    assert_eq!(Prose::only_text_in(&json!({ "text": "a" })), Some("a"));
    assert_eq!(Prose::only_text_in(&json!({ "text": "a", "b": 1 })), None);
    let pairs = Attributes::only_items_in(&json!({ "items": [{ "k": "a", "v": "b" }] }));
    assert_eq!(pairs.unwrap().items, [Attribute::new("a", "b")]);
    assert_eq!(
        Attributes::only_items_in(&json!({ "items": [], "b": 1 })),
        None
    );
}

#[test]
fn a_key_keeps_its_case_and_position() {
    let mut attributes: Attributes = [("Name", "Tom"), ("Age", "37")]
        .into_iter()
        .map(|(k, v)| Attribute::new(k, v))
        .collect();
    assert_eq!(attributes.set(Attribute::new("name", "Neo")).k, "Name");
    attributes.set(Attribute::new("Job", "hacker"));
    let keys: Vec<_> = attributes.items.iter().map(|it| it.k.as_str()).collect();
    assert_eq!(keys, ["Name", "Age", "Job"]);
}
