//! A browser for the tests.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::command::{command, find, run};
use crate::{StepResult, debian, npm, repository};

const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-noto-cjk"];

/// Sets the browser of `playwright`: an installed Chromium or Chrome, or one that Playwright downloads.
///
/// # Errors
/// Fails when there is none and none can be installed.
pub(crate) fn set_for(playwright: &mut Command) -> StepResult {
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
        format!("{error}\nNo browser was found and none could be downloaded. Install Chromium or Chrome.")
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

/// Finds chromedriver, which runs WebAssembly tests in the browser.
///
/// # Errors
/// Fails when it is missing and cannot be installed.
pub(crate) fn driver() -> StepResult<PathBuf> {
    let find_driver = || {
        env::var_os("CHROMEDRIVER")
            .map(PathBuf::from)
            .or_else(|| find("chromedriver"))
            // GitHub's runners set the folder.
            .or_else(|| env::var_os("CHROMEWEBDRIVER").map(|folder| PathBuf::from(folder).join("chromedriver")))
            .filter(|path| path.is_file())
    };
    if let Some(found) = find_driver() {
        return Ok(found);
    }
    debian::install(&PACKAGES)?;
    find_driver().ok_or_else(|| {
        "chromedriver is missing. Install the version of your browser and put it on PATH, or set CHROMEDRIVER to its path.".into()
    })
}
