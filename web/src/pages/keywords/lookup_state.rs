//! The progress of a look-up of keywords.

use leptos::prelude::*;

use crate::components::{keyword_problem, provider_name};
use crate::locale::{t, t_with};
use crate::queries::keywords::{KeywordLookup, LookupState};
use crate::reactive::live_option;
use crate::ui::{Button, Progress, Variant, loading};

/// What the look-up does. Nothing is shown when it is complete.
pub fn lookup_state(lookup: KeywordLookup) -> Option<AnyView> {
    let provider = lookup.market.with(|market| market.provider);
    let done = Signal::derive(move || lookup.rows.len() as u64);
    let total = Signal::derive(move || lookup.keywords.with(Vec::len) as u64);
    match lookup.state.get() {
        LookupState::Complete => None,
        LookupState::Running => Some(
            view! {
                <div class="keyword-state">
                    <Progress
                        label=t_with(move |t| (t.keywords().looking_up)(provider_name(provider, t)))
                        value_text=t_with(move |t| (t.common().progress_of)(done.get(), total.get()))
                        done
                        total
                    />
                    <Button label=t(|t| t.common().cancel) on_click=move |()| lookup.stop() />
                </div>
                {live_option(move || (done.get() == 0).then(loading))}
            }
            .into_any(),
        ),
        LookupState::Stopped => Some(
            view! {
                <div class="keyword-state">
                    <p role="status">{t_with(move |t| (t.keywords().stopped)(done.get(), total.get()))}</p>
                    <Button
                        label=t(|t| t.keywords().resume)
                        variant=Variant::Primary
                        on_click=move |()| lookup.resume()
                    />
                </div>
            }
            .into_any(),
        ),
        LookupState::Failed => {
            let failure = lookup.rows.failure()?;
            let (batch, total) = untrack(|| (lookup.next_batch(), total.get()));
            let others = total > batch.len() as u64;
            let skip = others.then(|| Callback::new(move |()| lookup.skip_batch()));
            Some(keyword_problem(failure, provider, &batch, Callback::new(move |()| lookup.resume()), skip))
        }
    }
}
