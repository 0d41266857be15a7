//! One file a page, each loaded when it is first opened. A page reads: what it is and which operations it uses, typed
//! URL parameters, query, actions, view, small private parts.

pub mod answer;
pub mod answers;
pub mod not_found;
pub mod prompt;
pub mod prompt_sets;
pub mod prompts;
pub mod run;
pub mod run_start;
pub mod runs;
pub mod sign_in;
pub mod sign_in_callback;
