//! Reads prompts from pasted text or a CSV file.

use std::collections::{HashMap, HashSet};

use answerdeck_api::limits::{PROMPT_CONTENT_MAX, PROMPTS_PER_SET_MAX};
use answerdeck_api::{is_invisible, visible_words};

use super::text_rule::{TextError, TextRule};
use crate::csv::without_apostrophe;
use crate::csv_reader::{UnclosedQuote, heading, headings, is_blank, read, read_copied, text_column};
use crate::file_text::composed;
use crate::list_marks::{are_list, unmarked};

const CONTENT: TextRule = TextRule { required: true, max: PROMPT_CONTENT_MAX };
/// The accepted headings of the prompt column, the most precise first.
const HEADINGS: [&str; 17] = [
    "content",
    "prompt",
    "prompts",
    "prompttext",
    "promptcontent",
    "question",
    "questions",
    "query",
    "text",
    "프롬프트",
    "프롬프트내용",
    "내용",
    "질문",
    "질문내용",
    "질의",
    "문장",
    "텍스트",
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The number of its line, or of its record in the CSV file, from 1.
    pub number: usize,
    /// Its text, without surrounding space and invisible letters around it.
    pub content: String,
    /// Why it cannot be added. `None` if it can.
    pub error: Option<RowError>,
}

