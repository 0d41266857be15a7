//! The answers behind a figure, read from the kept answers into a file.

use std::cell::RefCell;
use std::rc::Rc;

use answerdeck_analysis::{AnswersWith, MatchingAnswer, MatchingAnswers};
use answerdeck_api::{AnswerId, Model};
use leptos::prelude::*;

use super::FigureAnswers;
use super::file::CsvFile;
use super::lists::{optional_time, time_column};
use crate::analysis::{AnalysisQuery, AnalysisState, use_analysis};
use crate::components::service_name;
use crate::csv::Cell;
use crate::locale::texts;
use crate::queries::{Query, use_models};
use crate::reactive::effect;

/// The number of answers in one question to the worker.
const PAGE: u32 = 100;

/// A reading of answers. It ends with its owner.
#[derive(Clone, Copy)]
pub(super) struct AnswersBehindReading {
    /// The rows that were read.
    pub(super) rows: RwSignal<u64>,
    /// All rows.
    pub(super) total: RwSignal<u64>,
    page: AnalysisQuery<MatchingAnswers>,
}

/// What was read so far.
struct Read {
    file: CsvFile,
    /// The total when the reading began.
    total: u64,
    /// The last answer of the last page.
    last: Option<AnswerId>,
}

impl Read {
    fn begin(total: u64) -> Self {
        let texts = texts();
        let columns = texts.exports();
        let names = [
            columns.question.to_owned(),
            texts.answers().model.to_owned(),
            texts.routes().route.to_owned(),
            time_column(texts.answers().when, texts),
            columns.id.to_owned(),
        ];
        Self { file: CsvFile::new(&names), total, last: None }
    }
}

impl AnswersBehindReading {
    /// Begins to read. `on_end` gets the file and the number of its rows.
    pub(super) fn begin(behind: FigureAnswers, on_end: impl Fn(CsvFile, u64) + 'static) -> Self {
        let FigureAnswers { scope, feature } = behind;
        let (rows, total) = (RwSignal::new(0), RwSignal::new(0));
        let skip = Memo::new(move |_| u32::try_from(rows.get()).unwrap_or(u32::MAX));
        let page = use_analysis().query(move || {
            Some(AnswersWith { scope: scope.counted()?, feature: feature.clone(), skip: skip.get(), limit: PAGE })
        });
        let models = use_models();
        let read = Rc::new(RefCell::new(None::<Read>));
        effect(move || {
            let AnalysisState::Ready { reply, is_stale: false } = page.get() else { return };
            let MatchingAnswers { total: found, newest } = reply.value;
            let mut place = read.borrow_mut();
            // Other answers than at the beginning are kept now, so the pages have moved.
            if place.as_ref().is_some_and(|read| read.total != found) {
                *place = None;
                total.set(found);
                if rows.get_untracked() > 0 {
                    rows.set(0);
                    return;
                }
            }
            let read = place.get_or_insert_with(|| Read::begin(found));
            total.set(found);
            // The worker counted again and found the same page.
            let last = newest.last().map(|answer| answer.id.clone());
            if last.is_some() && read.last == last {
                return;
            }
            read.last = last;
            read.file.add(&newest.iter().map(|answer| untrack(|| row(answer, models))).collect::<Vec<_>>());
            let all = rows.get_untracked() + newest.len() as u64;
            if all < found && !newest.is_empty() {
                rows.set(all);
            } else if let Some(read) = place.take() {
                on_end(read.file, all);
            }
        });
        Self { rows, total, page }
    }

    /// The state of the last page. Reactive.
    pub(super) fn state(self) -> AnalysisState<MatchingAnswers> {
        self.page.get()
    }
}

fn row(answer: &MatchingAnswer, models: Query<Vec<Model>>) -> Vec<Cell> {
    let MatchingAnswer { id, question, model, route, created_at } = answer;
    vec![
        Cell::Text(question.clone()),
        Cell::Text(service_name(models, model)),
        route.as_ref().map_or(Cell::Empty, |route| Cell::Text(texts().routes().name(route).0.to_owned())),
        optional_time(created_at.as_ref()),
        Cell::Text(id.to_string()),
    ]
}
