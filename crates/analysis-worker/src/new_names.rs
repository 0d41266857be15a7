//! The kept answers that new names of a brand would find.

use answerdeck_analysis::{NameExample, NewNames, NewNamesReport, Refusal};
use answerdeck_answer_store::AnswerStore;
use answerdeck_api::{AnswerId, Brand};
use answerdeck_insight::{Mention, MentionFinder};

use crate::unanswered::Unanswered;

/// The maximum number of answers that are searched, from the newest on. Their texts are some megabytes.
const SEARCHED_MAX: usize = 2_000;
/// The maximum number of examples in a reply.
const EXAMPLES_MAX: usize = 10;
/// The maximum number of bytes of an example on each side of the name.
const SIDE_MAX: usize = 160;

/// Searches the newest answers for the names of a brand.
pub(crate) async fn find(
    brands: &[Brand],
    NewNames { brand, names, limit }: &NewNames,
    answers: &AnswerStore,
) -> Result<NewNamesReport, Unanswered> {
    let saved = brands.iter().position(|tracked| Some(&tracked.id) == brand.as_ref());
    let of_brand = |brand: &Brand| brand.names().cloned().collect::<Vec<_>>();
    let all = brands.iter().map(of_brand).chain(std::iter::once(names.clone()));
    let finder = MentionFinder::new(all).map_err(|_| Refusal::TooManyNames)?;
    let edited = brands.len();
    let mut report = NewNamesReport::default();
    let limit = (*limit as usize).min(EXAMPLES_MAX);
    let visit = |id: &AnswerId, text: &str| {
        let mentions = finder.find(text);
        if mentions.iter().any(|mention| Some(mention.brand) == saved) {
            return;
        }
        let Some(mention) = mentions.iter().find(|mention| mention.brand == edited) else { return };
        report.added += 1;
        if report.examples.len() < limit {
            report.examples.extend(example(id, text, mention));
        }
    };
    let searched = answers.visit_newest(SEARCHED_MAX, visit).await.map_err(Unanswered::Archive)?;
    Ok(NewNamesReport { searched: searched as u64, ..report })
}

/// The sentence around a mention.
fn example(id: &AnswerId, text: &str, mention: &Mention) -> Option<NameExample> {
    let (before, after) = (text.get(..mention.start)?, text.get(mention.end..)?);
    Some(NameExample {
        id: id.clone(),
        before: beginning(before),
        name: text.get(mention.start..mention.end)?.to_owned(),
        after: end(after),
    })
}

/// The end of a text, from the last beginning of a sentence in it.
fn beginning(text: &str) -> String {
    let from = text.ceil_char_boundary(text.len().saturating_sub(SIDE_MAX));
    let near = &text[from..];
    match sentence_ends(near).last() {
        Some(start) => near[start..].trim_start().to_owned(),
        None if from > 0 => format!("…{near}"),
        None => near.trim_start().to_owned(),
    }
}

/// The beginning of a text, to the first end of a sentence in it.
fn end(text: &str) -> String {
    let near = &text[..text.floor_char_boundary(SIDE_MAX)];
    let first = sentence_ends(near).next();
    match first {
        Some(end) => near[..end].trim_end().to_owned(),
        None if near.len() < text.len() => format!("{near}…"),
        None => near.trim_end().to_owned(),
    }
}

/// The bytes after the ends of sentences: a line break, or a mark before a space.
fn sentence_ends(text: &str) -> impl Iterator<Item = usize> {
    text.char_indices().filter_map(|(at, character)| {
        let after = at + character.len_utf8();
        let is_mark = matches!(character, '.' | '!' | '?' | '。');
        (character == '\n' || is_mark && text[after..].starts_with(char::is_whitespace)).then_some(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_is_the_sentence_around_the_name() {
        let text = "First. Nurio 2.5 is at nurio.example, and Tavrin follows! Then more.\nEnd";
        let at = text.find("Tavrin").unwrap();
        assert_eq!(beginning(&text[..at]), "Nurio 2.5 is at nurio.example, and ");
        assert_eq!(end(&text[at + 6..]), " follows!");
        assert_eq!((beginning("Tavrin와 "), end("는 좋아요\n다음")), ("Tavrin와 ".to_owned(), "는 좋아요".to_owned()));
    }

    #[test]
    fn a_long_sentence_is_cut_on_both_sides() {
        let text = "가".repeat(1_000);
        let (before, after) = (beginning(&text), end(&text));
        assert!(before.starts_with('…') && after.ends_with('…'), "{before} {after}");
        assert!([before, after].iter().all(|side| side.len() <= SIDE_MAX + '…'.len_utf8()));
    }
}
