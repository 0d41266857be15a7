//! Fan-outs: the searches that models run, those that leave out the own brand, and the prompts without any. Uses
//! `rank_fanouts`, `list_brands`, `get_organization`, `list_prompt_sets`, `get_prompt`, `list_models` and `list_regions`, and
//! in the analysis worker `list_runs` and `list_answers`.

use answerdeck_analysis::{AnswerFeature, Mentions, PromptsWithoutSearch, SearchlessPrompt};
use answerdeck_api::{FanoutRanking, FanoutStatistic};
use leptos::prelude::*;

use crate::analysis::use_analysis;
use crate::charts::{Bar, BarChart, Chart, DataTable, Drawing, ValueAxis};
use crate::components::{
    AnswersBehind, CoverageNote, ModelBadge, RelativeTime, analysis_view, count_bar, query_view, search_words,
};
use crate::exports::{Export, ExportCsv, TableExport};
use crate::format::{count, decimal, rate, region};
use crate::forms::AnswerFilters;
use crate::frame::with_shell;
use crate::locale::{t, t_with, texts};
use crate::navigation::{use_navigate, use_url_params};
use crate::paths::{AnswersParams, BRANDS, FanoutsParams, RUN_START, UrlParams};
use crate::queries::brands::{use_all_brands, use_own_brand};
use crate::queries::prompts::use_prompt;
use crate::queries::statistics::use_fanouts;
use crate::queries::{model_name, use_models};
use crate::reactive::{live, live_option};
use crate::router::PageView;
use crate::ui::{Badge, Button, Empty, Methodology, PageHeader, SegmentedControl, Skeleton, Table, Tone, Variant};
use crate::untrusted::{quotation, visible, word_diff};

/// The rows shown at first.
const SHOWN_AT_FIRST: usize = 20;
/// The prompts without a search that are shown.
const SEARCHLESS_MAX: u32 = 20;
/// The color number of searches that name the own brand, and of others.
const NAMES_OWN: usize = 1;
const OTHER: usize = 8;
/// The maximum length of a search in a heading or a chart, in characters.
const QUOTED_MAX: usize = 120;

/// The page of fan-outs.
#[cfg_attr(feature = "split", lazy)]
pub fn fanouts_page() -> PageView {
    with_shell(view)
}

fn view() -> AnyView {
    let params = use_url_params::<FanoutsParams>();
    let search = Memo::new(move |_| params.with(|params| params.search.clone()));
    live(move || match search.get() {
        None => untrack(|| ranking_view(params)),
        Some(search) => untrack(|| search_view(params, search)),
    })
}

/// The searches that a page shows, with what is known about them.
#[derive(Clone, Copy)]
struct Searches {
    ranking: StoredValue<FanoutRanking>,
    /// Whether each names the own brand. `None` while it is unknown.
    names_own: Memo<Option<Vec<bool>>>,
    /// The text of the prompt that the answers are filtered by.
    prompt: Memo<Option<String>>,
    params: Memo<FanoutsParams>,
}

impl Searches {
    fn names_own(self, index: usize) -> Option<bool> {
        self.names_own.with(|names| names.as_ref()?.get(index).copied())
    }

    /// The positions of the searches that the filter shows. Reactive.
    fn shown(self) -> Vec<usize> {
        let without_own = self.params.with(|params| params.without_own);
        let is_shown = |index: &usize| !without_own || self.names_own(*index) != Some(true);
        (0..self.ranking.with_value(|ranking| ranking.fanouts.len())).filter(is_shown).collect()
    }
}

