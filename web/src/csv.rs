//! CSV files for spreadsheets: RFC 4180, UTF-8 with a byte order mark. Anyone may have written a text in them, and a spreadsheet evaluates
//! one that begins like a formula: it gets an apostrophe in front.

use crate::untrusted::visible;

/// The beginning of a file. Without it, Excel reads Korean in another encoding.
pub const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// The maximum length of a cell in UTF-16 code units. Excel moves the rest of a longer cell into other rows.
const CELL_MAX: usize = 32_767;

#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A text, which may be untrusted.
    Text(String),
    Count(u64),
    /// A share, 0..1, a mean, or credits. Written with four decimals.
    Number(f64),
    Empty,
}

impl Cell {
    /// A text, or no value.
    pub fn text(text: Option<impl Into<String>>) -> Self {
        text.map_or(Self::Empty, |text| Self::Text(text.into()))
    }

    /// A whole number, or no value.
    pub fn count(number: Option<u64>) -> Self {
        number.map_or(Self::Empty, Self::Count)
    }

    /// A number, or no value.
    pub fn number(number: Option<f64>) -> Self {
        number.map_or(Self::Empty, Self::Number)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct CsvTable {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// The name of a column, and its cell for an item.
type Column<'a, T> = (&'a str, &'a dyn Fn(&T) -> Cell);

/// Items, each of which is a record of a CSV file.
pub struct Records<'a, T>(pub &'a [T]);

impl<T> Records<'_, T> {
    pub fn table(&self, columns: &[Column<'_, T>]) -> CsvTable {
        CsvTable {
            columns: columns.iter().map(|(name, _)| (*name).to_owned()).collect(),
            rows: self.0.iter().map(|item| columns.iter().map(|(_, cell)| cell(item)).collect()).collect(),
        }
    }
}

impl CsvTable {
    /// With the columns of another table of the same items to the right.
    pub fn beside(mut self, right: Self) -> Self {
        self.columns.extend(right.columns);
        self.rows.iter_mut().zip(right.rows).for_each(|(row, right)| row.extend(right));
        self
    }
}

/// The line of the names of the columns.
pub fn header(columns: &[String]) -> String {
    let cells: Vec<Cell> = columns.iter().cloned().map(Cell::Text).collect();
    lines(&[cells], "")
}

/// The lines of rows. `cut` is written at the end of a text that is too long for a cell.
pub fn lines(rows: &[Vec<Cell>], cut: &str) -> String {
    let mut text = String::new();
    for row in rows {
        for (index, cell) in row.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            push_cell(&mut text, cell, cut);
        }
        text.push_str("\r\n");
    }
    text
}

fn push_cell(line: &mut String, cell: &Cell, cut: &str) {
    match cell {
        Cell::Text(text) => push_text(line, text, cut),
        Cell::Count(number) => line.push_str(&number.to_string()),
        Cell::Number(number) => line.push_str(&decimal(*number)),
        Cell::Empty => {}
    }
}

fn push_text(line: &mut String, text: &str, cut: &str) {
    let text = fitted(harmless(&visible(text)), cut);
    if text.contains([',', '"', '\r', '\n']) {
        line.push('"');
        line.push_str(&text.replace('"', "\"\""));
        line.push('"');
    } else {
        line.push_str(&text);
    }
}

/// The text, with an apostrophe in front if a spreadsheet may read it as a formula. Also if it has such an apostrophe already, so that
/// [`without_apostrophe`] returns every text as it was.
fn harmless(text: &str) -> String {
    let apostrophe = if begins_formula(text.trim_start_matches('\'')) { "'" } else { "" };
    format!("{apostrophe}{text}")
}

/// The text that [`harmless`] was given.
pub fn without_apostrophe(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| begins_formula(rest.trim_start_matches('\''))).unwrap_or(text)
}

/// Whether a spreadsheet may read a text as a formula. Some ignore space before it, and some read full-width signs alike.
///
/// Source: OWASP, CSV Injection.
fn begins_formula(text: &str) -> bool {
    text.starts_with(['\t', '\r', '\n'])
        || text
            .trim_start_matches([' ', '\u{A0}', '\u{3000}', '\u{FEFF}'])
            .starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
}

