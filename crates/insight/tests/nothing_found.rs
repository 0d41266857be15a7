//! Statements that nothing was found about a brand, by example: every line of `nothing_found.tsv`.
#![allow(clippy::unwrap_used)]

use answerdeck_insight::says_nothing_found;

#[test]
fn every_statement_is_seen_and_no_other_sentence() {
    let lines: Vec<&str> =
        include_str!("nothing_found.tsv").lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let wrong = lines.iter().filter(|line| {
        let (expected, marked) = line.split_once('\t').unwrap();
        let text = marked.replace("\\n", "\n").replace(['⟦', '⟧'], "");
        let (start, end) = (marked.find('⟦').unwrap(), marked.find('⟧').unwrap() - '⟦'.len_utf8());
        // A line break before the name is one byte shorter than its two letters.
        let breaks = marked[..start].matches("\\n").count();
        says_nothing_found(&text, start - breaks..end - breaks) != (expected == "1")
    });
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<&&str>::new());
    assert!(lines.len() > 80);
}

#[test]
fn a_place_outside_the_text_is_none() {
    assert!(!says_nothing_found("나", 1..2));
    assert!(!says_nothing_found("", 3..9));
}
