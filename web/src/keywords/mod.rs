//! Keywords: the list that is asked for, what is known about each, and their searches by month.

mod list;
mod months;
mod row;

pub use list::{KeywordList, LIST_MAX, address_words, keywords_of_address};
pub use months::{Month, MonthlyValues, aligned, last_months, latest_month};
pub use row::{KeywordData, KeywordEngines, KeywordProvider, KeywordRow};