fn fitted(text: String, cut: &str) -> String {
    // A UTF-16 text is never longer than the same text in UTF-8.
    if text.len() <= CELL_MAX {
        return text;
    }
    let units: Vec<u16> = text.encode_utf16().collect();
    if units.len() <= CELL_MAX {
        return text;
    }
    let beginning = &units[..CELL_MAX.saturating_sub(cut.encode_utf16().count())];
    // The last unit may be half of a character.
    String::from_utf16_lossy(beginning).trim_end_matches('\u{FFFD}').to_owned() + cut
}

/// Four decimals, without the 10 kB of code that format floating-point numbers. Empty for a value that is not finite.
pub fn decimal(number: f64) -> String {
    if !number.is_finite() {
        return String::new();
    }
    let scaled = (number * 10_000.0).round() as i64;
    let sign = if scaled < 0 { "-" } else { "" };
    let (whole, rest) = (scaled.unsigned_abs() / 10_000, scaled.unsigned_abs() % 10_000);
    format!("{sign}{whole}.{rest:04}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> String {
        lines(&[vec![Cell::Text(text.to_owned())]], "…")
    }

    #[test]
    fn a_row_ends_with_a_line_break_and_its_cells_are_separated_by_commas() {
        let row = vec![Cell::Text("이어폰".into()), Cell::Count(1_948), Cell::Number(0.453_65), Cell::Empty];
        assert_eq!(lines(&[row.clone(), row], ""), "이어폰,1948,0.4537,\r\n".repeat(2));
        assert_eq!(header(&["a,b".into(), "c".into()]), "\"a,b\",c\r\n");
    }

    #[test]
    fn a_text_with_a_comma_a_quote_or_a_line_break_is_quoted() {
        assert_eq!(line("a,b"), "\"a,b\"\r\n");
        assert_eq!(line("say \"hi\""), "\"say \"\"hi\"\"\"\r\n");
        assert_eq!(line("a\nb"), "\"a\nb\"\r\n");
        assert_eq!(line("plain; text"), "plain; text\r\n");
    }

    #[test]
    fn a_text_that_begins_like_a_formula_is_harmless() {
        for begin in ["=1+1", "+1", "-1", "@SUM(1)", "\tx", "  =1", "＝1", "\u{3000}＠a"] {
            assert!(line(begin).starts_with('\''), "{begin:?}");
        }
        for begin in ["\r=1", "\n=1", "=\"a\",b"] {
            assert!(line(begin).starts_with("\"'"), "{begin:?}");
        }
        for plain in ["a=b", "1-2", "이어폰 + 케이스", "'", ""] {
            assert_eq!(line(plain), format!("{plain}\r\n"));
        }
    }

    #[test]
    fn a_harmless_text_is_read_as_it_was() {
        for text in [
            "-20도 침낭 추천해줘",
            "'-20도 침낭' 추천",
            "''=1",
            "=1+1",
            "  =1",
            "'인용' 추천",
            "'",
            "",
            "이어폰",
            "\t-1",
        ] {
            assert_eq!(without_apostrophe(&harmless(text)), text);
        }
    }

    #[test]
    fn a_negative_number_stays_a_number() {
        assert_eq!(lines(&[vec![Cell::Number(-0.06), Cell::Number(f64::NAN)]], ""), "-0.0600,\r\n");
    }

    #[test]
    fn a_text_that_is_too_long_for_a_cell_says_that_it_is_cut() {
        let whole = "가".repeat(CELL_MAX);
        assert_eq!(line(&whole), format!("{whole}\r\n"));
        for long in [format!("{whole}x"), "😀".repeat(20_000), "\"".repeat(CELL_MAX + 1)] {
            let line = line(&long);
            let cell = line.trim_end().trim_matches('"').replace("\"\"", "\"");
            assert!(cell.encode_utf16().count() <= CELL_MAX);
            assert!(cell.ends_with('…'), "{}", cell.len());
        }
    }

    #[test]
    fn hidden_characters_are_visible_as_on_the_page() {
        assert_eq!(line("a\u{202E}b\u{0}"), "a[U+202E]b\u{FFFD}\r\n");
    }
}
