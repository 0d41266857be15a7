//! Rankings: what the answers of a scope hold most often. Ties go by the name, bytewise.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use answerdeck_api::limits::COUNTED_DOMAINS_MAX;
use answerdeck_api::{AnswerScope, ModelCode};
use sea_orm::{ColumnTrait, DatabaseConnection, EntityTrait, QueryFilter, QuerySelect};

use super::answer_scope::{self, Scope};
use crate::columns::{Column, Count, Counts, Name, NameKind, Selection, names_of, numbers_of, scan, select};
use crate::database::entity::answer_source;
use crate::http::caller::Caller;
use crate::problem::ApiResult;
use crate::random::base62;

/// What is ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ranked {
    Domains,
    Urls,
    Fanouts,
}

/// What is ranked, over which answers.
pub(super) struct Ranking<'a> {
    pub(super) database: &'a DatabaseConnection,
    pub(super) caller: &'a Caller,
    pub(super) scope: AnswerScope,
    pub(super) ranked: Ranked,
    /// Only pages of this domain.
    pub(super) domain: Option<&'a str>,
    pub(super) limit: u32,
}

/// The head of a ranking, and what there is in all.
pub(super) struct Head {
    pub(super) rows: Vec<Row>,
    /// Occurrences of every name, and of sources whose domain cannot be told.
    pub(super) total: u64,
    /// How many names there are. `None` when there are too many to count.
    pub(super) names: Option<u64>,
    picked: Selection,
}

/// A name and how often it occurs.
pub(super) struct Row {
    pub(super) name: String,
    /// Of a page. Empty when it cannot be told.
    pub(super) domain: String,
    pub(super) count: Count,
}

/// Whom a search was run by, and where.
#[derive(Default)]
pub(super) struct Askers {
    pub(super) models: BTreeSet<String>,
    pub(super) regions: BTreeSet<String>,
}

impl Ranking<'_> {
    /// Ranks.
    ///
    /// # Errors
    /// As [`Scope::new`]; and the refusal of a run, a set or a prompt that never was.
    pub(super) async fn read(&self) -> ApiResult<Head> {
        let ids = Scope::new(self.caller, &self.scope)?.ids();
        let picked = select(self.database, self.organization_id(), &self.scope, ids).await?;
        let (counts, total) = self.counts(&picked).await?;
        if total == 0 {
            answer_scope::assert_known(self.database, self.caller, &self.scope).await?;
        }
        let names = u64::try_from(counts.len()).ok().filter(|names| *names <= COUNTED_DOMAINS_MAX);
        let rows = first(self.database, self.organization_id(), counts, self.limit).await?;
        Ok(Head { rows, total, names, picked })
    }

    /// Counts what is ranked, and the sum of it.
    async fn counts(&self, picked: &Selection) -> ApiResult<(Counts, u64)> {
        let (mut counts, mut total) = (Counts::default(), 0);
        let (database, organization_id) = (self.database, self.organization_id());
        if self.ranked == Ranked::Fanouts {
            let count = |place: crate::columns::Dimensions, fanouts: &[u32]| {
                fanouts.iter().for_each(|fanout| counts.add(*fanout, place.id));
                total += fanouts.len() as u64;
            };
            scan(database, organization_id, picked, Column::Fanout, count).await?;
            return Ok((counts, total));
        }
        let only = match self.domain {
            Some(domain) => {
                let hash = Name::new(NameKind::Domain, domain).hash();
                match numbers_of(database, organization_id, [hash]).await?.get(&hash) {
                    Some(number) => Some(*number),
                    None => return Ok((counts, total)),
                }
            }
            None => None,
        };
        scan(database, organization_id, picked, Column::Source, |place, sources| {
            for [url, domain] in sources.as_chunks().0 {
                if only.is_none_or(|only| only == *domain) {
                    counts.add(if self.ranked == Ranked::Urls { *url } else { *domain }, place.id);
                    total += 1;
                }
            }
        })
        .await?;
        Ok((counts, total))
    }

    /// The title of each page of `head` in the latest answer, by its number: the greatest where an answer has several.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn titles(&self, head: &Head) -> ApiResult<HashMap<u32, String>> {
        let key = |row: &Row| (base62(row.count.latest), row.name.clone(), row.domain.clone());
        let wanted: BTreeMap<_, u32> = head.rows.iter().map(|row| (key(row), row.count.number)).collect();
        let found: Vec<(String, String, Option<String>, String)> = answer_source::Entity::find()
            .select_only()
            .columns([answer_source::Column::AnswerId, answer_source::Column::Url])
            .columns([answer_source::Column::Domain, answer_source::Column::Title])
            .filter(answer_source::Column::AnswerId.is_in(wanted.keys().map(|(answer, ..)| answer)))
            .filter(answer_source::Column::Url.is_in(wanted.keys().map(|(_, url, _)| url)))
            .into_tuple()
            .all(self.database)
            .await?;
        let mut titles = HashMap::<u32, String>::new();
        for (answer, url, domain, title) in found {
            if let Some(number) = wanted.get(&(answer, url, domain.unwrap_or_default())) {
                let known = titles.entry(*number).or_default();
                *known = std::mem::take(known).max(title);
            }
        }
        Ok(titles)
    }

    /// The models that ran each search of `head`, by its number, and the regions they ran it from.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn askers(&self, head: &Head) -> ApiResult<HashMap<u32, Askers>> {
        let wanted: BTreeSet<u32> = head.rows.iter().map(|row| row.count.number).collect();
        let mut found = BTreeSet::new();
        scan(self.database, self.organization_id(), &head.picked, Column::Fanout, |place, fanouts| {
            for fanout in fanouts.iter().filter(|fanout| wanted.contains(fanout)) {
                found.insert((*fanout, place.model, place.region));
            }
        })
        .await?;
        let of_both: BTreeSet<u32> = found.iter().flat_map(|(_, model, region)| [*model, *region]).collect();
        let limit = of_both.len();
        let names = names_of(self.database, self.organization_id(), of_both, limit).await?;
        let names: HashMap<u32, String> = names.into_iter().map(|(number, name, _)| (number, name)).collect();
        let mut askers = HashMap::<u32, Askers>::new();
        for (fanout, model, region) in found {
            let of_search = askers.entry(fanout).or_default();
            of_search.models.extend(names.get(&model).cloned());
            of_search.regions.extend(names.get(&region).cloned());
        }
        Ok(askers)
    }

    fn organization_id(&self) -> &str {
        self.caller.organization_id.as_str()
    }
}

/// The first `limit` of what was counted.
///
/// # Errors
/// When the database fails.
pub(super) async fn first(
    database: &DatabaseConnection,
    organization_id: &str,
    counts: Counts,
    limit: u32,
) -> ApiResult<Vec<Row>> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let (sure, tied) = counts.top(limit);
    let mut rows = Vec::with_capacity(limit);
    for (counts, limit) in [(&sure, sure.len()), (&tied, limit - sure.len())] {
        if limit == 0 || counts.is_empty() {
            continue;
        }
        let of: HashMap<u32, Count> = counts.iter().map(|count| (count.number, *count)).collect();
        for (number, name, domain) in names_of(database, organization_id, of.keys().copied(), limit).await? {
            rows.extend(of.get(&number).map(|count| Row { name, domain, count: *count }));
        }
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.count.occurrences));
    Ok(rows)
}

impl Askers {
    pub(super) fn models(&self) -> Vec<ModelCode> {
        self.models.iter().map(|model| ModelCode::from(model.as_str())).collect()
    }

    pub(super) fn regions(&self) -> Vec<String> {
        self.regions.iter().cloned().collect()
    }
}