fn ranking_view(params: Memo<FanoutsParams>) -> AnyView {
    let answers = Memo::new(move |_| params.with(|params| params.answers.clone()));
    let ranking = use_fanouts(move || answers.get().scope());
    let own = use_own_brand(use_all_brands());
    let own_name = Memo::new(move |_| own.with(|own| own.as_ref().map(|brand| brand.name.clone())));
    let chosen_prompt = use_prompt(Signal::derive(move || answers.with(|answers| answers.prompt.clone())));
    let prompt = Memo::new(move |_| {
        let id = answers.with(|answers| answers.prompt.clone())?;
        chosen_prompt.with(|prompt| prompt.filter(|prompt| prompt.id == id).map(|prompt| prompt.content.clone()))
    });
    // All searches in one text, one on each line: one question finds the brand in all of them.
    let lines = Memo::new(move |_| {
        let line = |fanout: &FanoutStatistic| fanout.query.replace(['\n', '\r'], " ");
        ranking.with(|ranking| ranking.map(|found| found.fanouts.iter().map(line).collect::<Vec<_>>()))
    });
    let mentions = use_analysis().query(move || {
        own_name.get()?;
        lines.with(|lines| lines.as_ref().map(|lines| Mentions { text: lines.join("\n") }))
    });
    let names_own = Memo::new(move |_| {
        let own = own_name.get()?;
        let starts = mentions.with(|reply| {
            let found = &reply?.value;
            let of_own = |brand: usize| found.brands.get(brand) == Some(&own);
            Some(
                found
                    .mentions
                    .iter()
                    .filter(|mention| of_own(mention.brand))
                    .map(|mention| mention.start)
                    .collect::<Vec<_>>(),
            )
        })?;
        lines.with(|lines| lines.as_ref().map(|lines| lines_with(lines, &starts)))
    });
    let go = StoredValue::new_local(use_navigate());
    let show = move |next: FanoutsParams, replace: bool| go.with_value(|go| go(&next.address(), replace));
    let is_empty = Signal::derive(move || ranking.with(|ranking| ranking.is_none_or(|found| found.fanouts.is_empty())));
    let export = move |()| {
        untrack(|| {
            let found = ranking.value();
            let (fanouts, total) = found.map(|found| (found.fanouts, found.total_fanouts)).unwrap_or_default();
            let names_own = names_own.get();
            let is_shown = |index: usize| {
                let names = names_own.as_ref().and_then(|names| names.get(index).copied());
                !params.with(|params| params.without_own) || names != Some(true)
            };
            let shown: Vec<usize> = (0..fanouts.len()).filter(|index| is_shown(*index)).collect();
            let pick = |names: &Vec<bool>| shown.iter().filter_map(|index| names.get(*index).copied()).collect();
            Export::Table(TableExport::Fanouts {
                names_own: names_own.as_ref().map(pick).unwrap_or_default(),
                fanouts: shown.iter().filter_map(|index| fanouts.get(*index).cloned()).collect(),
                total,
            })
        })
    };
    let without_own = Memo::new(move |_| params.with(|params| params.without_own));
    let is_chart = Memo::new(move |_| params.with(|params| params.is_chart));
    let has_own = Memo::new(move |_| own_name.with(Option::is_some));
    let own_filter = move || {
        if !has_own.get() {
            return view! {
                <p class="muted">
                    {t(|t| t.fanouts().no_own)} " " <a href=BRANDS>{t(|t| t.fanouts().choose_own)}</a>
                </p>
            }
            .into_any();
        }
        let about = t_with(move |t| {
            let (Some(own), Some(names)) = (own_name.get(), names_own.get()) else { return String::new() };
            let absent = names.iter().filter(|names| !**names).count() as u64;
            (t.fanouts().without_own_about)(&own, absent, names.len() as u64)
        });
        view! {
            <SegmentedControl
                label=t(|t| t.fanouts().own_filter)
                name="own"
                options=vec![("all", t(|t| t.fanouts().all)), ("absent", t(|t| t.fanouts().without_own))]
                selected=Signal::derive(move || if without_own.get() { "absent" } else { "all" })
                on_change=move |choice| {
                    show(FanoutsParams { without_own: choice == "absent", ..params.get_untracked() }, false);
                }
            />
            <p class="muted">{about}</p>
        }
        .into_any()
    };
    let found = move |value: FanoutRanking| {
        if value.fanouts.is_empty() {
            return nothing(answers);
        }
        let (length, total) = (value.fanouts.len() as u64, value.total_fanouts);
        let searches = Searches { ranking: StoredValue::new(value), names_own, prompt, params };
        view! {
            <div class="section-head">
                <p>{t_with(move |t| (t.fanouts().about)(length, total))}</p>
                <SegmentedControl
                    label=t(|t| t.sources().view)
                    name="view"
                    options=vec![("table", t(|t| t.sources().as_table)), ("chart", t(|t| t.sources().as_chart))]
                    selected=Signal::derive(move || if is_chart.get() { "chart" } else { "table" })
                    on_change=move |view| {
                        show(FanoutsParams { is_chart: view == "chart", ..params.get_untracked() }, true);
                    }
                />
            </div>
            <div class="own-filter">{live(own_filter)}</div>
            {live(move || if is_chart.get() { chart(searches) } else { table(searches) })}
            <Methodology
                label=t(|t| t.common().methodology)
                text=t_with(move |t| (t.fanouts().methodology)(total))
            />
        }
        .into_any()
    };
    view! {
        <PageHeader title=t(|t| t.fanouts().title) description=t(|t| t.fanouts().description)>
            <ExportCsv export disabled=is_empty />
        </PageHeader>
        <AnswerFilters
            params=answers
            address=Callback::new(move |answers| FanoutsParams { answers, ..params.get() }.address())
        />
        <section class="section" aria-label=t(|t| t.fanouts().ranking)>
            {query_view(ranking, || view! { <Skeleton rows=8 /> }.into_any(), found)}
        </section>
        <Searchless scope=answers />
    }
    .into_any()
}

