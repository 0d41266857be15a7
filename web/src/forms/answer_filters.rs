//! The filters of a page about answers. Most visits filter nothing, so their code is loaded when they are opened, or when the
//! address has one.

use answerdeck_api::{Brand, Prompt, PromptSet, Region, Run, Timestamp};
use leptos::prelude::*;

use super::filter_options::{FilterOptions, by_model, by_set, by_window, route_choice};
use crate::components::{FilterChips, WindowWithoutChip, dated_run_name, provide_page_filter};
use crate::format::{self, day_before, day_of, short_run_id, start_of_day};
use crate::lazy::{lazy_part, lazy_view, loaded_when};
use crate::locale::{t, texts};
use crate::paths::AnswerFilterParams;
use crate::queries::brands::use_all_brands;
use crate::queries::prompt_sets::use_all_prompt_sets_when;
use crate::queries::prompts::use_prompt_of_filter;
use crate::queries::runs::use_runs;
use crate::queries::{Items, Query, use_regions};
use crate::reactive::{effect, live_when};
use crate::router::use_router;
use crate::ui::{Button, Field, FieldError, IconName, SelectField, options_after, options_with};

/// The runs that are loaded to choose from. An option loads older ones.
const RUNS_LOADED: usize = 50;
/// The value of the option that loads older runs.
const OLDER_RUNS: &str = "older";

/// The id of the error below both days.
const PERIOD_ERROR: &str = "answers-period-error";

/// The filters of a page about answers.
#[derive(Clone, Copy)]
pub struct PageFilters {
    pub params: Memo<AnswerFilterParams>,
    /// The address of the page with a filter.
    pub address: Callback<AnswerFilterParams, String>,
    /// The prompt in the address, if the page reads it too.
    pub prompt: Option<Query<Prompt>>,
    /// Whether the fields are shown. Becomes true if the period ends before it starts.
    pub is_open: RwSignal<bool>,
    /// Whether a [`super::ScopeBar`] offers some of the filters.
    pub has_bar: bool,
    /// Whether the page lists the answers that name a brand.
    pub has_brands: bool,
}

impl PageFilters {
    pub fn new(
        params: Memo<AnswerFilterParams>,
        address: impl Fn(AnswerFilterParams) -> String + Send + Sync + 'static,
    ) -> Self {
        let (address, is_open) = (Callback::new(address), RwSignal::new(false));
        provide_page_filter(params, address);
        Self { params, address, prompt: None, is_open, has_bar: false, has_brands: false }
    }
}

/// The fields, which a [`FiltersButton`] shows, and the active filters.
#[component]
pub fn AnswerFilters(filters: PageFilters) -> AnyView {
    let PageFilters { params, is_open, .. } = filters;
    let is_needed = Memo::new(move |_| is_open.get() || !params.with(AnswerFilterParams::has_no_chips));
    let view = loaded_when(move || is_needed.get(), load);
    view! { <div class="answer-filters">{lazy_view(view, || ().into_any(), move |view| view(filters))}</div> }
        .into_any()
}

/// The button that shows the fields, beside the days that count where no field and no chip says them.
#[component]
pub fn FiltersButton(filters: PageFilters) -> AnyView {
    let PageFilters { params, is_open, has_bar, .. } = filters;
    view! {
        {(!has_bar).then(|| view! { <WindowWithoutChip params /> })}
        <Button
            label=t(|t| t.answers().filters_fold)
            icon=IconName::Filter
            expanded=is_open
            on_click=move |()| is_open.update(|is_open| *is_open = !*is_open)
        />
    }
    .into_any()
}

lazy_part! {
    answer_filters: fn(PageFilters) -> AnyView = filters_view
}

