//! A walk through the console in Firefox and in WebKit, the engine of Safari.

use std::env;
use std::path::{Path, PathBuf};

use crate::command::{command, find, run};
use crate::programs::Features;
use crate::{StepResult, debian, npm, programs, serve, tools};

/// Walks from the sign-in through a run to an answer and a chart, in each browser.
///
/// # Errors
/// Fails when a browser is missing, or a step of the walk fails.
pub(crate) fn walk() -> StepResult {
    let (firefox, webkit) = (firefox()?, webkit()?);
    serve::build_console(Features::OfPrograms)?;
    serve::build_debug_server()?;
    run(command(npm::packages("tests")?.join("playwright"))
        .args(["test", "--config", "tests/browsers/playwright.config.ts"])
        .env("ANSWERDECK_BINARY", programs::built("answerdeck"))
        .env("FIREFOX", firefox)
        .env("GECKODRIVER", tools::geckodriver()?)
        .env("WEBKIT", webkit))
}

fn firefox() -> StepResult<PathBuf> {
    let find = || env::var_os("FIREFOX").map(PathBuf::from).or_else(|| find("firefox")).or_else(|| find("firefox-esr"));
    if find().is_none() {
        debian::install(&["firefox-esr"])?;
    }
    find().ok_or_else(|| missing("Firefox", "FIREFOX"))
}

/// The browser of WebKitGTK, which only Linux has. It comes with the driver, and needs a display and a session bus.
fn webkit() -> StepResult<PathBuf> {
    if let Some(set) = env::var_os("WEBKIT") {
        return Ok(set.into());
    }
    let installed = || {
        find("WebKitWebDriver").filter(|_| find("xvfb-run").is_some() && find("dbus-run-session").is_some())?;
        let libraries = fs_err::read_dir("/usr/lib").ok()?.flatten().map(|folder| folder.path());
        let mut folders = libraries.chain([Path::new("/usr/libexec").to_owned()]);
        folders.find_map(|folder| Some(folder.join("webkit2gtk-4.1/MiniBrowser")).filter(|path| path.is_file()))
    };
    if installed().is_none() {
        debian::install(&["webkit2gtk-driver", "xvfb", "xauth", "dbus"])?;
    }
    installed().ok_or_else(|| missing("WebKitGTK with its driver, Xvfb or D-Bus", "WEBKIT"))
}

fn missing(name: &str, variable: &str) -> Box<dyn std::error::Error + Send + Sync> {
    format!("{name} is missing. Install it, or set {variable} to the browser's path.").into()
}
