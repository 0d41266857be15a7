//! A table with a horizontal scroll container.

use leptos::prelude::*;

/// A table. It scrolls horizontally if it is too wide for the page. Browsers do not translate its rows.
#[component]
pub fn Table(
    /// The CSS classes. `table` by default.
    #[prop(default = "table")]
    class: &'static str,
    /// The cells of the header row.
    head: AnyView,
    /// The rows of the body.
    rows: AnyView,
) -> AnyView {
    view! {
        <div class="table-container">
            <table class=class>
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody translate="no">{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}
