//! The prompts for which no model searched.

use answerdeck_analysis::{PromptsWithoutSearch, SearchlessPrompt, SearchlessPrompts};

use super::file::CsvFile;
use super::kept::{KeptReading, PAGE, Part};
use crate::csv::Cell;
use crate::locale::texts;
use crate::paths::AnswersParams;

/// Starts to read the prompts of a scope for which no model searched. `on_end` gets the file and the number of its rows.
pub(super) fn read(scope: AnswersParams, on_end: Box<dyn Fn(CsvFile, u64)>) -> KeptReading {
    let columns = texts().exports();
    let names = [texts().answers().prompt, columns.all_answers, columns.id].map(str::to_owned).to_vec();
    let row = |SearchlessPrompt { id, question, answers }: SearchlessPrompt| {
        vec![Cell::Text(question), Cell::Count(answers), Cell::Text(id.to_string())]
    };
    KeptReading::begin(
        names,
        move |skip| Some(PromptsWithoutSearch { scope: scope.counted()?, skip, limit: PAGE }),
        move |SearchlessPrompts { without_search, most_asked, .. }| Part {
            total: without_search,
            rows: most_asked.into_iter().map(row).collect(),
        },
        on_end,
    )
}
