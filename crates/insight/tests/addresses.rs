//! The rules of pages, sites and websites by example: every line of `addresses.tsv`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod table;

use answerdeck_insight::{BrandSites, CitedPage, owned_site};
use table::{Case, cases};

fn said(kind: &str, input: &str) -> String {
    let pair = || input.split_once(" | ").unwrap_or_else(|| panic!("{input}"));
    match kind {
        "page" => {
            let (one, other) = pair();
            let [one, other] = [one, other].map(|url| match CitedPage::new(url) {
                CitedPage::Page(key) => key,
                other => panic!("{url}: {other:?}"),
            });
            if one == other { "same" } else { "different" }.to_owned()
        }
        "leads" => match CitedPage::new(input) {
            CitedPage::Page(_) => "page".to_owned(),
            CitedPage::Unknown => "unknown".to_owned(),
            CitedPage::NoAddress => "nothing".to_owned(),
        },
        "site" => owned_site(input).unwrap_or_else(|| "-".to_owned()),
        "owns" => {
            let (website, url) = pair();
            let mut sites = BrandSites::default();
            sites.add(website, 0);
            if sites.owners(url).is_empty() { "no" } else { "yes" }.to_owned()
        }
        other => panic!("{other}"),
    }
}

#[test]
fn every_address_is_read_as_the_table_says() {
    let cases = cases(include_str!("addresses.tsv"));
    let wrong: Vec<String> = cases
        .iter()
        .map(|Case { line, kind, input, expected }| (line, said(kind, input), expected, input))
        .filter(|(_, said, expected, _)| said != *expected)
        .map(|(line, said, _, input)| format!("line {line}: {said}: {input}"))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
    assert!(cases.len() > 100);
}

#[test]
fn the_key_of_a_page_is_an_address_of_it() {
    for case in cases(include_str!("addresses.tsv")) {
        for url in case.input.split(" | ") {
            if let CitedPage::Page(key) = CitedPage::new(url) {
                assert_eq!(CitedPage::new(&format!("https://{key}")), CitedPage::Page(key.clone()), "{url}");
            }
        }
    }
}
