//! The points of a series: runs, or periods of a calendar.

use std::collections::BTreeMap;

use answerdeck_api::limits::SERIES_POINTS_MAX;
use answerdeck_api::metrics::{SampleChange, SeriesInterval};
use answerdeck_api::{AnswerScope, RunId};
use answerdeck_clickhouse::{AnswerCount, BrandCount, Keys, Position};
use answerdeck_database::id::time_of;
use answerdeck_database::parse_stored_id;

use super::calendar::{Calendar, Period, day_text, first_day};
use super::copied::Selected;
use super::counting::Counting;
use crate::embedded::columns::Dimensions;
use crate::error::{StatisticsError, StatisticsResult};
use crate::scope;
use rustc_hash::{FxHashMap, FxHashSet};

/// A smaller shift of the mix counts as 0: a few answers fail in every run.
const MIX_SHIFT_MIN: u32 = 100;

/// How often each prompt and each model answered in a point.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mix {
    prompts: FxHashMap<u32, u64>,
    models: FxHashMap<u32, u64>,
}

impl Mix {
    pub(crate) fn add(&mut self, answer: Dimensions) {
        *self.prompts.entry(answer.prompt).or_default() += 1;
        *self.models.entry(answer.model).or_default() += 1;
    }

    /// How the prompts and models differ from earlier ones. `None` if they are the same in about the same mix.
    pub(crate) fn change_since(&self, before: &Self) -> Option<SampleChange> {
        let only = |one: &FxHashMap<u32, u64>, other: &FxHashMap<u32, u64>| {
            one.keys().filter(|number| !other.contains_key(number)).count() as u64
        };
        let shift = shift(&self.prompts, &before.prompts).max(shift(&self.models, &before.models));
        let change = SampleChange {
            prompts_added: only(&self.prompts, &before.prompts),
            prompts_removed: only(&before.prompts, &self.prompts),
            models_added: only(&self.models, &before.models),
            models_removed: only(&before.models, &self.models),
            mix_shift: if shift < MIX_SHIFT_MIN { 0 } else { shift },
        };
        (change != SampleChange::default()).then_some(change)
    }
}

/// The total variation distance of two distributions of answers, in thousandths.
fn shift(now: &FxHashMap<u32, u64>, before: &FxHashMap<u32, u64>) -> u32 {
    let (all_now, all_before): (u64, u64) = (now.values().sum(), before.values().sum());
    if all_now == 0 || all_before == 0 {
        return 0;
    }
    let share = |part: u64, all: u64| part as f64 / all as f64;
    let before_of = |number: &u32| share(before.get(number).copied().unwrap_or_default(), all_before);
    let more = now.iter().map(|(number, answers)| (share(*answers, all_now) - before_of(number)).max(0.0));
    (more.sum::<f64>() * 1_000.0).round() as u32
}

/// The points of a series while their answers are counted.
pub(crate) struct Points<T> {
    period: Option<Period>,
    calendar: Calendar,
    unfinished: FxHashSet<u32>,
    /// The periods that `from` and `to` of the scope cut.
    cut: [Option<i64>; 2],
    /// By the number of the period, or of the run.
    counted: BTreeMap<i64, Point<T>>,
}

struct Point<T> {
    first_at: i64,
    mix: Mix,
    value: T,
}

/// A finished point.
#[derive(Default)]
pub(crate) struct SeriesPoint<T> {
    pub(crate) day: String,
    pub(crate) run_id: Option<RunId>,
    /// `None` in a gap.
    pub(crate) value: Option<T>,
    pub(crate) sample_change: Option<SampleChange>,
    /// Whether the scope cuts the period.
    pub(crate) is_partial: bool,
}

impl<T: Default> Points<T> {
    /// Begins a series.
    pub(crate) async fn new(
        counting: &Counting,
        scope: &AnswerScope,
        interval: &SeriesInterval,
        time_zone: Option<&str>,
    ) -> StatisticsResult<Self> {
        let calendar = Calendar::new(time_zone.unwrap_or("UTC"))
            .ok_or_else(|| StatisticsError::validation("timeZone: must be an IANA time zone, such as Asia/Seoul"))?;
        let unfinished = counting.unfinished_runs().await?;
        let (period, ids) = (Period::of(interval), scope::valid_ids(scope)?);
        let cut = |is_bounded: bool, first_after: u128| {
            let (period, at) = (period.filter(|_| is_bounded)?, time_of(first_after));
            let number = calendar.number(period, at);
            (calendar.number(period, at - 1) == number).then_some(number)
        };
        // An end that is still to come leaves nothing out.
        let is_past = period.is_some() && scope.to.is_some() && counting.newest_answer().await? >= ids.end;
        let cut = [cut(scope.from.is_some(), ids.start), cut(is_past, ids.end)];
        Ok(Self { period, calendar, unfinished, cut, counted: BTreeMap::new() })
    }

    /// The point of an answer. `None` for an answer of no point.
    pub(crate) fn point(&mut self, answer: Dimensions) -> Option<&mut T> {
        if self.unfinished.contains(&answer.run) {
            return None;
        }
        let at = time_of(answer.id);
        let number = match self.period {
            Some(period) => self.calendar.number(period, at),
            None => i64::from(answer.run),
        };
        let point = self.entry(number, at);
        point.mix.add(answer);
        Some(&mut point.value)
    }

    /// The point with a number, and an answer at this time.
    fn entry(&mut self, number: i64, at: i64) -> &mut Point<T> {
        let new = || Point { first_at: at, mix: Mix::default(), value: T::default() };
        let point = self.counted.entry(number).or_insert_with(new);
        point.first_at = point.first_at.min(at);
        point
    }

