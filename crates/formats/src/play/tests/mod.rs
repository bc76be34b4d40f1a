//! The playable page: its content, equal evaluation of expressions, and playing it in a browser.

mod imported;
mod languages;

use std::sync::Arc;

use model::ContentHash;
use serde_json::{Value, json};

use super::rules;
use crate::tests::external_programs;
use crate::tests::stories::{picture, sample_story};
use crate::{Bundle, Exporter, PackedAsset};
use markup::kept_data::set_text;

fn page(bundle: &Bundle) -> String {
    String::from_utf8(super::Play.export(bundle)).unwrap()
}

fn story_in(page: &str) -> Value {
    let from = "<script type=\"application/json\" id=\"story\">";
    let rest = page.split_once(from).unwrap().1;
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn embeds_pages_and_choices() {
    let page = page(&Bundle::new(sample_story()));
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
fn story_text_never_becomes_markup_or_script() {
    let trap = "</script><script>alert(1)</script><!-- {{script}} <img src=x onerror=alert(1)>";
    let mut story = sample_story();
    story.record.title = trap.to_owned();
    let hall = story.record.start.unwrap();
    let node = Arc::make_mut(story.nodes.get_mut(&hall).unwrap());
    node.title = trap.to_owned();
    set_text(&mut node.data, trap);
    let page = page(&Bundle::new(story));
    assert!(!page.contains("<script>alert"), "{page}");
    assert!(!page.contains("<img src=x"));
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script").count(), 2);
    let blocks = &story_in(&page)["nodes"][0]["blocks"];
    assert!(blocks.to_string().contains("onerror=alert(1)"), "{blocks}");
    assert!(!page.contains("unsafe-inline") && !page.contains("http-equiv=\"refresh\""));
}

#[test]
fn writes_each_picture_once_and_lists_losses() {
    let mut story = sample_story();
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
    let mut bundle = Bundle::new(story);
    let asset = PackedAsset {
        mime: "image/png".to_owned(),
        bytes: b"picture".to_vec(),
    };
    bundle.assets.insert(id, asset);
    let story = story_in(&page(&bundle));
    assert_eq!(
        story["pictures"],
        json!(["data:image/png;base64,cGljdHVyZQ=="])
    );
    assert_eq!(story["nodes"][0]["described"], "fog");
    let losses = super::Play.losses(&bundle);
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

#[test]
fn expressions_evaluate_the_same_in_the_page() {
    let table: Value =
        serde_json::from_str(include_str!("../../../../model/src/play/cases.json")).unwrap();
    let of = |name: &str| table[name].as_array().unwrap().clone();
    let around = |case: &Value| json!([case["variables"], case["visits"], case["dice"]]);
    let (mut asked, mut wanted) = (Vec::new(), Vec::new());
    for case in of("values").iter().filter(|it| it["error"].is_null()) {
        let read = case["expression"].as_str().unwrap().parse().unwrap();
        asked.push(json!(["value", rules::expression(&read), around(case)]));
        wanted.push(case["value"].clone());
    }
    for case in of("effects").iter().filter(|it| it["error"].is_null()) {
        let read = case["effect"].as_str().unwrap().parse().unwrap();
        asked.push(json!(["effect", rules::effect(&read), around(case)]));
        wanted.push(case.get("becomes").cloned().unwrap_or_else(|| json!({})));
    }
    assert!(asked.len() > 90, "the table is there: {}", asked.len());
    let folder =
        external_programs::folder_with(&[("asked.json", json!(asked).to_string().as_bytes())]);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/play/reader/expression.js");
    let answered = external_programs::node("evaluate.js", folder.path(), &[script, "asked.json"]);
    let answered: Vec<Value> = serde_json::from_str(&answered).unwrap();
    assert_eq!(answered.len(), wanted.len());
    for ((asked, answered), wanted) in asked.iter().zip(answered).zip(wanted) {
        assert!(
            is_same(&answered, &wanted),
            "{asked}: {answered}, not {wanted}"
        );
    }
}

/// Whether two values are equal, comparing numbers by value.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(name, it)| other.get(name).is_some_and(|o| is_same(it, o)))
        }
        _ => one == other,
    }
}

