//! Reads prompts from pasted text or a CSV file.

use std::collections::{HashMap, HashSet};

use answerdeck_api::limits::{PROMPT_CONTENT_MAX, PROMPTS_PER_SET_MAX};
use answerdeck_api::{is_invisible, visible_words};

use super::text_rule::{TextError, TextRule};
use crate::csv::{harmless, without_apostrophe};
use crate::csv_reader::{Records, UnclosedQuote, heading, headings, is_blank, read, read_copied, text_column};
use crate::file_text::composed;
use crate::list_marks::{are_list, unmarked};

const CONTENT: TextRule = TextRule { required: true, max: PROMPT_CONTENT_MAX };
/// The accepted headings of the prompt column, the most precise first. The first is the name in the API.
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

/// How the person wants a text or a file to be read.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportOptions {
    /// The column of the prompts, from 0, where no heading is known. `None`: the first that is mostly text.
    pub column: Option<usize>,
    /// Whether the first row has headings, where none is known.
    pub skips_first: bool,
    /// Whether bullets and numbers in front of the rows stay.
    pub keeps_marks: bool,
}

/// The rows of a text or a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadRows {
    pub rows: Vec<Row>,
    /// The first text of each column, if there are several and no heading is known.
    pub columns: Vec<String>,
    /// The one of `columns` that was read.
    pub column: usize,
    /// The headings of the columns that were not read.
    pub left_out: Vec<String>,
    /// Whether bullets or numbers in front of the rows were left out.
    pub has_marks: bool,
}

/// The rows that can be added.
pub fn valid(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.error.is_none())
}

/// The form in which a row is compared with others and with the prompts of the set.
pub fn normalize(content: &str) -> String {
    composed(&visible_words(content))
}

/// Reads one row from each line. Blank lines are skipped. `in_set` has the normalized prompts of the set.
pub fn from_lines(text: &str, in_set: &HashSet<String>) -> Vec<Row> {
    checked(lines(text), in_set)
}

fn lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, pasted(line).to_owned()));
    lines.filter(|(_, line)| !line.trim().is_empty())
}

/// A line without the apostrophe of an export. A text in quotation marks keeps them.
fn pasted(line: &str) -> &str {
    if line.matches('\'').count() == 1 { without_apostrophe(line) } else { line }
}

/// Reads pasted text: cells that were copied from a spreadsheet, as those of a CSV file, or else one row from each line.
pub fn from_paste(text: &str, options: ImportOptions, in_set: &HashSet<String>) -> ReadRows {
    if let Some(records) = read_copied(text) {
        let (mut cells, read) = cells(records, 1, options);
        for (_, cell) in &mut cells {
            *cell = cell.replace('\n', " ");
        }
        return with_rows(cells, read, options, in_set);
    }
    let mut lines: Vec<_> = lines(text).collect();
    // A copied column begins with its name, or with a title above it.
    let name = lines.iter().take(2).position(|(_, line)| heading(line, &HEADINGS).is_some());
    if let Some(name) = name.filter(|name| name + 1 < lines.len()) {
        lines.drain(..=name);
    }
    with_rows(lines, ReadRows::default(), options, in_set)
}

/// Reads one row from each record: the column with a known heading, or else the one that the person chooses.
pub fn from_csv(text: &str, options: ImportOptions, in_set: &HashSet<String>) -> Result<ReadRows, UnclosedQuote> {
    let Records { records, first_number } = read(text, &HEADINGS)?;
    let (cells, read) = cells(records, first_number, options);
    Ok(with_rows(cells, read, options, in_set))
}