impl Row {
    fn new(number: usize, text: &str) -> Self {
        Self { number, content: text.to_owned(), error: None }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowError {
    /// It has no visible text.
    Empty,
    /// It is too long. Contains its number of characters.
    TooLong(usize),
    /// It repeats an earlier row. Contains that row's number.
    Repeated(usize),
    /// The prompt set has it already.
    InSet,
    /// The prompts of the set and the rows before it fill the set.
    NoRoom,
}

/// How the person wants a text to be read.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportOptions {
    /// The column of the prompts, from 0, where no heading is known. `None`: the one that looks most like prompts.
    pub column: Option<usize>,
    /// Whether the first row has headings, where none is known.
    pub skips_first: bool,
    /// Whether bullets and numbers in front of the rows stay.
    pub keeps_marks: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadRows {
    pub rows: Vec<Row>,
    /// The first text of each column of a table, if no heading is known.
    pub columns: Vec<String>,
    /// The one of `columns` that was read.
    pub column: usize,
    /// The headings of the columns that were not read.
    pub left_out: Vec<String>,
    /// Whether bullets or numbers in front of the rows were left out.
    pub has_marks: bool,
    /// The row with a quote that is never closed, if that is why nothing was read.
    pub unclosed_quote: Option<usize>,
}

/// The rows that can be added.
pub fn valid(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.error.is_none())
}

/// The form in which a row is compared with others and with the prompts of the set.
pub fn normalize(content: &str) -> String {
    composed(&visible_words(content))
}

/// Reads pasted text: cells that were copied from a spreadsheet, as those of a CSV file, or else one row from each line. `in_set` has
/// the normalized prompts of the set.
pub fn from_paste(text: &str, options: ImportOptions, in_set: &HashSet<String>) -> ReadRows {
    let read = match read_copied(text) {
        Some(records) => of_table(records, options),
        None => of_lines(text),
    };
    checked(read, options, in_set)
}

/// Reads one row from each record: the column with a known heading, or else the one that the person chooses.
pub fn from_csv(text: &str, options: ImportOptions, in_set: &HashSet<String>) -> ReadRows {
    match read(text, &HEADINGS) {
        Ok(records) => checked(of_table(records, options), options, in_set),
        Err(UnclosedQuote(row)) => ReadRows { unclosed_quote: Some(row), ..ReadRows::default() },
    }
}

fn of_lines(text: &str) -> ReadRows {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let mut rows: Vec<Row> = lines.map(|(number, line)| Row::new(number, pasted(line))).collect();
    // A copied column begins with its name, or with a title above it.
    let name = rows.iter().take(2).position(|row| heading(&row.content, &HEADINGS).is_some());
    if let Some(name) = name.filter(|name| name + 1 < rows.len()) {
        rows.drain(..=name);
    }
    ReadRows { rows, ..ReadRows::default() }
}

/// A line without the apostrophe of an export. A text in quotation marks keeps them.
fn pasted(line: &str) -> &str {
    if line.matches('\'').count() == 1 { without_apostrophe(line) } else { line }
}

fn of_table(records: Vec<Vec<String>>, options: ImportOptions) -> ReadRows {
    let width = records.iter().map(Vec::len).max().unwrap_or_default();
    let mut read = ReadRows::default();
    let (skipped, column) = match headings(&records, &HEADINGS) {
        Some((place, column)) => {
            let others = records[place].iter().enumerate().filter(|(other, _)| *other != column);
            let names = others.map(|(_, heading)| heading.trim().to_owned());
            read.left_out = names.filter(|name| !name.is_empty()).collect();
            (place + 1, column)
        }
        None => {
            let chosen = options.column.filter(|column| *column < width);
            read.column = chosen.unwrap_or_else(|| text_column(&records));
            read.columns = (0..width).map(|column| first_text(&records, column)).collect();
            (0, read.column)
        }
    };
    let mut records = (1..).zip(records).skip(skipped).filter(|(_, record)| !is_blank(record));
    if options.skips_first && !read.columns.is_empty() {
        records.next();
    }
    let row = |(number, record): (usize, Vec<String>)| {
        Row::new(number, without_apostrophe(record.get(column).map_or("", String::as_str)))
    };
    read.rows = records.map(row).collect();
    read
}

fn first_text(records: &[Vec<String>], column: usize) -> String {
    let mut cells = records.iter().filter_map(|record| record.get(column)).map(|cell| cell.trim());
    cells.find(|cell| !cell.is_empty()).unwrap_or_default().to_owned()
}

/// The rows without the bullets and numbers of a list, and why some cannot be added.
fn checked(mut read: ReadRows, options: ImportOptions, in_set: &HashSet<String>) -> ReadRows {
    read.has_marks = !options.keeps_marks && are_list(read.rows.iter().map(|row| row.content.as_str()));
    let mut first_rows = HashMap::new();
    let mut room = PROMPTS_PER_SET_MAX.saturating_sub(in_set.len());
    for row in &mut read.rows {
        let text = unmarked(&row.content).filter(|_| read.has_marks).unwrap_or(&row.content);
        row.content = text.trim_matches(|letter: char| letter.is_whitespace() || is_invisible(letter)).to_owned();
        row.error = match CONTENT.check(&row.content) {
            Some(TextError::Missing) => Some(RowError::Empty),
            Some(TextError::TooLong(length)) => Some(RowError::TooLong(length)),
            None => {
                let normalized = normalize(&row.content);
                let is_in_set = in_set.contains(&normalized);
                let first = *first_rows.entry(normalized).or_insert(row.number);
                let repeated = (first != row.number).then_some(RowError::Repeated(first));
                let known = repeated.or(is_in_set.then_some(RowError::InSet));
                known.or((room == 0).then_some(RowError::NoRoom))
            }
        };
        if row.error.is_none() {
            room -= 1;
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Row> {
        from_paste(text, ImportOptions::default(), &HashSet::new()).rows
    }

    fn errors(text: &str, in_set: &HashSet<String>) -> Vec<Option<RowError>> {
        from_paste(text, ImportOptions::default(), in_set).rows.iter().map(|row| row.error).collect()
    }

    fn csv(text: &str) -> ReadRows {
        from_csv(text, ImportOptions::default(), &HashSet::new())
    }

    /// The column that was read, from 0, if it was guessed.
    fn guessed(read: &ReadRows) -> Option<usize> {
        (!read.columns.is_empty()).then_some(read.column)
    }

    fn contents(rows: &[Row]) -> Vec<(usize, &str)> {
        rows.iter().map(|row| (row.number, row.content.as_str())).collect()
    }

    #[test]
    fn each_line_is_a_prompt_and_blank_lines_are_skipped() {
        let rows = lines("첫째, 쉼표\r\n\n  둘째 \n\t\n셋째");
        assert_eq!(contents(&rows), [(1, "첫째, 쉼표"), (3, "둘째"), (5, "셋째")]);
        assert!(rows.iter().all(|row| row.error.is_none()));
    }

    #[test]
    fn a_pasted_line_loses_the_apostrophe_of_an_export() {
        for (line, content) in [
            ("'-20도 침낭 추천해줘", "-20도 침낭 추천해줘"),
            ("'=1+1", "=1+1"),
            ("'-20도 침낭' 추천해줘", "'-20도 침낭' 추천해줘"),
            ("'인용' 추천", "'인용' 추천"),
            ("'90년대 음악", "'90년대 음악"),
        ] {
            assert_eq!(lines(line)[0].content, content);
        }
    }

    #[test]
    fn rows_that_look_the_same_are_one() {
        let decomposed = "\u{1106}\u{116e}\u{1109}\u{1165}\u{11ab}";
        let text =
            format!("무선 이어폰\n무선\u{a0} 이어폰\n\u{200b}무선 이\u{200b}어폰\u{feff}\n{decomposed} 이어폰\nA\na");
        let repeated = Some(RowError::Repeated(1));
        assert_eq!(errors(&text, &HashSet::new()), [None, repeated, repeated, repeated, None, None]);
    }

    #[test]
    fn a_row_that_the_set_has_is_named() {
        let in_set: HashSet<String> = ["무선 이어폰", "유선"].map(normalize).into();
        let errors = errors("\u{200b}무선  이어폰\n보청기\n무선 이어폰", &in_set);
        assert_eq!(errors, [Some(RowError::InSet), None, Some(RowError::Repeated(1))]);
    }

    #[test]
    fn rows_beyond_the_room_of_the_set_are_named() {
        let in_set: HashSet<String> = (1..PROMPTS_PER_SET_MAX).map(|number| number.to_string()).collect();
        let errors = errors("7\na\nb\na", &in_set);
        assert_eq!(errors, [Some(RowError::InSet), None, Some(RowError::NoRoom), Some(RowError::Repeated(2))]);
    }

    #[test]
    fn an_invisible_row_is_empty_and_one_over_the_limit_has_its_length() {
        for line in ["\u{200b}", "\u{3164} \u{feff}", "\u{ad}\u{2060}"] {
            assert_eq!(errors(line, &HashSet::new()), [Some(RowError::Empty)], "{line:?}");
        }
        let lengths = format!("{}\n{}", "가".repeat(1_001), "나".repeat(1_000));
        assert_eq!(errors(&lengths, &HashSet::new()), [Some(RowError::TooLong(1_001)), None]);
    }

    #[test]
    fn the_content_column_of_a_csv_is_read() {
        let rows = csv("\u{feff}id,Content\r\n1,\"a, \"\"b\"\"\"\r\n2,\"두\n줄\"\r\n,\r\n3,\r\n").rows;
        assert_eq!(contents(&rows), [(2, "a, \"b\""), (3, "두\n줄"), (5, "")]);
        assert_eq!(rows[2].error, Some(RowError::Empty));
    }

    #[test]
    fn a_pasted_list_loses_its_bullets_and_numbers_and_what_repeats_without_them_is_named() {
        let paste = |text: &str, keeps_marks| {
            from_paste(text, ImportOptions { keeps_marks, ..ImportOptions::default() }, &HashSet::new())
        };
        let list = "1. 침낭 추천\n2. 텐트 추천\n침낭 추천";
        let read = paste(list, false);
        assert_eq!(contents(&read.rows), [(1, "침낭 추천"), (2, "텐트 추천"), (3, "침낭 추천")]);
        assert_eq!((read.has_marks, read.rows[2].error), (true, Some(RowError::Repeated(1))));
        let kept = paste(list, true);
        assert_eq!(contents(&kept.rows), [(1, "1. 침낭 추천"), (2, "2. 텐트 추천"), (3, "침낭 추천")]);
        assert_eq!((kept.has_marks, kept.rows[2].error), (false, None));
        assert!(!paste("-20도 침낭\n1. 텐트", false).has_marks);
        let file = csv("prompt,tags\n1) 침낭,a\n2) 텐트,b");
        assert_eq!((contents(&file.rows), file.has_marks), (vec![(2, "침낭"), (3, "텐트")], true));
    }

    #[test]
    fn copied_cells_are_read_as_a_csv_file() {
        for (text, column, expected) in [
            (
                "1\t침낭 추천, 싼 것\t중요\r\n2\t텐트 추천, 큰 것\t\r\n",
                Some(1),
                vec![(1, "침낭 추천, 싼 것"), (2, "텐트 추천, 큰 것")],
            ),
            ("번호\t질문\n1\t침낭", None, vec![(2, "침낭")]),
            ("•\t침낭\n•\t\"두\n줄\"", Some(1), vec![(1, "침낭"), (2, "두\n줄")]),
            ("질문\n\"두\n줄\"\n\"그 \"\"책\"\"\"", None, vec![(2, "두\n줄"), (3, "그 \"책\"")]),
            ("프롬프트\n침낭", None, vec![(2, "침낭")]),
            ("캠핑\n프롬프트\n침낭", None, vec![(3, "침낭")]),
            ("질문", None, vec![(1, "질문")]),
            ("침낭\t추천\n텐트", None, vec![(1, "침낭\t추천"), (2, "텐트")]),
            ("1\t\"침낭\n2\t텐트", None, vec![(1, "1\t\"침낭"), (2, "2\t텐트")]),
        ] {
            let read = from_paste(text, ImportOptions::default(), &HashSet::new());
            assert_eq!((contents(&read.rows), guessed(&read)), (expected, column), "{text:?}");
        }
    }

    #[test]
    fn headings_are_known_in_both_languages_and_without_one_a_column_is_guessed() {
        for (text, column, expected) in [
            ("분류;프롬프트\n캠핑;침낭 추천", None, vec![(2, "침낭 추천")]),
            ("분류,질문 내용 (필수)\n캠핑,침낭 추천", None, vec![(2, "침낭 추천")]),
            ("Text,Prompt\nx,a", None, vec![(2, "a")]),
            ("category\tQUESTION*\ncamping\tbest tent", None, vec![(2, "best tent")]),
            ("프롬프트\n침낭 추천, 텐트 추천", None, vec![(2, "침낭 추천, 텐트 추천")]),
            ("침낭 추천;캠핑\n텐트 추천;캠핑", Some(0), vec![(1, "침낭 추천"), (2, "텐트 추천")]),
            ("1;침낭 추천;캠핑\n2;텐트 추천;캠핑", Some(1), vec![(1, "침낭 추천"), (2, "텐트 추천")]),
            ("번호,할 말\n1,침낭", Some(1), vec![(1, "할 말"), (2, "침낭")]),
            ("a,1\nb,2", Some(0), vec![(1, "a"), (2, "b")]),
            ("sep=;\n내용;분류\n'-20도 침낭;캠핑", None, vec![(3, "-20도 침낭")]),
            ("캠핑 질문 모음,,\n,,\nid,prompt,tags\n1,침낭,a\n,,\n2,텐트,", None, vec![(4, "침낭"), (6, "텐트")]),
            ("", None, vec![]),
        ] {
            let read = csv(text);
            assert_eq!((contents(&read.rows), guessed(&read)), (expected, column), "{text:?}");
        }
    }

    #[test]
    fn the_columns_that_are_not_read_are_named() {
        let read = csv("id,Prompt, tags ,\n1,침낭,a,");
        assert_eq!((read.left_out, read.columns), (vec!["id".to_owned(), "tags".to_owned()], vec![]));
    }

    #[test]
    fn without_a_known_heading_the_person_chooses_the_column_and_whether_the_first_row_is_a_prompt() {
        let read = |column, skips_first| {
            let options = ImportOptions { column, skips_first, ..ImportOptions::default() };
            from_csv(",\n할 말,분류\n침낭,캠핑\n텐트,", options, &HashSet::new())
        };
        let guess = read(None, false);
        assert_eq!((guess.columns.as_slice(), guess.column), (&["할 말".to_owned(), "분류".to_owned()][..], 0));
        assert_eq!(contents(&read(None, true).rows), [(3, "침낭"), (4, "텐트")]);
        assert_eq!(contents(&read(Some(1), false).rows), [(2, "분류"), (3, "캠핑"), (4, "")]);
        assert_eq!(read(Some(2), false), guess);
        let skips_first = ImportOptions { skips_first: true, ..ImportOptions::default() };
        assert_eq!(contents(&from_csv("할 말\n침낭", skips_first, &HashSet::new()).rows), [(2, "침낭")]);
    }
}
