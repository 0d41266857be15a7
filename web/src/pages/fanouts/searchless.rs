//! The prompts for which no model searched.

use answerdeck_api::metrics::PromptWithoutSearch;
use leptos::prelude::*;

use crate::components::{NoAnswers, infinite_list, shown_count, with_sample};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::locale::{t, t_with};
use crate::paths::{AnswerFilterParams, UrlParams};
use crate::queries::metrics::use_prompts_without_search;
use crate::ui::{Methodology, Table, skeleton};
use crate::untrusted::visible;

/// The prompts for which no model searched, and how the numbers of the page are counted: `ranking` is how those of the ranking are,
/// empty while there is none.
pub fn searchless(scope: Memo<AnswerFilterParams>, ranking: Signal<String>) -> AnyView {
    let (list, totals) = use_prompts_without_search(move || scope.get().counted_scope());
    // All prompts, including those that the page does not show yet.
    let export = move |()| Export::List(Box::new(ListExport::PromptsWithoutSearch(scope.get())));
    let about = t_with(move |t| match totals.get() {
        Some([without, all]) if without > 0 => (t.fanouts().searchless_about)(without, all),
        _ => String::new(),
    });
    let nothing = move || match totals.get_untracked() {
        Some([_, all]) if all > 0 => view! { <p class="muted">{t(|t| t.fanouts().searchless_none)}</p> }.into_any(),
        _ => view! { <NoAnswers params=scope /> }.into_any(),
    };
    let row = move |PromptWithoutSearch { prompt_id, query, answer_count }: PromptWithoutSearch| {
        let of_prompt = move || AnswerFilterParams { prompt: Some(prompt_id.clone()), ..scope.get() }.address();
        view! {
            <tr>
                <th scope="row">
                    <bdi class="line-clamp">{visible(&query)}</bdi>
                </th>
                <td class="fit number">
                    <a class="figure" href=of_prompt>{t_with(move |t| (t.metrics().n_of)(0, answer_count))}</a>
                </td>
            </tr>
        }
        .into_any()
    };
    let methodology = t_with(move |t| {
        let all = totals.get().map(|[_, all]| all);
        let sample = all.map(t.fanouts().methodology_searchless_sample);
        [ranking.get(), with_sample(t.fanouts().methodology_searchless, sample)].join("\n")
    });
    view! {
        <section class="section" aria-labelledby="searchless">
            <div class="section-head">
                <h2 id="searchless">{t(|t| t.fanouts().searchless)}</h2>
                <ExportCsv export disabled=Signal::derive(move || list.len() == 0) />
            </div>
            <p>{about}</p>
            {infinite_list(
                list,
                shown_count(list),
                |prompt| prompt.prompt_id.as_str(),
                skeleton::<3>,
                nothing,
                table,
                row,
            )}
        </section>
        <Methodology text=methodology />
    }
    .into_any()
}

fn table(rows: AnyView) -> AnyView {
    let head = view! {
        <th scope="col">{t(|t| t.common().prompt)}</th>
        <th scope="col" class="fit number">{t(|t| t.fanouts().searched)}</th>
    };
    view! { <Table head=head.into_any() rows /> }.into_any()
}
