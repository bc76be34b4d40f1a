//! Backups of stories in temporary folders.

use std::path::Path;
use std::sync::Arc;

use capability::NoApprover;
use model::conversation::ToolCall;
use serde_json::{Value, json};

use crate::workspace::StoryInfo;
use crate::workspace::testing::workspace_in;
use crate::{EventKind, Studio, Workspace};

const WINDOW: &str = "window/1";

async fn call(studio: &Studio, name: &str, args: Value) -> Value {
    let person = studio.person("test", Arc::new(NoApprover));
    let call = ToolCall {
        id: None,
        name: name.to_owned(),
        args,
    };
    studio.call_for_data(&person, call).await.unwrap()
}

async fn story_with_a_scene(workspace: &Workspace) -> StoryInfo {
    let named = workspace
        .create("The Last Ferry", None, WINDOW)
        .await
        .unwrap();
    let studio = workspace.studio(&named.story).await.unwrap();
    call(
        &studio,
        "create_node",
        json!({ "title": "Harbor", "text": "Fog." }),
    )
    .await;
    named
}

#[tokio::test]
async fn a_story_is_backed_up_when_it_is_closed_and_only_after_changes() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = workspace_in(folder.path());
    let named = story_with_a_scene(&workspace).await;
    assert_eq!(workspace.backups(&named.story).await.unwrap(), []);
    workspace.close(&named.story, WINDOW).unwrap();
    let backups = workspace.backups(&named.story).await.unwrap();
    assert_eq!(backups.len(), 1);
    // One file for each story and for each backup, and nothing beside it.
    let of_story = folder.path().join("stories/Backups");
    let of_story = std::fs::read_dir(of_story)
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    let name = of_story.file_name().into_string().unwrap();
    assert_eq!(name, format!("The Last Ferry {}", named.story));
    assert_eq!(std::fs::read_dir(of_story.path()).unwrap().count(), 1);

    workspace.open(&named.path, WINDOW).await.unwrap();
    assert_eq!(workspace.back_up(&named.story).await.unwrap(), None);
    workspace.close(&named.story, WINDOW).unwrap();
    assert_eq!(workspace.backups(&named.story).await.unwrap(), backups);
    // Only a whole key names a story.
    for part in ["", &named.story[1..]] {
        assert_eq!(workspace.backups(part).await.unwrap(), []);
    }
}

#[tokio::test]
async fn a_backup_is_opened_as_a_story_of_its_own_beside_the_one_it_was_taken_of() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = workspace_in(folder.path());
    let named = story_with_a_scene(&workspace).await;
    let taken = workspace.back_up(&named.story).await.unwrap().unwrap();
    let studio = workspace.studio(&named.story).await.unwrap();
    call(&studio, "remove_node", json!({ "node": "Harbor" })).await;
    let opened = workspace
        .open_backup(&named.story, &taken.name, WINDOW)
        .await;
    let opened = opened.unwrap();
    assert_ne!(opened.path, named.path);
    assert!(
        opened.title.starts_with("The Last Ferry 20"),
        "{}",
        opened.title
    );
    let copy = workspace.studio(&opened.story).await.unwrap();
    let text = call(&copy, "read_text", json!({ "node": "Harbor" })).await;
    assert_eq!(text["text"], "Fog.");
    // The story itself stays as it is.
    assert_eq!(call(&studio, "find_nodes", json!({})).await["count"], 0);
    let other = workspace
        .open_backup(&named.story, "../x.story", WINDOW)
        .await;
    let message = other.unwrap_err().report().message.clone();
    assert!(message.contains("no backup"), "{message}");
}

#[tokio::test]
async fn a_story_whose_file_is_damaged_or_gone_comes_back_under_its_title() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = workspace_in(folder.path());
    let named = story_with_a_scene(&workspace).await;
    workspace.close(&named.story, WINDOW).unwrap();
    let damage = |bytes: &[u8]| std::fs::write(&named.path, bytes).unwrap();
    damage(b"not a story any more");
    assert!(workspace.open(&named.path, WINDOW).await.is_err());
    let backups = workspace.backups(&named.story).await.unwrap();
    std::fs::remove_file(&named.path).unwrap();
    assert_eq!(workspace.backups(&named.story).await.unwrap(), backups);
    let opened = workspace
        .open_backup(&named.story, &backups[0].name, WINDOW)
        .await;
    let opened = opened.unwrap();
    assert_eq!(opened.title, "The Last Ferry");
    let copy = workspace.studio(&opened.story).await.unwrap();
    assert_eq!(call(&copy, "find_nodes", json!({})).await["count"], 1);
}

