//! A prompt as the title of a page.

use crate::untrusted::quotation;

/// The maximum length in characters.
const TITLE_MAX: usize = 120;

/// The title of a page about a prompt: its beginning. A short prompt is its own title.
pub fn prompt_title(prompt: &str) -> String {
    quotation(prompt, TITLE_MAX)
}
