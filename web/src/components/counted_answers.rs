//! The answers that the numbers of a page count.

use leptos::prelude::*;

use crate::locale::texts;
use crate::paths::{AnswerFilterParams, RouteFilter};
use crate::queries::{use_counted, use_organization};
use crate::ui::provide_caveat;

/// Returns the answers that the numbers of a page count: those of its address, limited to one route when the address
/// names none. If several routes are counted together, or may be, every number and chart of the page says so.
pub fn use_counted_answers(params: Memo<AnswerFilterParams>) -> Memo<AnswerFilterParams> {
    let counted = use_counted(params);
    let organization = use_organization();
    let caveat = Memo::new(move |_| match counted.with(|counted| counted.route.clone()) {
        RouteFilter::All => Some(texts().answer_routes().mixed.to_owned()),
        RouteFilter::Unset if organization.failure().is_some() => Some(texts().answer_routes().unknown.to_owned()),
        _ => None,
    });
    provide_caveat(caveat.into());
    counted
}
