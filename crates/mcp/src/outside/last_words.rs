//! The last output of a program on standard error, which often says why it ended.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How many bytes are kept.
const KEPT: usize = 2048;
/// How long to wait for the rest after the program has ended: a child process may keep the stream
/// open.
const PATIENCE: Duration = Duration::from_millis(300);

/// Reads a stream to its end and keeps its last bytes.
pub(super) struct LastWords {
    kept: Arc<Mutex<Vec<u8>>>,
    reading: JoinHandle<()>,
}

impl LastWords {
    pub(super) fn of(mut stream: impl AsyncRead + Send + Unpin + 'static) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let keeping = Arc::clone(&kept);
        let reading = tokio::spawn(async move {
            let mut piece = [0; KEPT];
            while let Ok(read @ 1..) = stream.read(&mut piece).await {
                let mut kept = keeping.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&piece[..read]);
                let surplus = kept.len().saturating_sub(KEPT);
                kept.drain(..surplus);
            }
        });
        Self { kept, reading }
    }

    /// The last line that is not empty.
    pub(super) async fn line(self) -> String {
        // What was read in time is used.
        let _ = timeout(PATIENCE, self.reading).await;
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&kept);
        let mut lines = text.lines().map(str::trim);
        lines
            .rfind(|it| !it.is_empty())
            .unwrap_or_default()
            .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn keeps_the_last_line_of_long_output() {
        let flood = format!("{}\nno module named mcp\n\n", "x".repeat(100_000));
        let words = LastWords::of(std::io::Cursor::new(flood.into_bytes()));
        assert_eq!(words.line().await, "no module named mcp");
    }
}
