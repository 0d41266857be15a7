//! What a run costs, and how far the balance goes.

use answerdeck_api::limits::ANSWER_PRICE;

/// What is multiplied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    pub prompts: u64,
    pub models: u64,
    pub repeats: u64,
}

/// How far the balance goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reach {
    /// All the way, with so many credits left.
    Enough(f64),
    /// So many items will fail.
    Short(u64),
    /// Nowhere: the platform refuses the run.
    Empty,
}

impl Cost {
    /// Items of the run.
    pub fn items(self) -> u64 {
        self.prompts.saturating_mul(self.models).saturating_mul(self.repeats)
    }

    /// Credits, if every item succeeds.
    ///
    /// Source: docs/platform-api.md, section 8, credits.
    pub fn credits(self) -> u64 {
        self.items().saturating_mul(u64::from(ANSWER_PRICE))
    }

    /// How far a balance goes.
    ///
    /// Source: docs/platform-api.md, section 8, credits, rules 3 and 4.
    pub fn reach(self, balance: f64) -> Reach {
        let left = balance - self.credits() as f64;
        if balance <= 0.0 {
            Reach::Empty
        } else if left >= 0.0 {
            Reach::Enough(left)
        } else {
            // A float becomes a whole number without wrapping: what is out of range is the nearest bound.
            let affordable = (balance / f64::from(ANSWER_PRICE)).floor() as u64;
            Reach::Short(self.items().saturating_sub(affordable))
        }
    }
}

/// How often each prompt is asked, as it is typed. `None` for what is no whole number from 1 to `max`.
pub fn repeats(typed: &str, max: u32) -> Option<u32> {
    typed.trim().parse().ok().filter(|repeats| (1..=max).contains(repeats))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COST: Cost = Cost { prompts: 10, models: 3, repeats: 2 };

    #[test]
    fn a_run_costs_prompts_times_models_times_repeats() {
        assert_eq!(COST.credits(), 60);
        assert_eq!(Cost { repeats: u64::MAX, ..COST }.credits(), u64::MAX);
    }

    #[test]
    fn the_balance_reaches_falls_short_or_is_empty() {
        for (balance, reach) in [
            (100.5, Reach::Enough(40.5)),
            (60.0, Reach::Enough(0.0)),
            (59.9, Reach::Short(1)),
            (0.5, Reach::Short(60)),
            (0.0, Reach::Empty),
            (-3.0, Reach::Empty),
        ] {
            assert_eq!(COST.reach(balance), reach, "{balance}");
        }
    }

    #[test]
    fn repeats_are_whole_and_bounded() {
        for (typed, read) in [
            ("1", Some(1)),
            (" 10 ", Some(10)),
            ("0", None),
            ("11", None),
            ("1.5", None),
            ("", None),
            ("-1", None),
            ("두 번", None),
        ] {
            assert_eq!(repeats(typed, 10), read, "{typed:?}");
        }
    }
}
