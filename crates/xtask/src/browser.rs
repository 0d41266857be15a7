//! A browser for the tests: the one that is installed, or one that is installed now.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::command::{command, find, run};
use crate::{Outcome, debian, npm, repository};

const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-noto-cjk"];

/// Tells `playwright` of a browser: an installed Chromium or Chrome, or one that Playwright fetches.
///
/// # Errors
/// None is there and none can be installed.
pub(crate) fn name(playwright: &mut Command) -> Outcome {
    if installed().is_none() {
        debian::install(&PACKAGES)?;
    }
    if let Some(chromium) = installed() {
        playwright.env("CHROMIUM", chromium);
        return Ok(());
    }
    let folder = repository::tools().join("browsers");
    let program = npm::packages("tests")?.join("playwright");
    run(command(program).args(["install", "chromium"]).env("PLAYWRIGHT_BROWSERS_PATH", &folder)).map_err(|error| {
        format!("{error}\nNo browser was found and none could be fetched. Install Chromium or Chrome.")
    })?;
    playwright.env("PLAYWRIGHT_BROWSERS_PATH", folder);
    Ok(())
}

fn installed() -> Option<PathBuf> {
    env::var_os("CHROMIUM")
        .map(PathBuf::from)
        .or_else(|| NAMES.into_iter().find_map(find))
        .or_else(|| Some(PathBuf::from(MAC)))
        .filter(|path| path.is_file())
}

/// chromedriver, which runs WebAssembly tests in the browser.
///
/// # Errors
/// It is not there and cannot be installed.
pub(crate) fn driver() -> Outcome<PathBuf> {
    let look = || {
        env::var_os("CHROMEDRIVER")
            .map(PathBuf::from)
            .or_else(|| find("chromedriver"))
            // GitHub's machines name a folder.
            .or_else(|| env::var_os("CHROMEWEBDRIVER").map(|folder| PathBuf::from(folder).join("chromedriver")))
            .filter(|path| path.is_file())
    };
    if let Some(found) = look() {
        return Ok(found);
    }
    debian::install(&PACKAGES)?;
    look().ok_or_else(|| {
        "chromedriver is missing. Install the one of your browser's version and put it on PATH, or name it in CHROMEDRIVER.".into()
    })
}
