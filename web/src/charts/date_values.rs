//! The axes of a chart over time, its values, and notes about its dates.

use time::Date;

use super::drawing::{Mark, Reading, ValueAxis, text_width};

/// The axes of a chart over time, and how it writes what is on them.
#[derive(Clone)]
pub struct Axes {
    /// The dates in ascending order, each with its name.
    pub dates: Vec<(Date, String)>,
    pub notes: DateNotes,
    pub date_label: fn(Date) -> String,
    pub values: ValueAxis,
    /// The text where there is no value.
    pub no_data: &'static str,
}

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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateNote {
    pub text: String,
    /// The note in a few characters, which stand at the axis.
    pub label: String,
}

/// Notes about dates. Each is marked on the axis of time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DateNotes {
    /// What the notes are about.
    pub name: String,
    /// The note of each date. Empty if there are none at all.
    pub notes: Vec<Option<DateNote>>,
}

/// The height of the labels of notes above a chart.
const LABELS_HEIGHT: f64 = 14.0;

impl DateNotes {
    /// The note of a date as a reading.
    pub(super) fn reading(&self, index: usize) -> Option<Reading> {
        let value = self.text(index)?;
        Some(Reading { series: 0, name: self.name.clone(), value, span: None })
    }

    /// The note of a date as a cell of a table that has a column of notes. `None` if it has none.
    pub(super) fn cell(&self, index: usize) -> Option<String> {
        self.is_any().then(|| self.text(index).unwrap_or_default())
    }

    /// Whether a date has a note: then tables have a column of them.
    pub fn is_any(&self) -> bool {
        self.notes.iter().any(Option::is_some)
    }

    /// The room for their labels above a chart.
    pub(super) fn height(&self) -> f64 {
        if self.is_any() { LABELS_HEIGHT } else { 0.0 }
    }

    fn text(&self, index: usize) -> Option<String> {
        Some(self.notes.get(index)?.as_ref()?.text.clone())
    }

    /// A broken rule before each date with a note, with its label above it where there is room. `at` is where it is, and `right` is
    /// where the labels end.
    pub(super) fn marks(&self, at: impl Fn(usize) -> Option<f64>, [top, bottom]: [f64; 2], right: f64) -> Vec<Mark> {
        let mut marks = Vec::new();
        let mut free = 0.0;
        for (index, note) in self.notes.iter().enumerate() {
            let (Some(note), Some(x)) = (note, at(index)) else { continue };
            marks.push(Mark::line("chart-break", [x, top - 2.0], [x, bottom]));
            let width = text_width(&note.label);
            let start = (x - width / 2.0).min(right - width).max(0.0);
            if start >= free {
                free = start + width + 8.0;
                marks.push(Mark::text("chart-break-label", "start", [start, top - 6.0], note.label.clone()));
            }
        }
        marks
    }
}
