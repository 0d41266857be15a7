//! Alerts: what moved, and the rules by which it is watched. Uses `list_alerts`, `update_alert`, `list_alert_rules`,
//! `create_alert_rule`, `update_alert_rule`, `delete_alert_rule`, `try_alert_rule`, `list_prompts` and `get_organization`.

use answerdeck_api::{
    Alert, AlertFinding, AlertInterval, AlertMovement, AlertRule, AlertState, Model, PromptId, Timestamp,
};
use answerdeck_insight::{alert_fired, alert_text};
use leptos::prelude::*;

use crate::components::{
    ConsoleWriter, FormError, RelativeTime, infinite_list, prompt_title, query_view, rule_condition, rule_subject,
};
use crate::format::{date_range, day, other_zone_name, parse_day, percentage_points, rate};
use crate::forms::{ALERT_RULE_FORM, AlertRuleForm, reopen};
use crate::locale::{Pick, Texts, t, t_with, texts};
use crate::paths::{
    self, AnswerFilterParams, Period, RouteFilter, SCHEDULE_NEW, SourcesParams, StatusFilter, UrlParams,
    metrics_address,
};
use crate::queries::alerts::{set_state, use_alerts, use_deletions, use_rules};
use crate::queries::deletions::Deletions;
use crate::queries::{Mutation, Query, use_models, use_organization};
use crate::ui::{
    BLANK_LINE, Badge, Button, Dialog, DialogState, IconName, MenuItem, Methodology, PageHeader, RowMenu, Table, Tone,
    Variant, actions_head, empty_with_link, loading, skeleton, use_notices,
};
use crate::untrusted::visible;

pub fn view() -> AnyView {
    let (alerts, models, organization) = (use_alerts(), use_models(), use_organization());
    let description = t_with(move |t| {
        let newest = alerts.with_items(|alerts| alerts.first().map(|alert| alert.created_at.clone()));
        let new = organization.with(|organization| organization?.new_alerts);
        match newest.zip(new) {
            Some((newest, new)) => (t.alerts().newest)(new, &day(&newest)),
            None if alerts.is_loading() || organization.is_loading() => BLANK_LINE.to_owned(),
            None => t.alerts().description.to_owned(),
        }
    });
    let empty = || {
        let schedule: Pick = |t| t.common().new_schedule;
        empty_with_link(|t| t.alerts().empty, |t| t.alerts().empty_description, (SCHEDULE_NEW, schedule))
    };
    view! {
        <PageHeader title=t(|t| t.frame().alerts) description />
        <section class="section" aria-label=t(|t| t.frame().alerts)>
            {infinite_list(
                alerts,
                |alert| alert.id.as_str(),
                loading,
                empty,
                |rows| view! { <ul class="alerts">{rows}</ul> }.into_any(),
                move |alert| row(alert, models),
            )}
            <Methodology text=t(|t| t.alerts().methodology) />
        </section>
        {rules_section()}
    }
    .into_any()
}

fn row(alert: Alert, models: Query<Vec<Model>>) -> AnyView {
    let mutation = Mutation::new();
    let is_new = alert.state == AlertState::New;
    let fired = StoredValue::new(alert_fired(alert.id.clone(), alert.finding.clone()));
    let (id, created_at) = (alert.id, alert.created_at);
    let finding = StoredValue::new(alert.finding);
    let writer = ConsoleWriter { models };
    let sentence = Memo::new(move |_| fired.with_value(|alert| alert_text(alert, &writer).to_string()));
    let name = t_with(move |t| match is_new {
        true => (t.alerts().acknowledge_one)(&sentence.get()),
        false => (t.alerts().renew_one)(&sentence.get()),
    });
    let badge = is_new.then(|| view! { <Badge label=t(|t| t.alerts().new) tone=Tone::Active /> });
    let address = finding.with_value(|finding| address(finding, None));
    let facts = t_with(move |t| finding.with_value(|finding| facts(finding, t)));
    let details = finding.with_value(details);
    let toggle = move |()| {
        let state = if is_new { AlertState::Acknowledged } else { AlertState::New };
        set_state(mutation, id.clone(), state);
    };
    let (label, variant) = match is_new {
        true => (t(|t| t.alerts().acknowledge), Variant::Secondary),
        false => (t(|t| t.alerts().renew), Variant::Quiet),
    };
    view! {
        <li>
            <div class="alert-finding">
                <p>{badge} " " <a href=address><bdi>{sentence}</bdi></a></p>
                <p class="muted">{facts}</p>
                {details}
                <FormError failure=mutation.failure />
            </div>
            <div class="alert-side">
                <span class="muted"><RelativeTime at=created_at /></span>
                <Button label name variant busy=mutation.busy on_click=toggle />
            </div>
        </li>
    }
    .into_any()
}

