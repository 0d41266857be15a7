//! Creating and editing a rule of alerts.

use answerdeck_api::limits::{ALERT_POINTS_DEFAULT, ALERT_POINTS_MAX, ALERT_WINDOWS, DOMAIN_MAX};
use answerdeck_api::{
    AlertDirection, AlertMetric, AlertRule, AlertRuleDefinition, AlertRuleTrial, AlertRuleTrialDay, AlertRuleUpdate,
    Brand, Prompt, PromptFilter, PromptId,
};
use leptos::prelude::*;

use super::TextRule;
use super::edit_form::{EditForm, FormState};
use super::whole_number::parse_whole;
use crate::components::{first_day, prompt_title, query_view, rule_subject, signed_points};
use crate::drafts::Draft;
use crate::format::calendar_day;
use crate::locale::{Pick, t, t_with, texts};
use crate::queries::alerts::{create_rule, update_rule, use_trial};
use crate::queries::brands::use_all_brands;
use crate::queries::prompts::use_newest_prompts;
use crate::reactive::live_when;
use crate::ui::{Button, SearchField, SelectField, TextField, choice_field, options_with, skeleton};

pub const ALERT_RULE_FORM: &str = "alert-rule";
const DOMAIN: TextRule = TextRule { required: true, max: DOMAIN_MAX };
/// The maximum number of prompts to choose from.
const PROMPTS_MAX: u32 = 20;

const METRICS: [(AlertMetric, Pick); 4] = [
    (AlertMetric::BrandMentionRate, |t| t.alerts().brand_rate),
    (AlertMetric::BrandLead, |t| t.alerts().lead),
    (AlertMetric::SourceShare, |t| t.alerts().source_share),
    (AlertMetric::PromptMentionRate, |t| t.alerts().prompt_rate),
];

