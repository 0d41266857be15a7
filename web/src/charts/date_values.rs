use time::Date;

use super::data_point::TooltipRow;
use super::shape::Shape;
use super::text_width::{ellipsized, text_width};
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

/// The height of a row of labels of annotations above a chart.
const LABELS_HEIGHT: f64 = 14.0;
/// The minimum distance of a label from the next one, and from the rule of another.
const LABEL_GAP: f64 = 8.0;

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

    /// The room for their labels above a chart: a row for one, and two for several.
    pub(super) fn height(&self) -> f64 {
        LABELS_HEIGHT * self.by_date.iter().flatten().take(2).count() as f64
    }

    fn text(&self, index: usize) -> Option<String> {
        Some(self.by_date.get(index)?.as_ref()?.text.clone())
    }

    /// A broken rule before each date with an annotation, with its label above it where there is room. No other rule crosses a label.
    /// `at` is where the rule is, and `right` is where the labels end.
    pub(super) fn shapes(&self, at: impl Fn(usize) -> Option<f64>, [top, bottom]: [f64; 2], right: f64) -> Vec<Shape> {
        let placed = self.by_date.iter().enumerate();
        let placed = placed.filter_map(|(index, annotation)| Some((at(index)?, annotation.as_ref()?.label.as_str())));
        let placed: Vec<(f64, &str)> = placed.collect();
        let mut shapes = Vec::new();
        // Where the free part of each row ends.
        let (mut lower_end, mut upper_end) = (right, right);
        // The latest is the most important.
        for (index, &(x, label)) in placed.iter().enumerate().rev() {
            let earlier = index.checked_sub(1).map(|earlier| placed[earlier].0);
            // The rule of the earlier one may reach the upper row.
            let lower_start = earlier.map_or(0.0, |earlier| earlier + LABEL_GAP);
            let (width, room) = (text_width(label), lower_end - lower_start);
            // Then its own rule reaches the upper row, and leaves the lower one up to there to the earlier labels.
            let is_upper =
                width > room && upper_end > room.max(x).max(width / 2.0) && (earlier.is_none() || x - LABEL_GAP > room);
            let ([start, end], top) = match is_upper {
                true => ([0.0, upper_end], top - LABELS_HEIGHT),
                false => ([lower_start, lower_end], top),
            };
            shapes.push(Shape::line("chart-annotation", [x, top - 2.0], [x, bottom]));
            // Less than half of a label says little.
            if end - start < width / 2.0 {
                continue;
            }
            let label = ellipsized(label, end - start);
            let width = text_width(&label);
            let start = (x - width / 2.0).max(start).min(end - width);
            if is_upper {
                (lower_end, upper_end) = (x - LABEL_GAP, start - LABEL_GAP);
            } else {
                lower_end = start - LABEL_GAP;
            }
            shapes.push(Shape::text("chart-annotation-label", "start", [start, top - 6.0], label));
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

    #[test]
    fn of_two_labels_each_is_at_its_own_rule_and_the_other_rule_crosses_none() {
        for [first, next] in [["new on tavrin.example", "Bruvane ahead"], ["Bruvane ahead", "new on tavrin.example"]] {
            // On a phone with long names of brands, with short ones, and on a desktop.
            for right in [193_i32, 262, 400] {
                for first_x in (30..right).step_by(7) {
                    for next_x in (first_x + 3..right).step_by(5) {
                        assert_labels([(first, f64::from(first_x)), (next, f64::from(next_x))], f64::from(right));
                    }
                }
            }
        }
    }

    fn assert_labels(places: [(&str, f64); 2], right: f64) {
        let annotation = |(label, _): (&str, f64)| {
            Some(Annotation { text: String::new(), label: label.to_owned(), breaks_trend: false })
        };
        let annotations = Annotations { name: String::new(), by_date: places.map(annotation).to_vec() };
        let shapes = annotations.shapes(|index| Some(places[index].1), [40.0, 200.0], right);
        let [next_rule, next, first_rule, first] = shapes.as_slice() else { panic!("{places:?}: {shapes:?}") };
        let end = |label: &Shape| label.coordinate("x") + text_width(&label.text);
        for (label, own, other) in [(first, first_rule, next_rule), (next, next_rule, first_rule)] {
            let (start, end, y) = (label.coordinate("x"), end(label), label.coordinate("y"));
            assert!(start >= 0.0 && end < right + 0.1, "{shapes:?}");
            assert!(right < 400.0 || !label.text.contains('…'), "{shapes:?}");
            let (own_x, other_x) = (own.coordinate("x1"), other.coordinate("x1"));
            assert!(start - LABEL_GAP < own_x + 0.1 && own_x < end + LABEL_GAP + 0.1, "{shapes:?}");
            assert!((own.coordinate("y1") - y - 4.0).abs() < 0.1, "{shapes:?}");
            let is_crossed = other.coordinate("y1") < y && start + 0.1 < other_x && other_x < end - 0.1;
            assert!(!is_crossed, "{shapes:?}");
        }
        let are_in_one_row = first.coordinate("y") == next.coordinate("y");
        assert!(!are_in_one_row || end(first) < next.coordinate("x"), "{shapes:?}");
    }
}
