use leptos::prelude::*;

/// A table. It scrolls horizontally if it is too wide for the page. Browsers do not translate its rows.
#[component]
pub fn Table(#[prop(default = "table")] class: &'static str, head: AnyView, rows: AnyView) -> AnyView {
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
