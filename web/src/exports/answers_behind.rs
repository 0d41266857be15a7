//! The answers behind a figure.

use answerdeck_analysis::{AnswersWith, MatchingAnswer, MatchingAnswers};
use answerdeck_api::Model;

use super::FigureAnswers;
use super::file::CsvFile;
use super::kept::{KeptReading, PAGE, Part};
use super::lists::{optional_time, time_column};
use crate::components::service_name;
use crate::csv::Cell;
use crate::locale::texts;
use crate::queries::{Query, use_models};

/// Starts to read the answers behind a figure. `on_end` gets the file and the number of its rows.
pub(super) fn read(behind: FigureAnswers, on_end: Box<dyn Fn(CsvFile, u64)>) -> KeptReading {
    let FigureAnswers { scope, feature } = behind;
    let texts = texts();
    let columns = texts.exports();
    let names = [
        columns.question.to_owned(),
        texts.answers().model.to_owned(),
        texts.routes().route.to_owned(),
        time_column(texts.answers().when, texts),
        columns.id.to_owned(),
    ];
    let models = use_models();
    KeptReading::begin(
        names.to_vec(),
        move |skip| Some(AnswersWith { scope: scope.counted()?, feature: feature.clone(), skip, limit: PAGE }),
        move |MatchingAnswers { total, newest }| Part {
            total,
            rows: newest.iter().map(|answer| row(answer, models)).collect(),
        },
        on_end,
    )
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
