//! Lists of the analysis worker, read into a file part by part.

use std::cell::RefCell;
use std::rc::Rc;

use answerdeck_analysis::{Question, Refusal};
use leptos::prelude::*;

use super::file::CsvFile;
use crate::analysis::{Analysis, AnalysisQuery, AnalysisState, use_analysis};
use crate::components::analysis_problem;
use crate::csv::Cell;
use crate::reactive::effect;

/// The number of rows in one question to the worker.
pub(super) const PAGE: u32 = 100;

/// A part of a list.
pub(super) struct Part {
    /// The number of all rows of the list.
    pub(super) total: u64,
    /// The rows of the part.
    pub(super) rows: Vec<Vec<Cell>>,
}

/// A reading of a list. It ends with its owner.
#[derive(Clone, Copy)]
pub(super) struct KeptReading {
    /// The rows that were read.
    pub(super) rows: RwSignal<u64>,
    /// All rows.
    pub(super) total: RwSignal<u64>,
    /// Why the last part has no value.
    problem: Memo<Option<Problem>>,
    analysis: Analysis,
}

#[derive(Clone, PartialEq)]
enum Problem {
    Refused(Refusal),
    Failed,
}

/// What was read so far.
struct Read {
    file: CsvFile,
    /// The total when the reading began.
    total: u64,
    /// The last row of the last part.
    last: Option<Vec<Cell>>,
}

impl KeptReading {
    /// Starts to read a list with these columns. `question` makes the question for the next [`PAGE`] rows after a number of rows,
    /// and `part` makes rows of its value. `on_end` gets the file and the number of its rows.
    pub(super) fn begin<Q>(
        columns: Vec<String>,
        question: impl Fn(u32) -> Option<Q> + 'static,
        part: impl Fn(Q::Value) -> Part + 'static,
        on_end: Box<dyn Fn(CsvFile, u64)>,
    ) -> Self
    where
        Q: Question + 'static,
        Q::Value: Clone + 'static,
    {
        let analysis = use_analysis();
        let (rows, total) = (RwSignal::new(0), RwSignal::new(0));
        let skip = Memo::new(move |_| u32::try_from(rows.get()).unwrap_or(u32::MAX));
        let page: AnalysisQuery<Q::Value> = analysis.query(move || question(skip.get()));
        let read = Rc::new(RefCell::new(None::<Read>));
        effect(move || {
            let AnalysisState::Ready { reply, is_stale: false } = page.get() else { return };
            add(&mut read.borrow_mut(), untrack(|| part(reply.value)), &columns, (rows, total), &on_end);
        });
        let problem = Memo::new(move |_| match page.get() {
            AnalysisState::Refused(refusal) => Some(Problem::Refused(refusal)),
            AnalysisState::Failed => Some(Problem::Failed),
            AnalysisState::Loading | AnalysisState::Ready { .. } => None,
        });
        Self { rows, total, problem, analysis }
    }

    /// Says why the last part has no value. `None` while it is loading and when it has one. Reactive.
    pub(super) fn problem(self) -> Option<AnyView> {
        let state = match self.problem.get()? {
            Problem::Refused(refusal) => AnalysisState::Refused(refusal),
            Problem::Failed => AnalysisState::<()>::Failed,
        };
        untrack(|| analysis_problem(self.analysis, &state))
    }
}

// The part that does not depend on the type of the value, compiled once.
fn add(
    place: &mut Option<Read>,
    part: Part,
    columns: &[String],
    (rows, total): (RwSignal<u64>, RwSignal<u64>),
    on_end: &dyn Fn(CsvFile, u64),
) {
    let found = part.total;
    total.set(found);
    // Other answers than at the beginning are kept now, so the parts have moved.
    if place.as_ref().is_some_and(|read| read.total != found) {
        *place = None;
        if rows.get_untracked() > 0 {
            rows.set(0);
            return;
        }
    }
    let read = place.get_or_insert_with(|| Read { file: CsvFile::new(columns), total: found, last: None });
    // The worker counted again and found the same part.
    let last = part.rows.last().cloned();
    if last.is_some() && read.last == last {
        return;
    }
    read.last = last;
    read.file.add(&part.rows);
    let all = rows.get_untracked() + part.rows.len() as u64;
    if all < found && !part.rows.is_empty() {
        rows.set(all);
    } else if let Some(read) = place.take() {
        on_end(read.file, all);
    }
}
