//! The results of a run by prompt and model.

use std::collections::HashMap;

use answerdeck_api::metrics::PromptModel;
use answerdeck_api::{ModelCode, PromptId};

use crate::components::{Grid, GridRow, StatusCounts};
use crate::csv::{Cell, CsvTable, Records};
use crate::locale::texts;

/// The models with answers to each prompt. Each names the own brand first.
pub(super) type Answers = HashMap<PromptId, Vec<PromptModel>>;

struct GridCell<'a> {
    row: &'a GridRow,
    code: &'a ModelCode,
    model: &'a str,
    counts: &'a StatusCounts,
}

/// `own` is the name of the own brand, and the answers that may name it.
pub(super) fn grid_table(grid: &Grid, only_failed: bool, models: &[String], own: Option<(&str, &Answers)>) -> CsvTable {
    let cells = grid.shown(only_failed).flat_map(|(_, row)| {
        let cells = grid.models.iter().zip(models).zip(&row.cells);
        cells.map(|((code, model), counts)| GridCell { row, code, model, counts }).collect::<Vec<_>>()
    });
    let cells: Vec<GridCell<'_>> = cells.filter(|cell| cell.counts.total() > 0).collect();
    let (common, names) = (texts().common(), texts().exports());
    let mut table = Records(&cells).table(&[
        (common.prompt, &|cell| Cell::Text(cell.row.query.clone())),
        (common.model, &|cell| Cell::Text(cell.model.to_owned())),
        (common.succeeded, &|cell| Cell::Count(cell.counts.succeeded)),
        (common.failed, &|cell| Cell::Count(cell.counts.failed)),
        (common.pending, &|cell| Cell::Count(cell.counts.pending)),
    ]);
    if let Some((own, answers)) = own {
        let of = |cell: &GridCell<'_>| answers.get(&cell.row.prompt)?.iter().find(|of| of.model == *cell.code);
        table = table.beside(Records(&cells).table(&[
            (names.all_answers, &|cell| Cell::count(of(cell).map(|of| of.answers))),
            (&(names.answers_naming)(own), &|cell| Cell::count(of(cell).and_then(|of| of.named.first().copied()))),
            (texts().frame().sources, &|cell| Cell::count(of(cell).map(|of| of.citations))),
        ]));
    }
    table.beside(Records(&cells).table(&[(names.id, &|cell| Cell::Text(cell.row.prompt.to_string()))]))
}