/// A story with variables: the gate opens with the key, which is in the yard.
fn gate() -> Bundle {
    let mut story = sample_story();
    let (yard, hall, neo) = (0, 1, 2);
    let (id, asset) = picture();
    let node = |story: &mut model::Story, at: usize, title: &str, text: &str, enter: &str| {
        let node = Arc::make_mut(&mut story.nodes[at]);
        node.title = title.to_owned();
        set_text(&mut node.data, text);
        let play = json!({ "enter": enter });
        node.data.insert(model::play::PLAY.into(), Arc::new(play));
    };
    node(
        &mut story,
        hall,
        "门厅",
        "大门锁着。\n\n> *“钥匙在院子里。”*",
        "moves += 1",
    );
    node(
        &mut story,
        yard,
        "Yard",
        "Cold.\n\n- moss\n- stone",
        "key = true; moves += 1",
    );
    node(&mut story, neo, "Outside", "You are out.", "");
    let show = json!({ "asset": id.to_string(), "mime": "image/png", "prompt": "a yard" });
    Arc::make_mut(&mut story.nodes[yard])
        .data
        .insert("image".into(), Arc::new(show));
    for (at, (label, condition)) in [
        ("出去", Some("key and moves >= 3 and visited(\"yard\")")),
        ("到院子里", None),
        ("back", None),
    ]
    .into_iter()
    .zip([1, 0, 2])
    .map(|(it, at)| (at, it))
    {
        let edge = Arc::make_mut(&mut story.edges[at]);
        edge.record.label = label.to_owned();
        edge.record.condition = condition.map(str::to_owned);
    }
    let mut bundle = Bundle::new(story);
    bundle.assets.insert(id, asset);
    bundle
}

/// What a browser shows of that story after each key press.
fn play(input: Value) -> Value {
    play_of(&gate(), input)
}

/// What a browser shows of a story after each key press.
fn play_of(bundle: &Bundle, input: Value) -> Value {
    let folder = external_programs::folder_with(&[("gate.html", page(bundle).as_bytes())]);
    let arguments = ["gate.html", &input.to_string()];
    let played = external_programs::node("play_page.js", folder.path(), &arguments);
    let played: Value = serde_json::from_str(&played).unwrap();
    assert_eq!(played["complaints"], json!([]));
    assert_eq!(played["requests"], json!([]), "nothing is loaded");
    for shown in played["seen"].as_array().unwrap() {
        assert_eq!(shown["overflows"], false, "{shown}");
    }
    played["seen"].clone()
}

#[test]
fn a_browser_plays_the_page_to_an_ending_by_keyboard() {
    let keys = [
        "1",
        "ArrowDown",
        "Enter",
        "Backspace",
        "1",
        "s",
        "Enter",
        "Escape",
        "1",
    ];
    let seen = play(json!({ "keys": keys, "reload": true, "locale": "zh-CN" }));
    let at = |step: usize, what: &str| seen[step][what].clone();
    assert_eq!(at(0, "title"), "门厅");
    assert_eq!(at(0, "choices"), json!(["到院子里"]), "the gate is locked");
    assert_eq!(at(0, "writer"), json!(null), "a reader reads");
    assert_eq!(at(1, "title"), "Yard");
    assert_eq!(at(1, "pictures"), json!([3]), "the picture is shown");
    assert_eq!(at(2, "focused"), "1\nback");
    assert_eq!(
        at(3, "choices"),
        json!(["出去", "到院子里"]),
        "the gate is open"
    );
    assert_eq!(
        (at(4, "title"), at(5, "title")),
        (json!("Yard"), json!("门厅"))
    );
    assert_eq!(at(6, "dialog"), "saves");
    assert_eq!(at(7, "notice"), "已存为 1。", "the page speaks Chinese");
    assert_eq!(
        (at(9, "title"), at(9, "end")),
        (json!("Outside"), json!("完"))
    );
    assert_eq!(
        (at(10, "title"), at(10, "notice")),
        (json!("Outside"), json!("已回到上次读到的地方。"))
    );
    let dark = play(
        json!({ "scheme": "dark", "width": 360, "height": 640, "keys": ["1", "r", "Tab", "Enter"] }),
    );
    assert_eq!(
        (&dark[2]["dialog"], &dark[4]["title"]),
        (&json!("restart"), &json!("门厅"))
    );
    let background = |seen: &Value| seen[0]["background"].as_str().unwrap().to_owned();
    assert_ne!(background(&dark), background(&seen), "light and dark");
}

