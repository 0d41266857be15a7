//! The answers that a request counts: those of its scope for which the facts of all brands are known.

use std::time::Instant;

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::metrics::{BrandName, Coverage};
use answerdeck_api::{AnswerScope, BrandId, ErrorCode, ModelCode, PromptId, Timestamp};
use answerdeck_clickhouse::ClickHouse;
use answerdeck_database::entity::answer::QUERY_SQL;
use answerdeck_database::id::{id_of, number_of, time_of};
use answerdeck_database::time::wire_time;
use answerdeck_database::{is_element, parse_stored_id, query_row, query_rows};
use rustc_hash::{FxHashMap, FxHashSet};
use sea_orm::{ConnectionTrait, DatabaseTransaction};

use crate::embedded::columns::{self, Column, Count, Counts, Dimensions, IndexedFact, Name, Scan, Selection};
use crate::error::{StatisticsError, StatisticsResult, all, both};
use crate::scope;

/// Whether a query is about brands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Brands {
    None,
    Tracked,
}

/// A model, with its number by each of its routes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ModelNumbers {
    pub(crate) code: ModelCode,
    pub(crate) numbers: Vec<u32>,
}

/// A name, and how often it occurs.
pub(crate) struct CountedName {
    pub(crate) name: String,
    /// The domain of a page, if it is known.
    pub(crate) domain: Option<String>,
    pub(crate) count: Count,
}

/// A state of the database, and what a request counts in it.
pub(crate) struct Counting {
    pub(crate) snapshot: DatabaseTransaction,
    organization_id: String,
    /// All tracked brands, newest first.
    pub(crate) brands: Vec<BrandName>,
    /// Their definitions.
    pub(super) definitions: Vec<u32>,
    /// The position from which on the facts of all brands are known.
    pub(super) known_from: i64,
    pub(super) clickhouse: Option<ClickHouse>,
    pub(super) began_at: Instant,
}

impl Counting {
    /// Begins to count.
    pub(crate) async fn new(
        snapshot: DatabaseTransaction,
        clickhouse: Option<ClickHouse>,
        organization_id: &str,
        brands: Brands,
    ) -> StatisticsResult<Self> {
        let rows: Vec<(String, String, i64)> = match brands {
            Brands::None => Vec::new(),
            Brands::Tracked => {
                let sql = "SELECT id, name, definition FROM brands WHERE organization_id = $1 ORDER BY id DESC";
                query_rows(&snapshot, sql, [organization_id.into()]).await?
            }
        };
        let definitions: Vec<u32> =
            rows.iter().map(|(.., definition)| u32::try_from(*definition).unwrap_or_default()).collect();
        let known_from = match brands {
            Brands::None => 0,
            Brands::Tracked => columns::known_from(&snapshot, organization_id, &definitions).await?,
        };
        let brands = rows.into_iter().map(|(id, name, _)| Ok(BrandName { id: parse_stored_id(id)?, name }));
        let brands = brands.collect::<StatisticsResult<Vec<_>>>()?;
        let organization_id = organization_id.to_owned();
        let began_at = Instant::now();
        Ok(Self { snapshot, organization_id, brands, definitions, known_from, clickhouse, began_at })
    }

    /// Selects the answers of a scope, also those that are not counted yet.
    pub(crate) async fn select(&self, scope: &AnswerScope) -> StatisticsResult<Selection> {
        let ids = scope::valid_ids(scope)?;
        Ok(columns::select(&self.snapshot, &self.organization_id, scope, ids).await?)
    }

