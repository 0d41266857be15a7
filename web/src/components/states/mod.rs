//! What pages and forms share: the states of queries, lists, failures, drafts and questions before something ends.

pub mod confirm;
pub mod draft_note;
pub mod form_error;
pub mod infinite_list;
pub mod missing_filter;
pub mod more_rows;
pub mod query_view;
