//! The items of a run, counted by prompt and model.

use std::collections::HashMap;

use answerdeck_api::{AnswerId, AnswerStatus, Failure, ModelCode, ModelRoute, PromptId, RunAnswer};

use crate::sorting::sort_by_key;

/// The numbers of repetitions of one prompt with one model, by status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StatusCounts {
    pub succeeded: u64,
    pub failed: u64,
    pub pending: u64,
}

impl StatusCounts {
    fn add(&mut self, status: &AnswerStatus) {
        match status {
            AnswerStatus::Success => self.succeeded += 1,
            AnswerStatus::Failed => self.failed += 1,
            AnswerStatus::Pending | AnswerStatus::Unknown(_) => self.pending += 1,
        }
    }

    /// The number of repetitions.
    pub fn total(self) -> u64 {
        self.succeeded + self.failed + self.pending
    }
}

/// One prompt and its counts for each model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub prompt: PromptId,
    /// The text that was sent to the models.
    pub query: String,
    /// One for each model, in the order of [`Grid::models`].
    pub cells: Vec<StatusCounts>,
    /// An answer of each cell.
    answers: Vec<Option<AnswerId>>,
    /// The reasons of each cell, as positions among those of the grid.
    reasons: Vec<Vec<usize>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grid {
    /// The models in the order of the API's list. Unknown models of a newer server are last.
    pub models: Vec<ModelCode>,
    /// The routes by which the answers of each model came.
    pub routes: Vec<Vec<ModelRoute>>,
    /// The prompts, at first in the order of the run.
    pub rows: Vec<Row>,
    /// The reasons of failed items, each with the number of its items.
    reasons: Vec<(Failure, u64)>,
}

#[derive(Debug, Clone)]
pub struct FailedCell<'a> {
    pub row: &'a Row,
    pub model: &'a ModelCode,
    pub count: u64,
    /// Each once.
    pub reasons: Vec<&'a Failure>,
}

impl Grid {
    pub fn from_items(items: &[RunAnswer]) -> Self {
        let mut models: Vec<ModelCode> = Vec::new();
        for item in items {
            if !models.contains(&item.model) {
                models.push(item.model.clone());
            }
        }
        sort_by_key(&mut models, ModelCode::clone);

        let mut routes: Vec<Vec<ModelRoute>> = vec![Vec::new(); models.len()];
        let mut rows: Vec<Row> = Vec::new();
        let mut known: HashMap<&PromptId, usize> = HashMap::new();
        let (mut reasons, mut known_reasons): (Vec<(Failure, u64)>, HashMap<&Failure, usize>) = Default::default();
        for item in items {
            let Some(column) = models.iter().position(|model| *model == item.model) else { continue };
            let index = *known.entry(&item.prompt_id).or_insert_with(|| {
                rows.push(Row {
                    prompt: item.prompt_id.clone(),
                    query: item.query.clone(),
                    cells: vec![StatusCounts::default(); models.len()],
                    answers: vec![None; models.len()],
                    reasons: vec![Vec::new(); models.len()],
                });
                rows.len() - 1
            });
            if let Some(route) = &item.route
                && !routes[column].contains(route)
            {
                routes[column].push(route.clone());
            }
            let row = &mut rows[index];
            row.cells[column].add(&item.status);
            row.answers[column] = item.answer_id.clone();
            if let Some(failure) = &item.failure {
                let reason = *known_reasons.entry(failure).or_insert_with(|| {
                    reasons.push((failure.clone(), 0));
                    reasons.len() - 1
                });
                reasons[reason].1 += 1;
                if !row.reasons[column].contains(&reason) {
                    row.reasons[column].push(reason);
                }
            }
        }
        Self { models, routes, rows, reasons }
    }

    /// The rows with their indexes: all, or only those with failed repetitions.
    pub fn shown(&self, only_failed: bool) -> impl Iterator<Item = (usize, &Row)> {
        let is_shown = move |row: &Row| !only_failed || row.cells.iter().any(|counts| counts.failed > 0);
        self.rows.iter().enumerate().filter(move |(_, row)| is_shown(row))
    }

    /// The answer of a cell with one repetition. `None` while there is none.
    pub fn only_answer(&self, row: usize, column: usize) -> Option<AnswerId> {
        let row = self.rows.get(row)?;
        let is_only = row.cells.get(column)?.total() == 1;
        row.answers.get(column)?.clone().filter(|_| is_only)
    }

