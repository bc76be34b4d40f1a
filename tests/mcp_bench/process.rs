//! What a running program uses, as the system tells it.

use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result};

/// The processor time of a program so far, on all threads that it has now.
pub(crate) fn processor_time(id: u32) -> Result<Duration> {
    let mut sum = 0;
    for thread in fs::read_dir(format!("/proc/{id}/task")).context("it is read on Linux")? {
        // A thread may end while it is looked at.
        let Ok(said) = fs::read_to_string(thread?.path().join("schedstat")) else {
            continue;
        };
        let nanoseconds = said.split_whitespace().next().context("a time")?;
        sum += nanoseconds.parse::<u64>()?;
    }
    Ok(Duration::from_nanos(sum))
}

/// Bytes of memory in use.
pub(crate) fn memory(id: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status"))?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|it| it.split_whitespace().next());
    let kilobytes: u64 = kilobytes.context("the system tells memory")?.parse()?;
    Ok(kilobytes * 1024)
}

/// Waits until a program does nothing any more.
pub(crate) fn settle(id: u32) -> Result<()> {
    let mut last = processor_time(id)?;
    loop {
        std::thread::sleep(Duration::from_millis(300));
        let now = processor_time(id)?;
        if now.saturating_sub(last) < Duration::from_millis(2) {
            return Ok(());
        }
        last = now;
    }
}
