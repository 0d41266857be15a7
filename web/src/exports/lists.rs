//! The rows of lists that are read from the platform.

use std::cell::RefCell;
use std::convert::identity;
use std::rc::Rc;

use answerdeck_api::limits::{PAGE_SIZE_MAX, RUN_PAGE_SIZE_MAX};
use answerdeck_api::metrics::{AnswerExcerpt, AnswerMatch, NamedBrand, PromptMetrics, PromptWithoutSearch};
use answerdeck_api::{Answer, AnswerFilter, AnswerInclude, AnswerStatus, Model, Prompt, PromptSet, Run};
use leptos::prelude::*;

use super::run_grid::{Answers, grid_columns, grid_rows};
use super::{ListExport, TimeRange, time_range, until_now};
use crate::components::{model_name_by, run_name, run_status};
use crate::csv::Cell;
use crate::csv_file::CsvFile;
use crate::format::{region, spreadsheet_time, time_zone};
use crate::locale::{Texts, texts};
use crate::queries::metrics::{
    TextSearchProgress, match_pages, prompt_metrics_pages, text_pages, without_search_pages,
};
use crate::queries::{Measured, Query, measured_pages, read_list, use_models};

impl ListExport {
    /// The name of the list, which names the file, and its columns in the current language.
    pub(super) fn columns(&self) -> (&'static str, Vec<String>) {
        let texts = texts();
        let (common, columns, answers, frame) = (texts.common(), texts.exports(), texts.answers(), texts.frame());
        let (created, answered) = (time_column(common.created, texts), time_column(answers.when, texts));
        let (title, mut names) = match self {
            Self::Prompts { scope, .. } => {
                let mut names = owned(&[common.prompt, common.set]);
                names.extend(scope.iter().flat_map(|_| prompt_figure_columns(texts)));
                names.push(created);
                (frame.prompts, names)
            }
            Self::PromptSets(_) => {
                let last_answer = time_column(texts.prompt_sets().last_answer, texts);
                let names = [common.name, common.description, columns.prompts, &last_answer, &created];
                (frame.prompt_sets, owned(&names))
            }
            Self::Runs => {
                let started = time_column(common.started, texts);
                let names = [
                    common.run,
                    columns.prompts,
                    columns.models,
                    common.repeats,
                    &started,
                    common.status,
                    columns.items,
                    common.succeeded,
                    common.failed,
                    frame.credits,
                ];
                (frame.runs, owned(&names))
            }
            Self::Answers(_) => {
                let names = [
                    columns.question,
                    answers.detail_title,
                    common.model,
                    texts.answer_routes().route,
                    common.region,
                    common.status,
                    &answered,
                    frame.sources,
                    columns.source_addresses,
                    frame.fanouts,
                    columns.search_texts,
                    frame.brands,
                ];
                (frame.answers, owned(&names))
            }
            Self::MatchedAnswers(_) => {
                let names = [columns.question, common.model, texts.answer_routes().route, &answered, frame.brands];
                (frame.answers, owned(&names))
            }
            Self::AnswerTexts(_) => {
                (frame.answers, owned(&[columns.question, columns.excerpt, common.model, &answered]))
            }
            Self::PromptsWithoutSearch(_) => {
                let [from, to] = period_columns(texts);
                (texts.fanouts().searchless, owned(&[common.prompt, columns.all_answers, &from, &to]))
            }
            Self::RunGrid { own, .. } => (texts.runs().grid, grid_columns(Some(own))),
        };
        names.push(columns.id.to_owned());
        (title, names)
    }
}

pub(super) fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

pub(super) fn time_column(name: &str, texts: Texts) -> String {
    (texts.exports().time)(name, &time_zone())
}

/// The columns of the period that every row is about.
pub(super) fn period_columns(texts: Texts) -> [String; 2] {
    [texts.answers().from, texts.answers().to].map(|name| time_column(name, texts))
}

pub(super) fn period_cells(period: &TimeRange) -> [Cell; 2] {
    period.each_ref().map(|time| Cell::text(time.as_ref().map(spreadsheet_time)))
}

