//! Rows of prompts out of pasted lines or a CSV file.

use std::collections::HashMap;

use answerdeck_api::limits::PROMPT_CONTENT_MAX;

use super::text_rule::{Problem, TextRule};

const CONTENT: TextRule = TextRule { required: true, max: PROMPT_CONTENT_MAX };
/// What a column of prompts may be headed by; the first is the platform's own name.
const HEADINGS: [&str; 4] = ["content", "prompt", "프롬프트", "내용"];

/// One prompt to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its line, or its record in the CSV file, from 1.
    pub number: usize,
    /// Its text, without space around it.
    pub content: String,
    /// Why it cannot be added. `None` when it can.
    pub problem: Option<RowProblem>,
}

/// Why a row cannot be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowProblem {
    /// It has no text.
    Empty,
    /// It has so many characters.
    TooLong(usize),
    /// It says the same as the row of this number.
    Repeated(usize),
}

/// A quote that was opened in this record is never closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnclosedQuote(pub usize);

/// One row a line. Lines without text are passed over.
pub fn from_lines(text: &str) -> Vec<Row> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.to_owned()));
    checked(lines.filter(|(_, line)| !line.trim().is_empty()))
}

/// One row a record: the column headed `content`, or the first column of a file without such a heading.
///
/// Source: RFC 4180; a byte order mark and bare line feeds are accepted as well.
pub fn from_csv(text: &str) -> Result<Vec<Row>, UnclosedQuote> {
    let records = records(text.trim_start_matches('\u{feff}'))?;
    let heading = |cell: &String| HEADINGS.iter().any(|heading| cell.trim().eq_ignore_ascii_case(heading));
    let column = records.first().and_then(|first| first.iter().position(heading));
    let cells = records
        .into_iter()
        .enumerate()
        .skip(usize::from(column.is_some()))
        .filter(|(_, record)| record.iter().any(|cell| !cell.trim().is_empty()))
        .map(|(index, mut record)| {
            let column = column.unwrap_or(0);
            let cell = if column < record.len() { record.swap_remove(column) } else { String::new() };
            (index + 1, cell)
        });
    Ok(checked(cells))
}

fn checked(rows: impl Iterator<Item = (usize, String)>) -> Vec<Row> {
    let mut seen = HashMap::new();
    rows.map(|(number, text)| {
        let content = text.trim().to_owned();
        let problem = match CONTENT.check(&content) {
            Some(Problem::Missing) => Some(RowProblem::Empty),
            Some(Problem::TooLong(length)) => Some(RowProblem::TooLong(length)),
            None => {
                let first = *seen.entry(content.clone()).or_insert(number);
                (first != number).then_some(RowProblem::Repeated(first))
            }
        };
        Row { number, content, problem }
    })
    .collect()
}

fn records(text: &str) -> Result<Vec<Vec<String>>, UnclosedQuote> {
    let mut records = Vec::new();
    let mut record = Vec::new();
    let mut cell = String::new();
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (quoted, character) {
            (true, '"') if characters.next_if_eq(&'"').is_some() => cell.push('"'),
            (true, '"') => quoted = false,
            (true, other) => cell.push(other),
            (false, '"') if cell.is_empty() => quoted = true,
            (false, ',') => record.push(std::mem::take(&mut cell)),
            (false, '\r') if characters.peek() == Some(&'\n') => {}
            (false, '\n') => {
                record.push(std::mem::take(&mut cell));
                records.push(std::mem::take(&mut record));
            }
            (false, other) => cell.push(other),
        }
    }
    if quoted {
        return Err(UnclosedQuote(records.len() + 1));
    }
    if !cell.is_empty() || !record.is_empty() {
        record.push(cell);
        records.push(record);
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(rows: &[Row]) -> Vec<(usize, &str)> {
        rows.iter().map(|row| (row.number, row.content.as_str())).collect()
    }

    #[test]
    fn each_line_is_a_prompt_and_blank_ones_are_passed_over() {
        let rows = from_lines("첫째, 쉼표\r\n\n  둘째 \n\t\n셋째");
        assert_eq!(contents(&rows), [(1, "첫째, 쉼표"), (3, "둘째"), (5, "셋째")]);
        assert!(rows.iter().all(|row| row.problem.is_none()));
    }

    #[test]
    fn a_row_that_repeats_another_names_it() {
        let rows = from_lines("a\nb\n a");
        assert_eq!(rows[2].problem, Some(RowProblem::Repeated(1)));
    }

    #[test]
    fn a_row_over_the_bound_says_how_long_it_is() {
        let rows = from_lines(&"가".repeat(1_001));
        assert_eq!(rows[0].problem, Some(RowProblem::TooLong(1_001)));
        assert_eq!(from_lines(&"가".repeat(1_000))[0].problem, None);
    }

    #[test]
    fn a_csv_is_read_by_its_content_column() {
        let csv = "\u{feff}id,Content\r\n1,\"a, \"\"b\"\"\"\r\n2,\"두\n줄\"\r\n,\r\n3,\r\n";
        let rows = from_csv(csv).unwrap();
        assert_eq!(contents(&rows), [(2, "a, \"b\""), (3, "두\n줄"), (5, "")]);
        assert_eq!(rows[2].problem, Some(RowProblem::Empty));
    }

    #[test]
    fn a_csv_without_a_heading_is_read_by_its_first_column() {
        assert_eq!(contents(&from_csv("a,1\nb,2").unwrap()), [(1, "a"), (2, "b")]);
        assert_eq!(from_csv("").unwrap(), []);
    }

    #[test]
    fn a_quote_that_is_never_closed_names_its_record() {
        assert_eq!(from_csv("a\n\"b\nc"), Err(UnclosedQuote(2)));
    }
}
