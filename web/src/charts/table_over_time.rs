use super::data_table::DataTable;
use super::date_values::{Axes, Value};
use crate::csv::{Cell, CsvTable, decimal};

/// The words of a table over time.
#[derive(Debug, Clone, Copy)]
pub struct ColumnNames {
    pub dates: &'static str,
    /// In a spreadsheet, what was counted for a value: after the name of the series.
    pub count: &'static str,
    /// In a spreadsheet, what it was counted from: after the name of the series.
    pub out_of: &'static str,
    /// What was counted for a value, and what it was counted from, in a few words.
    pub n_of: fn(u64, u64) -> String,
}

/// The values of series as a table: a row for each date, a column for each series, and one for the annotations if there are any.
pub(super) fn table_over_time(
    names: ColumnNames,
    Axes { dates, annotations, no_data, .. }: &Axes,
    series: &[(&str, &[Option<Value>])],
) -> DataTable {
    let annotations_name = || annotations.is_any().then(|| annotations.name.clone());
    let (mut columns, mut number_columns) = (vec![names.dates.to_owned()], vec![names.dates.to_owned()]);
    for (name, values) in series {
        columns.push((*name).to_owned());
        number_columns.push((*name).to_owned());
        if is_counted(values) {
            number_columns.extend([names.count, names.out_of].map(|column| [name, ": ", column].concat()));
        }
    }
    let (mut rows, mut number_rows) = (Vec::new(), Vec::new());
    for (index, (date, heading)) in dates.iter().enumerate() {
        let (mut row, mut numbers) = (vec![heading.clone()], vec![Cell::Text(date.to_string())]);
        for (_, values) in series {
            let value = values.get(index).and_then(Option::as_ref);
            row.push(value.map_or_else(|| (*no_data).to_owned(), |value| shown(value, names.n_of)));
            numbers.push(value.map_or(Cell::Empty, number));
            if is_counted(values) {
                let counted = value.and_then(|value| value.counted);
                numbers.extend(counted.map_or([Cell::Empty, Cell::Empty], |counted| counted.map(Cell::Count)));
            }
        }
        row.extend(annotations.cell(index));
        numbers.extend(annotations.cell(index).map(Cell::Text));
        rows.push(row);
        number_rows.push(numbers);
    }
    columns.extend(annotations_name());
    number_columns.extend(annotations_name());
    let numbers = CsvTable { columns: number_columns, rows: number_rows };
    DataTable { columns, rows, has_notes: annotations.is_any(), numbers }
}

fn is_counted(values: &[Option<Value>]) -> bool {
    values.iter().flatten().any(|value| value.counted.is_some())
}

// The value, and in a second line what it was counted from. An interval and a tier are left to the chart.
fn shown(value: &Value, n_of: fn(u64, u64) -> String) -> String {
    let Some([count, out_of]) = value.counted else { return value.text.clone() };
    let at = value.text.find(" · ").unwrap_or(value.text.len());
    [&value.text[..at], "\n", &n_of(count, out_of)].concat()
}

// A number of something has no decimals.
fn number(value: &Value) -> Cell {
    let is_whole = value.counted.is_none() && decimal(value.value).ends_with(".0000");
    if is_whole { Cell::Count(value.value.round() as u64) } else { Cell::Number(value.value) }
}

#[cfg(test)]
mod tests {
    use super::super::date_values::tests::{axes, november};
    use super::super::date_values::{Annotation, Annotations};
    use super::*;
    use crate::csv::lines;

    const NAMES: ColumnNames = ColumnNames {
        dates: "Period",
        count: "count",
        out_of: "out of",
        n_of: |count, out_of| format!("{count} of {out_of}"),
    };

    fn table(series: &[(&str, &[Option<Value>])], annotations: Annotations) -> DataTable {
        let dates = [9, 16].map(|day| (november(day), format!("Week of Nov {day}"))).to_vec();
        table_over_time(NAMES, &Axes { dates, annotations, ..axes(0) }, series)
    }

    #[test]
    fn a_rate_has_its_counts_below_and_is_three_numbers_in_a_spreadsheet() {
        let text = "28% · 40 of 144 answers · 95% interval 21% to 36% · Small sample".to_owned();
        let values = [Some(Value { value: 40.0 / 144.0, text, counted: Some([40, 144]) }), None];
        let annotation =
            Annotation { text: "1 prompt · 1 model".to_owned(), label: "+1 prompt".to_owned(), breaks_trend: true };
        let annotations = Annotations { name: "Changed".to_owned(), by_date: vec![None, Some(annotation)] };
        let table = table(&[("Nurio", &values)], annotations);
        assert_eq!(table.columns, ["Period", "Nurio", "Changed"]);
        assert!(table.has_notes);
        assert_eq!(table.rows[0], ["Week of Nov 9", "28%\n40 of 144", ""]);
        assert_eq!(table.rows[1], ["Week of Nov 16", "no data", "1 prompt · 1 model"]);
        assert_eq!(table.numbers.columns, ["Period", "Nurio", "Nurio: count", "Nurio: out of", "Changed"]);
        let numbers = "2026-11-09,0.2778,40,144,\r\n2026-11-16,,,,1 prompt · 1 model\r\n";
        assert_eq!(lines(&table.numbers.rows, ""), numbers);
    }

    #[test]
    fn a_number_that_was_not_counted_from_others_is_one_column() {
        let value = |value| Some(Value { value, text: "1,900 searches".to_owned(), counted: None });
        let table = table(&[("earbuds", &[value(1_900.0), value(12.5)])], Annotations::default());
        assert_eq!(table.rows[0], ["Week of Nov 9", "1,900 searches"]);
        assert!(!table.has_notes);
        assert_eq!(table.numbers.columns, ["Period", "earbuds"]);
        assert_eq!(lines(&table.numbers.rows, ""), "2026-11-09,1900\r\n2026-11-16,12.5000\r\n");
    }
}
