//! What this browser keeps of an organization: drafts, a submission of a run whose outcome is unknown, started analyses of
//! sites, and the regions that were chosen last.
//!
//! The items have one prefix with the organization. They are removed at a sign-out, and when a session of another organization
//! begins. They outlive a session that ends otherwise, for the next one of the same organization.

use std::cell::RefCell;

use answerdeck_api::OrganizationId;

use crate::browser_storage::{self, BrowserStorage};

/// The beginning of the name of each item. The id of the organization and the item's own name follow.
const PREFIX: &str = "answerdeck.organization.";

thread_local! {
    static CURRENT: RefCell<Option<OrganizationId>> = const { RefCell::new(None) };
}

/// The organization whose items this tab keeps: that of the session, or of the last one unless the user signed out.
pub fn current() -> Option<OrganizationId> {
    CURRENT.with_borrow(Clone::clone)
}

/// Keeps the items of an organization from now on, and removes those of all others.
pub fn begin(organization: &OrganizationId) {
    CURRENT.set(Some(organization.clone()));
    for storage in [browser_storage::session(), browser_storage::local()] {
        storage.remove_where(&|name| is_of_another(name, organization));
    }
}

/// Removes the items of the current organization. From now on, none are kept.
pub fn end() {
    let prefix = current_prefix();
    CURRENT.set(None);
    for storage in [browser_storage::session(), browser_storage::local()] {
        storage.remove_where(&|name| name.starts_with(&prefix));
    }
}

/// The items of the current organization in one storage. It keeps nothing any more when that organization has ended.
#[derive(Clone)]
pub struct OrganizationStorage {
    open: fn() -> BrowserStorage,
    prefix: String,
}

/// The items of the current organization in the storage of this tab.
pub fn of_tab() -> OrganizationStorage {
    OrganizationStorage { open: browser_storage::session, prefix: current_prefix() }
}

/// The items of the current organization in the storage that all tabs share.
pub fn of_device() -> OrganizationStorage {
    OrganizationStorage { open: browser_storage::local, prefix: current_prefix() }
}

impl OrganizationStorage {
    /// The value of an item. `None` if there is none.
    pub fn read(&self, item: &str) -> Option<String> {
        (self.open)().read(&self.name(item))
    }

    /// Sets the value of an item. Returns whether it is stored: the browser may refuse, or the user may have signed out. Otherwise the
    /// value from before is kept.
    pub fn write(&self, item: &str, value: &str) -> bool {
        self.prefix == current_prefix() && (self.open)().write(&self.name(item), value)
    }

    pub fn remove(&self, item: &str) {
        (self.open)().remove(&self.name(item));
    }

    /// Removes the items whose names begin with `start`.
    pub fn remove_all(&self, start: &str) {
        let start = self.name(start);
        (self.open)().remove_where(&|name| name.starts_with(&start));
    }

    /// Whether the name of an item begins with `start`.
    pub fn has_any(&self, start: &str) -> bool {
        let start = self.name(start);
        (self.open)().names().iter().any(|name| name.starts_with(&start))
    }

    fn name(&self, item: &str) -> String {
        format!("{}{item}", self.prefix)
    }
}

fn current_prefix() -> String {
    CURRENT.with_borrow(|current| prefix(current.as_ref().map_or("", OrganizationId::as_str)))
}

fn prefix(organization: &str) -> String {
    format!("{PREFIX}{organization}.")
}

fn is_of_another(name: &str, organization: &OrganizationId) -> bool {
    name.starts_with(PREFIX) && !name.starts_with(&prefix(organization.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_items_of_another_organization_are_removed() {
        let organization: OrganizationId = "a".repeat(22).parse().unwrap();
        let own = format!("{}draft.nouns.text", prefix(organization.as_str()));
        for (name, is_removed) in [
            (own.as_str(), false),
            (&own.replace('a', "b"), false),
            (&own.replace(organization.as_str(), &"b".repeat(22)), true),
            (&own.replace(organization.as_str(), ""), true),
            ("answerdeck.theme", false),
        ] {
            assert_eq!(is_of_another(name, &organization), is_removed, "{name}");
        }
    }
}
