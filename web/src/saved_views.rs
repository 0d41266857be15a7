//! Saved views: named pages with their filters, kept in this browser for each organization.

use answerdeck_api::OrganizationId;

use crate::browser_storage::{self, NotStored};
use crate::paths::is_return_address;

/// The maximum number of views of an organization.
pub const VIEWS_MAX: usize = 50;
/// The maximum length of a name in characters.
pub const NAME_MAX: usize = 60;
/// The beginning of the name of each item. The id of the organization follows.
const PREFIX: &str = "answerdeck.views.";

/// A page with a filter and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedView {
    /// The name, on one line and not empty.
    pub name: String,
    /// The address, from `/` on.
    pub address: String,
}

/// The views of an organization, the newest first.
pub fn load(organization: &OrganizationId) -> Vec<SavedView> {
    read(&browser_storage::local().read(&item(organization)).unwrap_or_default())
}

/// Keeps the views of an organization.
///
/// # Errors
/// [`NotStored`] if the browser refuses. Those from before are kept then.
pub fn save(organization: &OrganizationId, views: &[SavedView]) -> Result<(), NotStored> {
    browser_storage::local().write(&item(organization), &write(views))
}

fn item(organization: &OrganizationId) -> String {
    format!("{PREFIX}{organization}")
}

fn write(views: &[SavedView]) -> String {
    let line = |view: &SavedView| format!("{}\t{}", view.address, view.name.replace(['\n', '\r'], " "));
    views.iter().map(line).collect::<Vec<_>>().join("\n")
}

// Another program may have written the item: only addresses of the console count.
fn read(kept: &str) -> Vec<SavedView> {
    let view = |line: &str| {
        let (address, name) = line.split_once('\t')?;
        let name: String = name.trim().chars().take(NAME_MAX).collect();
        let is_valid = is_return_address(address) && !name.is_empty();
        is_valid.then(|| SavedView { name, address: address.to_owned() })
    };
    kept.lines().filter_map(view).take(VIEWS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(name: &str, address: &str) -> SavedView {
        SavedView { name: name.to_owned(), address: address.to_owned() }
    }

    #[test]
    fn views_survive_being_written_and_read() {
        let views = [view("ChatGPT\tweekly", "/overview?model=CHATGPT"), view("출처", "/sources?set=1&view=chart")];
        assert_eq!(read(&write(&views)), views);
        assert_eq!(read(&write(&[view("two\nlines", "/runs")])), [view("two lines", "/runs")]);
    }

    #[test]
    fn a_line_with_a_foreign_address_or_without_a_name_is_ignored() {
        for line in ["https://evil.example\tx", "//evil.example\tx", "/overview", "/overview\t ", "", "\tname"] {
            assert_eq!(read(line), [], "{line:?}");
        }
    }

    #[test]
    fn at_most_fifty_views_are_read() {
        let views = vec![view("a", "/runs"); VIEWS_MAX + 1];
        assert_eq!(read(&write(&views)).len(), VIEWS_MAX);
    }
}
