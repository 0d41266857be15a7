//! The answers that meet conditions on brands, sources, searches and words.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use answerdeck_api::metrics::{AnswerMatch, AnswerMatchFilter, AnswerMatchInclude, AnswerMatchList, NamedBrand};
use answerdeck_api::{AnswerId, BrandId, ModelCode, ModelRoute};
use answerdeck_clickhouse::Conditions;
use answerdeck_database::entity::answer;
use answerdeck_database::id::{id_of, number_of};
use answerdeck_database::parse_stored_id;
use answerdeck_database::time::wire_time;
use answerdeck_words::fold;
use rustc_hash::{FxHashMap, FxHashSet};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect};

use super::brand_count::Positions;
use super::counting::Counting;
use super::source_level::source_name;
use crate::embedded::columns::{Column, IndexedFact, Name, NameKind, sources};
use crate::error::{StatisticsResult, all, both};

/// The maximum number of brands of an answer in a list.
const BRANDS_MAX: usize = 100;
/// The beginning of the text of an answer, as an expression of SQL in a query of `answers`.
const BEGINNING_SQL: &str = "substr(answers.content, 1, 4000)";

/// What an answer has to say about brands, by their indexes.
enum BrandCondition {
    /// It names any of these.
    Names(Vec<usize>),
    Omits(usize),
    Cites(usize),
    CitesNot(usize),
}

struct ColumnCondition {
    column: Column,
    /// Any of these numbers.
    numbers: FxHashSet<u32>,
    is_domain: bool,
}

/// Returns the answers that meet the conditions: how many there are, and those of a page after the answer `after`, newest first,
/// with one more than `limit` if there are.
pub(crate) async fn match_answers(
    counting: &Counting,
    filter: &AnswerMatchFilter,
    after: Option<&str>,
    limit: usize,
) -> StatisticsResult<AnswerMatchList> {
    let scope = filter.scope();
    let domain = filter.domain.as_deref().map(|domain| source_name("domain", domain)).transpose();
    let (domain, brands) = counting.checked(&scope, both(domain, brand_conditions(counting, filter))).await?;
    let mut columns = column_conditions(counting, filter, domain.as_deref()).await?;
    let selected = counting.select_copied(&scope).await?;
    let copied = selected.copied_with(|_, conditions| *conditions = copied_conditions(counting, &brands, &columns));
    // Each condition on a column is a pass. The last one also tests the brands.
    let last = columns.pop();
    let mut ids: Option<FxHashSet<u128>> = None;
    for condition in columns {
        let mut met = FxHashSet::default();
        counting
            .visit_values(&selected.columns, Some(condition.column), |answer, values| {
                if condition.is_met(values) && ids.as_ref().is_none_or(|ids| ids.contains(&answer.id)) {
                    met.insert(answer.id);
                }
            })
            .await?;
        ids = Some(met);
    }
    let (mut total_answers, mut newest) = (0, Newest::new(after.map(number_of), limit + 1));
    let (column, tested) = (last.as_ref().map(|last| last.column), brands.iter().flat_map(BrandCondition::brands));
    let mut counted = counting
        .visit_of(&selected.columns, column, tested.copied(), |answer, values, facts| {
            if ids.as_ref().is_none_or(|ids| ids.contains(&answer.id))
                && last.as_ref().is_none_or(|last| last.is_met(values))
                && brands.iter().all(|condition| condition.is_met(facts))
            {
                total_answers += 1;
                newest.add(answer.id);
            }
        })
        .await?;
    if let (Some(all), Some(copied)) = (&selected.copied, copied) {
        counted += all.count().await?;
        total_answers += copied.count().await?;
        let older = copied.between(0..after.map_or(u128::MAX, number_of));
        older.newest(limit + 1).await?.into_iter().for_each(|id| newest.add(id));
    }
    let coverage = counting.coverage(&scope, &selected.columns, counted).await?;
    let has_beginning = filter.include.contains(&AnswerMatchInclude::Beginning);
    let answers = read(counting, &newest.newest_first(), has_beginning).await?;
    Ok(AnswerMatchList { coverage, total_answers, answers, next_cursor: None })
}