/// The cells of the column with the prompts, each with the number of its record, and what is known about the columns.
fn cells(records: Vec<Vec<String>>, first_number: usize, options: ImportOptions) -> (Vec<(usize, String)>, ReadRows) {
    let width = records.iter().map(Vec::len).max().unwrap_or_default();
    let mut read = ReadRows::default();
    let (skipped, column) = match headings(&records, &HEADINGS) {
        Some((place, column)) => {
            let others = records.get(place).into_iter().flatten().enumerate().filter(|(other, _)| *other != column);
            let texts = others.map(|(_, heading)| heading.trim().to_owned());
            read.left_out = texts.filter(|heading| !heading.is_empty()).collect();
            (place + 1, column)
        }
        None => {
            let chosen = options.column.filter(|column| *column < width);
            read.column = chosen.unwrap_or_else(|| text_column(&records));
            if width > 1 {
                read.columns = (0..width).map(|column| first_text(&records, column)).collect();
            }
            let first = records.iter().position(|record| !is_blank(record)).unwrap_or_default();
            let skips_first = options.skips_first && width > 1;
            (if skips_first { first + 1 } else { 0 }, read.column)
        }
    };
    let records = (first_number..).zip(records).skip(skipped).filter(|(_, record)| !is_blank(record));
    let cells = records.map(|(number, mut record)| {
        let cell = if column < record.len() { record.swap_remove(column) } else { String::new() };
        (number, without_apostrophe(&cell).to_owned())
    });
    (cells.collect(), read)
}

fn first_text(records: &[Vec<String>], column: usize) -> String {
    let mut cells = records.iter().filter_map(|record| record.get(column)).map(|cell| cell.trim());
    cells.find(|cell| !cell.is_empty()).unwrap_or_default().to_owned()
}

/// Adds the rows to what was read. Those of a list lose their bullets and numbers.
fn with_rows(
    mut cells: Vec<(usize, String)>,
    read: ReadRows,
    options: ImportOptions,
    in_set: &HashSet<String>,
) -> ReadRows {
    let has_marks = !options.keeps_marks && are_list(cells.iter().map(|(_, cell)| cell.as_str()));
    if has_marks {
        for (_, cell) in &mut cells {
            if let Some(text) = unmarked(cell) {
                *cell = text.to_owned();
            }
        }
    }
    ReadRows { rows: checked(cells.into_iter(), in_set), has_marks, ..read }
}

/// A CSV file that [`from_csv`] reads as these prompts.
pub fn to_csv<'a>(prompts: impl Iterator<Item = &'a str>) -> String {
    let mut csv = HEADINGS[0].to_owned();
    for prompt in prompts {
        csv.extend(["\r\n\"", &harmless(prompt).replace('"', "\"\""), "\""]);
    }
    csv
}

