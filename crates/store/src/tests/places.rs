//! Tests with files in odd places: where nothing can be written, under new names, half made.

use std::fs;
use std::path::Path;
use std::thread;

use super::{TestStore, name, options, reading};
use crate::{Store, StoreError};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn story_moved_while_open_is_no_longer_written_to() {
    for how in ["renamed", "removed", "replaced"] {
        let fixture = TestStore::new();
        let node = fixture.store.add_node("Hero");
        fixture.store.set_kv(node, name("Neo"));
        let path = fixture.path();
        let moved = fixture.folder.path().join("moved.story");
        let other = fixture.folder.path().join("other.story");
        Store::create(&other, "Other", options())
            .unwrap()
            .close()
            .unwrap();
        match how {
            "renamed" => fs::rename(&path, &moved).unwrap(),
            "removed" => fs::remove_file(&path).unwrap(),
            _ => {
                fs::rename(&path, &moved).unwrap();
                fs::rename(&other, &path).unwrap();
            }
        }
        for _ in 0..2 {
            let refused = fixture.store.write(|edit| edit.label("Act one"));
            let Err(StoreError::ReadOnly { why }) = refused else {
                panic!("{how}: {refused:?}");
            };
            assert!(why.contains("renamed, replaced or removed"), "{how}: {why}");
        }
        assert!(fixture.store.read_only().is_some(), "{how}");
        fixture.store.close().unwrap();
        if how != "removed" {
            let store = Store::open(&moved, options()).unwrap();
            assert_eq!(
                store.kv(node),
                Some(name("Neo")),
                "{how}: what was acknowledged is there"
            );
        }
        if how == "replaced" {
            let store = Store::open(&path, options()).unwrap();
            assert_eq!(store.view(None).graph().unwrap().record.title, "Other");
        }
    }
}

#[test]
fn files_appear_only_when_they_are_complete() {
    let fixture = TestStore::new();
    fixture.store.add_node("Hero");
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("copy.story");
    let mut seen = Vec::new();
    fixture
        .store
        .save_copy(&to, &mut |_, _| {
            seen.push(to.exists());
            true
        })
        .unwrap();
    assert!(!seen.is_empty() && !seen.contains(&true), "{seen:?}");
    assert_eq!(names(folder.path()), ["copy.story"]);
    // What a killed process leaves behind has another name, so the name is still free.
    fs::write(folder.path().join(".new-left.partial"), "").unwrap();
    let new = folder.path().join("new.story");
    Store::create(&new, "New", options())
        .unwrap()
        .close()
        .unwrap();
    assert_eq!(
        names(folder.path()),
        [".new-left.partial", "copy.story", "new.story"]
    );
}

#[test]
fn too_long_file_name_error_is_readable() {
    let fixture = TestStore::new();
    let long = fixture.folder.path().join("n".repeat(255));
    let created = Store::create(&long, "Demo", options()).map(drop);
    let copied = fixture.store.save_copy(&long, &mut |_, _| true);
    for error in [created.unwrap_err(), copied.unwrap_err()] {
        assert!(
            error
                .to_string()
                .contains("the name is too long: 255 bytes"),
            "{error}"
        );
    }
    let fits = fixture.folder.path().join("n".repeat(247));
    Store::create(&fits, "Demo", options()).unwrap();
}

#[test]
fn closed_story_leaves_no_other_files() {
    let fixture = TestStore::new();
    fixture.store.add_node("Hero");
    let (folder, path) = fixture.close();
    Store::open(&path, options()).unwrap().close().unwrap();
    assert_eq!(names(folder.path()), ["demo.story"]);
}

#[test]
fn story_closed_while_it_is_read_leaves_no_other_files() {
    for _ in 0..20 {
        let fixture = TestStore::new();
        fixture.store.add_node("Hero");
        let readers = [(); 2].map(|()| {
            let store = fixture.store.clone();
            thread::spawn(move || while store.view(None).story().is_ok() {})
        });
        let (folder, _) = fixture.close();
        for reader in readers {
            reader.join().unwrap();
        }
        assert_eq!(names(folder.path()), ["demo.story"]);
    }
}

/// Permissions do not hold for root, so there the test runs itself again as another user.
#[cfg(unix)]
#[test]
fn unprivileged_user_can_read_a_write_protected_story() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    const STORY: &str = "STORYTELLER_TEST_STORY";
    const NOBODY: u32 = 65_534;
    if let Some(path) = std::env::var_os(STORY) {
        return reads_and_leaves_nothing(Path::new(&path));
    }
    let permit = |path: &Path, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    // The protected file, the protected folder, both; the modes allow others to read.
    for (folder_mode, file_mode) in [(0o777, 0o444), (0o555, 0o666), (0o555, 0o444)] {
        let fixture = TestStore::new();
        fixture.store.add_node("Hero");
        let (folder, path) = fixture.close();
        let program = folder.path().join("program");
        fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
        permit(&program, 0o755);
        permit(&path, file_mode);
        permit(folder.path(), folder_mode);
        let mut again = Command::new(&program);
        again
            .args([
                "--exact",
                "tests::places::unprivileged_user_can_read_a_write_protected_story",
            ])
            .env(STORY, &path)
            .current_dir("/");
        if rustix::process::geteuid().is_root() {
            again.uid(NOBODY).gid(NOBODY);
        }
        let output = again.output().unwrap();
        permit(folder.path(), 0o755);
        let output_text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{folder_mode:o} {file_mode:o}: {output_text}"
        );
        assert!(output_text.contains("1 passed"), "it ran: {output_text}");
        assert_eq!(names(folder.path()), ["demo.story", "program"]);
    }
}

#[cfg(unix)]
fn reads_and_leaves_nothing(path: &Path) {
    let before = names(path.parent().unwrap());
    for options in [reading(), options()] {
        let store = Store::open(path, options).unwrap();
        assert!(store.read_only().is_some());
        assert_eq!(store.view(None).graph().unwrap().nodes[0].title, "Hero");
        assert_eq!(store.check().unwrap(), vec![]);
        let copies = tempfile::tempdir().unwrap();
        let copy = copies.path().join("copy.story");
        store.save_copy(&copy, &mut |_, _| true).unwrap();
        let refused = store.write(|edit| edit.label("Act one"));
        assert!(matches!(refused, Err(StoreError::ReadOnly { .. })));
        store.close().unwrap();
        assert_eq!(names(path.parent().unwrap()), before);
    }
}
