//! Charts: SVG images, over scales that are tested without a browser. A chart library is as large as a page (ECharts: 166 kB).
//!
//! [`LineChart`], [`StackChart`], [`BarChart`], [`HeatMap`] and [`Donut`] hold data and draw it: they make a
//! [`Drawing`] of plain shapes. [`Chart`] shows a drawing in a page, with its values for the keyboard and the pointer,
//! its data as a table, and downloads.

mod actions;
mod bars;
mod chart;
mod data_point;
mod data_table;
mod date_axis;
mod date_values;
mod donut;
mod downloads;
mod drawing;
mod hatch;
mod heat_map;
mod line;
mod scale;
mod selection;
mod shape;
mod sparkline;
mod stack;
mod svg;
mod table_over_time;
mod text_width;
mod tooltip;
mod value_axis;

pub use bars::{Bar, BarChart};
pub use chart::Chart;
pub use data_table::DataTable;
pub use date_values::{Annotation, Annotations, Axes, Value};
pub use donut::{Donut, Slice};
pub use drawing::Drawing;
pub use heat_map::{HeatCell, HeatMap, HeatRow};
pub use line::{Line, LineChart};
pub use sparkline::Sparkline;
pub use stack::{Layer, StackChart};
pub use table_over_time::ColumnNames;
pub use value_axis::ValueAxis;
