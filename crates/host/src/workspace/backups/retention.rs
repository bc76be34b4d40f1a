//! Which backups are kept: the newest, then one of each day, week and month, as far as there is space.
//! Pure.

use std::collections::HashSet;

use model::Timestamp;

use super::Backup;

/// So many of the newest are kept, however old.
const NEWEST: usize = 5;
/// With so many the limit of space no longer counts.
const LEAST: usize = 2;
/// How much space the backups of a story take at most, in bytes.
const MOST_BYTES: u64 = 4 << 30;

const DAY: i64 = 24 * 60 * 60;
/// After so many days there is one backup for each week, after so many more one for each month.
const DAYS: i64 = 7;
const WEEKS: i64 = 5 * 7;
const MONTHS: i64 = 366;

/// The backups that are removed; `backups` are those of a story, newest first.
pub(super) fn expired(backups: &[Backup], now: Timestamp) -> Vec<&Backup> {
    let mut periods = HashSet::new();
    let mut bytes = 0;
    let mut dropped = Vec::new();
    for (rank, backup) in backups.iter().enumerate() {
        let is_wanted =
            rank < NEWEST || period(backup.taken, now).is_some_and(|period| periods.insert(period));
        if rank < NEWEST {
            periods.extend(period(backup.taken, now));
        }
        let has_space = rank < LEAST || bytes + backup.bytes <= MOST_BYTES;
        if is_wanted && has_space {
            bytes += backup.bytes;
        } else {
            dropped.push(backup);
        }
    }
    dropped
}

/// The day, week or month of which one backup is enough; `None` for what is too old.
fn period(taken: Timestamp, now: Timestamp) -> Option<(char, i64)> {
    let (then, days) = (
        taken.as_second(),
        (now.as_second() - taken.as_second()) / DAY,
    );
    match days {
        ..DAYS => Some(('d', then.div_euclid(DAY))),
        DAYS..WEEKS => Some(('w', then.div_euclid(7 * DAY))),
        WEEKS..MONTHS => Some(('m', then.div_euclid(30 * DAY))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backups(ages: impl IntoIterator<Item = i64>, bytes: u64) -> (Vec<Backup>, Timestamp) {
        let now = Timestamp::from_second(2_000_000_000).unwrap();
        let backup = |age: i64| Backup {
            name: age.to_string(),
            taken: Timestamp::from_second(now.as_second() - age).unwrap(),
            bytes,
        };
        (ages.into_iter().map(backup).collect(), now)
    }

    #[test]
    fn the_newest_stay_and_older_ones_become_fewer() {
        // One every twenty minutes for two years.
        let (all, now) = backups((0..2 * 365 * 24 * 3).map(|it| it * 20 * 60), 1000);
        let dropped: HashSet<_> = expired(&all, now).into_iter().map(|it| &it.name).collect();
        let left: Vec<_> = all
            .iter()
            .filter(|it| !dropped.contains(&it.name))
            .collect();
        assert!((20..35).contains(&left.len()), "{}", left.len());
        assert_eq!(left[..5], all.iter().take(5).collect::<Vec<_>>());
        let oldest = now.as_second() - left.last().unwrap().taken.as_second();
        assert!(oldest / DAY > 300, "{oldest}");
    }

    #[test]
    fn removing_day_by_day_keeps_as_many_as_removing_at_once() {
        let mut left: Vec<Backup> = Vec::new();
        let (all, _) = backups((0..400).map(|it| it * DAY), 1000);
        for backup in all.iter().rev() {
            left.insert(0, backup.clone());
            let dropped: Vec<_> = expired(&left, backup.taken).into_iter().cloned().collect();
            left.retain(|it| !dropped.contains(it));
        }
        // A week by days, a month by weeks, a year by months.
        assert!((17..30).contains(&left.len()), "{}", left.len());
    }

    #[test]
    fn large_backups_are_kept_as_far_as_there_is_space_and_never_fewer_than_two() {
        let (all, now) = backups([0, 60, 120, 180], 1 << 30);
        assert!(expired(&all, now).is_empty());
        let (all, now) = backups([0, 60, 120, 180], 3 << 30);
        let dropped = expired(&all, now);
        assert_eq!(dropped, [&all[2], &all[3]]);
    }
}
