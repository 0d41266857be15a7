use answerdeck_api::limits::{ALERT_POINTS_DEFAULT, ALERT_POINTS_MAX, ALERT_WINDOWS, DOMAIN_MAX};
use answerdeck_api::{
    AlertDirection, AlertMetric, AlertRule, AlertRuleDefinition, AlertRuleTrial, AlertRuleTrialDay, AlertRuleUpdate,
    Prompt, PromptFilter, PromptId,
};
use leptos::prelude::*;

use super::answer_filters::brand_options;
use super::edit_form::{EditForm, FormState};
use super::text_rule::{TextRule, parse_whole};
use crate::components::{prompt_title, query_view, rule_subject};
use crate::drafts::Draft;
use crate::format::{calendar_day, parse_day};
use crate::locale::{t, t_with, texts};
use crate::queries::alerts::{create_rule, update_rule, use_trial};
use crate::queries::brands::use_all_brands;
use crate::queries::prompts::use_newest_prompts;
use crate::reactive::live_when;
use crate::ui::{Button, SearchField, SelectField, TextField, choice_field, named_options, options_with, skeleton};

pub const ALERT_RULE_FORM: &str = "alert-rule";
const DOMAIN: TextRule = TextRule { required: true, max: DOMAIN_MAX };
/// The maximum number of prompts to choose from.
const PROMPTS_MAX: u32 = 20;

#[derive(Clone, Copy)]
struct Fields {
    metric: RwSignal<String>,
    brand: RwSignal<String>,
    domain: RwSignal<String>,
    prompt: ChosenPrompt,
    direction: RwSignal<String>,
    points: RwSignal<String>,
    window: RwSignal<String>,
}

impl Fields {
    fn new(draft: Draft, rule: Option<&AlertRule>) -> Self {
        let metric = rule.map_or(AlertMetric::BrandMentionRate, |rule| rule.metric.clone());
        let brand = rule.and_then(|rule| rule.brand_id.clone()).map(String::from);
        let domain = rule.and_then(|rule| rule.domain.clone());
        let direction = rule.map_or(AlertDirection::Either, |rule| rule.direction.clone());
        let prompt = RwSignal::new(rule.and_then(|rule| Some((rule.prompt_id.clone()?, String::new()))));
        keep_prompt(draft, prompt);
        Self {
            metric: draft.text("metric", metric.to_string()),
            brand: draft.text("brand", brand.unwrap_or_default()),
            domain: draft.text("domain", domain.unwrap_or_default()),
            prompt,
            direction: draft.text("direction", direction.to_string()),
            points: draft.text("points", rule.map_or(ALERT_POINTS_DEFAULT, |rule| rule.points).to_string()),
            window: draft.text("window", rule.map_or(ALERT_WINDOWS[0], |rule| rule.window_days).to_string()),
        }
    }

    fn metric(self) -> AlertMetric {
        self.metric.with(|metric| AlertMetric::from(metric.as_str()))
    }

    fn points(self) -> Option<u32> {
        self.points.with(|points| parse_whole(points, ALERT_POINTS_MAX))
    }

    /// The rule. `None` if a field is invalid. Reactive.
    fn definition(self) -> Option<AlertRuleDefinition> {
        let metric = self.metric();
        let is_source = metric == AlertMetric::SourceShare;
        let is_prompt = metric == AlertMetric::PromptMentionRate;
        Some(AlertRuleDefinition {
            brand_id: self.brand.with(|brand| brand.parse().ok()).filter(|_| !is_source),
            domain: if is_source { Some(self.domain.with(|domain| DOMAIN.valid(domain))?) } else { None },
            prompt_id: if is_prompt { Some(self.prompt.get()?.0) } else { None },
            direction: Some(self.direction.with(|direction| AlertDirection::from(direction.as_str()))),
            points: Some(self.points()?),
            window_days: self.window.get().parse().ok(),
            metric,
        })
    }
}

