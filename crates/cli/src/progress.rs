//! The progress of a long call: one line at the terminal, overwritten as it advances and removed at
//! the end. Nothing is written to a pipe.

use std::io::{IsTerminal as _, Write as _};

use capability::Progress;

/// The width of the bar, in characters.
const BAR_WIDTH: usize = 24;

/// The progress line; removed when this is dropped.
#[derive(Default)]
pub(super) struct ProgressLine {
    is_visible: bool,
}

impl ProgressLine {
    /// Shows the progress of a call, if standard error is a terminal; removes that of an ended
    /// call.
    pub(super) fn show(&mut self, progress: &Progress) {
        if progress.ended {
            return self.clear();
        }
        let mut err = std::io::stderr().lock();
        if err.is_terminal() {
            self.is_visible = true;
            let _ = write!(err, "\r\x1b[2K{}", line(progress)).and_then(|()| err.flush());
        }
    }

    /// Removes the line.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_visible) {
            let mut err = std::io::stderr().lock();
            let _ = write!(err, "\r\x1b[2K").and_then(|()| err.flush());
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}

/// The line: the current step, and the completed share if it is known.
fn line(progress: &Progress) -> String {
    let doing = progress.doing.as_deref().unwrap_or("working");
    let doing = super::terminal::plain(doing).replace('\n', " ");
    match progress.done {
        Some(done) => {
            let full = (done * BAR_WIDTH as f64).round() as usize;
            let bar: String = (0..BAR_WIDTH)
                .map(|it| if it < full { '█' } else { '░' })
                .collect();
            format!(
                "{} {bar} {:>3.0} % · {doing} · Ctrl-C stops it",
                progress.tool,
                done * 100.0
            )
        }
        None => format!("{} · {doing} · Ctrl-C stops it", progress.tool),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(done: Option<f64>, doing: Option<&str>) -> Progress {
        Progress {
            run: 1,
            call: "c1".into(),
            tool: "export_story".into(),
            origin: None,
            turn: None,
            done,
            doing: doing.map(str::to_owned),
            text: None,
            ended: false,
        }
    }

    #[test]
    fn progress_line_shows_the_step_and_the_known_share() {
        assert_eq!(
            line(&progress(Some(0.5), Some("writing\x1b[31m pages"))),
            "export_story ████████████░░░░░░░░░░░░  50 % · writing[31m pages · Ctrl-C stops it"
        );
        assert_eq!(
            line(&progress(None, None)),
            "export_story · working · Ctrl-C stops it"
        );
    }
}