    pub fn failures(&self) -> Vec<FailedCell<'_>> {
        let cells = self.rows.iter().flat_map(|row| {
            let cells = self.models.iter().zip(&row.cells).zip(&row.reasons);
            cells.map(move |((model, counts), reasons)| {
                let reasons = reasons.iter().filter_map(|at| self.reasons.get(*at)).map(|(failure, _)| failure);
                FailedCell { row, model, count: counts.failed, reasons: reasons.collect() }
            })
        });
        cells.filter(|cell| cell.count > 0).collect()
    }

    /// The reasons of failed items with the number of their items, the most frequent first.
    pub fn reasons(&self) -> Vec<(Failure, u64)> {
        let mut reasons = self.reasons.clone();
        sort_by_key(&mut reasons, |(_, count)| std::cmp::Reverse(*count));
        reasons
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queries::run_selection::tests::item;

    #[test]
    fn repetitions_of_a_prompt_and_a_model_are_counted_in_one_cell() {
        use AnswerStatus::{Failed, Pending, Success};
        use ModelCode::{Chatgpt, Claude};
        let grid = Grid::from_items(&[
            item('b', Claude, Success),
            item('b', Claude, Failed),
            item('a', Chatgpt, Pending),
            item('b', Claude, Success),
            item('a', Claude, AnswerStatus::Unknown("SKIPPED".into())),
        ]);
        assert_eq!(grid.models, [Chatgpt, Claude]);
        let cells =
            |row: usize| grid.rows[row].cells.iter().map(|t| (t.succeeded, t.failed, t.pending)).collect::<Vec<_>>();
        assert_eq!(grid.rows.iter().map(|row| row.query.as_str()).collect::<Vec<_>>(), ["b?", "a?"]);
        assert_eq!(cells(0), [(0, 0, 0), (2, 1, 0)]);
        assert_eq!(cells(1), [(0, 0, 1), (0, 0, 1)]);
        let failures = grid.failures();
        assert_eq!(failures.len(), 1);
        assert_eq!(grid.shown(true).map(|(index, _)| index).collect::<Vec<_>>(), [0]);
        assert_eq!(grid.shown(false).count(), 2);
        assert_eq!((failures[0].row.query.as_str(), failures[0].model, failures[0].count), ("b?", &Claude, 1));
    }

    #[test]
    fn failed_items_are_grouped_by_their_reason_the_most_frequent_first() {
        let failed = |prompt, code: &str, words: Option<&str>| {
            let failure =
                Failure { code: code.into(), provider_message: words.map(str::to_owned), ..Failure::default() };
            RunAnswer { failure: Some(failure), ..item(prompt, ModelCode::Claude, AnswerStatus::Failed) }
        };
        let grid = Grid::from_items(&[
            failed('a', "PROVIDER_ERROR", Some("no")),
            failed('a', "PROVIDER_ERROR", Some("later")),
            failed('b', "PROVIDER_ERROR", Some("later")),
            failed('b', "PROVIDER_ERROR", Some("later")),
            item('c', ModelCode::Claude, AnswerStatus::Failed),
        ]);
        let words = |failure: &Failure| failure.provider_message.clone().unwrap();
        let reasons: Vec<_> = grid.reasons().iter().map(|(failure, count)| (words(failure), *count)).collect();
        assert_eq!(reasons, [("later".to_owned(), 3), ("no".to_owned(), 1)]);
        let cells: Vec<Vec<_>> =
            grid.failures().into_iter().map(|cell| cell.reasons.into_iter().map(words).collect()).collect();
        assert_eq!(cells, [vec!["no", "later"], vec!["later"], vec![]]);
    }

    #[test]
    fn a_cell_with_one_repetition_has_an_answer() {
        let with_answer = |prompt, id: char| RunAnswer {
            answer_id: Some(id.to_string().repeat(22).parse().unwrap()),
            ..item(prompt, ModelCode::Claude, AnswerStatus::Success)
        };
        let grid = Grid::from_items(&[
            with_answer('a', '1'),
            with_answer('b', '2'),
            with_answer('b', '3'),
            item('c', ModelCode::Claude, AnswerStatus::Pending),
        ]);
        let only: Vec<_> = (0..4).map(|row| grid.only_answer(row, 0).map(String::from)).collect();
        assert_eq!(only, [Some("1".repeat(22)), None, None, None]);
    }

    #[test]
    fn each_route_of_a_model_is_there_once() {
        let by = |route: &str, status| RunAnswer {
            route: Some(ModelRoute::from(route)),
            ..item('a', ModelCode::Claude, status)
        };
        let grid = Grid::from_items(&[
            by("API", AnswerStatus::Success),
            item('a', ModelCode::Gemini, AnswerStatus::Pending),
            by("STAND_IN", AnswerStatus::Success),
            by("API", AnswerStatus::Failed),
        ]);
        assert_eq!(grid.models, [ModelCode::Gemini, ModelCode::Claude]);
        assert_eq!(grid.routes, [vec![], vec![ModelRoute::Api, ModelRoute::StandIn]]);
    }

    #[test]
    fn a_run_without_items_has_an_empty_grid() {
        assert_eq!(Grid::from_items(&[]), Grid::default());
    }
}