/// Creates a rule, or edits when the given one fires.
#[component]
pub fn AlertRuleForm(
    rule: Option<AlertRule>,
    #[prop(into)] on_saved: Callback<()>,
    #[prop(into)] on_cancel: Callback<()>,
) -> AnyView {
    let state = FormState::new(ALERT_RULE_FORM, rule.as_ref().map_or("", |rule| rule.id.as_str()));
    let draft = state.draft;
    let edited = StoredValue::new(rule.clone());
    let of_rule = rule.as_ref();
    let metric =
        draft.text("metric", of_rule.map_or(AlertMetric::BrandMentionRate, |rule| rule.metric.clone()).to_string());
    let brand_id = of_rule.and_then(|rule| rule.brand_id.as_ref());
    let brand = draft.text("brand", brand_id.map(ToString::to_string).unwrap_or_default());
    let domain = draft.text("domain", of_rule.and_then(|rule| rule.domain.clone()).unwrap_or_default());
    let prompt = RwSignal::new(of_rule.and_then(|rule| Some((rule.prompt_id.clone()?, String::new()))));
    keep_prompt(draft, prompt);
    let search = RwSignal::new(String::new());
    let direction =
        draft.text("direction", of_rule.map_or(AlertDirection::Either, |rule| rule.direction.clone()).to_string());
    let points = draft.text("points", of_rule.map_or(ALERT_POINTS_DEFAULT, |rule| rule.points).to_string());
    let window = draft.text("window", of_rule.map_or(ALERT_WINDOWS[0], |rule| rule.window_days).to_string());
    let chosen = Memo::new(move |_| metric.with(|metric| AlertMetric::from(metric.as_str())));

    let definition = move || {
        let size = parse_whole(&points.get(), ALERT_POINTS_MAX)?;
        let metric = chosen.get();
        let domain = domain.with(|domain| domain.trim().to_owned());
        let (is_source, is_prompt) = (metric == AlertMetric::SourceShare, metric == AlertMetric::PromptMentionRate);
        let prompt = prompt.with(|prompt| prompt.as_ref().map(|(id, _)| id.clone()));
        if (is_source && DOMAIN.check(&domain).is_some()) || (is_prompt && prompt.is_none()) {
            return None;
        }
        Some(AlertRuleDefinition {
            brand_id: brand.with(|brand| brand.parse().ok()).filter(|_| !is_source),
            domain: is_source.then_some(domain),
            prompt_id: prompt.filter(|_| is_prompt),
            direction: Some(direction.with(|direction| AlertDirection::from(direction.as_str()))),
            points: Some(size),
            window_days: window.get().parse().ok(),
            metric,
        })
    };
    let submit = move |()| {
        let Some(definition) = untrack(definition) else { return false };
        let finish = state.finish(on_saved);
        match edited.get_value() {
            None => create_rule(state.mutation, definition, move |_| finish(())),
            Some(rule) => {
                let AlertRuleDefinition { direction, points, window_days, .. } = definition;
                let update = AlertRuleUpdate { direction, points, window_days };
                update_rule(state.mutation, rule.id, update, move |_| finish(()));
            }
        }
        true
    };

    let options = |choices: Vec<(String, Pick)>| {
        choices.into_iter().map(|(value, text)| (value, text(texts()).to_owned())).collect::<Vec<_>>()
    };
    let metrics = Signal::derive(move || options(METRICS.map(|(metric, name)| (metric.to_string(), name)).to_vec()));
    let directions = Signal::derive(move || {
        let names: [Pick; 3] = match chosen.get() {
            AlertMetric::BrandLead => [|t| t.alerts().either_place, |t| t.alerts().passed, |t| t.alerts().passing],
            _ => [|t| t.alerts().either, |t| t.alerts().fall, |t| t.alerts().rise],
        };
        let values = [AlertDirection::Either, AlertDirection::Fall, AlertDirection::Rise];
        options(values.iter().map(ToString::to_string).zip(names).collect())
    });
    let windows = Signal::derive(move || {
        ALERT_WINDOWS.map(|days| (days.to_string(), (texts().alerts().days)(days.into()))).to_vec()
    });
    let size_error = state.error("points", move || {
        let size = points.with(|points| parse_whole(points, ALERT_POINTS_MAX));
        size.is_none().then(|| (texts().common().whole_number)(ALERT_POINTS_MAX.into()))
    });
    let subject_fields = move || {
        view! {
            {choice_field("alert-metric", |t| t.alerts().metric, metrics, metric)}
            {live_when(move || chosen.get() == AlertMetric::SourceShare, move || domain_field(state, domain))}
            {live_when(
                move || chosen.get() == AlertMetric::PromptMentionRate,
                move || prompt_fields(state, search, prompt),
            )}
            {live_when(move || chosen.get() != AlertMetric::SourceShare, move || brand_field(brand))}
        }
        .into_any()
    };
    let subject = match rule {
        Some(rule) => {
            let subject = t_with(move |t| rule_subject(&rule, t));
            view! { <p>{subject}</p> }.into_any()
        }
        None => subject_fields(),
    };
    view! {
        <EditForm state fields=&["domain", "promptID", "points"] on_submit=submit on_cancel>
            {subject}
            {choice_field("alert-direction", |t| t.alerts().direction, directions, direction)}
            <TextField
                id="alert-points"
                label=t(|t| t.alerts().size)
                value=points
                error=size_error
            />
            {choice_field("alert-window", |t| t.alerts().window, windows, window)}
            {live_when(
                move || chosen.get() == AlertMetric::PromptMentionRate,
                || view! { <p class="muted">{t(|t| t.alerts().prompt_window_hint)}</p> }.into_any(),
            )}
            {trial(definition)}
        </EditForm>
    }
    .into_any()
}

fn domain_field(state: FormState, domain: RwSignal<String>) -> AnyView {
    view! {
        <TextField
            id="alert-domain"
            label=t(|t| t.common().domain)
            value=domain
            hint=t(|t| t.alerts().domain_hint)
            error=state.text_error(DOMAIN, domain, "domain")
        />
    }
    .into_any()
}

fn brand_field(brand: RwSignal<String>) -> AnyView {
    let brands = use_all_brands();
    let options = Signal::derive(move || {
        let option = |brand: Brand| (String::from(brand.id), brand.name);
        let brands = brands.value().map(|brands| brands.into_iter().map(option).collect());
        let selected = Some(brand.get()).filter(|id| !id.is_empty());
        options_with(texts().common().own_brand, brands, selected, texts().common().deleted_brand)
    });
    choice_field("alert-brand", |t| t.common().brand, options, brand)
}

