//! Whatever reads or writes a file says how far it is, and ends when it is told to.

use std::cell::RefCell;
use std::rc::Rc;

use model::FixedWorld;

use super::hostile::carriers::{CARRIERS, Knot, knot};
use crate::{EXPORTERS, Parcel, Stopped, importer, watched};

/// A story long enough that nobody wants to wait for it unasked.
fn knots() -> Vec<Knot> {
    let one = |it: usize| {
        let next = format!("Knot_{}", (it + 1) % 400);
        knot(&format!("Knot_{it}"), "Fog over the sea.", &[("on", &next)])
    };
    (0..400).map(one).collect()
}

/// How far the work was when it was heard, in the order of hearing.
fn heard<T>(work: impl FnOnce() -> T) -> (T, Vec<(&'static str, f64)>) {
    let heard = Rc::new(RefCell::new(Vec::new()));
    let told = Rc::clone(&heard);
    let watch = move |doing, done| {
        told.borrow_mut().push((doing, done));
        true
    };
    let done = watched(watch, work).expect("it goes on");
    (done, heard.take())
}

/// Whether it is heard of often, never before the beginning or behind the end of what is done.
fn is_watched(heard: &[(&str, f64)]) -> bool {
    let middle = heard.iter().filter(|it| it.1 > 0.0).count();
    middle >= 3 && heard.iter().all(|it| (0.0..=1.0).contains(&it.1))
}

/// The work ended as soon as it is well begun.
fn ended<T>(work: impl FnOnce() -> T) -> Result<T, Stopped> {
    watched(|_, done| done < 0.5, work)
}

#[test]
fn every_importer_says_how_far_it_is_and_can_be_ended() {
    let mut unheard = Vec::new();
    for carrier in CARRIERS {
        // The nodes of a card are its notes.
        let file = carrier.file(&knots());
        let import = || {
            let format = importer(carrier.format).unwrap();
            format.import(&file, &FixedWorld::default()).unwrap()
        };
        let (read, heard) = heard(import);
        assert_eq!(read, import(), "{}", carrier.name);
        if !is_watched(&heard) || ended(import).is_ok() {
            unheard.push((carrier.name, heard));
        }
    }
    assert!(unheard.is_empty(), "{unheard:#?}");
}

#[test]
fn every_exporter_says_how_far_it_is_and_can_be_ended() {
    let twee = CARRIERS.iter().find(|it| it.name == "twee").unwrap();
    let file = twee.file(&knots());
    let format = importer("twee").unwrap();
    let (mut parcel, _): (Parcel, _) = format.import(&file, &FixedWorld::default()).unwrap();
    for (number, node) in parcel.story.nodes.values_mut().enumerate() {
        // A form of its own is not written anew, and a picture of characters needs characters.
        let node = std::sync::Arc::make_mut(node);
        node.data.remove(model::part::KEPT);
        if number % 2 == 0 {
            node.kind = "character".to_owned();
        }
    }
    let mut unheard = Vec::new();
    for exporter in EXPORTERS {
        let export = || exporter.export(&parcel);
        let (written, heard) = heard(export);
        assert!(written == export(), "{}", exporter.name());
        if !is_watched(&heard) || ended(export).is_ok() {
            unheard.push((exporter.name(), heard));
        }
    }
    assert!(unheard.is_empty(), "{unheard:#?}");
}
