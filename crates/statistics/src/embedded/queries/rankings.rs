//! The domains, pages and searches that occur most often. Equal counts are ordered by the bytes of the name.

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_api::limits::COUNTED_DOMAINS_MAX;
use answerdeck_api::metrics::SourceLevel;
use answerdeck_api::{
    AnswerScope, FanoutFilter, FanoutInclude, FanoutRanking, FanoutStatistic, ModelCode, SourceDomainFilter,
    SourceDomainRanking, SourceDomainStatistic, SourceUrlFilter, SourceUrlRanking, SourceUrlStatistic,
};
use answerdeck_clickhouse::{Keys, NameColumn, SourceFilter};
use answerdeck_database::entity::answer_source;
use answerdeck_database::id::id_of;
use rustc_hash::FxHashMap;
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, QuerySelect};

use super::copied::Selected;
use super::counting::{CountedName, Counting, created_at};
use super::domain_types::{DomainTypes, DomainsOfType};
use super::sample::IndexSet;
use super::source_level::{names_at, number_at, source_name};
use crate::embedded::columns::{Column, Counts, Name, NameKind, SourceNumbers, model_of, sources};
use crate::error::StatisticsResult;

pub(crate) async fn rank_source_domains(
    counting: &Counting,
    filter: &SourceDomainFilter,
) -> StatisticsResult<SourceDomainRanking> {
    let level = filter.level.clone().unwrap_or(SourceLevel::Domain);
    let types = DomainTypes::read(counting).await?;
    let wanted = match &filter.domain_type {
        Some(wanted) => Some(types.domains(counting, wanted).await?),
        None => None,
    };
    let scope = filter.scope();
    let only = OnlyDomain::read(counting, &scope, filter.domain.as_deref()).await?;
    let number = |source: SourceNumbers| {
        let is_wanted = wanted.as_ref().is_none_or(|wanted| wanted.contains(source.domain)) && only.has(source);
        is_wanted.then(|| number_at(&level, source))
    };
    let names = only.names(&level, wanted.as_ref());
    let (total_citations, domains, rows) = rank(counting, &scope, filter.limit, names.as_ref(), number).await?;
    let domain = |row: CountedName| SourceDomainStatistic {
        citation_count: row.count.occurrences.into(),
        answer_count: row.count.answers.into(),
        latest_created_at: created_at(row.count.latest),
        domain_type: types.of(row.domain.as_ref().unwrap_or(&row.name)),
        domain: row.name,
    };
    Ok(SourceDomainRanking {
        domains: rows.into_iter().map(domain).collect(),
        total_citations,
        total_domains: Some(domains).filter(|domains| *domains <= COUNTED_DOMAINS_MAX),
    })
}

pub(crate) async fn rank_source_urls(
    counting: &Counting,
    filter: &SourceUrlFilter,
) -> StatisticsResult<SourceUrlRanking> {
    let scope = filter.scope();
    let only = OnlyDomain::read(counting, &scope, filter.domain.as_deref()).await?;
    let page = |source: SourceNumbers| only.has(source).then_some(source.page);
    let names = only.names(&SourceLevel::Page, None);
    let (total_citations, _, rows) = rank(counting, &scope, filter.limit, names.as_ref(), page).await?;
    let latest_pages: Vec<LatestPage<'_>> = rows.iter().map(LatestPage::of).collect();
    let mut titles = titles(counting, &latest_pages).await?;
    let domain_type = match &only.domain {
        Some(domain) => DomainTypes::read(counting).await?.of(domain),
        None => None,
    };
    let page = |row: CountedName| SourceUrlStatistic {
        citation_count: row.count.occurrences.into(),
        answer_count: row.count.answers.into(),
        latest_created_at: created_at(row.count.latest),
        title: titles.remove(&row.count.number).unwrap_or_default(),
        url: row.name,
        domain: row.domain,
    };
    Ok(SourceUrlRanking { urls: rows.into_iter().map(page).collect(), total_citations, domain_type })
}

