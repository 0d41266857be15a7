//! The conditions of alerts, and which rates moved as they say from one period to the next.

use std::ops::Range;

use answerdeck_api::metrics::{BrandName, Coverage};
use answerdeck_api::{AlertDirection, AlertMovement, AlertOutage, BrandId, ModelCode, PromptId, Timestamp};

use answerdeck_database::id::first_number;

use crate::sides::Sides;

/// A rate that can move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AlertRate {
    /// The share of answers that name a brand.
    Mentions(BrandId),
    /// The lead of a brand over each of its first rivals.
    Lead(BrandId),
    /// The share of answers that cite a domain.
    Citations(String),
    /// The share of the answers to a prompt that name a brand.
    PromptMentions(PromptId, BrandId),
}

/// A rate, and what movement of it is wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct AlertCondition {
    pub rate: AlertRate,
    pub direction: AlertDirection,
    /// The size, 0..1.
    pub size: f64,
    /// The days that are compared with as many days before.
    pub window_days: i64,
}

impl AlertCondition {
    /// The days of both periods if the later one ends with `day`.
    pub fn periods(&self, day: i64) -> Sides<Range<i64>> {
        let first = day + 1 - self.window_days;
        Sides { before: first - self.window_days..first, after: first..day + 1 }
    }
}

/// Time, divided into numbered buckets of equal length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeBuckets {
    /// When bucket 0 begins, in milliseconds since 1970.
    pub origin: i64,
    /// The length of a bucket in milliseconds.
    pub length: i64,
}

impl TimeBuckets {
    /// The days of clocks that are `offset` seconds ahead of UTC, numbered from 1970-01-01.
    pub const fn days(offset: i64) -> Self {
        Self { origin: -offset * 1_000, length: 24 * 60 * 60 * 1_000 }
    }

    /// A period, in milliseconds since 1970, as bucket 1, and the time before it, of the same length, as bucket 0.
    pub fn of_period(period: &Range<i64>) -> Self {
        let length = (period.end - period.start).max(1);
        Self { origin: period.start - length, length }
    }

    /// The bucket of a time in milliseconds since 1970.
    pub fn bucket_of(self, milliseconds: i64) -> i64 {
        (milliseconds - self.origin).div_euclid(self.length)
    }

    /// The ids of the answers of some buckets.
    pub(crate) fn ids_of(self, buckets: &Range<i64>) -> Range<u128> {
        let first_id = |bucket: i64| first_number(self.start_of(bucket).unsigned_abs());
        first_id(buckets.start)..first_id(buckets.end)
    }

    /// The first moment of a bucket, in milliseconds since 1970.
    pub fn start_of(self, bucket: i64) -> i64 {
        self.origin.saturating_add(bucket.saturating_mul(self.length)).max(0)
    }
}

/// The items that the engine of a model failed in a time bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedItems {
    pub bucket: i64,
    pub model: ModelCode,
    pub items: u64,
}

/// What was found on a day.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FoundMovements {
    /// The rates that moved as wanted.
    pub movements: Vec<FoundMovement>,
    /// The engines that failed half of their items in a period that is compared.
    pub outages: Vec<FoundOutage>,
}

/// A rate that moved as wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundMovement {
    /// The index of the condition.
    pub condition: usize,
    /// The brand, if the rate is of one.
    pub brand: Option<BrandName>,
    /// The brand over which the lead moved.
    pub rival: Option<BrandName>,
    /// The text of the prompt, if the rate is of one.
    pub query: Option<String>,
    pub movement: AlertMovement,
    /// When the first answer was requested that shows it.
    pub since: Timestamp,
}

/// An engine that failed half of its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundOutage {
    pub outage: AlertOutage,
    /// The days that the items are of.
    pub days: Range<i64>,
}

/// The days on which a rate moved as wanted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TrialDays {
    /// How many answers were counted.
    pub coverage: Coverage,
    /// The number of days on which the rate could be judged.
    pub judged: u64,
    /// The days in their order. A day can have several rivals.
    pub days: Vec<TrialDay>,
}

/// A day on which a rate moved as wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct TrialDay {
    pub day: i64,
    /// The difference of the rates.
    pub moved: f64,
    /// The brand over which the lead moved.
    pub rival: Option<BrandName>,
}

/// How the mention rate of a brand moved between two periods.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedBrand {
    pub brand: BrandId,
    /// The difference of the rates.
    pub moved: f64,
    /// Whether it moved significantly.
    pub is_significant: bool,
}
