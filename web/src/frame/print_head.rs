//! The head of a page on paper: whose answers it is about, of which days, and when it was printed.

use answerdeck_api::{Brand, Organization};
use leptos::prelude::*;
use leptos::{ev, html};

use crate::format::{date_range, day, now, time_zone};
use crate::locale::texts;
use crate::paths::{AnswerFilterParams, QueryString, UrlParams};
use crate::queries::brands::use_own_brand;
use crate::queries::use_organization;
use crate::reactive::on_window_event;
use crate::router::Location;
use crate::routes::{Page, Route};
use crate::untrusted::visible;

/// The head. It is empty until the page is printed.
#[component]
pub(super) fn PrintHead() -> AnyView {
    let organization = use_organization();
    let owner = Owner::current().unwrap_or_default().child();
    let lines: [NodeRef<html::P>; 3] = std::array::from_fn(|_| NodeRef::new());
    // Not with signals: a page that prints itself is laid out before they take effect.
    on_window_event(ev::beforeprint, move |_| {
        let Some(organization) = untrack(|| organization.value()) else { return };
        // Not before, as a page may not need the brands. The next print drops what this one makes.
        let own = owner.with_cleanup(|| untrack(|| use_own_brand().get()));
        let said = untrack(|| said(&organization, own.as_ref(), &Location::of_window()));
        for (line, text) in lines.iter().zip(said) {
            if let Some(line) = line.get_untracked() {
                line.set_text_content(Some(&text));
            }
        }
    });
    view! {
        <div class="print-head" translate="no">
            {lines.into_iter().map(|line| view! { <p dir="auto" node_ref=line></p> }).collect_view()}
        </div>
    }
    .into_any()
}

fn said(organization: &Organization, own: Option<&Brand>, location: &Location) -> [String; 3] {
    // A page may not have read the brands.
    let own = own.or_else(|| organization.brands.iter().flatten().find(|brand| brand.is_own));
    let own = own.map(|own| &own.name).filter(|name| **name != organization.name);
    let names = [&organization.name].into_iter().chain(own).map(|name| visible(name)).collect::<Vec<_>>().join(" · ");
    [names, days(organization, location).unwrap_or_default(), (texts().frame().printed)(&day(&now()))]
}

/// The days of the answers that a page counts. `None` if it counts none, or those of a run.
fn days(organization: &Organization, location: &Location) -> Option<String> {
    match Route::of(&location.path).page {
        Page::Overview | Page::Prompts | Page::Prompt | Page::PromptModels | Page::Brands | Page::Brand => {}
        Page::Answers | Page::Sources | Page::Fanouts | Page::Words => {}
        _ => return None,
    }
    let AnswerFilterParams { run, from, to, .. } = AnswerFilterParams::read(&QueryString::parse(&location.query));
    // No answer is older than the organization.
    let first = from.or_else(|| run.is_none().then(|| organization.created_at.clone()))?;
    Some(date_range(&first, &to.unwrap_or_else(now), &time_zone()))
}
