//! Reads the records of a CSV file, whatever separates its columns, and cells that were copied from a spreadsheet.
//!
//! Source: RFC 4180. Excel writes `;` in countries with a decimal comma, and tabs in Unicode text.

use std::collections::HashSet;

use answerdeck_api::is_invisible;

/// The separators, the most common first.
const SEPARATORS: [char; 3] = [',', ';', '\t'];
/// The maximum number of records among which the headings are looked for.
const HEADING_RECORDS_MAX: usize = 10;
/// The beginning of a line in which Excel names the separator.
const DECLARATION: &str = "sep=";
/// One of so many records may have another number of cells.
const RECORDS_PER_UNEVEN: usize = 10;

/// A quote is never closed. Contains the number of the record that opens it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnclosedQuote(pub usize);

/// Reads a file. The separator is the one that the file names, the one that separates a heading with one of the names, or else the one
/// with which the records have the same number of cells. Without any, each line is a cell. Byte order marks are left out, and lines may
/// end as on any system.
pub fn read(text: &str, names: &[&str]) -> Result<Vec<Vec<String>>, UnclosedQuote> {
    let text = text.trim_start_matches('\u{feff}');
    if let Some(separator) = declared(text) {
        let mut records = parse(text, Some(separator))?;
        // The line that names it has a number, and no cells.
        records[0].clear();
        return Ok(records);
    }
    let mut unclosed = None;
    let mut widest = None;
    let mut width = 1;
    for separator in SEPARATORS.into_iter().filter(|separator| text.contains(*separator)) {
        let records = match parse(text, Some(separator)) {
            Ok(records) => records,
            Err(quote) => {
                unclosed = unclosed.or(Some(quote));
                continue;
            }
        };
        let is_prose = separator != '\t' && is_prose(text, separator);
        // Below a title, a sentence may begin with a word and a comma.
        let named = headings(&records, names).filter(|(place, _)| *place == 0 || !is_prose);
        if named.is_some_and(|(place, _)| records[place].len() > 1) {
            return Ok(records);
        }
        let columns = common_width(&records, separator);
        if columns > width && !is_prose {
            width = columns;
            widest = Some(joined(records, width, separator));
        }
    }
    if let Some(records) = widest {
        return Ok(records);
    }
    let lines = parse(text, None)?;
    unclosed.map_or(Ok(lines), Err)
}

/// The cells that were copied from a spreadsheet: tabs divide the lines into equally many, or it is one column with cells in quotes.
/// `None` for any other text.
pub fn read_copied(text: &str) -> Option<Vec<Vec<String>>> {
    let records = parse(text, Some('\t')).unwrap_or_default();
    match common_width(&records, '\t') {
        1 => copied_column(text),
        width => Some(joined(records, width, '\t')),
    }
}

/// The cells of one column. A line that is not in quotes as a spreadsheet writes them stays as it is. `None` if all do.
fn copied_column(text: &str) -> Option<Vec<Vec<String>>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut rest = lines.as_slice();
    let mut records = Vec::new();
    let mut has_quoted = false;
    while let Some(line) = rest.first() {
        let quoted = quoted_cell(rest);
        has_quoted |= quoted.is_some();
        let (cell, length) = quoted.unwrap_or_else(|| ((*line).to_owned(), 1));
        records.push(vec![cell]);
        rest = &rest[length..];
    }
    has_quoted.then_some(records)
}

/// The cell in quotes with which lines begin, and the number of its lines. A spreadsheet puts a text with line breaks or quotes into
/// quotes, and doubles its own. Other texts in quotes are as they were typed.
fn quoted_cell(lines: &[&str]) -> Option<(String, usize)> {
    let mut quotes = 0;
    let ends = |line: &&str| {
        quotes += line.matches('"').count();
        quotes % 2 == 0
    };
    let length = 1 + lines.iter().position(ends)?;
    let cell = lines[..length].join("\n");
    let inner = cell.strip_prefix('"')?.strip_suffix('"')?;
    let is_quoted = inner.contains(['"', '\n']) && !inner.replace("\"\"", "").contains('"');
    is_quoted.then(|| (inner.replace("\"\"", "\""), length))
}

