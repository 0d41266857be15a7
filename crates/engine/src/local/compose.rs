//! Writes the answer: the quotes and their sources, in the language of the question.

use jiff::{civil, tz::TimeZone};

use super::profile::{Profile, Style};
use super::retrieve::{Citation, Retrieval};
use crate::corpus::{Document, Language, Passage};

/// The answer in Markdown. A numbered link to the source follows each quote.
pub(super) fn compose(profile: &Profile, retrieval: &Retrieval<'_>) -> String {
    let body = match profile.style {
        Style::Bullets => bullets(retrieval),
        Style::Prose => prose(retrieval),
        Style::Table => table(retrieval),
    };
    let mut parts = vec![lead(retrieval), body];
    parts.extend(blocks(retrieval));
    if profile.lists_sources {
        parts.push(sources(retrieval));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

fn lead(retrieval: &Retrieval<'_>) -> String {
    let count = retrieval.citations.len();
    let newest = retrieval.citations.iter().map(|citation| day(citation.document)).max().unwrap_or_default();
    match (retrieval.language, count) {
        (Language::Korean, _) => {
            format!("관련 문서 {count}건을 찾았습니다. 가장 최근 문서는 {}에 나왔습니다.", korean(newest))
        }
        (Language::English, 1) => format!("I found one document on this, published on {}.", english(newest)),
        (Language::English, _) => {
            format!("I found {count} documents on this; the newest was published on {}.", english(newest))
        }
    }
}

fn bullets(retrieval: &Retrieval<'_>) -> String {
    let line = |(number, citation): (usize, &Citation<'_>)| {
        let title = escape(&citation.document.title);
        Some(format!("- **{title}**: {} {}", quotes(retrieval, citation)?, reference(number, citation.document)))
    };
    retrieval.citations.iter().enumerate().filter_map(line).collect::<Vec<_>>().join("\n")
}

fn prose(retrieval: &Retrieval<'_>) -> String {
    let paragraph = |(number, citation): (usize, &Citation<'_>)| {
        let (site, quotes) = (escape(&site(citation.document)), quotes(retrieval, citation)?);
        let (day, reference) = (day(citation.document), reference(number, citation.document));
        Some(match retrieval.language {
            Language::Korean => format!("{site}({})에 따르면, {quotes} {reference}", korean(day)),
            Language::English => format!("According to {site} ({}), {quotes} {reference}", english(day)),
        })
    };
    retrieval.citations.iter().enumerate().filter_map(paragraph).collect::<Vec<_>>().join("\n\n")
}

fn table(retrieval: &Retrieval<'_>) -> String {
    let row = |(number, citation): (usize, &Citation<'_>)| {
        let quotes = quotes(retrieval, citation)?.replace('|', "\\|");
        let (title, reference) = (escape(&citation.document.title), reference(number, citation.document));
        Some(format!("| {title} | {quotes} {reference} | {} |", day(citation.document)))
    };
    let rows: Vec<_> = retrieval.citations.iter().enumerate().filter_map(row).collect();
    let head = match retrieval.language {
        Language::Korean => "| 문서 | 내용 | 날짜 |",
        Language::English => "| Document | What it says | Date |",
    };
    if rows.is_empty() { String::new() } else { format!("{head}\n|---|---|---|\n{}", rows.join("\n")) }
}

/// The quoted sentences of a citation. `None` when it has only blocks.
fn quotes(retrieval: &Retrieval<'_>, citation: &Citation<'_>) -> Option<String> {
    let sentences: Vec<_> = sentences(&citation.passages).map(|passage| format!("“{}”", passage.text)).collect();
    let joint = if retrieval.language == Language::Korean { ", " } else { " and " };
    (!sentences.is_empty()).then(|| sentences.join(joint))
}

fn sentences<'a>(passages: &'a [&'a Passage]) -> impl Iterator<Item = &'a Passage> {
    passages.iter().copied().filter(|passage| !passage.is_block)
}

/// The quoted blocks, which need their own lines.
fn blocks(retrieval: &Retrieval<'_>) -> Vec<String> {
    let of_finding = |(number, citation): (usize, &Citation<'_>)| {
        let reference = reference(number, citation.document);
        let title = escape(&citation.document.title);
        let blocks = citation.passages.iter().filter(|passage| passage.is_block);
        blocks.map(|block| format!("**{title}** {reference}\n\n{}", block.text)).collect::<Vec<_>>()
    };
    retrieval.citations.iter().enumerate().flat_map(of_finding).collect()
}

fn sources(retrieval: &Retrieval<'_>) -> String {
    let heading = if retrieval.language == Language::Korean { "### 출처" } else { "### Sources" };
    let lines = retrieval.citations.iter().enumerate().map(|(number, citation)| {
        let document = citation.document;
        let (title, target) = (escape(&document.title), link_target(document));
        format!("{}. [{title}]({target}), {}, {}", number + 1, escape(&site(document)), day(document))
    });
    format!("{heading}\n\n{}", lines.collect::<Vec<_>>().join("\n"))
}

fn reference(number: usize, document: &Document) -> String {
    format!("[[{}]]({})", number + 1, link_target(document))
}

/// The URL, escaped so that it can be the target of a Markdown link.
fn link_target(document: &Document) -> String {
    document.url.replace(' ', "%20").replace('(', "%28").replace(')', "%29").replace('<', "%3C").replace('>', "%3E")
}

fn site(document: &Document) -> String {
    document.host().unwrap_or(&document.title).to_owned()
}

/// Escapes the Markdown of a title.
fn escape(title: &str) -> String {
    let mut text = String::with_capacity(title.len());
    for letter in title.chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#') {
            text.push('\\');
        }
        text.push(if letter == '\n' { ' ' } else { letter });
    }
    text
}

fn day(document: &Document) -> civil::Date {
    document.published.to_zoned(TimeZone::UTC).date()
}

fn korean(day: civil::Date) -> String {
    format!("{}년 {}월 {}일", day.year(), day.month(), day.day())
}

fn english(day: civil::Date) -> String {
    day.strftime("%-d %B %Y").to_string()
}
