//! A walk through the console in Firefox and in WebKit, the engine of Safari.

use std::env;
use std::path::{Path, PathBuf};

use crate::command::{command, file_name, find, run};
use crate::programs::Features;
use crate::{StepResult, debian, npm, programs, serve, tools};

/// Walks from the sign-in through a run to an answer and a chart, in each browser.
pub(crate) fn walk() -> StepResult {
    let (firefox, webkit) = (firefox()?, webkit()?);
    serve::build_console(Features::OfPrograms)?;
    serve::build_debug_server()?;
    run(command(npm::packages("tests")?.join("playwright"))
        .args(["test", "--config", "tests/browsers/playwright.config.ts"])
        .env("ANSWERDECK_BINARY", programs::built("answerdeck"))
        .env("FIREFOX", firefox)
        .env("GECKODRIVER", tools::GECKODRIVER.folder()?.join(file_name("geckodriver")))
        .env("WEBKIT", webkit))
}

fn firefox() -> StepResult<PathBuf> {
    debian::find_or_install(&["firefox-esr"], &missing("Firefox", "FIREFOX"), || {
        env::var_os("FIREFOX").map(PathBuf::from).or_else(|| find("firefox")).or_else(|| find("firefox-esr"))
    })
}

/// The browser of WebKitGTK, which only Linux has. It comes with the driver, and needs a display and a session bus.
fn webkit() -> StepResult<PathBuf> {
    let packages = ["webkit2gtk-driver", "xvfb", "xauth", "dbus"];
    debian::find_or_install(&packages, &missing("WebKitGTK with its driver, Xvfb or D-Bus", "WEBKIT"), || {
        if let Some(set) = env::var_os("WEBKIT") {
            return Some(set.into());
        }
        find("WebKitWebDriver").filter(|_| find("xvfb-run").is_some() && find("dbus-run-session").is_some())?;
        let libraries = fs_err::read_dir("/usr/lib").ok()?.flatten().map(|folder| folder.path());
        let folders = libraries.chain([Path::new("/usr/libexec").to_owned()]);
        folders.map(|folder| folder.join("webkit2gtk-4.1/MiniBrowser")).find(|path| path.is_file())
    })
}

fn missing(name: &str, variable: &str) -> String {
    format!("{name} is missing. Install it, or set {variable} to the browser's path.")
}
