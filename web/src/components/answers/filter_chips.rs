use answerdeck_api::{Brand, BrandId, Prompt, PromptSet, Run};
use leptos::prelude::*;

use crate::components::{plain_model_name, run_name, short_run_name};
use crate::format::{day, last_day, region};
use crate::locale::{Pick, Texts, t, t_with};
use crate::overlay::SAVED_VIEWS_OPEN;
use crate::paths::{AnswerFilterParams, Rivals, RouteFilter, StatusFilter, Window};
use crate::queries::brands::use_all_brands;
use crate::queries::runs::use_run_of_filter;
use crate::queries::{Query, QueryState, use_models};
use crate::reactive::{live, live_option};
use crate::router::use_router;
use crate::ui::{Button, Chip, Variant, focus_later};
use crate::untrusted::quotation;

/// The maximum length of the name of a set, a prompt or a brand, in characters.
const QUOTED_CHARS_MAX: usize = 40;

/// A filter: its name, its value as text, and the parameters without it.
type ActiveFilter = (Pick, Signal<String>, AnswerFilterParams);

/// The active filters. Nothing is shown if there are none.
#[component]
pub fn FilterChips(
    params: Memo<AnswerFilterParams>,
    /// All sets, for their names.
    sets: Query<Vec<PromptSet>>,
    /// The prompt that the answers are filtered by, for its text.
    prompt: Query<Prompt>,
    /// The address of the page with a filter.
    address: Callback<AnswerFilterParams, String>,
    /// Whether a [`crate::forms::ScopeBar`] shows the filters that it offers.
    #[prop(optional)]
    has_bar: bool,
) -> AnyView {
    let run = use_run_of_filter(Memo::new(move |_| params.with(|params| params.run.clone())).into());
    let router = use_router();
    let chips = move || {
        let before = params.get();
        let mut all = active_filters(&before, sets, prompt, run);
        if has_bar {
            all.retain(|(.., without)| !is_in_bar(&before, without));
        }
        if all.is_empty() {
            return ().into_any();
        }
        let is_only = all.len() == 1;
        let chips = all
            .into_iter()
            .map(|(name, value, without)| {
                let remove = t_with(move |t| (t.answers().remove_filter)(&format!("{} {}", name(t), value.get())));
                // Of these, a prompt has a page, unless it was deleted.
                let page = before.prompt.as_ref().filter(|_| without.prompt.is_none()).map(|id| before.prompt_page(id));
                let page = Signal::derive(move || page.clone().filter(|_| prompt.with(|prompt| prompt.is_some())));
                let show = move |()| {
                    router.navigate(&untrack(|| address.run(without.clone())), false);
                    if is_only {
                        focus_later("h1");
                    }
                };
                view! {
                    <li><Chip name=t(name) value remove page on_remove=show /></li>
                }
            })
            .collect_view();
        view! {
            <ul class="chips" aria-label=t(|t| t.answers().filters)>
                {chips}
                <li>
                    <a class="button" data-variant="quiet" href=move || address.run(AnswerFilterParams::recent())>
                        {t(|t| t.answers().clear)}
                    </a>
                </li>
                <li>
                    <Button
                        label=t(|t| t.saved_views().save)
                        variant=Variant::Quiet
                        on_click=|()| SAVED_VIEWS_OPEN.set(true)
                    />
                </li>
            </ul>
        }
        .into_any()
    };
    live(chips)
}

// Whether a bar offers the filter by which two filters differ. It shows no days of one's own.
fn is_in_bar(before: &AnswerFilterParams, without: &AnswerFilterParams) -> bool {
    let of_bar = |params: &AnswerFilterParams| (params.set.clone(), params.model.clone(), params.route.clone());
    let is_window = !before.window.has_dates() && before.window != without.window;
    before.run == without.run && (is_window || of_bar(before) != of_bar(without))
}

