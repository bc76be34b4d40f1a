//! The style sheets of the designs: the reader's own, with other colors and letters behind it.

use std::borrow::Cow;

use super::STYLE;
use crate::PageDesign;

/// The colors of a page, each as a CSS color.
struct Colors {
    paper: &'static str,
    raised: &'static str,
    ink: &'static str,
    quiet: &'static str,
    line: &'static str,
    accent: &'static str,
    on_accent: &'static str,
    hover: &'static str,
}

/// What a design changes.
struct Look {
    light: Colors,
    dark: Colors,
    /// The letters of the story, and of everything around it; empty where they stay.
    prose: &'static str,
    ui: &'static str,
}

const SANS: &str = "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", \"Noto Sans CJK SC\", \
    \"PingFang SC\", \"Microsoft YaHei\", sans-serif";
const MONO: &str = "ui-monospace, \"Cascadia Mono\", Menlo, Consolas, \"Noto Sans Mono\", \
    \"Noto Sans Mono CJK SC\", monospace";
const ROUND: &str = "ui-rounded, \"Hiragino Maru Gothic ProN\", Quicksand, Nunito, \"Segoe UI\", \
    system-ui, \"Noto Sans CJK SC\", \"PingFang SC\", sans-serif";

const MODERN: Look = Look {
    light: Colors {
        paper: "#ffffff",
        raised: "#f7f8fa",
        ink: "#1b1d22",
        quiet: "#5b6270",
        line: "#dfe2e8",
        accent: "#2456c5",
        on_accent: "#ffffff",
        hover: "#eef2fb",
    },
    dark: Colors {
        paper: "#14161a",
        raised: "#1d2026",
        ink: "#e6e8ec",
        quiet: "#9aa1ad",
        line: "#2e323a",
        accent: "#8db2ff",
        on_accent: "#0e1a33",
        hover: "#22262e",
    },
    prose: SANS,
    ui: "",
};

const PARCHMENT: Look = Look {
    light: Colors {
        paper: "#f3e6c8",
        raised: "#faf0d7",
        ink: "#33230f",
        quiet: "#6b5636",
        line: "#d9c49a",
        accent: "#8a2f1c",
        on_accent: "#fff6e5",
        hover: "#ecdcb6",
    },
    dark: Colors {
        paper: "#221a10",
        raised: "#2d2317",
        ink: "#ecdcbd",
        quiet: "#b39e79",
        line: "#463620",
        accent: "#e39a7c",
        on_accent: "#2a130b",
        hover: "#382b1b",
    },
    prose: "",
    ui: "",
};

const TERMINAL: Look = Look {
    light: Colors {
        paper: "#f2f5f0",
        raised: "#ffffff",
        ink: "#12301c",
        quiet: "#4a6653",
        line: "#cbd8cd",
        accent: "#0b6b35",
        on_accent: "#ffffff",
        hover: "#e3ece4",
    },
    dark: Colors {
        paper: "#07110b",
        raised: "#0e1c13",
        ink: "#b9f5c8",
        quiet: "#7fb892",
        line: "#1d3a28",
        accent: "#5ef08d",
        on_accent: "#04210e",
        hover: "#12261a",
    },
    prose: MONO,
    ui: MONO,
};

const PASTEL: Look = Look {
    light: Colors {
        paper: "#fff7f8",
        raised: "#ffffff",
        ink: "#3b2733",
        quiet: "#7a5f6c",
        line: "#f0d9df",
        accent: "#a8346a",
        on_accent: "#ffffff",
        hover: "#fdebef",
    },
    dark: Colors {
        paper: "#221820",
        raised: "#2d2029",
        ink: "#f4e3ea",
        quiet: "#bfa3b0",
        line: "#45323d",
        accent: "#ffa3c6",
        on_accent: "#3a0f22",
        hover: "#382732",
    },
    prose: ROUND,
    ui: ROUND,
};

fn look_of(design: PageDesign) -> Option<&'static Look> {
    match design {
        PageDesign::Book => None,
        PageDesign::Modern => Some(&MODERN),
        PageDesign::Parchment => Some(&PARCHMENT),
        PageDesign::Terminal => Some(&TERMINAL),
        PageDesign::Pastel => Some(&PASTEL),
    }
}

/// The style sheet of a page.
pub(super) fn style_of(design: PageDesign) -> Cow<'static, str> {
    let Some(look) = look_of(design) else {
        return Cow::Borrowed(STYLE);
    };
    let letters = [("prose", look.prose), ("ui", look.ui)];
    let letters = letters.iter().filter(|it| !it.1.is_empty());
    let letters: String = letters
        .map(|(name, fonts)| format!("--{name}: {fonts}; "))
        .collect();
    let (light, dark) = (variables(&look.light), variables(&look.dark));
    Cow::Owned(format!(
        "{STYLE}:root {{ {letters}{light} }}\n\
         :root[data-theme=\"dark\"] {{ {dark} }}\n\
         @media (prefers-color-scheme: dark) {{ :root[data-theme=\"auto\"] {{ {dark} }} }}\n"
    ))
}

fn variables(colors: &Colors) -> String {
    let Colors {
        paper,
        raised,
        ink,
        quiet,
        line,
        accent,
        on_accent,
        hover,
    } = colors;
    format!(
        "--paper: {paper}; --raised: {raised}; --ink: {ink}; --quiet: {quiet}; --line: {line}; \
         --accent: {accent}; --on-accent: {on_accent}; --hover: {hover};"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a color, by WCAG 2.
    fn luminance(color: &str) -> f64 {
        let channel = |at: usize| {
            let value = u8::from_str_radix(&color[at..at + 2], 16).unwrap();
            let value = f64::from(value) / 255.0;
            match value <= 0.040_45 {
                true => value / 12.92,
                false => ((value + 0.055) / 1.055).powf(2.4),
            }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn every_text_of_every_design_has_the_contrast_that_reading_needs() {
        for (name, look) in [
            ("modern", &MODERN),
            ("parchment", &PARCHMENT),
            ("terminal", &TERMINAL),
            ("pastel", &PASTEL),
        ] {
            for it in [&look.light, &look.dark] {
                for (text, ground) in [
                    (it.ink, it.paper),
                    (it.ink, it.raised),
                    (it.ink, it.hover),
                    (it.quiet, it.paper),
                    (it.quiet, it.raised),
                    (it.accent, it.paper),
                    (it.accent, it.raised),
                    (it.accent, it.hover),
                    (it.on_accent, it.accent),
                ] {
                    let contrast = contrast(text, ground);
                    assert!(
                        contrast >= 4.5,
                        "{name}: {text} on {ground} is {contrast:.2}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_design_changes_the_colors_behind_the_usual_ones() {
        assert_eq!(style_of(PageDesign::Book), STYLE);
        let style = style_of(PageDesign::Parchment);
        let added = style.strip_prefix(STYLE).unwrap();
        assert!(added.contains("--paper: #f3e6c8;"), "{added}");
        assert!(!added.contains("url("), "nothing is loaded from elsewhere");
    }
}
