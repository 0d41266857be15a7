//! Prompts of one set or of all sets, with what their answers say about the own brand: search, create one or many, edit and delete.
//! Uses `list_prompts`, `list_prompt_sets`, `measure_prompts`, `get_organization`, `list_brands`, `list_models`, `list_runs`,
//! `create_prompt`, `create_prompts`, `create_prompt_set`, `get_prompt`, `update_prompt` and `delete_prompt`.

mod figures;
mod list;
mod selection;

use answerdeck_api::metrics::PromptMetricsFilter;
use answerdeck_api::{Brand, Prompt, PromptFilter, PromptId, PromptSet};
use leptos::prelude::*;

use crate::components::{failure_view, provide_page_filter, settled, use_all_routes, use_counted_answers};
use crate::drafts;
use crate::exports::{Export, ExportCsv, ListExport};
use crate::forms::{
    BULK_PROMPTS_FORM, BulkPromptsDialog, PROMPT_FORM, PromptForms, by_set, carried_filters, load_prompt_forms,
    model_field, new_title, reopen, route_field, window_field,
};
use crate::locale::{t, t_with, texts};
use crate::navigation::{use_query_string, use_url_params};
use crate::paths::{AnswerFilterParams, PROMPT_SETS, PromptsParams, RunStartParams, UrlParams, opens_new};
use crate::queries::brands::{use_all_brands, use_own_brand, use_own_brand_id};
use crate::queries::deletions::{Deletions, take_closed_for_deletion};
use crate::queries::prompt_sets::use_all_prompt_sets;
use crate::queries::prompts::{use_deletions, use_prompt};
use crate::queries::{Kind, MeasuredPrompts, PromptOrder, Query, use_measured_prompts};
use crate::reactive::{effect, live_option, live_when};
use crate::router::use_router;
use crate::ui::{
    Button, ButtonLink, DialogState, IconName, LazyDialog, PageHeader, SearchField, SelectField, new_button,
};
use figures::{explanation, finding, order_of, sort_field};
use list::{is_without_prompts, list};
use selection::{Selection, selection_bar, use_selection};

/// The dialogs that create one prompt or many, or edit one.
#[derive(Clone, Copy)]
struct Dialogs {
    edit: DialogState<Prompt>,
    is_bulk_open: RwSignal<bool>,
}

/// What the parts of the page are made from.
#[derive(Clone, Copy)]
struct PromptsData {
    params: Memo<PromptsParams>,
    /// The filter of answers in the address.
    filtered: Memo<AnswerFilterParams>,
    /// The answers that are counted.
    answers: Memo<AnswerFilterParams>,
    /// The address of the page with another filter of answers.
    address: Callback<AnswerFilterParams, String>,
    /// The address of the numbers of all routes.
    all_routes: Memo<Option<String>>,
    /// The sorted column, as in the address.
    sort: Memo<Option<String>>,
    /// The order by its numbers. `None` for the newest first.
    order: Memo<Option<PromptOrder>>,
    sets: Query<Vec<PromptSet>>,
    brands: Query<Vec<Brand>>,
    own: Memo<Option<Brand>>,
    prompts: MeasuredPrompts,
    /// Whether there is an own brand, and the platform measures prompts.
    has_figures: Memo<bool>,
    /// Whether the columns of the list are known, which depend on whether there is an own brand.
    is_ready: Memo<bool>,
    dialogs: Dialogs,
    selection: Selection,
    deletions: Deletions,
    delete: Callback<Vec<PromptId>>,
}