fn active_filters(
    params: &AnswerFilterParams,
    sets: Query<Vec<PromptSet>>,
    prompt: Query<Prompt>,
    run: Query<Option<Run>>,
) -> Vec<ActiveFilter> {
    let models = use_models();
    let mut all: Vec<ActiveFilter> = Vec::new();
    let mut add = |name: Pick, value: Signal<String>, without: AnswerFilterParams| all.push((name, value, without));
    if let Some(id) = params.run.clone() {
        let name = t_with(move |t| {
            run.with(|run| {
                let run = run.and_then(Option::as_ref).filter(|run| run.id == id);
                let started_at = run.and_then(|run| run.created_at.as_ref());
                short_run_name(&id, run.map(|run| run_name(run, t)).as_deref(), started_at)
            })
        });
        add(|t| t.common().run, name, params.clone().with_run(None));
    }
    if let Some(id) = params.set.clone() {
        let name =
            t_with(move |t| name_in(sets, id.as_str(), |one| (one.id.as_str(), &one.name), t.answers().deleted_set));
        add(|t| t.common().set, name, AnswerFilterParams { set: None, ..params.clone() });
    }
    if let Some(id) = params.prompt.clone() {
        let name = t_with(move |t| match prompt.get() {
            QueryState::Ready(prompt) if prompt.id == id => quotation(&prompt.content, QUOTED_CHARS_MAX),
            QueryState::Failed(failure) if failure.is_not_found() => t.common().deleted_prompt.to_owned(),
            _ => id.to_string(),
        });
        add(|t| t.common().prompt, name, AnswerFilterParams { prompt: None, ..params.clone() });
    }
    if let Some(code) = params.model.clone() {
        let name = t_with(move |_| plain_model_name(models, &code));
        add(|t| t.common().model, name, AnswerFilterParams { model: None, ..params.clone() });
    }
    let route = match &params.route {
        RouteFilter::All => Some((t(|t| t.answer_routes().all), RouteFilter::Unset)),
        RouteFilter::Only(route) => {
            let route = route.clone();
            Some((t_with(move |t| t.answer_routes().name(&route).0.to_owned()), RouteFilter::All))
        }
        RouteFilter::Unset | RouteFilter::Pending => None,
    };
    if let Some((name, without)) = route {
        add(|t| t.answer_routes().route, name, AnswerFilterParams { route: without, ..params.clone() });
    }
    if let Some(code) = params.region.clone() {
        add(
            |t| t.common().region,
            t_with(move |_| region(&code)),
            AnswerFilterParams { region: None, ..params.clone() },
        );
    }
    if let Some(id) = params.brand.clone() {
        let brands = use_all_brands();
        let name =
            t_with(move |t| name_in(brands, id.as_str(), |one| (one.id.as_str(), &one.name), t.common().deleted_brand));
        add(|t| t.answers().brand, name, AnswerFilterParams { brand: None, ..params.clone() });
    }
    let (window, has_dates) = (params.window, params.window.has_dates());
    if !has_dates && window != Window::All && params.window_without_chip().is_none() {
        let name = t_with(move |t| window_name(window, t));
        add(|t| t.common().period, name, params.clone().between(None, None));
    }
    if let Some(from) = params.from.clone().filter(|_| has_dates) {
        add(|t| t.answers().from, t_with(move |_| day(&from)), params.clone().between(None, params.to.clone()));
    }
    if let Some(to) = params.to.clone().filter(|_| has_dates) {
        add(|t| t.answers().to, t_with(move |_| last_day(&to)), params.clone().between(params.from.clone(), None));
    }
    if params.status == StatusFilter::Failed {
        let without = AnswerFilterParams { status: StatusFilter::Succeeded, ..params.clone() };
        add(|t| t.common().status, t(|t| t.common().failed), without);
    }
    all
}

// The name of one of all items, by its id: the id until they are known.
fn name_in<T: Clone + 'static>(all: Query<Vec<T>>, id: &str, of: fn(&T) -> (&str, &String), deleted: &str) -> String {
    let name = |all: &Vec<T>| {
        let found = all.iter().map(of).find(|(other, _)| *other == id);
        found.map_or_else(|| deleted.to_owned(), |(_, name)| quotation(name, QUOTED_CHARS_MAX))
    };
    all.with(|all| all.map_or_else(|| id.to_owned(), name))
}

/// The days of the answers that a page counts, where no chip says them.
#[component]
pub fn WindowWithoutChip(params: Memo<AnswerFilterParams>) -> AnyView {
    let window = Memo::new(move |_| params.with(AnswerFilterParams::window_without_chip));
    live_option(move || {
        let window = window.get()?;
        Some(view! { <p class="muted">{t_with(move |t| window_name(window, t))}</p> })
    })
}

pub fn window_name(window: Window, texts: Texts) -> String {
    let texts = texts.answers();
    match window {
        Window::Unset | Window::Own => texts.own_days.to_owned(),
        Window::All => texts.all_days.to_owned(),
        Window::Days(days) => (texts.last_days)(days.into()),
        Window::ThisMonth => texts.this_month.to_owned(),
        Window::LastMonth => texts.last_month.to_owned(),
    }
}

/// The rivals that the answers are about.
#[component]
pub fn RivalsChip(
    rivals: Rivals,
    /// Whether the answers name the rivals and not the own brand.
    #[prop(optional)]
    omits_own: bool,
    #[prop(into)] on_remove: Callback<()>,
) -> AnyView {
    let brands = use_all_brands();
    let (name, ids): (Pick, Vec<BrandId>) = match rivals {
        Rivals::Cited(id) => (|t| t.brands().rivals, vec![id]),
        Rivals::Named(ids) if omits_own => (|t| t.common().only_rivals, ids),
        Rivals::Named(ids) => (|t| t.brands().named_rival, ids),
    };
    let value = t_with(move |t| {
        let name = |id: &BrandId| {
            let is_it = |brand: &&Brand| brand.id == *id;
            let name =
                brands.with(|brands| brands?.iter().find(is_it).map(|brand| quotation(&brand.name, QUOTED_CHARS_MAX)));
            name.unwrap_or_else(|| "–".to_owned())
        };
        one_of(&ids.iter().map(name).collect::<Vec<_>>(), t)
    });
    let remove = t_with(move |t| (t.answers().remove_filter)(name(t)));
    view! { <Chip name=t(name) value remove on_remove /> }.into_any()
}

/// One of these brands, in words.
pub fn one_of(names: &[String], t: Texts) -> String {
    match names {
        [] => "–".to_owned(),
        [only] => only.clone(),
        [one, other] => (t.brands().either)(one, other),
        [first, others @ ..] => (t.brands().one_of)(first, others.len() as u64),
    }
}