#[tokio::test]
async fn a_backup_that_cannot_be_written_is_reported_and_does_not_prevent_closing() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = workspace_in(folder.path());
    let named = story_with_a_scene(&workspace).await;
    let blocked = folder.path().join("stories/Backups");
    std::fs::write(&blocked, "a file where the folder should be").unwrap();
    workspace.close(&named.story, WINDOW).unwrap();
    let failure = workspace.backup_failure(&named.story).unwrap();
    assert!(failure.message.contains("Backups"), "{failure:?}");
    std::fs::remove_file(&blocked).unwrap();
    workspace.open(&named.path, WINDOW).await.unwrap();
    workspace.close(&named.story, WINDOW).unwrap();
    assert_eq!(workspace.backup_failure(&named.story), None);
    assert_eq!(workspace.backups(&named.story).await.unwrap().len(), 1);
}

#[tokio::test]
async fn windows_are_told_once_that_a_story_cannot_be_backed_up() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = workspace_in(folder.path());
    let named = story_with_a_scene(&workspace).await;
    let studio = workspace.studio(&named.story).await.unwrap();
    let mut events = studio.events();
    let blocked = folder.path().join("stories/Backups");
    std::fs::write(&blocked, "a file where the folder should be").unwrap();
    for _ in 0..2 {
        workspace.take_usual_backup(&named.story, &studio);
    }
    studio.tell_agents_changed();
    let mut told = Vec::new();
    loop {
        let event = events.recv().await.unwrap();
        match &event.kind {
            EventKind::BackupFailed(failed) => told.push(failed.error.message.clone()),
            EventKind::AgentsChanged(_) => break,
            _ => {}
        }
    }
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("Backups"), "{told:?}");
}

#[tokio::test]
async fn the_settings_choose_the_folder_and_whether_there_are_backups() {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("config/settings.toml");
    std::fs::create_dir_all(settings.parent().unwrap()).unwrap();
    let elsewhere = folder.path().join("other disk");
    let write = |minutes: u32| {
        let text = format!(
            "backup_minutes = {minutes}\nbackup_folder = '{}'\n",
            elsewhere.display()
        );
        std::fs::write(&settings, text).unwrap();
    };
    write(0);
    let workspace = workspace_in(folder.path());
    let named = story_with_a_scene(&workspace).await;
    workspace.close(&named.story, WINDOW).unwrap();
    assert!(!elsewhere.exists());
    write(20);
    workspace.open(&named.path, WINDOW).await.unwrap();
    workspace.close(&named.story, WINDOW).unwrap();
    assert_eq!(std::fs::read_dir(&elsewhere).unwrap().count(), 1);
}

#[tokio::test]
async fn a_story_is_backed_up_before_its_old_versions_are_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = workspace_in(folder.path());
    let named = story_with_a_scene(&workspace).await;
    let studio = workspace.studio(&named.story).await.unwrap();
    for text in ["One.", "Two.", "Three."] {
        call(
            &studio,
            "write_text",
            json!({ "node": "Harbor", "text": text }),
        )
        .await;
    }
    workspace.back_up_before(&studio).await.unwrap();
    studio.store().compact(1).await.unwrap();
    let backups = workspace.backups(&named.story).await.unwrap();
    let opened = workspace
        .open_backup(&named.story, &backups[0].name, WINDOW)
        .await;
    let copy = workspace.studio(&opened.unwrap().story).await.unwrap();
    let args = json!({ "node": "Harbor", "capability": "text", "number": 2 });
    call(&copy, "adopt_version", args).await;
    let text = call(&copy, "read_text", json!({ "node": "Harbor" })).await;
    assert_eq!(text["text"], "One.");
}

#[test]
fn a_folder_for_backups_may_be_absolute_or_below_the_stories_or_the_home() {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("config/settings.toml");
    std::fs::create_dir_all(settings.parent().unwrap()).unwrap();
    let workspace = workspace_in(folder.path());
    let chosen = |text: &str| {
        std::fs::write(&settings, format!("backup_folder = '{text}'\n")).unwrap();
        workspace.backup_folder().unwrap()
    };
    let stories = folder.path().join("stories");
    assert_eq!(chosen(""), stories.join("Backups"));
    assert_eq!(chosen("Kept"), stories.join("Kept"));
    assert_eq!(chosen("/media/disk"), Path::new("/media/disk"));
    assert!(chosen("~/Kept").is_absolute() && !chosen("~/Kept").starts_with(&stories));
}