pub fn view() -> AnyView {
    let params = use_url_params::<PromptsParams>();
    let filter = Memo::new(move |_| {
        let params = params.get();
        PromptFilter { prompt_set_id: params.answers.set, content_contains: params.search, ..PromptFilter::default() }
    });
    let filtered = Memo::new(move |_| params.with(|params| params.answers.clone()));
    let answers = use_counted_answers(filtered);
    let (brands, own, own_id) = (use_all_brands(), use_own_brand(), use_own_brand_id());
    let scope = Memo::new(move |_| {
        let brand_id = Some(own_id.get()?);
        Some(PromptMetricsFilter { brand_id, ..answers.get().counted_scope()?.into() })
    });
    let sort = Memo::new(move |_| params.get().sort.filter(|sort| answers.with(|answers| answers.can_sort_by(sort))));
    let order = Memo::new(move |_| {
        let order = sort.with(|sort| sort.as_deref().and_then(order_of));
        // Without an own brand there are no numbers to sort by.
        order.filter(|_| brands.is_loading() || own.with(Option::is_some))
    });
    let prompts = use_measured_prompts(move || filter.get(), scope, order);
    let has_figures = Memo::new(move |_| own.with(Option::is_some) && !prompts.metrics_query.is_missing());
    let sets = use_all_prompt_sets();
    let set = Memo::new(move |_| {
        let id = params.with(|params| params.answers.set.clone())?;
        sets.value()?.into_iter().find(|set| set.id == id)
    });
    let address = Callback::new(move |answers: AnswerFilterParams| PromptsParams { answers, ..params.get() }.address());
    provide_page_filter(filtered, address);
    let has_answers = move || prompts.measured.all().is_some_and(|all| all.answers > 0);
    let all_routes = use_all_routes(filtered, answers, address, move || own.with(Option::is_some) && has_answers());
    let (sets_settled, brands_settled) = (settled(sets), settled(brands));
    let is_ready = Memo::new(move |_| sets_settled.get() && brands_settled.get());
    let (dialogs, selection, deletions) = (use_dialogs(params), use_selection(params), use_deletions());
    let delete = use_delete(selection, deletions);
    let data = PromptsData {
        params,
        filtered,
        answers,
        address,
        all_routes,
        sort,
        order,
        sets,
        brands,
        own,
        prompts,
        has_figures,
        is_ready,
        dialogs,
        selection,
        deletions,
        delete,
    };

    let export = move |()| {
        Export::List(Box::new(ListExport::Prompts {
            filter: filter.get(),
            sets: sets.value().unwrap_or_default(),
            scope: scope.get().filter(|_| has_figures.get()),
            order: order.get(),
        }))
    };

    let back = Signal::derive(move || {
        let of_set = params.with(|params| params.answers.set.is_some());
        if of_set { PROMPT_SETS.to_owned() } else { String::new() }
    });
    // When the list of prompts failed too, it says it.
    let other_failure = move || {
        let is_said = prompts.list.is_loading() || prompts.list.failure().is_some();
        if is_said { None } else { failure_view(sets).or_else(|| failure_view(brands)) }
    };
    // The list has them when it is shown and empty.
    let has_new_buttons = move || !(is_ready.get() && prompts.list.is_known_empty() && is_without_prompts(data));
    let problem = move || failure_view(prompts.metrics_query).filter(|_| has_figures.get());
    view! {
        <PageHeader
            title=t_with(move |t| set.get().map_or_else(|| t.frame().prompts.to_owned(), |set| set.name))
            description=Signal::derive(move || set.get().and_then(|set| set.description).unwrap_or_default())
            back=(t(|t| t.frame().prompt_sets), back)
        >
            <ExportCsv export disabled=Signal::derive(move || prompts.list.len() == 0) />
            {live_option(move || set.get().map(run_of))}
            {live_when(has_new_buttons, move || new_buttons(dialogs))}
        </PageHeader>
        {filters(data)}
        {finding(data)}
        {live_option(other_failure)}
        {live_option(problem)}
        {selection_bar(data)}
        <section class="section" aria-label=t(|t| t.frame().prompts)>{list(data)}</section>
        {live_when(move || has_figures.get(), move || explanation(data))}
        {dialogs_view(data)}
    }
    .into_any()
}

