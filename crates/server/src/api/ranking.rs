//! Rankings of the names that occur most often in the answers of a scope. Equal counts are ordered by the bytes of the
//! name.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use answerdeck_api::limits::COUNTED_DOMAINS_MAX;
use answerdeck_api::{AnswerScope, ModelCode};
use answerdeck_database::entity::answer_source;
use answerdeck_database::id::base62;
use sea_orm::{ColumnTrait, DatabaseConnection, EntityTrait, QueryFilter, QuerySelect};

use crate::answer_scope::{self, ScopeFilter};
use crate::columns::{
    Column, CountedName, Counts, Name, NameKind, Selection, model_of, names_of, numbers_of, scan, select, top_names,
};
use crate::http::caller::Caller;
use crate::problem::ApiResult;

/// The kind of name that a ranking counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RankedKind {
    Domains,
    Urls,
    Fanouts,
}

/// A ranking: the kind of name, the scope and the length.
pub(super) struct Ranking<'a> {
    pub(super) database: &'a DatabaseConnection,
    pub(super) caller: &'a Caller,
    pub(super) scope: AnswerScope,
    pub(super) kind: RankedKind,
    /// Restricts a ranking of URLs to this domain.
    pub(super) domain: Option<&'a str>,
    pub(super) limit: u32,
}

/// The top of a ranking, with totals over all names.
pub(super) struct TopNames {
    pub(super) rows: Vec<CountedName>,
    /// The occurrences of all names and of sources without a domain.
    pub(super) total: u64,
    /// The number of distinct names. `None` above [`COUNTED_DOMAINS_MAX`].
    pub(super) names: Option<u64>,
    selection: Selection,
}

/// The models that ran a search, and the regions.
#[derive(Default)]
pub(super) struct FanoutOrigins {
    pub(super) models: BTreeSet<String>,
    pub(super) regions: BTreeSet<String>,
}

impl Ranking<'_> {
    /// Computes the ranking.
    ///
    /// # Errors
    /// As [`ScopeFilter::new`], and as [`answer_scope::check_ids`] if nothing is counted.
    pub(super) async fn compute(&self) -> ApiResult<TopNames> {
        let ids = ScopeFilter::new(self.caller, &self.scope)?.ids();
        let selection = select(self.database, self.organization_id(), &self.scope, ids).await?;
        let (counts, total) = self.counts(&selection).await?;
        if total == 0 {
            answer_scope::check_ids(self.database, self.caller, &self.scope).await?;
        }
        let names = u64::try_from(counts.len()).ok().filter(|names| *names <= COUNTED_DOMAINS_MAX);
        let rows = top_names(self.database, self.organization_id(), counts, self.limit).await?;
        Ok(TopNames { rows, total, names, selection })
    }

    /// Returns the counts and the sum of all occurrences.
    async fn counts(&self, selection: &Selection) -> ApiResult<(Counts, u64)> {
        let (mut counts, mut total) = (Counts::default(), 0);
        let (database, organization_id) = (self.database, self.organization_id());
        if self.kind == RankedKind::Fanouts {
            let count = |answer: crate::columns::Dimensions, fanouts: &[u32]| {
                fanouts.iter().for_each(|fanout| counts.add(*fanout, answer.id));
                total += fanouts.len() as u64;
            };
            scan(database, organization_id, selection, Column::Fanout, count).await?;
            return Ok((counts, total));
        }
        let domain_number = match self.domain {
            Some(domain) => {
                let hash = Name::new(NameKind::Domain, domain).hash();
                match numbers_of(database, organization_id, [hash]).await?.get(&hash) {
                    Some(number) => Some(*number),
                    None => return Ok((counts, total)),
                }
            }
            None => None,
        };
        scan(database, organization_id, selection, Column::Source, |answer, sources| {
            for [url, domain] in sources.as_chunks().0 {
                if domain_number.is_none_or(|number| number == *domain) {
                    counts.add(if self.kind == RankedKind::Urls { *url } else { *domain }, answer.id);
                    total += 1;
                }
            }
        })
        .await?;
        Ok((counts, total))
    }

    /// Returns the title of each URL of `top` by its number: the title in the latest answer, and the greatest one if that
    /// answer has several.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub(super) async fn titles(&self, top: &TopNames) -> ApiResult<HashMap<u32, String>> {
        let key = |row: &CountedName| (base62(row.count.latest), row.name.clone(), row.domain.clone());
        let wanted: BTreeMap<_, u32> = top.rows.iter().map(|row| (key(row), row.count.number)).collect();
        let rows: Vec<(String, String, Option<String>, String)> = answer_source::Entity::find()
            .select_only()
            .columns([answer_source::Column::AnswerId, answer_source::Column::Url])
            .columns([answer_source::Column::Domain, answer_source::Column::Title])
            .filter(answer_source::Column::AnswerId.is_in(wanted.keys().map(|(answer, ..)| answer)))
            .filter(answer_source::Column::Url.is_in(wanted.keys().map(|(_, url, _)| url)))
            .into_tuple()
            .all(self.database)
            .await?;
        let mut titles = HashMap::<u32, String>::new();
        for (answer, url, domain, title) in rows {
            if let Some(number) = wanted.get(&(answer, url, domain.unwrap_or_default())) {
                let greatest = titles.entry(*number).or_default();
                *greatest = std::mem::take(greatest).max(title);
            }
        }
        Ok(titles)
    }

    /// Returns the models and regions of each search of `top` by its number.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub(super) async fn origins(&self, top: &TopNames) -> ApiResult<HashMap<u32, FanoutOrigins>> {
        let wanted: BTreeSet<u32> = top.rows.iter().map(|row| row.count.number).collect();
        let mut occurrences = BTreeSet::new();
        scan(self.database, self.organization_id(), &top.selection, Column::Fanout, |answer, fanouts| {
            for fanout in fanouts.iter().filter(|fanout| wanted.contains(fanout)) {
                occurrences.insert((*fanout, answer.model, answer.region));
            }
        })
        .await?;
        let numbers: BTreeSet<u32> = occurrences.iter().flat_map(|(_, model, region)| [*model, *region]).collect();
        let limit = numbers.len();
        let names = names_of(self.database, self.organization_id(), numbers, limit).await?;
        let names: HashMap<u32, String> = names.into_iter().map(|(number, name, _)| (number, name)).collect();
        let mut origins = HashMap::<u32, FanoutOrigins>::new();
        for (fanout, model, region) in occurrences {
            let of_fanout = origins.entry(fanout).or_default();
            of_fanout.models.extend(names.get(&model).map(|name| model_of(name).to_owned()));
            of_fanout.regions.extend(names.get(&region).cloned());
        }
        Ok(origins)
    }

    fn organization_id(&self) -> &str {
        self.caller.organization_id.as_str()
    }
}

impl FanoutOrigins {
    pub(super) fn models(&self) -> Vec<ModelCode> {
        self.models.iter().map(|model| ModelCode::from(model.as_str())).collect()
    }

    pub(super) fn regions(&self) -> Vec<String> {
        self.regions.iter().cloned().collect()
    }
}
