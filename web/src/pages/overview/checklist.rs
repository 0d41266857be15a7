//! The first steps of a new organization: its brand and a competitor, its prompts and a run.

use answerdeck_api::Brand;
use leptos::prelude::*;

use super::{OverviewData, SetupProgress};
use crate::drafts;
use crate::forms::{
    BRAND_FORM, BULK_PROMPTS_FORM, BrandDialog, BulkPromptsDialog, SuggestedPromptsDialog, covers_an_answer, reopen,
    site_name,
};
use crate::lazy::lazy_part;
use crate::locale::{Pick, t, t_with};
use crate::paths::{BRANDS, PROMPT_SETS, PROMPTS, RUN_START, RUNS};
use crate::queries::prompt_sets::{use_all_prompt_sets_when, use_prompt_count};
use crate::queries::{use_credits, use_models};
use crate::reactive::live;
use crate::ui::{Badge, Button, ButtonLink, DialogState, Icon, IconName, Tone, Variant, focus_later};

lazy_part! {
    overview_checklist: fn(OverviewData) -> AnyView = view
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Done,
    Next,
    Later,
}

impl State {
    /// The states of the three steps.
    fn of(setup: SetupProgress) -> [Self; 3] {
        let done = [setup.brand && setup.rival, setup.prompts, setup.runs];
        let next = done.iter().position(|is_done| !is_done);
        std::array::from_fn(|at| match done[at] {
            true => Self::Done,
            false if next == Some(at) => Self::Next,
            false => Self::Later,
        })
    }

    /// The name, its color, and the weight of the step's button.
    fn looks(self) -> (Pick, Tone, Variant) {
        match self {
            Self::Done => (|t| t.common().done, Tone::Success, Variant::Quiet),
            Self::Next => (|t| t.setup().step_next, Tone::Active, Variant::Primary),
            Self::Later => (|t| t.setup().step_later, Tone::Neutral, Variant::Secondary),
        }
    }
}

