//! The rows of lists that are read from the platform.

use std::cell::RefCell;
use std::convert::identity;
use std::rc::Rc;

use answerdeck_api::limits::{PAGE_SIZE_MAX, RUN_PAGE_SIZE_MAX};
use answerdeck_api::metrics::{AnswerExcerpt, AnswerMatch, NamedBrand, PromptMetrics, PromptWithoutSearch};
use answerdeck_api::{
    Answer, AnswerFilter, AnswerInclude, AnswerStatus, Model, ModelCode, ModelRoute, Prompt, PromptSet, Run, Timestamp,
};
use leptos::prelude::*;

use super::run_grid::{Answers, grid_table};
use super::{ListExport, TimeRange, time_range, until_now};
use crate::components::{model_name_by, run_name, run_status};
use crate::csv::{Cell, CsvTable, Records};
use crate::format::{region, spreadsheet_time, time_zone};
use crate::locale::{Texts, texts};
use crate::queries::deletions::use_delayed_deletion;
use crate::queries::metrics::{
    TextSearchProgress, match_pages, prompt_metrics_pages, text_pages, without_search_pages,
};
use crate::queries::{Measured, Query, measured_pages, read_list, use_models};

impl ListExport {
    /// The name of the list in the current language, which names the file.
    pub(super) fn title(&self) -> &'static str {
        let texts = texts();
        match self {
            Self::Prompts { .. } => texts.frame().prompts,
            Self::PromptSets => texts.frame().prompt_sets,
            Self::Runs => texts.frame().runs,
            Self::Answers(_) | Self::MatchedAnswers(_) | Self::AnswerTexts(_) => texts.frame().answers,
            Self::PromptsWithoutSearch(_) => texts.fanouts().searchless,
            Self::RunGrid { .. } => texts.runs().grid,
        }
    }
}

pub(super) fn time_column(name: &str, texts: Texts) -> String {
    (texts.exports().time)(name, &time_zone())
}

/// The columns of the period that every row is about.
pub(super) fn period_columns(texts: Texts) -> [String; 2] {
    [texts.answers().from, texts.answers().to].map(|name| time_column(name, texts))
}

/// A time, or no value.
pub(super) fn time_cell(time: Option<&Timestamp>) -> Cell {
    Cell::text(time.map(spreadsheet_time))
}

/// With the period that every row is about.
pub(super) fn with_period(mut table: CsvTable, period: &TimeRange) -> CsvTable {
    let cells = period.each_ref().map(|time| time_cell(time.as_ref()));
    table.columns.extend(period_columns(texts()));
    table.rows.iter_mut().for_each(|row| row.extend(cells.clone()));
    table
}

/// Reads a list, and adds it to a file in parts. The first part has no rows, only the columns.
pub(super) fn read(list: ListExport, add: Rc<dyn Fn(CsvTable)>, on_end: Box<dyn Fn()>) -> Query<()> {
    let deletion = use_delayed_deletion();
    let is_shown = move |id: &str| untrack(|| !deletion.is_hidden(id));
    match list {
        ListExport::Prompts { mut filter, sets, scope, order } => {
            filter.limit = Some(PAGE_SIZE_MAX);
            let measured = Measured::new();
            let period = scope.as_ref().map(|scope| until_now(scope.from.clone(), scope.to.clone()));
            let table = move |page: &[Prompt]| {
                let shown: Vec<&Prompt> = page.iter().filter(|prompt| is_shown(prompt.id.as_str())).collect();
                prompt_table(&shown, &sets, period.as_ref(), measured)
            };
            let open = move |client| measured_pages(client, filter, scope, order, measured);
            read_list(open, added(add, table), on_end)
        }
        ListExport::PromptSets => {
            let table = move |page: &[PromptSet]| {
                set_table(&page.iter().filter(|set| is_shown(set.id.as_str())).collect::<Vec<_>>())
            };
            read_list(|client| client.prompt_sets().list().limit(PAGE_SIZE_MAX), added(add, table), on_end)
        }
        ListExport::Runs => {
            read_list(|client| client.runs().list().limit(RUN_PAGE_SIZE_MAX), added(add, run_table), on_end)
        }
        ListExport::Answers(params) => {
            let models = use_models();
            let include = vec![AnswerInclude::Brands];
            let filter = AnswerFilter { include, limit: Some(PAGE_SIZE_MAX), ..params.list_filter() };
            let on_page = added(add, move |page: &[Answer]| answer_table(page, models));
            read_list(move |client| client.answers().list(filter), on_page, on_end)
        }
        ListExport::MatchedAnswers(filter) => {
            let models = use_models();
            let on_page = added(add, move |page: &[AnswerMatch]| match_table(page, models));
            let counted = RwSignal::new(None);
            read_list(move |client| match_pages(client, *filter, counted, identity), on_page, on_end)
        }
        ListExport::AnswerTexts(params) => {
            let models = use_models();
            let on_page = added(add, move |page: &[AnswerExcerpt]| excerpt_table(page, models));
            let progress = RwSignal::new(TextSearchProgress::default());
            read_list(move |client| text_pages(client, *params, progress), on_page, on_end)
        }
        ListExport::PromptsWithoutSearch(scope) => {
            let period = time_range(&scope);
            let on_page = added(add, move |page: &[PromptWithoutSearch]| without_search_table(page, &period));
            let totals = RwSignal::new(None);
            let open = move |client| without_search_pages(client, scope.counted_scope(), totals);
            read_list(open, on_page, on_end)
        }
        ListExport::RunGrid { grid, only_failed, models, filter, own } => {
            let answers = Rc::new(RefCell::new(Answers::new()));
            let measured = answers.clone();
            let on_page = move |page: &[PromptMetrics]| {
                let of = |prompt: &PromptMetrics| (prompt.prompt_id.clone(), prompt.models.clone());
                measured.borrow_mut().extend(page.iter().map(of));
            };
            let on_end = move || {
                add(grid_table(&grid, only_failed, &models, Some((own.as_str(), &*answers.borrow()))));
                on_end();
            };
            read_list(move |client| prompt_metrics_pages(client, filter), on_page, on_end)
        }
    }
}

