//! Brands: how visible each is; create, edit, delete, and choose one's own. Uses `list_brands`, `create_brand`,
//! `update_brand`, `delete_brand`, `preview_brand`, `get_organization`, `measure_brands`, `match_answers`, `list_runs`,
//! `list_prompt_sets`, `get_prompt`, `list_models` and `list_regions`.

mod figures;

use answerdeck_api::{Brand, BrandId, BrandUpdate};
use leptos::prelude::*;

use crate::components::{
    DeleteOwnBrand, failure_view, finding_view, own_brand_badge, settled, steady_view, use_counted_answers,
};
use crate::exports::{Export, ExportCsv, time_range};
use crate::forms::{AnswerFilters, BRAND_FORM, BrandDialog, FiltersButton, PageFilters, reopen};
use crate::locale::{t, texts};
use crate::navigation::{use_query_string, use_table_order, use_url_params};
use crate::paths::{self, AnswerFilterParams, Period, metrics_address, sort_of};
use crate::queries::brands::{self, use_all_brands, use_deletions, use_own_brand_id};
use crate::queries::deletions::{Deletions, take_closed_for_deletion};
use crate::queries::{Kind, Mutation, Query, refreshed};
use crate::reactive::{live, live_option, live_when};
use crate::ui::{
    DialogState, IconName, MenuItem, PageHeader, RowMenu, Table, TableOrder, actions_head, empty_with_action,
    keyed_items, loading, new_button, use_notices,
};
use figures::{Metrics, cells, methodology, positions_in};

/// The sentences of a finding that takes the lines reserved for it.
const FINDING_SENTENCES: usize = 3;

const COLUMNS: [&str; 5] = ["-rate", "name", "-change", "-share", "position"];

/// The order of the rows: the brands, their positions, the sorted column, and whether other metrics are being read.
type RowOrder = (Vec<BrandId>, Vec<usize>, Option<String>, bool);

/// What the rows show, and what their menus do.
#[derive(Clone, Copy)]
struct Rows {
    metrics: Metrics,
    answers: Memo<AnswerFilterParams>,
    own: Memo<Option<BrandId>>,
    edit_dialog: DialogState<Brand>,
    deletions: Deletions,
    /// Deletes a brand by its id, and says its name.
    delete: Callback<(String, String)>,
    /// Asks before the own brand is deleted.
    question: DialogState<(String, String)>,
}

