//! Screenshots that a browser takes of the console, and of its icons.

use crate::command::run;
use crate::programs::Features;
use crate::{StepResult, browser, programs, serve};

pub(crate) fn take_screenshots() -> StepResult {
    serve::build_console(Features::OfPrograms)?;
    serve::build_debug_server()?;
    take("pages")
}

pub(crate) fn draw_icons() -> StepResult {
    take("icons")
}

fn take(name: &str) -> StepResult {
    let mut playwright = browser::playwright("tests/screenshots/playwright.config.ts", &programs::built("answerdeck"))?;
    run(playwright.arg(format!("{name}.screenshots.ts")))
}