/// A prompt, with its title.
type ChosenPrompt = RwSignal<Option<(PromptId, String)>>;

fn keep_prompt(draft: Draft, prompt: ChosenPrompt) {
    let text =
        move || prompt.with(|prompt| prompt.as_ref().map(|(id, title)| format!("{id} {title}")).unwrap_or_default());
    let parse = |text: &str| {
        let (id, title) = text.split_once(' ')?;
        Some((id.parse::<PromptId>().ok()?, title.to_owned()))
    };
    draft.keep("prompt", untrack(text), text, move |text| prompt.set(parse(&text)));
}

/// A search for prompts, and a choice between those that were found and the one that was chosen before.
fn prompt_fields(state: FormState, search: RwSignal<String>, prompt: ChosenPrompt) -> AnyView {
    let found = use_newest_prompts(move || PromptFilter {
        content_contains: Some(search.get()).filter(|text| !text.is_empty()),
        limit: Some(PROMPTS_MAX),
        ..PromptFilter::default()
    });
    let options = Signal::derive(move || {
        let option = |prompt: Prompt| (String::from(prompt.id), prompt_title(&prompt.content));
        let found = found.value().unwrap_or_default().into_iter().map(option).collect();
        let (id, title) = prompt.get().map(|(id, title)| (String::from(id), title)).unzip();
        options_with(texts().alerts().choose_prompt, Some(found), id, &title.unwrap_or_default())
    });
    let choose = move |chosen: String| {
        let option = options.get_untracked().into_iter().find(|(id, _)| *id == chosen);
        prompt.set(option.and_then(|(id, title)| Some((id.parse().ok()?, title))));
    };
    let missing = move || prompt.with(Option::is_none).then(|| texts().alerts().choose_prompt.to_owned());
    let error = state.error("promptID", missing);
    view! {
        <SearchField
            id="alert-prompt-search"
            label=t(|t| t.alerts().prompt_search)
            value=search
            on_search=move |text: String| search.set(text)
        />
        <SelectField
            id="alert-prompt"
            label=t(|t| t.common().prompt)
            options
            selected=Signal::derive(move || prompt.get().map(|(id, _)| String::from(id)).unwrap_or_default())
            on_change=choose
            error
        />
    }
    .into_any()
}

/// A button that tries the rule, and when it would have fired. It is asked again when the rule changes.
fn trial(definition: impl Fn() -> Option<AlertRuleDefinition> + Copy + Send + Sync + 'static) -> AnyView {
    let tried = RwSignal::new(None::<AlertRuleDefinition>);
    let trial = use_trial(move || tried.get());
    let result = move |trial: AlertRuleTrial| {
        if trial.days == 0 {
            return view! { <p>{t(|t| t.alerts().too_few_answers)}</p> }.into_any();
        }
        let times = trial.fired.len() as u64;
        let days = trial.fired.into_iter().map(|fired| view! { <li>{t_with(move |_| on_day(&fired))}</li> });
        view! {
            <p>{t_with(move |t| (t.alerts().would_have_fired)(times))}</p>
            <ul>{days.collect_view()}</ul>
        }
        .into_any()
    };
    // What was tried may differ from what the fields say now.
    let is_current = Memo::new(move |_| tried.with(|tried| tried.is_some() && *tried == definition()));
    view! {
        <div class="alert-trial" role="status">
            {live_when(move || is_current.get(), move || query_view(trial, skeleton::<1>, result))}
        </div>
        <Button
            label=t(|t| t.alerts().try_out)
            disabled=Signal::derive(move || definition().is_none() || is_current.get())
            on_click=move |()| tried.set(untrack(definition))
        />
    }
    .into_any()
}

fn on_day(fired: &AlertRuleTrialDay) -> String {
    let day = first_day(&fired.day).map_or_else(|| fired.day.clone(), calendar_day);
    let moved = signed_points(fired.moved, texts());
    match &fired.rival {
        Some(rival) => (texts().alerts().on_day_with)(&day, &moved, &rival.name),
        None => format!("{day}: {moved}"),
    }
}
