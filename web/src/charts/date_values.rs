use time::Date;

use super::data_point::TooltipRow;
use super::date_axis::date_labels;
use super::drawing::{Axis, Drawing};
use super::scale::{DateScale, Linear};
use super::shape::Shape;
use super::text_width::{ellipsized, text_width};
use super::value_axis::{ValueAxis, grid_lines};

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
/// The maximum distance of the line of an annotation before what its date takes, in pixels.
pub(super) const ANNOTATION_BEFORE: f64 = 8.0;

/// A chart over time without its series: where they are drawn, and what is around them.
pub(super) struct PlotArea {
    pub x: DateScale,
    pub y: Linear,
    /// Where values begin at the left and end at the right.
    pub sides: [f64; 2],
    /// Where values end at the top and at the bottom.
    pub ends: [f64; 2],
    /// The grid, the labels of the axes and the annotations. It has no data points yet.
    pub drawing: Drawing,
}

impl Axes {
    /// The plot area of values up to `max` in a width, with room for names at the right. `inset` is the distance of the first and the last
    /// date from the sides, for a distance between dates, and `half` the maximum of half the width that a date takes.
    pub(super) fn plot_area(
        &self,
        width: f64,
        max: f64,
        names_width: f64,
        inset: fn(f64) -> f64,
        half: f64,
    ) -> PlotArea {
        let scale = |ends: [f64; 2]| self.values.scale(max, 4, ends);
        // The ticks have the same labels at every height.
        let (_, left) = self.values.ticks(&scale([0.0; 2]));
        let right = (width - names_width - 14.0).max(left + 40.0);
        let inset = inset((right - left) / self.dates.len() as f64);
        let date = |named: Option<&(Date, String)>| named.map_or(Date::MIN, |(date, _)| *date);
        let x = DateScale::new(date(self.dates.first()), date(self.dates.last()), [left + inset, right - inset]);
        let at = |index: usize| Some(x.position(self.dates.get(index)?.0));
        // Close before the first date with the change. Before the first of all is the axis.
        let before = |index: usize| {
            let here = at(index)?;
            let halfway = index.checked_sub(1).and_then(at).map_or(left, |earlier| earlier.midpoint(here));
            Some((here - half - ANNOTATION_BEFORE).max(halfway))
        };
        let annotations = self.annotations.placed(before, right);
        let (height, ends) = heights(width, &annotations);
        let [top, bottom] = ends;
        let y = scale([bottom, top]);
        let mut shapes = grid_lines(self.values.ticks(&y).0, [left, right]);
        shapes.extend(date_labels(&x, &self.dates, width, height - 8.0, self.date_label));
        shapes.extend(annotations.into_iter().flat_map(|annotation| annotation.shapes(ends)));
        let drawing = Drawing { height, shapes, axis: Axis::Horizontal, data_points: Vec::new() };
        PlotArea { x, y, sides: [left, right], ends, drawing }
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
/// The part of a label that says something.
const LEAST_PART: f64 = 0.5;

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

    fn text(&self, index: usize) -> Option<String> {
        Some(self.by_date.get(index)?.as_ref()?.text.clone())
    }

    /// The annotations where they are drawn, the latest first. `at` is the position of a rule, and `right` the one where labels end. No
    /// rule crosses the label of another.
    fn placed(&self, at: impl Fn(usize) -> Option<f64>, right: f64) -> Vec<PlacedAnnotation> {
        let labels = self.by_date.iter().enumerate();
        let labels = labels.filter_map(|(index, annotation)| Some((at(index)?, annotation.as_ref()?.label.as_str())));
        let labels: Vec<(f64, &str)> = labels.collect();
        let mut placed = Vec::new();
        // The positions where the free part of each row ends.
        let (mut lower_end, mut upper_end) = (right, right);
        // The latest is the most important.
        for (index, &(rule, label)) in labels.iter().enumerate().rev() {
            let earlier = index.checked_sub(1).map(|earlier| labels[earlier]);
            // The rule of the earlier one may reach the upper row, which is free from 0 on.
            let lower_start = earlier.map_or(0.0, |(rule, _)| rule + LABEL_GAP);
            let (width, lower_width, upper_width) = (text_width(label), lower_end - lower_start, upper_end);
            // The rule of a label in the upper row ends the lower one for the earlier label.
            let leaves_room = earlier.is_none_or(|(_, label)| rule - LABEL_GAP >= text_width(label) * LEAST_PART);
            let is_upper = width > lower_width
                && upper_width > lower_width.max(width * LEAST_PART)
                && upper_end > rule
                && leaves_room;
            let [start, end] = if is_upper { [0.0, upper_end] } else { [lower_start, lower_end] };
            if end - start < width * LEAST_PART {
                placed.push(PlacedAnnotation { rule, is_upper, label: None });
                continue;
            }
            let label = ellipsized(label, end - start);
            let width = text_width(&label);
            let start = (rule - width / 2.0).max(start).min(end - width);
            if is_upper {
                (lower_end, upper_end) = (rule - LABEL_GAP, start - LABEL_GAP);
            } else {
                lower_end = start - LABEL_GAP;
            }
            placed.push(PlacedAnnotation { rule, is_upper, label: Some((start, label)) });
        }
        placed
    }
}

/// An annotation where it is drawn.
#[derive(Debug)]
struct PlacedAnnotation {
    /// The position of its rule.
    rule: f64,
    /// Whether its label is in the upper row of two. Then the rule reaches that row.
    is_upper: bool,
    /// The position where its label starts, and as much of the label as there is room for. `None` if that says too little.
    label: Option<(f64, String)>,
}

impl PlacedAnnotation {
    /// A broken rule, with the label above it, which it does not touch.
    fn shapes(self, [top, bottom]: [f64; 2]) -> Vec<Shape> {
        let top = if self.is_upper { top - LABELS_HEIGHT } else { top };
        let rule = Shape::line("chart-annotation", [self.rule, top], [self.rule, bottom]);
        let label = self.label.map(|(x, text)| Shape::text("chart-annotation-label", "start", [x, top - 6.0], text));
        std::iter::once(rule).chain(label).collect()
    }
}

/// The height of a chart in a width, and where its values end at the top, below the labels of its annotations, and at the bottom. The
/// styles have this height, too.
fn heights(width: f64, annotations: &[PlacedAnnotation]) -> (f64, [f64; 2]) {
    let height = if width < 480.0 { 220.0 } else { 260.0 };
    let rows = match annotations {
        [] => 0.0,
        placed if placed.iter().any(|annotation| annotation.is_upper) => 2.0,
        _ => 1.0,
    };
    (height, [12.0 + rows * LABELS_HEIGHT, height - 28.0])
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
    fn each_label_is_at_its_own_rule_and_no_other_rule_crosses_it() {
        let [long, short, third] = ["new on tavrin.example", "Bruvane ahead", "+2 prompts"];
        let is_whole = |placed: &PlacedAnnotation| placed.label.as_ref().is_some_and(|(_, label)| !label.contains('…'));
        // On a phone with long names of brands, with short ones, and on a desktop.
        for right in [193, 262, 400] {
            for first_x in (30..right).step_by(7) {
                for next_x in (first_x + 3..right).step_by(5) {
                    for [first, next] in [[long, short], [short, long]] {
                        let placed = placed(&[(first, first_x), (next, next_x)], right);
                        assert!(placed.iter().all(|placed| placed.label.is_some()), "{placed:?}");
                        assert!(right < 400 || placed.iter().all(is_whole), "{placed:?}");
                        assert!(right < 262 || is_whole(&placed[0]), "{placed:?}");
                    }
                    for last_x in (next_x + 3..right).step_by(9) {
                        for [first, next, last] in [[long, short, third], [third, long, short], [short, third, long]] {
                            let placed = placed(&[(first, first_x), (next, next_x), (last, last_x)], right);
                            assert!(placed[0].label.is_some(), "{placed:?}");
                            assert!(right < 262 || is_whole(&placed[0]), "{placed:?}");
                        }
                    }
                }
            }
        }
    }

    /// Labels with rules at these positions, the latest first. Each is at its own rule, and nothing crosses it.
    fn placed(places: &[(&str, i32)], right: i32) -> Vec<PlacedAnnotation> {
        let annotation = |(label, _): &(&str, i32)| {
            Some(Annotation { text: String::new(), label: (*label).to_owned(), breaks_trend: false })
        };
        let annotations = Annotations { name: String::new(), by_date: places.iter().map(annotation).collect() };
        let placed = annotations.placed(|index| Some(f64::from(places[index].1)), f64::from(right));
        let ends = |placed: &PlacedAnnotation| {
            placed.label.as_ref().map(|(start, label)| [*start, *start + text_width(label)])
        };
        for (index, own) in placed.iter().enumerate() {
            let Some([start, end]) = ends(own) else { continue };
            assert!(start >= 0.0 && end < f64::from(right) + 0.1, "{placed:?}");
            assert!(start - LABEL_GAP < own.rule + 0.1 && own.rule < end + LABEL_GAP + 0.1, "{placed:?}");
            for (_, other) in placed.iter().enumerate().filter(|(at, _)| *at != index) {
                let reaches_row = other.is_upper && !own.is_upper;
                assert!(!(reaches_row && start + 0.1 < other.rule && other.rule < end - 0.1), "{placed:?}");
                let is_in_row = other.is_upper == own.is_upper;
                let touches = |[from, to]: [f64; 2]| from < end && start < to;
                assert!(!(is_in_row && ends(other).is_some_and(touches)), "{placed:?}");
            }
        }
        placed
    }

    #[test]
    fn the_labels_have_two_rows_only_where_they_need_them() {
        let top = |places: &[(&str, i32)]| heights(400.0, &placed(places, 400)).1[0];
        assert_eq!(top(&[]), 12.0);
        assert_eq!(top(&[("Bruvane ahead", 100), ("+2 prompts", 300)]), 12.0 + LABELS_HEIGHT);
        assert_eq!(top(&[("Bruvane ahead", 300), ("new on tavrin.example", 350)]), 12.0 + 2.0 * LABELS_HEIGHT);
        for annotation in placed(&[("Bruvane ahead", 300), ("new on tavrin.example", 350)], 400) {
            let shapes = annotation.shapes([40.0, 200.0]);
            let [rule, label] = shapes.as_slice() else { panic!("{shapes:?}") };
            assert_eq!(rule.coordinate("y1") - label.coordinate("y"), 6.0);
        }
    }
}
