//! Renders untrusted Markdown as DOM nodes, with brands marked. Nothing is inserted as HTML, no image is loaded, and
//! links show their host.

use std::sync::Arc;

use answerdeck_api::Source;
use leptos::prelude::*;

use super::mentions::{MentionLabel, TextMentions, marked};
use crate::components::{ALL_ROWS, more_rows};
use crate::locale::{t, t_with};
use crate::reactive::{live, live_when};
use crate::ui::{Button, ExternalLink, Icon, IconName};
use crate::untrusted::{Block, Budget, Document, Inline, LinkTarget};

const ROWS_SHOWN_AT_FIRST: usize = 60;

/// Untrusted Markdown. A long text is shown in part, with the number of remaining characters.
#[component]
pub fn Markdown(
    content: String,
    /// The sources that numbered references like `[2]` link to.
    sources: Vec<Source>,
    #[prop(into)] mentions: Signal<TextMentions>,
) -> AnyView {
    let budget = RwSignal::new(Budget::INITIAL);
    let addresses = StoredValue::new(sources.into_iter().map(|source| source.url).collect::<Vec<_>>());
    let content = StoredValue::new(content);
    let document = Memo::new(move |_| {
        mentions.with(|mentions| content.with_value(|content| Document::parse(content, budget.get(), &mentions.ranges)))
    });
    let remaining = Memo::new(move |_| document.with(|document| document.remaining));
    let more = move || {
        let text = t_with(move |t| (t.answers().characters_left)(remaining.get() as u64));
        view! {
            <div class="prose-remaining">
                <span role="status">{text}</span>
                <Button
                    label=t(|t| t.answers().show_more)
                    on_click=move |()| budget.update(|budget| *budget = budget.doubled())
                />
            </div>
        }
    };
    let body = move || {
        let labels = mentions.with(|mentions| mentions.labels.clone());
        let about = Arc::new(About { sources: addresses.get_value(), labels });
        document.with(|document| blocks(&document.blocks, &about))
    };
    view! {
        <div class="prose">{live(body)}</div>
        {live_when(move || remaining.get() > 0, more)}
    }
    .into_any()
}

/// What a text refers to.
struct About {
    sources: Vec<String>,
    /// Of each mention of brands.
    labels: Vec<MentionLabel>,
}

fn blocks(of: &[Block], about: &Arc<About>) -> AnyView {
    // The page itself uses heading levels 1 and 2. An answer may skip levels, the page must not.
    let mut level = 2;
    let one = |one: &Block| {
        if let Block::Heading(own, _) = one {
            level = own.saturating_add(1).clamp(3, 5).min(level + 1);
        }
        block(one, level, about)
    };
    of.iter().map(one).collect_view().into_any()
}

// `level` is that of a heading on the page.
fn block(block: &Block, level: u8, about: &Arc<About>) -> AnyView {
    match block {
        Block::Paragraph(text) => view! { <p dir="auto">{inlines(text, about)}</p> }.into_any(),
        Block::Line(text) => view! { <div dir="auto">{inlines(text, about)}</div> }.into_any(),
        Block::Heading(_, text) => {
            let text = inlines(text, about);
            match level {
                3 => view! { <h3 dir="auto">{text}</h3> }.into_any(),
                4 => view! { <h4 dir="auto">{text}</h4> }.into_any(),
                _ => view! { <h5 dir="auto">{text}</h5> }.into_any(),
            }
        }
        Block::Quote(of) => view! { <blockquote>{blocks(of, about)}</blockquote> }.into_any(),
        Block::List { start, items } => {
            let items = items.iter().map(|item| view! { <li>{blocks(item, about)}</li> }).collect_view();
            match start {
                Some(start) => view! { <ol start=start.to_string()>{items}</ol> }.into_any(),
                None => view! { <ul>{items}</ul> }.into_any(),
            }
        }
        Block::Code(code) => view! {
            <pre class="prose-scroll" tabindex="0" role="group" aria-label=t(|t| t.answers().code)>
                <code dir="auto">{inlines(code, about)}</code>
            </pre>
        }
        .into_any(),
        Block::Html(text) => view! { <p class="prose-html" dir="auto">{inlines(text, about)}</p> }.into_any(),
        Block::Table { head, rows } => table(head, rows, about),
        Block::Rule => view! { <hr /> }.into_any(),
    }
}