#[test]
fn music_goes_on_until_a_scene_stops_it() {
    let mut bundle = gate();
    let (yard, hall, neo) = (0, 1, 2);
    let file = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/sounds");
        std::fs::read(format!("{folder}/{name}")).unwrap()
    };
    let mut add = |node: usize, name: &str, plays: &str| {
        let mut sound = json!({ "plays": plays, "name": name });
        if plays != "silence" {
            let bytes = file(name);
            let id = ContentHash::of(&bytes);
            sound["asset"] = json!(id.to_string());
            let mime = "audio/wav".to_owned();
            bundle.assets.insert(id, PackedAsset { mime, bytes });
        }
        let node = Arc::make_mut(&mut bundle.story.nodes[node]);
        node.data.insert("sound".into(), Arc::new(sound));
    };
    add(hall, "bell.wav", "music");
    add(neo, "", "silence");
    assert_eq!(
        super::Play.losses(&bundle).len(),
        super::Play.losses(&gate()).len()
    );
    let keys = ["1", "1", "m", "m", "1"];
    let seen = play_of(&bundle, json!({ "keys": keys }));
    let heard = |seen: &Value| -> Vec<Value> {
        let steps = seen.as_array().unwrap().iter();
        steps.map(|it| it["heard"][0].clone()).collect()
    };
    let (on, off) = (json!(0), json!(null));
    assert_eq!(
        heard(&seen)[1..],
        [&on, &on, &off, &on, &off].map(Value::clone),
        "it goes on in the yard, is switched off and on, and stops outside"
    );

    let mut bundle = gate();
    let bytes = file("bell.wav");
    let id = ContentHash::of(&bytes);
    let bell = json!({ "plays": "once", "asset": id.to_string(), "mime": "audio/wav" });
    let mime = "audio/wav".to_owned();
    bundle.assets.insert(id, PackedAsset { mime, bytes });
    let node = Arc::make_mut(&mut bundle.story.nodes[yard]);
    node.data.insert("sound".into(), Arc::new(bell));
    let seen = play_of(&bundle, json!({ "keys": ["1"] }));
    assert_eq!(seen[1]["heard"], json!([null, 0]), "over the music");
}

#[test]
fn author_panel_starts_anywhere_and_goes_back() {
    let to = |selector: &str| json!({ "focus": selector });
    let typed = |text: &str| json!({ "type": text });
    let keys = json!([
        "1",
        "1",
        to("#trail li:nth-child(2) button"),
        "Enter",
        to("#set-variable"),
        typed("moves = 0"),
        "Enter",
        to("#state-name"),
        typed("锁着"),
        "Enter",
        to("#find-node"),
        typed("OUT"),
        "Enter",
        to("#states button"),
        "Enter",
        "1",
        "w"
    ]);
    let asked = "node=门厅&state=key = true; moves = 5";
    let seen = play(json!({ "hash": asked, "keys": keys, "locale": "zh-CN" }));
    let writer = |step: usize, what: &str| seen[step]["writer"][what].clone();
    assert_eq!(seen[0]["title"], "门厅");
    let held = |key: &str, moves: &str| json!([["key", key], ["moves", moves]]);
    assert_eq!(writer(0, "variables"), held("true", "6"));
    assert_eq!(
        writer(0, "closed"),
        json!(["出去 key and moves >= 3 and visited(\"yard\")"])
    );
    assert_eq!(writer(1, "trail"), json!(["门厅", "Yard"]));
    assert_eq!(writer(1, "changed"), json!(["moves"]), "the key was there");
    assert_eq!(seen[2]["choices"], json!(["出去", "到院子里"]));
    assert_eq!(
        writer(4, "trail"),
        json!(["门厅", "Yard"]),
        "back to a step"
    );
    assert_eq!(writer(7, "variables"), held("true", "0"));
    assert_eq!(writer(7, "trail"), json!(["门厅", "Yard", "moves = 0"]));
    assert_eq!(writer(10, "states"), json!(["锁着"]));
    assert_eq!(writer(12, "found"), json!(["Outside"]));
    assert_eq!(seen[13]["title"], "Outside");
    assert_eq!(seen[15]["title"], "Yard", "a kept state");
    assert_eq!(writer(15, "variables"), held("true", "0"));
    assert_eq!(
        seen[16]["choices"],
        json!(["到院子里"]),
        "with too few moves"
    );
    assert_eq!(seen[17]["writer"], json!(null));

    let narrow = play(json!({ "width": 360, "height": 640, "keys": ["w", "1"], "reload": true }));
    for step in [1, 2, 3] {
        assert_ne!(narrow[step]["writer"], json!(null), "it stays open");
    }
    assert_eq!(
        narrow[2]["writer"]["found"],
        json!(["门厅 到过 1 次", "Outside", "Yard 到过 1 次"])
    );
    let lost = play(json!({ "hash": "node=Cellar", "keys": [] }));
    assert_eq!(lost[0]["notice"], "本页没有名为“Cellar”的节点。");
}

