//! The drawing of the graph: positions, and deterministic output.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use model::{Layout, NodeId};
use quick_xml::events::Event;

use super::shapes::{Rectangle, Shape};
use super::{Png, Svg, drawing, raster};
use crate::tests::external_programs::chinese_font;
use crate::tests::stories::sample_story;
use crate::typeset::{FontStack, Fonts};
use crate::{Bundle, Cancelled, Exporter, with_progress};

fn story() -> Bundle {
    let mut story = sample_story();
    let spread = [(0.0, 0.0), (420.0, 60.0), (60.0, 330.0)];
    for (node, (x, y)) in story.nodes.values_mut().zip(spread) {
        let layout = Layout {
            x,
            y,
            ..node.layout.clone()
        };
        Arc::make_mut(node).layout = layout;
    }
    Bundle::new(story)
}

/// The width, height and pixels of a PNG.
fn pixels(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(frame.color_type, png::ColorType::Rgb);
    (frame.width, frame.height, pixels)
}

#[test]
fn svg_is_well_formed_with_every_title_and_label() {
    let mut bundle = story();
    bundle.story.record.title = "A & <b>".to_owned();
    let text = String::from_utf8(Svg.export(&bundle)).unwrap();
    let mut reader = quick_xml::Reader::from_str(&text);
    let (mut boxes, mut curves) = (0, 0);
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => break,
            Event::Empty(it) if it.name().as_ref() == "rect" => boxes += 1,
            Event::Empty(it) if it.name().as_ref() == "path" => curves += 1,
            _ => {}
        }
    }
    assert_eq!((boxes, curves), (1 + 2 * 3, 3));
    for words in [
        ">大厅 [hall]<",
        ">The &quot;Yard&quot;<",
        ">back<",
        "[$light &gt; 0]<",
        "A &amp; &lt;b&gt;",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("NaN") && !text.contains("inf"));
}

/// Two rows of neighbors, each linked to the next and to the one below.
fn crowded() -> Bundle {
    let text: String = (0..12)
        .map(|it| {
            let (next, below) = (it + 1, it + 6);
            format!(
                ":: P{it}\n[[A way that has a rather long label->P{next}]]\n[[Down->P{below}]]\n\n"
            )
        })
        .collect();
    let world = model::FixedWorld::default();
    let imported = crate::importer("twee")
        .unwrap()
        .import(text.as_bytes(), &world);
    let (mut bundle, _) = imported.unwrap();
    for (number, node) in bundle.story.nodes.values_mut().enumerate() {
        let layout = Layout {
            x: (number % 6) as f64 * 296.0,
            y: (number / 6) as f64 * 172.0,
            ..node.layout.clone()
        };
        Arc::make_mut(node).layout = layout;
    }
    bundle
}

#[test]
fn labels_cover_neither_cards_nor_each_other() {
    let bundle = crowded();
    let fonts = Fonts::default();
    let stack = FontStack::of(&fonts);
    let shapes = drawing::draw(&bundle.story, &stack, 0.0).shapes;
    let cards: Vec<_> = shapes
        .iter()
        .filter_map(|it| match it {
            Shape::Box { at, radius, .. } if *radius == 10.0 => Some(*at),
            _ => None,
        })
        .collect();
    let labels: Vec<_> = shapes
        .iter()
        .filter_map(|it| match it {
            Shape::Text(line) if line.has_halo => Some(Rectangle {
                x: line.x - drawing::text_width(&line.text, line.size, &stack) / 2.0,
                y: line.y - line.size * 0.7,
                width: drawing::text_width(&line.text, line.size, &stack),
                height: line.size * 0.7,
            }),
            _ => None,
        })
        .collect();
    assert!(
        cards.len() >= 12 && labels.len() > 20,
        "{} labels",
        labels.len()
    );
    for (number, label) in labels.iter().enumerate() {
        let others = cards.iter().chain(&labels[..number]);
        let covered: f64 = others.map(|it| it.shared_area(label)).sum();
        assert!(covered == 0.0, "label {number} covers {covered}: {label:?}");
    }
}