    /// Visits the counted answers of a selection in the order of their positions. Returns their number, as the other visits of all
    /// answers do.
    pub(crate) async fn visit(
        &self,
        selection: &Selection,
        column: Option<Column>,
        visit: impl FnMut(Dimensions, &[u32], &[IndexedFact<'_>]),
    ) -> StatisticsResult<u64> {
        self.visit_of(selection, column, 0..self.brands.len(), visit).await
    }

    /// Visits the counted answers of a selection with what they say about some brands. Nothing is read about the others.
    pub(crate) async fn visit_of(
        &self,
        selection: &Selection,
        column: Option<Column>,
        brands: impl IntoIterator<Item = usize>,
        mut visit: impl FnMut(Dimensions, &[u32], &[IndexedFact<'_>]),
    ) -> StatisticsResult<u64> {
        let mut counted = 0;
        let visit = |answer: Dimensions, values: &[u32], facts: &[IndexedFact<'_>]| {
            counted += 1;
            visit(answer, values, facts);
        };
        self.scan(selection, brands, true, column, visit).await?;
        Ok(counted)
    }

    /// Visits the counted answers of a selection with whether they name a brand.
    pub(crate) async fn visit_naming(
        &self,
        selection: &Selection,
        column: Option<Column>,
        brand: usize,
        mut visit: impl FnMut(Dimensions, &[u32], bool),
    ) -> StatisticsResult<u64> {
        let visit = |answer: Dimensions, values: &[u32], facts: &[IndexedFact<'_>]| {
            visit(answer, values, facts.iter().any(|fact| fact.mentions > 0));
        };
        self.visit_of(selection, column, [brand], visit).await
    }

    /// Visits the counted answers of a selection without what they say about brands.
    pub(crate) async fn visit_values(
        &self,
        selection: &Selection,
        column: Option<Column>,
        mut visit: impl FnMut(Dimensions, &[u32]),
    ) -> StatisticsResult<u64> {
        self.visit_of(selection, column, [], |answer, values, _| visit(answer, values)).await
    }

    /// Visits the values and the facts of the counted answers of a selection, and reads nothing else. Deleted answers, which have
    /// neither, may be visited, too.
    pub(crate) async fn visit_contents(
        &self,
        selection: &Selection,
        column: Option<Column>,
        mut visit: impl FnMut(&[u32], &[IndexedFact<'_>]),
    ) -> StatisticsResult<()> {
        let visit = |_: Dimensions, values: &[u32], facts: &[IndexedFact<'_>]| visit(values, facts);
        self.scan(selection, 0..self.brands.len(), false, column, visit).await
    }

    async fn scan(
        &self,
        selection: &Selection,
        brands: impl IntoIterator<Item = usize>,
        has_dimensions: bool,
        column: Option<Column>,
        visit: impl FnMut(Dimensions, &[u32], &[IndexedFact<'_>]),
    ) -> StatisticsResult<()> {
        let (database, organization_id) = (&self.snapshot, &*self.organization_id);
        let selection = &selection.clone().since(self.known_from);
        let brands = brands.into_iter().map(|brand| (self.definitions[brand], brand)).collect();
        Ok(Scan { database, organization_id, selection, brands, has_dimensions, column, visit }.run().await?)
    }

    /// Selects the answers whose ids are between those of some answers. It reads only the parts of their time.
    pub(crate) async fn select_between(&self, first: u128, last: u128) -> StatisticsResult<Selection> {
        let (scope, ids) = (AnswerScope::default(), first..last.saturating_add(1));
        Ok(columns::select(&self.snapshot, &self.organization_id, &scope, ids).await?)
    }

    /// The coverage of a selection of which some answers were counted.
    pub(crate) async fn coverage(
        &self,
        scope: &AnswerScope,
        selection: &Selection,
        counted: u64,
    ) -> StatisticsResult<Coverage> {
        if counted == 0 {
            self.check_ids(scope).await?;
        }
        let answers = match self.known_from {
            0 => counted,
            _ => selection.count(&self.snapshot, &self.organization_id).await?,
        };
        Ok(Coverage { answers, counted })
    }

    /// Checks that the run, the prompt set and the prompt of a scope exist.
    pub(crate) async fn check_ids(&self, scope: &AnswerScope) -> StatisticsResult<()> {
        scope::check_ids(&self.snapshot, &self.organization_id, scope).await
    }

    /// Refuses what was refused together with what does not exist in the scope.
    pub(crate) async fn checked<T>(&self, scope: &AnswerScope, checked: StatisticsResult<T>) -> StatisticsResult<T> {
        match checked {
            Err(error) => both(Err(error), self.check_ids(scope).await).map(|(value, ())| value),
            checked => checked,
        }
    }

    /// The index of the brand in a field among [`brands`](Self::brands).
    pub(crate) fn index_of(&self, field: &str, id: &BrandId) -> StatisticsResult<usize> {
        let index = self.brands.iter().position(|brand| brand.id == *id);
        index.ok_or_else(|| {
            StatisticsError::refused(ErrorCode::UserBrandNotFound, format!("{field}: there is no brand {id}"))
        })
    }

    /// The index of the brand that a query is about.
    pub(crate) fn required(&self, id: Option<&BrandId>) -> StatisticsResult<usize> {
        self.index_of("brandID", id.ok_or_else(|| StatisticsError::validation("brandID: is required"))?)
    }

    /// The indexes of the brands in a field, or of all brands if there are none in it.
    pub(crate) fn indexes_of(&self, field: &str, ids: &[BrandId]) -> StatisticsResult<Vec<usize>> {
        match ids.is_empty() {
            true => Ok((0..self.brands.len()).collect()),
            false => all(ids.iter().map(|id| self.index_of(field, id))),
        }
    }

    /// The texts of names by their numbers.
    pub(crate) async fn names(
        &self,
        numbers: impl IntoIterator<Item = u32>,
    ) -> StatisticsResult<FxHashMap<u32, String>> {
        let numbers: FxHashSet<u32> = numbers.into_iter().filter(|number| *number != columns::ABSENT).collect();
        if numbers.is_empty() {
            return Ok(FxHashMap::default());
        }
        let limit = numbers.len();
        let names = columns::names_of(&self.snapshot, &self.organization_id, numbers, limit).await?;
        Ok(names.into_iter().map(|(number, name, _)| (number, name)).collect())
    }

    /// The ids and texts of prompts by their numbers. `prompts` has the number of each, and its newest answer.
    pub(crate) async fn prompts(
        &self,
        prompts: impl IntoIterator<Item = (u32, u128)>,
    ) -> StatisticsResult<FxHashMap<u32, (PromptId, String)>> {
        let (numbers, answers): (Vec<u32>, Vec<u128>) = prompts.into_iter().unzip();
        let mut texts = prompt_texts(&self.snapshot, answers).await?;
        let ids = self.names(numbers).await?;
        let prompt = |(number, id): (u32, String)| -> StatisticsResult<(u32, (PromptId, String))> {
            let text = texts.remove(&id).unwrap_or_default();
            Ok((number, (parse_stored_id(id)?, text)))
        };
        ids.into_iter().map(prompt).collect()
    }

    /// The models with these numbers, in the order of their codes.
    pub(crate) async fn models(&self, numbers: impl IntoIterator<Item = u32>) -> StatisticsResult<Vec<ModelNumbers>> {
        let mut models: Vec<ModelNumbers> = Vec::new();
        for (number, name) in self.names(numbers).await? {
            let code = ModelCode::from(columns::model_of(&name));
            match models.iter_mut().find(|model| model.code == code) {
                Some(model) => model.numbers.push(number),
                None => models.push(ModelNumbers { code, numbers: vec![number] }),
            }
        }
        models.sort_by(|one, other| one.code.as_str().cmp(other.code.as_str()));
        Ok(models)
    }

    /// The number of a name. `None` if no answer has it.
    pub(crate) async fn number_of(&self, name: Name<'_>) -> StatisticsResult<Option<u32>> {
        Ok(self.numbers_of(&[name]).await?.into_iter().next())
    }

    /// The numbers of names. Those that no answer has are missing.
    pub(crate) async fn numbers_of(&self, names: &[Name<'_>]) -> StatisticsResult<FxHashSet<u32>> {
        Ok(self.number_of_each(names).await?.into_iter().flatten().collect())
    }

    /// The number of each name, in their order. `None` for one that no answer has.
    pub(crate) async fn number_of_each(&self, names: &[Name<'_>]) -> StatisticsResult<Vec<Option<u32>>> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let hashes: Vec<i64> = names.iter().map(Name::hash).collect();
        let known = columns::numbers_of(&self.snapshot, &self.organization_id, hashes.iter().copied()).await?;
        Ok(hashes.iter().map(|hash| known.get(hash).copied()).collect())
    }

    /// The numbers of the page that an address leads to. A page without a host has one for each domain that sources gave it.
    pub(crate) async fn pages(&self, url: &str) -> StatisticsResult<FxHashSet<u32>> {
        let host = url::Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
        let below = host.match_indices('.').map(|(dot, _)| &host[dot + 1..]);
        let domains = ["", &host].into_iter().chain(below);
        let names: Vec<Name<'_>> = domains.filter_map(|domain| Name::page(url, domain)).collect();
        self.numbers_of(&names).await
    }

    /// The names with the highest counts: as many as a request has for its limit.
    pub(crate) async fn top_names(&self, counts: Counts, limit: Option<u32>) -> StatisticsResult<Vec<CountedName>> {
        let limit = limit.unwrap_or(PAGE_SIZE_DEFAULT) as usize;
        let (certain, tied) = counts.top(limit);
        let mut rows = Vec::with_capacity(limit);
        for (counts, limit) in [(&certain, certain.len()), (&tied, limit - certain.len())] {
            if limit == 0 || counts.is_empty() {
                continue;
            }
            let by_number: FxHashMap<u32, Count> = counts.iter().map(|count| (count.number, *count)).collect();
            let numbers = by_number.keys().copied();
            let names = columns::names_of(&self.snapshot, &self.organization_id, numbers, limit).await?;
            for (number, name, domain) in names {
                rows.extend(by_number.get(&number).map(|count| CountedName { name, domain, count: *count }));
            }
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.count.occurrences));
        Ok(rows)
    }

    /// The numbers of the runs that have not ended. They belong to no series.
    pub(crate) async fn unfinished_runs(&self) -> StatisticsResult<FxHashSet<u32>> {
        Ok(columns::unfinished_runs(&self.snapshot, &self.organization_id).await?)
    }

    /// The id of the newest answer of the organization. 0 without answers.
    pub(crate) async fn newest_answer(&self) -> StatisticsResult<u128> {
        let sql = "SELECT MAX(id) FROM answers WHERE organization_id = $1";
        let newest: Option<Option<String>> = query_row(&self.snapshot, sql, [self.organization_id().into()]).await?;
        Ok(newest.flatten().map_or(0, |id| number_of(&id)))
    }

    pub(crate) fn organization_id(&self) -> &str {
        &self.organization_id
    }
}

/// When an answer was requested, from its id.
pub(crate) fn created_at(answer: u128) -> Timestamp {
    wire_time(time_of(answer))
}

/// The texts of the prompts of answers, by prompt id. `answers` has the newest answer of each prompt.
pub(crate) async fn prompt_texts(
    database: &impl ConnectionTrait,
    answers: impl IntoIterator<Item = u128>,
) -> StatisticsResult<FxHashMap<String, String>> {
    let ids: Vec<String> = answers.into_iter().map(id_of).collect();
    let is_wanted = is_element(database, "id", "text", 1);
    let sql = format!("SELECT prompt_id, {QUERY_SQL} FROM answers WHERE {is_wanted}");
    let values = [serde_json::json!(ids).to_string().into()];
    Ok(query_rows::<(String, String)>(database, &sql, values).await?.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use answerdeck_database::Databases;

    use super::*;

    #[tokio::test]
    async fn the_prompts_of_more_answers_are_read_than_a_statement_has_parameters() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let database = Databases::connect(&url).await.unwrap().heavy_reads;
        assert!(prompt_texts(&database, 0..40_000).await.unwrap().is_empty());
    }
}
