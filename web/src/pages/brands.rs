//! Brands: how visible each is; create, edit, delete, and choose one's own. Uses `list_brands`, `create_brand`,
//! `update_brand`, `delete_brand`, `preview_brand`, `get_organization`, `measure_brands`, `match_answers`, `list_runs`,
//! `list_prompt_sets`, `get_prompt`, `list_models` and `list_regions`.

mod figures;

use answerdeck_api::{Brand, BrandId, BrandUpdate};
use leptos::prelude::*;

use crate::components::{finding_view, query_view, use_counted_answers};
use crate::exports::{Export, ExportCsv, TableExport};
use crate::forms::{AnswerFilters, BRAND_FORM, BrandDialog, FiltersButton, reopen};
use crate::lazy::{lazy_view, started};
use crate::locale::{t, texts};
use crate::navigation::{use_query, use_table_order, use_url_params};
use crate::paths::{self, AnswerFilterParams, Period, metrics_address, sort_of};
use crate::queries::brands::{self, use_all_brands, use_deletions, use_own_brand_id};
use crate::queries::deletions::{Deletions, use_closed_for_deletion};
use crate::queries::{Kind, Mutation, refreshed};
use crate::reactive::{live, live_when};
use crate::ui::{
    Badge, Button, DialogState, EmptyState, IconName, MenuItem, PageHeader, RowMenu, Table, TableOrder, Tone, Variant,
    actions_head, focus_next_row, loading, use_notices,
};
use figures::{Figures, Metrics};

const COLUMNS: [&str; 4] = ["-rate", "name", "-share", "position"];

/// The order of the rows: their positions, the sorted column, and whether other metrics are being read.
type RowOrder = (Vec<usize>, Option<String>, bool);