#[test]
fn random_numbers_of_the_page_follow_from_the_seed_it_saves() {
    use model::play::{PlayRecord, PlaySession, PlayableStory, Step, Variables};
    let mut bundle = gate();
    let yard = Arc::make_mut(&mut bundle.story.nodes[0]);
    let play = json!({ "enter": "roll = random(1, 1000000); die = random(1, 6)" });
    yard.data.insert(model::play::PLAY.into(), Arc::new(play));
    let way_out = Arc::make_mut(&mut bundle.story.edges[2]);
    way_out.record.effect = Some("roll -= random(1, 10)".to_owned());
    way_out.record.condition = Some("random(1, 2) <= 2".to_owned());
    let keys = json!(["1", "1", "w", "s", { "download": "#save-file" }]);
    let seen = play_of(&bundle, json!({ "keys": keys, "reload": true }));
    let saved = &seen[5]["file"][1];
    let saved: Value = serde_json::from_str(saved.as_str().unwrap()).unwrap();
    let seed = saved["seed"].as_u64().expect("a seed") as u32;

    let story = &bundle.story;
    let records = |id| -> PlayRecord { story.nodes[&id].play() };
    let book = PlayableStory::new(story, &records);
    let start = story.record.start.unwrap();
    let mut reading = PlaySession::begin_with_seed(&book, start, Variables::new(), seed);
    for choice in [0, 2] {
        let step = Step::Take(story.edges[choice].id);
        reading.make(&book, &step).unwrap();
    }
    let held = ["moves", "roll", "die"].map(|it| json!([it, reading.variables[it].to_string()]));
    assert_eq!(seen[3]["writer"]["variables"], json!(held));
    assert_eq!(
        seen[6]["writer"]["variables"],
        json!(held),
        "after a reload"
    );
}

#[test]
fn exports_and_imports_a_saved_game() {
    let kept = play(json!({
        "keys": ["1", "s", { "download": "#save-file" }, { "focus": "#as-text" }, "Enter"],
    }));
    let file = kept[3]["file"].as_array().unwrap();
    assert_eq!(file[0], "Three _ rooms - Yard.save.json");
    let text = kept[5]["carried"][0].as_str().unwrap();
    assert!(text.starts_with("storyteller-save:"), "{text}");

    let strange = file[1]
        .as_str()
        .unwrap()
        .replace("\"story\":\"", "\"story\":\"another-");
    let back = play(json!({
        "keys": ["s", { "upload": "no save" }, { "upload": strange }, { "upload": file[1] }],
    }));
    assert_eq!(
        back[2]["carried"][1],
        "这不是本阅读器的存档。请选择在这里保存的文件或完整文本。"
    );
    assert_eq!(back[3]["carried"][1], "这个存档属于另一个故事。");
    assert_eq!(
        (&back[4]["title"], &back[4]["notice"]),
        (&json!("Yard"), &json!("已打开带来的进度。"))
    );
    let back = play(json!({
        "keys": [
            "s", { "focus": "#as-text" }, "Enter", { "type": text },
            { "focus": "#open-text" }, "Enter"
        ],
    }));
    assert_eq!(back[6]["title"], "Yard");
}

#[test]
fn hides_a_once_only_choice_until_going_back() {
    let mut bundle = gate();
    let into_the_yard = &mut bundle.story.edges[0];
    Arc::make_mut(into_the_yard).record.once = true;
    let keys = ["1", "1", "w", "Backspace", "Backspace"];
    let seen = play_of(
        &bundle,
        json!({ "keys": keys, "reload": true, "locale": "zh-CN" }),
    );
    assert_eq!(seen[0]["choices"], json!(["到院子里"]));
    assert_eq!(seen[2]["choices"], json!(["出去"]), "it was taken");
    assert_eq!(
        seen[3]["writer"]["closed"],
        json!(["到院子里 已选过，只能选一次"])
    );
    assert_eq!(
        seen[5]["choices"],
        json!(["到院子里"]),
        "gone back to before"
    );
}

