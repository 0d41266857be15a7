//! The citations of domains and sites over time.

use answerdeck_api::metrics::{SeriesInterval, SourceLevel, SourceTrend, SourceTrendFilter, SourceTrendPoint};
use rustc_hash::FxHashMap;

use super::counting::Counting;
use super::point::{Points, SeriesPoint};
use super::sample::{IndexSet, SampleCount};
use super::source_level::source_name;
use super::stability::Stability;
use crate::embedded::columns::{ABSENT, Column, Name, NameKind, SourceNumbers, sources};
use crate::error::{StatisticsResult, all, both};

#[derive(Debug, Default)]
struct PointCount {
    all: SampleCount,
    citations: u64,
    /// By the number of the domain.
    domains: FxHashMap<u32, u64>,
}

/// Reads the citations of domains over time, and the stability of all sources.
pub(crate) async fn source_trend(counting: &Counting, filter: &SourceTrendFilter) -> StatisticsResult<SourceTrend> {
    let (scope, level) = (filter.scope(), filter.level.clone().unwrap_or(SourceLevel::Domain));
    let interval = filter.interval.clone().unwrap_or(SeriesInterval::Week);
    let points = Points::<PointCount>::new(counting, &scope, &interval, filter.time_zone.as_deref()).await;
    let named = filter.domain.iter().enumerate();
    let named = all(named.map(|(index, domain)| source_name(&format!("domain[{index}]"), domain)));
    let (mut points, named) = counting.checked(&scope, both(points, named)).await?;
    let names: Vec<Name<'_>> = named.iter().map(|domain| Name::new(NameKind::Domain, domain)).collect();
    let (numbers, mut wanted) = (counting.number_of_each(&names).await?, IndexSet::default());
    numbers.iter().flatten().for_each(|number| _ = wanted.insert(*number));
    let selection = counting.select(&scope).await?;
    let mut stability = Stability::new(counting, &selection, level).await?;
    let mut prompts = IndexSet::default();
    let counted = counting
        .visit_values(&selection, Some(Column::Source), |answer, list| {
            stability.add(answer, sources(list));
            let prompt = prompts.insert(answer.prompt);
            let Some(point) = points.point(answer) else { return };
            point.all.add(prompt);
            point.citations += sources(list).len() as u64;
            // A domain without owners is its own site.
            let site_of = |source: SourceNumbers| if source.site == source.domain { ABSENT } else { source.site };
            let cited = sources(list).flat_map(|source| [source.domain, site_of(source)]);
            for number in cited.filter(|number| wanted.get(*number).is_some()) {
                *point.domains.entry(number).or_default() += 1;
            }
        })
        .await?;
    counting.coverage(&scope, &selection, counted).await?;
    let to_wire = |point: SeriesPoint<PointCount>| {
        let is_gap = point.value.is_none();
        let count = point.value.unwrap_or_default();
        let of_domain =
            |number: &Option<u32>| count.domains.get(&number.unwrap_or(ABSENT)).copied().unwrap_or_default();
        SourceTrendPoint {
            day: point.day,
            run_id: point.run_id,
            sample: count.all.to_wire(),
            citations: count.citations,
            domains: if is_gap { Vec::new() } else { numbers.iter().map(of_domain).collect() },
            sample_change: point.sample_change,
            partial: point.is_partial,
        }
    };
    Ok(SourceTrend {
        points: points.finish(counting).await?.into_iter().map(to_wire).collect(),
        stability: stability.to_wire(),
    })
}
