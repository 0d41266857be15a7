//! What answers say about brands, altogether, by model and over time.

use answerdeck_api::AnswerScope;
use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::metrics::{
    BrandGroup, BrandMetrics, BrandMetricsFilter, BrandMetricsInclude, BrandMetricsOfModel, BrandPoint, BrandSeries,
    BrandSeriesPoint,
};
use answerdeck_clickhouse::{AnswerCount, BrandCount};
use answerdeck_database::query_rows;
use jiff::Timestamp;
use rustc_hash::{FxHashMap, FxHashSet};

use super::brand_count::{CitedInsteadCount, GroupCount, Positions, Repetitions, Totals};
use super::cells::Cells;
use super::copied::Selected;
use super::counting::{Counting, ModelNumbers};
use super::point::{Points, SeriesPoint};
use super::sample::{IndexSet, quotient};
use crate::embedded::columns::{Dimensions, IndexedFact, Name, NameKind};
use crate::error::{StatisticsResult, both};
use crate::scope;
use crate::sides::Side;

pub(crate) async fn measure_brands(
    counting: &Counting,
    now: Timestamp,
    filter: &BrandMetricsFilter,
) -> StatisticsResult<BrandMetrics> {
    let (scope, count) = (filter.scope(), counting.brands.len());
    let includes = |field| filter.include.contains(&field);
    let before = includes(BrandMetricsInclude::Before).then(|| scope::before(&scope, now)).transpose();
    let points = match &filter.interval {
        Some(interval) => {
            Points::<PointCount>::new(counting, &scope, interval, filter.time_zone.as_deref()).await.map(Some)
        }
        None => Ok(None),
    };
    let with = filter.with_brand_id.as_ref().map(|id| counting.index_of("withBrandID", id)).transpose();
    let brands = both(counting.indexes_of("brandID", &filter.brand_ids), with);
    let ((before, points), (brands, with)) = counting.checked(&scope, both(both(before, points), brands)).await?;
    let repeated = match includes(BrandMetricsInclude::Reproducibility) {
        true => repeated_runs(counting).await?,
        false => FxHashSet::default(),
    };
    let mut counted = Counted {
        prompts: IndexSet::default(),
        positions: Positions::default(),
        all: GroupCount::new(count),
        models: includes(BrandMetricsInclude::Models).then(FxHashMap::default),
        points,
        repetitions: Repetitions::default(),
        cited_instead: CitedInsteadCount::new(count),
    };
    let mut cells = before.is_some().then(Cells::default);
    let selected = match includes(BrandMetricsInclude::Reproducibility) {
        // The repetitions of a run may be in several copies, so ClickHouse would return a row for almost every answer.
        true => Selected::in_columns(counting.select(&scope).await?),
        false => counting.select_copied(&scope).await?,
    };
    let mut answers = counting
        .visit(&selected.columns, None, |answer, _, facts| {
            counted.add(answer, facts, repeated.contains(&answer.run));
            if let Some(cells) = &mut cells {
                cells.add(Side::After, answer, facts);
            }
        })
        .await?;
    answers += counted.add_copied(&selected, cells.as_mut()).await?;
    counted.models.iter().flat_map(FxHashMap::values).for_each(|group| counted.all.merge(group));
    let limit = filter.limit.unwrap_or(PAGE_SIZE_DEFAULT) as usize;
    let chosen = chosen(counting, brands, with, limit, &counted.all);
    let mut metrics = BrandMetrics {
        coverage: counting.coverage(&scope, &selected.columns, answers).await?,
        total_brands: count as u64,
        brands: chosen.iter().map(|brand| counting.brands[*brand].clone()).collect(),
        all: counted.all.to_wire(&chosen),
        before: None,
        models: match &counted.models {
            Some(models) => Some(models_to_wire(counting, models, &chosen).await?),
            None => None,
        },
        series: None,
    };
    if includes(BrandMetricsInclude::Reproducibility) {
        counted.repetitions.write(&chosen, &mut metrics.all);
    }
    for (brand, of_brand) in chosen.iter().zip(&mut metrics.all.brands) {
        of_brand.cited_instead = counted.cited_instead.instead_of(*brand, &counting.brands);
    }
    if let (Some(before), Some(mut cells)) = (&before, cells) {
        metrics.before = Some(group_before(counting, before, &chosen, &mut cells).await?);
        let cells = cells.weighted(|_| true);
        for (brand, of_brand) in chosen.iter().zip(&mut metrics.all.brands) {
            of_brand.mention_rate_change = cells.mention_rate(&cells.named(*brand));
        }
    }
    if let Some(points) = counted.points {
        let points = points.finish(counting).await?;
        metrics.series =
            Some(BrandSeries { points: points.into_iter().map(|point| point_to_wire(point, &chosen)).collect() });
    }
    Ok(metrics)
}