/// Creates a rule, or edits when the given one fires.
#[component]
pub fn AlertRuleForm(
    rule: Option<AlertRule>,
    #[prop(into)] on_saved: Callback<()>,
    #[prop(into)] on_cancel: Callback<()>,
) -> AnyView {
    let state = FormState::new(ALERT_RULE_FORM, rule.as_ref().map_or("", |rule| rule.id.as_str()));
    let fields = Fields::new(state.draft, rule.as_ref());
    let edited = rule.as_ref().map(|rule| rule.id.clone());
    let submit = move |()| {
        let Some(definition) = untrack(|| fields.definition()) else { return false };
        let finish = state.finish(on_saved);
        match edited.clone() {
            None => create_rule(state.mutation, definition, move |_| finish(())),
            Some(id) => {
                let AlertRuleDefinition { direction, points, window_days, .. } = definition;
                let update = AlertRuleUpdate { direction, points, window_days };
                update_rule(state.mutation, id, update, move |_| finish(()));
            }
        }
        true
    };
    let directions = Signal::derive(move || direction_options(&fields.metric()));
    let windows = Signal::derive(move || {
        ALERT_WINDOWS.map(|days| (days.to_string(), (texts().alerts().days)(days.into()))).to_vec()
    });
    let points_error = state.error("points", move || {
        fields.points().is_none().then(|| (texts().common().whole_number)(ALERT_POINTS_MAX.into()))
    });
    let subject = match rule {
        Some(rule) => {
            let subject = t_with(move |t| rule_subject(&rule, t));
            view! { <p>{subject}</p> }.into_any()
        }
        None => subject_fields(state, fields),
    };
    view! {
        <EditForm state fields=&["domain", "promptID", "points"] on_submit=submit on_cancel>
            {subject}
            {choice_field("alert-direction", |t| t.alerts().direction, directions, fields.direction)}
            <TextField
                id="alert-points"
                label=t(|t| t.alerts().size)
                value=fields.points
                error=points_error
                whole_max=ALERT_POINTS_MAX
            />
            {choice_field("alert-window", |t| t.alerts().window, windows, fields.window)}
            {live_when(
                move || fields.metric() == AlertMetric::PromptMentionRate,
                || view! { <p class="muted">{t(|t| t.alerts().prompt_window_hint)}</p> },
            )}
            {trial(move || fields.definition())}
        </EditForm>
    }
    .into_any()
}

fn direction_options(metric: &AlertMetric) -> Vec<(String, String)> {
    let texts = texts().alerts();
    let names = match metric {
        AlertMetric::BrandLead => [texts.either_place, texts.passed, texts.passing],
        _ => [texts.either, texts.fall, texts.rise],
    };
    named_options(&[AlertDirection::Either, AlertDirection::Fall, AlertDirection::Rise], &names)
}

/// What a new rule watches.
fn subject_fields(state: FormState, fields: Fields) -> AnyView {
    let search = RwSignal::new(None::<String>);
    let metrics = Signal::derive(|| {
        let texts = texts().alerts();
        let names = [texts.brand_rate, texts.lead, texts.source_share, texts.prompt_rate];
        named_options(AlertMetric::ALL, &names)
    });
    view! {
        {choice_field("alert-metric", |t| t.alerts().metric, metrics, fields.metric)}
        {live_when(
            move || fields.metric() == AlertMetric::SourceShare,
            move || domain_field(state, fields.domain),
        )}
        {live_when(
            move || fields.metric() == AlertMetric::PromptMentionRate,
            move || prompt_fields(state, search, fields.prompt),
        )}
        {live_when(move || fields.metric() != AlertMetric::SourceShare, move || brand_field(fields.brand))}
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
        let selected = Some(brand.get()).filter(|id| !id.is_empty());
        brand_options(texts().common().own_brand, brands.value(), selected)
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
    draft.keep("prompt", text, move |text| prompt.set(parse(&text)));
}

/// A search for prompts, and a choice between those that were found and the one that was chosen before.
fn prompt_fields(state: FormState, search: RwSignal<Option<String>>, prompt: ChosenPrompt) -> AnyView {
    let found = use_newest_prompts(move || PromptFilter {
        content_contains: search.get(),
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
            on_search=move |text| search.set(text)
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
            disabled=Signal::derive(move || definition().is_none())
            busy=Signal::derive(move || trial.is_fetching())
            on_click=move |()| tried.set(untrack(definition))
        />
    }
    .into_any()
}

fn on_day(fired: &AlertRuleTrialDay) -> String {
    let day = parse_day(&fired.day).map_or_else(|| fired.day.clone(), calendar_day);
    let moved = (texts().metrics().points)(fired.moved);
    match &fired.rival {
        Some(rival) => (texts().alerts().on_day_with)(&day, &moved, &rival.name),
        None => format!("{day}: {moved}"),
    }
}
