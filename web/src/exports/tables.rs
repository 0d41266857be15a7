//! The rows of tables that are here as a whole.

use answerdeck_analysis::{BrandReport, ReportedBrand};
use answerdeck_api::Brand;

use super::TableExport;
use crate::csv::{Cell, CsvTable};
use crate::locale::texts;

/// The name of a table, which names the file, and the table in the current language.
pub(super) fn table(export: TableExport) -> (&'static str, CsvTable) {
    match export {
        TableExport::Brands { brands, report } => (texts().brands().title, brand_table(&brands, report.as_ref())),
    }
}

fn brand_table(brands: &[Brand], report: Option<&BrandReport>) -> CsvTable {
    let texts = texts();
    let (columns, metrics) = (texts.exports(), texts.metrics());
    let names = [
        texts.brands().brand,
        texts.brands().synonyms,
        texts.brands().websites,
        metrics.mention_rate,
        columns.naming_answers,
        columns.all_answers,
        columns.interval_low,
        columns.interval_high,
        metrics.share_of_voice,
        columns.all_mentions,
        metrics.first_position,
        columns.id,
    ];
    let row = |brand: &Brand| {
        let found = report.and_then(|report| report.brands.iter().find(|found| found.id == brand.id));
        let texts = [brand.name.clone(), brand.synonyms.join("\n"), brand.websites.join("\n")].map(Cell::Text);
        texts.into_iter().chain(metrics_of(found)).chain([Cell::Text(brand.id.to_string())]).collect()
    };
    CsvTable { columns: names.map(str::to_owned).to_vec(), rows: brands.iter().map(row).collect() }
}

fn metrics_of(brand: Option<&ReportedBrand>) -> [Cell; 8] {
    let rate = brand.map(|brand| brand.visibility.mention_rate);
    let interval = rate.and_then(|rate| rate.interval());
    let share = brand.map(|brand| brand.visibility.share_of_voice);
    [
        Cell::number(rate.and_then(|rate| rate.value())),
        Cell::count(rate.map(|rate| rate.numerator)),
        Cell::count(rate.map(|rate| rate.sample.answers)),
        Cell::number(interval.map(|interval| interval.lower)),
        Cell::number(interval.map(|interval| interval.upper)),
        Cell::number(share.and_then(|share| share.value())),
        Cell::count(share.map(|share| share.denominator)),
        Cell::number(brand.and_then(|brand| brand.visibility.first_position.mean())),
    ]
}
