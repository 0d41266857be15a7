use leptos::prelude::*;

use crate::locale::{Pick, t_with};
use crate::untrusted::quotation;

/// The maximum length in characters.
const TITLE_MAX: usize = 120;

/// The title of a page about a prompt: its beginning. A short prompt is its own title.
pub fn prompt_title(prompt: &str) -> String {
    quotation(prompt, TITLE_MAX)
}

/// The title of a page about a prompt, and `fallback` until the prompt is known, or if its title is empty.
pub fn prompt_title_or(fallback: Pick, prompt: impl Fn() -> Option<String> + Send + Sync + 'static) -> Signal<String> {
    t_with(move |t| {
        let title = prompt().map(|prompt| prompt_title(&prompt)).filter(|title| !title.is_empty());
        title.unwrap_or_else(|| fallback(t).to_owned())
    })
}
