use leptos::prelude::*;

use crate::locale::{Pick, t};
use crate::ui::{Icon, IconName};

/// A link with an arrow to what comes before or after. Shortcuts find it by `rel`.
pub fn adjacent_link(address: String, name: Pick, is_next: bool, rel: Option<&'static str>) -> AnyView {
    let arrow = move || view! { <Icon icon=if is_next { IconName::Next } else { IconName::Back } /> };
    view! {
        <a class="button" href=address rel=rel>
            {(!is_next).then(arrow)}
            {t(name)}
            {is_next.then(arrow)}
        </a>
    }
    .into_any()
}
