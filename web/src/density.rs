//! The density of tables: the height of their rows.

use std::sync::LazyLock;

use leptos::prelude::*;

use crate::local_settings::{SettingKey, load, save_in_document};

/// The value that is saved for comfortable rows. Compact ones need none.
const COMFORTABLE: &str = "comfortable";

static IS_COMFORTABLE: LazyLock<ArcRwSignal<bool>> =
    LazyLock::new(|| ArcRwSignal::new(load(SettingKey::Density).as_deref() == Some(COMFORTABLE)));

/// Whether the rows of tables are comfortable, not compact. Reactive.
pub fn is_comfortable() -> bool {
    IS_COMFORTABLE.get()
}

/// Changes the density and saves the choice. The script in `index.html` applies it before the first paint.
pub fn set_comfortable(is_comfortable: bool) {
    IS_COMFORTABLE.set(is_comfortable);
    save_in_document(SettingKey::Density, "data-density", is_comfortable.then_some(COMFORTABLE));
}