/// Reads a list into a file, and counts its rows.
pub(super) fn read(list: ListExport, file: Rc<CsvFile>, rows: RwSignal<u64>, on_end: Box<dyn Fn()>) -> Query<()> {
    let add = Rc::new(move |new: Vec<Vec<Cell>>| {
        file.add(&new);
        rows.try_update(|rows| *rows += new.len() as u64);
    });
    match list {
        ListExport::Prompts { mut filter, sets, scope, order, deletions } => {
            filter.limit = Some(PAGE_SIZE_MAX);
            let measured = Measured::new();
            let period = scope.as_ref().map(|scope| until_now(scope.from.clone(), scope.to.clone()));
            let on_page = move |page: &[Prompt]| {
                let shown = page.iter().filter(|prompt| untrack(|| !deletions.is_hidden(prompt.id.as_str())));
                let row = |prompt: &Prompt| {
                    let of_period = |period| (measured.of(&prompt.id).get_untracked().flatten(), period);
                    prompt_row(prompt, &sets, period.as_ref().map(of_period))
                };
                add(shown.map(row).collect());
            };
            read_list(move |client| measured_pages(client, filter, scope, order, measured), on_page, on_end)
        }
        ListExport::PromptSets(deletions) => {
            let on_page = move |page: &[PromptSet]| {
                let shown = page.iter().filter(|set| untrack(|| !deletions.is_hidden(set.id.as_str())));
                add(shown.map(set_row).collect());
            };
            read_list(|client| client.prompt_sets().list().limit(PAGE_SIZE_MAX), on_page, on_end)
        }
        ListExport::Runs => {
            read_list(|client| client.runs().list().limit(RUN_PAGE_SIZE_MAX), added(add, run_row), on_end)
        }
        ListExport::Answers(params) => {
            let models = use_models();
            let include = vec![AnswerInclude::Brands];
            let filter = AnswerFilter { include, limit: Some(PAGE_SIZE_MAX), ..params.list_filter() };
            let model = move |answer: &Answer| model_name_by(models, &answer.model, answer.route.as_ref());
            let row = move |answer: &Answer| untrack(|| answer_row(answer, model(answer)));
            read_list(move |client| client.answers().list(filter), added(add, row), on_end)
        }
        ListExport::MatchedAnswers(filter) => {
            let models = use_models();
            let on_page = added(add, move |answer| match_row(answer, models));
            let counted = RwSignal::new(None);
            read_list(move |client| match_pages(client, *filter, counted, identity), on_page, on_end)
        }
        ListExport::AnswerTexts(params) => {
            let models = use_models();
            let on_page = added(add, move |found| excerpt_row(found, models));
            let progress = RwSignal::new(TextSearchProgress::default());
            read_list(move |client| text_pages(client, *params, progress), on_page, on_end)
        }
        ListExport::PromptsWithoutSearch(scope) => {
            let period = time_range(&scope);
            let row = move |PromptWithoutSearch { prompt_id, query, answer_count }: &PromptWithoutSearch| {
                let ([from, to], id) = (period_cells(&period), Cell::Text(prompt_id.to_string()));
                vec![Cell::Text(query.clone()), Cell::Count(*answer_count), from, to, id]
            };
            let totals = RwSignal::new(None);
            let open = move |client| without_search_pages(client, scope.counted_scope(), totals);
            read_list(open, added(add, row), on_end)
        }
        ListExport::RunGrid { grid, only_failed, models, filter, .. } => {
            let cells = Rc::new(RefCell::new(Answers::new()));
            let measured = cells.clone();
            let on_page = move |page: &[PromptMetrics]| {
                let of = |prompt: &PromptMetrics| (prompt.prompt_id.clone(), prompt.models.clone());
                measured.borrow_mut().extend(page.iter().map(of));
            };
            let on_end = move || {
                add(grid_rows(&grid, only_failed, &models, Some(&cells.borrow())));
                on_end();
            };
            read_list(move |client| prompt_metrics_pages(client, filter), on_page, on_end)
        }
    }
}

fn prompt_figure_columns(texts: Texts) -> Vec<String> {
    let (rate, columns, prompts) = (texts.metrics().mention_rate, texts.exports(), texts.prompts());
    let last_answer = time_column(texts.prompt_sets().last_answer, texts);
    let figures = [
        rate,
        columns.naming_answers,
        columns.all_answers,
        columns.rate_before,
        columns.naming_before,
        columns.answers_before,
        columns.rate_change,
        prompts.gap,
        &last_answer,
    ];
    owned(&figures).into_iter().chain(period_columns(texts)).collect()
}

// With its figures in a period, if they are measured.
fn prompt_row(prompt: &Prompt, sets: &[PromptSet], measured: Option<(Option<PromptMetrics>, &TimeRange)>) -> Vec<Cell> {
    let set = sets.iter().find(|set| set.id == prompt.prompt_set_id);
    let mut cells = vec![Cell::Text(prompt.content.clone()), Cell::text(set.map(|set| set.name.as_str()))];
    if let Some((metrics, period)) = measured {
        cells.extend(prompt_figures(metrics));
        cells.extend(period_cells(period));
    }
    cells.extend([Cell::Text(spreadsheet_time(&prompt.created_at)), Cell::Text(prompt.id.to_string())]);
    cells
}

