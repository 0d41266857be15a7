//! Searches (fan-outs): those that models run, those that leave out the own brand, and the prompts without any. Uses
//! `rank_fanouts`, `list_unnamed_searches`, `list_prompts_without_search`, `match_answers`, `list_brands`, `get_organization`,
//! `list_runs`, `list_prompt_sets`, `get_prompt`, `list_models` and `list_regions`.

mod search_answers;
mod search_ranking;
mod unnamed_searches;

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::PromptWithoutSearch;
use answerdeck_api::{FanoutRanking, FanoutStatistic};
use leptos::prelude::*;

use crate::components::{
    NoAnswers, RankingHead, Sentence, counted_model_labels, empty_ranking, finding_view, numbered_list,
    of_finished_runs, query_view, settled_view, use_counted_answers, with_sample,
};
use crate::exports::{Export, ExportCsv, ListExport, PartExport, time_range};
use crate::forms::{AnswerFilters, FiltersButton, PageFilters};
use crate::lazy::{lazy_view, loaded};
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::{use_params_order, use_show, use_url_params};
use crate::paths::{AnswerFilterParams, BRANDS, FanoutsParams, OwnBrandFilter, UrlParams};
use crate::queries::brands::{use_all_brands, use_own_brand};
use crate::queries::metrics::use_prompts_without_search;
use crate::queries::prompts::use_prompt_of_filter;
use crate::queries::statistics::use_fanouts;
use crate::queries::{Query, use_models};
use crate::reactive::{live, live_on, live_when};
use crate::sorting::items_at;
use crate::ui::{Methodology, PageHeader, SegmentedControl, Table, skeleton};
use crate::untrusted::visible;
use search_ranking::{SEARCH_COLUMNS, Searches, in_order, table};
use unnamed_searches::unnamed_searches;

pub fn view() -> AnyView {
    let params = use_url_params::<FanoutsParams>();
    let search = Memo::new(move |_| params.with(|params| params.search.clone()));
    live_on(search, move |search: Option<String>| match search {
        None => ranking_view(params),
        Some(search) => {
            lazy_view(loaded(search_answers::load), skeleton::<8>, move |view| view(params, search.clone()))
        }
    })
}

fn ranking_view(params: Memo<FanoutsParams>) -> AnyView {
    let answers = use_counted_answers(Memo::new(move |_| params.with(|params| params.answers.clone())));
    let ranking = use_fanouts(move || answers.get().counted_scope());
    let (brands, own) = (use_all_brands(), use_own_brand());
    let own_name = Memo::new(move |_| own.with(|own| own.as_ref().map(|brand| brand.name.clone())));
    let chosen_prompt = use_prompt_of_filter(answers);
    let prompt = Memo::new(move |_| {
        let id = answers.with(|answers| answers.prompt.clone())?;
        chosen_prompt.with(|prompt| prompt.filter(|prompt| prompt.id == id).map(|prompt| prompt.content.clone()))
    });
    let show = use_show::<FanoutsParams>();
    let order = use_params_order(&SEARCH_COLUMNS, params, |params| &mut params.sort);
    // Without an own brand, all searches are shown.
    let is_unnamed =
        Memo::new(move |_| params.with(|params| params.filter == OwnBrandFilter::Unnamed) && own.with(Option::is_some));
    let shown = Memo::new(move |_| {
        let without_own = params.with(|params| params.filter == OwnBrandFilter::WithoutOwn);
        ranking.with(|ranking| ranking.map(|found| in_order(&found.fanouts, without_own, order))).unwrap_or_default()
    });
    let models = use_models();
    let of_part = PartExport::new(None);
    let export = move |()| {
        if let Some(export) = of_part.get() {
            return export.run(());
        }
        let found = ranking.value();
        let (fanouts, total) = found.map(|found| (found.fanouts, found.total_fanouts)).unwrap_or_default();
        let fanouts = items_at(&fanouts, &shown.get());
        let route = answers.with(|answers| answers.route.clone());
        let labels = |search: &FanoutStatistic| {
            counted_model_labels(models, search.models.as_deref().unwrap_or_default(), &route)
        };
        let models: Vec<String> = fanouts.iter().map(labels).collect();
        Export::table(move |tables| tables.fanouts(&fanouts, &models, total, &answers.with(time_range)))
    };
    let is_chart = Memo::new(move |_| params.with(|params| params.is_chart));
    let cannot_export = Signal::derive(move || match is_unnamed.get() {
        true => of_part.with(Option::is_none),
        false => ranking.with(|ranking| ranking.is_none_or(|found| found.fanouts.is_empty())),
    });
    let ranked_searches = move |value: FanoutRanking| {
        if value.fanouts.is_empty() {
            return nothing(answers, params);
        }
        let (length, total) = (value.fanouts.len() as u64, value.total_fanouts);
        let has_own = value.fanouts.iter().any(|fanout| fanout.names_own.is_some());
        let ranking = StoredValue::new(value);
        let sentences = Memo::new(move |_| {
            let own = own_name.get().filter(|_| has_own);
            ranking.with_value(|ranking| findings(ranking, own, &params.get(), texts()))
        });
        let searches = Searches { ranking, prompt, params, answers, order, in_order: shown };
        let head = move || {
            view! {
                <RankingHead
                    about=t_with(move |t| (t.fanouts().about)(length, total))
                    is_chart
                    on_change=move |is_chart| show(FanoutsParams { is_chart, ..params.get_untracked() })
                />
            }
        };
        let content = move || match (is_unnamed.get(), is_chart.get()) {
            (true, _) => untrack(|| unnamed_searches(params, answers, of_part)),
            (false, true) => lazy_view(loaded(search_ranking::load), skeleton::<8>, move |chart| chart(searches)),
            (false, false) => table(searches),
        };
        view! {
            {finding_view(0, sentences)}
            {live_when(move || !is_unnamed.get(), head)}
            <div class="filters">{own_filter(has_own, params)}</div>
            {live(content)}
        }
        .into_any()
    };
    let address = move |answers| FanoutsParams { answers, ..params.get() }.address();
    let filters = PageFilters { prompt: Some(chosen_prompt), ..PageFilters::new(answers, address) };
    view! {
        <PageHeader title=t(|t| t.frame().fanouts) description=t(|t| t.fanouts().description)>
            <FiltersButton filters />
            <ExportCsv export disabled=cannot_export />
        </PageHeader>
        <AnswerFilters filters />
        <section class="section" aria-labelledby="search-ranking">
            <h2 class="visually-hidden" id="search-ranking">{t(|t| t.fanouts().ranking)}</h2>
            {settled_view(brands, skeleton::<8>, move || query_view(ranking, skeleton::<8>, ranked_searches))}
        </section>
        {searchless(answers, methodology(ranking, is_unnamed))}
    }
    .into_any()
}