// Whether each line contains one of the places, which are in the order of the text that the lines make.
fn lines_with(lines: &[String], places: &[usize]) -> Vec<bool> {
    let mut places = places.iter().copied().peekable();
    let mut begin = 0;
    let mut contains = |line: &String| {
        let end = begin + line.len();
        while places.next_if(|place| *place < begin).is_some() {}
        let found = places.peek().is_some_and(|place| *place < end);
        begin = end + 1;
        found
    };
    lines.iter().map(&mut contains).collect()
}

fn nothing(answers: Memo<AnswersParams>) -> AnyView {
    if !answers.with_untracked(AnswersParams::is_everything) {
        return view! {
            <Empty title=t(|t| t.fanouts().none_found) description=t(|t| t.answers().none_found_description) />
        }
        .into_any();
    }
    view! {
        <Empty title=t(|t| t.fanouts().empty) description=t(|t| t.fanouts().empty_description)>
            <a class="button" data-variant="primary" href=RUN_START>
                {t(|t| t.runs().start)}
            </a>
        </Empty>
    }
    .into_any()
}

fn table(searches: Searches) -> AnyView {
    let head = view! {
        <th scope="col">{t(|t| t.fanouts().search)}</th>
        <th scope="col" class="wide-only">{t(|t| t.fanouts().models)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.fanouts().regions)}</th>
        <th scope="col" class="count-bar">{t(|t| t.fanouts().times)}</th>
        <th scope="col" class="wide-only fit number">{t(|t| t.fanouts().share)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.fanouts().last_run)}</th>
    };
    let shown_max = RwSignal::new(SHOWN_AT_FIRST);
    let shown = Memo::new(move |_| searches.shown());
    let rows = live(move || {
        let shown = shown.get();
        if shown.is_empty() {
            return view! { <tr><td colspan="6" class="muted">{t(|t| t.fanouts().all_name_own)}</td></tr> }.into_any();
        }
        shown.into_iter().take(shown_max.get()).filter_map(|index| row(searches, index)).collect_view().into_any()
    });
    let rest = move || shown.with(Vec::len).saturating_sub(shown_max.get());
    let more = live_option(move || {
        (rest() > 0).then(|| {
            view! {
                <div class="inline-actions">
                    <Button
                        label=t_with(move |t| (t.sources().show_rest)(rest() as u64))
                        variant=Variant::Quiet
                        on_click=move |()| shown_max.set(usize::MAX)
                    />
                </div>
            }
            .into_any()
        })
    });
    let has_prompt = Memo::new(move |_| searches.prompt.with(Option::is_some));
    view! {
        {live_option(move || has_prompt.get().then(|| view! { <p class="muted">{t(|t| t.fanouts().diff_about)}</p> }.into_any()))}
        <Table class="table ranking" head=head.into_any() rows />
        {more}
    }
    .into_any()
}

