//! What answers say about brands, altogether, by model and over time.

use answerdeck_api::AnswerScope;
use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::metrics::{
    BrandGroup, BrandMetrics, BrandMetricsFilter, BrandMetricsInclude, BrandMetricsOfModel, BrandPoint, BrandSeries,
    BrandSeriesPoint,
};
use answerdeck_database::query_rows;
use jiff::Timestamp;
use rustc_hash::{FxHashMap, FxHashSet};

use super::brand_count::{CitedInsteadCount, GroupCount, Positions, Repetitions};
use super::cells::Cells;
use super::counting::{Counting, ModelNumbers};
use super::point::{Points, SeriesPoint};
use super::sample::{IndexSet, SampleCount, quotient};
use crate::embedded::columns::{Dimensions, IndexedFact, Name, NameKind};
use crate::error::StatisticsResult;
use crate::scope;
use crate::sides::Side;

pub(crate) async fn measure_brands(
    counting: &Counting,
    now: Timestamp,
    filter: &BrandMetricsFilter,
) -> StatisticsResult<BrandMetrics> {
    let (scope, count) = (filter.scope(), counting.brands.len());
    let includes = |field| filter.include.contains(&field);
    let before = includes(BrandMetricsInclude::Before).then(|| scope::before(&scope, now)).transpose()?;
    let repeated = match includes(BrandMetricsInclude::Reproducibility) {
        true => repeated_runs(counting).await?,
        false => FxHashSet::default(),
    };
    let mut counted = Counted {
        prompts: IndexSet::default(),
        positions: Positions::default(),
        all: GroupCount::new(count),
        models: includes(BrandMetricsInclude::Models).then(FxHashMap::default),
        points: match &filter.interval {
            Some(interval) => Some(Points::new(counting, &scope, interval, filter.time_zone.as_deref()).await?),
            None => None,
        },
        repetitions: Repetitions::default(),
        cited_instead: CitedInsteadCount::new(count),
    };
    let mut cells = before.is_some().then(Cells::default);
    let selection = counting.select(&scope).await?;
    let answers = counting
        .visit(&selection, None, |answer, _, facts| {
            counted.add(answer, facts, repeated.contains(&answer.run));
            if let Some(cells) = &mut cells {
                cells.add(Side::After, answer, facts);
            }
        })
        .await?;
    counted.models.iter().flat_map(FxHashMap::values).for_each(|group| counted.all.merge(group));
    let chosen = chosen(counting, filter, &counted.all)?;
    let mut metrics = BrandMetrics {
        coverage: counting.coverage(&scope, &selection, answers).await?,
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
}

/// The counts of a point of a series. Brands that no answer of it names or cites have no entry.
#[derive(Debug, Default)]
pub(super) struct PointCount {
    all: SampleCount,
    naming: SampleCount,
    namings: u64,
    citing: u64,
    citations: u64,
    owned: u64,
    brands: FxHashMap<usize, BrandPointCount>,
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
        self.all.add(prompt);
        if positions.named() > 0 {
            self.naming.add(prompt);
        }
        self.namings += positions.named();
        self.citing += u64::from(answer.citations > 0);
        self.citations += u64::from(answer.citations);
        self.owned += positions.owned();
        for fact in facts {
            let count = self.brands.entry(fact.brand).or_default();
            count.cited += u64::from(!fact.cited.is_empty());
            count.own_citations += fact.cited.len() as u64;
            if fact.mentions > 0 {
                count.named += 1;
                count.positions += positions.of(fact) as u64;
            }
        }
    }
}

fn point_to_wire(point: SeriesPoint<PointCount>, chosen: &[usize]) -> BrandSeriesPoint {
    let is_gap = point.value.is_none();
    let count = point.value.unwrap_or_default();
    let of_brand = |brand: &usize| {
        let counted = count.brands.get(brand).copied().unwrap_or_default();
        BrandPoint {
            mention_rate: count.all.rate(counted.named),
            share_of_voice: quotient(counted.named, count.namings),
            mean_position: quotient(counted.positions, counted.named),
            citation_rate: answerdeck_insight::rate(counted.cited, count.citing),
            own_citations: counted.own_citations,
        }
    };
    BrandSeriesPoint {
        day: point.day,
        run_id: point.run_id,
        sample: count.all.to_wire(),
        naming: count.naming.to_wire(),
        namings: count.namings,
        citing: count.citing,
        citations: count.citations,
        owned_citations: count.owned,
        brands: if is_gap { Vec::new() } else { chosen.iter().map(of_brand).collect() },
        sample_change: point.sample_change,
        partial: point.is_partial,
    }
}

/// The brands of a response: those of the request, or those that most answers name.
fn chosen(counting: &Counting, filter: &BrandMetricsFilter, all: &GroupCount) -> StatisticsResult<Vec<usize>> {
    let mut chosen = match filter.brand_ids.is_empty() {
        true => (0..counting.brands.len()).collect(),
        false => counting.indexes_of("brandID", &filter.brand_ids)?,
    };
    chosen.sort_by(|one, other| {
        let name = |brand: usize| &counting.brands[brand].name;
        all.named(*other).cmp(&all.named(*one)).then_with(|| name(*one).cmp(name(*other))).then(one.cmp(other))
    });
    chosen.dedup();
    let limit = filter.limit.unwrap_or(PAGE_SIZE_DEFAULT) as usize;
    let with = filter.with_brand_id.as_ref().map(|id| counting.index_of("withBrandID", id)).transpose()?;
    // It is named less often than the brands before it.
    match with.filter(|with| chosen.iter().take(limit).all(|brand| brand != with)) {
        Some(with) => {
            chosen.truncate(limit.saturating_sub(1));
            chosen.push(with);
        }
        None => chosen.truncate(limit),
    }
    Ok(chosen)
}

/// The metrics of the period before, whose answers it adds to the cells.
async fn group_before(
    counting: &Counting,
    scope: &AnswerScope,
    chosen: &[usize],
    cells: &mut Cells,
) -> StatisticsResult<BrandGroup> {
    let selection = counting.select(scope).await?;
    let mut group = GroupCount::new(counting.brands.len());
    let (mut prompts, mut positions) = (IndexSet::default(), Positions::default());
    counting
        .visit(&selection, None, |answer, _, facts| {
            positions.read(facts);
            group.add(answer, prompts.insert(answer.prompt), facts, &positions);
            cells.add(Side::Before, answer, facts);
        })
        .await?;
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
