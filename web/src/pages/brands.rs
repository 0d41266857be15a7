//! Brands: how visible each is; create, edit, delete, and choose one's own. Uses `list_brands`, `create_brand`,
//! `update_brand`, `delete_brand`, `get_organization`, `list_runs`, `list_prompt_sets`, `get_prompt`, `list_models` and
//! `list_regions`, and in the analysis worker also `list_answers`.

use std::collections::HashMap;

use answerdeck_analysis::{BrandMetrics, BrandPoint, BrandReport, ReportedBrand};
use answerdeck_api::{Brand, BrandId};
use answerdeck_insight::Period;
use leptos::prelude::*;

use crate::analysis::{AnalysisQuery, use_analysis, use_brands_or_kept};
use crate::charts::Sparkline;
use crate::components::{
    CoverageNote, ScopeTotal, TierBadge, analysis_problem, query_view, rate_interval, rate_value, use_counted_answers,
    use_undoable_deletion, with_tiers,
};
use crate::exports::{Export, ExportCsv, TableExport};
use crate::format::{mean, rate};
use crate::forms::{AnswerFilters, BrandDialog};
use crate::frame::with_shell;
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::{use_sort, use_table_order, use_url_params};
use crate::own_brand::{choose_brand, chosen_brand, with_website};
use crate::paths::{self, AnswersParams, BrandFigure, brand_answers, metrics_address};
use crate::queries::brands::{use_deletions, use_own_brand};
use crate::queries::deletions::{Deletions, use_closed_for_deletion};
use crate::queries::{Kind, use_organization};
use crate::reactive::{live, live_option};
use crate::router::PageCode;
use crate::ui::{
    Badge, Button, DialogState, Empty, IconName, Methodology, PageHeader, RowActions, SelectField, Skeleton, SortKey,
    Table, TableOrder, Tone, Variant, focus_next_row, use_notices,
};

/// The color number of the trends of other brands.
const OTHER_BRANDS: usize = 8;

/// The columns that the table is sorted by.
const COLUMNS: [&str; 4] = ["-rate", "name", "-share", "position"];

/// The page that lists brands.
#[cfg_attr(feature = "split", lazy)]
pub fn brands_page() -> PageCode {
    with_shell(view)
}