/// Describes answers, newest first.
pub(crate) async fn describe_answers(counting: &Counting, ids: &[AnswerId]) -> StatisticsResult<Vec<AnswerMatch>> {
    let ids: Vec<u128> = ids.iter().map(|id| number_of(id.as_str())).collect();
    read(counting, &ids, false).await
}

impl BrandCondition {
    fn brands(&self) -> &[usize] {
        match self {
            Self::Names(brands) => brands,
            Self::Omits(brand) | Self::Cites(brand) | Self::CitesNot(brand) => std::slice::from_ref(brand),
        }
    }

    fn is_met(&self, facts: &[IndexedFact<'_>]) -> bool {
        let names = |brand: usize| facts.iter().any(|fact| fact.brand == brand && fact.mentions > 0);
        let cites = |brand: usize| facts.iter().any(|fact| fact.brand == brand && !fact.cited.is_empty());
        match self {
            Self::Names(brands) => brands.iter().any(|brand| names(*brand)),
            Self::Omits(brand) => !names(*brand),
            Self::Cites(brand) => cites(*brand),
            Self::CitesNot(brand) => !cites(*brand),
        }
    }
}

impl ColumnCondition {
    fn is_met(&self, values: &[u32]) -> bool {
        match self.column {
            Column::Source => {
                let contains = |number: u32| self.numbers.contains(&number);
                sources(values).any(|source| match self.is_domain {
                    true => contains(source.domain) || contains(source.site),
                    false => contains(source.page),
                })
            }
            _ => values.iter().any(|number| self.numbers.contains(number)),
        }
    }
}

fn brand_conditions(counting: &Counting, filter: &AnswerMatchFilter) -> StatisticsResult<Vec<BrandCondition>> {
    let named = Some(&filter.names_brand_ids).filter(|ids| !ids.is_empty());
    let named = named.map(|ids| counting.indexes_of("namesBrandIDs", ids).map(BrandCondition::Names));
    let of_brand = |field: &str, id: &Option<BrandId>, condition: fn(usize) -> BrandCondition| {
        id.as_ref().map(|id| counting.index_of(field, id).map(condition))
    };
    let conditions = [
        named,
        of_brand("omitsBrandID", &filter.omits_brand_id, BrandCondition::Omits),
        of_brand("citesBrandID", &filter.cites_brand_id, BrandCondition::Cites),
        of_brand("citesNotBrandID", &filter.cites_not_brand_id, BrandCondition::CitesNot),
    ];
    all(conditions.into_iter().flatten())
}

/// The conditions for ClickHouse.
fn copied_conditions(counting: &Counting, brands: &[BrandCondition], columns: &[ColumnCondition]) -> Conditions {
    let mut conditions = Conditions::default();
    let definition = |brand: &usize| counting.definitions[*brand];
    for condition in brands {
        match condition {
            BrandCondition::Names(brands) => conditions.names = Some(brands.iter().map(definition).collect()),
            BrandCondition::Omits(brand) => conditions.omits = Some(definition(brand)),
            BrandCondition::Cites(brand) => conditions.cites = Some(definition(brand)),
            BrandCondition::CitesNot(brand) => conditions.cites_not = Some(definition(brand)),
        }
    }
    for ColumnCondition { column, numbers, is_domain } in columns {
        let numbers = Some(numbers.iter().copied().collect());
        match column {
            Column::Source if *is_domain => conditions.domains = numbers,
            Column::Source => conditions.pages = numbers,
            Column::Fanout => conditions.fanouts = numbers,
            Column::Token | Column::Dimensions => conditions.tokens = numbers,
        }
    }
    conditions
}

/// The conditions on columns. A name that no answer has leaves a condition that no answer meets.
async fn column_conditions(
    counting: &Counting,
    filter: &AnswerMatchFilter,
    domain: Option<&str>,
) -> StatisticsResult<Vec<ColumnCondition>> {
    let mut conditions = Vec::new();
    let word = filter.word.as_deref().map(fold);
    for (column, kind, name) in [
        (Column::Source, NameKind::Domain, domain),
        (Column::Fanout, NameKind::Fanout, filter.fanout.as_deref()),
        (Column::Token, NameKind::Token, word.as_deref()),
    ] {
        let Some(name) = name else { continue };
        let numbers = counting.number_of(Name::new(kind, name)).await?.into_iter().collect();
        conditions.push(ColumnCondition { column, numbers, is_domain: kind == NameKind::Domain });
    }
    if let Some(url) = &filter.url {
        let numbers = counting.pages(url).await?;
        conditions.push(ColumnCondition { column: Column::Source, numbers, is_domain: false });
    }
    Ok(conditions)
}

/// The greatest ids below a bound.
struct Newest {
    before: Option<u128>,
    max: usize,
    ids: BinaryHeap<Reverse<u128>>,
}

impl Newest {
    fn new(before: Option<u128>, max: usize) -> Self {
        Self { before, max, ids: BinaryHeap::new() }
    }

