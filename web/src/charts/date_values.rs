use time::Date;

use super::data_point::TooltipRow;
use super::shape::Shape;
use super::text_width::text_width;
use super::value_axis::ValueAxis;

/// The axes of a chart over time, and how it writes what is on them.
#[derive(Clone)]
pub struct Axes {
    /// The dates in ascending order, each with its name.
    pub dates: Vec<(Date, String)>,
    pub annotations: Annotations,
    pub date_label: fn(Date) -> String,
    pub values: ValueAxis,
    /// The text where there is no value.
    pub no_data: &'static str,
}

/// The minimum height of the name of a series.
pub(super) const NAME_HEIGHT: f64 = 16.0;
/// The maximum distance of the line of an annotation before its date, in pixels.
pub(super) const ANNOTATION_BEFORE: f64 = 8.0;

impl Axes {
    /// The height of a chart in a width, and where its values end at the top and at the bottom. The styles have this height, too.
    pub(super) fn heights(&self, width: f64) -> (f64, [f64; 2]) {
        let height = if width < 480.0 { 220.0 } else { 260.0 };
        (height, [12.0 + self.annotations.height(), height - 28.0])
    }

    /// The date of a data point. `None` if no series has a value there.
    pub(super) fn date_with_data<'a>(
        &self,
        index: usize,
        mut series: impl Iterator<Item = &'a Vec<Option<Value>>>,
    ) -> Option<Date> {
        let has_value = series.any(|values| values.get(index).is_some_and(Option::is_some));
        self.dates.get(index).filter(|_| has_value).map(|(date, _)| *date)
    }
}

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
pub struct Annotation {
    pub text: String,
    /// The short text at the axis.
    pub label: String,
    /// Whether what is measured changed, so that a difference to earlier values is not a trend.
    pub breaks_trend: bool,
}

/// Annotations of dates, such as a change of what is measured, or an event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Annotations {
    /// What the annotations are about.
    pub name: String,
    /// The annotation of each date. Empty if there are none at all.
    pub by_date: Vec<Option<Annotation>>,
}

/// The height of the labels of annotations above a chart.
const LABELS_HEIGHT: f64 = 14.0;

impl Annotations {
    /// Adds an annotation to those of a date.
    pub fn add(&mut self, index: usize, Annotation { text, label, breaks_trend }: Annotation) {
        if self.by_date.len() <= index {
            self.by_date.resize(index + 1, None);
        }
        let annotation = match self.by_date[index].take() {
            Some(first) => Annotation {
                text: format!("{} · {text}", first.text),
                label: format!("{}, {label}", first.label),
                breaks_trend: first.breaks_trend || breaks_trend,
            },
            None => Annotation { text, label, breaks_trend },
        };
        self.by_date[index] = Some(annotation);
    }

    /// The annotation of a date as a row of the tooltip.
    pub(super) fn tooltip_row(&self, index: usize) -> Option<TooltipRow> {
        let value = self.text(index)?;
        Some(TooltipRow { series: 0, name: self.name.clone(), value, span: None })
    }

    /// The annotation of a date as a cell of a table that has a column of annotations. `None` if it has none.
    pub(super) fn cell(&self, index: usize) -> Option<String> {
        self.is_any().then(|| self.text(index).unwrap_or_default())
    }

    /// Whether a date has an annotation: then tables have a column of them.
    pub fn is_any(&self) -> bool {
        self.by_date.iter().any(Option::is_some)
    }

    /// The room for their labels above a chart.
    pub(super) fn height(&self) -> f64 {
        if self.is_any() { LABELS_HEIGHT } else { 0.0 }
    }

    fn text(&self, index: usize) -> Option<String> {
        Some(self.by_date.get(index)?.as_ref()?.text.clone())
    }

    /// A broken rule before each date with an annotation, with its label above it where there is room. `at` is where it is, and
    /// `right` is where the labels end.
    pub(super) fn shapes(&self, at: impl Fn(usize) -> Option<f64>, [top, bottom]: [f64; 2], right: f64) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let mut free_until = right;
        // The latest is the most important.
        for (index, annotation) in self.by_date.iter().enumerate().rev() {
            let (Some(annotation), Some(x)) = (annotation, at(index)) else { continue };
            shapes.push(Shape::line("chart-annotation", [x, top - 2.0], [x, bottom]));
            let width = text_width(&annotation.label);
            let start = (x - width / 2.0).min(right - width).max(0.0);
            if start <= free_until - width {
                free_until = start - 8.0;
                let label = annotation.label.clone();
                shapes.push(Shape::text("chart-annotation-label", "start", [start, top - 6.0], label));
            }
        }
        shapes
    }
}

#[cfg(test)]
pub(super) mod tests {
    use time::Month;

    use super::*;

    pub(in crate::charts) fn november(day: u8) -> Date {
        Date::from_calendar_date(2026, Month::November, day).unwrap()
    }

    /// The axes of a chart of the first days of a month.
    pub(in crate::charts) fn axes(days: usize) -> Axes {
        Axes {
            dates: (1..=days).map(|day| (november(day as u8), format!("day {day}"))).collect(),
            annotations: Annotations::default(),
            date_label: |date| date.day().to_string(),
            values: ValueAxis { min_step: 1.0, limit: None, label: |value| value.to_string() },
            no_data: "no data",
        }
    }
}