    /// Adds what ClickHouse counts: the answers of a point to each prompt, and then what those of a point say about each brand.
    pub(crate) async fn add_copied(
        &mut self,
        selected: &Selected,
        mut add_answers: impl FnMut(&mut T, &AnswerCount),
        add_brand: impl Fn(&mut T, usize, &BrandCount),
    ) -> StatisticsResult<()> {
        let unfinished = self.unfinished.iter().copied();
        let Some(copied) = selected.copied_with(|filter, _| filter.without_runs.extend(unfinished)) else {
            return Ok(());
        };
        let periods = match self.period {
            Some(period) => Some(copied.periods(|time| self.calendar.number(period, time)).await?),
            None => None,
        };
        let keys = Keys { periods: periods.as_ref(), run: periods.is_none(), ..Keys::default() };
        let number = |period: i64, run: u32| if keys.run { i64::from(run) } else { period };
        for row in copied.answers(Keys { model: true, ..keys }).await? {
            let point = self.entry(number(row.period, row.run), time_of(u128::from_be_bytes(row.first)));
            *point.mix.models.entry(row.model).or_default() += row.answers;
        }
        // Before the rows for each prompt of each point are read.
        check_length(self.counted.len())?;
        for row in copied.answers(Keys { prompt: true, ..keys }).await? {
            let point = self.entry(number(row.period, row.run), time_of(u128::from_be_bytes(row.first)));
            *point.mix.prompts.entry(row.prompt).or_default() += row.answers;
            add_answers(&mut point.value, &row);
        }
        for (brand, row) in copied.brands(keys, Position::Sum, None).await? {
            if let Some(point) = self.counted.get_mut(&number(row.period, row.run)) {
                add_brand(&mut point.value, brand, &row);
            }
        }
        Ok(())
    }

    /// Returns all points in the order of time, from the first to the last with answers. Periods without answers are gaps.
    pub(crate) async fn finish(mut self, counting: &Counting) -> StatisticsResult<Vec<SeriesPoint<T>>> {
        let run_ids = match self.period {
            Some(_) => FxHashMap::default(),
            None => counting.names(self.counted.keys().filter_map(|run| u32::try_from(*run).ok())).await?,
        };
        let length = match (self.period, self.counted.first_key_value(), self.counted.last_key_value()) {
            (Some(_), Some((first, _)), Some((last, _))) => usize::try_from(last - first + 1).unwrap_or(usize::MAX),
            _ => self.counted.len(),
        };
        check_length(length)?;
        let mut counted: Vec<(i64, Point<T>)> = std::mem::take(&mut self.counted).into_iter().collect();
        if self.period.is_none() {
            counted.sort_by_key(|(number, point)| (point.first_at, *number));
        }
        let mut points: Vec<SeriesPoint<T>> = Vec::with_capacity(length);
        let (mut last, mut before): (Option<i64>, Option<Mix>) = (None, None);
        for (number, point) in counted {
            if let (Some(period), Some(last)) = (self.period, last) {
                let gap = |number: i64| SeriesPoint { day: first_day(period, number), ..SeriesPoint::default() };
                points.extend((last + 1..number).map(gap));
            }
            let is_partial = self.cut.contains(&Some(number));
            // Of a part of a period, nobody knows what the whole asked.
            let whole_before = before.as_ref().filter(|_| !is_partial);
            let run = u32::try_from(number).ok().and_then(|run| run_ids.get(&run)).cloned();
            points.push(SeriesPoint {
                day: match self.period {
                    Some(period) => first_day(period, number),
                    None => day_text(self.calendar.day(point.first_at)),
                },
                run_id: run.map(parse_stored_id).transpose()?,
                value: Some(point.value),
                sample_change: whole_before.and_then(|before| point.mix.change_since(before)),
                is_partial,
            });
            (last, before) = (Some(number), (!is_partial).then_some(point.mix));
        }
        Ok(points)
    }
}

fn check_length(length: usize) -> StatisticsResult<()> {
    match length > SERIES_POINTS_MAX {
        true => Err(StatisticsError::validation(format!(
            "interval: {length} points, more than {SERIES_POINTS_MAX}. Choose a longer interval or a shorter scope"
        ))),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mix(prompts: &[(u32, u64)], models: &[(u32, u64)]) -> Mix {
        Mix { prompts: prompts.iter().copied().collect(), models: models.iter().copied().collect() }
    }

    #[test]
    fn the_same_prompts_and_models_in_about_the_same_mix_are_no_change() {
        let before = mix(&[(1, 50), (2, 50)], &[(9, 100)]);
        assert_eq!(mix(&[(1, 46), (2, 50)], &[(9, 96)]).change_since(&before), None);
        let shifted = mix(&[(1, 80), (2, 20)], &[(9, 100)]).change_since(&before).unwrap();
        assert_eq!(shifted, SampleChange { mix_shift: 300, ..SampleChange::default() });
    }

    #[test]
    fn added_and_removed_prompts_and_models_are_counted() {
        let change = mix(&[(2, 1), (3, 1)], &[(8, 2)]).change_since(&mix(&[(1, 1), (2, 1)], &[(9, 2)])).unwrap();
        let counts = (change.prompts_added, change.prompts_removed, change.models_added, change.models_removed);
        assert_eq!((counts, change.mix_shift), ((1, 1, 1, 1), 1_000));
    }
}
