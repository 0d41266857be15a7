//! The list of brands with their figures, and the menus of its rows.

use answerdeck_api::{Brand, BrandId, BrandUpdate};
use leptos::prelude::*;

use super::figures::{Metrics, cells, methodology, positions_in};
use crate::components::{failure_view, own_brand_badge};
use crate::locale::{t, texts};
use crate::paths::{self, AnswerFilterParams, Period, metrics_address};
use crate::queries::deletions::Deletions;
use crate::queries::{Mutation, Query, brands};
use crate::reactive::live_option;
use crate::ui::{DialogState, IconName, MenuItem, RowMenu, Table, TableOrder, actions_head, keyed_items, use_notices};

pub const COLUMNS: [&str; 4] = ["-rate", "name", "-share", "position"];

/// The order of the rows: the brands, their positions, the sorted column, and whether other metrics are being read.
type RowOrder = (Vec<BrandId>, Vec<usize>, Option<String>, bool);

/// What the rows show, and what their menus do.
#[derive(Clone, Copy)]
pub struct Rows {
    pub metrics: Metrics,
    pub answers: Memo<AnswerFilterParams>,
    pub own: Memo<Option<BrandId>>,
    pub edit_dialog: DialogState<Brand>,
    pub deletions: Deletions,
    /// Deletes a brand by its id, and says its name.
    pub delete: Callback<(String, String)>,
    /// Asks before the own brand is deleted.
    pub question: DialogState<(String, String)>,
}

/// The brands in the order of the table. They keep their places when more answers are counted, and move when the person sorts them or
/// counts other answers.
pub fn use_in_order(
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

pub fn list(rows: Rows, in_order: Memo<Vec<Brand>>, order: TableOrder) -> AnyView {
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
        {order.head("share", t(|t| t.metrics().share_of_voice), "wide-only number")}
        {order.head("position", t(|t| t.metrics().average_position), "wide-only number")}
        <th scope="col" class="wide-only fit">{t(|t| t.common().trend)}</th>
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
