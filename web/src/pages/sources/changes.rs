//! The sources that are new or lost since the period or run before. The code is loaded when they are shown.

use answerdeck_api::Timestamp;
use answerdeck_api::metrics::{ChangedSource, SourceChangeSide, SourceLevel};
use leptos::prelude::*;

use super::SourcesViewProps;
use super::domain::citing_cells;
use super::domain_ranking::{type_name, type_view};
use crate::components::{
    Sentence, SourceOwner, count_bar, domain_name, finding_view, first_steps, has_none, of_finished_runs, page_name,
    query_view, quoted_source, ranking_table, source_name,
};
use crate::exports::{Export, ExportedChange, export_part, until_now};
use crate::format::{day, day_range};
use crate::lazy::lazy_part;
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::use_params_order;
use crate::paths::{self, AnswerFilterParams, SCHEDULE_NEW, SourcesParams, SourcesView, UrlParams, Window};
use crate::queries::metrics::{SourceComparison, use_source_changes};
use crate::reactive::live;
use crate::ui::{ButtonLink, Methodology, SortKey, TableOrder, empty_with_action, empty_with_link, skeleton};

const COLUMNS: [&str; 5] = ["-citations", "name", "type", "-answers", "-latest"];

/// The sources that only one of two periods or runs has.
#[derive(Clone, Copy)]
struct Side {
    /// Whether it is the newer one.
    is_new: bool,
    /// How many there are. The most cited are listed.
    total: u64,
    /// In the order of the table.
    sources: Memo<Vec<ChangedSource>>,
    /// The answers that cite them.
    answers: StoredValue<AnswerFilterParams>,
}

lazy_part! {
    source_changes: fn(SourcesViewProps) -> AnyView = view
}

fn view(props: SourcesViewProps) -> AnyView {
    let SourcesViewProps { params, answers, is_page, .. } = props;
    let found = use_source_changes(answers, if is_page { SourceLevel::Page } else { SourceLevel::Domain });
    let sentences =
        Memo::new(move |_| found.with(|found| found.map(|found| findings(found, props, texts()))).unwrap_or_default());
    let lines = Signal::derive(move || if found.is_loading() { 3 } else { 0 });
    let order = use_params_order(&COLUMNS, params, |params| &mut params.sort);
    let changes = move |found: SourceComparison| match is_comparable(&found) {
        true => untrack(|| changes_view(found, props, order)),
        false => untrack(|| nothing_to_compare(&found.after, params)),
    };
    view! {
        {finding_view(lines, sentences)}
        {query_view(found, skeleton::<8>, changes)}
    }
    .into_any()
}

fn is_comparable(found: &SourceComparison) -> bool {
    let has_answers = |side: &SourceChangeSide| side.sample.answers > 0;
    has_answers(&found.changes.after) && found.changes.before.as_ref().is_some_and(has_answers)
}

// The most cited of the new and of the lost sources, and a lost one of the own brand. Reactive.
fn findings(found: &SourceComparison, props: SourcesViewProps, texts: Texts) -> Vec<Sentence> {
    if !is_comparable(found) {
        return Vec::new();
    }
    let (changes, texts, is_page) = (&found.changes, texts.sources(), props.is_page);
    let quoted = |source: &ChangedSource| quoted_source(&source.source, source.title.as_deref());
    let new = changes.new.first().map(|source| {
        let text = (texts.new_finding)(is_page, changes.total_new, &quoted(source), source.citation_count);
        Sentence::new(text, citing_answers(source, &found.after, true, props))
    });
    let lost = changes.lost.first().map(|source| {
        let last = day(&source.latest_created_at);
        let text = (texts.lost_finding)(is_page, changes.total_lost, &quoted(source), source.citation_count, &last);
        Sentence::new(text, citing_answers(source, &found.before, false, props))
    });
    let is_own = |source: &&ChangedSource| matches!(props.owner_of(&source.source), SourceOwner::Own(_));
    let own = changes.lost.iter().find(is_own).map(|source| {
        let text = (texts.own_lost_finding)(&quoted(source), &day(&source.latest_created_at));
        Sentence::new(text, citing_answers(source, &found.before, false, props))
    });
    new.into_iter().chain(lost).chain(own).collect()
}