fn row(searches: Searches, index: usize) -> Option<AnyView> {
    let (max, total) = searches
        .ranking
        .with_value(|found| (found.fanouts.first().map_or(0, |first| first.fanout_count), found.total_fanouts));
    let fanout = searches.ranking.with_value(|found| found.fanouts.get(index).cloned())?;
    let FanoutStatistic { query, fanout_count, latest_created_at, models, regions } = fanout;
    let address = FanoutsParams { search: Some(query.clone()), ..searches.params.get_untracked() }.address();
    let words = match searches.prompt.get() {
        Some(prompt) => search_words(word_diff(&prompt, &query)),
        None => view! { <bdi>{visible(&query).into_owned()}</bdi> }.into_any(),
    };
    let names_own = searches.names_own(index);
    // Few searches name the brand, so these have the mark.
    let mark = (names_own == Some(true)).then(|| {
        view! { <Badge label=t(|t| t.fanouts().own_filter) tone=Tone::Active /> }
    });
    let models = models.unwrap_or_default();
    let (offered, codes) = (use_models(), models.clone());
    let names = t_with(move |_| codes.iter().map(|code| model_name(offered, code)).collect::<Vec<_>>().join(", "));
    let models = models.into_iter().map(|code| view! { <ModelBadge code /> }).collect_view();
    let regions = regions.unwrap_or_default();
    let regions = t_with(move |_| regions.iter().map(|code| region(code)).collect::<Vec<_>>().join(", "));
    let series = if names_own == Some(true) { NAMES_OWN } else { OTHER };
    let row = view! {
        <tr>
            <th scope="row">
                <a href=address>{words}</a>
                " "
                {mark}
                <span class="cell-note narrow-only">
                    {t_with(move |t| (t.fanouts().times_of)(fanout_count, total))}
                </span>
            </th>
            <td class="wide-only">
                <span class="initials" title=names>{models}</span>
            </td>
            <td class="wide-only fit muted">{regions}</td>
            {count_bar(fanout_count, max, series)}
            <td class="wide-only fit number">{t_with(move |_| share(fanout_count, total))}</td>
            <td class="wide-only fit muted">
                <RelativeTime at=latest_created_at />
            </td>
        </tr>
    };
    Some(row.into_any())
}

fn share(part: u64, total: u64) -> String {
    rate(if total == 0 { 0.0 } else { part as f64 / total as f64 })
}

fn chart(searches: Searches) -> AnyView {
    let shown = move || {
        let fanout = |index: usize| searches.ranking.with_value(|found| found.fanouts.get(index).cloned());
        searches.shown().into_iter().filter_map(|index| Some((index, fanout(index)?))).collect::<Vec<_>>()
    };
    let total = searches.ranking.with_value(|found| found.total_fanouts);
    let draw: Box<dyn Fn(f64) -> Drawing> = Box::new(move |width| {
        let texts = texts().fanouts();
        let bar = |(index, fanout): (usize, FanoutStatistic)| Bar {
            name: quotation(&fanout.query, QUOTED_MAX),
            series: if searches.names_own(index) == Some(true) { NAMES_OWN } else { OTHER },
            value: Some(fanout.fanout_count as f64),
            label: count(fanout.fanout_count),
            text: (texts.times_of)(fanout.fanout_count, total),
        };
        let bars = shown().into_iter().map(bar).collect();
        BarChart { bars, axis: ValueAxis { min_step: 1.0, limit: None, label: decimal } }.draw(width)
    });
    let table = Box::new(move || {
        let texts = texts().fanouts();
        let row = |(_, fanout): (usize, FanoutStatistic)| {
            vec![visible(&fanout.query).into_owned(), count(fanout.fanout_count)]
        };
        let columns = [texts.search, texts.times].map(str::to_owned).to_vec();
        DataTable { columns, rows: shown().into_iter().map(row).collect() }
    });
    let description = t_with(move |t| (t.fanouts().about)(shown().len() as u64, total));
    view! { <Chart title=t(|t| t.fanouts().ranking) description draw table /> }.into_any()
}

