//! Since when a brand is ahead of or behind others.

use std::cmp::Ordering;

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{Lead, LeadFilter, LeadList, SeriesInterval};
use answerdeck_clickhouse::{AnswerCount, BrandCount};
use answerdeck_insight::{is_significantly_higher, lead, rate};
use rustc_hash::FxHashMap;

use super::counting::Counting;
use super::point::{Points, SeriesPoint};
use crate::error::{StatisticsResult, both};

/// The answers of a point, and those that name each brand.
#[derive(Debug, Default)]
struct Named {
    answers: u64,
    by_brand: FxHashMap<usize, u64>,
}

impl Named {
    fn of(&self, brand: usize) -> u64 {
        self.by_brand.get(&brand).copied().unwrap_or_default()
    }
}

/// Lists since when a brand is ahead of or behind each other brand.
pub(crate) async fn list_leads(counting: &Counting, filter: &LeadFilter) -> StatisticsResult<LeadList> {
    let (scope, interval) = (filter.scope(), filter.interval.clone().unwrap_or(SeriesInterval::Run));
    let points = Points::<Named>::new(counting, &scope, &interval, filter.time_zone.as_deref()).await;
    let checked = both(points, counting.required(filter.brand_id.as_ref()));
    let (mut points, brand) = counting.checked(&scope, checked).await?;
    let selected = counting.select_copied(&scope).await?;
    let mut counted = counting
        .visit(&selected.columns, None, |answer, _, facts| {
            let Some(named) = points.point(answer) else { return };
            named.answers += 1;
            for fact in facts.iter().filter(|fact| fact.mentions > 0) {
                *named.by_brand.entry(fact.brand).or_default() += 1;
            }
        })
        .await?;
    if let Some(copied) = &selected.copied {
        counted += copied.count().await?;
    }
    let add_answers = |point: &mut Named, row: &AnswerCount| point.answers += row.answers;
    let add_brand = |point: &mut Named, brand, row: &BrandCount| {
        *point.by_brand.entry(brand).or_default() += row.named;
    };
    points.add_copied(&selected, add_answers, add_brand).await?;
    let mut points = points.finish(counting).await?;
    points.retain(|point| !point.is_partial);
    let others = (0..counting.brands.len()).filter(|other| *other != brand);
    let mut leads: Vec<Lead> = others.filter_map(|other| lead_over(counting, &points, brand, other)).collect();
    leads.sort_by(|one, other| other.points.cmp(&one.points).then_with(|| one.brand.name.cmp(&other.brand.name)));
    leads.truncate(PAGE_SIZE_MAX as usize);
    Ok(LeadList { coverage: counting.coverage(&scope, &selected.columns, counted).await?, leads })
}

/// `None` if both have the same mention rate in the newest point.
fn lead_over(counting: &Counting, points: &[SeriesPoint<Named>], brand: usize, other: usize) -> Option<Lead> {
    let order = |point: &SeriesPoint<Named>| {
        let named = point.value.as_ref()?;
        Some(named.of(brand).cmp(&named.of(other)))
    };
    let with_answers: Vec<(&SeriesPoint<Named>, Ordering)> =
        points.iter().filter_map(|point| Some((point, order(point)?))).collect();
    let lead = lead(&with_answers)?;
    let (since, order) = lead.first()?;
    let points = || lead.iter().filter_map(|(point, _)| point.value.as_ref());
    let answers: u64 = points().map(|named| named.answers).sum();
    let [own, others] = [brand, other].map(|brand| rate(points().map(|named| named.of(brand)).sum(), answers));
    let (high, low) = if order.is_gt() { (own, others) } else { (others, own) };
    Some(Lead {
        brand: counting.brands[other].clone(),
        is_ahead: order.is_gt(),
        since: since.day.clone(),
        run_id: since.run_id.clone(),
        points: lead.len() as u64,
        is_since_the_beginning: lead.len() == with_answers.len(),
        answers,
        mention_rate: own,
        other_mention_rate: others,
        significant: is_significantly_higher(high, low),
    })
}
