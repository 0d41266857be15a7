//! The list of keywords that a person types or that an address contains.

use std::collections::HashSet;

use answerdeck_api::limits::KEYWORD_MAX;
use answerdeck_api::normalize_keyword;

use crate::csv_reader::{headings, read_copied, text_column};
use crate::file_text::composed;
use crate::list_marks::{are_list, unmarked};
use crate::untrusted::entries;

/// The maximum number of keywords that are looked up at once: 10 requests to Google, 67 to Naver.
pub const LIST_MAX: usize = 1_000;
/// The maximum length of the keywords in an address, encoded, in bytes. Proxies commonly accept addresses of 8 kB.
const ADDRESS_MAX: usize = 6_000;
/// The accepted headings of the column of keywords in a table, the most precise first.
const HEADINGS: [&str; 6] = ["keyword", "keywords", "키워드", "연관키워드", "검색어", "query"];

/// The keywords of a typed text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeywordList {
    /// The keywords, in the order of the text. They are distinct, ignoring case, whitespace, invisible letters and the form of Hangul.
    pub keywords: Vec<String>,
    /// How many entries repeat an earlier one.
    pub repeated: usize,
    /// The entries that are longer than a keyword may be.
    pub too_long: Vec<String>,
}

impl KeywordList {
    /// Reads the keywords of a text: a column of cells that were copied from a spreadsheet, or else what ends at line breaks, commas
    /// and semicolons. The bullets and numbers of a list are left out.
    pub fn of_text(text: &str) -> Self {
        let lines = copied_column(text).unwrap_or_else(|| text.lines().map(str::to_owned).collect());
        let filled = || lines.iter().map(String::as_str).filter(|line| !line.trim().is_empty());
        let is_list = are_list(filled());
        let keyword = |line| if is_list { unmarked(line).unwrap_or(line) } else { line };
        Self::of_entries(filled().flat_map(|line| entries(keyword(line))))
    }

    /// Adds keywords at the end, except for those that the list has.
    pub fn with(keywords: &[String], more: impl Iterator<Item = String>) -> Self {
        Self::of_entries(keywords.iter().cloned().chain(more))
    }

    fn of_entries(entries: impl Iterator<Item = String>) -> Self {
        let mut list = Self::default();
        let mut known = HashSet::new();
        for entry in entries {
            let keyword = entry.split_whitespace().collect::<Vec<_>>().join(" ");
            if keyword.is_empty() {
                continue;
            }
            if keyword.chars().count() > KEYWORD_MAX {
                list.too_long.push(keyword);
            } else if known.insert(normalize_keyword(&composed(&keyword))) {
                list.keywords.push(keyword);
            } else {
                list.repeated += 1;
            }
        }
        list
    }
}

fn copied_column(text: &str) -> Option<Vec<String>> {
    let records = read_copied(text)?;
    let headings = headings(&records, &HEADINGS).map(|(place, column)| (place + 1, column));
    let (first, column) = headings.unwrap_or_else(|| (0, text_column(&records)));
    let cells = records.into_iter().skip(first).filter_map(|record| record.into_iter().nth(column));
    Some(cells.collect())
}

/// The keywords in the parameter of an address: at most [`LIST_MAX`], without those that are too long or repeated.
pub fn keywords_of_address(parameter: &str) -> Vec<String> {
    let mut keywords = KeywordList::of_entries(parameter.lines().map(str::to_owned)).keywords;
    keywords.truncate(LIST_MAX);
    keywords
}

/// As many of the first keywords as fit into an address.
pub fn address_words(keywords: &[String]) -> &[String] {
    let mut length = 0;
    let fitting = keywords.iter().take_while(|keyword| {
        // The line break between two keywords, and each byte that is escaped, takes three bytes.
        length += 3 + keyword.bytes().map(|byte| if byte.is_ascii_alphanumeric() { 1 } else { 3 }).sum::<usize>();
        length <= ADDRESS_MAX
    });
    keywords.get(..fitting.count()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn keywords_are_separated_by_lines_and_commas_and_compared_without_case_and_whitespace() {
        let list = KeywordList::of_text("무선  이어폰, Earbuds\n무선이어폰\r\n earbuds \n\n,earbuds case");
        assert_eq!(list.keywords, ["무선 이어폰", "Earbuds", "earbuds case"]);
        assert_eq!(list.repeated, 2);
        let list = KeywordList::of_text("한글\n\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}\nx\u{200b}\nx");
        assert_eq!((list.keywords.len(), list.repeated), (2, 2));
    }

    #[test]
    fn a_list_has_no_bullets_and_a_copied_table_gives_one_column() {
        for (text, keywords) in [
            ("1. 무선 이어폰\n2. 헤드폰, 헤드셋\n\n헤드폰", &["무선 이어폰", "헤드폰", "헤드셋"][..]),
            ("- 20만원대 이어폰\n헤드폰\n헤드셋", &["- 20만원대 이어폰", "헤드폰", "헤드셋"]),
            ("연관키워드\t월간검색수\r\n무선 이어폰\t12,000\r\n헤드폰\t9,000\r\n", &["무선 이어폰", "헤드폰"]),
            ("1\t무선 이어폰\n2\t헤드폰", &["무선 이어폰", "헤드폰"]),
        ] {
            assert_eq!(KeywordList::of_text(text).keywords, keywords, "{text:?}");
        }
    }

    #[test]
    fn a_keyword_of_more_than_80_characters_is_set_apart() {
        let list = KeywordList::of_text(&format!("{}\n{}", "가".repeat(80), "가".repeat(81)));
        assert_eq!((list.keywords.len(), list.too_long.len()), (1, 1));
    }

    #[test]
    fn keywords_that_are_added_do_not_repeat_others() {
        let list = KeywordList::with(&texts(&["무선 이어폰"]), texts(&["무선이어폰", "헤드폰"]).into_iter());
        assert_eq!(list.keywords, ["무선 이어폰", "헤드폰"]);
    }

    #[test]
    fn the_keywords_of_an_address_are_bounded() {
        let many: Vec<String> = (0..3_000).map(|number| format!("word {number}")).collect();
        assert_eq!(keywords_of_address(&many.join("\n")).len(), LIST_MAX);
        assert_eq!(keywords_of_address(&"가".repeat(1_000_000)), Vec::<String>::new());
        assert_eq!(keywords_of_address("a\n\n A \nb"), ["a", "b"]);
    }

    #[test]
    fn an_address_has_the_first_keywords_that_fit() {
        let few = texts(&["무선 이어폰", "earbuds"]);
        assert_eq!(address_words(&few), few);
        let many = vec!["가나다라마바사아자차".to_owned(); 500];
        // Ten syllables are 90 bytes when escaped.
        assert_eq!(address_words(&many).len(), ADDRESS_MAX / 93);
        assert!(address_words(&[]).is_empty());
    }
}
