//! How often the default rules of alerts fire in synthetic histories: without a change, and with a known one. Each history has twelve
//! weeks of runs. `cargo test -p answerdeck-insight --test movements -- --nocapture` prints the tables.
//!
//! Prompts differ: the log odds that an answer names a brand have a standard deviation of 2 over prompts, of 1 over the models of a
//! prompt, and of 0.7 over the runs of a prompt, which all models share. So answers to one prompt are not independent.

#![allow(clippy::unwrap_used)]

mod history;

use answerdeck_api::AlertDirection;
use answerdeck_insight::{Confidence, Movement, is_repetition};
use history::{DAYS, History, Plan};

/// The days of twelve weeks in which a month has 30.4.
const MONTHS: f64 = DAYS as f64 / 30.4;
/// The day of a known change.
const CHANGED_AT: i64 = 56;

/// With the numbers of histories: the larger ones take long.
const PLANS: [(Plan, u64); 4] = [
    (Plan { prompts: 12, models: 4, days_between_runs: 7 }, 1_000),
    (Plan { prompts: 40, models: 4, days_between_runs: 7 }, 1_000),
    (Plan { prompts: 200, models: 4, days_between_runs: 7 }, 100),
    (Plan { prompts: 20, models: 4, days_between_runs: 1 }, 100),
];

/// A rule as the defaults have it.
struct Rule {
    is_lead: bool,
    direction: AlertDirection,
    size: f64,
    window_days: i64,
}

const OWN: Rule = Rule { is_lead: false, direction: AlertDirection::Either, size: 0.1, window_days: 7 };
const PLACES: Rule = Rule { is_lead: true, direction: AlertDirection::Either, size: 0.1, window_days: 28 };

impl Rule {
    /// The days on which the rule fires.
    fn fires(&self, history: &History) -> Vec<i64> {
        let rivals = if self.is_lead { 1..history.brands() } else { 0..1 };
        let mut fired = Vec::new();
        for rival in rivals {
            let mut last: Option<(i64, f64)> = None;
            for day in history.days() {
                let pairs = history.pairs(day, self.window_days, self.is_lead.then_some(rival));
                let Some(movement) = Movement::by_prompts(&pairs, Confidence::Percent99) else { continue };
                let moved = movement.moved();
                let size = (!self.is_lead).then_some(self.size);
                let is_news =
                    last.is_none_or(|(at, last)| !is_repetition(last, day - at, moved, self.window_days, size));
                let is_wanted = !self.is_lead || movement.changes_places();
                if is_news && is_wanted && movement.is_significant(&self.direction, self.size) {
                    last = Some((day, moved));
                    fired.push(day);
                }
            }
        }
        fired
    }
}

#[test]
fn the_default_rules_fire_falsely_less_than_once_a_month() {
    println!("prompts models runs   | false alarms a month: own brand, places");
    for (plan, histories) in PLANS {
        let mut alarms = [0, 0];
        for seed in 0..histories {
            let history = History::new(plan, seed, None);
            alarms[0] += OWN.fires(&history).len();
            alarms[1] += PLACES.fires(&history).len();
        }
        let rates = alarms.map(|alarms| alarms as f64 / histories as f64 / MONTHS);
        println!("{plan} | {:.3}, {:.3} ({histories} histories)", rates[0], rates[1]);
        assert!(rates.iter().sum::<f64>() < 0.5, "{plan}: {rates:?}");
    }
}

#[test]
fn the_default_rule_of_the_own_brand_finds_large_falls() {
    println!("prompts models runs   | histories in which a fall is found within two weeks, by its size in points");
    for (plan, _) in PLANS {
        let found = [0.05, 0.1, 0.15, 0.2, 0.3].map(|size| {
            let finds = |seed: &u64| {
                let history = History::new(plan, *seed, Some((CHANGED_AT, -size)));
                let hits = CHANGED_AT..CHANGED_AT + 14;
                OWN.fires(&history).iter().any(|day| hits.contains(day))
            };
            (size, (0..100).filter(finds).count() as f64 / 100.0)
        });
        let text = found.map(|(size, rate)| format!("{:.0}: {:.0} %", 100.0 * size, 100.0 * rate));
        println!("{plan} | {}", text.join(", "));
        let of_thirty = found[4].1;
        assert!(plan.prompts < 20 || of_thirty > 0.9, "{plan}: {found:?}");
    }
}
