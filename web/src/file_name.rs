//! The names of the files that a page saves.

use crate::format::today;
use crate::locale::texts;
use crate::ui::texts_of;
use crate::untrusted::quotation;

/// The chosen options that say which answers a page is about.
pub const CHOSEN_OPTIONS: &str = ":is(.scope-bar, #answers-window, #counted-model, #counted-route) option:checked";
/// The chips that say it. Those of names have no name of their own.
pub const FILTER_CHIPS: &str = ".chip-name + .chip-value";
/// The maximum length of the name of a file in characters, without the day. File systems allow 255 bytes.
const NAME_MAX: usize = 70;

/// The name of a file by what it has, and the day.
pub fn file_name(content: &str, extension: &str) -> String {
    [content, "-", &today(), ".", extension].concat()
}

/// What a file has: its title, the page that it is from, and what the page is about. The page has a caveat about every number.
pub fn content_of_page(title: &str, caveat: Option<String>) -> String {
    let mut name = title.to_owned();
    for page in texts_of("h1").iter().filter(|page| *page != title) {
        name.extend([" – ", page]);
    }
    let mut filters: Vec<String> = Vec::new();
    let selector = [CHOSEN_OPTIONS, ":not([value=''], [value=own]), ", FILTER_CHIPS].concat();
    for filter in texts_of(&selector).into_iter().filter(|filter| filter != texts().answer_routes().all).chain(caveat) {
        if !filters.contains(&filter) {
            filters.push(filter);
        }
    }
    if !filters.is_empty() {
        name.extend([" (", &filters.join(", "), ")"]);
    }
    quotation(&name, NAME_MAX)
}
