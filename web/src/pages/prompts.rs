//! Prompts of one set or of all sets, with what their answers say about the own brand: search, create one or many, edit and delete.
//! Uses `list_prompts`, `list_prompt_sets`, `measure_prompts`, `get_organization`, `list_brands`, `list_runs`, `create_prompt`,
//! `create_prompts`, `get_prompt`, `update_prompt` and `delete_prompt`.

mod figures;
mod selection;
mod table;

use answerdeck_api::limits::RUN_PROMPTS_MAX;
use answerdeck_api::metrics::PromptMetricsFilter;
use answerdeck_api::{Prompt, PromptFilter, PromptId};
use leptos::prelude::*;

use crate::components::{
    failure_view, finding_view, infinite_list, query_view, settled, settled_view, shown_count, use_counted_answers,
};
use crate::drafts;
use crate::exports::{Export, ExportCsv, ListExport};
use crate::forms::{
    BULK_PROMPTS_FORM, CarriedFilters, PROMPT_FORM, PromptForms, SavedPrompt, Sets, WindowField, load_prompt_forms,
    reopen, set_options,
};
use crate::locale::{Pick, t, t_with, texts};
use crate::navigation::{use_query, use_table_order, use_url_params};
use crate::paths::{
    AnswerFilterParams, PROMPT_SETS, PROMPTS, PromptsParams, RUN_START, RunStartParams, UrlParams, opens_new,
};
use crate::queries::brands::{use_all_brands, use_own_brand, use_own_brand_id};
use crate::queries::deletions::use_closed_for_deletion;
use crate::queries::prompt_sets::use_all_prompt_sets;
use crate::queries::prompts::{use_deletions, use_prompt};
use crate::queries::{Kind, QueryState, use_measured_prompts, use_organization};
use crate::reactive::{effect, live, live_option, live_when};
use crate::router::use_router;
use crate::ui::{
    Button, DialogState, EmptyState, Icon, IconName, LazyDialog, PageHeader, SearchField, SelectField, Variant,
    empty_with_link, focus_later, focus_next_row, loading, none_found, skeleton, use_notices,
};
use figures::{COLUMNS, cells, explanation, finding, note, order_of, sort_field};
use selection::{Selection, select_all, selection_bar};
use table::{menu, row, set_cell, table};