// Adds each page.
fn added<T>(add: Rc<dyn Fn(CsvTable)>, table: impl Fn(&[T]) -> CsvTable) -> impl Fn(&[T]) {
    add(table(&[]));
    move |page| add(table(page))
}

// With its figures in a period, if they are measured.
fn prompt_table(prompts: &[&Prompt], sets: &[PromptSet], period: Option<&TimeRange>, measured: Measured) -> CsvTable {
    let (texts, common) = (texts(), texts().common());
    let set_of = |prompt: &Prompt| sets.iter().find(|set| set.id == prompt.prompt_set_id);
    let mut table = Records(prompts).table(&[
        (common.prompt, &|prompt| Cell::Text(prompt.content.clone())),
        (common.set, &|prompt| Cell::text(set_of(prompt).map(|set| set.name.as_str()))),
    ]);
    if let Some(period) = period {
        let metrics = prompts.iter().map(|prompt| measured.of(&prompt.id).get_untracked().flatten());
        table = with_period(table.beside(figure_table(&metrics.collect::<Vec<_>>())), period);
    }
    table.beside(Records(prompts).table(&[
        (&time_column(common.created, texts), &|prompt| time_cell(Some(&prompt.created_at))),
        (texts.exports().id, &|prompt| Cell::Text(prompt.id.to_string())),
    ]))
}

// A prompt without answers has no rate.
fn figure_table(metrics: &[Option<PromptMetrics>]) -> CsvTable {
    let (texts, names) = (texts(), texts().exports());
    let before = |of: &Option<PromptMetrics>| of.as_ref()?.before;
    let change = |of: &PromptMetrics| Some(of.mention_rate.value? - of.before?.value?);
    Records(metrics).table(&[
        (texts.metrics().mention_rate, &|of| Cell::number(of.as_ref().and_then(|of| of.mention_rate.value))),
        (names.naming_answers, &|of| Cell::Count(of.as_ref().map_or(0, |of| of.mention_rate.numerator))),
        (names.all_answers, &|of| Cell::Count(of.as_ref().map_or(0, |of| of.answers))),
        (names.rate_before, &|of| Cell::number(before(of).and_then(|before| before.value))),
        (names.naming_before, &|of| Cell::count(before(of).map(|before| before.numerator))),
        (names.answers_before, &|of| Cell::count(before(of).and(of.as_ref()).map(|of| of.answers_before))),
        (names.rate_change, &|of| Cell::number(of.as_ref().and_then(change))),
        (texts.common().only_rivals, &|of| Cell::Count(of.as_ref().map_or(0, |of| of.gap))),
        (&time_column(texts.prompt_sets().last_answer, texts), &|of| {
            time_cell(of.as_ref().map(|of| &of.latest_created_at))
        }),
    ])
}

fn set_table(sets: &[&PromptSet]) -> CsvTable {
    let (texts, common) = (texts(), texts().common());
    Records(sets).table(&[
        (common.name, &|set| Cell::Text(set.name.clone())),
        (common.description, &|set| Cell::text(set.description.clone())),
        (texts.exports().prompts, &|set| Cell::count(set.prompt_count.map(u64::from))),
        (&time_column(texts.prompt_sets().last_answer, texts), &|set| time_cell(set.last_answer_at.as_ref())),
        (&time_column(common.created, texts), &|set| time_cell(Some(&set.created_at))),
        (texts.exports().id, &|set| Cell::Text(set.id.to_string())),
    ])
}

