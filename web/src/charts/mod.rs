//! Charts: SVG images of our own, over scales that are tested without a browser.
//!
//! [`LineChart`] and [`BarChart`] hold data and draw it: they make a [`Drawing`] of plain shapes. [`Chart`] shows a drawing
//! in a page, with its values at the keyboard and the pointer, its data as a table, and downloads.

mod bars;
mod calendar;
mod data_table;
mod document;
mod drawing;
mod figure;
mod line;
mod picture;
mod scale;
mod sparkline;

pub use bars::{Bar, BarChart};
pub use calendar::Step;
pub use data_table::DataTable;
pub use drawing::{Drawing, ValueAxis};
pub use figure::Chart;
pub use line::{Line, LineChart, Value};
pub use sparkline::Sparkline;
