//! Rankings equal a plain recount by the contract's text.
//!
//! Source: docs/platform-api.md, section 2, Statistics.

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_api::{
    AnswerScope, FanoutInclude, FanoutRanking, FanoutStatistic, ModelCode, SourceDomainRanking, SourceDomainStatistic,
    SourceUrlRanking, SourceUrlStatistic, Timestamp,
};
use answerdeck_insight::AnswerTable;
use proptest::prelude::*;

use crate::history::{HistoryAnswer, histories, scopes};

/// The count of a name.
#[derive(Default)]
struct Count<'a> {
    occurrences: u64,
    answers: BTreeSet<&'a str>,
    /// The id, the title and the time of the latest answer.
    latest: (&'a str, &'a str, i64),
    models: BTreeSet<&'a str>,
    regions: BTreeSet<&'a str>,
}

/// Counts names, each with a title. The most frequent come first, equal ones in the order of the names.
fn recount<'a, Name: Ord + Copy>(
    answers: &[&'a HistoryAnswer],
    names: impl Fn(&'a HistoryAnswer) -> Vec<(Name, &'a str)>,
) -> Vec<(Name, Count<'a>)> {
    let mut counts = BTreeMap::<Name, Count>::new();
    for answer in answers {
        for (name, title) in names(answer) {
            let id = answer.answer.id.as_str();
            let count = counts.entry(name).or_default();
            count.occurrences += 1;
            count.answers.insert(id);
            count.latest = count.latest.max((id, title, answer.time));
            count.models.insert(answer.answer.model.as_str());
            count.regions.insert(&answer.answer.region);
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(count.occurrences));
    counts
}

fn time((_, _, time): (&str, &str, i64)) -> Timestamp {
    Timestamp::new(format!("{:.3}", jiff::Timestamp::from_millisecond(time).unwrap()))
}

fn total<Name>(counts: &[(Name, Count)]) -> u64 {
    counts.iter().map(|(_, count)| count.occurrences).sum()
}

fn domain(source: &answerdeck_api::Source) -> &str {
    source.domain.as_deref().unwrap_or_default()
}

fn domains(answers: &[&HistoryAnswer], limit: usize) -> SourceDomainRanking {
    let all = recount(answers, |answer| answer.answer.sources.iter().map(|source| (domain(source), "")).collect());
    let total_citations = total(&all);
    let known: Vec<_> = all.into_iter().filter(|(domain, _)| !domain.is_empty()).collect();
    let statistic = |(domain, count): &(&str, Count)| SourceDomainStatistic {
        domain: (*domain).to_owned(),
        citation_count: count.occurrences,
        answer_count: count.answers.len() as u64,
        latest_created_at: time(count.latest),
    };
    SourceDomainRanking {
        total_domains: Some(known.len() as u64),
        domains: known.iter().take(limit).map(statistic).collect(),
        total_citations,
    }
}

fn urls(answers: &[&HistoryAnswer], only: Option<&str>, limit: usize) -> SourceUrlRanking {
    let all = recount(answers, |answer| {
        let wanted = answer.answer.sources.iter().filter(|source| only.is_none_or(|only| only == domain(source)));
        wanted.map(|source| ((source.url.as_str(), domain(source)), source.title.as_str())).collect()
    });
    let statistic = |((url, domain), count): &((&str, &str), Count)| SourceUrlStatistic {
        url: (*url).to_owned(),
        title: count.latest.1.to_owned(),
        domain: (!domain.is_empty()).then(|| (*domain).to_owned()),
        citation_count: count.occurrences,
        answer_count: count.answers.len() as u64,
        latest_created_at: time(count.latest),
    };
    SourceUrlRanking { urls: all.iter().take(limit).map(statistic).collect(), total_citations: total(&all) }
}

fn fanouts(answers: &[&HistoryAnswer], include: &[FanoutInclude], limit: usize) -> FanoutRanking {
    let all = recount(answers, |answer| answer.answer.fanouts.iter().map(|query| (query.as_str(), "")).collect());
    let included = |field, codes: &BTreeSet<&str>| -> Option<Vec<String>> {
        include.contains(&field).then(|| codes.iter().map(|code| (*code).to_owned()).collect())
    };
    let statistic = |(query, count): &(&str, Count)| FanoutStatistic {
        query: (*query).to_owned(),
        fanout_count: count.occurrences,
        latest_created_at: time(count.latest),
        models: included(FanoutInclude::Models, &count.models)
            .map(|codes| codes.iter().map(|code| ModelCode::from(code.as_str())).collect()),
        regions: included(FanoutInclude::Regions, &count.regions),
    };
    FanoutRanking { fanouts: all.iter().take(limit).map(statistic).collect(), total_fanouts: total(&all) }
}

fn compare(table: &AnswerTable, scope: &AnswerScope, answers: &[&HistoryAnswer], limit: usize) {
    let selection = table.select(scope).unwrap();
    assert_eq!(selection.len(), answers.len());
    assert_eq!(selection.rank_source_domains(limit), domains(answers, limit));
    for domain in [None, Some("a.example"), Some("나.example"), Some("unknown.example")] {
        assert_eq!(selection.rank_source_urls(domain, limit), urls(answers, domain, limit), "{domain:?}");
    }
    for include in [&[][..], &[FanoutInclude::Models], &[FanoutInclude::Regions, FanoutInclude::Models]] {
        assert_eq!(selection.rank_fanouts(include, limit), fanouts(answers, include, limit), "{include:?}");
    }
}

proptest! {
    #[test]
    fn rankings_equal_a_recount_in_every_scope(
        history in histories(),
        scopes in prop::collection::vec(scopes(), 1..8),
        limit in 1..12_usize,
    ) {
        let table = history.table();
        for scope in scopes.iter().map(|scope| history.scope(scope)) {
            compare(&table, &scope, &history.select(&scope), limit);
        }
    }

    #[test]
    fn rankings_equal_a_recount_after_runs_were_replaced_and_removed(
        mut history in histories(),
        scope in scopes(),
        replaced in any::<prop::sample::Index>(),
        removed in any::<prop::sample::Index>(),
    ) {
        let mut table = history.table();
        let runs: Vec<_> = history.runs.iter().cloned().map(Some).chain([None]).collect();
        let (replaced, removed) = (replaced.get(&runs), removed.get(&runs));
        let id = |run: &Option<answerdeck_api::Run>| run.as_ref().map(|run| run.id.clone());
        // Every second answer of a run is lost, as if it had been read again.
        let mut is_kept = false;
        history.answers.retain(|answer| {
            is_kept = !is_kept;
            is_kept || answer.answer.run_id != id(replaced)
        });
        prop_assume!(!history.answers.is_empty());
        table.put(&history.block(replaced.as_ref())).unwrap();
        assert!(table.remove(id(removed).as_ref()));
        assert!(!table.remove(id(removed).as_ref()));
        let scope = history.scope(&scope);
        history.answers.retain(|answer| answer.answer.run_id != id(removed));
        compare(&table, &scope, &history.select(&scope), 100);
    }
}

#[test]
fn the_number_of_domains_is_unknown_above_10_000() {
    use answerdeck_api::{Answer, AnswerStatus, Source};
    let source =
        |number: usize| Source { url: String::new(), title: String::new(), domain: Some(format!("{number}.example")) };
    for (count, expected) in [(10_000, Some(10_000)), (10_001, None)] {
        let answer = Answer {
            id: "0".repeat(22).parse().unwrap(),
            model: ModelCode::Claude,
            route: None,
            failure: None,
            prompt_id: "0".repeat(22).parse().unwrap(),
            region: "KR".to_owned(),
            status: AnswerStatus::Success,
            content: String::new(),
            query: String::new(),
            created_at: Some(Timestamp::new("2026-01-01T00:00:00Z")),
            run_id: None,
            markdown_url: None,
            fanouts: Vec::new(),
            sources: (0..count).map(source).collect(),
        };
        let mut table = AnswerTable::default();
        table.put(&answerdeck_insight::encode_answers(None, [(&answer, None)]).unwrap()).unwrap();
        let ranking = table.select(&AnswerScope::default()).unwrap().rank_source_domains(1);
        assert_eq!((ranking.total_domains, ranking.total_citations), (expected, count as u64));
        assert_eq!(ranking.domains[0].domain, "0.example");
    }
}