struct Counted {
    prompts: IndexSet,
    positions: Positions,
    /// If models are wanted, their sum at the end.
    all: GroupCount,
    /// By the number of the model, if they are wanted.
    models: Option<FxHashMap<u32, GroupCount>>,
    points: Option<Points<PointCount>>,
    repetitions: Repetitions,
    cited_instead: CitedInsteadCount,
}

impl Counted {
    fn add(&mut self, answer: Dimensions, facts: &[IndexedFact<'_>], is_repeated: bool) {
        let prompt = self.prompts.insert(answer.prompt);
        self.positions.read(facts);
        let brands = self.all.brands();
        let group = match &mut self.models {
            Some(models) => models.entry(answer.model).or_insert_with(|| GroupCount::new(brands)),
            None => &mut self.all,
        };
        group.add(answer, prompt, facts, &self.positions);
        if let Some(point) = self.points.as_mut().and_then(|points| points.point(answer)) {
            point.add(answer, prompt, facts, &self.positions);
        }
        if is_repeated {
            self.repetitions.add(answer, facts);
        }
        self.cited_instead.add(facts);
    }

    /// Adds what ClickHouse counts, also to the cells. Returns the number of its answers.
    async fn add_copied(&mut self, selected: &Selected, cells: Option<&mut Cells>) -> StatisticsResult<u64> {
        let Some(copied) = &selected.copied else { return Ok(0) };
        let of_cells = copied.cells().await?;
        for row in &of_cells.answers {
            let prompt = self.prompts.insert(row.prompt);
            self.group(row.model).totals.add_answers(prompt, row);
        }
        for (brand, row) in &of_cells.brands {
            let prompt = self.prompts.insert(row.prompt);
            self.group(row.model).add_brand(prompt, *brand, row);
        }
        for (brand, row) in copied.positions().await? {
            self.group(row.model).add_position(brand, row.position, row.named);
        }
        if let Some(cells) = cells {
            cells.add_copied(Side::After, &of_cells);
        }
        for (cited, other, answers) in copied.pairs().await? {
            self.cited_instead.add_pair(cited, other, answers);
        }
        if let Some(points) = &mut self.points {
            let prompts = &mut self.prompts;
            let add_answers =
                |point: &mut PointCount, row: &AnswerCount| point.totals.add_answers(prompts.insert(row.prompt), row);
            points.add_copied(selected, add_answers, PointCount::add_brand).await?;
        }
        Ok(of_cells.answers.iter().map(|row| row.answers).sum())
    }

    /// The group of a model. That of all models if they are not wanted.
    fn group(&mut self, model: u32) -> &mut GroupCount {
        let brands = self.all.brands();
        match &mut self.models {
            Some(models) => models.entry(model).or_insert_with(|| GroupCount::new(brands)),
            None => &mut self.all,
        }
    }
}

/// The counts of a point of a series.
#[derive(Debug, Default)]
pub(super) struct PointCount {
    totals: Totals,
    /// Up to the last brand that an answer names or cites.
    brands: Vec<BrandPointCount>,
}

#[derive(Debug, Clone, Copy, Default)]
struct BrandPointCount {
    named: u64,
    positions: u64,
    cited: u64,
    own_citations: u64,
}

impl PointCount {
    fn add(&mut self, answer: Dimensions, prompt: u32, facts: &[IndexedFact<'_>], positions: &Positions) {
        self.totals.add(answer, prompt, positions);
        for fact in facts {
            let count = self.brand(fact.brand);
            count.cited += u64::from(!fact.cited.is_empty());
            count.own_citations += fact.cited.len() as u64;
            if fact.mentions > 0 {
                count.named += 1;
                count.positions += positions.of(fact) as u64;
            }
        }
    }

    fn brand(&mut self, brand: usize) -> &mut BrandPointCount {
        if brand >= self.brands.len() {
            self.brands.resize(brand + 1, BrandPointCount::default());
        }
        &mut self.brands[brand]
    }

    fn add_brand(&mut self, brand: usize, count: &BrandCount) {
        let of_brand = self.brand(brand);
        of_brand.named += count.named;
        of_brand.positions += count.positions;
        of_brand.cited += count.cited;
        of_brand.own_citations += count.own_citations;
    }
}

fn point_to_wire(point: SeriesPoint<PointCount>, chosen: &[usize]) -> BrandSeriesPoint {
    let is_gap = point.value.is_none();
    let PointCount { totals, brands } = point.value.unwrap_or_default();
    let of_brand = |brand: &usize| {
        let counted = brands.get(*brand).copied().unwrap_or_default();
        BrandPoint {
            mention_rate: totals.all.rate(counted.named),
            share_of_voice: quotient(counted.named, totals.namings),
            mean_position: quotient(counted.positions, counted.named),
            citation_rate: totals.citing.rate(counted.cited),
            own_citations: counted.own_citations,
        }
    };
    BrandSeriesPoint {
        day: point.day,
        run_id: point.run_id,
        sample: totals.all.to_wire(),
        naming: totals.naming.to_wire(),
        namings: totals.namings,
        citing: totals.citing.answers(),
        citations: totals.citations,
        owned_citations: totals.owned,
        brands: if is_gap { Vec::new() } else { chosen.iter().map(of_brand).collect() },
        sample_change: point.sample_change,
        partial: point.is_partial,
    }
}

/// The brands of a response: those of some that most answers name, and one with them.
fn chosen(
    counting: &Counting,
    mut chosen: Vec<usize>,
    with: Option<usize>,
    limit: usize,
    all: &GroupCount,
) -> Vec<usize> {
    chosen.sort_by(|one, other| {
        let name = |brand: usize| &counting.brands[brand].name;
        all.named(*other).cmp(&all.named(*one)).then_with(|| name(*one).cmp(name(*other))).then(one.cmp(other))
    });
    chosen.dedup();
    // It is named less often than the brands before it.
    match with.filter(|with| chosen.iter().take(limit).all(|brand| brand != with)) {
        Some(with) => {
            chosen.truncate(limit.saturating_sub(1));
            chosen.push(with);
        }
        None => chosen.truncate(limit),
    }
    chosen
}

/// The metrics of the period before, whose answers it adds to the cells.
async fn group_before(
    counting: &Counting,
    scope: &AnswerScope,
    chosen: &[usize],
    cells: &mut Cells,
) -> StatisticsResult<BrandGroup> {
    let selected = counting.select_copied(scope).await?;
    let mut group = GroupCount::new(counting.brands.len());
    let (mut prompts, mut positions) = (IndexSet::default(), Positions::default());
    counting
        .visit(&selected.columns, None, |answer, _, facts| {
            positions.read(facts);
            group.add(answer, prompts.insert(answer.prompt), facts, &positions);
            cells.add(Side::Before, answer, facts);
        })
        .await?;
    if let Some(copied) = &selected.copied {
        let of_cells = copied.cells().await?;
        of_cells.answers.iter().for_each(|row| group.totals.add_answers(prompts.insert(row.prompt), row));
        of_cells.brands.iter().for_each(|(brand, row)| group.add_brand(prompts.insert(row.prompt), *brand, row));
        for (brand, row) in copied.positions().await? {
            group.add_position(brand, row.position, row.named);
        }
        cells.add_copied(Side::Before, &of_cells);
    }
    Ok(group.to_wire(chosen))
}

/// The metrics of each model. `groups` has the answers of each of its routes.
async fn models_to_wire(
    counting: &Counting,
    groups: &FxHashMap<u32, GroupCount>,
    chosen: &[usize],
) -> StatisticsResult<Vec<BrandMetricsOfModel>> {
    let metrics = |model: ModelNumbers| {
        let mut group = GroupCount::new(counting.brands.len());
        model.numbers.iter().filter_map(|number| groups.get(number)).for_each(|of_route| group.merge(of_route));
        BrandMetricsOfModel { model: model.code, group: group.to_wire(chosen) }
    };
    Ok(counting.models(groups.keys().copied()).await?.into_iter().map(metrics).collect())
}

/// The numbers of the runs that asked each prompt several times.
async fn repeated_runs(counting: &Counting) -> StatisticsResult<FxHashSet<u32>> {
    let sql =
        "SELECT id FROM runs WHERE organization_id = $1 AND total_count > prompt_count * json_array_length(models)";
    let ids: Vec<String> = query_rows(&counting.snapshot, sql, [counting.organization_id().into()]).await?;
    let names: Vec<Name<'_>> = ids.iter().map(|id| Name::new(NameKind::Run, id)).collect();
    counting.numbers_of(&names).await
}
