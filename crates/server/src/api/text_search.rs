//! Searching a phrase in the texts of answers, newest first.

use std::collections::HashMap;
use std::ops::Range;

use answerdeck_api::AnswerId;
use answerdeck_api::limits::{EXCERPT_AFTER_MAX, EXCERPT_BEFORE_MAX};
use answerdeck_api::metrics::{AnswerExcerpt, AnswerTextFilter, AnswerTextList, BrandName, Mention};
use answerdeck_api::operation::SEARCH_ANSWER_TEXTS;
use answerdeck_database::entity::answer;
use answerdeck_database::id::{number_of, time_of};
use answerdeck_database::parse_stored_id;
use answerdeck_database::time::wire_time;
use answerdeck_insight::PhraseFinder;
use answerdeck_statistics::scope::check_ids;
use axum::Json;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use super::answer_scope::{ScopeFilter, ScopedParams};
use super::heavy_reads::run_on_rows;
use super::mentions::{NamedBrands, TrackedBrands};
use crate::http::caller::Read;
use crate::http::cursor::Pagination;
use crate::problem::ApiResult;

/// The maximum number of answers, and of bytes of their texts, that a request searches.
const ANSWERS_MAX: u64 = 5_000;
const BYTES_MAX: usize = 16 * 1024 * 1024;
/// The maximum number of characters of the phrase in an excerpt. White space and invisible characters can make an occurrence much
/// longer than the phrase.
const PHRASE_CHARS: usize = 200;
/// The maximum number of mentions in an excerpt. A name is that of each brand that has it.
const MENTIONS_MAX: usize = 100;

#[derive(Debug, Default)]
struct FoundTexts {
    /// The answers with the phrase, newest first.
    found: Vec<FoundText>,
    searched: u64,
    /// The id of the last answer that was searched, unless all are.
    last: Option<String>,
}

/// An answer with the phrase.
#[derive(Debug)]
struct FoundText {
    id: String,
    before: String,
    phrase: String,
    after: String,
    brands: Vec<BrandName>,
    mentions: Vec<Mention>,
}

pub(super) async fn search(
    read: Read,
    ScopedParams(filter): ScopedParams<AnswerTextFilter>,
) -> ApiResult<Json<AnswerTextList>> {
    let pagination = Pagination::new(SEARCH_ANSWER_TEXTS, &read.caller, &filter)?;
    let FoundTexts { found, searched, last } = find_texts(&read, &filter, &pagination).await?;
    let ids: Vec<AnswerId> = found.iter().map(|text| parse_stored_id(text.id.clone())).collect::<Result<_, _>>()?;
    let answers = read.app.statistics.describe_answers(read.caller.organization_id.as_str(), &ids).await?;
    let mut answers: HashMap<String, _> =
        answers.into_iter().map(|answer| (answer.id.as_str().to_owned(), answer)).collect();
    let excerpts = found.into_iter().filter_map(|text| {
        let FoundText { id, before, phrase, after, brands, mentions } = text;
        Some(AnswerExcerpt { answer: answers.remove(&id)?, before, phrase, after, brands, mentions })
    });
    Ok(Json(AnswerTextList {
        answers: excerpts.collect(),
        searched,
        searched_since: last.as_deref().map(|id| wire_time(time_of(number_of(id)))),
        next_cursor: last.as_deref().map(|id| pagination.cursor(id)),
    }))
}

/// Searches the page of the answers, until it is full, or this request has searched enough.
async fn find_texts(read: &Read, filter: &AnswerTextFilter, pagination: &Pagination) -> ApiResult<FoundTexts> {
    let Read { app, caller } = read;
    let (scope, limit) = (filter.scope(), pagination.limit as usize);
    let query = ScopeFilter::new(caller, &scope)?.select();
    let Some(finder) = PhraseFinder::new(&filter.phrase) else { return Ok(FoundTexts::default()) };
    let tracked = TrackedBrands::read(read).await?;
    let rows = query
        .apply_if(pagination.after.as_ref(), |query, after| query.filter(answer::Column::Id.lt(after)))
        .select_only()
        .columns([answer::Column::Id, answer::Column::Content])
        .filter(answer::Column::Status.eq(answer::Status::Success))
        .order_by_desc(answer::Column::Id)
        .limit(ANSWERS_MAX + 1)
        .into_tuple::<(String, String)>()
        .stream(&app.databases.heavy_reads)
        .await?;
    let search = run_on_rows(rows, move |rows| {
        let (mut result, mut bytes, mut last) = (FoundTexts::default(), 0, None);
        for (id, content) in rows {
            if result.searched == ANSWERS_MAX || bytes > BYTES_MAX || result.found.len() == limit {
                result.last = last;
                break;
            }
            result.searched += 1;
            bytes += content.len();
            result.found.extend(finder.find(&content).map(|place| excerpt(id.clone(), &content, place, &tracked)));
            last = Some(id);
        }
        result
    });
    let result = search.await?;
    if result.searched == 0 && pagination.after.is_none() {
        check_ids(&app.databases.heavy_reads, caller.organization_id.as_str(), &scope).await?;
    }
    Ok(result)
}

fn excerpt(id: String, content: &str, place: Range<usize>, tracked: &TrackedBrands) -> FoundText {
    let part = |from: usize, to: usize| content.get(from..to).unwrap_or_default();
    let before = last_chars(part(0, place.start), EXCERPT_BEFORE_MAX);
    let phrase = first_chars(part(place.start, place.end), PHRASE_CHARS);
    let after = first_chars(part(place.start + phrase.len(), content.len()), EXCERPT_AFTER_MAX);
    let shown = place.start - before.len()..place.start + phrase.len() + after.len();
    let mut named = NamedBrands::default();
    let mentions = tracked.mentions(content, shown, &mut named).take(MENTIONS_MAX).collect();
    let [before, phrase, after] = [before, phrase, after].map(str::to_owned);
    FoundText { id, before, phrase, after, brands: named.brands, mentions }
}

fn first_chars(text: &str, max: usize) -> &str {
    text.char_indices().nth(max).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

fn last_chars(text: &str, max: usize) -> &str {
    let start =
        max.checked_sub(1).and_then(|before| text.char_indices().rev().nth(before)).map_or(0, |(start, _)| start);
    text.get(start..).unwrap_or_default()
}
