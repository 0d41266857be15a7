//! The results of a run by prompt and model.

use std::collections::HashMap;

use answerdeck_api::metrics::PromptModel;
use answerdeck_api::{ModelCode, PromptId};

use crate::components::{Grid, GridRow, StatusCounts};
use crate::csv::{Cell, CsvTable};
use crate::locale::texts;

/// The models with answers to each prompt. Each names the own brand first.
pub(super) type Answers = HashMap<PromptId, Vec<PromptModel>>;

pub(super) fn grid_table(grid: &Grid, only_failed: bool, models: &[String]) -> CsvTable {
    let mut columns = grid_columns(None);
    columns.push(texts().exports().id.to_owned());
    CsvTable { columns, rows: grid_rows(grid, only_failed, models, None) }
}

/// The columns before the ids, with those about the own brand of this name.
pub(super) fn grid_columns(own: Option<&str>) -> Vec<String> {
    let (common, columns) = (texts().common(), texts().exports());
    let status = [common.prompt, common.model, common.succeeded, common.failed, common.pending].map(str::to_owned);
    let of_answers = own
        .map(|own| [columns.all_answers.to_owned(), (columns.answers_naming)(own), texts().frame().sources.to_owned()]);
    status.into_iter().chain(of_answers.into_iter().flatten()).collect()
}

pub(super) fn grid_rows(
    grid: &Grid,
    only_failed: bool,
    models: &[String],
    answers: Option<&Answers>,
) -> Vec<Vec<Cell>> {
    let row = |(_, row): (usize, &GridRow)| {
        let cells = grid.models.iter().zip(models).zip(&row.cells).filter(|(_, counts)| counts.total() > 0);
        let cell = |((code, model), counts): ((&ModelCode, &String), &StatusCounts)| {
            let mut cells = vec![Cell::Text(row.query.clone()), Cell::Text(model.clone())];
            cells.extend([counts.succeeded, counts.failed, counts.pending].map(Cell::Count));
            if let Some(answers) = answers {
                let of = answers.get(&row.prompt).into_iter().flatten().find(|of| of.model == *code);
                let naming = of.and_then(|of| of.named.first().copied());
                cells.extend([of.map(|of| of.answers), naming, of.map(|of| of.citations)].map(Cell::count));
            }
            cells.push(Cell::Text(row.prompt.to_string()));
            cells
        };
        cells.map(cell).collect::<Vec<_>>()
    };
    grid.shown(only_failed).flat_map(row).collect()
}
