//! Every importer and exporter reports progress and can be cancelled.

use std::cell::RefCell;
use std::rc::Rc;

use model::FixedWorld;

use super::hostile::samples::{SAMPLES, SampleNode, sample_node};
use crate::{Bundle, Cancelled, EXPORTERS, importer, with_progress};

/// A story large enough that reading it takes noticeable time.
fn knots() -> Vec<SampleNode> {
    let one = |it: usize| {
        let next = format!("Knot_{}", (it + 1) % 400);
        sample_node(&format!("Knot_{it}"), "Fog over the sea.", &[("on", &next)])
    };
    (0..400).map(one).collect()
}

/// The result of the work, and its progress reports in order.
fn record_progress<T>(work: impl FnOnce() -> T) -> (T, Vec<(&'static str, f64)>) {
    let record_progress = Rc::new(RefCell::new(Vec::new()));
    let reported = Rc::clone(&record_progress);
    let watch = move |doing, done| {
        reported.borrow_mut().push((doing, done));
        true
    };
    let done = with_progress(watch, work).expect("it goes on");
    (done, record_progress.take())
}

/// Whether progress was reported often, always between 0 and 1.
fn reports_often(record_progress: &[(&str, f64)]) -> bool {
    let middle = record_progress.iter().filter(|it| it.1 > 0.0).count();
    middle >= 3 && record_progress.iter().all(|it| (0.0..=1.0).contains(&it.1))
}

/// Cancels the work halfway.
fn cancel_midway<T>(work: impl FnOnce() -> T) -> Result<T, Cancelled> {
    with_progress(|_, done| done < 0.5, work)
}

#[test]
fn every_importer_reports_progress_and_can_be_cancelled() {
    let mut unheard = Vec::new();
    for carrier in SAMPLES {
        // The nodes of a card are its notes.
        let file = carrier.file(&knots());
        let import = || {
            let format = importer(carrier.format).unwrap();
            format.import(&file, &FixedWorld::default()).unwrap()
        };
        let (read, record_progress) = record_progress(import);
        assert_eq!(read, import(), "{}", carrier.name);
        if !reports_often(&record_progress) || cancel_midway(import).is_ok() {
            unheard.push((carrier.name, record_progress));
        }
    }
    assert!(unheard.is_empty(), "{unheard:#?}");
}

#[test]
fn every_exporter_reports_progress_and_can_be_cancelled() {
    let twee = SAMPLES.iter().find(|it| it.name == "twee").unwrap();
    let file = twee.file(&knots());
    let format = importer("twee").unwrap();
    let (mut bundle, _): (Bundle, _) = format.import(&file, &FixedWorld::default()).unwrap();
    for (number, node) in bundle.story.nodes.values_mut().enumerate() {
        // Kept originals would be copied rather than written, and cards require characters.
        let node = std::sync::Arc::make_mut(node);
        node.data.remove(model::part::FOREIGN);
        if number % 2 == 0 {
            node.kind = "character".to_owned();
        }
    }
    let mut unheard = Vec::new();
    for exporter in EXPORTERS {
        let export = || exporter.export(&bundle);
        let (written, record_progress) = record_progress(export);
        assert!(written == export(), "{}", exporter.name());
        if !reports_often(&record_progress) || cancel_midway(export).is_ok() {
            unheard.push((exporter.name(), record_progress));
        }
    }
    assert!(unheard.is_empty(), "{unheard:#?}");
}
