//! Charts: SVG images without a chart library, over scales that are tested without a browser.
//!
//! [`LineChart`], [`StackChart`], [`BarChart`], [`HeatMap`] and [`Donut`] hold data and draw it: they make a
//! [`Drawing`] of plain shapes. [`Chart`] shows a drawing in a page, with its values for the keyboard and the pointer,
//! its data as a table, and downloads.

mod actions;
mod bars;
mod data_table;
mod date_axis;
mod date_scale;
mod date_values;
mod document;
mod donut;
mod drawing;
mod figure;
mod hatch;
mod heat_map;
mod line;
mod picture;
mod scale;
mod selection;
mod sparkline;
mod stack;
mod table_over_time;
mod tooltip;

pub use bars::{Bar, BarChart};
pub use data_table::DataTable;
pub use date_values::{Axes, DateNote, DateNotes, Value};
pub use donut::{Donut, Slice};
pub use drawing::{Drawing, ValueAxis};
pub use figure::Chart;
pub use heat_map::{HeatCell, HeatMap, HeatRow};
pub use line::{Line, LineChart};
pub use sparkline::Sparkline;
pub use stack::{Layer, StackChart};
pub use table_over_time::ColumnNames;