fn table(head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>], about: &Arc<About>) -> AnyView {
    // The corner of a table is often empty: nothing that names a column.
    let head_cell = |cell: &Vec<Inline>| match cell.is_empty() {
        true => view! { <td></td> }.into_any(),
        false => view! { <th scope="col" dir="auto">{inlines(cell, about)}</th> }.into_any(),
    };
    let heads = head.iter().map(head_cell).collect_view();
    let (shown, more) = more_rows(rows.len(), ROWS_SHOWN_AT_FIRST, ALL_ROWS);
    let content = StoredValue::new((rows.to_vec(), about.clone()));
    let body = move || {
        content.with_value(|(rows, about)| {
            let row = |row: &Vec<Vec<Inline>>| {
                let cells = row.iter().map(|cell| view! { <td dir="auto">{inlines(cell, about)}</td> }).collect_view();
                view! { <tr>{cells}</tr> }
            };
            rows.iter().take(shown.get()).map(row).collect_view().into_any()
        })
    };
    view! {
        <div class="prose-scroll" tabindex="0" role="group" aria-label=t(|t| t.common().table)>
            <table>
                <thead><tr>{heads}</tr></thead>
                <tbody>{live(body)}</tbody>
            </table>
        </div>
        {more}
    }
    .into_any()
}

fn inlines(of: &[Inline], about: &Arc<About>) -> AnyView {
    of.iter().map(|one| inline(one, about)).collect_view().into_any()
}

fn inline(inline: &Inline, about: &Arc<About>) -> AnyView {
    match inline {
        Inline::Text(text) => text.clone().into_any(),
        Inline::Marked { mark, text } => marked(text, about.labels.get(*mark)),
        Inline::Code(code) => view! { <code><bdi>{inlines(code, about)}</bdi></code> }.into_any(),
        Inline::Strong(of) => view! { <strong>{inlines(of, about)}</strong> }.into_any(),
        Inline::Emphasis(of) => view! { <em>{inlines(of, about)}</em> }.into_any(),
        Inline::Strikethrough(of) => view! { <s>{inlines(of, about)}</s> }.into_any(),
        Inline::Break => view! { <br /> }.into_any(),
        Inline::Task(done) => {
            let done = *done;
            let label = t_with(move |t| if done { t.answers().task_done } else { t.answers().task_open }.to_owned());
            view! { <span role="img" aria-label=label>{if done { "☑ " } else { "☐ " }}</span> }.into_any()
        }
        Inline::Image { description, address } => view! {
            <span class="prose-image">
                <Icon icon=IconName::Image />
                <span class="visually-hidden">{t(|t| t.answers().image)}</span>
                <bdi>{inlines(description, about)}</bdi>
                " "
                <bdi class="prose-address">{address.clone()}</bdi>
            </span>
        }
        .into_any(),
        Inline::Link { target: LinkTarget::Inert(address), text } => view! {
            <bdi>{inlines(text, about)}</bdi>
            " "
            <bdi class="prose-address">{format!("({address})")}</bdi>
        }
        .into_any(),
        Inline::Link { target: LinkTarget::Web { address, host }, text } => {
            let number = reference_number(text, address, &about.sources);
            let text = inlines(text, about);
            let host = host.clone();
            match number {
                Some(number) => {
                    let label = t_with(move |t| (t.answers().source_number)(number as u64, &host));
                    view! { <ExternalLink address=address.clone() label class="prose-reference">{text}</ExternalLink> }
                        .into_any()
                }
                None => view! {
                    <ExternalLink address=address.clone()><bdi>{text}</bdi></ExternalLink>
                    " "
                    <bdi class="prose-address">{format!("({host})")}</bdi>
                }
                .into_any(),
            }
        }
    }
}

// The number of the source if the text is a reference like `[2]` and links to that source. The list of sources shows the
// host.
fn reference_number(text: &[Inline], address: &str, sources: &[String]) -> Option<usize> {
    let [Inline::Text(text)] = text else { return None };
    let number = text.trim().trim_start_matches('[').trim_end_matches(']').parse::<usize>().ok()?;
    (sources.get(number.checked_sub(1)?)? == address).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_a_reference_only_if_it_links_to_the_source_with_that_number() {
        let sources = ["https://a.example".to_owned(), "https://b.example".to_owned()];
        let number = |text: &str, address: &str| reference_number(&[Inline::Text(text.to_owned())], address, &sources);
        assert_eq!(number("[2]", "https://b.example"), Some(2));
        assert_eq!(number("1", "https://a.example"), Some(1));
        assert_eq!(number("[1]", "https://b.example"), None);
        assert_eq!(number("[0]", "https://a.example"), None);
        assert_eq!(number("[3]", "https://c.example"), None);
        assert_eq!(number("b", "https://b.example"), None);
    }
}
