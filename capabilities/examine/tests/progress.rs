//! Words by day: by people, by the assistant, from files.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use capability::{Role, ToolError};
use expect_test::expect;
use model::{FixedWorld, TimeZone, Timestamp, World};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::tests::{TestHarness, check};

/// A clock that the test sets, eight hours east of Greenwich.
#[derive(Default)]
struct SetClock {
    seconds: AtomicI64,
    ids: FixedWorld,
}

impl SetClock {
    fn set(&self, time: &str) {
        let time: Timestamp = time.parse().unwrap();
        self.seconds.store(time.as_second(), Ordering::Relaxed);
    }
}

impl World for SetClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(self.seconds.load(Ordering::Relaxed)).unwrap()
    }

    fn new_id(&self) -> Uuid {
        self.ids.new_id()
    }

    fn time_zone(&self) -> TimeZone {
        TimeZone::fixed(jiff::tz::offset(8))
    }
}

struct Writing {
    harness: TestHarness,
    clock: Arc<SetClock>,
}

impl Writing {
    /// A story with a scene of four words, written on the first of March.
    async fn new() -> Self {
        let clock = Arc::new(SetClock::default());
        clock.set("2026-03-01T02:00:00Z");
        let harness = TestHarness::with_clock(Arc::clone(&clock) as Arc<dyn World>);
        let args = json!({ "title": "Harbor", "text": "Fog on the quay." });
        harness.ok("create_node", args).await;
        Self { harness, clock }
    }

    async fn append(&self, text: &str) {
        let args = json!({ "node": "Harbor", "text": text });
        self.harness.ok("append_text", args).await;
    }

    /// Lets the assistant do the next calls, or the person again.
    fn let_write(&mut self, role: Role) {
        self.harness.caller.principal.role = role;
    }

    async fn progress(&self, days: u16) -> Value {
        let args = json!({ "days": days });
        self.harness.ok("writing_progress", args).await
    }

    /// For each day its date and the words by people, the assistant and files.
    async fn days(&self) -> Vec<String> {
        let answer = self.progress(30).await;
        let days = answer["days"].as_array().unwrap();
        let shown = days.iter().map(|it| {
            let [date, written, assistant, imported] =
                ["date", "written", "assistant", "imported"].map(|key| &it[key]);
            format!(
                "{} {written} {assistant} {imported}",
                date.as_str().unwrap()
            )
        });
        shown.collect()
    }
}

#[tokio::test]
async fn words_belong_to_the_day_where_the_writer_is() {
    let writing = Writing::new().await;
    writing.clock.set("2026-03-02T15:59:59Z");
    writing.append("A gull cries.").await;
    writing.clock.set("2026-03-02T16:00:00Z");
    writing.append("Rain.").await;
    writing.append("雨停了。").await;
    assert_eq!(
        writing.days().await,
        ["2026-03-01 4 0 0", "2026-03-02 3 0 0", "2026-03-03 4 0 0"]
    );
}

#[tokio::test]
async fn words_belong_to_whoever_wrote_them() {
    let mut writing = Writing::new().await;
    writing.append("I wait.").await;
    writing.let_write(Role::Assistant);
    writing.append("A ship sounds its horn.").await;
    writing.append("Then another.").await;
    writing.let_write(Role::Owner);
    writing.append("Silence.").await;
    assert_eq!(writing.days().await, ["2026-03-01 7 7 0"]);
    for _ in 0..2 {
        writing.harness.ok("undo", json!({})).await;
    }
    assert_eq!(
        writing.days().await,
        ["2026-03-01 6 5 0"],
        "undone by a person"
    );
    writing.harness.ok("redo", json!({})).await;
    assert_eq!(writing.days().await, ["2026-03-01 6 7 0"]);
    let twee = ":: Cellar\nDark and cold and wet.\n";
    let args = json!({ "content": twee, "format": "twee" });
    writing.harness.ok("import_story", args).await;
    assert_eq!(writing.days().await, ["2026-03-01 6 7 5"]);
    writing.harness.ok("undo", json!({})).await;
    assert_eq!(writing.days().await, ["2026-03-01 6 7 0"]);
}

