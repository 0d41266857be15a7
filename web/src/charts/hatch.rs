//! Hatching, which distinguishes the layers of a stack without color. The first series and the grays are plain.

use super::shape::Shape;

/// The series whose hatching is dots: the rest.
const DOTS: usize = 8;
/// The minimum length of a line. A shorter one looks like a mistake.
const LENGTH_MIN: f64 = 1.0;

/// The direction of parallel lines.
#[derive(Clone, Copy)]
enum Lines {
    Rising,
    Falling,
    Horizontal,
    Vertical,
}

impl Lines {
    /// The lines in a rectangle, `spacing` pixels apart. Those of neighboring rectangles meet.
    fn within(self, [left, top, right, bottom]: [f64; 4], spacing: f64) -> Vec<[[f64; 2]; 2]> {
        let (from, to) = match self {
            Self::Rising => (left + top, right + bottom),
            Self::Falling => (left - bottom, right - top),
            Self::Horizontal => (top, bottom),
            Self::Vertical => (left, right),
        };
        let line = |number: i32| {
            let at = f64::from(number) * spacing;
            match self {
                Self::Rising => {
                    let (first, last) = (left.max(at - bottom), right.min(at - top));
                    [[first, at - first], [last, at - last]]
                }
                Self::Falling => {
                    let (first, last) = (left.max(top + at), right.min(bottom + at));
                    [[first, first - at], [last, last - at]]
                }
                Self::Horizontal => [[left, at], [right, at]],
                Self::Vertical => [[at, top], [at, bottom]],
            }
        };
        let is_long = |[[x1, y1], [x2, y2]]: &[[f64; 2]; 2]| x2 - x1 >= LENGTH_MIN || y2 - y1 >= LENGTH_MIN;
        let numbers = (from / spacing).ceil() as i32..=(to / spacing).floor() as i32;
        numbers.map(line).filter(is_long).collect()
    }
}

/// The hatching of a rectangle in the color of a series. `None` if it is plain.
pub fn hatched([x, y]: [f64; 2], [width, height]: [f64; 2], series: usize) -> Option<Shape> {
    let (lines, spacing): (&[Lines], f64) = match series {
        2 => (&[Lines::Rising], 7.0),
        3 => (&[Lines::Horizontal], 5.0),
        4 => (&[Lines::Falling], 7.0),
        5 => (&[Lines::Vertical], 5.0),
        6 => (&[Lines::Rising, Lines::Falling], 9.0),
        7 => (&[Lines::Horizontal, Lines::Vertical], 7.0),
        DOTS => (&[Lines::Horizontal], 5.0),
        _ => return None,
    };
    let frame = [x, y, x + width, y + height];
    let class = if series == DOTS { "chart-hatch chart-dots" } else { "chart-hatch" };
    let hatching = Shape::lines(class, lines.iter().flat_map(|lines| lines.within(frame, spacing)));
    hatching.attributes.iter().any(|(_, data)| !data.is_empty()).then_some(hatching)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(shape: &Shape) -> Vec<f64> {
        let data = &shape.attributes[0].1;
        data.split(['M', 'L', ' ']).filter(|text| !text.is_empty()).map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn no_two_series_have_the_same_hatching_and_the_first_is_plain() {
        assert_eq!(hatched([0.0, 0.0], [40.0, 40.0], 1), None);
        let of_series = |series| {
            let shape = hatched([3.0, 5.0], [40.0, 40.0], series).unwrap();
            (shape.class, shape.attributes)
        };
        let all: Vec<_> = (2..=8).map(of_series).collect();
        for (index, hatching) in all.iter().enumerate() {
            assert!(!all[..index].contains(hatching), "{index}");
        }
    }

    #[test]
    fn hatching_is_inside_its_rectangle_at_every_size() {
        for series in 2..=8 {
            for size in [[0.0, 0.0], [1.0, 80.0], [6.5, 3.0], [56.0, 200.0]] {
                let Some(shape) = hatched([11.3, 7.7], size, series) else { continue };
                for point in numbers(&shape).chunks(2) {
                    let is_inside = |at: f64, from: f64, length: f64| (from - 0.1..=from + length + 0.1).contains(&at);
                    assert!(is_inside(point[0], 11.3, size[0]) && is_inside(point[1], 7.7, size[1]), "{shape:?}");
                }
            }
        }
    }
}
