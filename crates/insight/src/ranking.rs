//! Rankings of the cited domains and pages, and of searches. They equal those of the platform.

use std::cmp::{Ordering, Reverse};

use answerdeck_api::limits::COUNTED_DOMAINS_MAX;
use answerdeck_api::{
    FanoutInclude, FanoutRanking, FanoutStatistic, ModelCode, SourceDomainRanking, SourceDomainStatistic,
    SourceUrlRanking, SourceUrlStatistic, Timestamp,
};

use crate::asked_model;
use crate::interner::{ABSENT, Interner};
use crate::selection::{Selection, StoredAnswer};
use crate::sorting::sort_by;
use crate::unix_time;

/// How often a name occurs.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    occurrences: u32,
    answers: u32,
    /// The 1-based index in the selection of the latest answer with the name. 0 when there is none.
    latest: u32,
}

/// A name in a ranking.
#[derive(Debug, Clone, Copy)]
struct Ranked {
    number: u32,
    count: Count,
}

impl Selection<'_> {
    /// Ranks the cited domains by citations, and by name where they are equal. `limit` is the maximum number of domains.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics.
    pub fn rank_source_domains(&self, limit: usize) -> SourceDomainRanking {
        let texts = &self.table.texts;
        let mut counts = vec![Count::default(); texts.domains.len()];
        let mut total = 0;
        for (at, answer) in (1..).zip(self.answers()) {
            let citations = answer.citations();
            total += citations.len() as u64;
            citations.iter().for_each(|citation| add(&mut counts, texts.domain(citation.page), at));
        }
        let distinct = counts.iter().filter(|count| count.occurrences > 0).count() as u64;
        let domain = |ranked: &Ranked| SourceDomainStatistic {
            domain: texts.domains.text(ranked.number).to_owned(),
            citation_count: u64::from(ranked.count.occurrences),
            answer_count: u64::from(ranked.count.answers),
            latest_created_at: self.latest_time(ranked),
        };
        let by_name = |one: u32, other: u32| texts.domains.text(one).cmp(texts.domains.text(other));
        SourceDomainRanking {
            domains: top(&counts, limit, by_name).iter().map(domain).collect(),
            total_citations: total,
            total_domains: Some(distinct).filter(|distinct| *distinct <= COUNTED_DOMAINS_MAX),
        }
    }

    /// Ranks the cited pages by citations, and by URL where they are equal. With `domain`, only its pages count. `limit` is
    /// the maximum number of pages.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics.
    pub fn rank_source_urls(&self, domain: Option<&str>, limit: usize) -> SourceUrlRanking {
        let texts = &self.table.texts;
        let Ok(wanted) = domain.map(|domain| texts.domains.find(domain).ok_or(())).transpose() else {
            return SourceUrlRanking { urls: Vec::new(), total_citations: 0 };
        };
        let mut counts = vec![Count::default(); texts.pages()];
        let mut total = 0;
        for (at, answer) in (1..).zip(self.answers()) {
            for citation in answer.citations() {
                if wanted.is_none_or(|wanted| texts.domain(citation.page) == wanted) {
                    add(&mut counts, citation.page, at);
                    total += 1;
                }
            }
        }
        let url = |ranked: &Ranked| {
            let (url, domain) = texts.page_name(ranked.number);
            SourceUrlStatistic {
                url: url.to_owned(),
                title: self.title(ranked),
                domain: Some(domain.to_owned()).filter(|domain| !domain.is_empty()),
                citation_count: u64::from(ranked.count.occurrences),
                answer_count: u64::from(ranked.count.answers),
                latest_created_at: self.latest_time(ranked),
            }
        };
        let top = top(&counts, limit, |one, other| texts.page_name(one).cmp(&texts.page_name(other)));
        SourceUrlRanking { urls: top.iter().map(url).collect(), total_citations: total }
    }

    /// Ranks the searches that models ran by frequency, and by text where they are equal. `limit` is the maximum number of
    /// searches. `include` adds the models and the regions of each.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics.
    pub fn rank_fanouts(&self, include: &[FanoutInclude], limit: usize) -> FanoutRanking {
        let texts = &self.table.texts;
        let mut counts = vec![Count::default(); texts.fanouts.len()];
        let mut total = 0;
        for (at, answer) in (1..).zip(self.answers()) {
            let fanouts = answer.fanouts();
            total += fanouts.len() as u64;
            fanouts.iter().for_each(|fanout| add(&mut counts, *fanout, at));
        }
        let top = top(&counts, limit, |one, other| texts.fanouts.text(one).cmp(texts.fanouts.text(other)));
        let wants = |field| include.contains(&field);
        let models = wants(FanoutInclude::Models)
            .then(|| self.origins(&top, &texts.models, asked_model::code, |answer| answer.row.model));
        let regions = wants(FanoutInclude::Regions)
            .then(|| self.origins(&top, &texts.regions, |region| region, |answer| answer.row.region));
        let names = |origins: &Option<Vec<Vec<String>>>, at: usize| origins.as_ref()?.get(at).cloned();
        let fanouts = top.iter().enumerate().map(|(at, ranked)| FanoutStatistic {
            query: texts.fanouts.text(ranked.number).to_owned(),
            fanout_count: u64::from(ranked.count.occurrences),
            latest_created_at: self.latest_time(ranked),
            models: names(&models, at).map(|codes| codes.iter().map(|code| ModelCode::from(code.as_str())).collect()),
            regions: names(&regions, at),
        });
        FanoutRanking { fanouts: fanouts.collect(), total_fanouts: total }
    }

    /// Returns, for each search of `top`, the distinct names of the texts of `of` in the answers with the search, in order.
    fn origins(
        &self,
        top: &[Ranked],
        texts: &Interner,
        name: fn(&str) -> &str,
        of: fn(&StoredAnswer) -> u32,
    ) -> Vec<Vec<String>> {
        let mut places = vec![usize::MAX; self.table.texts.fanouts.len()];
        for (place, ranked) in top.iter().enumerate() {
            places[ranked.number as usize] = place;
        }
        let mut occurs = vec![false; top.len() * texts.len()];
        for answer in self.answers() {
            let text = of(&answer) as usize;
            let fanouts = answer.fanouts().iter().map(|fanout| places[*fanout as usize]);
            fanouts.filter(|place| *place < top.len()).for_each(|place| occurs[place * texts.len() + text] = true);
        }
        let of_fanout = |place: usize| {
            let numbers = (0..).zip(&occurs[place * texts.len()..][..texts.len()]).filter(|(_, occurs)| **occurs);
            let mut names: Vec<String> = numbers.map(|(number, _)| name(texts.text(number)).to_owned()).collect();
            sort_by(&mut names, Ord::cmp);
            names.dedup();
            names
        };
        (0..top.len()).map(of_fanout).collect()
    }

    /// Returns the title of a page in the latest answer that cites it, and the greatest one if that answer has several.
    fn title(&self, page: &Ranked) -> String {
        let titles = &self.table.texts.titles;
        let citations = self.latest(page).map_or(&[][..], |answer| answer.citations());
        let of_page = citations.iter().filter(|citation| citation.page == page.number);
        of_page.map(|citation| titles.text(citation.title)).max().unwrap_or_default().to_owned()
    }

    fn latest(&self, ranked: &Ranked) -> Option<StoredAnswer<'_>> {
        self.get((ranked.count.latest as usize).checked_sub(1)?)
    }

    fn latest_time(&self, ranked: &Ranked) -> Timestamp {
        unix_time::to_timestamp(self.latest(ranked).map_or(0, |answer| answer.row.created_at))
    }
}

