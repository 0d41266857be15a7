//! The answers for which a model ran one search. The code is loaded when they are opened.

use answerdeck_api::metrics::AnswerMatchFilter;
use leptos::prelude::*;

use super::search_ranking::SEARCH_CHARS_MAX;
use crate::components::{RivalsChip, use_counted_answers};
use crate::forms::{AnswerFilters, FiltersButton, PageFilters};
use crate::lazy::lazy_part;
use crate::locale::t;
use crate::pages::drill_down::{drill_down_answers, drill_down_finding};
use crate::paths::{FanoutsParams, Rivals, UrlParams};
use crate::reactive::live_option;
use crate::router::use_router;
use crate::ui::PageHeader;
use crate::untrusted::quotation;

lazy_part! {
    fanout_answers: fn(Memo<FanoutsParams>, String) -> AnyView = view
}

fn view(params: Memo<FanoutsParams>, search: String) -> AnyView {
    let answers = use_counted_answers(Memo::new(move |_| params.with(|params| params.answers.clone())));
    let all = move || FanoutsParams { rivals: Vec::new(), ..params.get() };
    let back = Signal::derive(move || FanoutsParams { search: None, ..all() }.address());
    let title = quotation(&search, SEARCH_CHARS_MAX);
    let rivals = Memo::new(move |_| params.with(|params| params.rivals.clone()));
    let filter = Memo::new(move |_| {
        let (fanout, names_brand_ids) = (Some(search.clone()), rivals.get());
        Some(AnswerMatchFilter { fanout, names_brand_ids, ..answers.get().counted_scope()?.into() })
    });
    let counted = RwSignal::new(None);
    let router = use_router();
    let chip = move || {
        let rivals = Some(rivals.get()).filter(|rivals| !rivals.is_empty())?;
        Some(view! {
            <div class="chips">
                <RivalsChip
                    rivals=Rivals::Named(rivals)
                    on_remove=move |()| router.navigate(&untrack(all).address(), false)
                />
            </div>
        })
    };
    let filters = PageFilters::new(answers, move |answers| FanoutsParams { answers, ..params.get() }.address());
    view! {
        <PageHeader title=Signal::derive(move || title.clone()) back=(t(|t| t.frame().fanouts), back)>
            <FiltersButton filters />
        </PageHeader>
        {drill_down_finding(counted, move || !rivals.with(Vec::is_empty), |t| t.fanouts().with_search)}
        <AnswerFilters filters />
        {live_option(chip)}
        {drill_down_answers(answers, Some(filters.address), filter, counted)}
    }
    .into_any()
}
