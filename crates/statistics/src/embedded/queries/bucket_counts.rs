//! Counts of answers by time bucket and cell: a prompt in a region, asked of a model by one route.

use std::ops::Range;

use answerdeck_database::id::time_of;
use answerdeck_insight::Pair;
use rustc_hash::FxHashMap;

use crate::alert::TimeBuckets;
use crate::embedded::columns::{Cell, Dimensions};
use crate::sides::Sides;

/// The answers of each bucket to each cell, and how many of them have some properties.
#[derive(Debug)]
pub(super) struct BucketCounts {
    pub(super) buckets: TimeBuckets,
    properties: usize,
    cells: Vec<Cell>,
    cell_indexes: FxHashMap<Cell, u32>,
    rows: Vec<Row>,
    row_indexes: FxHashMap<(i64, u32), usize>,
    /// For each row, its answers with each property.
    counts: Vec<u16>,
    first_ids: FxHashMap<i64, u128>,
    latest_ids: FxHashMap<u32, u128>,
}

/// The answers of a bucket to a cell.
#[derive(Debug, Clone, Copy)]
struct Row {
    bucket: i64,
    cell: u32,
    answers: u32,
}

impl BucketCounts {
    pub(super) fn new(buckets: TimeBuckets, properties: usize) -> Self {
        Self {
            buckets,
            properties,
            cells: Vec::new(),
            cell_indexes: FxHashMap::default(),
            rows: Vec::new(),
            row_indexes: FxHashMap::default(),
            counts: Vec::new(),
            first_ids: FxHashMap::default(),
            latest_ids: FxHashMap::default(),
        }
    }

    /// Counts an answer, and returns its counts of properties.
    pub(super) fn add(&mut self, answer: Dimensions) -> &mut [u16] {
        let bucket = self.buckets.bucket_of(time_of(answer.id));
        self.add_many(bucket, answer.cell(), 1, answer.id, answer.id)
    }

    /// Counts answers of a bucket to a cell, with their smallest and their greatest id, and returns their counts of properties.
    pub(super) fn add_many(
        &mut self,
        bucket: i64,
        key: Cell,
        answers: u32,
        first_id: u128,
        latest_id: u128,
    ) -> &mut [u16] {
        let cell = *self.cell_indexes.entry(key).or_insert_with(|| {
            self.cells.push(key);
            u32::try_from(self.cells.len() - 1).unwrap_or(u32::MAX)
        });
        let row = *self.row_indexes.entry((bucket, cell)).or_insert_with(|| {
            self.rows.push(Row { bucket, cell, answers: 0 });
            self.counts.resize(self.rows.len() * self.properties, 0);
            self.rows.len() - 1
        });
        self.rows[row].answers += answers;
        let first = self.first_ids.entry(bucket).or_insert(first_id);
        *first = first_id.min(*first);
        let latest = self.latest_ids.entry(key.prompt).or_default();
        *latest = latest_id.max(*latest);
        &mut self.counts[row * self.properties..(row + 1) * self.properties]
    }

    /// The counts of properties of a bucket and cell with answers.
    pub(super) fn counts_of(&mut self, bucket: i64, cell: Cell) -> &mut [u16] {
        self.add_many(bucket, cell, 0, u128::MAX, 0)
    }

    /// The cells with answers in both periods, in the order of their prompts. `value` is what the counts of some answers add up to.
    pub(super) fn pairs(
        &self,
        periods: &Sides<Range<i64>>,
        is_wanted: impl Fn(Cell) -> bool,
        value: impl Fn(&[u16]) -> f64,
    ) -> Vec<(Cell, Pair)> {
        let mut pairs = vec![Pair::default(); self.cells.len()];
        for (at, row) in self.rows.iter().enumerate() {
            let Some(side) = periods.side_of(row.bucket) else { continue };
            let (pair, side) = (&mut pairs[row.cell as usize], side as usize);
            pair.answers[side] += u64::from(row.answers);
            pair.days[side] += 1;
            pair.sums[side] += value(&self.counts[at * self.properties..(at + 1) * self.properties]);
        }
        let cells = self.cells.iter().copied().zip(pairs);
        let in_both = cells.filter(|(cell, pair)| pair.answers.iter().all(|answers| *answers > 0) && is_wanted(*cell));
        let mut pairs: Vec<(Cell, Pair)> =
            in_both.map(|(cell, pair)| (cell, Pair { prompt: cell.prompt, ..pair })).collect();
        pairs.sort_unstable_by_key(|(cell, _)| *cell);
        pairs
    }

    /// The answers of some buckets, by the number of the model.
    pub(super) fn answers_of_models(&self, buckets: &Range<i64>) -> FxHashMap<u32, u64> {
        let mut models = FxHashMap::default();
        for row in self.rows.iter().filter(|row| buckets.contains(&row.bucket)) {
            *models.entry(self.cells[row.cell as usize].model).or_default() += u64::from(row.answers);
        }
        models
    }

    /// The numbers of all models with answers.
    pub(super) fn models(&self) -> impl Iterator<Item = u32> {
        self.cells.iter().map(|cell| cell.model)
    }

    /// The first answer of some buckets.
    pub(super) fn first_id(&self, buckets: &Range<i64>) -> Option<u128> {
        buckets.clone().filter_map(|bucket| self.first_ids.get(&bucket)).min().copied()
    }

    /// The newest answer to a prompt.
    pub(super) fn latest_id(&self, prompt: u32) -> Option<u128> {
        self.latest_ids.get(&prompt).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_both_periods_are_pairs_with_their_days() {
        let days = TimeBuckets::days(0);
        let mut counts = BucketCounts::new(days, 2);
        let mut add = |day: i64, prompt: u32, property: Option<usize>| {
            let id = u128::from(days.start_of(day).unsigned_abs()) << 80;
            let answer = Dimensions { id, run: 1, set: 1, prompt, model: 1, region: 1, citations: 0 };
            let counts = counts.add(answer);
            property.into_iter().for_each(|property| counts[property] += 1);
        };
        for (day, prompt, property) in
            [(100, 7, Some(0)), (100, 7, None), (101, 7, Some(1)), (107, 7, Some(1)), (108, 8, Some(1)), (90, 7, None)]
        {
            add(day, prompt, property);
        }
        let periods = Sides { before: 100..107, after: 107..114 };
        let pairs = counts.pairs(&periods, |_| true, |counts| f64::from(counts[0]) - f64::from(counts[1]));
        let expected = Pair { prompt: 7, answers: [3, 1], days: [2, 1], sums: [0.0, -1.0] };
        assert_eq!(pairs, [(Cell { prompt: 7, region: 1, model: 1 }, expected)]);
        assert_eq!(counts.answers_of_models(&(100..107)).get(&1), Some(&3));
        assert_eq!(counts.first_id(&(101..120)).map(|id| days.bucket_of(time_of(id))), Some(101));
        assert_eq!(counts.latest_id(7).map(|id| days.bucket_of(time_of(id))), Some(107));
    }
}