#[tokio::test]
async fn deleted_words_count_against_the_day_of_their_deletion() {
    let writing = Writing::new().await;
    writing.clock.set("2026-03-05T02:00:00Z");
    writing
        .harness
        .ok("remove_node", json!({ "node": "Harbor" }))
        .await;
    assert_eq!(
        writing.days().await,
        ["2026-03-01 4 0 0", "2026-03-05 -4 0 0"]
    );
    writing.harness.ok("undo", json!({})).await;
    assert_eq!(
        writing.days().await,
        ["2026-03-01 4 0 0", "2026-03-05 0 0 0"]
    );
}

#[tokio::test]
async fn drafts_count_once_they_are_adopted_and_for_their_author() {
    let mut writing = Writing::new().await;
    writing.let_write(Role::Assistant);
    let note = writing.harness.note();
    let opened = writing.harness.store.edit_blocking(note, |edit| {
        Ok::<_, ToolError>(edit.open_draft(None, "a horn")?)
    });
    let draft = opened.unwrap().value;
    writing.harness.caller.draft = Some(draft);
    writing.append("A ship sounds its horn.").await;
    assert_eq!(writing.days().await, ["2026-03-01 4 0 0"]);
    writing.harness.caller.draft = None;
    writing.let_write(Role::Owner);
    writing.clock.set("2026-03-02T02:00:00Z");
    writing.harness.ok("adopt_draft", json!({})).await;
    assert_eq!(
        writing.days().await,
        ["2026-03-01 4 0 0", "2026-03-02 0 5 0"]
    );
}

#[tokio::test]
async fn the_goal_is_reached_at_the_pace_of_these_days() {
    let writing = Writing::new().await;
    writing
        .harness
        .ok("set_word_goal", json!({ "words": 20 }))
        .await;
    writing.clock.set("2026-03-03T02:00:00Z");
    writing.append("Rain falls.").await;
    writing.clock.set("2026-03-04T02:00:00Z");
    writing.append("It stops again.").await;
    writing.clock.set("2026-03-05T02:00:00Z");
    // Nine words in five days; eleven are missing.
    let answer = writing.progress(30).await;
    check(
        &answer,
        &expect![[r#"
            {
              "from": "2026-02-04",
              "to": "2026-03-05",
              "today": 0,
              "written": 9,
              "days_written": 3,
              "average": 3,
              "streak": 2,
              "goal": 20,
              "words": 9,
              "goal_reached": "2026-03-12",
              "days": [
                {
                  "date": "2026-03-01",
                  "written": 4,
                  "assistant": 0,
                  "imported": 0
                },
                {
                  "date": "2026-03-03",
                  "written": 2,
                  "assistant": 0,
                  "imported": 0
                },
                {
                  "date": "2026-03-04",
                  "written": 3,
                  "assistant": 0,
                  "imported": 0
                }
              ],
              "uncounted": 0
            }
        "#]],
    );
    let far = json!({ "words": 100_000_000 });
    writing.harness.ok("set_word_goal", far).await;
    let answer = writing.progress(30).await;
    assert_eq!(answer.get("goal_reached"), None, "not in this calendar");
    let answer = writing.progress(2).await;
    assert_eq!(answer["days"].as_array().unwrap().len(), 1, "{answer:#}");
    assert_eq!(answer["written"], 3);
}

#[tokio::test]
async fn versions_without_their_text_are_not_counted() {
    let writing = Writing::new().await;
    for day in 2..5 {
        writing.clock.set(&format!("2026-03-0{day}T02:00:00Z"));
        writing.append("Rain.").await;
    }
    writing.harness.store.compact(1).await.unwrap();
    let answer = writing.progress(30).await;
    assert_eq!(answer["uncounted"], 4, "{answer:#}");
    assert_eq!(answer["days"], json!([]));
}
