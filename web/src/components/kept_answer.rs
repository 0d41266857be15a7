//! An answer that this device has kept, for the time without a connection.

use answerdeck_api::{Answer, AnswerId};
use leptos::prelude::*;

use crate::analysis::set_kept_answer;
use crate::queries::Query;
use crate::reactive::effect;

/// Sets the value of a query to the kept answer.
type SetKept = fn(Query<Answer>, Signal<Option<AnswerId>>);

/// Shows the kept answer while the platform cannot be reached. The code is loaded then.
pub fn use_kept_answer(answer: Query<Answer>, id: Signal<Option<AnswerId>>) {
    let set_kept = RwSignal::new(None::<SetKept>);
    let is_needed = Memo::new(move |_| answer.lacks_connection());
    effect(move || {
        if is_needed.get() && set_kept.with_untracked(Option::is_none) {
            leptos::task::spawn_local(async move {
                let loaded = load().await;
                set_kept.try_set(Some(loaded));
            });
        }
    });
    effect(move || {
        if let Some(set_kept) = set_kept.get() {
            untrack(|| set_kept(answer, id));
        }
    });
}

/// The reading of kept answers.
#[cfg_attr(feature = "split", lazy)]
pub fn kept_answer() -> SetKept {
    set_kept_answer
}

#[cfg(feature = "split")]
async fn load() -> SetKept {
    kept_answer().await
}

// Without splitting, the program contains all code.
#[cfg(not(feature = "split"))]
async fn load() -> SetKept {
    kept_answer()
}
