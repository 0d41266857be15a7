//! The keywords that no prompt contains: the mark of their rows, and the filter of a table that shows only them.

use std::collections::HashSet;

use leptos::prelude::*;

use crate::locale::{t, t_with};
use crate::queries::Query;
use crate::queries::keywords::use_unasked_keywords;
use crate::reactive::{live_option, live_when};
use crate::ui::{Button, Checkbox, EmptyState};

#[derive(Clone, Copy)]
pub struct UnaskedKeywords {
    found: Query<HashSet<String>>,
    /// Whether the table shows only them.
    is_filter: Signal<bool>,
    on_filter: Callback<bool>,
}

impl UnaskedKeywords {
    /// Compares `keywords` with the prompts. Reactive.
    pub fn of(
        keywords: impl Fn() -> Vec<String> + Send + Sync + 'static,
        is_filter: impl Into<Signal<bool>>,
        on_filter: Callback<bool>,
    ) -> Self {
        Self { found: use_unasked_keywords(keywords), is_filter: is_filter.into(), on_filter }
    }

    /// Whether the table shows a keyword. It shows all of them until they are compared. Reactive.
    pub fn shows(self, keyword: &str) -> bool {
        !self.is_filter.get() || self.found.with(|found| found.is_none_or(|found| found.contains(keyword)))
    }

    /// The mark of a keyword that no prompt contains. A table of such keywords needs none.
    pub fn mark(self, keyword: &str) -> AnyView {
        let keyword = keyword.to_owned();
        let is_marked = move || {
            !self.is_filter.get() && self.found.with(|found| found.is_some_and(|found| found.contains(&keyword)))
        };
        live_when(is_marked, || view! { <small class="cell-note">{t(|t| t.keywords().unasked)}</small> })
    }

    /// The filter, or why there is none.
    pub fn filter(self) -> AnyView {
        let count = Memo::new(move |_| self.found.with(|found| found.map(HashSet::len)));
        let filter = move || {
            let count = count.get()? as u64;
            let (checked, on_change) = (self.is_filter, self.on_filter);
            Some(view! {
                <Checkbox checked on_change>
                    <span>{t_with(move |t| (t.keywords().only_unasked)(count))}</span>
                </Checkbox>
            })
        };
        let has_failed =
            Memo::new(move |_| self.found.failure().is_some_and(|failure| !failure.is_operation_missing()));
        let retry = move || view! { <Button label=t(|t| t.common().retry) on_click=move |()| self.found.retry() /> };
        view! {
            {live_option(filter)}
            <span class="muted" role="status">
                {live_when(move || has_failed.get(), || t(|t| t.keywords().not_compared))}
            </span>
            {live_when(move || has_failed.get(), retry)}
        }
        .into_any()
    }

    /// What a table shows if the filter leaves nothing.
    pub fn none() -> AnyView {
        view! {
            <EmptyState title=t(|t| t.keywords().all_asked) description=t(|t| t.keywords().all_asked_description) />
        }
        .into_any()
    }
}