/// Its days and those that they are compared with, between which limits and from how many answers.
fn facts(finding: &AlertFinding, t: Texts) -> String {
    let (texts, zone) = (t.alerts(), &finding.time_zone);
    let mut days = date_range(&finding.from, &finding.to, zone);
    if let Some(start) = &finding.from_before {
        days = (texts.compared)(&days, &date_range(start, &finding.from, zone));
    }
    if let Some(name) = other_zone_name(zone) {
        days += &format!(" ({name})");
    }
    let Some(movement) = &finding.movement else { return days };
    let sample = (texts.sample)([movement.before.sample.answers, movement.after.sample.answers]);
    let [lower, upper] = limits(finding, movement).map(|limit| percentage_points(limit, ""));
    let interval = if finding.rival.is_some() { texts.lead_interval } else { texts.interval };
    [days, interval(&lower, &upper), sample].join(" · ")
}

/// The limits of the movement that the sentence says.
fn limits(finding: &AlertFinding, movement: &AlertMovement) -> [f64; 2] {
    let AlertInterval { lower, upper } = movement.interval;
    if is_of_rival(finding) { [-upper, -lower] } else { [lower, upper] }
}

/// Whether the rival has the lead, as the sentence says: it fell for the brand that the alert is about.
fn is_of_rival(finding: &AlertFinding) -> bool {
    finding.rival.is_some() && finding.movement.as_ref().is_some_and(|movement| movement.moved <= 0.0)
}

/// The prompts and sources that moved most, each with its answers. `None` if there are none.
fn details(finding: &AlertFinding) -> Option<AnyView> {
    let movement = finding.movement.as_ref()?;
    let share: fn(f64, Texts) -> String = |share, _| rate(share);
    // Of two brands, the lead of one over the other.
    let is_lead = finding.rival.is_some();
    let prompt_rate: fn(f64, Texts) -> String = if is_lead { |moved, t| (t.metrics().points)(moved) } else { share };
    let prompts_title: Pick = if is_lead { |t| t.alerts().prompts_lead } else { |t| t.frame().prompts };
    let item = |address: String, text: String, rates: [f64; 2], shown: fn(f64, Texts) -> String| {
        let rates = t_with(move |t| rates.map(|rate| shown(rate, t)).join(" → "));
        view! {
            <li>
                <a href=address><bdi>{text}</bdi></a>
                " "
                <span class="muted number">{rates}</span>
            </li>
        }
        .into_any()
    };
    let prompts = movement.prompts.iter().map(|prompt| {
        let address = address(finding, Some(&prompt.prompt_id));
        let rates = [prompt.before, prompt.after].map(|rate| if is_of_rival(finding) { -rate } else { rate });
        item(address, prompt_title(&prompt.query), rates, prompt_rate)
    });
    let sources = movement.sources.iter().map(|source| {
        let domain = Some(source.domain.clone());
        let address = SourcesParams { answers: answers_of(finding), domain, ..SourcesParams::default() }.address();
        item(address, visible(&source.domain), [source.before, source.after], share)
    });
    let list = |title: Pick, items: Vec<AnyView>| {
        (!items.is_empty()).then(|| view! { <div><p>{t(title)}</p><ul>{items}</ul></div> })
    };
    let (prompts, sources): (Vec<_>, Vec<_>) = (prompts.collect(), sources.collect());
    (!prompts.is_empty() || !sources.is_empty()).then(|| {
        view! {
            <details>
                <summary>{t(|t| t.alerts().moved_most)}</summary>
                <div class="alert-details">
                    {list(prompts_title, prompts)} {list(|t| t.alerts().sources, sources)}
                </div>
            </details>
        }
        .into_any()
    })
}

