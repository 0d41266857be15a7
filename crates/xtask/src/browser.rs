//! A browser for the tests.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{command, find, run};
use crate::{StepResult, debian, npm, repository};

/// Chromium without windows. A page needs half the time in it, because a profile of a whole browser takes longer to create
/// than most pages.
const SHELL: &str = "chromium-headless-shell";
const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const FONTS: &str = "fonts-noto-cjk";

/// Playwright with the tests of `config`, against the server program `binary`. Its browser is `$CHROMIUM`, Chromium's headless
/// shell, an installed Chromium or Chrome, or a headless shell that Playwright downloads.
pub(crate) fn playwright(config: &str, binary: &Path) -> StepResult<Command> {
    let program = npm::packages("tests")?.join("playwright");
    let mut playwright = command(&program);
    playwright.args(["test", "--config", config]).env("ANSWERDECK_BINARY", binary);
    if let Some(found) = for_playwright() {
        playwright.env("CHROMIUM", found);
        return Ok(playwright);
    }
    let folder = repository::tools().join("browsers");
    let arguments = ["install", "chromium", "--only-shell"];
    run(command(program).args(arguments).env("PLAYWRIGHT_BROWSERS_PATH", &folder)).map_err(|error| {
        format!("{error}\nNo browser was found and none could be downloaded. Install Chromium or Chrome.")
    })?;
    playwright.env("PLAYWRIGHT_BROWSERS_PATH", folder);
    Ok(playwright)
}

/// The browser of Playwright's tests. On Debian, installs the headless shell if necessary.
pub(crate) fn for_playwright() -> Option<PathBuf> {
    let named = env::var_os("CHROMIUM").map(PathBuf::from);
    named.or_else(|| find(SHELL)).or_else(installed_shell).or_else(installed)
}

/// Installs the headless shell on Debian. Where that fails, another browser may do.
fn installed_shell() -> Option<PathBuf> {
    match debian::install(&[SHELL, FONTS]) {
        Ok(()) => find(SHELL),
        Err(error) => {
            println!("{error}\n{SHELL} could not be installed. The tests use another browser if there is one.");
            None
        }
    }
}

fn installed() -> Option<PathBuf> {
    NAMES.into_iter().find_map(find).or_else(|| Some(PathBuf::from(MAC))).filter(|path| path.is_file())
}

/// Finds chromedriver, which runs WebAssembly tests in the browser.
pub(crate) fn driver() -> StepResult<PathBuf> {
    let missing = "chromedriver is missing. Install the version of your browser and put it on PATH, or set \
                   CHROMEDRIVER to its path.";
    debian::find_or_install(&["chromium", "chromium-driver", FONTS], missing, || {
        env::var_os("CHROMEDRIVER")
            .map(PathBuf::from)
            .or_else(|| find("chromedriver"))
            // GitHub's runners set the folder.
            .or_else(|| env::var_os("CHROMEWEBDRIVER").map(|folder| PathBuf::from(folder).join("chromedriver")))
            .filter(|path| path.is_file())
    })
}
