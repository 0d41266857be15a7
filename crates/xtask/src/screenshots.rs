//! Screenshots that a browser takes of the console, and of its icons.

use crate::command::run;
use crate::programs::Features;
use crate::{StepResult, browser, programs, serve};

/// Takes a screenshot of every page of the console, with the demo's data.
///
/// # Errors
/// Fails when a step fails, or when a page scrolls horizontally.
pub(crate) fn take_screenshots() -> StepResult {
    serve::build_console(Features::OfPrograms)?;
    serve::build_debug_server()?;
    take("pages")
}

/// Draws the PNG icons of the console.
///
/// # Errors
/// Fails when a step fails.
pub(crate) fn draw_icons() -> StepResult {
    take("icons")
}

fn take(name: &str) -> StepResult {
    let mut playwright = browser::playwright("tests/screenshots/playwright.config.ts", &programs::built("answerdeck"))?;
    run(playwright.arg(format!("{name}.screenshots.ts")))
}
