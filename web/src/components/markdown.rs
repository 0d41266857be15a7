//! An untrusted Markdown text as nodes. Nothing is set as HTML, nothing is loaded, and a link says where it leads.

use answerdeck_api::Source;
use leptos::prelude::*;

use super::{Button, ExternalLink, Icon, IconName, Variant};
use crate::locale::{t, t_with};
use crate::untrusted::{Block, Budget, Document, Inline, Target};

/// Rows of a table that are shown at first.
const ROWS: usize = 60;

/// An untrusted Markdown text. A long one is shown in part, and says how much is left.
#[component]
pub fn Markdown(
    /// The text.
    content: String,
    /// The sources that its references name by number.
    sources: Vec<Source>,
) -> AnyView {
    let budget = RwSignal::new(Budget::FIRST);
    let addresses = StoredValue::new(sources.into_iter().map(|source| source.url).collect::<Vec<_>>());
    let content = StoredValue::new(content);
    let document = Memo::new(move |_| content.with_value(|content| Document::read(content, budget.get())));
    let left = Memo::new(move |_| document.with(|document| document.left));
    let body = move || document.with(|document| addresses.with_value(|sources| blocks(&document.blocks, sources)));
    view! {
        <div class="prose">{body}</div>
        {move || {
            (left.get() > 0)
                .then(|| {
                    let words = t_with(move |t| (t.answers().left)(left.get() as u64));
                    view! {
                        <div class="prose-more">
                            <span role="status">{words}</span>
                            <Button
                                label=t(|t| t.answers().show_more)
                                on_click=move |()| budget.update(|budget| *budget = budget.more())
                            />
                        </div>
                    }
                })
        }}
    }
    .into_any()
}

fn blocks(of: &[Block], sources: &[String]) -> AnyView {
    of.iter().map(|one| block(one, sources)).collect_view().into_any()
}

fn block(block: &Block, sources: &[String]) -> AnyView {
    match block {
        Block::Paragraph(text) => view! { <p dir="auto">{inlines(text, sources)}</p> }.into_any(),
        Block::Line(text) => view! { <div dir="auto">{inlines(text, sources)}</div> }.into_any(),
        // The page's own headings are the first and the second level.
        Block::Heading(level, text) => {
            let text = inlines(text, sources);
            match level {
                1 | 2 => view! { <h3 dir="auto">{text}</h3> }.into_any(),
                3 => view! { <h4 dir="auto">{text}</h4> }.into_any(),
                _ => view! { <h5 dir="auto">{text}</h5> }.into_any(),
            }
        }
        Block::Quote(of) => view! { <blockquote>{blocks(of, sources)}</blockquote> }.into_any(),
        Block::List { start, items } => {
            let items = items.iter().map(|item| view! { <li>{blocks(item, sources)}</li> }).collect_view();
            match start {
                Some(start) => view! { <ol start=start.to_string()>{items}</ol> }.into_any(),
                None => view! { <ul>{items}</ul> }.into_any(),
            }
        }
        Block::Code(code) => view! {
            <pre class="prose-box" tabindex="0" role="group" aria-label=t(|t| t.answers().code)>
                <code dir="auto">{code.clone()}</code>
            </pre>
        }
        .into_any(),
        Block::Raw(text) => view! { <p class="prose-raw" dir="auto">{text.clone()}</p> }.into_any(),
        Block::Table { head, rows } => table(head, rows, sources),
        Block::Rule => view! { <hr /> }.into_any(),
    }
}

