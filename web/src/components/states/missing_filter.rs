//! A filter of a page that names an item that does not exist.

use answerdeck_api::ErrorCode;
use leptos::prelude::*;

use crate::locale::{Pick, t, t_with};
use crate::paths::AnswerFilterParams;
use crate::request_error::RequestError;
use crate::ui::{ButtonLink, EmptyState};

#[derive(Clone, Copy)]
struct PageFilter {
    params: Memo<AnswerFilterParams>,
    address: Callback<AnswerFilterParams, String>,
}

/// Lets what failed on the page offer to remove a filter that names a missing item. `address` is that of the page with a filter.
pub fn provide_page_filter(params: Memo<AnswerFilterParams>, address: Callback<AnswerFilterParams, String>) {
    provide_context(PageFilter { params, address });
}

/// Says which filter of the page names the missing item, and leads to the page without it. `None` if the failure is about none.
pub(super) fn missing_filter(failure: &RequestError) -> Option<AnyView> {
    let PageFilter { params, address } = use_context()?;
    // A page without a filter finds that of a previous page, which is disposed.
    let (name, without) = without_missing(failure.code()?, &params.try_get_untracked()?)?;
    let href = untrack(|| address.try_run(without))?;
    let title = t_with(move |t| (t.failure().missing_filter)(name(t)));
    let label = t_with(move |t| (t.answers().remove_filter)(name(t)));
    let view = view! {
        <div role="alert">
            <EmptyState title description=t(|t| t.failure().no_item_description)>
                <ButtonLink label href />
            </EmptyState>
        </div>
    };
    Some(view.into_any())
}

// The name of the filter by the kind of item that is missing, and the filters without it. `None` if there is no such filter.
fn without_missing(code: &ErrorCode, params: &AnswerFilterParams) -> Option<(Pick, AnswerFilterParams)> {
    let all = params.clone();
    let (name, without): (Pick, AnswerFilterParams) = match code {
        ErrorCode::PromptSetNotFound => (|t| t.common().set, AnswerFilterParams { set: None, ..all }),
        ErrorCode::PromptNotFound => (|t| t.common().prompt, AnswerFilterParams { prompt: None, ..all }),
        ErrorCode::TaskGenerationRunNotFound => (|t| t.common().run, all.with_run(None)),
        ErrorCode::UserBrandNotFound => (|t| t.answers().brand, AnswerFilterParams { brand: None, ..all }),
        _ => return None,
    };
    (without != *params).then_some((name, without))
}

#[cfg(test)]
mod tests {
    use answerdeck_api::ErrorCode::{PromptNotFound, PromptSetNotFound, ScheduleNotFound, UserBrandNotFound};

    use super::*;

    #[test]
    fn the_filter_by_the_missing_item_is_removed_and_the_others_stay() {
        let id = "0123456789ABCDEFabcdef";
        let params = AnswerFilterParams {
            set: Some(id.parse().unwrap()),
            brand: Some(id.parse().unwrap()),
            ..AnswerFilterParams::default()
        };
        let without = |code| without_missing(&code, &params).map(|(_, without)| (without.set, without.brand));
        assert_eq!(without(PromptSetNotFound), Some((None, params.brand.clone())));
        assert_eq!(without(UserBrandNotFound), Some((params.set.clone(), None)));
        assert_eq!([without(PromptNotFound), without(ScheduleNotFound)], [None, None]);
    }
}
