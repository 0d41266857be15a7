//! The answers for which a model ran one search. The code is loaded when they are opened.

use answerdeck_api::metrics::AnswerMatchFilter;
use leptos::prelude::*;

use crate::components::use_counted_answers;
use crate::forms::AnswerFilters;
use crate::locale::t;
use crate::pages::answers_behind::AnswersBehind;
use crate::parts::{lazy_part, loaded, part_view};
use crate::paths::{FanoutsParams, UrlParams};
use crate::ui::{PageHeader, Skeleton};
use crate::untrusted::quotation;

/// The maximum length of a search in the heading, in characters.
const QUOTED_MAX: usize = 120;

type SearchView = fn(Memo<FanoutsParams>, String) -> AnyView;

/// The answers of a search. Their code is loaded first.
pub fn search_answers(params: Memo<FanoutsParams>, search: String) -> AnyView {
    part_view(loaded(load), || view! { <Skeleton rows=8 /> }.into_any(), move |view| view(params, search.clone()))
}

lazy_part! {
    fanout_answers: SearchView = view
}

fn view(params: Memo<FanoutsParams>, search: String) -> AnyView {
    let answers = use_counted_answers(Memo::new(move |_| params.with(|params| params.answers.clone())));
    let back = Signal::derive(move || FanoutsParams { search: None, ..params.get() }.address());
    let title = quotation(&search, QUOTED_MAX);
    let filter =
        Memo::new(move |_| Some(AnswerMatchFilter { fanout: Some(search.clone()), ..answers.get().counted()?.into() }));
    view! {
        <PageHeader title=Signal::derive(move || title.clone()) back=(t(|t| t.frame().fanouts), back) />
        <AnswerFilters
            params=answers
            address=Callback::new(move |answers| FanoutsParams { answers, ..params.get() }.address())
        />
        <AnswersBehind scope=answers filter />
    }
    .into_any()
}