fn filters_view(filters: PageFilters) -> AnyView {
    let PageFilters { params, prompt, address, is_open, has_bar, .. } = filters;
    // The fields say why there are no answers.
    if params.with_untracked(AnswerFilterParams::is_reversed) {
        is_open.set(true);
    }
    let prompt = prompt.unwrap_or_else(|| use_prompt_of_filter(params));
    let sets =
        use_all_prompt_sets_when(move || !has_bar && (is_open.get() || params.with(|params| params.set.is_some())));
    let router = use_router();
    let show = OnChange::new(move |(next, replace)| {
        let address = untrack(|| address.run(next));
        router.navigate(&address, replace);
    });
    // The fields ask for runs, models and regions: not before they are seen.
    let was_open = Memo::new(move |before| is_open.get() || before == Some(&true));
    view! {
        <div hidden=move || !is_open.get()>{live_when(move || was_open.get(), move || fields(filters, sets, show))}</div>
        <FilterChips params sets prompt address has_bar />
    }
    .into_any()
}

/// Called with the new filters, and whether they replace the previous ones in the history.
type OnChange = Callback<(AnswerFilterParams, bool)>;

// The fields of a filter of answers. The filter by prompt is set by links and not offered here.
fn fields(filters: PageFilters, sets: Query<Vec<PromptSet>>, on_change: OnChange) -> AnyView {
    let PageFilters { params, has_bar, has_brands, .. } = filters;
    let field = move |id: &'static str, filter: FilterOptions| {
        let FilterOptions { label, options, rest, selected, choose } = filter;
        let change = move |value: String| on_change.run((choose(params.get_untracked(), &value), false));
        view! { <SelectField id label=t(label) options rest selected on_change=change /> }.into_any()
    };
    let runs = use_runs();
    view! {
        <div class="filters" role="search">
            {(!has_bar).then(|| field("answers-set", by_set(sets, params)))}
            {run_field(params, runs, on_change)}
            {(!has_bar).then(|| field("answers-model", by_model(params, Some(runs))))}
            {(!has_bar).then(|| route_choice(params, move |filter| field("answers-route", filter)))}
            {field("answers-region", by_region(params))}
            {has_brands.then(|| field("answers-brand", by_brand(params)))}
            {(!has_bar).then(|| field("answers-days", by_window(params, true)))}
            {period_fields(params, on_change)}
        </div>
    }
    .into_any()
}

// The newest runs, and the filtered one, which may be older.
fn run_field(params: Memo<AnswerFilterParams>, runs: Query<Items<Run>>, on_change: OnChange) -> AnyView {
    let run = Memo::new(move |_| params.with(|params| params.run.clone()));
    let options = Signal::derive(move || {
        let newest = runs.with_items(|runs| {
            runs.iter().map(|run| (run.id.to_string(), dated_run_name(run, texts()))).collect::<Vec<_>>()
        });
        let filtered = run.get().map(|run| (run.to_string(), format!("…{}", short_run_id(&run))));
        let filtered = filtered.filter(|(id, _)| newest.iter().all(|(other, _)| other != id));
        let has_older =
            runs.failure().is_some() || (runs.has_more() && !runs.is_fetching() && runs.len() >= RUNS_LOADED);
        let older = has_older.then(|| (OLDER_RUNS.to_owned(), texts().answers().older_runs.to_owned()));
        options_after(texts().answers().all_runs, newest.into_iter().chain(filtered).chain(older))
    });
    effect(move || {
        if runs.len() < RUNS_LOADED && runs.failure().is_none() {
            runs.load_more();
        }
    });
    let choose = move |id: String| match id.as_str() {
        OLDER_RUNS => runs.load_more(),
        id => on_change.run((params.get_untracked().with_run(id.parse().ok()), false)),
    };
    view! {
        <SelectField
            id="answers-run"
            label=t(|t| t.common().run)
            options
            selected=Signal::derive(move || run.get().map(String::from).unwrap_or_default())
            on_change=choose
        />
    }
    .into_any()
}

fn by_region(params: Memo<AnswerFilterParams>) -> FilterOptions {
    let regions = use_regions();
    let region = Memo::new(move |_| params.with(|params| params.region.clone()));
    let options = Signal::derive(move || {
        let option = |Region { code, .. }: Region| {
            let name = format::region(&code);
            (code, name)
        };
        let sorted = |regions: Vec<Region>| format::sorted_by_name(regions.into_iter().map(option).collect());
        let missing = region.get().as_deref().map(format::region).unwrap_or_default();
        options_with(texts().answers().all_regions, regions.value().map(sorted), region.get(), &missing)
    });
    FilterOptions {
        label: |t| t.common().region,
        options,
        rest: None,
        selected: Signal::derive(move || region.get().unwrap_or_default()),
        choose: |params, code| {
            let region = (!code.is_empty()).then(|| code.to_owned());
            AnswerFilterParams { region, ..params }
        },
    }
}

