/// A shape of an SVG image. Style sheets color it by its class and by the number of its series.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    pub tag: &'static str,
    pub class: &'static str,
    /// The color number of the series that it belongs to, from 1.
    pub series: Option<usize>,
    pub attributes: Vec<(&'static str, String)>,
    /// The text inside. Empty except for text elements.
    pub text: String,
}

impl Shape {
    fn new(tag: &'static str, class: &'static str, coordinates: &[(&'static str, f64)]) -> Self {
        let attributes = coordinates.iter().map(|(name, value)| (*name, number(*value))).collect();
        Self { tag, class, series: None, attributes, text: String::new() }
    }

    pub fn line(class: &'static str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) -> Self {
        Self::new("line", class, &[("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)])
    }

    pub fn rect(class: &'static str, [x, y]: [f64; 2], [width, height]: [f64; 2]) -> Self {
        Self::new("rect", class, &[("x", x), ("y", y), ("width", width), ("height", height)])
    }

    /// A line of text that begins, ends or is centered at a point: `anchor` is `start`, `end` or `middle`.
    pub fn text(class: &'static str, anchor: &str, [x, y]: [f64; 2], text: String) -> Self {
        let mut shape = Self::new("text", class, &[("x", x), ("y", y)]);
        shape.attributes.push(("text-anchor", anchor.to_owned()));
        shape.text = text;
        shape
    }

    /// A line through points.
    pub fn path(class: &'static str, points: &[[f64; 2]]) -> Self {
        Self::drawn(class, std::iter::once('M').chain(std::iter::repeat('L')).zip(points.iter().copied()))
    }

    /// Straight lines, each between two points.
    pub fn lines(class: &'static str, lines: impl Iterator<Item = [[f64; 2]; 2]>) -> Self {
        Self::drawn(class, lines.flat_map(|[from, to]| [('M', from), ('L', to)]))
    }

    // What a pen draws that moves to points (`M`), or in lines to them (`L`).
    fn drawn(class: &'static str, steps: impl Iterator<Item = (char, [f64; 2])>) -> Self {
        let data = steps.map(|(letter, [x, y])| format!("{letter}{} {}", number(x), number(y))).collect();
        Self { tag: "path", class, series: None, attributes: vec![("d", data)], text: String::new() }
    }

    pub fn dot(class: &'static str, [x, y]: [f64; 2], radius: f64) -> Self {
        Self::new("circle", class, &[("cx", x), ("cy", y), ("r", radius)])
    }

    /// The text turned to be read upward from a point.
    pub fn turned_upward(mut self, [x, y]: [f64; 2]) -> Self {
        self.attributes.push(("transform", format!("rotate(-90 {} {})", number(x), number(y))));
        self
    }

    /// The rectangle with rounded corners.
    pub fn rounded(mut self, radius: f64) -> Self {
        self.attributes.push(("rx", number(radius)));
        self
    }

    /// The shape in the color of a series.
    pub fn of_series(mut self, series: usize) -> Self {
        self.series = Some(series);
        self
    }
}

/// A coordinate, rounded to a tenth of a pixel. Not `{:.1}`: the formatting of floating-point numbers is 10 kB of code.
fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Shape {
        pub fn attribute(&self, name: &str) -> Option<&str> {
            self.attributes.iter().find(|(other, _)| *other == name).map(|(_, value)| value.as_str())
        }

        pub fn coordinate(&self, name: &str) -> f64 {
            self.attribute(name).unwrap().parse().unwrap()
        }
    }

    #[test]
    fn a_coordinate_has_at_most_one_decimal() {
        for (value, text) in
            [(0.0, "0"), (12.04, "12"), (12.06, "12.1"), (-0.04, "0"), (-3.25, "-3.3"), (f64::NAN, "0")]
        {
            assert_eq!(number(value), text);
        }
    }
}
