//! Writes an answer in the language of the question: the recommendation first, then what the sources say.

use answerdeck_api::Language;
use jiff::{civil, tz::TimeZone};

use super::profile::{Profile, Style};
use super::recommendation::{Product, Recommendation};
use super::retrieve::{Citation, Retrieval};
use crate::corpus::Document;

/// The answer in Markdown. A numbered link to the source follows each quote.
pub(super) fn compose(profile: &Profile, retrieval: &Retrieval<'_>) -> String {
    let mut parts = Vec::new();
    if let Some(recommendation) = &retrieval.recommendation {
        parts.push(recommendation_text(profile.style, retrieval, recommendation));
    }
    parts.push(match profile.style {
        Style::Bullets => bullets(retrieval),
        Style::Prose => prose(retrieval),
        Style::Table if retrieval.recommendation.is_none() => first_quote_and_table(retrieval),
        Style::Table => table(retrieval, 0),
    });
    parts.extend(blocks(retrieval));
    if let Some(alternative) =
        retrieval.recommendation.as_ref().and_then(|recommendation| recommendation.alternative.as_ref())
    {
        parts.push(alternative_text(retrieval, alternative));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// The product that the sources recommend most, and how many do.
fn recommendation_text(style: Style, retrieval: &Retrieval<'_>, recommendation: &Recommendation<'_>) -> String {
    let product = product(retrieval, &recommendation.pick);
    let (count, all) = (recommendation.pick.sources.len(), retrieval.citations.len());
    match (retrieval.language, style) {
        (Language::Korean, Style::Bullets) => {
            format!("가장 먼저 추천하는 제품: {product}. 확인한 출처 {all}곳 가운데 {count}곳이 추천합니다.")
        }
        (Language::Korean, Style::Prose) => {
            format!("결론부터 말하면 {product} 쪽을 권합니다. 출처 {all}곳 중 {count}곳이 같은 의견입니다.")
        }
        (Language::Korean, Style::Table) => format!("추천 제품: {product} (출처 {all}곳 중 {count}곳)"),
        (Language::English, Style::Bullets) => {
            format!("The first choice is the {product}: {} recommend it.", of_sources(count, all))
        }
        (Language::English, Style::Prose) => {
            format!("In short, I would get the {product}. It is recommended by {}.", of_sources(count, all))
        }
        (Language::English, Style::Table) => format!("Top pick: {product} ({count} of {all} sources)"),
    }
}

fn of_sources(count: usize, all: usize) -> String {
    if all == 1 { "the only source that I found".to_owned() } else { format!("{count} of {all} sources") }
}

fn alternative_text(retrieval: &Retrieval<'_>, alternative: &Product<'_>) -> String {
    let label = match retrieval.language {
        Language::Korean => "함께 볼 제품",
        Language::English => "Also worth a look",
    };
    format!("{label}: {}", product(retrieval, alternative))
}

/// A product with references to the sources that recommend it.
fn product(retrieval: &Retrieval<'_>, product: &Product<'_>) -> String {
    let references = product.sources.iter().filter_map(|position| {
        let citation = retrieval.citations.get(*position)?;
        Some(format!(" {}", reference(*position, citation.document)))
    });
    format!("**{}**{}", escape(product.name), references.collect::<String>())
}

fn bullets(retrieval: &Retrieval<'_>) -> String {
    let line = |(number, citation): (usize, &Citation<'_>)| {
        Some(format!("- {} {}", quotes(citation)?, reference(number, citation.document)))
    };
    retrieval.citations.iter().enumerate().filter_map(line).collect::<Vec<_>>().join("\n")
}

fn prose(retrieval: &Retrieval<'_>) -> String {
    let paragraph = |(number, citation): (usize, &Citation<'_>)| {
        let (site, quotes) =
            (escape(citation.document.host().as_deref().unwrap_or(&citation.document.title)), quotes(citation)?);
        let (day, reference) = (day(citation.document), reference(number, citation.document));
        Some(match retrieval.language {
            Language::Korean => format!("{site}({}): {quotes} {reference}", korean(day)),
            Language::English => format!("{site} ({}): {quotes} {reference}", english(day)),
        })
    };
    retrieval.citations.iter().enumerate().filter_map(paragraph).collect::<Vec<_>>().join("\n\n")
}

fn first_quote_and_table(retrieval: &Retrieval<'_>) -> String {
    let Some((first, quotes)) = retrieval.citations.first().and_then(|first| Some((first, quotes(first)?))) else {
        return table(retrieval, 0);
    };
    let first_quote = format!("{quotes} {}", reference(0, first.document));
    [first_quote, table(retrieval, 1)].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn table(retrieval: &Retrieval<'_>, from: usize) -> String {
    let row = |(number, citation): (usize, &Citation<'_>)| {
        let quotes = quotes(citation)?.replace('|', "\\|");
        let (title, reference) = (escape(&citation.document.title), reference(number, citation.document));
        Some(format!("| {title} | {quotes} {reference} | {} |", day(citation.document)))
    };
    let rows: Vec<_> = retrieval.citations.iter().enumerate().skip(from).filter_map(row).collect();
    let head = match retrieval.language {
        Language::Korean => "| 출처 | 무엇을 말하나 | 언제 |",
        Language::English => "| Source | What it says | When |",
    };
    if rows.is_empty() { String::new() } else { format!("{head}\n|---|---|---|\n{}", rows.join("\n")) }
}

/// The quoted sentences of a citation. `None` when it has only blocks.
fn quotes(citation: &Citation<'_>) -> Option<String> {
    let sentences = citation.passages.iter().filter(|passage| !passage.is_block);
    // An item of a list may have no full stop.
    let ended = |text: &str| if text.ends_with(char::is_alphanumeric) { format!("{text}.") } else { text.to_owned() };
    let sentences: Vec<String> = sentences.map(|passage| ended(&passage.text)).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The quoted blocks, which need their own lines.
fn blocks(retrieval: &Retrieval<'_>) -> Vec<String> {
    let of_citation = |(number, citation): (usize, &Citation<'_>)| {
        let reference = reference(number, citation.document);
        let title = escape(&citation.document.title);
        let blocks = citation.passages.iter().filter(|passage| passage.is_block);
        blocks.map(|block| format!("**{title}** {reference}\n\n{}", block.text)).collect::<Vec<_>>()
    };
    retrieval.citations.iter().enumerate().flat_map(of_citation).collect()
}

fn reference(number: usize, document: &Document) -> String {
    format!("[[{}]]({})", number + 1, link_target(document))
}

/// The URL, escaped so that it can be the target of a Markdown link.
fn link_target(document: &Document) -> String {
    document.url.replace(' ', "%20").replace('(', "%28").replace(')', "%29").replace('<', "%3C").replace('>', "%3E")
}

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