/// Counts an occurrence of the name `number` in the answer `at`, a 1-based index in the selection. Answers come in
/// ascending order.
fn add(counts: &mut [Count], number: u32, at: u32) {
    if number == ABSENT {
        return;
    }
    if let Some(count) = counts.get_mut(number as usize) {
        count.occurrences += 1;
        count.answers += u32::from(count.latest != at);
        count.latest = at;
    }
}

/// Returns the `limit` names with the highest counts. `by_name` orders equal counts.
fn top(counts: &[Count], limit: usize, by_name: impl Fn(u32, u32) -> Ordering) -> Vec<Ranked> {
    let order = |one: &Ranked, other: &Ranked| {
        let by_count = Reverse(one.count.occurrences).cmp(&Reverse(other.count.occurrences));
        by_count.then_with(|| by_name(one.number, other.number))
    };
    let mut top: Vec<Ranked> = Vec::new();
    for (number, count) in (0..).zip(counts).filter(|(_, count)| count.occurrences > 0) {
        let next = Ranked { number, count: *count };
        if top.len() >= limit && top.last().is_none_or(|last| order(last, &next).is_lt()) {
            continue;
        }
        let at = top.partition_point(|before| order(before, &next).is_lt());
        top.insert(at, next);
        top.truncate(limit);
    }
    top
}