pub fn view() -> AnyView {
    let answers = use_counted_answers(use_url_params());
    let brands = refreshed(use_all_brands(), Kind::Brands);
    // `None` creates a brand.
    let edit_dialog = DialogState::<Brand>::new();
    let brand_of = move |id: &str| brands.with(|brands| brands?.iter().find(|brand| brand.id.as_str() == id).cloned());
    reopen(edit_dialog, BRAND_FORM, move |id| if id.is_empty() { Some(None) } else { brand_of(id).map(Some) });
    let deletions = use_deletions();
    let delete = Callback::new(move |(id, name): (String, String)| {
        deletions.delete(vec![id], (texts().brands().deleted)(&name));
    });
    if let Some(brand) = use_closed_for_deletion().take(Kind::Brands) {
        delete.run(brand);
    }
    let new_button = move || {
        view! {
            <Button
                label=t(|t| t.brands().new)
                variant=Variant::Primary
                icon=IconName::Plus
                is_new=true
                on_click=move |()| edit_dialog.open(None)
            />
        }
    };
    let own = use_own_brand_id();
    let has_brands = Memo::new(move |_| brands.with(|brands| brands.is_some_and(|brands| !brands.is_empty())));
    let is_empty = Memo::new(move |_| brands.with(|brands| brands.is_some_and(Vec::is_empty)));
    // They outlive the list: the previous numbers stay while answers are searched for an edited brand.
    let figures = started(figures::load, move |figures: Figures| (figures, (figures.ask)(answers, has_brands, own)));
    // Rows appear when their figures are there, so that none moves away from a pointer. They stay when a brand is saved.
    let is_settled = Memo::new(move |settled| {
        settled == Some(&true) || figures.get().is_some_and(|(_, metrics)| !metrics.is_loading())
    });
    let sort = use_query(sort_of);
    let order =
        use_table_order(&COLUMNS, sort, Callback::new(move |sort| paths::brands(&answers.get_untracked(), sort)));
    // The export of the list, while it is shown.
    let exported = RwSignal::new(None::<Callback<(), Export>>);
    let export = move |()| {
        let nothing = || Export::Table(TableExport::Brands { brands: Vec::new(), metrics: None, period: [None, None] });
        exported.get_untracked().map_or_else(nothing, |exported| exported.run(()))
    };
    let list_of = move |rows: StoredValue<Vec<Brand>>, figures: Figures, metrics: Metrics| {
        // Rows keep their places when more answers are counted. They move when the person sorts them or counts other answers.
        let positions = Memo::new(move |before: Option<&RowOrder>| {
            let (is_fetching, column) = (metrics.is_fetching(), sort.get());
            let positions = match before {
                Some((before, of, was_fetching)) if is_fetching || (!was_fetching && *of == column) => before.clone(),
                _ => rows.with_value(|brands| (figures.order)(brands, metrics, order)),
            };
            (positions, column, is_fetching)
        });
        exported.set(Some(Callback::new(move |()| {
            let shown = |brand: &&Brand| untrack(|| !deletions.is_hidden(brand.id.as_str()));
            let brands = rows.with_value(|brands| {
                let positions = positions.with_untracked(|(positions, ..)| positions.clone());
                positions.into_iter().filter_map(|index| brands.get(index)).filter(shown).cloned().collect()
            });
            Export::Table(untrack(|| (figures.table)(brands, metrics, answers)))
        })));
        on_cleanup(move || _ = exported.try_set(None));
        let row = move |brand: Brand| row(brand, (figures, metrics), own, answers, edit_dialog, deletions, delete);
        let shown = Memo::new(move |_| positions.with(|(positions, ..)| positions.clone()));
        // Rows show another brand instead of moving, so that the page does not jump.
        let rows = live(move || {
            let brand = |index: usize| rows.with_value(|brands| brands.get(index).cloned());
            shown.get().into_iter().filter_map(brand).map(|brand| untrack(|| row(brand))).collect_view().into_any()
        });
        view! {
            {(figures.problem)(metrics)}
            {table(order, rows)}
            {(figures.methodology)(metrics)}
        }
        .into_any()
    };
    let list = move |brands: Vec<Brand>| {
        if brands.is_empty() {
            return view! {
                <EmptyState title=t(|t| t.brands().empty) description=t(|t| t.brands().empty_description)>
                    {new_button()}
                </EmptyState>
            }
            .into_any();
        }
        let rows = StoredValue::new(brands);
        lazy_view(figures, loading, move |(figures, metrics)| {
            live(move || match is_settled.get() {
                true => untrack(|| list_of(rows, figures, metrics)),
                false => loading(),
            })
        })
    };
    // Outside the list, which is rebuilt after a brand is saved, so that open filters stay open. They are shown before
    // the brands arrive, so that the table does not move down.
    let is_open = RwSignal::new(false);
    let list_actions = move || {
        view! {
            <FiltersButton is_open />
            <ExportCsv export disabled=Signal::derive(move || exported.with(Option::is_none)) />
        }
        .into_any()
    };
    let sentences = Memo::new(move |_| {
        figures.get().map(|(figures, metrics)| (figures.finding)(metrics, answers, own)).unwrap_or_default()
    });
    let filters = move || {
        view! {
            <AnswerFilters
                params=answers
                address=Callback::new(move |answers| paths::brands(&answers, sort.get_untracked()))
                is_open
            />
            {finding_view(5, sentences)}
            {lazy_view(
                figures,
                || view! { <p class="scope-total"></p> }.into_any(),
                move |(figures, metrics)| (figures.total)(metrics, answers),
            )}
        }
        .into_any()
    };
    view! {
        <PageHeader title=t(|t| t.frame().brands)>
            {live_when(move || !is_empty.get(), list_actions)}
            {new_button()}
        </PageHeader>
        {live_when(move || !is_empty.get(), filters)}
        <section class="section" aria-label=t(|t| t.frame().brands)>
            {query_view(brands, loading, list)}
        </section>
        <BrandDialog state=edit_dialog />
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
    }
    .into_any();
    view! { <Table class="table brands-table" head rows /> }.into_any()
}

fn row(
    brand: Brand,
    (figures, metrics): (Figures, Metrics),
    own: Memo<Option<BrandId>>,
    answers: Memo<AnswerFilterParams>,
    edit_dialog: DialogState<Brand>,
    deletions: Deletions,
    delete: Callback<(String, String)>,
) -> AnyView {
    let (to_edit, to_delete) = (brand.clone(), (String::from(brand.id.clone()), brand.name.clone()));
    let hidden_id = brand.id.clone();
    let name = Signal::stored(brand.name.clone());
    let edit = MenuItem::button(|t| t.common().edit, IconName::Edit, move || edit_dialog.open(Some(to_edit.clone())));
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
    let delete = MenuItem::button(
        |t| t.common().delete,
        IconName::Delete,
        move || {
            focus_next_row();
            delete.run(to_delete.clone());
        },
    );
    let items = std::iter::once(edit).chain(make_own).chain([delete]).collect();
    let path = paths::brand(&brand.id);
    let address = move || metrics_address(&path, &answers.get(), Period::Week);
    let cells = (figures.cells)(brand.id.clone(), metrics, own, answers);
    let badge = brand.is_own.then(|| view! { <Badge label=t(|t| t.common().own_brand) tone=Tone::Active /> });
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
            {cells}
            <RowMenu name items />
        </tr>
    }
    .into_any()
}
