use leptos::prelude::*;

use crate::format::decimal;
use crate::locale::{t, t_with};
use crate::queries::{QueryState, use_credits};
use crate::reactive::live;
use crate::ui::{IconButton, IconName};

/// The credit balance. Loading and a failure look different from a balance. After a failure, a button loads it again, with a
/// sentence beside it if there is room.
#[component]
pub fn CreditBalance(
    #[prop(optional)] href: Option<&'static str>,
    /// Whether there is room for a number only.
    #[prop(optional)]
    is_narrow: bool,
) -> AnyView {
    let credits = use_credits();
    live(move || match credits.get() {
        QueryState::Loading => "…".into_any(),
        QueryState::Ready(credits) => {
            let number = t_with(move |_| decimal(credits.balance));
            match href {
                Some(href) => view! { <a href=href translate="no">{number}</a> }.into_any(),
                None => view! { <span translate="no">{number}</span> }.into_any(),
            }
        }
        QueryState::Failed(_) => view! {
            {(!is_narrow).then(|| view! { <span>{t(|t| t.run_form().balance_unknown)}</span> })}
            <IconButton
                label=t(|t| t.common().reload_balance)
                icon=IconName::Retry
                on_click=move |()| credits.retry()
            />
        }
        .into_any(),
    })
}