fn search_view(params: Memo<FanoutsParams>, search: String) -> AnyView {
    let answers = Memo::new(move |_| params.with(|params| params.answers.clone()));
    let back = FanoutsParams { search: None, ..params.get_untracked() }.address();
    let title = quotation(&search, QUOTED_MAX);
    view! {
        <PageHeader title=Signal::derive(move || title.clone()) back=(t(|t| t.fanouts().back), back) />
        <AnswerFilters
            params=answers
            address=Callback::new(move |answers| FanoutsParams { answers, ..params.get() }.address())
        />
        <AnswersBehind scope=answers feature=Signal::derive(move || Some(AnswerFeature::Search(search.clone()))) />
    }
    .into_any()
}

// The prompts for which no model searched, counted from the kept answers.
#[component]
fn Searchless(scope: Memo<AnswersParams>) -> AnyView {
    let found =
        use_analysis().query(move || Some(PromptsWithoutSearch { scope: scope.get().scope(), limit: SEARCHLESS_MAX }));
    let coverage = Signal::derive(move || found.with(|reply| reply.map(|reply| reply.coverage)));
    let prompts = Memo::new(move |_| found.with(|reply| reply.map(|reply| reply.value.clone())).unwrap_or_default());
    let list = move || {
        let (all, without, shown) =
            prompts.with(|prompts| (prompts.prompts, prompts.without_search, prompts.most_asked.clone()));
        if without == 0 {
            let text = if all == 0 { t(|t| t.metrics().trend_none) } else { t(|t| t.fanouts().searchless_none) };
            return view! { <p class="muted">{text}</p> }.into_any();
        }
        let head = view! {
            <th scope="col">{t(|t| t.fanouts().prompt)}</th>
            <th scope="col" class="fit number">{t(|t| t.fanouts().searched)}</th>
        };
        let row = |SearchlessPrompt { id, question, answers }: SearchlessPrompt| {
            let of_prompt = AnswersParams { prompt: Some(id), ..scope.get_untracked() }.address();
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
        let rows = shown.into_iter().map(row).collect_view();
        view! {
            <p>{t_with(move |t| (t.fanouts().searchless_about)(without, all))}</p>
            <Table head=head.into_any() rows=rows.into_any() />
        }
        .into_any()
    };
    view! {
        <section class="section" aria-labelledby="searchless">
            <h2 id="searchless">{t(|t| t.fanouts().searchless)}</h2>
            <CoverageNote coverage />
            {analysis_view(found, || view! { <Skeleton rows=3 /> }.into_any(), move || live(list))}
            <Methodology label=t(|t| t.common().methodology) text=t(|t| t.fanouts().methodology_searchless) />
        </section>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::lines_with;

    #[test]
    fn a_place_belongs_to_the_line_that_contains_it() {
        let lines = ["ab", "", "cd", "ef"].map(str::to_owned);
        assert_eq!(lines_with(&lines, &[0, 1, 4, 5]), [true, false, true, false]);
        assert_eq!(lines_with(&lines, &[7]), [false, false, false, true]);
        assert_eq!(lines_with(&lines, &[]), [false; 4]);
    }
}
