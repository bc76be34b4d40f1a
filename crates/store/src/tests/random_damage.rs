//! Files damaged at random: each is refused, or read and written as if it were sound.
//! `STORYTELLER_DAMAGES` sets how many damages are tried, or which: `8000..8200`. Each has the number
//! printed by a failure as its seed.

use std::fs;

use tempfile::TempDir;

use super::damage::{contents, files, is_shared_memory, open_under, write_contents};
use super::{TestStore, options, reading};
use crate::{Store, StoreError};

/// Damages tried by default, spread over all bases: a few seconds.
const DAMAGES: u64 = 240;
const PAGE: usize = 4096;

/// A closed story, an earlier state of its file, and what it holds.
struct Base {
    now: Vec<u8>,
    earlier: Vec<u8>,
    truth: Vec<String>,
    _folder: TempDir,
}

/// Numbers that depend on the seed alone.
struct Random(u64);

impl Random {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

fn base(nodes: usize, text: usize) -> Base {
    let fixture = TestStore::new();
    write_contents(&fixture.store, nodes, text);
    let path = fixture.path();
    let folder = fixture.folder;
    fixture.store.close().unwrap();
    let earlier = fs::read(&path).unwrap();
    let store = Store::open(&path, options()).unwrap();
    write_contents(&store, nodes / 2, text);
    store
        .write(|edit| edit.undo(&crate::UndoTarget::Last))
        .unwrap();
    let truth = contents(&store).unwrap();
    store.close().unwrap();
    Base {
        now: fs::read(&path).unwrap(),
        earlier,
        truth,
        _folder: folder,
    }
}

/// Damages some bytes; returns in words how.
fn damage(bytes: &mut Vec<u8>, base: &Base, random: &mut Random) -> &'static str {
    let pages = bytes.len() / PAGE;
    let page = random.below(pages) * PAGE;
    let other = random.below(pages) * PAGE;
    match random.below(11) {
        0 | 1 => {
            let spot = random.below(bytes.len());
            bytes[spot] ^= 1 << random.below(8);
            "one bit"
        }
        2 | 3 => {
            let spot = random.below(bytes.len() - 16);
            bytes[spot..spot + 16].fill_with(|| random.next() as u8);
            "sixteen bytes"
        }
        4 => {
            let spot = random.below(100);
            bytes[spot] = random.next() as u8;
            "the header"
        }
        5 => {
            let spot = page + 8 + random.below(64);
            bytes[spot] = random.next() as u8;
            "a cell pointer"
        }
        6 => {
            bytes.truncate(random.below(bytes.len()));
            "cut"
        }
        7 => {
            bytes[page..page + PAGE].fill(0);
            "a page of zeros"
        }
        8 => {
            let copy = bytes[page..page + PAGE].to_vec();
            bytes.copy_within(other..other + PAGE, page);
            bytes[other..other + PAGE].copy_from_slice(&copy);
            "two pages swapped"
        }
        9 => {
            bytes.copy_within(other..other + PAGE, page);
            "a page doubled"
        }
        _ => {
            let page = random.below(base.earlier.len() / PAGE) * PAGE;
            bytes[page..page + PAGE].copy_from_slice(&base.earlier[page..page + PAGE]);
            "a page of an earlier state"
        }
    }
}

/// The seeds of the damages to try.
fn seeds() -> std::ops::Range<u64> {
    let Some(wanted) = std::env::var_os("STORYTELLER_DAMAGES") else {
        return 0..DAMAGES;
    };
    let wanted = wanted.to_string_lossy();
    let (start, end) = wanted.split_once("..").unwrap_or(("0", &wanted));
    let number = |text: &str| {
        text.parse()
            .expect("a number of damages, or a range of them")
    };
    number(start)..number(end)
}

#[test]
fn damaged_files_are_rejected_or_read_correctly() {
    let seeds = seeds();
    let tried = seeds.end - seeds.start;
    let bases = [base(3, 2), base(12, 400), base(40, 30)];
    let (mut refused, mut right) = (0, 0);
    for seed in seeds {
        let mut random = Random(seed);
        let base = &bases[random.below(bases.len())];
        let mut bytes = base.now.clone();
        let how = damage(&mut bytes, base, &mut random);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("damaged.story");
        fs::write(&path, &bytes).unwrap();
        let in_background = random.below(3) == 0;
        let before = files(folder.path());

        let read = open_under(&path, reading(), in_background).and_then(|store| {
            let read = contents(&store);
            store.close()?;
            read
        });
        assert!(
            fs::read(&path).unwrap() == bytes,
            "{seed}: {how}: reading wrote"
        );
        if let Ok(read) = &read {
            assert!(
                *read == base.truth,
                "{seed}: {how}: something else was read"
            );
        }
        for side in ["-wal", "-shm"] {
            _ = fs::remove_file(format!("{}{side}", path.display()));
        }

        match open_under(&path, options(), in_background) {
            Err(_) => {
                // An empty log may be left by a failed connection; it holds nothing.
                let after = files(folder.path())
                    .into_iter()
                    .filter(|it| !it.1.is_empty());
                let is_unchanged = after.filter(|it| !is_shared_memory(&it.0)).eq(before);
                assert!(is_unchanged, "{seed}: {how}: refused but written to");
                refused += 1;
            }
            Ok(store) => {
                let read = contents(&store);
                let error = store.write(|edit| edit.label("A name")).err();
                store.close().unwrap();
                match (read, error) {
                    (Ok(read), _) => {
                        assert!(read == base.truth, "{seed}: {how}: something else was read");
                        right += 1;
                    }
                    (Err(_), Some(_)) => {
                        assert!(
                            fs::read(&path).unwrap() == bytes,
                            "{seed}: {how}: written to"
                        );
                        refused += 1;
                    }
                    // A part that is not adopted is damaged; it was named, the rest is sound.
                    (
                        Err(StoreError::HashMismatch { .. } | StoreError::DamagedAsset { .. }),
                        None,
                    ) => {
                        refused += 1;
                    }
                    (Err(error), None) => panic!("{seed}: {how}: written to despite {error:?}"),
                }
            }
        }
    }
    assert!(
        refused > tried / 4 && right > 0,
        "{refused} refused, {right} read right"
    );
}
