//! Exports a picture of the graph as the map shows it: SVG with real text, and PNG. `drawing`
//! computes the shapes, `svg` and `raster` write them, `thin_curve` draws curves thinner than a
//! pixel.

mod drawing;
mod label_places;
mod links;
mod raster;
mod shapes;
mod svg;
#[cfg(test)]
mod tests;
mod thin_curve;

use crate::export::{FormatSupport, Losses};
use crate::import::tidy_title;
use crate::typeset::{FontStack, Fonts};
use crate::{About, Bundle, Exporter, Format, Loss, LossKind};

const SUPPORT: FormatSupport = FormatSupport {
    format: "graph",
    capabilities: &[],
    kind: |_| true,
};

/// Exporter for the graph as SVG.
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
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        Losses::of(bundle, &SUPPORT).finish()
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let fonts = Fonts::default();
        let plan = drawing::draw(&bundle.story, &FontStack::of(&fonts), 0.0);
        let title = tidy_title(&bundle.story.record.title, "Untitled");
        svg::write(&plan, &title).into_bytes()
    }
}

/// Exporter for the graph as PNG.
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
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        self.losses_with_fonts(bundle, &Fonts::default())
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        self.export_with_fonts(bundle, &Fonts::default())
    }

    fn needs_fonts(&self) -> bool {
        true
    }

    fn losses_with_fonts(&self, bundle: &Bundle, fonts: &Fonts) -> Vec<Loss> {
        let font_stack = FontStack::of(fonts);
        let mut losses = Losses::of(bundle, &SUPPORT);
        let nodes = bundle.story.nodes.values().map(|it| &**it);
        losses.add_nodes(
            LossKind::TitleGlyphsMissing,
            nodes.filter(|it| font_stack.has_missing_glyphs(&it.title)),
        );
        let edges = bundle.story.edges.values().map(|it| &**it);
        losses.add_edges(
            LossKind::LabelGlyphsMissing,
            edges.filter(|it| font_stack.has_missing_glyphs(&it.record.label)),
        );
        let scale = raster::scale(drawing::size(&bundle.story));
        if !raster::is_readable(scale) {
            let message = format!(
                "The graph is so large that it is painted at {:.1} % of its size, and titles cannot \
                 be read; SVG has no such limit.",
                scale * 100.0
            );
            losses.add_with_message(LossKind::TitlesTooSmall, message);
        }
        losses.finish()
    }

    fn export_with_fonts(&self, bundle: &Bundle, fonts: &Fonts) -> Vec<u8> {
        let font_stack = FontStack::of(fonts);
        let legible = raster::smallest_text(raster::scale(drawing::size(&bundle.story)));
        let plan = drawing::draw(&bundle.story, &font_stack, legible);
        raster::png(&plan, fonts, &font_stack)
    }
}