#[test]
fn shows_a_fallback_when_all_else_is_closed() {
    let mut bundle = gate();
    let mut home = (*bundle.story.edges[0]).clone();
    for edge in bundle.story.edges.values_mut() {
        let record = &mut Arc::make_mut(edge).record;
        record.once = record.label == "到院子里";
        if record.label == "出去" {
            record.condition = Some("moves > 99".to_owned());
        }
    }
    home.id = model::EdgeId(uuid::Uuid::from_u128(0x99));
    home.record.label = "回家".to_owned();
    home.record.condition = Some("otherwise()".to_owned());
    bundle.story.edges.insert(home.id, Arc::new(home));
    let seen = play_of(&bundle, json!({ "keys": ["1", "1"] }));
    assert_eq!(seen[0]["choices"], json!(["到院子里"]));
    assert_eq!(seen[2]["choices"], json!(["回家"]));
}

/// A story from Twine whose prose depends on variables.
const MARKET: &str = ":: StoryData
{\"ifid\":\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\",\"format\":\"SugarCube\",\"format-version\":\"2.36.1\",\"start\":\"Market\"}

:: StoryInit
<<set $gold to 1>><<set $name to \"Mei\">>

:: Market
<<set $gold += 1>>//$name// has $gold coins.
<<if $gold gte 3>>
! Rich
A merchant bows<<if $gold gt 3>> low<</if>>.
<<elseif $gold eq 2>>Nobody bows.
<<else>>Beggars pity you.
<</if>>
[[Wait->Market]]
";

#[test]
fn twine_prose_depends_on_variables_in_the_page() {
    let world = model::FixedWorld::default();
    let imported = crate::importer("twee")
        .unwrap()
        .import(MARKET.as_bytes(), &world);
    let (bundle, _) = imported.unwrap();
    let losses = crate::exporter("play").unwrap().losses(&bundle);
    let macros = losses.iter().find(|it| it.what == crate::LossKind::Macros);
    assert!(macros.is_none(), "{macros:?}");
    let seen = play_of(
        &bundle,
        json!({ "keys": ["1", "1", "Backspace"], "reload": true }),
    );
    let text = |step: usize| {
        let text = seen[step]["text"].as_str().unwrap();
        let text = text.split_once("Mei").map_or(text, |it| it.1);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let poor = text(0);
    assert!(poor.starts_with("has 2 coins. Nobody bows."), "{poor}");
    assert!(!poor.contains("Rich") && !poor.contains("pity"), "{poor}");
    let rich = text(1);
    assert!(
        rich.starts_with("has 3 coins. Rich A merchant bows."),
        "{rich}"
    );
    assert!(text(2).starts_with("has 4 coins. Rich A merchant bows low."));
    assert_eq!(
        (text(3), text(4)),
        (rich.clone(), rich),
        "gone back, and read again"
    );
}

#[test]
fn sets_the_text_direction_of_each_block() {
    let mut bundle = gate();
    let hall = bundle.story.record.start.unwrap();
    let node = Arc::make_mut(&mut bundle.story.nodes[&hall]);
    node.title = "שער".to_owned();
    set_text(&mut node.data, "הדלת נעולה.\n\nThe door is locked.");
    let seen = play_of(&bundle, json!({ "keys": [] }));
    let directions = &seen[0]["directions"];
    assert_eq!(directions, &json!(["rtl", "rtl", "ltr", "ltr"]));
}

#[test]
fn the_reader_says_the_same_things_in_every_language() {
    let languages: Vec<(&str, Vec<&str>)> = crate::play::SCRIPT
        .split("\nWORDS.")
        .skip(1)
        .map(|it| {
            let (code, words) = it.split_once(" = {").unwrap();
            let words = words.split("\n};").next().unwrap().lines();
            let keys = words.filter_map(|it| it.strip_prefix("  ")?.split_once(": "));
            let keys = keys.map(|it| it.0);
            let is_key = |it: &&str| it.chars().all(char::is_alphanumeric) && !it.is_empty();
            (code, keys.filter(is_key).collect())
        })
        .collect();
    // It speaks every language of the window.
    let of_window: serde_json::Value =
        serde_json::from_str(include_str!("../../../../../locales/languages.json")).unwrap();
    for language in of_window.as_array().unwrap() {
        let code = language["code"].as_str().unwrap().split('-').next();
        assert!(languages.iter().any(|it| Some(it.0) == code), "{code:?}");
    }
    let (_, english) = &languages[0];
    assert!(english.len() > 70, "{english:?}");
    for (code, keys) in &languages {
        assert_eq!(keys, english, "{code}");
    }
}
