//! Values of questions about sources and searches.

use answerdeck_analysis::{
    MatchingAnswer, MatchingAnswers, PeriodCitations, SearchlessPrompt, SearchlessPrompts, SourcePoint,
    SourceTrendReport,
};
use answerdeck_answer_store::{AnswerStore, ArchiveError};
use answerdeck_api::{Answer, AnswerId};
use answerdeck_insight::{Period, PromptSearches, Selection, SourceLevel, sort_by};

use crate::prompt_texts::read_texts;

/// The maximum number of answers that are read for a question. Reading a block of them takes some milliseconds.
const READ_MAX: usize = 100;
/// The maximum number of prompts that are named in a reply.
const PROMPTS_MAX: usize = 200;

/// How the citations of domains develop.
pub(crate) fn trend(
    selection: &Selection<'_>,
    period: Period,
    domains: &[String],
    utc_offset: &dyn Fn(i64) -> i32,
) -> SourceTrendReport {
    let series = selection.by_period(period, utc_offset);
    let mut last = None;
    let points = series.points().map(|point| SourcePoint {
        first_day: point.first_day.to_string(),
        citations: point.answers.map(|answers| {
            let counts = answers.count_citations(domains);
            PeriodCitations { total: counts.total, of_domains: counts.of_domains }
        }),
        sample_change: point.answers.and_then(|answers| answers.sample_change_since(last.replace(answers)?)),
    });
    SourceTrendReport { series: points.collect(), stability: selection.source_stability(SourceLevel::Domain) }
}

/// The newest answers of a selection after the first `skip`.
pub(crate) async fn matching(
    found: &Selection<'_>,
    skip: u32,
    limit: u32,
    answers: &AnswerStore,
) -> Result<MatchingAnswers, ArchiveError> {
    let mut newest = Vec::new();
    for answer in read_newest(found, skip as usize, limit as usize, answers).await? {
        let Answer { id, model, route, query, created_at, .. } = answer;
        newest.push(MatchingAnswer { id, question: query, model, route, created_at });
    }
    Ok(MatchingAnswers { total: found.len() as u64, newest })
}

/// The prompts of a scope that made no model search. Those after the first `skip` are named.
pub(crate) async fn without_search(
    selection: &Selection<'_>,
    skip: u32,
    limit: u32,
    answers: &AnswerStore,
) -> Result<SearchlessPrompts, ArchiveError> {
    let all = selection.searches_by_prompt();
    let mut without: Vec<&PromptSearches<'_>> = all.iter().filter(|prompt| prompt.searched == 0).collect();
    // Equal prompts keep the order of their ids.
    sort_by(&mut without, |one, other| other.answers.cmp(&one.answers));
    let shown = without.get(skip as usize..).unwrap_or_default();
    let shown = shown.get(..(limit as usize).min(PROMPTS_MAX)).unwrap_or(shown);
    let ids: Vec<&str> = shown.iter().map(|prompt| prompt.prompt).collect();
    let texts = read_texts(selection, &ids, answers).await?;
    let named = |prompt: &&PromptSearches<'_>| {
        let (id, question) = texts.get(prompt.prompt)?;
        Some(SearchlessPrompt { id, question, answers: prompt.answers })
    };
    let most_asked = shown.iter().filter_map(named).collect();
    Ok(SearchlessPrompts { prompts: all.len() as u64, without_search: without.len() as u64, most_asked })
}

async fn read_newest(
    selection: &Selection<'_>,
    skip: usize,
    limit: usize,
    answers: &AnswerStore,
) -> Result<Vec<Answer>, ArchiveError> {
    let newest = selection.newest_ids(skip, limit.min(READ_MAX));
    let ids: Vec<AnswerId> = newest.iter().filter_map(|id| id.parse().ok()).collect();
    let mut read = answers.answers(&ids).await?;
    // Ids ascend with the time.
    sort_by(&mut read, |one, other| other.id.cmp(&one.id));
    Ok(read)
}