fn view(OverviewData { setup, brands, own, .. }: OverviewData) -> AnyView {
    let brand_dialog = DialogState::<Brand>::new();
    reopen(brand_dialog, BRAND_FORM, move |id| {
        brands.with(|brands| brands?.iter().find(|brand| brand.id.as_str() == id).cloned())
    });
    let prompts_dialog = DialogState::<Brand>::new();
    let is_bulk_open = RwSignal::new(drafts::was_open(BULK_PROMPTS_FORM).is_some());
    let sets = use_all_prompt_sets_when(move || is_bulk_open.get());
    let prompt_count = use_prompt_count(move || setup.get().is_some_and(|setup| setup.prompts));
    let (credits, models) = (use_credits(), use_models());
    let has_no_models = Memo::new(move |_| models.with(|models| models.is_some_and(Vec::is_empty)));
    let cannot_pay = Memo::new(move |_| {
        let is_free = models.with(|models| models.is_none_or(|models| models.iter().any(|model| model.price() == 0)));
        !is_free && credits.value().is_some_and(|credits| !covers_an_answer(credits.balance))
    });
    // The button that opened a dialog disappears.
    let done = move || focus_later("#overview-setup");
    let with_site = Memo::new(move |_| {
        let has_site = |brand: &&Brand| !brand.websites.is_empty();
        let own = own.get();
        own.as_ref().filter(has_site).cloned().or_else(|| brands.with(|all| all?.iter().find(has_site).cloned()))
    });
    let steps = move || {
        let setup = setup.get().unwrap_or_default();
        let [brand, prompts, run] = State::of(setup);
        let brand_label: Pick =
            if own.with(Option::is_some) { |t| t.setup().add_rival } else { |t| t.common().add_brand };
        let add_brand = move |()| brand_dialog.open(None);
        let (prompts_about, add_prompts) = match with_site.get() {
            Some(brand) => {
                let site = site_name(brand.websites.first().map_or("", String::as_str));
                let about = t_with(move |t| (t.setup().suggest_about)(&site));
                let suggest = move |()| prompts_dialog.open(Some(brand.clone()));
                let label = t(|t| t.setup().suggest);
                (about, view! { <Button label variant=prompts.looks().2 on_click=suggest /> }.into_any())
            }
            None => {
                let label = t(|t| t.setup().create_prompts);
                let link = view! { <ButtonLink label href=PROMPT_SETS variant=prompts.looks().2 /> };
                (t(|t| t.setup().first_prompts_about), link.into_any())
            }
        };
        let add_prompts = view! {
            <div class="checklist-actions">
                {add_prompts}
                <Button label=t(|t| t.prompts().add_many) on_click=move |()| is_bulk_open.set(true) />
            </div>
        }
        .into_any();
        let start_run =
            || view! { <ButtonLink label=t(|t| t.common().new_run) href=RUN_START variant=run.looks().2 /> }.into_any();
        let run_about = t_with(move |t| match (has_no_models.get(), cannot_pay.get()) {
            (true, true) => format!("{} {}", t.answer_routes().no_engines, t.setup().no_credits),
            (true, false) => t.answer_routes().no_engines.to_owned(),
            (false, true) => t.setup().no_credits.to_owned(),
            (false, false) => t.setup().first_run_about.to_owned(),
        });
        // What a step that is done has made.
        let brands_done = t_with(move |t| {
            let rivals = brands.with(|brands| brands.map_or(0, Vec::len)).saturating_sub(1);
            let named = own.with(|own| Some((t.setup().brands_done)(&own.as_ref()?.name, rivals as u64)));
            named.unwrap_or_else(|| t.frame().brands.to_owned())
        });
        let prompts_done = t_with(move |t| {
            prompt_count.value().flatten().map_or_else(|| t.frame().prompts.to_owned(), t.common().prompts)
        });
        let add_prompts = (prompts != State::Done).then_some(add_prompts);
        view! {
            <ol class="checklist">
                {step(
                    brand,
                    |t| t.setup().first_brand,
                    t(|t| t.setup().first_brand_about),
                    (BRANDS, brands_done),
                    // One competitor is the least.
                    Some(view! { <Button label=t(brand_label) variant=brand.looks().2 on_click=add_brand /> }.into_any()),
                )}
                {step(prompts, |t| t.frame().prompts, prompts_about, (PROMPTS, prompts_done), add_prompts)}
                {step(
                    run,
                    |t| t.setup().first_run,
                    run_about,
                    (RUNS, t(|t| t.answers().all_runs)),
                    (run != State::Done).then(start_run),
                )}
            </ol>
        }
        .into_any()
    };
    view! {
        <section class="section" aria-labelledby="overview-setup">
            <h2 id="overview-setup" tabindex="-1">{t(|t| t.setup().title)}</h2>
            {live(steps)}
            <BrandDialog
                state=brand_dialog
                becomes_own=Signal::derive(move || own.with(Option::is_none))
                on_saved=move |()| done()
            />
            <SuggestedPromptsDialog
                dialog=prompts_dialog
                on_added=move |()| done()
                on_change_site=move |brand| brand_dialog.open(Some(brand))
            />
            <BulkPromptsDialog is_open=is_bulk_open sets on_added=move |()| done() />
        </section>
    }
    .into_any()
}

// Once it is done, a link to what it made is in place of what it is about.
fn step(
    state: State,
    title: Pick,
    about: Signal<String>,
    (made, made_name): (&'static str, Signal<String>),
    action: Option<AnyView>,
) -> AnyView {
    let (name, tone, _) = state.looks();
    let is_done = state == State::Done;
    let about = if is_done { view! { <a href=made>{made_name}</a> }.into_any() } else { about.into_any() };
    view! {
        <li data-done=is_done.then_some("") aria-current=(state == State::Next).then_some("step")>
            <span class="checklist-icon" aria-hidden="true">
                {is_done.then(|| view! { <Icon icon=IconName::Check /> })}
            </span>
            <div>
                <h3>{t(title)} " " <Badge label=t(name) tone /></h3>
                <p class="muted">{about}</p>
            </div>
            {action}
        </li>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_that_is_not_done_is_the_next_one() {
        use State::{Done, Later, Next};
        let states = |brand, prompts, runs| State::of(SetupProgress { brand, rival: brand, prompts, runs });
        assert_eq!(states(false, false, false), [Next, Later, Later]);
        assert_eq!(states(true, false, false), [Done, Next, Later]);
        assert_eq!(states(false, true, true), [Next, Done, Done]);
        assert_eq!(states(true, true, false), [Done, Done, Next]);
        assert_eq!(states(true, true, true), [Done; 3]);
        let without_rival = SetupProgress { brand: true, ..SetupProgress::default() };
        assert_eq!(State::of(without_rival), [Next, Later, Later]);
    }
}
