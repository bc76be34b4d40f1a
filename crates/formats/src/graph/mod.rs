//! A picture of the graph, as the map shows it: SVG whose words are words, and PNG. Out only.
//! `plan` decides what stands where, `svg` and `paint` write it.

mod paint;
mod plan;
mod shapes;
mod svg;
#[cfg(test)]
mod tests;

use crate::fonts::{Fonts, Type};
use crate::reading::tidy_title;
use crate::writing::{Holds, Losses};
use crate::{Exporter, Parcel, Warning};

const HOLDS: Holds = Holds {
    format: "graph",
    capabilities: &[],
    kind: |_| true,
};

/// The graph as a drawing.
pub(crate) struct Svg;

impl Exporter for Svg {
    fn name(&self) -> &'static str {
        "svg"
    }

    fn title(&self) -> &'static str {
        "SVG picture of the graph"
    }

    fn extension(&self) -> &'static str {
        "svg"
    }

    fn losses(&self, parcel: &Parcel) -> Vec<Warning> {
        Losses::of(parcel, &HOLDS).done()
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        let fonts = Fonts::default();
        let plan = plan::plan(&parcel.story, &Type::of(&fonts));
        let title = tidy_title(&parcel.story.record.title, "Untitled");
        svg::write(&plan, &title).into_bytes()
    }
}

/// The graph as pixels.
pub(crate) struct Png;

impl Exporter for Png {
    fn name(&self) -> &'static str {
        "png"
    }

    fn title(&self) -> &'static str {
        "PNG picture of the graph"
    }

    fn extension(&self) -> &'static str {
        "png"
    }

    fn losses(&self, parcel: &Parcel) -> Vec<Warning> {
        self.losses_with(parcel, &Fonts::default())
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        self.export_with(parcel, &Fonts::default())
    }

    fn sets_type(&self) -> bool {
        true
    }

    fn losses_with(&self, parcel: &Parcel, fonts: &Fonts) -> Vec<Warning> {
        let type_of = Type::of(fonts);
        let mut losses = Losses::of(parcel, &HOLDS);
        let nodes = parcel.story.nodes.values().map(|it| &**it);
        losses.nodes(
            "Their title has characters for which no font was found (each is painted as �)",
            nodes.filter(|it| type_of.lacks(&it.title)),
        );
        let edges = parcel.story.edges.values().map(|it| &**it);
        losses.edges(
            "Their label has characters for which no font was found (each is painted as �)",
            edges.filter(|it| type_of.lacks(&it.record.label)),
        );
        let scale = paint::scale(&plan::plan(&parcel.story, &type_of));
        if !paint::is_readable(scale) {
            losses.say(format!(
                "The graph is so large that it is painted at {:.1} % of its size, and titles cannot \
                 be read; SVG has no such limit.",
                scale * 100.0
            ));
        }
        losses.done()
    }

    fn export_with(&self, parcel: &Parcel, fonts: &Fonts) -> Vec<u8> {
        let type_of = Type::of(fonts);
        paint::png(&plan::plan(&parcel.story, &type_of), &type_of)
    }
}