fn own_filter(has_own: bool, params: Memo<FanoutsParams>) -> AnyView {
    if !has_own {
        return view! {
            <p class="muted">{t(|t| t.fanouts().no_own)} " " <a href=BRANDS>{t(|t| t.fanouts().choose_own)}</a></p>
        }
        .into_any();
    }
    let show = use_show::<FanoutsParams>();
    view! {
        <SegmentedControl
            label=t(|t| t.common().own_brand)
            name="own"
            options=vec![
                (OwnBrandFilter::All, t(|t| t.fanouts().all)),
                (OwnBrandFilter::WithoutOwn, t(|t| t.fanouts().without_own)),
                (OwnBrandFilter::Unnamed, t(|t| t.fanouts().unnamed)),
            ]
            selected=Signal::derive(move || params.with(|params| params.filter))
            on_change=move |filter| show(params.get_untracked().filtered(filter))
        />
    }
    .into_any()
}

// How the table is counted. Empty while there is no ranking.
fn methodology(ranking: Query<FanoutRanking>, is_unnamed: Memo<bool>) -> Signal<String> {
    t_with(move |t| {
        if is_unnamed.get() {
            return of_finished_runs(t.fanouts().methodology_unnamed, t);
        }
        let of_ranking = |found: &FanoutRanking| of_finished_runs(&(t.fanouts().methodology)(found.total_fanouts), t);
        let found = |found: &&FanoutRanking| !found.fanouts.is_empty();
        ranking.with(|ranking| ranking.filter(found).map(of_ranking)).unwrap_or_default()
    })
}

// The most frequent search, unless another is as frequent.
fn most_frequent(ranking: &FanoutRanking) -> Option<&FanoutStatistic> {
    let second = ranking.fanouts.get(1).map(|second| second.fanout_count);
    ranking.fanouts.first().filter(|first| Some(first.fanout_count) != second)
}

// The most frequent search, and how many do not name the own brand.
fn findings(ranking: &FanoutRanking, own: Option<String>, params: &FanoutsParams, texts: Texts) -> Vec<Sentence> {
    let texts = texts.fanouts();
    let first = most_frequent(ranking).map(|first| {
        let text = (texts.finding_first)(&visible(&first.query), first.fanout_count, ranking.total_fanouts);
        Sentence::new(text, FanoutsParams { search: Some(first.query.clone()), ..params.clone() }.address())
    });
    let absent = own.map(|own| {
        let absent = ranking.fanouts.iter().filter(|fanout| fanout.names_own == Some(false)).count() as u64;
        let shown = ranking.fanouts.len() as u64;
        let text = (texts.without_own_about)(&own, absent, shown, shown < u64::from(PAGE_SIZE_MAX));
        Sentence::new(text, params.clone().filtered(OwnBrandFilter::WithoutOwn).address())
    });
    first.into_iter().chain(absent).collect()
}

fn nothing(answers: Memo<AnswerFilterParams>, params: Memo<FanoutsParams>) -> AnyView {
    empty_ranking(
        &answers.get_untracked(),
        false,
        |t| t.fanouts().none_found,
        [|t| t.fanouts().empty, |t| t.fanouts().empty_description],
        |answers| FanoutsParams { answers, ..params.get_untracked() }.address(),
    )
}

// The prompts for which no model searched, and how the numbers of the page are counted: `ranking` is how those of the ranking are,
// empty while there is none.
fn searchless(scope: Memo<AnswerFilterParams>, ranking: Signal<String>) -> AnyView {
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
                <th scope="row"><bdi class="line-clamp">{visible(&query)}</bdi></th>
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
    // The answers of a deleted prompt still count.
    let number = t_with(move |t| {
        let text = if list.has_more() { t.common().shown } else { t.common().total };
        text(list.len() as u64)
    });
    view! {
        <section class="section" aria-labelledby="searchless">
            <div class="section-head">
                <h2 id="searchless">{t(|t| t.fanouts().searchless)}</h2>
                <ExportCsv export disabled=Signal::derive(move || list.len() == 0) />
            </div>
            <p>{about}</p>
            {numbered_list(
                list,
                number,
                |prompt| prompt.prompt_id.as_str(),
                skeleton::<3>,
                nothing,
                searchless_table,
                row,
            )}
        </section>
        <Methodology text=methodology />
    }
    .into_any()
}

fn searchless_table(rows: AnyView) -> AnyView {
    let head = view! {
        <th scope="col">{t(|t| t.common().prompt)}</th>
        <th scope="col" class="fit number">{t(|t| t.fanouts().searched)}</th>
    };
    view! { <Table head=head.into_any() rows /> }.into_any()
}