fn run_table(runs: &[Run]) -> CsvTable {
    let (texts, common, names) = (texts(), texts().common(), texts().exports());
    Records(runs).table(&[
        (common.run, &|run| Cell::Text(run_name(run, texts))),
        (names.prompts, &|run| Cell::count(run.prompt_count)),
        (names.models, &|run| Cell::count(run.models.as_ref().map(|models| models.len() as u64))),
        (common.repeats, &|run| Cell::count(run.repeat_count.map(u64::from))),
        (&time_column(common.started, texts), &|run| time_cell(run.created_at.as_ref())),
        (common.status, &|run| Cell::Text(run_status(run).0(texts).to_owned())),
        (names.items, &|run| Cell::Count(run.total_count)),
        (common.succeeded, &|run| Cell::Count(run.success_count)),
        (common.failed, &|run| Cell::Count(run.failed_count)),
        (texts.frame().credits, &|run| Cell::number(run.credits)),
        (names.id, &|run| Cell::Text(run.id.to_string())),
    ])
}

fn answer_table(answers: &[Answer], models: Query<Vec<Model>>) -> CsvTable {
    let (texts, common, names, words) = (texts(), texts().common(), texts().exports(), texts().answers());
    let status = |status: &AnswerStatus| match status {
        AnswerStatus::Pending => common.pending,
        AnswerStatus::Success => common.succeeded,
        AnswerStatus::Failed => common.failed,
        AnswerStatus::Unknown(_) => common.unknown_status,
    };
    let addresses =
        |answer: &Answer| answer.sources.iter().map(|source| source.url.as_str()).collect::<Vec<_>>().join("\n");
    Records(answers).table(&[
        (names.question, &|answer| Cell::Text(answer.query.clone())),
        (words.detail_title, &|answer| Cell::Text(answer.content.clone())),
        (common.model, &|answer| model_cell(models, &answer.model, answer.route.as_ref())),
        (texts.answer_routes().route, &|answer| route_cell(answer.route.as_ref())),
        (common.region, &|answer| Cell::Text(region(&answer.region))),
        (common.status, &|answer| Cell::Text(status(&answer.status).to_owned())),
        (&time_column(words.when, texts), &|answer| time_cell(answer.created_at.as_ref())),
        (texts.frame().sources, &|answer| Cell::Count(answer.sources.len() as u64)),
        (names.source_addresses, &|answer| Cell::Text(addresses(answer))),
        (texts.frame().fanouts, &|answer| Cell::Count(answer.fanouts.len() as u64)),
        (names.search_texts, &|answer| Cell::Text(answer.fanouts.join("\n"))),
        (texts.frame().brands, &|answer| answer.brands.as_deref().map_or(Cell::Empty, brand_names)),
        (names.id, &|answer| Cell::Text(answer.id.to_string())),
    ])
}

fn match_table(answers: &[AnswerMatch], models: Query<Vec<Model>>) -> CsvTable {
    let (texts, names) = (texts(), texts().exports());
    Records(answers).table(&[
        (names.question, &|answer| Cell::Text(answer.query.clone())),
        (texts.common().model, &|answer| model_cell(models, &answer.model, answer.route.as_ref())),
        (texts.answer_routes().route, &|answer| route_cell(answer.route.as_ref())),
        (&time_column(texts.answers().when, texts), &|answer| time_cell(Some(&answer.created_at))),
        (texts.frame().brands, &|answer| brand_names(&answer.brands)),
        (names.id, &|answer| Cell::Text(answer.id.to_string())),
    ])
}

fn excerpt_table(found: &[AnswerExcerpt], models: Query<Vec<Model>>) -> CsvTable {
    let (texts, names) = (texts(), texts().exports());
    Records(found).table(&[
        (names.question, &|found| Cell::Text(found.answer.query.clone())),
        (names.excerpt, &|found| Cell::Text([found.before.as_str(), &found.phrase, &found.after].concat())),
        (texts.common().model, &|found| model_cell(models, &found.answer.model, found.answer.route.as_ref())),
        (&time_column(texts.answers().when, texts), &|found| time_cell(Some(&found.answer.created_at))),
        (names.id, &|found| Cell::Text(found.answer.id.to_string())),
    ])
}

fn without_search_table(prompts: &[PromptWithoutSearch], period: &TimeRange) -> CsvTable {
    let names = texts().exports();
    let counts = Records(prompts).table(&[
        (texts().common().prompt, &|prompt| Cell::Text(prompt.query.clone())),
        (names.all_answers, &|prompt| Cell::Count(prompt.answer_count)),
    ]);
    let ids = Records(prompts).table(&[(names.id, &|prompt| Cell::Text(prompt.prompt_id.to_string()))]);
    with_period(counts, period).beside(ids)
}

fn model_cell(models: Query<Vec<Model>>, model: &ModelCode, route: Option<&ModelRoute>) -> Cell {
    Cell::Text(untrack(|| model_name_by(models, model, route)))
}

fn route_cell(route: Option<&ModelRoute>) -> Cell {
    Cell::text(route.map(|route| texts().answer_routes().name(route).0))
}

fn brand_names(brands: &[NamedBrand]) -> Cell {
    Cell::Text(brands.iter().map(|named| named.brand.name.as_str()).collect::<Vec<_>>().join("\n"))
}