/// The answers of the newer period of an alert.
fn answers_of(finding: &AlertFinding) -> AnswerFilterParams {
    let (from, to) = (Some(finding.from.clone()), Some(finding.to.clone()));
    AnswerFilterParams { from, to, route: RouteFilter::All, ..AnswerFilterParams::default() }
}

/// The page with the numbers of an alert: of all answers, or of those to a prompt.
fn address(finding: &AlertFinding, prompt: Option<&PromptId>) -> String {
    let answers = AnswerFilterParams { prompt: prompt.cloned(), ..answers_of(finding) };
    let compared = AnswerFilterParams { to: last_day_end(finding).or(answers.to.clone()), ..answers.clone() };
    match (&finding.outage, &finding.domain, &finding.prompt_id, &finding.brand, &finding.rival) {
        (Some(outage), ..) => {
            AnswerFilterParams { model: Some(outage.model.clone()), status: StatusFilter::All, ..answers }.address()
        }
        (_, Some(domain), ..) => {
            SourcesParams { answers: compared, domain: Some(domain.clone()), ..SourcesParams::default() }.address()
        }
        (_, _, Some(prompt), ..) => AnswerFilterParams { prompt: Some(prompt.clone()), ..answers }.address(),
        (_, _, _, Some(brand), None) => metrics_address(&paths::brand(&brand.id), &compared, Period::Week),
        _ => paths::brands(&compared, None),
    }
}

/// When the last day of the period of an alert ends: a page with whole days compares them with those that the alert compares them with.
fn last_day_end(finding: &AlertFinding) -> Option<Timestamp> {
    let (day, time) = finding.from.as_str().split_at_checked(10)?;
    let (from, before) = (parse_day(day)?, parse_day(finding.from_before.as_ref()?.as_str().get(..10)?)?);
    Some(Timestamp::new(format!("{}{time}", from.checked_add(from - before)?)))
}

// The rules by which alerts are watched: list, create, edit and delete.
fn rules_section() -> AnyView {
    let (rules, notices) = (use_rules(), use_notices());
    // `None` creates a rule.
    let dialog = DialogState::<AlertRule>::new();
    reopen(dialog, ALERT_RULE_FORM, move |id| {
        rules.with(|rules| rules?.iter().find(|rule| rule.id.as_str() == id).cloned())
    });
    let deletions = use_deletions();
    let saved = move |()| {
        let texts = texts().alerts();
        let message = if dialog.value().is_some() { texts.saved } else { texts.created };
        dialog.close();
        notices.notify(message.to_owned());
    };
    // A rule that was just deleted can be created again.
    let open = Callback::new(move |rule: Option<AlertRule>| {
        deletions.send();
        dialog.open(rule);
    });
    let title = t_with(move |t| if dialog.has_value() { t.alerts().edit_rule } else { t.alerts().new_rule }.to_owned());
    let list = move |rules: Vec<AlertRule>| {
        if rules.is_empty() {
            return view! { <p class="muted">{t(|t| t.alerts().no_rules)}</p> }.into_any();
        }
        let head = view! {
            <th scope="col">{t(|t| t.alerts().rule)}</th>
            <th scope="col" class="wide-only">{t(|t| t.alerts().fires)}</th>
            {actions_head()}
        }
        .into_any();
        let rows = rules.into_iter().map(|rule| rule_row(rule, open, deletions)).collect_view().into_any();
        view! { <Table head rows /> }.into_any()
    };
    view! {
        <section class="section" aria-labelledby="alert-rules">
            <div class="section-head">
                <h2 id="alert-rules">{t(|t| t.alerts().rules)}</h2>
                <Button
                    label=t(|t| t.alerts().new_rule)
                    icon=IconName::Plus
                    is_new=true
                    on_click=move |()| open.run(None)
                />
            </div>
            {query_view(rules, skeleton::<2>, list)}
        </section>
        <Dialog open=dialog.is_open() title>
            <AlertRuleForm rule=dialog.value() on_saved=saved on_cancel=move |()| dialog.close() />
        </Dialog>
    }
    .into_any()
}