pub fn view() -> AnyView {
    let params = use_url_params::<PromptsParams>();
    let filter = Memo::new(move |_| {
        let params = params.get();
        PromptFilter { prompt_set_id: params.answers.set, content_contains: params.search, ..PromptFilter::default() }
    });
    let (organization, brands) = (use_organization(), use_all_brands());
    let (own, own_id) = (use_own_brand(), use_own_brand_id());
    let filtered = Memo::new(move |_| params.with(|params| params.answers.clone()));
    let of_answers =
        Callback::new(move |answers: AnswerFilterParams| PromptsParams { answers, ..params.get() }.address());
    let answers = use_counted_answers(Memo::new(move |_| filtered.get().recent()));
    let scope = Memo::new(move |_| {
        let brand_id = Some(own_id.get()?);
        Some(PromptMetricsFilter { brand_id, ..answers.get().counted_scope()?.into() })
    });
    // Without a first day, there is no change.
    let sort = Memo::new(move |_| {
        let has_change = answers.with(|answers| answers.from.is_some());
        params.get().sort.filter(|sort| has_change || !sort.ends_with("change"))
    });
    let order = Memo::new(move |_| {
        let order = sort.with(|sort| sort.as_deref().and_then(order_of));
        // Without an own brand there are no numbers to sort by.
        order.filter(|_| brands.is_loading() || own.with(Option::is_some))
    });
    let measured_prompts = use_measured_prompts(move || filter.get(), scope, order);
    let (prompts, measured) = (measured_prompts.list, measured_prompts.measured);
    let has_figures = Memo::new(move |_| own.with(Option::is_some) && !measured_prompts.metrics_query.is_missing());
    // Before the brands are known, there is room for what chooses the answers.
    let may_have_figures = Memo::new(move |_| has_figures.get() || brands.is_loading());
    let sets = use_all_prompt_sets();
    let router = use_router();
    let notices = use_notices();
    // `None` creates a prompt.
    let edit_dialog = DialogState::<Prompt>::new();
    let is_bulk_open = RwSignal::new(false);
    let selection = Selection::new(Callback::new(move |()| {
        notices.notify((texts().runs().too_many)(RUN_PROMPTS_MAX as u64));
    }));
    // Another search or set clears the selection, so that nothing is deleted that is not in the list.
    let mut shown = params.get_untracked();
    effect(move || {
        let params = params.get();
        if std::mem::replace(&mut shown, params.clone()) != params {
            selection.clear();
        }
    });

    let show = move |next: PromptsParams, replace: bool| router.navigate(&next.address(), replace);
    let saved = move |saved: SavedPrompt| {
        edit_dialog.close();
        notices.notify(saved.message().to_owned());
    };
    let added = move |count: usize| {
        is_bulk_open.set(false);
        notices.notify((texts().bulk().done)(count as u64));
    };
    let deletions = use_deletions();
    let message = |count: usize| (texts().prompts().deleted)(count as u64);
    let delete = Callback::new(move |prompts: Vec<PromptId>| {
        focus_next_row();
        selection.selected.update(|selected| selected.retain(|prompt| !prompts.contains(prompt)));
        let message = message(prompts.len());
        deletions.delete(prompts.into_iter().map(String::from).collect(), message);
    });
    if let Some((id, _)) = use_closed_for_deletion().take(Kind::Prompts) {
        deletions.delete(vec![id], message(1));
    }

    let opens_new = use_query(opens_new);
    // Both forms choose one of the sets, or say why there are none to choose from.
    let has_sets = move || match sets.get() {
        QueryState::Loading => false,
        QueryState::Ready(sets) => !sets.is_empty(),
        QueryState::Failed(_) => true,
    };
    // The prompt need not be in the part of the list that is loaded.
    let edited = drafts::was_open(PROMPT_FORM).and_then(|id| id.parse::<PromptId>().ok());
    let edited = use_prompt(Signal::stored(edited));
    reopen(
        edit_dialog,
        PROMPT_FORM,
        move |id| {
            if id.is_empty() { has_sets().then_some(None) } else { edited.value().map(Some) }
        },
    );
    let mut was_bulk_open = drafts::was_open(BULK_PROMPTS_FORM).is_some();
    effect(move || {
        if !has_sets() {
            return;
        }
        if opens_new.get() {
            edit_dialog.open(None);
            // Going back does not open it again.
            show(params.get_untracked(), true);
        } else if std::mem::take(&mut was_bulk_open) {
            is_bulk_open.set(true);
        }
    });

    let set_of = move |params: &PromptsParams| {
        let id = params.answers.set.clone()?;
        sets.value()?.into_iter().find(|set| set.id == id)
    };
    let shown_set = Memo::new(move |_| params.with(set_of));
    let title = t_with(move |t| shown_set.get().map_or_else(|| t.frame().prompts.to_owned(), |set| set.name));
    let description = Signal::derive(move || shown_set.get().and_then(|set| set.description).unwrap_or_default());
    let export = move |()| {
        let sets = sets.value().unwrap_or_default();
        Export::List(Box::new(untrack(|| ListExport::Prompts {
            filter: filter.get(),
            sets,
            scope: scope.get().filter(|_| has_figures.get()),
            order: order.get(),
            deletions: Box::new(deletions),
        })))
    };
    let no_sets = move || sets.value().is_some_and(|sets| sets.is_empty());
    let run_of_set = move || {
        let set = Some(shown_set.get()?.id);
        let address = RunStartParams { set, ..RunStartParams::default() }.address();
        let link = view! {
            <a class="button" href=address>
                <Icon icon=IconName::Play />
                {t(|t| t.common().run)}
            </a>
        };
        Some(link.into_any())
    };
    let back = Signal::derive(move || {
        let of_set = params.with(|params| params.answers.set.is_some());
        if of_set { PROMPT_SETS.to_owned() } else { String::new() }
    });
    let actions = move || {
        view! {
            <Button
                label=t(|t| t.prompts().add_many)
                icon=IconName::List
                disabled=Signal::derive(no_sets)
                on_click=move |()| is_bulk_open.set(true)
            />
            <Button
                label=t(|t| t.common().new_prompt)
                variant=Variant::Primary
                icon=IconName::Plus
                is_new=true
                disabled=Signal::derive(no_sets)
                on_click=move |()| edit_dialog.open(None)
            />
        }
    };
    let empty = move || {
        if no_sets() {
            return need_set();
        }
        if params.with(|params| params.search.is_some()) {
            return no_matches();
        }
        if order.with(Option::is_some) {
            return none_answered();
        }
        view! {
            <EmptyState title=t(|t| t.prompts().empty) description=t(|t| t.prompts().empty_description)>
                {actions()}
            </EmptyState>
        }
        .into_any()
    };
    let (set_options, set) = set_options(sets, filtered);
    let form_title =
        t_with(move |t| if edit_dialog.has_value() { t.prompts().edit } else { t.common().new_prompt }.to_owned());
    let with_sets = move |form: Box<dyn Fn(Sets) -> AnyView + Send>| {
        // A refresh of the sets must not rebuild the form while the user types.
        let has_sets = Memo::new(move |_| sets.with(|sets| sets.is_some()));
        live(move || {
            if !has_sets.get() {
                return query_view(sets, skeleton::<3>, |_| ().into_any());
            }
            // The dialog may have opened before its first field was there.
            focus_later("dialog[open] [autofocus]");
            untrack(|| form(Sets { all: sets.value().unwrap_or_default(), selected: filtered.get().set }))
        })
    };
    let edit_form = move |PromptForms { one, .. }| {
        let (saved, cancel) = (Callback::new(saved), Callback::new(move |()| edit_dialog.close()));
        match edit_dialog.value() {
            None => with_sets(Box::new(move |sets| one(None, sets, saved, cancel))),
            prompt => one(prompt, Sets::default(), saved, cancel),
        }
    };
    let bulk_form = move |PromptForms { many, .. }| {
        let (added, cancel) = (Callback::new(added), Callback::new(move |()| is_bulk_open.set(false)));
        with_sets(Box::new(move |sets| many(sets, added, cancel)))
    };
    let of_one_set = Memo::new(move |_| params.with(|params| params.answers.set.is_some()));
    let table_order = use_table_order(
        &COLUMNS,
        sort,
        Callback::new(move |sort| PromptsParams { sort, ..params.get_untracked() }.address()),
    );
    let choose_order = Callback::new(move |order: String| {
        let sort = Some(order).filter(|order| !order.is_empty());
        router.navigate_in_place(&PromptsParams { sort, ..params.get_untracked() }.address());
    });
    let list = move || {
        let order = has_figures.get().then_some(table_order);
        untrack(|| {
            infinite_list(
                prompts,
                shown_count(prompts),
                |prompt| prompt.id.as_str(),
                loading,
                empty,
                move |rows| table(rows, of_one_set.get(), order, select_all(prompts, selection, deletions)),
                move |prompt| {
                    let figures =
                        order.map(|_| (cells(prompt.id.clone(), measured, own, answers), note(&prompt.id, measured)));
                    let set = (!of_one_set.get()).then(|| set_cell(&prompt, sets));
                    let items = menu(&prompt, edit_dialog, delete);
                    row(prompt, filtered, set, figures, selection, deletions, items)
                },
            )
        })
    };
    // The columns depend on whether there is an own brand.
    let is_settled = settled(brands);
    let settled_list = move || match is_settled.get() {
        true => live(list),
        false => loading(),
    };
    let findings = Memo::new(move |_| {
        let is_known =
            organization.with(|organization| organization.is_some()) && brands.with(|brands| brands.is_some());
        let found = || own.with(|own| finding(measured, own.as_ref(), &answers.get(), &params.get()));
        if is_known { found() } else { Vec::new() }
    });
    // Without prompts, the list says what to do. Without an own brand, there is one short sentence.
    let finding_lines = Memo::new(move |_| {
        let has_prompts = prompts.is_loading() || prompts.len() > 0 || params.with(|params| params.search.is_some());
        let lines = if brands.is_loading() || own.with(Option::is_some) { 5 } else { 2 };
        (has_prompts && !measured_prompts.metrics_query.is_missing()).then_some(lines)
    });
    let problem = move || failure_view(measured_prompts.metrics_query).filter(|_| has_figures.get());
    // When both lists failed, that of prompts says it.
    let sets_failure = move || {
        if prompts.is_loading() || prompts.failure().is_some() { None } else { failure_view(sets) }
    };
    view! {
        <PageHeader title description back=(t(|t| t.frame().prompt_sets), back)>
            <ExportCsv export disabled=Signal::derive(move || prompts.len() == 0) />
            {live_option(run_of_set)}
            {actions()}
        </PageHeader>
        {live_option(move || finding_lines.get().map(|lines| untrack(|| finding_view(lines, findings))))}
        <div class="filters" role="search">
            <SearchField
                id="prompt-search"
                label=t(|t| t.prompts().search)
                value=Signal::derive(move || params.get().search.unwrap_or_default())
                on_search=move |text: String| {
                    let search = Some(text).filter(|text| !text.is_empty());
                    // Every pause in typing would be an entry of the history.
                    show(PromptsParams { search, ..params.get_untracked() }, true);
                }
            />
            <SelectField
                id="prompt-set-filter"
                label=t(|t| t.common().set)
                options=set_options
                selected=set
                on_change=move |id: String| {
                    let answers = AnswerFilterParams { set: id.parse().ok(), ..filtered.get_untracked() };
                    show(PromptsParams { answers, ..params.get_untracked() }, false);
                }
            />
            {live_when(
                move || may_have_figures.get(),
                move || {
                    view! {
                        <WindowField params=filtered answers address=of_answers />
                        {sort_field(sort, answers, choose_order)}
                    }
                    .into_any()
                },
            )}
        </div>
        {live_when(
            move || may_have_figures.get(),
            move || view! { <CarriedFilters params=filtered address=of_answers /> }.into_any(),
        )}
        {live_option(sets_failure)}
        {live_option(problem)}
        {selection_bar(selection, delete)}
        <section class="section" aria-label=t(|t| t.frame().prompts)>
            {settled_view(sets, loading, move || live(settled_list))}
        </section>
        {live_when(move || has_figures.get(), move || explanation(own, answers, order))}
        <LazyDialog open=edit_dialog.is_open() load=load_prompt_forms title=form_title children=edit_form />
        <LazyDialog
            open=is_bulk_open
            load=load_prompt_forms
            title=t(|t| t.bulk().title)
            large=true
            children=bulk_form
        />
    }
    .into_any()
}

fn need_set() -> AnyView {
    let sets: Pick = |t| t.frame().prompt_sets;
    empty_with_link(|t| t.prompts().need_set, |t| t.prompts().need_set_description, (PROMPT_SETS, sets))
}

fn none_answered() -> AnyView {
    let description: Pick = |t| t.metrics().no_answers_description;
    empty_with_link(|t| t.prompts().none_answered, description, (RUN_START, |t| t.common().new_run))
}

fn no_matches() -> AnyView {
    let all = Signal::stored(PROMPTS.to_owned());
    none_found(|t| t.prompts().none_found, |t| t.prompts().none_found_description, (all, |t| t.prompts().show_all))
}