// In place of the tables without answers on one side: how to get some.
fn nothing_to_compare(answers: &AnswerFilterParams, params: Memo<SourcesParams>) -> AnyView {
    let is_run = answers.run.is_some();
    let days = if answers.window == Window::Days(30) { 90 } else { 30 };
    live(move || match has_none(false) {
        None => skeleton::<4>(),
        Some(true) => first_steps(|t| t.sources().empty, |t| t.sources().empty_description),
        Some(false) if is_run => empty_with_link(
            |t| t.sources().changes_none,
            |t| t.overview().moved_no_pair,
            (SCHEDULE_NEW, |t| t.common().new_schedule),
        ),
        Some(false) => {
            let href = Signal::derive(move || {
                let params = params.get();
                let answers = params.answers.clone().within(Window::Days(days));
                SourcesParams { answers, ..params }.address()
            });
            let link = view! { <ButtonLink label=t_with(move |t| (t.answers().last_days)(days.into())) href /> };
            empty_with_action(|t| t.sources().changes_none, |t| t.sources().changes_none_description, link.into_any())
        }
    })
}

fn changes_view(found: SourceComparison, props: SourcesViewProps, order: TableOrder) -> AnyView {
    let SourceComparison { changes, before, after } = found;
    let compared = [changes.after, changes.before.unwrap_or_default()];
    // A period has none.
    let run_before = compared[1].run_id.clone().map(|id| {
        view! { " " <a href=paths::run(&id)>{t(|t| t.sources().run_before)}</a> }
    });
    let periods = compared.each_ref().map(|side| until_now(side.from.clone(), side.to.clone()));
    let about = t_with(move |t| {
        let [later, earlier] = &compared;
        let days_of = |side: &SourceChangeSide| Some(day_range(side.from.as_ref()?, side.to.as_ref()?));
        let days = days_of(later).zip(days_of(earlier)).filter(|_| later.run_id.is_none());
        let days = days.as_ref().map(|(days, days_before)| [days.as_str(), days_before.as_str()]);
        let [sample, sample_before] = compared.each_ref().map(|side| [side.sample.answers, side.sample.prompts]);
        (t.sources().changes_about)(days, sample, sample_before)
    });
    let side = |is_new: bool, total: u64, sources: Vec<ChangedSource>, answers: AnswerFilterParams| {
        let in_order = Memo::new(move |_| order.sorted(&sources, |source, column| sort_key(source, is_new, column)));
        Side { is_new, total, sources: in_order, answers: StoredValue::new(answers) }
    };
    let sides =
        [side(true, changes.total_new, changes.new, after), side(false, changes.total_lost, changes.lost, before)];
    let export = move |()| {
        let mut sources = Vec::new();
        for (side, period) in sides.into_iter().zip(&periods) {
            sources.extend(side.sources.get().into_iter().map(|source| ExportedChange {
                is_new: side.is_new,
                owner: props.owner_of(&source.source).into_brand(),
                period: period.clone(),
                source,
            }));
        }
        let total: u64 = sides.iter().map(|side| side.total).sum();
        Export::table(move |tables| tables.source_changes(&sources, props.is_page, total))
    };
    export_part(props.export, || true, export);
    // The bars of both tables have the same scale.
    let most =
        |side: &Side| side.sources.with_untracked(|sources| sources.iter().map(|source| source.citation_count).max());
    let max = sides.iter().filter_map(most).max().unwrap_or_default();
    view! {
        <p>{about} {run_before}</p>
        {sides.map(|side| side_view(side, max, props, order)).into_iter().collect_view()}
        <Methodology text=t_with(|t| of_finished_runs(t.sources().methodology_changes, t)) />
    }
    .into_any()
}