// What chooses the listed prompts, their order, and the answers that are counted.
fn filters(data: PromptsData) -> AnyView {
    let PromptsData { params, filtered, answers, address, sets, brands, has_figures, .. } = data;
    let router = use_router();
    let show = move |next: PromptsParams, replace: bool| router.navigate(&next.address(), replace);
    let choose_order = Callback::new(move |order: String| {
        let sort = Some(order).filter(|order| !order.is_empty());
        router.navigate_in_place(&PromptsParams { sort, ..params.get_untracked() }.address());
    });
    let set = by_set(sets, filtered);
    // Before the brands are known, there is room for what chooses the answers.
    let may_have_figures = Memo::new(move |_| has_figures.get() || brands.is_loading());
    view! {
        <div class="filters" role="search">
            <SearchField
                id="prompt-search"
                label=t(|t| t.prompts().search)
                value=Signal::derive(move || params.get().search)
                // Every pause in typing would be an entry of the history.
                on_search=move |search| show(PromptsParams { search, ..params.get_untracked() }, true)
            />
            <SelectField
                id="prompt-set-filter"
                label=t(set.label)
                options=set.options
                selected=set.selected
                on_change=move |id: String| {
                    let answers = (set.choose)(filtered.get_untracked(), &id);
                    show(PromptsParams { answers, ..params.get_untracked() }, false);
                }
            />
            {live_when(
                move || may_have_figures.get(),
                move || {
                    view! {
                        {window_field(filtered, address)}
                        {model_field(filtered, address)}
                        {sort_field(data, choose_order)}
                        {route_field(filtered, answers, address)}
                    }
                },
            )}
        </div>
        {live_when(move || may_have_figures.get(), move || carried_filters(filtered, address))}
    }
    .into_any()
}

// Deletes prompts, and at once the one whose page was closed for its deletion.
fn use_delete(selection: Selection, deletions: Deletions) -> Callback<Vec<PromptId>> {
    let message = |count: usize| (texts().prompts().deleted)(count as u64);
    if let Some((id, _)) = take_closed_for_deletion(Kind::Prompts) {
        deletions.delete(vec![id], message(1));
    }
    Callback::new(move |prompts: Vec<PromptId>| {
        selection.selected.update(|selected| selected.retain(|prompt| !prompts.contains(prompt)));
        let message = message(prompts.len());
        deletions.delete(prompts.into_iter().map(String::from).collect(), message);
    })
}

fn run_of(set: PromptSet) -> AnyView {
    let address = RunStartParams { set: Some(set.id), ..RunStartParams::default() }.address();
    view! { <ButtonLink label=t(|t| t.common().run) href=address icon=IconName::Play /> }.into_any()
}

// One opens when it was open before a reload, or when the address asks for a new prompt.
fn use_dialogs(params: Memo<PromptsParams>) -> Dialogs {
    let edit = DialogState::<Prompt>::new();
    let is_bulk_open = RwSignal::new(drafts::was_open(BULK_PROMPTS_FORM).is_some());
    let (router, opens_new) = (use_router(), use_query_string(opens_new));
    // The prompt need not be in the part of the list that is loaded.
    let edited = drafts::was_open(PROMPT_FORM).and_then(|id| id.parse::<PromptId>().ok());
    let edited = use_prompt(Signal::stored(edited));
    reopen(edit, PROMPT_FORM, move |_| edited.value());
    effect(move || {
        if opens_new.get() {
            edit.open(None);
            // Going back does not open it again.
            router.navigate(&params.get_untracked().address(), true);
        }
    });
    Dialogs { edit, is_bulk_open }
}

fn new_buttons(Dialogs { edit, is_bulk_open }: Dialogs) -> AnyView {
    view! {
        <Button label=t(|t| t.prompts().add_many) icon=IconName::List on_click=move |()| is_bulk_open.set(true) />
        {new_button(|t| t.common().new_prompt, edit)}
    }
    .into_any()
}

// A new prompt belongs to the set of the filter at first.
fn dialogs_view(data: PromptsData) -> AnyView {
    let PromptsData { dialogs: Dialogs { edit, is_bulk_open }, sets, filtered, .. } = data;
    let set = Signal::derive(move || filtered.get().set);
    let close = Callback::new(move |()| edit.close());
    let edit_form = move |forms: PromptForms| match edit.value() {
        None => (forms.new)(sets, set.get_untracked(), close),
        Some(prompt) => (forms.edit)(prompt, close),
    };
    let new = new_title(sets);
    let title = t_with(move |t| if edit.has_value() { t.prompts().edit.to_owned() } else { new.get() });
    view! {
        <LazyDialog open=edit.is_open() load=load_prompt_forms title children=edit_form />
        <BulkPromptsDialog is_open=is_bulk_open sets set />
    }
    .into_any()
}