/// The place of the record with the headings, and the column with the first of the names. Blank records and titles may be above it.
/// `None` if no heading is known.
pub fn headings(records: &[Vec<String>], names: &[&str]) -> Option<(usize, usize)> {
    let mut titles = 0;
    for (place, record) in records.iter().enumerate().take(HEADING_RECORDS_MAX) {
        let filled = record.iter().filter(|cell| !cell.trim().is_empty()).count();
        let named = record.iter().enumerate().filter_map(|(column, cell)| Some((heading(cell, names)?, column))).min();
        match named {
            // Below two single texts, another single one is more likely a text than a heading.
            Some((_, column)) if filled > 1 || titles < 2 => return Some((place, column)),
            _ if filled > 1 => return None,
            _ => titles += filled,
        }
    }
    None
}

/// Of the columns that are mostly text, the one whose distinct texts have the most words: categories repeat, identifiers and addresses
/// are single words. A heading that is not known is text above numbers.
pub fn text_column(records: &[Vec<String>]) -> usize {
    let width = records.iter().map(Vec::len).max().unwrap_or_default();
    let filled = records.iter().filter(|record| !is_blank(record)).count();
    let is_text = |column: &usize| {
        let cells = records.iter().filter_map(|record| record.get(*column));
        2 * cells.filter(|cell| cell.chars().any(char::is_alphabetic)).count() > filled
    };
    let words = |column: &usize| {
        let texts: HashSet<&String> = records.iter().filter_map(|record| record.get(*column)).collect();
        texts.iter().map(|text| text.split_whitespace().count()).sum::<usize>()
    };
    // The last of equals is the first column.
    (0..width).rev().filter(is_text).max_by_key(words).unwrap_or_default()
}

/// The place of a cell among the names of a column. Space, case and remarks in parentheses do not matter.
pub fn heading(cell: &str, names: &[&str]) -> Option<usize> {
    let name = cell.split(['(', '*', '（']).next().unwrap_or_default();
    let name: String = name.chars().filter(|letter| !letter.is_whitespace() && !is_invisible(*letter)).collect();
    names.iter().position(|known| name.eq_ignore_ascii_case(known))
}

/// The separator that the first line names.
fn declared(text: &str) -> Option<char> {
    let line = text.split(['\r', '\n']).next()?;
    let (name, separator) = line.split_at_checked(DECLARATION.len())?;
    let separator: char = separator.parse().ok()?;
    (name.eq_ignore_ascii_case(DECLARATION) && separator != '"').then_some(separator)
}

/// Whether a sign is punctuation: a space follows it everywhere.
fn is_prose(text: &str, sign: char) -> bool {
    text.match_indices(sign)
        .all(|(place, sign)| text.get(place + sign.len()..).is_some_and(|rest| rest.starts_with(' ')))
}

/// The number of cells that the records have, or 1 if too many have another. If commas or semicolons make two columns, none may: a
/// sentence may have one too. Blank records do not count.
fn common_width(records: &[Vec<String>], separator: char) -> usize {
    let mut widths: Vec<usize> = records.iter().filter(|record| !is_blank(record)).map(Vec::len).collect();
    widths.sort_unstable();
    let median = widths.get(widths.len() / 2).copied().unwrap_or(1);
    let uneven = widths.iter().filter(|width| **width != median).count();
    let uneven_max = if separator == '\t' || median > 2 { widths.len() / RECORDS_PER_UNEVEN } else { 0 };
    if uneven <= uneven_max { median } else { 1 }
}