/// Ranks sources by the number that `number` gives each; `names` is what ClickHouse counts. Returns the number of citations, with
/// those whose number is absent, that of different sources, and the sources that are cited most.
async fn rank(
    counting: &Counting,
    scope: &AnswerScope,
    limit: Option<u32>,
    names: Option<&NameColumn>,
    number: impl Fn(SourceNumbers) -> Option<u32>,
) -> StatisticsResult<(u64, u64, Vec<CountedName>)> {
    let selected = counting.select_copied(scope).await?;
    let (mut counts, mut citations) = (Counts::default(), 0);
    counting
        .visit_values(&selected.columns, Some(Column::Source), |answer, list| {
            for number in sources(list).filter_map(&number) {
                counts.add(number, answer.id);
                citations += 1;
            }
        })
        .await?;
    for row in selected.names(names).await? {
        counts.add_many(row.number, row.occurrences, row.answers);
        citations += row.occurrences;
    }
    if citations == 0 {
        counting.check_ids(scope).await?;
    }
    let different = counts.len() as u64;
    let mut rows = counting.top_names(counts, limit).await?;
    selected.add_ids(names, &mut rows).await?;
    Ok((citations, different, rows))
}

/// The domain or site whose citations are counted, if they are not all.
struct OnlyDomain {
    domain: Option<String>,
    /// `None` if no answer has the domain.
    number: Option<u32>,
}

impl OnlyDomain {
    /// Reads the filter `domain`.
    async fn read(counting: &Counting, scope: &AnswerScope, domain: Option<&str>) -> StatisticsResult<Self> {
        let domain = domain.map(|domain| source_name("domain", domain)).transpose();
        let domain = counting.checked(scope, domain).await?;
        let number = match &domain {
            Some(domain) => counting.number_of(Name::new(NameKind::Domain, domain)).await?,
            None => None,
        };
        Ok(Self { domain, number })
    }

    /// What ClickHouse counts. `None` if no answer has the domain, or one of the wanted type.
    fn names(&self, level: &SourceLevel, wanted: Option<&DomainsOfType>) -> Option<NameColumn> {
        let filter = wanted.map_or_else(|| Some(SourceFilter::default()), DomainsOfType::filter)?;
        let is_known = self.domain.is_none() || self.number.is_some();
        is_known.then(|| names_at(level, SourceFilter { of: self.number, ..filter }))
    }

    fn has(&self, source: SourceNumbers) -> bool {
        self.domain.is_none() || self.number == Some(source.domain) || self.number == Some(source.site)
    }
}

pub(crate) async fn rank_fanouts(counting: &Counting, filter: &FanoutFilter) -> StatisticsResult<FanoutRanking> {
    let scope = filter.scope();
    let selected = counting.select_copied(&scope).await?;
    let (mut counts, mut total_fanouts) = (Counts::default(), 0);
    counting
        .visit_values(&selected.columns, Some(Column::Fanout), |answer, fanouts| {
            fanouts.iter().for_each(|fanout| counts.add(*fanout, answer.id));
            total_fanouts += fanouts.len() as u64;
        })
        .await?;
    for row in selected.names(Some(&NameColumn::Fanouts)).await? {
        counts.add_many(row.number, row.occurrences, row.answers);
        total_fanouts += row.occurrences;
    }
    if total_fanouts == 0 {
        counting.check_ids(&scope).await?;
    }
    let mut rows = counting.top_names(counts, filter.limit).await?;
    selected.add_ids(Some(&NameColumn::Fanouts), &mut rows).await?;
    let included = |field| filter.include.contains(&field);
    let mut origins = match included(FanoutInclude::Models) || included(FanoutInclude::Regions) {
        true => origins(counting, &selected, &rows).await?,
        false => FxHashMap::default(),
    };
    let fanout = |row: CountedName| {
        let origins = origins.remove(&row.count.number).unwrap_or_default();
        FanoutStatistic {
            fanout_count: row.count.occurrences.into(),
            latest_created_at: created_at(row.count.latest),
            query: row.name,
            models: included(FanoutInclude::Models)
                .then(|| origins.models.iter().map(|model| ModelCode::from(model.as_str())).collect()),
            regions: included(FanoutInclude::Regions).then(|| origins.regions.into_iter().collect()),
            names_own: None,
        }
    };
    Ok(FanoutRanking { fanouts: rows.into_iter().map(fanout).collect(), total_fanouts })
}

