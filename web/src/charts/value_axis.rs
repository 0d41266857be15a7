use super::scale::Linear;
use super::shape::Shape;
use super::text_width::widest;

/// The values of an axis: their limit, and how a value is written.
#[derive(Clone, Copy)]
pub struct ValueAxis {
    /// The minimum distance between two ticks.
    pub min_step: f64,
    /// The maximum of all possible values. `None` if there is no limit.
    pub limit: Option<f64>,
    /// Writes the value of a tick with its unit.
    pub label: fn(f64) -> String,
}

impl ValueAxis {
    /// The scale of the values up to `max`. Only zeros have the scale of all possible values.
    pub fn scale(&self, max: f64, ticks: u32, ends: [f64; 2]) -> Linear {
        let max = if max > 0.0 { max } else { self.limit.unwrap_or_default() };
        Linear::new(max.min(self.limit.unwrap_or(f64::INFINITY)), self.min_step, ticks, ends)
    }

    /// The heights of the ticks with their labels, and the coordinate right of them.
    pub fn ticks(&self, scale: &Linear) -> (Vec<(f64, String)>, f64) {
        let ticks: Vec<(f64, String)> = scale.ticks().map(|tick| (scale.position(tick), (self.label)(tick))).collect();
        let right = widest(ticks.iter().map(|(_, label)| label)) + 10.0;
        (ticks, right)
    }
}

/// The lines of ticks between two coordinates, with their labels before them.
pub fn grid_lines(ticks: Vec<(f64, String)>, [left, right]: [f64; 2]) -> Vec<Shape> {
    let shapes = |(at, label): (f64, String)| {
        let line = Shape::line("chart-grid", [left, at], [right, at]);
        [line, Shape::text("chart-tick", "end", [left - 8.0, at + 4.0], label)]
    };
    ticks.into_iter().flat_map(shapes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_zeros_have_the_scale_of_all_possible_values() {
        let end = |limit, max| {
            let axis = ValueAxis { min_step: 0.01, limit, label: |value| value.to_string() };
            axis.scale(max, 2, [0.0, 1.0]).ticks().last()
        };
        assert_eq!(end(Some(1.0), 0.07), Some(0.1));
        assert_eq!(end(Some(1.0), 0.0), Some(1.0));
        assert_eq!(end(None, 0.0), Some(0.01));
    }
}