fn table(head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>], sources: &[String]) -> AnyView {
    let heads =
        head.iter().map(|cell| view! { <th scope="col" dir="auto">{inlines(cell, sources)}</th> }).collect_view();
    let shown = RwSignal::new(ROWS);
    let all = rows.len();
    let kept = StoredValue::new((rows.to_vec(), sources.to_vec()));
    let body = move || {
        kept.with_value(|(rows, sources)| {
            let row = |row: &Vec<Vec<Inline>>| {
                let cells =
                    row.iter().map(|cell| view! { <td dir="auto">{inlines(cell, sources)}</td> }).collect_view();
                view! { <tr>{cells}</tr> }
            };
            rows.iter().take(shown.get()).map(row).collect_view()
        })
    };
    let more = move || {
        let left = all.saturating_sub(shown.get());
        (left > 0).then(|| {
            view! {
                <Button
                    label=t_with(move |t| (t.answers().rows_more)(left as u64))
                    variant=Variant::Quiet
                    on_click=move |()| shown.set(all)
                />
            }
        })
    };
    view! {
        <div class="prose-box" tabindex="0" role="group" aria-label=t(|t| t.answers().table)>
            <table>
                <thead>
                    <tr>{heads}</tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
        {more}
    }
    .into_any()
}

fn inlines(of: &[Inline], sources: &[String]) -> AnyView {
    of.iter().map(|one| inline(one, sources)).collect_view().into_any()
}

fn inline(inline: &Inline, sources: &[String]) -> AnyView {
    match inline {
        Inline::Text(text) => text.clone().into_any(),
        Inline::Code(code) => view! { <code><bdi>{code.clone()}</bdi></code> }.into_any(),
        Inline::Strong(of) => view! { <strong>{inlines(of, sources)}</strong> }.into_any(),
        Inline::Emphasis(of) => view! { <em>{inlines(of, sources)}</em> }.into_any(),
        Inline::Struck(of) => view! { <s>{inlines(of, sources)}</s> }.into_any(),
        Inline::Break => view! { <br /> }.into_any(),
        Inline::Task(done) => {
            let done = *done;
            let words = t_with(move |t| if done { t.answers().task_done } else { t.answers().task_open }.to_owned());
            view! { <span role="img" aria-label=words>{if done { "☑ " } else { "☐ " }}</span> }.into_any()
        }
        Inline::Image { description, address } => view! {
            <span class="prose-image">
                <Icon icon=IconName::Image />
                <span class="unseen">{t(|t| t.answers().image)}</span>
                <bdi>{description.clone()}</bdi>
                " "
                <bdi class="prose-address">{address.clone()}</bdi>
            </span>
        }
        .into_any(),
        Inline::Link { target: Target::Inert(address), text } => view! {
            <bdi>{inlines(text, sources)}</bdi>
            " "
            <bdi class="prose-address">{format!("({address})")}</bdi>
        }
        .into_any(),
        Inline::Link { target: Target::Page { address, host }, text } => {
            let number = reference(text, address, sources);
            let text = inlines(text, sources);
            let host = host.clone();
            match number {
                Some(number) => {
                    let label = t_with(move |t| (t.answers().source_number)(number as u64, &host));
                    view! { <ExternalLink address=address.clone() label class="prose-reference">{text}</ExternalLink> }
                        .into_any()
                }
                None => view! {
                    <ExternalLink address=address.clone()>
                        <bdi>{text}</bdi>
                    </ExternalLink>
                    " "
                    <bdi class="prose-address">{format!("({host})")}</bdi>
                }
                .into_any(),
            }
        }
    }
}

// `[2]` that leads to the second source. Its host stands in the list beside the text.
fn reference(text: &[Inline], address: &str, sources: &[String]) -> Option<usize> {
    let [Inline::Text(text)] = text else { return None };
    let number = text.trim().trim_start_matches('[').trim_end_matches(']').parse::<usize>().ok()?;
    (sources.get(number.checked_sub(1)?)? == address).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_a_reference_only_to_the_source_it_numbers() {
        let sources = ["https://a.example".to_owned(), "https://b.example".to_owned()];
        let number = |text: &str, address: &str| reference(&[Inline::Text(text.to_owned())], address, &sources);
        assert_eq!(number("[2]", "https://b.example"), Some(2));
        assert_eq!(number("1", "https://a.example"), Some(1));
        assert_eq!(number("[1]", "https://b.example"), None);
        assert_eq!(number("[0]", "https://a.example"), None);
        assert_eq!(number("[3]", "https://c.example"), None);
        assert_eq!(number("b", "https://b.example"), None);
    }
}
