//! Reads the records of a CSV file, whatever separates its columns.
//!
//! Source: RFC 4180. Excel writes `;` in countries with a decimal comma, and tabs in Unicode text.

use answerdeck_api::is_invisible;

/// The separators, the most common first.
const SEPARATORS: [char; 3] = [',', ';', '\t'];
/// The maximum number of records among which the headings are looked for.
const HEADING_RECORDS_MAX: usize = 10;
/// The beginning of a line in which Excel names the separator.
const DECLARATION: &str = "sep=";

/// A quote is never closed. Contains the number of the record that opens it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnclosedQuote(pub usize);

#[derive(Debug, PartialEq, Eq)]
pub struct Records {
    pub records: Vec<Vec<String>>,
    /// The number of the first record, from 1. It is 2 after a line that names the separator.
    pub first_number: usize,
}

/// The records, and the quote that is never closed.
type Parsed = (Vec<Vec<String>>, Option<UnclosedQuote>);

/// Reads a file. The separator is the one that the file names, the one that separates a heading with one of the names, or else the one
/// with which all records have the same number of cells. Without any, each line is a cell. Byte order marks are left out, and lines may
/// end as on any system.
pub fn read(text: &str, names: &[&str]) -> Result<Records, UnclosedQuote> {
    let text = text.trim_start_matches('\u{feff}');
    if let Some((separator, rest)) = declared(text) {
        let (records, unclosed) = parse(rest, Some(separator));
        return match unclosed {
            Some(UnclosedQuote(number)) => Err(UnclosedQuote(number + 1)),
            None => Ok(Records { records, first_number: 2 }),
        };
    }
    let candidates = SEPARATORS.into_iter().filter(|separator| text.contains(*separator));
    let mut parsed: Vec<_> = candidates.map(|separator| (separator, parse(text, Some(separator)))).collect();
    let has_heading = |(separator, (records, _)): &(char, Parsed)| {
        let place = headings(records, names).map(|(place, _)| place);
        // Below a title, a sentence may begin with a word and a comma.
        let place = place.filter(|place| *place == 0 || !is_prose(text, *separator));
        place.and_then(|place| records.get(place)).is_some_and(|cells| cells.len() > 1)
    };
    let of_heading = parsed.iter().position(has_heading);
    let equal = || {
        let width = |(separator, (records, unclosed)): &(char, Parsed)| {
            let is_prose = *separator != '\t' && is_prose(text, *separator);
            if unclosed.is_some() || is_prose { 1 } else { equal_width(records) }
        };
        let widest = parsed.iter().enumerate().map(|(place, parsed)| (width(parsed), place));
        // Of equally many columns, the most common separator.
        let widest = widest.reduce(|best, other| if other.0 > best.0 { other } else { best });
        widest.filter(|(width, _)| *width > 1).map(|(_, place)| place)
    };
    let (records, unclosed) = match of_heading.or_else(equal) {
        Some(place) => parsed.swap_remove(place).1,
        None => {
            let (records, unclosed) = parse(text, None);
            (records, unclosed.or_else(|| parsed.iter().find_map(|(_, (_, unclosed))| *unclosed)))
        }
    };
    unclosed.map_or(Ok(Records { records, first_number: 1 }), Err)
}

/// The cells that were copied from a spreadsheet: tabs divide each line into equally many. `None` for any other text.
pub fn read_copied(text: &str) -> Option<Vec<Vec<String>>> {
    let (records, unclosed) = parse(text, Some('\t'));
    (unclosed.is_none() && equal_width(&records) > 1).then_some(records)
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

/// The first column that is mostly text. A heading that is not known is text above numbers.
pub fn text_column(records: &[Vec<String>]) -> usize {
    let width = records.iter().map(Vec::len).max().unwrap_or_default();
    let filled = records.iter().filter(|record| !is_blank(record)).count();
    let is_text = |column: &usize| {
        let cells = records.iter().filter_map(|record| record.get(*column));
        2 * cells.filter(|cell| cell.chars().any(char::is_alphabetic)).count() > filled
    };
    (0..width).find(is_text).unwrap_or_default()
}

/// The place of a cell among the names of a column. Space, case and remarks in parentheses do not matter.
pub fn heading(cell: &str, names: &[&str]) -> Option<usize> {
    let name = cell.split(['(', '*', '（']).next().unwrap_or_default();
    let name: String = name.chars().filter(|letter| !letter.is_whitespace() && !is_invisible(*letter)).collect();
    names.iter().position(|known| name.eq_ignore_ascii_case(known))
}

/// The separator that the first line names, and the other lines.
fn declared(text: &str) -> Option<(char, &str)> {
    let rest = text.get(..DECLARATION.len()).filter(|begin| begin.eq_ignore_ascii_case(DECLARATION)).map(str::len);
    let mut letters = text.get(rest?..)?.chars();
    let separator = letters.next().filter(|letter| !matches!(letter, '\r' | '\n' | '"'))?;
    let rest = letters.as_str();
    let rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\r', '\n']));
    rest.map(|rest| (separator, rest))
}

/// Whether a sign is punctuation: a space follows it everywhere.
fn is_prose(text: &str, sign: char) -> bool {
    text.match_indices(sign)
        .all(|(place, sign)| text.get(place + sign.len()..).is_some_and(|rest| rest.starts_with(' ')))
}

/// The number of cells of each record, if it is the same for all. Blank records do not count.
fn equal_width(records: &[Vec<String>]) -> usize {
    let mut widths = records.iter().filter(|record| !is_blank(record)).map(Vec::len);
    let first = widths.next().unwrap_or(1);
    if widths.all(|width| width == first) { first } else { 1 }
}

/// Whether no cell has a text.
pub fn is_blank(record: &[String]) -> bool {
    record.iter().all(|cell| cell.trim().is_empty())
}

fn parse(text: &str, separator: Option<char>) -> Parsed {
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
    let unclosed = quoted.then(|| UnclosedQuote(records.len() + 1));
    if !cell.is_empty() || !record.is_empty() {
        record.push(cell);
        records.push(record);
    }
    (records, unclosed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        read(text, &["content"]).unwrap().records
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
            ("sep=;\r\na;1", vec![vec!["a", "1"]]),
            ("SEP=|\na|1", vec![vec!["a", "1"]]),
            ("sep=\t\na\t1, 2", vec![vec!["a", "1, 2"]]),
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
    fn a_record_has_the_number_of_its_place_in_the_file() {
        assert_eq!(read("sep=,\na,b", &[]).unwrap().first_number, 2);
        assert_eq!(read("a,b", &[]).unwrap().first_number, 1);
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
    fn copied_cells_are_in_columns_between_tabs() {
        let records = |text| read_copied(text).map(|records| records.iter().map(Vec::len).collect::<Vec<_>>());
        assert_eq!(records("1\ta, b\r\n2\tc, d\r\n"), Some(vec![2, 2]));
        assert_eq!(records("1\t\"a\nb\"\n2\tc"), Some(vec![2, 2]));
        for text in ["a, b\nc, d", "a\tb\nc", "1\t\"a\n2\tb", ""] {
            assert_eq!(records(text), None, "{text:?}");
        }
    }

    #[test]
    fn an_unclosed_quote_names_its_record() {
        for (text, number) in [("a\n\"b\nc", 2), ("id,content\n1,\"a", 2), ("1,a\n2,\"b", 2), ("sep=;\n\"a", 2)] {
            assert_eq!(read(text, &["content"]), Err(UnclosedQuote(number)), "{text}");
        }
    }
}
