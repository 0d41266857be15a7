//! The searches of models whose answers never name the own brand.

use answerdeck_api::metrics::{UnnamedSearch, UnnamedSearchList};
use leptos::prelude::*;

use super::OverviewData;
use crate::components::{ALL_ROWS, more_rows, steady_view};
use crate::format::count;
use crate::locale::{t, t_with};
use crate::paths::{AnswerFilterParams, FanoutsParams, OwnBrandFilter, UrlParams};
use crate::reactive::live;
use crate::ui::{Table, skeleton};
use crate::untrusted::visible;

const SHOWN_AT_FIRST: usize = 5;

pub fn unnamed_searches(OverviewData { highlights, answers, own, .. }: OverviewData) -> AnyView {
    let found = highlights.map(|found| found.unnamed_searches.clone().unwrap_or_default());
    let list = Memo::new(move |_| found.value().unwrap_or_default());
    let name = move || own.with(|own| own.as_ref().map_or_else(String::new, |own| own.name.clone()));
    let length = Signal::derive(move || list.with(|list| list.searches.len()));
    let (shown, more) = more_rows(length, SHOWN_AT_FIRST, ALL_ROWS);
    let content = move || {
        let UnnamedSearchList { searches, total_unnamed: unnamed, total_searches: total, .. } = list.get();
        if total == 0 {
            let none = t_with(move |t| match answers.with(AnswerFilterParams::is_unfiltered) {
                true => (t.fanouts().unnamed_about)(&name(), 0, 0, true),
                false => t.fanouts().none_found.to_owned(),
            });
            return view! { <p class="muted">{none}</p> }.into_any();
        }
        let listed = searches.len() as u64;
        let about = t_with(move |t| {
            let in_all_regions = answers.with(|answers| answers.region.is_none());
            let about = (t.fanouts().unnamed_about)(&name(), unnamed, total, in_all_regions);
            if listed < unnamed { [about, (t.fanouts().unnamed_listed)(listed)].join(" ") } else { about }
        });
        let row = |UnnamedSearch { query, answer_count }: UnnamedSearch| {
            let shown = visible(&query);
            let of_search = move || {
                let search = Some(query.clone());
                FanoutsParams { answers: answers.get(), search, ..FanoutsParams::default() }.address()
            };
            view! {
                <tr>
                    <th scope="row"><a href=of_search><bdi class="line-clamp">{shown}</bdi></a></th>
                    <td class="fit number">{t_with(move |_| count(answer_count))}</td>
                </tr>
            }
        };
        let table = (listed > 0).then(|| {
            let head = view! {
                <th scope="col">{t(|t| t.fanouts().search)}</th>
                <th scope="col" class="fit number">{t(|t| t.frame().answers)}</th>
            };
            let rows = searches.into_iter().take(shown.get()).map(row).collect_view();
            view! { <Table head=head.into_any() rows=rows.into_any() /> }
        });
        view! {
            <p>{about}</p>
            {table}
        }
        .into_any()
    };
    let of_all = move || {
        let filter = OwnBrandFilter::Unnamed;
        FanoutsParams { answers: answers.get(), filter, ..FanoutsParams::default() }.address()
    };
    view! {
        <section class="section" aria-labelledby="overview-unnamed">
            <div class="section-head">
                <h2 id="overview-unnamed">{t_with(move |t| (t.overview().unnamed)(&name()))}</h2>
                <a href=of_all>{t(|t| t.overview().more_unnamed)}</a>
            </div>
            {steady_view(found, skeleton::<5>, move || live(content))}
            {more}
        </section>
    }
    .into_any()
}