// A prompt without answers has no rate.
fn prompt_figures(metrics: Option<PromptMetrics>) -> [Cell; 9] {
    let metrics = metrics.as_ref();
    let before = metrics.and_then(|of| of.before);
    let change = metrics.and_then(|of| Some(of.mention_rate.value? - before?.value?));
    [
        Cell::number(metrics.and_then(|of| of.mention_rate.value)),
        Cell::Count(metrics.map_or(0, |of| of.mention_rate.numerator)),
        Cell::Count(metrics.map_or(0, |of| of.answers)),
        Cell::number(before.and_then(|before| before.value)),
        Cell::count(before.map(|before| before.numerator)),
        Cell::count(before.and(metrics).map(|of| of.answers_before)),
        Cell::number(change),
        Cell::Count(metrics.map_or(0, |of| of.gap)),
        Cell::text(metrics.map(|of| spreadsheet_time(&of.latest_created_at))),
    ]
}

// Adds each page as rows.
fn added<T>(add: Rc<impl Fn(Vec<Vec<Cell>>)>, row: impl Fn(&T) -> Vec<Cell>) -> impl Fn(&[T]) {
    move |page| add(page.iter().map(&row).collect())
}

fn match_row(answer: &AnswerMatch, models: Query<Vec<Model>>) -> Vec<Cell> {
    let AnswerMatch { id, query, model, route, created_at, brands, .. } = answer;
    vec![
        Cell::Text(query.clone()),
        Cell::Text(untrack(|| model_name_by(models, model, route.as_ref()))),
        Cell::text(route.as_ref().map(|route| texts().answer_routes().name(route).0)),
        Cell::Text(spreadsheet_time(created_at)),
        brand_names(brands),
        Cell::Text(id.to_string()),
    ]
}

fn excerpt_row(found: &AnswerExcerpt, models: Query<Vec<Model>>) -> Vec<Cell> {
    let AnswerExcerpt { answer, before, phrase, after, .. } = found;
    vec![
        Cell::Text(answer.query.clone()),
        Cell::Text([before.as_str(), phrase, after].concat()),
        Cell::Text(untrack(|| model_name_by(models, &answer.model, answer.route.as_ref()))),
        Cell::Text(spreadsheet_time(&answer.created_at)),
        Cell::Text(answer.id.to_string()),
    ]
}

fn set_row(set: &PromptSet) -> Vec<Cell> {
    vec![
        Cell::Text(set.name.clone()),
        Cell::text(set.description.clone()),
        Cell::count(set.prompt_count.map(u64::from)),
        Cell::text(set.last_answer_at.as_ref().map(spreadsheet_time)),
        Cell::Text(spreadsheet_time(&set.created_at)),
        Cell::Text(set.id.to_string()),
    ]
}

fn run_row(run: &Run) -> Vec<Cell> {
    let texts = texts();
    vec![
        Cell::Text(run_name(run, texts)),
        Cell::count(run.prompt_count),
        Cell::count(run.models.as_ref().map(|models| models.len() as u64)),
        Cell::count(run.repeat_count.map(u64::from)),
        Cell::text(run.created_at.as_ref().map(spreadsheet_time)),
        Cell::Text(run_status(run).0(texts).to_owned()),
        Cell::Count(run.total_count),
        Cell::Count(run.success_count),
        Cell::Count(run.failed_count),
        Cell::number(run.credits),
        Cell::Text(run.id.to_string()),
    ]
}

fn answer_row(answer: &Answer, model: String) -> Vec<Cell> {
    let (texts, common) = (texts(), texts().common());
    let status = match &answer.status {
        AnswerStatus::Pending => common.pending,
        AnswerStatus::Success => common.succeeded,
        AnswerStatus::Failed => common.failed,
        AnswerStatus::Unknown(_) => common.unknown_status,
    };
    let addresses: Vec<&str> = answer.sources.iter().map(|source| source.url.as_str()).collect();
    vec![
        Cell::Text(answer.query.clone()),
        Cell::Text(answer.content.clone()),
        Cell::Text(model),
        Cell::text(answer.route.as_ref().map(|route| texts.answer_routes().name(route).0)),
        Cell::Text(region(&answer.region)),
        Cell::Text(status.to_owned()),
        Cell::text(answer.created_at.as_ref().map(spreadsheet_time)),
        Cell::Count(answer.sources.len() as u64),
        Cell::Text(addresses.join("\n")),
        Cell::Count(answer.fanouts.len() as u64),
        Cell::Text(answer.fanouts.join("\n")),
        answer.brands.as_deref().map_or(Cell::Empty, brand_names),
        Cell::Text(answer.id.to_string()),
    ]
}

fn brand_names(brands: &[NamedBrand]) -> Cell {
    Cell::Text(brands.iter().map(|named| named.brand.name.as_str()).collect::<Vec<_>>().join("\n"))
}
