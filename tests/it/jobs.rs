//! One instruction for many nodes, through the real program and a model's service on loopback: one
//! draft, one undo, going on after a failure and after the program was killed.

use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, Reply, says};

const SCENES: [(&str, &str); 3] = [
    ("Harbor", "It rains. [[Go on->Bell]]"),
    ("Bell", "It rings."),
    ("Night", "Nobody sleeps."),
];

/// A story of three scenes in a line and a character, and settings for the service.
fn harness(service: &FakeOpenAi) -> TestHarness {
    let harness = TestHarness::empty();
    let settings = format!(
        "model = \"small:m\"\n[providers.small]\nbase_url = \"{}\"\n\
         [assistant]\nlimits = {{ price = {{ input = 1000.0, output = 1000.0 }} }}\n",
        service.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    harness.good(&["new", "book.story"]);
    for (title, text) in SCENES {
        harness.good(&[
            "create_node",
            "book.story",
            "--title",
            title,
            "--text",
            text,
        ]);
    }
    let hero = [
        "create_node",
        "book.story",
        "--title",
        "Ada",
        "--kind",
        "character",
    ];
    harness.good(&hero);
    for pair in SCENES.windows(2) {
        harness.good(&[
            "link_nodes",
            "book.story",
            "--from",
            pair[0].0,
            "--to",
            pair[1].0,
            // As the first text has it: another link would be written into that text.
            "--label",
            "Go on",
        ]);
    }
    harness.good(&["set_start", "book.story", "--node", "Harbor"]);
    harness
}

const RUN: [&str; 9] = [
    "run_job",
    "book.story",
    "--yes",
    "--kind",
    "scene",
    "--parallel",
    "1",
    "--instruction",
    "Put it into the past tense.",
];

fn text(harness: &TestHarness, node: &str) -> String {
    let read = harness.data(&["read_text", "book.story", "--node", node]);
    read["text"].as_str().unwrap().to_owned()
}

fn texts(harness: &TestHarness) -> [String; 3] {
    SCENES.map(|(title, _)| text(harness, title))
}

/// The data of a run that did not need to reach its end.
fn ran(harness: &TestHarness, words: &[&str]) -> Value {
    let ran = harness.run(&[words, &["--json"]].concat());
    ran.json()["data"].take()
}

const PAST: [&str; 3] = ["It rained. [[Go on->Bell]]", "It rang.", "Nobody slept."];

#[test]
fn a_job_writes_one_draft_and_adopting_it_is_one_undo_step() {
    let service = FakeOpenAi::start(PAST.map(says));
    let harness = harness(&service);
    harness.good(&["write_style_guide", "book.story", "--tense", "past"]);
    let before = texts(&harness);
    let job = harness.data(&RUN);
    assert_eq!((&job["written"], &job["waiting"]), (&json!(3), &json!(0)));
    assert!(job["cost"].as_f64().unwrap() > 0.0, "{job}");
    assert_eq!(texts(&harness), before, "the texts wait for review");
    let requests = service.requests();
    let sent = requests[1]["messages"].as_array().unwrap();
    let text_at = |at: usize| sent[at]["content"].as_str().unwrap();
    assert!(text_at(0).contains("- Tense: \"past\""), "{}", text_at(0));
    assert!(
        text_at(1).contains("Instruction: Put it into the past tense."),
        "{}",
        text_at(1)
    );
    assert!(
        text_at(1).contains("Names in the story: \"Ada\""),
        "{}",
        text_at(1)
    );
    assert!(
        text_at(1).ends_with("The text:\nIt rings."),
        "{}",
        text_at(1)
    );
    assert!(
        requests[0].get("tools").is_none(),
        "a small request has no tools"
    );
    harness.good(&["adopt_draft", "book.story"]);
    assert_eq!(texts(&harness), PAST);
    harness.good(&["undo", "book.story"]);
    assert_eq!(texts(&harness), before);
}

#[test]
fn an_answer_that_loses_a_link_is_retried_and_finally_fails() {
    let lost = "It rained. [[Go on->The bell]]";
    let service = FakeOpenAi::start([
        says(lost),
        says(PAST[0]),
        says("UNCHANGED"),
        says("[[X]]"),
        says("[[X]]"),
        says("[[X]]"),
    ]);
    let harness = harness(&service);
    let job = ran(&harness, &RUN);
    assert_eq!(
        (&job["written"], &job["unchanged"], &job["failed"]),
        (&json!(1), &json!(1), &json!(1))
    );
    let failure = &job["failures"][0];
    assert_eq!(failure["title"], "Night");
    assert_eq!(
        failure["why"],
        "the answer is no use: it links to \"X\", which the text did not"
    );
    let second = &service.requests()[1]["messages"][1]["content"];
    assert!(
        second
            .as_str()
            .unwrap()
            .contains("it lost links to \"Bell\""),
        "{second}"
    );
}

#[test]
fn a_job_stops_at_a_fatal_error_and_resumes_by_its_id() {
    let refused = Reply::Fails(401, json!({ "error": { "message": "no such key" } }));
    let service = FakeOpenAi::start([says(PAST[0]), refused, says(PAST[1]), says(PAST[2])]);
    let harness = harness(&service);
    let job = ran(&harness, &RUN);
    assert_eq!((&job["written"], &job["waiting"]), (&json!(1), &json!(2)));
    assert!(
        job["stopped"].as_str().unwrap().contains("refuses the key"),
        "{job}"
    );
    let listed = harness.data(&["list_jobs", "book.story"]);
    assert_eq!(listed["jobs"][0], job);
    let id = job["job"].as_str().unwrap();
    let on = harness.data(&[
        "run_job",
        "book.story",
        "--yes",
        "--job",
        &id[..8],
        "--parallel",
        "1",
    ]);
    assert_eq!((&on["written"], &on["waiting"]), (&json!(3), &json!(0)));
    assert_eq!(on["draft"], job["draft"], "one draft for all of it");
    harness.good(&["adopt_draft", "book.story"]);
    assert_eq!(texts(&harness), PAST);
    harness.good(&["remove_job", "book.story", "--job", id]);
    assert_eq!(
        harness.data(&["list_jobs", "book.story"]),
        json!({ "jobs": [] })
    );
}

#[test]
fn a_job_resumes_after_the_program_was_killed() {
    let service = FakeOpenAi::start([says(PAST[0]), Reply::Hangs, says(PAST[1]), says(PAST[2])]);
    let harness = harness(&service);
    let running = harness.start(&RUN);
    let began = std::time::Instant::now();
    while service.requests().len() < 2 {
        assert!(
            began.elapsed().as_secs() < 60,
            "the second request does not come"
        );
        std::thread::yield_now();
    }
    running.kill();
    let listed = harness.data(&["list_jobs", "book.story"]);
    let job = &listed["jobs"][0];
    assert_eq!((&job["written"], &job["waiting"]), (&json!(1), &json!(2)));
    assert_eq!(job["running"], false);
    let id = job["job"].as_str().unwrap();
    let on = harness.data(&[
        "run_job",
        "book.story",
        "--yes",
        "--job",
        id,
        "--parallel",
        "1",
    ]);
    assert_eq!(on["written"], 3);
    harness.good(&["adopt_draft", "book.story"]);
    assert_eq!(texts(&harness), PAST);
}

#[test]
fn a_job_is_planned_and_limited_by_cost() {
    let service = FakeOpenAi::start([says(PAST[0])]);
    let harness = harness(&service);
    let plan = harness.data(&[
        "plan_job",
        "book.story",
        "--kind",
        "scene",
        "--instruction",
        "Shorten it.",
    ]);
    assert_eq!(
        (&plan["nodes"], &plan["model"]),
        (&json!(3), &json!("small:m"))
    );
    let tokens = plan["input_tokens"].as_f64().unwrap() + plan["output_tokens"].as_f64().unwrap();
    assert!(
        (plan["cost"].as_f64().unwrap() - tokens / 1000.0).abs() < 1e-9,
        "{plan}"
    );
    assert!(service.requests().is_empty(), "nobody is asked");
    let job = ran(
        &harness,
        &[RUN.as_slice(), &["--max-cost", "0.0001"]].concat(),
    );
    assert_eq!((&job["written"], &job["waiting"]), (&json!(1), &json!(2)));
    assert!(
        job["stopped"].as_str().unwrap().contains("may cost 0.0001"),
        "{job}"
    );
}

#[test]
fn summaries_are_kept_until_the_text_changes_and_stand_in_for_it() {
    let sums = ["Rain at the harbor.", "A bell rings.", "Nobody sleeps."];
    let service = FakeOpenAi::start(sums.map(says));
    let harness = harness(&service);
    let run = [
        "run_job",
        "book.story",
        "--yes",
        "--task",
        "summaries",
        "--parallel",
        "1",
    ];
    let job = harness.data(&run);
    assert_eq!(
        (&job["written"], &job["task"]),
        (&json!(3), &json!("summaries"))
    );
    assert!(job.get("draft").is_none(), "no text is changed: {job}");
    let listed = harness.data(&["list_summaries", "book.story"]);
    assert_eq!((&listed["count"], &listed["stale"]), (&json!(3), &json!(0)));
    assert_eq!(listed["summaries"][0]["text"], sums[0]);
    assert_eq!(listed["summaries"][0]["model"], "small:m");
    harness.good(&[
        "write_text",
        "book.story",
        "--node",
        "Bell",
        "--text",
        "It is silent.",
    ]);
    let mine = [
        "write_summary",
        "book.story",
        "--node",
        "Night",
        "--text",
        "Ada lies awake.",
    ];
    harness.good(&mine);
    let listed = harness.data(&["list_summaries", "book.story"]);
    assert_eq!(listed["stale"], 1);
    assert_eq!(listed["summaries"][2]["text"], "Ada lies awake.");
    assert!(listed["summaries"][2].get("model").is_none(), "{listed}");
    let plan = harness.data(&["plan_job", "book.story", "--task", "summaries"]);
    assert_eq!(
        (&plan["nodes"], &plan["done"]),
        (&json!(1), &json!(2)),
        "only the stale one"
    );
    // What a person wrote stands before a model's summary, so none is asked for even by name.
    let named = [
        "run_job",
        "book.story",
        "--yes",
        "--task",
        "summaries",
        "--nodes",
        "Night",
    ];
    let refused = harness.run(&named);
    assert!(
        refused.err.contains("written by a person") && refused.err.contains("write_summary"),
        "{}",
        refused.err
    );
    harness.good(&["undo", "book.story"]);
    let listed = harness.data(&["list_summaries", "book.story"]);
    assert_eq!(
        listed["summaries"][2]["text"], sums[2],
        "undone is what somebody wrote"
    );
}

#[test]
fn pictures_of_all_characters_wait_in_one_draft() {
    let service = FakeOpenAi::start([]);
    let harness = harness(&service);
    let hair = [
        "update_node_kv",
        "book.story",
        "--node",
        "Ada",
        "--items",
        "Hair=red",
    ];
    harness.good(&hair);
    let more = [
        "create_node",
        "book.story",
        "--title",
        "Tom",
        "--kind",
        "character",
    ];
    harness.good(&more);
    let run = [
        "run_job",
        "book.story",
        "--yes",
        "--task",
        "portraits",
        "--instruction",
        "In ink.",
    ];
    let job = harness.data(&run);
    assert_eq!(
        (&job["written"], &job["nodes"]),
        (&json!(2), &json!(2)),
        "{job}"
    );
    assert!(service.requests().is_empty(), "no language model is asked");
    let image = |harness: &TestHarness| {
        let read = harness.data(&["read_node", "book.story", "--node", "Ada"]);
        let parts = read["capabilities"].as_array().unwrap().clone();
        let part = parts.into_iter().find(|it| it["name"] == "image");
        part.map(|it| it["data"]["prompt"].clone())
            .unwrap_or_default()
    };
    assert_eq!(image(&harness), Value::Null, "they wait for review");
    harness.good(&["adopt_draft", "book.story"]);
    assert_eq!(image(&harness), "In ink. Portrait of Ada. Hair: red.");
    let again = harness.run(&[&run[..], &["--json"]].concat()).json();
    assert_eq!(
        again["error"]["message"],
        "all of these nodes have it already"
    );
    harness.good(&["undo", "book.story"]);
    assert_eq!(
        image(&harness),
        Value::Null,
        "one step takes all of them back"
    );
}

#[test]
fn names_are_corrected_by_the_names_of_the_story() {
    let service = FakeOpenAi::start([
        says("UNCHANGED"),
        says("It rings. Ada hears it."),
        says("UNCHANGED"),
    ]);
    let harness = harness(&service);
    harness.good(&[
        "update_node_kv",
        "book.story",
        "--node",
        "Ada",
        "--items",
        "Alias=Addie",
    ]);
    let text = [
        "write_text",
        "book.story",
        "--node",
        "Bell",
        "--text",
        "It rings. Adda hears it.",
    ];
    harness.good(&text);
    let run = [
        "run_job",
        "book.story",
        "--yes",
        "--task",
        "names",
        "--kind",
        "scene",
        "--parallel",
        "1",
    ];
    let job = harness.data(&run);
    assert_eq!((&job["written"], &job["unchanged"]), (&json!(1), &json!(2)));
    let asked = service.requests()[1]["messages"][1]["content"].clone();
    let asked = asked.as_str().unwrap().to_owned();
    assert!(
        asked.contains("Names in the story: \"Ada\" (also \"Addie\")"),
        "{asked}"
    );
    harness.good(&["adopt_draft", "book.story"]);
    assert_eq!(self::text(&harness, "Bell"), "It rings. Ada hears it.");
}

#[test]
fn a_check_of_continuity_stops_and_goes_on_like_any_job() {
    let noticed = json!({ "contradictions": [
        { "quote": "It rings", "scene": "Harbor", "other_quote": "It rains", "says": "Rain or bells?" },
    ] });
    let refused = Reply::Fails(401, json!({ "error": { "message": "no such key" } }));
    let service = FakeOpenAi::start([says("{}"), refused, says(&noticed.to_string()), says("{}")]);
    let harness = harness(&service);
    let job = ran(&harness, &["check_continuity", "book.story", "--yes"]);
    assert_eq!(job["waiting"], 2, "{job}");
    let id = job["job"].as_str().unwrap();
    let on = harness.data(&["run_job", "book.story", "--yes", "--job", id]);
    assert_eq!((&on["waiting"], &on["found"]), (&json!(0), &json!(1)));
    let listed = harness.data(&["list_findings", "book.story"]);
    assert_eq!(listed["findings"][0]["other"]["node"]["title"], "Harbor");
    assert_eq!(texts(&harness), SCENES.map(|it| it.1), "no text is changed");
    harness.good(&["undo", "book.story"]);
    let listed = harness.data(&["list_findings", "book.story"]);
    assert_eq!(listed["count"], 0, "its findings are one step");
}

#[test]
fn what_cannot_be_a_job_is_refused() {
    let service = FakeOpenAi::start([]);
    let harness = harness(&service);
    let refused =
        |words: &[&str]| harness.run(&[words, &["--json"]].concat()).json()["error"].take();
    let all = refused(&[
        "run_job",
        "book.story",
        "--yes",
        "--instruction",
        "Shorten it.",
    ]);
    assert_eq!(all["path"], "/kind");
    assert_eq!(all["message"], "nothing says which nodes are meant");
    let none = refused(&["run_job", "book.story", "--yes", "--kind", "scene"]);
    assert_eq!(none["path"], "/instruction");
    let empty = refused(&[
        "run_job",
        "book.story",
        "--yes",
        "--kind",
        "character",
        "--instruction",
        "x",
    ]);
    assert_eq!(empty["message"], "none of these nodes has a text");
    let job = refused(&["run_job", "book.story", "--yes", "--job", "abcd"]);
    assert_eq!(
        (&job["code"], &job["path"]),
        (&json!("NOT_FOUND"), &json!("/job"))
    );
    let unasked = refused(&[
        "run_job",
        "book.story",
        "--kind",
        "scene",
        "--instruction",
        "x",
    ]);
    assert_eq!(unasked["code"], "PERMISSION_DENIED");
    assert!(service.requests().is_empty());
}