fn by_brand(params: Memo<AnswerFilterParams>) -> FilterOptions {
    let brands = use_all_brands();
    let brand = Memo::new(move |_| params.with(|params| params.brand.clone().map(String::from)));
    FilterOptions {
        label: |t| t.answers().brand,
        options: Signal::derive(move || brand_options(texts().answers().any_brand, brands.value(), brand.get())),
        rest: None,
        selected: Signal::derive(move || brand.get().unwrap_or_default()),
        choose: |params, id| AnswerFilterParams { brand: id.parse().ok(), ..params },
    }
}

/// Brands to choose from, and the chosen one even if it was deleted, after `first`, which chooses none of them.
pub fn brand_options(first: &str, brands: Option<Vec<Brand>>, chosen: Option<String>) -> Vec<(String, String)> {
    let option = |brand: Brand| (String::from(brand.id), brand.name);
    let sorted = |brands: Vec<Brand>| format::sorted_by_name(brands.into_iter().map(option).collect());
    options_with(first, brands.map(sorted), chosen, texts().common().deleted_brand)
}

// The first and the last day. They do not filter while the period ends before it starts.
fn period_fields(params: Memo<AnswerFilterParams>, on_change: OnChange) -> AnyView {
    let (from, to) = (RwSignal::new(None::<Timestamp>), RwSignal::new(None::<Timestamp>));
    effect(move || {
        params.with(|params| {
            from.set(params.from.clone());
            to.set(params.to.clone());
        });
    });
    let is_reversed =
        move || from.with(|from| to.with(|to| matches!((from, to), (Some(from), Some(to)) if from >= to)));
    let change = move |typing: bool| {
        if !untrack(is_reversed) {
            let next = params.get_untracked().between(from.get_untracked(), to.get_untracked());
            on_change.run((next, typing));
        }
    };
    let is_wrong = Signal::derive(is_reversed);
    let error = Signal::derive(move || is_reversed().then(|| texts().answers().period_error.to_owned()));
    view! {
        <div class="period-fields">
            <DayField
                id="answers-from"
                label=t(|t| t.answers().from)
                value=Signal::derive(move || from.get().as_ref().and_then(day_of))
                is_wrong
                on_change=move |(day, typing): (String, bool)| {
                    from.set(start_of_day(&day, 0));
                    change(typing);
                }
            />
            <DayField
                id="answers-to"
                label=t(|t| t.answers().to)
                value=Signal::derive(move || to.get().as_ref().and_then(day_before))
                is_wrong
                on_change=move |(day, typing): (String, bool)| {
                    // The period ends when the next day starts.
                    to.set(start_of_day(&day, 1));
                    change(typing);
                }
            />
            <div id=PERIOD_ERROR><FieldError error /></div>
        </div>
    }
    .into_any()
}

#[component]
fn DayField(
    id: &'static str,
    #[prop(into)] label: Signal<String>,
    value: Signal<Option<String>>,
    // Whether the period is wrong.
    is_wrong: Signal<bool>,
    // Called with the day, and whether it was typed.
    #[prop(into)] on_change: Callback<(String, bool)>,
) -> AnyView {
    // A browser reports every valid date while one is typed, such as the years 2, 20 and 202.
    let typing = StoredValue::new(false);
    view! {
        <Field id label>
            <input
                class="input"
                id=id
                type="date"
                aria-describedby=PERIOD_ERROR
                aria-invalid=move || is_wrong.get().then_some("true")
                prop:value=move || value.get().unwrap_or_default()
                on:keydown=move |_| typing.set_value(true)
                on:pointerdown=move |_| typing.set_value(false)
                on:change:target=move |event| on_change.run((event.target().value(), typing.get_value()))
            />
        </Field>
    }
    .into_any()
}