// `max` is the greatest number of citations of both sides.
fn side_view(side: Side, max: u64, props: SourcesViewProps, order: TableOrder) -> AnyView {
    let Side { is_new, total, sources, .. } = side;
    let id = if is_new { "new-sources" } else { "lost-sources" };
    let heading = t_with(move |t| {
        let text = if is_new { t.sources().new_sources } else { t.sources().lost_sources };
        text(props.is_page, total)
    });
    let shown = sources.with_untracked(Vec::len) as u64;
    let rest = (shown < total).then(|| {
        view! { <p class="muted">{t_with(move |t| (t.sources().listed_sources)(shown))}</p> }
    });
    view! {
        <section class="section" aria-labelledby=id>
            <h3 id=id>{heading}</h3>
            {rest}
            {(shown > 0).then(|| table_view(side, max, props, order))}
        </section>
    }
    .into_any()
}

fn sort_key(source: &ChangedSource, is_new: bool, column: &str) -> Option<SortKey> {
    match column {
        "name" => SortKey::text(&source_name(&source.source, source.title.as_deref())),
        "type" => SortKey::text(type_name(source.domain_type.as_ref())?),
        "answers" => SortKey::count(source.answer_count),
        "latest" => SortKey::text(cited_at(source, is_new).as_str()),
        _ => SortKey::count(source.citation_count),
    }
}

// When answers began to cite a new source, or when the last one cited a lost one.
fn cited_at(source: &ChangedSource, is_new: bool) -> &Timestamp {
    if is_new { &source.first_created_at } else { &source.latest_created_at }
}

fn cited_at_name(is_new: bool) -> Signal<String> {
    t(if is_new { |t| t.sources().cited_since } else { |t| t.sources().last_cited })
}

fn table_view(side: Side, max: u64, props: SourcesViewProps, order: TableOrder) -> AnyView {
    let head = view! {
        {order.head("name", props.column(), "")}
        {order.head("type", t(|t| t.sources().domain_type), "wide-only fit source-type")}
        {order.head("citations", t(|t| t.sources().citations), "count-bar")}
        {order.head("answers", t(|t| t.frame().answers), "fit number")}
        {order.head("latest", cited_at_name(side.is_new), "wide-only fit")}
    };
    ranking_table(head, side.sources, move |source| Some(row(source, max, side, props)))
}

fn row(source: ChangedSource, max: u64, side: Side, props: SourcesViewProps) -> AnyView {
    let (owner, of_link) = (props.owner_of(&source.source), source.clone());
    let address = Signal::derive(move || {
        side.answers.with_value(|answers| citing_answers(&of_link, answers, side.is_new, props))
    });
    let cited_at = cited_at(&source, side.is_new).clone();
    let narrow_cited_at = cited_at.clone();
    let ChangedSource { source, title, domain_type, citation_count, answer_count, .. } = source;
    let name = match props.is_page {
        true => page_name(&source, title.as_deref(), owner.badge()),
        false => domain_name(&source, address, owner.badge()),
    };
    view! {
        <tr>
            <th scope="row">
                {name}
                <span class="cell-note narrow-only">
                    {cited_at_name(side.is_new)} " " {t_with(move |_| day(&narrow_cited_at))}
                </span>
            </th>
            <td class="wide-only fit source-type muted">
                {(owner == SourceOwner::Nobody).then(|| type_view(domain_type)).flatten()}
            </td>
            {count_bar(citation_count, max, owner.series())}
            {citing_cells(address, answer_count, cited_at)}
        </tr>
    }
    .into_any()
}

// The answers of one side that cite a source. They are of another period than the lost sources, so the way back leads to its ranking.
// Reactive.
fn citing_answers(
    source: &ChangedSource,
    answers: &AnswerFilterParams,
    is_new: bool,
    props: SourcesViewProps,
) -> String {
    let params = props.citing(&source.source, source.domain.as_deref());
    let (view, level) = if is_new { (params.view, params.level) } else { (SourcesView::Table, None) };
    SourcesParams { answers: answers.clone(), view, level, ..params }.address()
}
