//! Values of questions about sources and searches.

use answerdeck_analysis::{
    AnswerFeature, MatchingAnswer, MatchingAnswers, PeriodCitations, SearchlessPrompt, SearchlessPrompts, SourcePoint,
    SourceTrendReport,
};
use answerdeck_answer_store::{AnswerStore, ArchiveError};
use answerdeck_api::{Answer, AnswerScope};
use answerdeck_insight::{Period, PromptSearches, Selection, SourceLevel, sort_by};

/// The maximum number of answers that are read for a question. Reading one takes some milliseconds.
const READ_MAX: usize = 50;

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
        instrument: point.answers.and_then(|answers| answers.instrument_since(last.replace(answers)?)),
    });
    SourceTrendReport { series: points.collect(), stability: selection.source_stability(SourceLevel::Domain) }
}

/// The answers of a selection that have a feature.
pub(crate) async fn matching(
    selection: &Selection<'_>,
    feature: &AnswerFeature,
    limit: u32,
    answers: &AnswerStore,
) -> Result<MatchingAnswers, ArchiveError> {
    let found = match feature {
        AnswerFeature::Domain(domain) => selection.citing_domain(domain),
        AnswerFeature::Page(url) => selection.citing_page(url),
        AnswerFeature::Search(search) => selection.with_search(search),
    };
    let mut newest = Vec::new();
    for answer in read_newest(&found, limit as usize, answers).await? {
        let Answer { id, model, route, query, created_at, .. } = answer;
        newest.push(MatchingAnswer { id, question: query, model, route, created_at });
    }
    Ok(MatchingAnswers { total: found.len() as u64, newest })
}

/// The prompts of a scope that made no model search.
pub(crate) async fn without_search(
    selection: &Selection<'_>,
    scope: &AnswerScope,
    limit: u32,
    answers: &AnswerStore,
) -> Result<SearchlessPrompts, ArchiveError> {
    let all = selection.searches_by_prompt();
    let mut without: Vec<&PromptSearches<'_>> = all.iter().filter(|prompt| prompt.searched == 0).collect();
    // Equal prompts keep the order of their ids.
    sort_by(&mut without, |one, other| other.answers.cmp(&one.answers));
    let mut most_asked = Vec::new();
    for prompt in without.iter().take((limit as usize).min(READ_MAX)) {
        let Ok(id) = prompt.prompt.parse() else { continue };
        let of_prompt = answers.select(&AnswerScope { prompt_id: Some(id), ..scope.clone() });
        let Ok(of_prompt) = of_prompt else { continue };
        let Some(newest) = read_newest(&of_prompt, 1, answers).await?.pop() else { continue };
        most_asked.push(SearchlessPrompt { id: newest.prompt_id, question: newest.query, answers: prompt.answers });
    }
    Ok(SearchlessPrompts { prompts: all.len() as u64, without_search: without.len() as u64, most_asked })
}

async fn read_newest(
    selection: &Selection<'_>,
    limit: usize,
    answers: &AnswerStore,
) -> Result<Vec<Answer>, ArchiveError> {
    let mut read = Vec::new();
    for id in selection.newest_ids(limit.min(READ_MAX)) {
        if let Ok(id) = id.parse() {
            read.extend(answers.answer(&id).await?);
        }
    }
    Ok(read)
}
