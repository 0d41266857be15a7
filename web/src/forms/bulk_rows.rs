//! Reads prompts from pasted lines or a CSV file.

use std::collections::{HashMap, HashSet};

use answerdeck_api::limits::PROMPT_CONTENT_MAX;
use answerdeck_api::{is_invisible, visible_words};

use super::text_rule::{TextError, TextRule};
use crate::csv::{harmless, without_apostrophe};
use crate::csv_reader::{Records, UnclosedQuote, is_blank, read};
use crate::file_text::composed;

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

/// Why a row cannot be added.
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
}

/// The rows of a CSV file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CsvRows {
    pub rows: Vec<Row>,
    /// The number of the column that was read, from 1, if the file has several and no heading is known. The first row is then read as a
    /// prompt.
    pub guessed_column: Option<usize>,
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
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, pasted(line).to_owned()));
    checked(lines.filter(|(_, line)| !line.trim().is_empty()), in_set)
}

/// A line without the apostrophe of an export. A text in quotation marks keeps them.
fn pasted(line: &str) -> &str {
    if line.matches('\'').count() == 1 { without_apostrophe(line) } else { line }
}

/// Reads one row from each record: the column with a known heading, or else the first column that is mostly text.
pub fn from_csv(text: &str, in_set: &HashSet<String>) -> Result<CsvRows, UnclosedQuote> {
    let Records { records, first_number } = read(text, |cell| heading(cell).is_some())?;
    let headings = records.first().into_iter().flatten().enumerate();
    let known = headings.filter_map(|(column, cell)| Some((heading(cell)?, column))).min().map(|(_, column)| column);
    let width = records.iter().map(Vec::len).max().unwrap_or_default();
    // A heading that is not known is text above numbers.
    let is_text = |column: &usize| {
        let cells = records.iter().filter_map(|record| record.get(*column));
        2 * cells.filter(|cell| cell.chars().any(char::is_alphabetic)).count() > records.len()
    };
    let column = known.or_else(|| (0..width).find(is_text)).unwrap_or_default();
    let guessed_column = (known.is_none() && width > 1).then_some(column + 1);
    let cells = (first_number..).zip(records).skip(usize::from(known.is_some()));
    let cells = cells.filter(|(_, record)| !is_blank(record)).map(|(number, mut record)| {
        let cell = if column < record.len() { record.swap_remove(column) } else { String::new() };
        (number, without_apostrophe(&cell).to_owned())
    });
    Ok(CsvRows { rows: checked(cells, in_set), guessed_column })
}

/// The place of a cell among the known headings. Space, case and remarks in parentheses do not matter.
fn heading(cell: &str) -> Option<usize> {
    let name = cell.split(['(', '*', '（']).next().unwrap_or_default();
    let name: String = name.chars().filter(|letter| !letter.is_whitespace() && !is_invisible(*letter)).collect();
    HEADINGS.iter().position(|heading| name.eq_ignore_ascii_case(heading))
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
    let mut first_rows = HashMap::new();
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
                repeated.or(is_in_set.then_some(RowError::InSet))
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
        from_csv(text, &HashSet::new()).unwrap().rows
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
    fn headings_are_known_in_both_languages_and_others_are_pointed_out() {
        for (text, guessed, expected) in [
            ("분류;프롬프트\n캠핑;침낭 추천", None, vec![(2, "침낭 추천")]),
            ("분류,질문 내용 (필수)\n캠핑,침낭 추천", None, vec![(2, "침낭 추천")]),
            ("Text,Prompt\nx,a", None, vec![(2, "a")]),
            ("category\tQUESTION*\ncamping\tbest tent", None, vec![(2, "best tent")]),
            ("프롬프트\n침낭 추천, 텐트 추천", None, vec![(2, "침낭 추천, 텐트 추천")]),
            ("침낭 추천;캠핑\n텐트 추천;캠핑", Some(1), vec![(1, "침낭 추천"), (2, "텐트 추천")]),
            ("1;침낭 추천;캠핑\n2;텐트 추천;캠핑", Some(2), vec![(1, "침낭 추천"), (2, "텐트 추천")]),
            ("번호,할 말\n1,침낭", Some(2), vec![(1, "할 말"), (2, "침낭")]),
            ("a,1\nb,2", Some(1), vec![(1, "a"), (2, "b")]),
            ("sep=;\n내용;분류\n'-20도 침낭;캠핑", None, vec![(3, "-20도 침낭")]),
            ("", None, vec![]),
        ] {
            let read = from_csv(text, &HashSet::new()).unwrap();
            assert_eq!((contents(&read.rows), read.guessed_column), (expected, guessed), "{text:?}");
        }
    }
}
