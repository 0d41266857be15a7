//! The values of a chart over time, and notes about its dates.

use super::drawing::{Mark, Reading};

/// The value of a series at a date.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// The value, from 0.
    pub value: f64,
    /// The value with its unit and further details.
    pub text: String,
    /// What it was counted from: a numerator and a denominator. `None` if it is not a rate.
    pub counted: Option<[u64; 2]>,
}

/// Notes about dates. Each is marked on the axis of time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DateNotes {
    /// What the notes are about.
    pub name: String,
    /// The note of each date. Empty if there are none at all.
    pub texts: Vec<Option<String>>,
}

impl DateNotes {
    /// The note of a date as a reading.
    pub(super) fn reading(&self, index: usize) -> Option<Reading> {
        let value = self.texts.get(index)?.clone()?;
        Some(Reading { series: 0, name: self.name.clone(), value, span: None })
    }

    /// The note of a date as a cell of a table that has a column of notes. `None` if it has none.
    pub(super) fn cell(&self, index: usize) -> Option<String> {
        self.is_any().then(|| self.texts.get(index).cloned().flatten().unwrap_or_default())
    }

    /// Whether a date has a note: then tables have a column of them.
    pub fn is_any(&self) -> bool {
        self.texts.iter().any(Option::is_some)
    }

    /// A broken rule before each date with a note. `at` is where it is.
    pub(super) fn marks(&self, at: impl Fn(usize) -> Option<f64>, [top, bottom]: [f64; 2]) -> Vec<Mark> {
        let mark = |(index, note): (usize, &Option<String>)| {
            note.as_ref()?;
            let x = at(index)?;
            let rule = Mark::line("chart-break", [x, top], [x, bottom]);
            let points = [[x - 4.0, top - 4.0], [x + 4.0, top - 4.0], [x, top + 3.0], [x - 4.0, top - 4.0]];
            Some([rule, Mark::path("chart-break-head", points.into_iter())])
        };
        self.texts.iter().enumerate().filter_map(mark).flatten().collect()
    }
}