pub fn view() -> AnyView {
    let answers = use_counted_answers(use_url_params());
    let sort = use_query_string(sort_of);
    let sort = Memo::new(move |_| sort.get().filter(|sort| answers.with(|answers| answers.can_sort_by(sort))));
    let brands = refreshed(use_all_brands(), Kind::Brands);
    let own = use_own_brand_id();
    let has_brands = Memo::new(move |_| brands.with(|brands| brands.is_some_and(|brands| !brands.is_empty())));
    let is_empty = Memo::new(move |_| brands.with(|brands| brands.is_some_and(Vec::is_empty)));
    // They outlive the list: the previous numbers stay while answers are searched for an edited brand.
    let metrics = figures::use_metrics(answers, has_brands, own);
    let deletions = use_deletions();
    let sentences = Memo::new(move |_| figures::findings(metrics, answers, own));
    // Rows appear when their figures are there, so that none moves away from a pointer. They stay when a brand is saved.
    let is_settled = settled(metrics);
    let lines = Signal::derive(move || {
        // With a first day, they also say what has changed since the days before.
        let all = if answers.with(|answers| answers.from.is_some()) { 9 } else { 5 };
        let is_short = is_settled.get() && sentences.with(|all| all.len() < FINDING_SENTENCES);
        if is_short || brands.failure().is_some() { 0 } else { all }
    });

    let edit_dialog = DialogState::<Brand>::new();
    reopen(edit_dialog, BRAND_FORM, move |id| {
        brands.with(|brands| brands?.iter().find(|brand| brand.id.as_str() == id).cloned())
    });
    let delete = Callback::new(move |(id, name): (String, String)| {
        deletions.delete(vec![id], (texts().brands().deleted)(&name));
    });
    if let Some(brand) = take_closed_for_deletion(Kind::Brands) {
        delete.run(brand);
    }
    let question = DialogState::<(String, String)>::new();
    let order =
        use_table_order(&COLUMNS, sort, Callback::new(move |sort| paths::brands(&answers.get_untracked(), sort)));
    let in_order = use_in_order(brands, metrics, sort, order);
    let export = move |()| {
        let is_shown = |brand: &Brand| !deletions.is_hidden(brand.id.as_str());
        let brands: Vec<Brand> = in_order.get().into_iter().filter(is_shown).collect();
        Export::table(move |tables| tables.brands(&brands, metrics.value().as_ref(), &answers.with(time_range)))
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
        (true, _) => {
            let button = new_button(|t| t.brands().new, edit_dialog);
            empty_with_action(|t| t.brands().empty, |t| t.brands().empty_description, button)
        }
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

// The brands in the order of the table. They keep their places when more answers are counted, and move when the person sorts them or
// counts other answers.
fn use_in_order(
    brands: Query<Vec<Brand>>,
    metrics: Metrics,
    sort: Memo<Option<String>>,
    order: TableOrder,
) -> Memo<Vec<Brand>> {
    let positions = Memo::new(move |before: Option<&RowOrder>| {
        let all = brands.value().unwrap_or_default();
        let ids = all.iter().map(|brand| brand.id.clone()).collect::<Vec<_>>();
        let (is_fetching, column) = (metrics.is_fetching(), sort.get());
        let positions = match before {
            Some((same, before, of, was_fetching))
                if *same == ids && (is_fetching || (!was_fetching && *of == column)) =>
            {
                before.clone()
            }
            _ => positions_in(&all, metrics, order),
        };
        (ids, positions, column, is_fetching)
    });
    let shown = Memo::new(move |_| positions.with(|(_, positions, ..)| positions.clone()));
    // The brands are read before what is derived from them.
    Memo::new(move |_| {
        let brands = brands.value().unwrap_or_default();
        shown.get().into_iter().filter_map(|index| brands.get(index).cloned()).collect()
    })
}

fn list(rows: Rows, in_order: Memo<Vec<Brand>>, order: TableOrder) -> AnyView {
    let metrics = rows.metrics;
    // The elements of a brand stay its own when another one is deleted, and so do its open menu and the focus.
    let rows = keyed_items(move || in_order.get(), |brand| brand.id.as_str(), move |brand| row(brand, rows));
    view! {
        {live_option(move || failure_view(metrics))}
        {table(order, rows)}
        {methodology(metrics)}
    }
    .into_any()
}

fn table(order: TableOrder, rows: AnyView) -> AnyView {
    let head = view! {
        {order.head("name", t(|t| t.common().brand), "")}
        {order.head("rate", t(|t| t.metrics().mention_rate), "number")}
        {order.head("change", t(|t| t.metrics().change), "not-phone number")}
        {order.head("share", t(|t| t.metrics().share_of_voice), "not-phone number")}
        {order.head("position", t(|t| t.metrics().average_position), "wide-only number")}
        <th scope="col" class="fit brand-trend">{t(|t| t.common().trend)}</th>
        {actions_head()}
    };
    view! { <Table class="table brands-table" head=head.into_any() rows /> }.into_any()
}

fn row(brand: Brand, rows: Rows) -> AnyView {
    let Rows { metrics, answers, own, deletions, .. } = rows;
    let (hidden_id, items) = (brand.id.clone(), menu(&brand, rows));
    let name = Signal::stored(brand.name.clone());
    let path = paths::brand(&brand.id);
    let address = move || metrics_address(&path, &answers.get(), Period::Week);
    let badge = brand.is_own.then(own_brand_badge);
    view! {
        <tr hidden=move || deletions.is_hidden(hidden_id.as_str())>
            <th scope="row">
                <a class="strong" href=address>
                    <bdi>{brand.name}</bdi>
                </a>
                " "
                {badge}
                <bdi class="cell-note line-clamp">{brand.synonyms.join(", ")}</bdi>
            </th>
            {cells(brand.id, metrics, own, answers)}
            <RowMenu name items />
        </tr>
    }
    .into_any()
}

fn menu(brand: &Brand, Rows { edit_dialog, delete, question, .. }: Rows) -> Vec<MenuItem> {
    let (to_edit, to_delete) = (brand.clone(), (String::from(brand.id.clone()), brand.name.clone()));
    let edit = MenuItem::edit(move || edit_dialog.open(Some(to_edit.clone())));
    let make_own = (!brand.is_own).then(|| {
        let (mutation, notices) = (Mutation::new().notify_failures(|t| t.brands().not_made_own), use_notices());
        let id = brand.id.clone();
        let choose = move || {
            let update = BrandUpdate { is_own: Some(true), ..BrandUpdate::default() };
            let made_own = move |brand: Brand| notices.notify((texts().brands().made_own)(&brand.name));
            brands::update(mutation, id.clone(), update, made_own);
        };
        MenuItem::button(|t| t.brands().make_own, IconName::Brands, choose)
    });
    let is_own = brand.is_own;
    let delete = MenuItem::delete(move || {
        let deleted = to_delete.clone();
        if is_own { question.open(Some(deleted)) } else { delete.run(deleted) }
    });
    std::iter::once(edit).chain(make_own).chain([delete]).collect()
}