fn view() -> AnyView {
    let answers = use_counted_answers(use_url_params());
    let brands = use_brands_or_kept();
    let organization = use_organization();
    // `None` creates a brand.
    let edit_dialog = DialogState::<Brand>::new();
    let notices = use_notices();
    let deletions = use_deletions(move |error| {
        notices.notify((texts().brands().not_deleted)(&error.message(texts())));
    });
    let delete_undoably = use_undoable_deletion(deletions);
    let delete = Callback::new(move |(id, name): (String, String)| {
        delete_undoably.run((vec![id], (texts().brands().deleted)(&name)));
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
    let websites = move || organization.value().map(|organization| organization.websites).unwrap_or_default();
    let own_brand = use_own_brand(brands);
    let own = Memo::new(move |_| own_brand.with(|own| own.as_ref().map(|brand| brand.id.clone())));
    let own_options = Signal::derive(move || {
        let all = brands.value().unwrap_or_default();
        let automatic = with_website(&all, &websites()).map(|brand| brand.name.as_str());
        let first = (String::new(), (texts().brands().own_automatic)(automatic));
        std::iter::once(first)
            .chain(all.iter().map(|brand| (brand.id.to_string(), brand.name.clone())))
            .collect::<Vec<_>>()
    });
    let chosen = Signal::derive(move || {
        let chosen = chosen_brand().filter(|chosen| own.get().as_ref() == Some(chosen));
        chosen.map(String::from).unwrap_or_default()
    });
    // Outlives the list, so that the former numbers stay while answers are searched for an edited brand.
    let analysis = use_analysis();
    let has_brands = Memo::new(move |_| brands.with(|brands| brands.is_some_and(|brands| !brands.is_empty())));
    let is_empty = Memo::new(move |_| brands.with(|brands| brands.is_some_and(Vec::is_empty)));
    let report = analysis.query(move || {
        let question = BrandMetrics { scope: answers.get().counted()?, period: Some(Period::Week) };
        has_brands.get().then_some(question)
    });
    let sort = use_sort();
    let order =
        use_table_order(&COLUMNS, sort, Callback::new(move |sort| paths::brands(&answers.get_untracked(), sort)));
    let list = move |brands: Vec<Brand>| {
        if brands.is_empty() {
            return view! {
                <Empty title=t(|t| t.brands().empty) description=t(|t| t.brands().empty_description)>
                    {new_button()}
                </Empty>
            }
            .into_any();
        }
        let rows = StoredValue::new(brands);
        // It changes only when a brand overtakes another.
        let positions = Memo::new(move |_| rows.with_value(|brands| in_order(brands, report, order)));
        let export = move |()| {
            let positions = positions.get_untracked();
            let shown =
                |brands: &Vec<Brand>| positions.iter().filter_map(|index| brands.get(*index).cloned()).collect();
            let report = untrack(|| report.with(|reply| reply.map(|reply| reply.value.clone())));
            Export::Table(TableExport::Brands { brands: rows.with_value(shown), report })
        };
        let row = move |brand: Brand| row(brand, report, own, answers, edit_dialog, deletions, delete);
        let rows = live(move || {
            let positions = positions.get();
            let brand = |index: usize| rows.with_value(|brands| brands.get(index).cloned());
            untrack(|| positions.into_iter().filter_map(brand).map(row).collect_view().into_any())
        });
        let table = table(order, rows);
        let methodology = t_with(move |t| {
            let sample = report.with(|reply| reply.map(|reply| reply.value.sample)).unwrap_or_default();
            with_tiers(&(t.metrics().methodology)(sample.answers, sample.prompts), t)
        });
        view! {
            {live_option(move || analysis_problem(analysis, &report.get()))}
            <div class="filters">
                <SelectField
                    id="own-brand"
                    label=t(|t| t.brands().own)
                    options=own_options
                    selected=chosen
                    on_change=|id: String| choose_brand(id.parse().ok().as_ref())
                />
                <ExportCsv export />
            </div>
            {table}
            <Methodology label=t(|t| t.common().methodology) text=methodology />
        }
        .into_any()
    };
    // Outside the list, which is made anew after a brand is saved: open filters stay open. Also before the brands are
    // here, whose table would move down.
    let filters = move || {
        view! {
            <AnswerFilters
                params=answers
                address=Callback::new(move |answers| paths::brands(&answers, sort.get_untracked()))
            />
            <ScopeTotal report params=answers />
            <CoverageNote coverage=Signal::derive(move || report.with(|reply| reply.map(|reply| reply.coverage))) />
        }
        .into_any()
    };
    view! {
        <PageHeader title=t(|t| t.brands().title) description=t(|t| t.brands().description)>
            {new_button()}
        </PageHeader>
        {live_option(move || (!is_empty.get()).then(|| untrack(filters)))}
        <section class="section" aria-label=t(|t| t.brands().title)>
            {query_view(brands, || view! { <Skeleton /> }.into_any(), list)}
        </section>
        <BrandDialog state=edit_dialog />
    }
    .into_any()
}

// The positions of the brands in an order of the table. As they are while there are no numbers. Reactive.
fn in_order(brands: &[Brand], report: AnalysisQuery<BrandReport>, order: TableOrder) -> Vec<usize> {
    report.with(|reply| {
        let reported = reply.iter().flat_map(|reply| &reply.value.brands);
        let reported: HashMap<&BrandId, &ReportedBrand> = reported.map(|brand| (&brand.id, brand)).collect();
        order.positions(brands.len(), &|column, row| {
            let brand = brands.get(row)?;
            if column == "name" {
                return SortKey::text(&brand.name);
            }
            let of = &reported.get(&brand.id)?.visibility;
            match column {
                "share" => of.share_of_voice.value().map(SortKey::Number),
                "position" => of.first_position.mean().map(SortKey::Number),
                _ => SortKey::count(of.mention_rate.numerator),
            }
        })
    })
}

fn table(order: TableOrder, rows: AnyView) -> AnyView {
    let head = view! {
            {order.head("name", t(|t| t.brands().brand), "")}
            {order.head("rate", t(|t| t.metrics().mention_rate), "number")}
            {order.head("share", t(|t| t.metrics().share_of_voice), "wide-only number")}
            {order.head("position", t(|t| t.metrics().first_position), "wide-only number")}
            <th scope="col" class="wide-only fit">{t(|t| t.metrics().trend)}</th>
            <th scope="col" class="fit">
                <span class="visually-hidden">{t(|t| t.common().actions)}</span>
            </th>
    }
    .into_any();
    view! { <Table class="table brands-table" head rows /> }.into_any()
}

fn row(
    brand: Brand,
    report: AnalysisQuery<BrandReport>,
    own: Memo<Option<BrandId>>,
    answers: Memo<AnswersParams>,
    edit_dialog: DialogState<Brand>,
    deletions: Deletions,
    delete: Callback<(String, String)>,
) -> AnyView {
    let (to_edit, to_delete) = (brand.clone(), (String::from(brand.id.clone()), brand.name.clone()));
    let hidden_id = brand.id.clone();
    let (edit_name, delete_name) = (brand.name.clone(), brand.name.clone());
    let (path, id) = (paths::brand(&brand.id), brand.id.clone());
    let address = move || metrics_address(&path, &answers.get(), Period::Week);
    let is_own = Memo::new(move |_| own.get().as_ref() == Some(&id));
    let mark = move || is_own.get().then(|| view! { <Badge label=t(|t| t.brands().own_mark) tone=Tone::Active /> });
    view! {
        <tr hidden=move || deletions.is_hidden(hidden_id.as_str())>
            <th scope="row">
                <a class="strong" href=address>
                    <bdi>{brand.name}</bdi>
                </a>
                " "
                {mark}
                <bdi class="cell-note line-clamp">{brand.synonyms.join(", ")}</bdi>
            </th>
            {metrics(brand.id, report, is_own, answers)}
            <RowActions
                edit=t_with(move |t| (t.brands().edit_one)(&edit_name))
                delete=t_with(move |t| (t.brands().delete_one)(&delete_name))
                on_edit=move |()| edit_dialog.open(Some(to_edit.clone()))
                on_delete=move |()| {
                    focus_next_row();
                    delete.run(to_delete.clone());
                }
            />
        </tr>
    }
    .into_any()
}

// The cells with numbers. A brand that was just created has none until it is searched for.
fn metrics(
    id: BrandId,
    report: AnalysisQuery<BrandReport>,
    is_own: Memo<bool>,
    answers: Memo<AnswersParams>,
) -> AnyView {
    let named = id.clone();
    let address = Memo::new(move |_| brand_answers(&named, &answers.get(), BrandFigure::Named, None));
    let found = Memo::new(move |_| {
        report.with(|reply| {
            let report = &reply?.value;
            let index = report.brands.iter().position(|brand| brand.id == id)?;
            let rate = |point: &Option<Vec<_>>| point.as_ref()?.get(index).and_then(mention_rate);
            let trend = report.series.iter().map(|point| rate(&point.brands)).collect::<Vec<_>>();
            Some((report.brands.get(index)?.clone(), trend))
        })
    });
    let text = move |read: fn(&ReportedBrand, Texts) -> String| {
        t_with(move |t| found.with(|found| found.as_ref().map_or("–".to_owned(), |(brand, _)| read(brand, t))))
    };
    let tier = move || {
        let rate = found.with(|found| found.as_ref().map(|(brand, _)| brand.visibility.mention_rate))?;
        rate.value().map(|_| view! { <TierBadge tier=rate.tier() /> }.into_any())
    };
    let trend = move || {
        let values = found.with(|found| found.as_ref().map(|(_, trend)| trend.clone()))?;
        let series = if is_own.get() { 1 } else { OTHER_BRANDS };
        Some(view! { <Sparkline values series /> }.into_any())
    };
    view! {
        <td class="number">
            {live_option(tier)}
            " "
            <strong>{text(|brand, _| rate_value(brand.visibility.mention_rate))}</strong>
            <a class="cell-note" href=address>
                {text(|brand, t| {
                    let rate = brand.visibility.mention_rate;
                    (t.metrics().of_answers)(rate.numerator, rate.sample.answers)
                })}
            </a>
            <span class="cell-note">{text(|brand, t| rate_interval(brand.visibility.mention_rate, t))}</span>
        </td>
        <td class="wide-only number">
            {text(|brand, _| brand.visibility.share_of_voice.value().map_or_else(|| "–".to_owned(), rate))}
            <span class="cell-note">
                {text(|brand, t| {
                    let share = brand.visibility.share_of_voice;
                    (t.metrics().of_mentions)(share.numerator, share.denominator)
                })}
            </span>
        </td>
        <td class="wide-only number">
            {text(|brand, _| brand.visibility.first_position.mean().map_or_else(|| "–".to_owned(), mean))}
            <span class="cell-note">
                {text(|brand, t| (t.metrics().in_answers)(brand.visibility.first_position.sample.answers))}
            </span>
        </td>
        <td class="wide-only fit">{live_option(trend)}</td>
    }
    .into_any()
}

fn mention_rate(point: &BrandPoint) -> Option<f64> {
    point.mention_rate.value()
}
