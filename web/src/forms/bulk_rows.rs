//! Reads prompts from pasted lines or a CSV file.

use std::collections::HashMap;

use answerdeck_api::limits::PROMPT_CONTENT_MAX;

use super::text_rule::{TextError, TextRule};

const CONTENT: TextRule = TextRule { required: true, max: PROMPT_CONTENT_MAX };
/// The accepted headings of the prompt column. The first is the name in the API.
const HEADINGS: [&str; 4] = ["content", "prompt", "프롬프트", "내용"];

/// One row of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The number of its line, or of its record in the CSV file, from 1.
    pub number: usize,
    /// Its text, without surrounding space.
    pub content: String,
    /// Why it cannot be added. `None` if it can.
    pub error: Option<RowError>,
}

/// Why a row cannot be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowError {
    /// It has no text.
    Empty,
    /// It is too long. Contains its number of characters.
    TooLong(usize),
    /// It repeats an earlier row. Contains that row's number.
    Repeated(usize),
}

/// A quote is never closed. Contains the number of the record that opens it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnclosedQuote(pub usize);

/// Reads one row from each line. Blank lines are skipped.
pub fn from_lines(text: &str) -> Vec<Row> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.to_owned()));
    checked(lines.filter(|(_, line)| !line.trim().is_empty()))
}

/// Reads one row from each record: the column with the heading `content`, or the first column if there is no such
/// heading. A byte order mark and bare line feeds are accepted.
///
/// # Errors
/// Fails with [`UnclosedQuote`] if a quote is never closed.
///
/// Source: RFC 4180.
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

/// A CSV file that [`from_csv`] reads as these prompts.
pub fn to_csv<'a>(prompts: impl Iterator<Item = &'a str>) -> String {
    let mut csv = HEADINGS[0].to_owned();
    for prompt in prompts {
        csv.extend(["\r\n\"", &prompt.replace('"', "\"\""), "\""]);
    }
    csv
}

fn checked(rows: impl Iterator<Item = (usize, String)>) -> Vec<Row> {
    let mut first_rows = HashMap::new();
    rows.map(|(number, text)| {
        let content = text.trim().to_owned();
        let error = match CONTENT.check(&content) {
            Some(TextError::Missing) => Some(RowError::Empty),
            Some(TextError::TooLong(length)) => Some(RowError::TooLong(length)),
            None => {
                let first = *first_rows.entry(content.clone()).or_insert(number);
                (first != number).then_some(RowError::Repeated(first))
            }
        };
        Row { number, content, error }
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

    #[test]
    fn prompts_survive_being_written_as_csv_and_read() {
        let prompts = ["content", "One, \"two\"\nthree", "=1+1", "누리오?"];
        let read = from_csv(&to_csv(prompts.into_iter())).unwrap();
        assert_eq!(read.iter().map(|row| row.content.as_str()).collect::<Vec<_>>(), prompts);
        assert!(read.iter().all(|row| row.error.is_none()));
    }

    fn contents(rows: &[Row]) -> Vec<(usize, &str)> {
        rows.iter().map(|row| (row.number, row.content.as_str())).collect()
    }

    #[test]
    fn each_line_is_a_prompt_and_blank_lines_are_skipped() {
        let rows = from_lines("첫째, 쉼표\r\n\n  둘째 \n\t\n셋째");
        assert_eq!(contents(&rows), [(1, "첫째, 쉼표"), (3, "둘째"), (5, "셋째")]);
        assert!(rows.iter().all(|row| row.error.is_none()));
    }

    #[test]
    fn a_repeated_row_names_the_first_one() {
        let rows = from_lines("a\nb\n a");
        assert_eq!(rows[2].error, Some(RowError::Repeated(1)));
    }

    #[test]
    fn a_row_over_the_limit_reports_its_length() {
        let rows = from_lines(&"가".repeat(1_001));
        assert_eq!(rows[0].error, Some(RowError::TooLong(1_001)));
        assert_eq!(from_lines(&"가".repeat(1_000))[0].error, None);
    }

    #[test]
    fn the_content_column_of_a_csv_is_read() {
        let csv = "\u{feff}id,Content\r\n1,\"a, \"\"b\"\"\"\r\n2,\"두\n줄\"\r\n,\r\n3,\r\n";
        let rows = from_csv(csv).unwrap();
        assert_eq!(contents(&rows), [(2, "a, \"b\""), (3, "두\n줄"), (5, "")]);
        assert_eq!(rows[2].error, Some(RowError::Empty));
    }

    #[test]
    fn the_first_column_of_a_csv_without_a_heading_is_read() {
        assert_eq!(contents(&from_csv("a,1\nb,2").unwrap()), [(1, "a"), (2, "b")]);
        assert_eq!(from_csv("").unwrap(), []);
    }

    #[test]
    fn an_unclosed_quote_names_its_record() {
        assert_eq!(from_csv("a\n\"b\nc"), Err(UnclosedQuote(2)));
    }
}