    fn add(&mut self, id: u128) {
        if self.before.is_none_or(|before| id < before) {
            self.ids.push(Reverse(id));
            if self.ids.len() > self.max {
                self.ids.pop();
            }
        }
    }

    fn newest_first(self) -> Vec<u128> {
        self.ids.into_sorted_vec().into_iter().map(|Reverse(id)| id).collect()
    }
}

/// The brands that answers name, in the order of their first mentions, by the id of the answer.
async fn named_brands(counting: &Counting, ids: &[u128]) -> StatisticsResult<FxHashMap<u128, Vec<NamedBrand>>> {
    let (mut named_by_answer, mut positions) = (FxHashMap::default(), Positions::default());
    let (Some(first), Some(last)) = (ids.iter().min(), ids.iter().max()) else { return Ok(named_by_answer) };
    let selection = counting.select_between(*first, *last).await?;
    let ids: FxHashSet<u128> = ids.iter().copied().collect();
    counting
        .visit(&selection, None, |answer, _, facts| {
            if !ids.contains(&answer.id) {
                return;
            }
            positions.read(facts);
            let named = facts.iter().filter(|fact| fact.mentions > 0).map(|fact| NamedBrand {
                brand: counting.brands[fact.brand].clone(),
                position: u32::try_from(positions.of(fact)).unwrap_or(u32::MAX),
                mentions: fact.mentions,
            });
            let mut named: Vec<NamedBrand> = named.collect();
            named.sort_by_key(|named| named.position);
            named.truncate(BRANDS_MAX);
            named_by_answer.insert(answer.id, named);
        })
        .await?;
    Ok(named_by_answer)
}

#[derive(FromQueryResult)]
struct Row {
    id: String,
    run_id: String,
    prompt_id: String,
    query: String,
    model: String,
    route: Option<String>,
    region: String,
    created_at: i64,
    beginning: Option<String>,
}

async fn read(counting: &Counting, ids: &[u128], has_beginning: bool) -> StatisticsResult<Vec<AnswerMatch>> {
    use answer::Column::{CreatedAt, Id, Model, OrganizationId, PromptId, Region, Route, RunId};
    let rows: Vec<Row> = answer::Entity::find()
        .select_only()
        .columns([Id, RunId, PromptId, Model, Route, Region, CreatedAt])
        .expr_as(Expr::cust(answer::QUERY_SQL), "query")
        .expr_as(Expr::cust(if has_beginning { BEGINNING_SQL } else { "NULL" }), "beginning")
        .filter(OrganizationId.eq(counting.organization_id()))
        .filter(Id.is_in(ids.iter().map(|id| id_of(*id))))
        .order_by_desc(Id)
        .into_model()
        .all(&counting.snapshot)
        .await?;
    let mut named = named_brands(counting, ids).await?;
    rows.into_iter().map(|row| to_wire(row, &mut named)).collect()
}

fn to_wire(row: Row, named: &mut FxHashMap<u128, Vec<NamedBrand>>) -> StatisticsResult<AnswerMatch> {
    Ok(AnswerMatch {
        brands: named.remove(&number_of(&row.id)).unwrap_or_default(),
        run_id: Some(parse_stored_id(row.run_id)?),
        prompt_id: parse_stored_id(row.prompt_id)?,
        query: row.query,
        model: ModelCode::from(row.model.as_str()),
        route: row.route.as_deref().map(ModelRoute::from),
        region: row.region,
        created_at: wire_time(row.created_at),
        beginning: row.beginning,
        id: parse_stored_id(row.id)?,
    })
}