fn rule_row(rule: AlertRule, open: Callback<Option<AlertRule>>, deletions: Deletions) -> AnyView {
    let id = rule.id.to_string();
    let [hidden, deleted] = std::array::from_fn(|_| id.clone());
    let has_no_brand = rule.brand.is_none() && rule.domain.is_none() && rule.brand_id.is_none();
    let rule = StoredValue::new(rule);
    let subject = Memo::new(move |_| visible(&rule.with_value(|rule| rule_subject(rule, texts()))));
    let [narrow_condition, wide_condition] =
        [(); 2].map(|()| t_with(move |t| rule.with_value(|rule| rule_condition(rule, t))));
    let note = has_no_brand.then(|| view! { <span class="cell-note">{t(|t| t.alerts().no_brand)}</span> });
    let delete = move || deletions.delete(vec![deleted.clone()], texts().alerts().deleted.to_owned());
    let items = vec![MenuItem::edit(move || open.run(Some(rule.get_value()))), MenuItem::delete(delete)];
    view! {
        <tr id=id hidden=move || deletions.is_hidden(&hidden)>
            <th scope="row">
                <bdi class="strong">{subject}</bdi>
                <span class="cell-note narrow-only">{narrow_condition}</span>
                {note}
            </th>
            <td class="wide-only">{wide_condition}</td>
            <RowMenu name=subject items />
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use answerdeck_api::metrics::BrandName;

    use super::*;

    #[test]
    fn an_alert_leads_to_the_whole_days_that_are_compared_with_as_many_before() {
        let finding = AlertFinding {
            brand: Some(BrandName { id: "AAAAAAAAAAAAAAAAAAAAAA".parse().unwrap(), name: "Nurio".to_owned() }),
            from_before: Some(Timestamp::new("2026-11-09T15:00:00.000Z")),
            from: Timestamp::new("2026-11-16T15:00:00.000Z"),
            to: Timestamp::new("2026-11-23T08:30:00.000Z"),
            ..AlertFinding::default()
        };
        let query = "from=2026-11-16T15%3A00%3A00.000Z&to=2026-11-23T15%3A00%3A00.000Z";
        assert_eq!(address(&finding, None), format!("/brands/AAAAAAAAAAAAAAAAAAAAAA?route=ALL&{query}"));
        let finding = AlertFinding { rival: finding.brand.clone(), ..finding };
        assert_eq!(address(&finding, None), format!("/brands?route=ALL&{query}"));
        let finding = AlertFinding { domain: Some("earfan.example".to_owned()), ..finding };
        assert!(address(&finding, None).contains(query));
    }

    #[test]
    fn the_lead_of_a_rival_has_the_sign_that_the_sentence_gives_it() {
        let limits_of = |moved: f64, rival: Option<BrandName>| {
            let interval = AlertInterval { lower: moved - 0.1, upper: moved + 0.1 };
            let movement = AlertMovement { moved, interval, ..AlertMovement::default() };
            let finding = AlertFinding { rival, movement: Some(movement.clone()), ..AlertFinding::default() };
            limits(&finding, &movement)
        };
        let rival = || Some(BrandName { id: "AAAAAAAAAAAAAAAAAAAAAA".parse().unwrap(), name: "Tavrin".to_owned() });
        assert_eq!(limits_of(-0.25, rival()), [0.15, 0.35]);
        assert_eq!(limits_of(0.25, rival()), [0.15, 0.35]);
        assert_eq!(limits_of(-0.25, None), [-0.35, -0.15]);
    }
}