/// The records without cells beyond the last column: its text has the separator.
fn joined(mut records: Vec<Vec<String>>, width: usize, separator: char) -> Vec<Vec<String>> {
    let separator = separator.to_string();
    for record in records.iter_mut().filter(|record| record.len() > width) {
        let text = record.split_off(width - 1).join(separator.as_str());
        record.push(text.trim_end_matches(separator.as_str()).to_owned());
    }
    records
}

/// Whether no cell has a text.
pub fn is_blank(record: &[String]) -> bool {
    record.iter().all(|cell| cell.trim().is_empty())
}

fn parse(text: &str, separator: Option<char>) -> Result<Vec<Vec<String>>, UnclosedQuote> {
    let mut records = Vec::new();
    let mut record = Vec::new();
    let mut cell = String::new();
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (quoted, character) {
            (true, '"') if characters.next_if_eq(&'"').is_some() => cell.push('"'),
            (true, '"') => quoted = false,
            (true, '\r') => {
                characters.next_if_eq(&'\n');
                cell.push('\n');
            }
            (true, other) => cell.push(other),
            (false, '"') if cell.is_empty() => quoted = true,
            (false, other) if Some(other) == separator => record.push(std::mem::take(&mut cell)),
            (false, '\r' | '\n') => {
                if character == '\r' {
                    characters.next_if_eq(&'\n');
                }
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

    fn cells(text: &str) -> Vec<Vec<String>> {
        read(text, &["content"]).unwrap()
    }

    #[test]
    fn the_separator_is_the_one_that_makes_columns_equal() {
        for (text, expected) in [
            ("a,1\nb,2", vec![vec!["a", "1"], vec!["b", "2"]]),
            ("a;1\nb;2", vec![vec!["a", "1"], vec!["b", "2"]]),
            ("a\t1\nb\t2", vec![vec!["a", "1"], vec!["b", "2"]]),
            ("a, b;1\nc;2", vec![vec!["a, b", "1"], vec!["c", "2"]]),
            ("a, b\t1\nc, d\t2", vec![vec!["a, b", "1"], vec!["c, d", "2"]]),
            ("a;b,c;d\ne;f,g;h", vec![vec!["a", "b,c", "d"], vec!["e", "f,g", "h"]]),
            ("안녕, 침낭 추천해줘\n그래, 텐트도", vec![vec!["안녕, 침낭 추천해줘"], vec!["그래, 텐트도"]]),
            ("하나, 둘, 셋\n넷", vec![vec!["하나, 둘, 셋"], vec!["넷"]]),
            ("id,content\n1", vec![vec!["id", "content"], vec!["1"]]),
            ("id;content\n1;a, b", vec![vec!["id", "content"], vec!["1", "a, b"]]),
            ("a\n\nid;content\n1;b", vec![vec!["a"], vec![""], vec!["id", "content"], vec!["1", "b"]]),
            ("a\ncontent, b\nc", vec![vec!["a"], vec!["content, b"], vec!["c"]]),
            ("sep=;\r\na;1", vec![vec![], vec!["a", "1"]]),
            ("SEP=|\na|1", vec![vec![], vec!["a", "1"]]),
            ("sep=\t\na\t1, 2", vec![vec![], vec!["a", "1, 2"]]),
            ("a,1\rb,2\r", vec![vec!["a", "1"], vec!["b", "2"]]),
            ("a,1\r\n\r\nb,2\n", vec![vec!["a", "1"], vec![""], vec!["b", "2"]]),
            ("\"a\rb\",1\r\"c\r\nd\",2", vec![vec!["a\nb", "1"], vec!["c\nd", "2"]]),
            ("\u{feff}\u{feff}a,1\nb,2", vec![vec!["a", "1"], vec!["b", "2"]]),
            ("", vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_tenth_of_the_records_may_have_another_number_of_cells() {
        for (row, uneven, expected) in [
            ("a\tb", "c\td\te", vec!["c", "d\te"]),
            ("a\tb", "c\td\t\t", vec!["c", "d"]),
            ("a\tb", "c", vec!["c"]),
            ("a,1,b", "c,2,d,e", vec!["c", "2", "d,e"]),
            ("a;1;b", "c;2", vec!["c", "2"]),
            ("a, b", "c,d,e", vec!["c,d,e"]),
        ] {
            let rows = format!("{row}\n").repeat(8);
            assert_eq!(cells(&format!("{rows}{row}\n{uneven}"))[9], expected, "{uneven:?}");
            assert_eq!(cells(&format!("{rows}{uneven}"))[8], [uneven], "{uneven:?}");
        }
        let records = read_copied(&format!("{}1\ta\tb\tc\t\n2\td", "0\ta\tb\tc\n".repeat(44))).unwrap();
        assert_eq!(records[44], ["1", "a", "b", "c"]);
        assert_eq!(records[45], ["2", "d"]);
    }

    #[test]
    fn a_copied_column_has_quotes_around_texts_with_line_breaks_or_quotes() {
        for (text, expected) in [
            (
                "질문\n침낭 추천\n\"누리오랑 타브린 중에\n뭐가 나아?\"\n\"노이즈 \"\"비교\"\"해 줘\"",
                vec!["질문", "침낭 추천", "누리오랑 타브린 중에\n뭐가 나아?", "노이즈 \"비교\"해 줘"],
            ),
            ("\"\"\"best\"\"\"\r\n\r\n\"a\r\n\r\nb\"\r\n", vec!["\"best\"", "", "a\n\nb"]),
            (
                "\"best earbuds\" reddit\n\"best\"\n\"a\tb\nc\"\n\"open",
                vec!["\"best earbuds\" reddit", "\"best\"", "a\tb\nc", "\"open"],
            ),
        ] {
            let records: Vec<Vec<&str>> = expected.into_iter().map(|cell| vec![cell]).collect();
            assert_eq!(read_copied(text).unwrap(), records, "{text:?}");
        }
        for text in [
            "\"best earbuds\" reddit\n\"best earbuds\"",
            "\"open\nclosed\" here",
            "\"open\n\"best\"",
            "\"a\", \"b\"",
            "\"\"a\"\"",
            "\"\"",
            "27\" screen\n32\"",
            "",
        ] {
            assert_eq!(read_copied(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_column_of_texts_has_the_most_words_that_do_not_repeat() {
        for (text, column) in [
            ("구분,소비자 발화\n가격,싼 침낭 추천해 줘\n품질,좋은 침낭은?", 1),
            ("싼 침낭 추천,https://a.example/1\n텐트,https://a.example/2", 0),
            ("아웃도어 용품 > 캠핑,침낭 추천\n아웃도어 용품 > 캠핑,텐트 추천\n아웃도어 용품 > 캠핑,매트 추천", 1),
            ("침낭,캠핑\n텐트,등산", 0),
            ("1,침낭\n2,텐트", 1),
            ("1,2\n3,4", 0),
        ] {
            assert_eq!(text_column(&cells(text)), column, "{text}");
        }
    }

    #[test]
    fn headings_are_below_blank_records_and_titles() {
        for (text, place) in [
            ("id,content\n1,a", Some((0, 1))),
            (",\nTitle,\n,\nDate,\nid,content\n1,a", Some((4, 1))),
            ("Title\ncontent\na", Some((1, 0))),
            ("a\nb\ncontent", None),
            ("number,text\n1,a\n2,content", None),
            ("a,\n,\n,\n,\n,\n,\n,\n,\n,\n,\nid,content", None),
        ] {
            assert_eq!(headings(&cells(text), &["content"]), place, "{text:?}");
        }
    }

    #[test]
    fn an_unclosed_quote_names_its_record() {
        for (text, number) in [("a\n\"b\nc", 2), ("id,content\n1,\"a", 2), ("1,a\n2,\"b", 2), ("sep=;\n\"a", 2)] {
            assert_eq!(read(text, &["content"]), Err(UnclosedQuote(number)), "{text}");
        }
    }
}
