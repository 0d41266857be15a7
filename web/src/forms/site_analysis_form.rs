use answerdeck_api::limits::{SITE_PAGES_DEFAULT, SITE_PAGES_MAX};
use answerdeck_api::{SiteKeywordAnalysisId, SiteKeywordAnalysisSubmit};
use leptos::prelude::*;

use super::edit_form::FormState;
use super::site_address::{address_error, is_valid_address, with_scheme};
use super::text_rule::parse_whole;
use crate::components::{DraftNote, FormError};
use crate::locale::{t, t_with, texts};
use crate::queries::{site_keywords, use_organization};
use crate::reactive::live_option;
use crate::ui::{Button, Form, IconName, TextField, Variant, flag_field, focus_later};

#[component]
pub fn SiteAnalysisForm(site: String, #[prop(into)] on_started: Callback<SiteKeywordAnalysisId>) -> AnyView {
    // Each initial address has its own draft.
    let state = FormState::of_draft(&format!("site-analysis.{site}"));
    let FormState { draft, mutation, submitted } = state;
    let address = draft.text("address", site);
    let pages = draft.text("pages", SITE_PAGES_DEFAULT.to_string());
    let with_sentences = draft.flag("sentences", true);
    let address_error =
        state.error("url", move || address.with(|typed| address_error(typed, |t| t.site_keywords().address_error)));
    let typed_pages = move || pages.with(|typed| parse_whole(typed, SITE_PAGES_MAX));
    let pages_error = state.error("maxPages", move || {
        typed_pages().is_none().then(|| (texts().common().whole_number)(SITE_PAGES_MAX.into()))
    });
    let submit = move |()| {
        submitted.set(true);
        let url = address.with_untracked(|text| with_scheme(text));
        let Some(max_pages) = untrack(typed_pages) else { return false };
        if !is_valid_address(&url) {
            return false;
        }
        let analysis = SiteKeywordAnalysisSubmit {
            url,
            max_pages: Some(max_pages),
            include_source_urls: true,
            include_context: with_sentences.get_untracked(),
        };
        site_keywords::submit(mutation, analysis, state.finish(on_started));
        true
    };
    let organization = use_organization();
    let demo = move || {
        let site = organization.value()?.demo_site?;
        let is_entered = address.with(|address| *address == site);
        (!is_entered).then(|| {
            let enter = move |()| {
                address.set(site.clone());
                focus_later("#site-address");
            };
            let label = t(|t| t.site_keywords().use_demo);
            view! { <Button label icon=IconName::SiteKeywords on_click=enter /> }
        })
    };
    view! {
        <Form on_submit=submit>
            <DraftNote draft />
            <div class="site-address">
                <TextField
                    id="site-address"
                    label=t(|t| t.site_keywords().address)
                    value=address
                    hint=t(|t| t.site_keywords().address_hint)
                    error=address_error
                    kind="url"
                />
                {live_option(demo)}
            </div>
            <div class="keyword-fields">
                <TextField
                    id="site-pages"
                    label=t(|t| t.site_keywords().pages)
                    value=pages
                    hint=t_with(|t| (t.site_keywords().pages_hint)(SITE_PAGES_MAX))
                    error=pages_error
                    whole_max=SITE_PAGES_MAX
                />
                {flag_field(with_sentences, t(|t| t.site_keywords().with_sentences))}
                <div class="keyword-submit">
                    <Button
                        label=t(|t| t.site_keywords().start)
                        variant=Variant::Primary
                        submit=true
                        busy=mutation.busy
                    />
                </div>
            </div>
            <FormError failure=mutation.failure fields=&["url", "maxPages"] />
        </Form>
    }
    .into_any()
}
