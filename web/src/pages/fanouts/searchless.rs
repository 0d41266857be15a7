//! The prompts for which no model searched.

use answerdeck_analysis::{PromptsWithoutSearch, SearchlessPrompt, SearchlessPrompts};
use leptos::prelude::*;

use crate::analysis::use_analysis;
use crate::components::{CoverageNote, NoAnswers, ShowMore, analysis_view, none_found, with_sample};
use crate::exports::{Export, ExportCsv, KeptExport};
use crate::locale::{t, t_with};
use crate::parts::{lazy_part, loaded, part_view};
use crate::paths::{AnswersParams, UrlParams};
use crate::reactive::live;
use crate::ui::{Methodology, Skeleton, Table};
use crate::untrusted::visible;

/// The number of prompts shown at first.
const SHOWN_AT_FIRST: u32 = 20;
/// The maximum number of prompts shown.
const SHOWN_MAX: u32 = 200;

/// Shows the prompts for which no model searched.
type SearchlessView = fn(Memo<AnswersParams>) -> AnyView;

/// The prompts for which no model searched, counted from the kept answers. They are below the ranking, and so their code is loaded
/// after that of the ranking.
#[component]
pub fn Searchless(scope: Memo<AnswersParams>) -> AnyView {
    part_view(loaded(load), || view! { <Skeleton rows=6 /> }.into_any(), move |view| view(scope))
}

lazy_part! {
    /// The prompts for which no model searched.
    searchless_prompts: SearchlessView = view
}

fn view(scope: Memo<AnswersParams>) -> AnyView {
    let limit = RwSignal::new(SHOWN_AT_FIRST);
    let found = use_analysis()
        .query(move || Some(PromptsWithoutSearch { scope: scope.get().counted()?, skip: 0, limit: limit.get() }));
    let coverage = Signal::derive(move || found.with(|reply| reply.map(|reply| reply.coverage)));
    let prompts = Memo::new(move |_| found.with(|reply| reply.map(|reply| reply.value.clone())).unwrap_or_default());
    let has_prompts = Memo::new(move |_| prompts.with(|prompts| prompts.without_search > 0));
    // All prompts, including those that the page does not show.
    let export = move |()| Export::Kept(Box::new(KeptExport::PromptsWithoutSearch(scope.get_untracked())));
    let list = move || {
        let (all, without, shown) =
            prompts.with(|prompts| (prompts.prompts, prompts.without_search, prompts.most_asked.clone()));
        if all == 0 {
            return view! { <NoAnswers coverage params=scope /> }.into_any();
        }
        if without == 0 {
            return none_found(coverage, t(|t| t.fanouts().searchless_none));
        }
        let head = view! {
            <th scope="col">{t(|t| t.metrics().prompt)}</th>
            <th scope="col" class="fit number">{t(|t| t.fanouts().searched)}</th>
        };
        let row = |SearchlessPrompt { id, question, answers }: SearchlessPrompt| {
            let of_prompt = move || AnswersParams { prompt: Some(id.clone()), ..scope.get() }.address();
            view! {
                <tr>
                    <th scope="row">
                        <bdi class="line-clamp">{visible(&question).into_owned()}</bdi>
                    </th>
                    <td class="fit number">
                        <a class="figure" href=of_prompt>{t_with(move |t| (t.fanouts().none_of)(answers))}</a>
                    </td>
                </tr>
            }
        };
        let listed = shown.len() as u64;
        let rest = (listed < without && listed >= SHOWN_MAX.into())
            .then(|| view! { <p class="muted">{t_with(move |t| (t.overview().unnamed_listed)(listed))}</p> });
        let rows = shown.into_iter().map(row).collect_view();
        view! {
            <p>{t_with(move |t| (t.fanouts().searchless_about)(without, all))}</p>
            <Table head=head.into_any() rows=rows.into_any() />
            {rest}
        }
        .into_any()
    };
    let rest = Signal::derive(move || {
        let shown = |prompts: &SearchlessPrompts| (prompts.without_search, prompts.most_asked.len() as u64);
        let (all, shown) = prompts.with(shown);
        all.min(SHOWN_MAX.into()).saturating_sub(shown)
    });
    let methodology = t_with(move |t| {
        let all = found.with(|reply| reply.map(|reply| reply.value.prompts));
        with_sample(t.fanouts().methodology_searchless, all.map(t.fanouts().methodology_searchless_sample))
    });
    view! {
        <section class="section" aria-labelledby="searchless">
            <div class="section-head">
                <h2 id="searchless">{t(|t| t.fanouts().searchless)}</h2>
                <ExportCsv export disabled=Signal::derive(move || !has_prompts.get()) />
            </div>
            <CoverageNote coverage />
            {analysis_view(found, || view! { <Skeleton rows=3 /> }.into_any(), move || live(list))}
            <ShowMore rows=rest on_click=move |()| limit.set(SHOWN_MAX) />
            <Methodology label=t(|t| t.common().methodology) text=methodology />
        </section>
    }
    .into_any()
}
