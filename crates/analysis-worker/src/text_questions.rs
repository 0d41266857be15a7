//! Values of questions about the texts of answers.

use answerdeck_analysis::{FoundText, FoundTexts, MatchingAnswer, TextPlace};
use answerdeck_answer_store::{AnswerStore, ArchiveError, SearchedTexts};
use answerdeck_api::Answer;
use answerdeck_insight::{PhraseFinder, Selection};

/// The maximum number of characters of an excerpt before the phrase.
const BEFORE_CHARS: usize = 60;
/// The maximum number of characters of an excerpt after the phrase.
const AFTER_CHARS: usize = 120;
/// The maximum number of characters of the phrase in an excerpt. White space and invisible characters can make an occurrence much
/// longer than the phrase.
const PHRASE_CHARS: usize = 200;

/// A part of a search for a phrase in the answers of a selection.
pub(crate) async fn search(
    selection: &Selection<'_>,
    phrase: &str,
    from: Option<&TextPlace>,
    answers: &AnswerStore,
) -> Result<FoundTexts, ArchiveError> {
    let total = selection.len() as u64;
    let Some(finder) = PhraseFinder::new(phrase) else {
        return Ok(FoundTexts { from: from.cloned(), total, searched: total, ..FoundTexts::default() });
    };
    let place =
        from.map(|TextPlace { run, blocks }| answerdeck_answer_store::TextPlace { run: run.clone(), blocks: *blocks });
    let SearchedTexts { searched, found, next } = answers.search_texts(selection, &finder, place.as_ref()).await?;
    let found = found.into_iter().map(|(answer, place)| {
        let Answer { id, model, route, query, created_at, content, .. } = answer;
        let part = |from: usize, to: usize| content.get(from..to).unwrap_or_default();
        FoundText {
            answer: MatchingAnswer { id, question: query, model, route, created_at },
            before: last_chars(part(0, place.start), BEFORE_CHARS).to_owned(),
            phrase: first_chars(part(place.start, place.end), PHRASE_CHARS).to_owned(),
            after: first_chars(part(place.end, content.len()), AFTER_CHARS).to_owned(),
        }
    });
    let next = next.map(|place| TextPlace { run: place.run, blocks: place.blocks });
    Ok(FoundTexts { from: from.cloned(), total, searched, found: found.collect(), next })
}

fn first_chars(text: &str, max: usize) -> &str {
    text.char_indices().nth(max).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

fn last_chars(text: &str, max: usize) -> &str {
    let start =
        max.checked_sub(1).and_then(|before| text.char_indices().rev().nth(before)).map_or(0, |(start, _)| start);
    text.get(start..).unwrap_or_default()
}
