//! Keywords: the chart and the table of their searches, and which are selected.

pub mod chart;
pub mod problem;
pub mod selection;
pub mod table;
pub mod unasked;
