//! Brands: how visible each is; create, edit, delete, and choose one's own. Uses `list_brands`, `create_brand`,
//! `update_brand`, `delete_brand`, `preview_brand`, `get_organization`, `measure_brands`, `match_answers`, `list_runs`,
//! `list_prompt_sets`, `get_prompt`, `list_models` and `list_regions`.

mod figures;
mod list;

use answerdeck_api::Brand;
use leptos::prelude::*;

use crate::components::{DeleteOwnBrand, finding_view, settled, steady_view, use_counted_answers};
use crate::exports::{Export, ExportCsv, TableExport, time_range};
use crate::forms::{AnswerFilters, BRAND_FORM, BrandDialog, FiltersButton, PageFilters, reopen};
use crate::locale::{t, texts};
use crate::navigation::{use_query_string, use_table_order, use_url_params};
use crate::pages::new_item::new_button;
use crate::paths::{self, sort_of};
use crate::queries::brands::{use_all_brands, use_deletions, use_own_brand_id};
use crate::queries::deletions::use_closed_for_deletion;
use crate::queries::{Kind, refreshed};
use crate::reactive::{live, live_when};
use crate::ui::{DialogState, EmptyState, PageHeader, loading};
use list::{COLUMNS, Rows, list, use_in_order};

/// The sentences of a finding that takes the lines reserved for it.
const FINDING_SENTENCES: usize = 3;

pub fn view() -> AnyView {
    let answers = use_counted_answers(use_url_params());
    let sort = use_query_string(sort_of);
    let brands = refreshed(use_all_brands(), Kind::Brands);
    let own = use_own_brand_id();
    let has_brands = Memo::new(move |_| brands.with(|brands| brands.is_some_and(|brands| !brands.is_empty())));
    let is_empty = Memo::new(move |_| brands.with(|brands| brands.is_some_and(Vec::is_empty)));
    // They outlive the list: the previous numbers stay while answers are searched for an edited brand.
    let metrics = figures::use_metrics(answers, has_brands, own);
    let deletions = use_deletions();
    // While a row is hidden, the sentences would count a brand that no row shows.
    let has_hidden = Memo::new(move |_| {
        brands.with(|brands| brands.is_some_and(|all| all.iter().any(|brand| deletions.is_hidden(brand.id.as_str()))))
    });
    let sentences = Memo::new(move |_| match has_hidden.get() {
        true => Vec::new(),
        false => figures::findings(metrics, answers, own),
    });
    // Rows appear when their figures are there, so that none moves away from a pointer. They stay when a brand is saved.
    let is_settled = settled(metrics);
    let lines = Signal::derive(move || {
        let is_short = is_settled.get() && sentences.with(|all| all.len() < FINDING_SENTENCES);
        if is_short || brands.failure().is_some() { 0 } else { 5 }
    });

    let edit_dialog = DialogState::<Brand>::new();
    reopen(edit_dialog, BRAND_FORM, move |id| {
        brands.with(|brands| brands?.iter().find(|brand| brand.id.as_str() == id).cloned())
    });
    let delete = Callback::new(move |(id, name): (String, String)| {
        deletions.delete(vec![id], (texts().brands().deleted)(&name));
    });
    if let Some(brand) = use_closed_for_deletion().take(Kind::Brands) {
        delete.run(brand);
    }
    let question = DialogState::<(String, String)>::new();
    let order =
        use_table_order(&COLUMNS, sort, Callback::new(move |sort| paths::brands(&answers.get_untracked(), sort)));
    let in_order = use_in_order(brands, metrics, sort, order);
    let export = move |()| {
        let is_shown = |brand: &Brand| !deletions.is_hidden(brand.id.as_str());
        let brands = in_order.get().into_iter().filter(is_shown).collect();
        let metrics = metrics.value().map(Box::new);
        Export::Table(TableExport::Brands { brands, metrics, period: answers.with(time_range) })
    };
    let cannot_export = Signal::derive(move || !is_settled.get() || in_order.with(Vec::is_empty));

    // Outside the list, so that they are shown before the brands arrive, and the table does not move down.
    let filters = PageFilters::new(answers, move |answers| paths::brands(&answers, sort.get_untracked()));
    let list_actions = move || {
        view! {
            <FiltersButton filters />
            <ExportCsv export disabled=cannot_export />
            {new_button(|t| t.brands().new, edit_dialog)}
        }
    };
    let filters_and_finding = move || {
        view! {
            <AnswerFilters filters />
            {figures::total(metrics, answers)}
            {finding_view(lines, sentences)}
        }
    };
    let rows = Rows { metrics, answers, own, edit_dialog, deletions, delete, question };
    let brand_list = move || match (is_empty.get(), is_settled.get()) {
        (true, _) => no_brands(edit_dialog),
        (false, true) => untrack(|| list(rows, in_order, order)),
        (false, false) => loading(),
    };
    view! {
        <PageHeader title=t(|t| t.frame().brands)>
            {live_when(move || !is_empty.get(), list_actions)}
        </PageHeader>
        {live_when(move || !is_empty.get(), filters_and_finding)}
        <section class="section" aria-label=t(|t| t.frame().brands)>
            {steady_view(brands, loading, move || live(brand_list))}
        </section>
        <BrandDialog state=edit_dialog />
        <DeleteOwnBrand state=question on_confirm=delete />
    }
    .into_any()
}

fn no_brands(edit_dialog: DialogState<Brand>) -> AnyView {
    view! {
        <EmptyState title=t(|t| t.brands().empty) description=t(|t| t.brands().empty_description)>
            {new_button(|t| t.brands().new, edit_dialog)}
        </EmptyState>
    }
    .into_any()
}