/// A page, and the latest answer that cites it.
pub(super) struct LatestPage<'a> {
    pub(super) number: u32,
    pub(super) url: &'a str,
    pub(super) domain: Option<&'a str>,
    pub(super) answer: u128,
}

impl<'a> LatestPage<'a> {
    pub(super) fn of(row: &'a CountedName) -> Self {
        Self { number: row.count.number, url: &row.name, domain: row.domain.as_deref(), answer: row.count.latest }
    }
}

/// The titles of pages by their numbers: that in the latest answer, and the greatest one if that answer has several.
pub(super) async fn titles(counting: &Counting, pages: &[LatestPage<'_>]) -> Result<FxHashMap<u32, String>, DbErr> {
    let hash = |url: &str, domain: Option<&str>| Name::page(url, domain.unwrap_or_default()).map(|page| page.hash());
    let key = |page: &LatestPage<'_>| (id_of(page.answer), hash(page.url, page.domain));
    let wanted: BTreeMap<_, u32> = pages.iter().map(|page| (key(page), page.number)).collect();
    // An answer may have another address of the page.
    let rows: Vec<(String, String, Option<String>, String)> = answer_source::Entity::find()
        .select_only()
        .columns([answer_source::Column::AnswerId, answer_source::Column::Url])
        .columns([answer_source::Column::Domain, answer_source::Column::Title])
        .filter(answer_source::Column::AnswerId.is_in(wanted.keys().map(|(answer, _)| answer)))
        .into_tuple()
        .all(&counting.snapshot)
        .await?;
    let mut titles = FxHashMap::<u32, String>::default();
    for (answer, url, domain, title) in rows {
        if let Some(number) = wanted.get(&(answer, hash(&url, domain.as_deref()))) {
            let greatest = titles.entry(*number).or_default();
            *greatest = std::mem::take(greatest).max(title);
        }
    }
    titles.retain(|_, title| !title.trim().is_empty());
    Ok(titles)
}

/// The models that ran a search, and the regions.
#[derive(Default)]
struct Origins {
    models: BTreeSet<String>,
    regions: BTreeSet<String>,
}

/// The models and regions of each search by its number.
async fn origins(
    counting: &Counting,
    selected: &Selected,
    searches: &[CountedName],
) -> StatisticsResult<FxHashMap<u32, Origins>> {
    let (mut wanted, mut occurrences) = (IndexSet::default(), BTreeSet::new());
    let numbers: Vec<u32> = searches.iter().map(|row| row.count.number).collect();
    numbers.iter().for_each(|number| _ = wanted.insert(*number));
    counting
        .visit_values(&selected.columns, Some(Column::Fanout), |answer, fanouts| {
            for fanout in fanouts.iter().filter(|fanout| wanted.get(**fanout).is_some()) {
                occurrences.insert((*fanout, answer.model, answer.region));
            }
        })
        .await?;
    if let Some(copied) = &selected.copied {
        let keys = Keys { model: true, region: true, ..Keys::default() };
        let rows = copied.names(&NameColumn::Fanouts, Some(&numbers), keys).await?;
        occurrences.extend(rows.iter().map(|row| (row.number, row.model, row.region)));
    }
    let names = counting.names(occurrences.iter().flat_map(|(_, model, region)| [*model, *region])).await?;
    let mut origins = FxHashMap::<u32, Origins>::default();
    for (fanout, model, region) in occurrences {
        let of_fanout = origins.entry(fanout).or_default();
        of_fanout.models.extend(names.get(&model).map(|name| model_of(name).to_owned()));
        of_fanout.regions.extend(names.get(&region).cloned());
    }
    Ok(origins)
}
