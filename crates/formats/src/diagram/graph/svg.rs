//! Writes a drawing as SVG. Text stays text, set in the viewer's fonts.

use std::fmt::Write as _;

use super::drawing::Drawing;
use super::shapes::{Shape, TextLine};
use crate::export::xml::escaped;

pub(super) fn write(plan: &Drawing, title: &str) -> String {
    let (width, height) = (number(plan.width), number(plan.height));
    let title = escaped(title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"'Noto Sans', 'Noto Sans CJK \
         SC', 'PingFang SC', 'Microsoft YaHei', sans-serif\">\n<title>{title}</title>\n"
    );
    for shape in &plan.shapes {
        add(&mut text, shape).expect("writing to a string never fails");
    }
    text + "</svg>\n"
}

fn add(text: &mut String, shape: &Shape) -> std::fmt::Result {
    match shape {
        Shape::Box {
            at,
            radius,
            fill,
            line,
        } => {
            write!(
                text,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{radius}\" fill=\"{fill}\"",
                number(at.x),
                number(at.y),
                number(at.width),
                number(at.height)
            )?;
            if let Some((color, width)) = line {
                write!(text, " stroke=\"{color}\" stroke-width=\"{width}\"")?;
            }
            writeln!(text, "/>")
        }
        Shape::Curve {
            points,
            color,
            is_dashed,
        } => {
            let [a, b, c, d] = points.map(|(x, y)| format!("{} {}", number(x), number(y)));
            let dashes = if *is_dashed {
                " stroke-dasharray=\"7 5\""
            } else {
                ""
            };
            writeln!(
                text,
                "<path d=\"M{a} C{b} {c} {d}\" fill=\"none\" stroke=\"{color}\" \
                 stroke-width=\"2\"{dashes}/>"
            )
        }
        Shape::Triangle { points, color } => {
            let points = points.map(|(x, y)| format!("{},{}", number(x), number(y)));
            writeln!(
                text,
                "<polygon points=\"{}\" fill=\"{color}\"/>",
                points.join(" ")
            )
        }
        Shape::Text(TextLine {
            x,
            y,
            size,
            color,
            is_centered,
            has_halo,
            text: words,
        }) => {
            let middle = if *is_centered {
                " text-anchor=\"middle\""
            } else {
                ""
            };
            let halo = if *has_halo {
                " stroke=\"#f7f5f1\" stroke-width=\"4\" paint-order=\"stroke\" \
                 stroke-linejoin=\"round\""
            } else {
                ""
            };
            writeln!(
                text,
                "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" fill=\"{color}\"{middle}{halo}>{}</text>",
                number(*x),
                number(*y),
                escaped(words)
            )
        }
    }
}

/// A length rounded to tenths.
fn number(it: f64) -> f64 {
    (it * 10.0).round() / 10.0 + 0.0
}
