//! The answers that the numbers of a page count.

use leptos::prelude::*;

use crate::locale::texts;
use crate::paths::{AnswerFilterParams, RouteFilter};
use crate::queries::use_counted;
use crate::ui::provide_caveat;

/// Returns the answers that the numbers of a page count: those of its address, limited to one route when the address
/// names none. If several routes are counted together, every number and chart of the page says so.
pub fn use_counted_answers(params: Memo<AnswerFilterParams>) -> Memo<AnswerFilterParams> {
    let counted = use_counted(params);
    let is_mixed = Memo::new(move |_| counted.with(|counted| counted.route == RouteFilter::All));
    provide_caveat(Signal::derive(move || is_mixed.get().then(|| texts().routes().mixed.to_owned())));
    counted
}
