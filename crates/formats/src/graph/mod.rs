//! A picture of the graph, as the map shows it: SVG whose words are words, and PNG. Out only.
//! `plan` decides what stands where, `svg` and `paint` write it, `thread` its thinnest lines.

mod paint;
mod plan;
mod shapes;
mod svg;
#[cfg(test)]
mod tests;
mod thread;

use crate::fonts::{Fonts, Type};
use crate::reading::tidy_title;
use crate::writing::{Holds, Losses};
use crate::{About, Exporter, Format, Loss, Lost, Parcel};

const HOLDS: Holds = Holds {
    format: "graph",
    capabilities: &[],
    kind: |_| true,
};

/// The graph as a drawing.
pub(crate) struct Svg;

impl Format for Svg {
    fn about(&self) -> About {
        About {
            name: "svg",
            title: "SVG picture of the graph",
            extensions: &["svg"],
        }
    }
}

impl Exporter for Svg {
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
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

impl Format for Png {
    fn about(&self) -> About {
        About {
            name: "png",
            title: "PNG picture of the graph",
            extensions: &["png"],
        }
    }
}

impl Exporter for Png {
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        self.losses_with(parcel, &Fonts::default())
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        self.export_with(parcel, &Fonts::default())
    }

    fn sets_type(&self) -> bool {
        true
    }

    fn losses_with(&self, parcel: &Parcel, fonts: &Fonts) -> Vec<Loss> {
        let type_of = Type::of(fonts);
        let mut losses = Losses::of(parcel, &HOLDS);
        let nodes = parcel.story.nodes.values().map(|it| &**it);
        losses.nodes(
            Lost::FontTitles,
            nodes.filter(|it| type_of.lacks(&it.title)),
        );
        let edges = parcel.story.edges.values().map(|it| &**it);
        losses.edges(
            Lost::FontLabels,
            edges.filter(|it| type_of.lacks(&it.record.label)),
        );
        let scale = paint::scale(plan::size(&parcel.story));
        if !paint::is_readable(scale) {
            let message = format!(
                "The graph is so large that it is painted at {:.1} % of its size, and titles cannot \
                 be read; SVG has no such limit.",
                scale * 100.0
            );
            losses.say_as(Lost::GraphSmall, message);
        }
        losses.done()
    }

    fn export_with(&self, parcel: &Parcel, fonts: &Fonts) -> Vec<u8> {
        let type_of = Type::of(fonts);
        paint::png(&plan::plan(&parcel.story, &type_of), &type_of)
    }
}
