//! Writing an answer: what was found, where, in the question's language.

use jiff::{civil, tz::TimeZone};

use super::document::{Document, Language};
use super::passage::Passage;
use super::profile::{Profile, Style};
use super::retrieve::{Finding, Found};

/// The answer in Markdown. Each quote ends with a numbered link to where it stands.
pub(super) fn compose(profile: &Profile, found: &Found<'_>) -> String {
    let body = match profile.style {
        Style::Bullets => bullets(found),
        Style::Prose => prose(found),
        Style::Table => table(found),
    };
    let mut parts = vec![lead(found), body];
    parts.extend(blocks(found));
    if profile.lists_sources {
        parts.push(sources(found));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

fn lead(found: &Found<'_>) -> String {
    let count = found.findings.len();
    let newest = found.findings.iter().map(|finding| day(finding.document)).max().unwrap_or_default();
    match (found.language, count) {
        (Language::Korean, _) => {
            format!("관련 문서 {count}건을 찾았습니다. 가장 최근 문서는 {}에 나왔습니다.", korean(newest))
        }
        (Language::English, 1) => format!("I found one document on this, published on {}.", english(newest)),
        (Language::English, _) => {
            format!("I found {count} documents on this; the newest was published on {}.", english(newest))
        }
    }
}

fn bullets(found: &Found<'_>) -> String {
    let line = |(number, finding): (usize, &Finding<'_>)| {
        let title = escape(&finding.document.title);
        Some(format!("- **{title}**: {} {}", quotes(found, finding)?, reference(number, finding.document)))
    };
    found.findings.iter().enumerate().filter_map(line).collect::<Vec<_>>().join("\n")
}

fn prose(found: &Found<'_>) -> String {
    let paragraph = |(number, finding): (usize, &Finding<'_>)| {
        let (site, quotes) = (escape(&site(finding.document)), quotes(found, finding)?);
        let (day, reference) = (day(finding.document), reference(number, finding.document));
        Some(match found.language {
            Language::Korean => format!("{site}({})에 따르면, {quotes} {reference}", korean(day)),
            Language::English => format!("According to {site} ({}), {quotes} {reference}", english(day)),
        })
    };
    found.findings.iter().enumerate().filter_map(paragraph).collect::<Vec<_>>().join("\n\n")
}

fn table(found: &Found<'_>) -> String {
    let row = |(number, finding): (usize, &Finding<'_>)| {
        let quotes = quotes(found, finding)?.replace('|', "\\|");
        let (title, reference) = (escape(&finding.document.title), reference(number, finding.document));
        Some(format!("| {title} | {quotes} {reference} | {} |", day(finding.document)))
    };
    let rows: Vec<_> = found.findings.iter().enumerate().filter_map(row).collect();
    let head = match found.language {
        Language::Korean => "| 문서 | 내용 | 날짜 |",
        Language::English => "| Document | What it says | Date |",
    };
    if rows.is_empty() { String::new() } else { format!("{head}\n|---|---|---|\n{}", rows.join("\n")) }
}

/// The sentences of a finding in quotation marks. `None` when only blocks were found.
fn quotes(found: &Found<'_>, finding: &Finding<'_>) -> Option<String> {
    let sentences: Vec<_> = sentences(&finding.passages).map(|passage| format!("“{}”", passage.text)).collect();
    let joint = if found.language == Language::Korean { ", " } else { " and " };
    (!sentences.is_empty()).then(|| sentences.join(joint))
}

fn sentences<'a>(passages: &'a [&'a Passage]) -> impl Iterator<Item = &'a Passage> {
    passages.iter().copied().filter(|passage| !passage.is_block)
}

/// Tables and other blocks, which fill lines of their own.
fn blocks(found: &Found<'_>) -> Vec<String> {
    let of_finding = |(number, finding): (usize, &Finding<'_>)| {
        let reference = reference(number, finding.document);
        let title = escape(&finding.document.title);
        let blocks = finding.passages.iter().filter(|passage| passage.is_block);
        blocks.map(|block| format!("**{title}** {reference}\n\n{}", block.text)).collect::<Vec<_>>()
    };
    found.findings.iter().enumerate().flat_map(of_finding).collect()
}

fn sources(found: &Found<'_>) -> String {
    let heading = if found.language == Language::Korean { "### 출처" } else { "### Sources" };
    let lines = found.findings.iter().enumerate().map(|(number, finding)| {
        let document = finding.document;
        let (title, address) = (escape(&document.title), address(document));
        format!("{}. [{title}]({address}), {}, {}", number + 1, escape(&site(document)), day(document))
    });
    format!("{heading}\n\n{}", lines.collect::<Vec<_>>().join("\n"))
}

fn reference(number: usize, document: &Document) -> String {
    format!("[[{}]]({})", number + 1, address(document))
}

/// An address that ends where the link's bracket does.
fn address(document: &Document) -> String {
    document.url.replace(' ', "%20").replace('(', "%28").replace(')', "%29").replace('<', "%3C").replace('>', "%3E")
}

fn site(document: &Document) -> String {
    document.host().unwrap_or(&document.title).to_owned()
}

/// A title is no Markdown.
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