#[test]
fn paints_cards_at_their_map_positions() {
    let fonts = Fonts::with(vec![chinese_font("Regular")]);
    let bundle = story();
    let bytes = Png.export_with_fonts(&bundle, &fonts);
    assert_eq!(
        Png.export_with_fonts(&bundle, &fonts),
        bytes,
        "the same bytes"
    );
    let (width, height, pixels) = pixels(&bytes);
    let at = |x: f64, y: f64| {
        let place = (((y * 2.0) as u32 * width + (x * 2.0) as u32) * 3) as usize;
        (pixels[place], pixels[place + 1], pixels[place + 2])
    };
    // A margin of 40 on each side, and 24 more above for the group title.
    assert_eq!((width, height), ((656 + 80) * 2, (462 + 24 + 80) * 2));
    assert_eq!(at(5.0, 5.0), (0xf7, 0xf5, 0xf1), "paper");
    assert_eq!(at(40.0 + 200.0, 64.0 + 100.0), (255, 255, 255), "a card");
    assert_eq!(
        at(40.0 + 26.0, 64.0 + 16.0),
        (0x3f, 0x9a, 0xa6),
        "its own color"
    );
    assert_eq!(
        at(460.0 + 26.0, 124.0 + 16.0),
        (0x4e, 0x7f, 0xb8),
        "the color of its kind"
    );
    let dark = pixels
        .chunks(3)
        .filter(|it| it[0] < 0x60 && it[1] < 0x60)
        .count();
    let without = Png.export(&bundle);
    let (_, _, other) = self::pixels(&without);
    assert!(dark > 500, "there are letters: {dark}");
    assert_ne!(other, pixels, "without a font Chinese letters are signs");
}

#[test]
fn lists_losses() {
    let mut bundle = story();
    let messages = |bundle: &Bundle, fonts: &Fonts| -> String {
        let losses = Png.losses_with_fonts(bundle, fonts).into_iter();
        losses.map(|it| it.message + "\n").collect()
    };
    assert!(
        messages(&bundle, &Fonts::default())
            .contains("no font was found (each is painted as �): 1 node")
    );
    let fonts = Fonts::with(vec![chinese_font("Regular")]);
    assert!(!messages(&bundle, &fonts).contains("no font"));
    let far = Arc::make_mut(&mut bundle.story.nodes[0]);
    far.layout.x = f64::NAN;
    far.layout.y = 90_000.0;
    far.layout.parent = Some(NodeId(far.id.0));
    assert!(
        messages(&bundle, &fonts).contains("of its size"),
        "{}",
        messages(&bundle, &fonts)
    );
    let (width, height, _) = pixels(&Png.export(&bundle));
    assert!(width.max(height) <= 12_000);
}

#[test]
fn paints_the_same_picture_in_one_band_and_in_many() {
    let mut bundle = crowded();
    // Near, where curves are stroked, and far away, where they are thinner than a pixel.
    for spread in [1.0, 40.0] {
        for node in bundle.story.nodes.values_mut() {
            let Layout { x, y, .. } = &mut Arc::make_mut(node).layout;
            (*x, *y) = (*x * spread, *y * spread);
        }
        let fonts = Fonts::default();
        let font_stack = FontStack::of(&fonts);
        let plan = drawing::draw(&bundle.story, &font_stack, 0.0);
        let painted = |band| pixels(&raster::png_in_bands(&plan, band, (&fonts, &font_stack)));
        let (width, height, whole) = painted(u32::MAX);
        let (bands_width, bands_height, bands) = painted(height.div_ceil(4));
        assert_eq!((bands_width, bands_height), (width, height));
        let drawn = whole.iter().filter(|it| **it < 200).count();
        assert!(drawn > 1_000, "{drawn}");
        // Positions within a band are rounded otherwise than within the whole.
        let pairs = whole.iter().zip(&bands);
        let off = pairs.filter(|(a, b)| a.abs_diff(**b) > 16).count();
        assert!(off * 1_000 <= drawn, "{off} of {drawn} differ");
    }
}

/// The progress reported while a picture is made that is cancelled during `end`.
fn record_progress(end: &'static str) -> (Vec<&'static str>, Result<usize, Cancelled>) {
    let record_progress = Rc::new(RefCell::new(Vec::new()));
    let reported = Rc::clone(&record_progress);
    let watch = move |doing, _| {
        reported.borrow_mut().push(doing);
        doing != end
    };
    let made = with_progress(watch, || Png.export(&story()).len());
    let mut record_progress = record_progress.take();
    record_progress.dedup();
    (record_progress, made)
}

#[test]
fn reports_progress_and_cancels_at_any_stage() {
    let (all, made) = record_progress("");
    let parts = [
        "drawing links",
        "drawing cards",
        "painting",
        "packing the picture",
    ];
    assert_eq!(all, parts);
    assert!(made.is_ok());
    for (at, part) in parts.into_iter().enumerate() {
        assert_eq!(
            record_progress(part),
            (parts[..=at].to_vec(), Err(Cancelled))
        );
    }
}