fn checked(rows: impl Iterator<Item = (usize, String)>, in_set: &HashSet<String>) -> Vec<Row> {
    let (mut first_rows, mut room) = (HashMap::new(), PROMPTS_PER_SET_MAX.saturating_sub(in_set.len()));
    rows.map(|(number, text)| {
        let content = text.trim_matches(|letter: char| letter.is_whitespace() || is_invisible(letter)).to_owned();
        let error = match CONTENT.check(&content) {
            Some(TextError::Missing) => Some(RowError::Empty),
            Some(TextError::TooLong(length)) => Some(RowError::TooLong(length)),
            None => {
                let normalized = normalize(&content);
                let is_in_set = in_set.contains(&normalized);
                let first = *first_rows.entry(normalized).or_insert(number);
                let repeated = (first != number).then_some(RowError::Repeated(first));
                let known = repeated.or(is_in_set.then_some(RowError::InSet));
                let error = known.or((room == 0).then_some(RowError::NoRoom));
                room -= usize::from(error.is_none());
                error
            }
        };
        Row { number, content, error }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Row> {
        from_lines(text, &HashSet::new())
    }

    fn csv(text: &str) -> Vec<Row> {
        from_csv(text, ImportOptions::default(), &HashSet::new()).unwrap().rows
    }

    /// The column that was read, from 0, if it was guessed.
    fn guessed(read: &ReadRows) -> Option<usize> {
        (!read.columns.is_empty()).then_some(read.column)
    }

    fn contents(rows: &[Row]) -> Vec<(usize, &str)> {
        rows.iter().map(|row| (row.number, row.content.as_str())).collect()
    }

    #[test]
    fn prompts_survive_being_written_as_csv_and_read() {
        let prompts = [
            "content",
            "One, \"two\"\nthree",
            "=1+1",
            "-20도 침낭 추천해줘",
            "'-20도' 침낭",
            "''=1",
            "누리오?",
            "a; b",
        ];
        let read = csv(&to_csv(prompts.into_iter()));
        assert_eq!(read.iter().map(|row| row.content.as_str()).collect::<Vec<_>>(), prompts);
        assert!(read.iter().all(|row| row.error.is_none()));
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
        let rows = lines(&format!(
            "무선 이어폰\n무선\u{a0} 이어폰\n\u{200b}무선 이\u{200b}어폰\u{feff}\n{decomposed} 이어폰\nA\na"
        ));
        let errors: Vec<_> = rows.iter().map(|row| row.error).collect();
        let repeated = Some(RowError::Repeated(1));
        assert_eq!(errors, [None, repeated, repeated, repeated, None, None]);
    }

    #[test]
    fn a_row_that_the_set_has_is_named() {
        let in_set: HashSet<String> = ["무선 이어폰", "유선"].map(normalize).into();
        let errors: Vec<_> =
            from_lines("\u{200b}무선  이어폰\n보청기\n무선 이어폰", &in_set).iter().map(|row| row.error).collect();
        assert_eq!(errors, [Some(RowError::InSet), None, Some(RowError::Repeated(1))]);
    }

    #[test]
    fn rows_beyond_the_room_of_the_set_are_named() {
        let in_set: HashSet<String> = (1..PROMPTS_PER_SET_MAX).map(|number| number.to_string()).collect();
        let errors: Vec<_> = from_lines("7\na\nb\na", &in_set).iter().map(|row| row.error).collect();
        assert_eq!(errors, [Some(RowError::InSet), None, Some(RowError::NoRoom), Some(RowError::Repeated(2))]);
    }

    #[test]
    fn an_invisible_row_is_empty() {
        for line in ["\u{200b}", "\u{3164} \u{feff}", "\u{ad}\u{2060}"] {
            assert_eq!(lines(line)[0].error, Some(RowError::Empty), "{line:?}");
        }
    }

    #[test]
    fn a_row_over_the_limit_reports_its_length() {
        let rows = lines(&"가".repeat(1_001));
        assert_eq!(rows[0].error, Some(RowError::TooLong(1_001)));
        assert_eq!(lines(&"가".repeat(1_000))[0].error, None);
    }

    #[test]
    fn the_content_column_of_a_csv_is_read() {
        let rows = csv("\u{feff}id,Content\r\n1,\"a, \"\"b\"\"\"\r\n2,\"두\n줄\"\r\n,\r\n3,\r\n");
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
        assert_eq!((paste(list, true).has_marks, paste(list, true).rows), (false, lines(list)));
        assert!(!paste("-20도 침낭\n1. 텐트", false).has_marks);
        let file = from_csv("prompt,tags\n1) 침낭,a\n2) 텐트,b", ImportOptions::default(), &HashSet::new()).unwrap();
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
            ("•\t침낭\n•\t\"두\n줄\"", Some(1), vec![(1, "침낭"), (2, "두 줄")]),
            ("프롬프트\n침낭", None, vec![(2, "침낭")]),
            ("캠핑\n프롬프트\n침낭", None, vec![(3, "침낭")]),
            ("질문", None, vec![(1, "질문")]),
            ("침낭\t추천\n텐트", None, vec![(1, "침낭\t추천"), (2, "텐트")]),
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
            let read = from_csv(text, ImportOptions::default(), &HashSet::new()).unwrap();
            assert_eq!((contents(&read.rows), guessed(&read)), (expected, column), "{text:?}");
        }
    }

    #[test]
    fn the_columns_that_are_not_read_are_named() {
        let read = from_csv("id,Prompt, tags ,\n1,침낭,a,", ImportOptions::default(), &HashSet::new()).unwrap();
        assert_eq!((read.left_out, read.columns), (vec!["id".to_owned(), "tags".to_owned()], vec![]));
    }

    #[test]
    fn without_a_known_heading_the_person_chooses_the_column_and_whether_the_first_row_is_a_prompt() {
        let read = |column, skips_first| {
            let options = ImportOptions { column, skips_first, ..ImportOptions::default() };
            from_csv(",\n할 말,분류\n침낭,캠핑\n텐트,", options, &HashSet::new()).unwrap()
        };
        let guess = read(None, false);
        assert_eq!((guess.columns.as_slice(), guess.column), (&["할 말".to_owned(), "분류".to_owned()][..], 0));
        assert_eq!(contents(&read(None, true).rows), [(3, "침낭"), (4, "텐트")]);
        assert_eq!(contents(&read(Some(1), false).rows), [(2, "분류"), (3, "캠핑"), (4, "")]);
        assert_eq!(read(Some(2), false), guess);
    }
}
