//! Installs the system packages that a new machine lacks, saying which and why.

use std::process::Command;

use anyhow::{Result, bail};

use crate::{reference_programs, shell};

/// Something the build needs from the system.
pub(crate) struct RequiredProgram {
    /// A program to start; or the path of a file; or, ending in `.pc`, a library as pkg-config
    /// names it.
    pub(crate) name: &'static str,
    /// The Debian package that contains it.
    pub(crate) package: &'static str,
    /// What it is for.
    pub(crate) why: &'static str,
}

/// What the build needs.
const BUILD: &[RequiredProgram] = &[RequiredProgram {
    name: "cc",
    package: "build-essential",
    why: "a C compiler, for the bundled SQLite",
}];

/// What the desktop window needs where the system's web view comes in packages.
const WINDOW: &[RequiredProgram] = &[
    RequiredProgram {
        name: "pkg-config",
        package: "pkg-config",
        why: "it finds the system's libraries",
    },
    RequiredProgram {
        name: "webkit2gtk-4.1.pc",
        package: "libwebkit2gtk-4.1-dev",
        why: "the web view of the desktop window",
    },
    RequiredProgram {
        name: "librsvg-2.0.pc",
        package: "librsvg2-dev",
        why: "the icons of the desktop window",
    },
];

/// What the tests also need: third-party programs that read what we write.
const TESTS: &[RequiredProgram] = &[
    RequiredProgram {
        name: "chromium-headless-shell",
        package: "chromium-headless-shell",
        why: "a browser, for the window's journeys and exported pages",
    },
    RequiredProgram {
        name: "/usr/bin/Xvfb",
        package: "xvfb",
        why: "a screen in memory, for the journey in the real window",
    },
    RequiredProgram {
        name: "xdotool",
        package: "xdotool",
        why: "it carries a file onto the desktop window",
    },
    RequiredProgram {
        name: "/usr/bin/WebKitWebDriver",
        package: "webkit2gtk-driver",
        why: "it drives the desktop window's web view",
    },
    RequiredProgram {
        name: "dbus-daemon",
        package: "dbus-daemon",
        why: "a second start of the desktop window is told to the first through it",
    },
    RequiredProgram {
        name: "java",
        package: "default-jre-headless",
        why: "it runs epubcheck",
    },
    RequiredProgram {
        name: "/usr/share/java/epubcheck.jar",
        package: "epubcheck",
        why: "it judges our EPUB",
    },
    RequiredProgram {
        name: "nop",
        package: "graphviz",
        why: "it parses our DOT",
    },
    RequiredProgram {
        name: "pdftotext",
        package: "poppler-utils",
        why: "it reads our PDF",
    },
    RequiredProgram {
        name: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
        package: "fonts-dejavu-core",
        why: "Arabic letters for our PDF",
    },
    RequiredProgram {
        name: "/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc",
        package: "fonts-noto-cjk",
        why: "Chinese letters for our PDF",
    },
];

/// Installs what the build needs and is missing.
pub(crate) fn ensure() -> Result<()> {
    install_missing(&needed_to_build())
}

/// Installs what build and tests need and is missing: system packages, and the packages that
/// `tests/outside` names, from the registries of Node and Python.
pub(crate) fn ensure_for_tests() -> Result<()> {
    let mut needed = needed_to_build();
    needed.extend(TESTS);
    install_missing(&needed)?;
    reference_programs::install()
}

fn needed_to_build() -> Vec<&'static RequiredProgram> {
    let window = cfg!(target_os = "linux").then_some(WINDOW);
    BUILD.iter().chain(window.into_iter().flatten()).collect()
}

/// Installs a missing program, or says what to install on systems we do not support.
pub(crate) fn install(program: &RequiredProgram) -> Result<()> {
    install_missing(&[program])
}

/// The same for several programs, with one run of the package manager.
fn install_missing(programs: &[&RequiredProgram]) -> Result<()> {
    let missing: Vec<_> = programs.iter().filter(|it| !is_there(it)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    for RequiredProgram { name, package, why } in &missing {
        println!("missing: {name} ({why}); it is in the system package {package}");
    }
    let packages: Vec<&str> = missing.iter().map(|it| it.package).collect();
    if !shell::exists("apt-get", "--version") {
        bail!(
            "install {} with this system's package manager, then run again",
            packages.join(" ")
        );
    }
    update_package_lists()?;
    let install = ["apt-get", "install", "-y", "-q", "--no-install-recommends"];
    shell::run(
        as_root()
            .args(install)
            .args(packages)
            .env("DEBIAN_FRONTEND", "noninteractive"),
    )
}

/// Has the package manager read what there is.
pub(crate) fn update_package_lists() -> Result<()> {
    shell::run(as_root().args(["apt-get", "update", "-q"]))
}

fn is_there(program: &RequiredProgram) -> bool {
    match program.name.strip_suffix(".pc") {
        Some(library) => shell::has_library(library),
        None => shell::is_installed(program.name),
    }
}

/// `sudo` if we are not root; otherwise `env`, which changes nothing.
fn as_root() -> Command {
    let root = shell::read(Command::new("id").arg("-u")).is_ok_and(|it| it.trim() == "0");
    Command::new(if root { "env" } else { "sudo" })
}
