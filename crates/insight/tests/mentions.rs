//! The rule of mentions by example: every line of `mentions.tsv`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod table;

use answerdeck_insight::{BrandNames, MentionFinder};
use table::{cases as rows, unescape};

/// A line of the table.
struct Case {
    line: usize,
    brands: Vec<Vec<String>>,
    counts: Vec<usize>,
    text: String,
    /// The bytes of the mentions, without the brands.
    ranges: Vec<(usize, usize)>,
}

fn cases() -> Vec<Case> {
    let lines = include_str!("mentions.tsv").lines().enumerate();
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(at, line)| parse(at + 1, line)).collect()
}

fn parse(line: usize, row: &str) -> Case {
    let [brands, counts, marked] = row.split('\t').collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("{line}"));
    let brands = unescape(brands).split(';').map(|names| names.split('|').map(str::to_owned).collect()).collect();
    let counts = counts.split(' ').map(|count| count.parse().unwrap()).collect();
    let (mut text, mut starts, mut ends) = (String::new(), Vec::new(), Vec::new());
    for letter in unescape(marked).chars() {
        match letter {
            '⟦' => starts.push(text.len()),
            '⟧' => ends.push(text.len()),
            _ => text.push(letter),
        }
    }
    assert_eq!(starts.len(), ends.len(), "line {line}");
    Case { line, brands, counts, text, ranges: starts.into_iter().zip(ends).collect() }
}

#[test]
fn every_case_has_its_mentions() {
    let mut wrong = Vec::new();
    for Case { line, brands, counts, text, ranges } in cases() {
        let mentions = MentionFinder::new(&brands).unwrap().find(&text);
        let found_counts: Vec<usize> =
            (0..brands.len()).map(|brand| mentions.iter().filter(|mention| mention.entry == brand).count()).collect();
        let mut found: Vec<(usize, usize)> = mentions.iter().map(|mention| (mention.start, mention.end)).collect();
        found.dedup();
        if (&found_counts, &found) != (&counts, &ranges) {
            let names: Vec<&str> = found.iter().map(|(start, end)| &text[*start..*end]).collect();
            wrong.push(format!("line {line}: {text:?} has {found_counts:?} mentions: {names:?} at {found:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn no_case_is_there_twice() {
    let mut rows: Vec<_> = cases().into_iter().map(|case| (case.brands, case.text)).collect();
    let count = rows.len();
    rows.sort_unstable();
    rows.dedup();
    assert_eq!((rows.len(), count > 300), (count, true));
}

/// A brand with one name: `Apple`, or `Apple{case, not apple pie}`, which demands the case and excludes a phrase.
fn brand(text: &str) -> BrandNames {
    let (name, conditions) = text.split_once('{').unwrap_or((text, "}"));
    let mut brand = BrandNames { names: vec![name.to_owned()], ..BrandNames::default() };
    for condition in conditions.trim_end_matches('}').split(", ").filter(|condition| !condition.is_empty()) {
        match condition.strip_prefix("not ") {
            Some(phrase) => brand.excluded_phrases.push(phrase.to_owned()),
            None => brand.case_sensitive = condition == "case",
        }
    }
    brand
}

/// How often a text mentions each of the brands before it.
fn counts(input: &str) -> String {
    let (brands, text) = input.split_once(" | ").unwrap_or_else(|| panic!("{input}"));
    let brands: Vec<BrandNames> = brands.split(';').map(brand).collect();
    let finder = MentionFinder::of_brands(&brands).unwrap();
    let mentions = match text.strip_prefix("search:") {
        Some(search) => finder.find_in_search(search),
        None => finder.find(text),
    };
    let count = |brand: usize| mentions.iter().filter(|mention| mention.entry == brand).count().to_string();
    (0..brands.len()).map(count).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_name_counts_as_the_table_says() {
    let rows = rows(include_str!("names.tsv"));
    let found = rows.iter().map(|row| (row, counts(&row.input)));
    let wrong: Vec<String> = found
        .filter(|(row, found)| *found != row.expected)
        .map(|(row, found)| format!("line {}: {}: {found} in {}", row.line, row.kind, row.input))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
    assert!(rows.len() > 100);
}
