//! An answer that this device has kept, for the time without a connection.

use answerdeck_api::{Answer, AnswerId};
use leptos::prelude::*;

use crate::analysis::set_kept_answer;
use crate::parts::{lazy_part, loaded_when};
use crate::queries::Query;
use crate::reactive::effect;

/// Sets the value of a query to the kept answer.
type SetKept = fn(Query<Answer>, Signal<Option<AnswerId>>);

/// Shows the kept answer while the platform cannot be reached. The code is loaded then.
pub fn use_kept_answer(answer: Query<Answer>, id: Signal<Option<AnswerId>>) {
    let set_kept = loaded_when(move || answer.lacks_connection(), load);
    effect(move || {
        if let Some(set_kept) = set_kept.get() {
            untrack(|| set_kept(answer, id));
        }
    });
}

lazy_part! {
    /// The reading of kept answers.
    kept_answer: SetKept = set_kept_answer
}
