//! One schedule: when it is due, what it asks and its history; pause, resume and delete it. Uses `get_schedule`,
//! `list_schedule_entries`, `update_schedule`, `delete_schedule` and `get_organization`.

use answerdeck_api::limits::SCHEDULE_ENTRIES_MAX;
use answerdeck_api::{Schedule, ScheduleEntry, ScheduleId};
use leptos::prelude::*;

use crate::components::{infinite_list, item_view, model_labels, next_run, outcome, use_pause};
use crate::format::{self, date_time_of_zone, other_zone_name};
use crate::locale::{t, t_with};
use crate::navigation::use_path_id;
use crate::paths::{self, PromptsParams, SCHEDULES, UrlParams};
use crate::queries::deletions::use_close_for_deletion;
use crate::queries::schedules::{use_entries, use_schedule};
use crate::queries::{Kind, Query, use_models};
use crate::reactive::{live, live_on, live_option};
use crate::ui::{Button, ButtonLink, IconName, ItemMenu, MenuItem, PageHeader, Table, empty_state, loading, skeleton};

pub fn view() -> AnyView {
    let id = use_path_id::<ScheduleId>();
    let schedule = use_schedule(id.into());
    let title = t_with(move |t| schedule.value().map_or_else(|| t.frame().schedules.to_owned(), |found| found.name));
    let description =
        t_with(move |t| schedule.value().map(|found| t.schedules().recurrence(&found.recurrence)).unwrap_or_default());
    let actions = move || schedule.value().map(actions);
    let is_missing = move || schedule.failure().is_some_and(|failure| failure.is_not_found());
    let shown_id = Memo::new(move |_| id.get().filter(|_| !is_missing()));
    let history_view = move |id: Option<ScheduleId>| id.map_or_else(|| ().into_any(), |id| history(id, schedule));
    view! {
        <PageHeader title description back=(t(|t| t.frame().schedules), SCHEDULES.into())>
            {live_option(actions)}
        </PageHeader>
        {item_view(id, schedule, skeleton::<3>, facts, (SCHEDULES, |t| t.frame().schedules))}
        {live_on(shown_id, history_view)}
    }
    .into_any()
}

fn actions(schedule: Schedule) -> AnyView {
    let (pause, leave) = (use_pause(), use_close_for_deletion(Kind::Schedules));
    let edit = paths::schedule_edit(&schedule.id);
    let (label, icon) = match schedule.paused {
        true => (t(|t| t.schedules().resume), IconName::Play),
        false => (t(|t| t.schedules().pause), IconName::Pause),
    };
    let to_pause = schedule.clone();
    let name = Signal::stored(schedule.name.clone());
    let delete = move || leave(schedule.id.to_string(), schedule.name.clone(), SCHEDULES);
    view! {
        <Button label icon on_click=move |()| pause.run(to_pause.clone()) />
        <ButtonLink label=t(|t| t.common().edit) href=edit icon=IconName::Edit />
        <ItemMenu name items=vec![MenuItem::delete(delete)] />
    }
    .into_any()
}

fn facts(schedule: Schedule) -> AnyView {
    let (spent, budget) = (schedule.spent_this_month, schedule.monthly_budget.map(u64::from));
    let next = next_run(&schedule);
    let models = use_models();
    let run = schedule.run;
    let prompts = match (run.prompt_set_id, schedule.prompt_set_name) {
        (Some(id), Some(name)) => view! { <a href=PromptsParams::of_set(&id).address()>{name}</a> }.into_any(),
        (Some(_), None) => t(|t| t.schedules().deleted_set).into_any(),
        (None, _) => {
            let count = run.prompt_ids.map_or(0, |prompts| prompts.len() as u64);
            t_with(move |t| (t.common().prompts)(count)).into_any()
        }
    };
    let (codes, region, repeats) = (run.models, run.region, run.repeat_count);
    let about = t_with(move |t| {
        let labels = model_labels(models, &codes);
        format!("{labels} · {} · {}", format::region(&region), (t.schedules().repeats)(repeats.into()))
    });
    view! {
        <section class="section" aria-label=t(|t| t.schedules().asks)>
            <dl class="schedule-facts">
                <div><dt>{t(|t| t.schedules().next)}</dt><dd class="strong">{next}</dd></div>
                <div>
                    <dt>{t(|t| t.schedules().spent)}</dt>
                    <dd class="strong" translate="no">{t_with(move |t| (t.schedules().spent_of)(spent, budget))}</dd>
                </div>
                <div>
                    <dt>{t(|t| t.schedules().asks)}</dt>
                    <dd class="strong">{prompts}</dd>
                    <dd class="muted">{about}</dd>
                </div>
            </dl>
        </section>
    }
    .into_any()
}

fn history(id: ScheduleId, schedule: Query<Schedule>) -> AnyView {
    let entries = use_entries(id);
    let zone = Memo::new(move |_| schedule.value().map(|found| found.recurrence.time_zone).unwrap_or_default());
    let empty = || empty_state(|t| t.schedules().never, |t| t.schedules().history_empty);
    view! {
        <section class="section" aria-label=t(|t| t.schedules().history)>
            <div class="section-head">
                <div>
                    <h2>{t(|t| t.schedules().history)}</h2>
                    <p class="muted">{t_with(|t| (t.schedules().history_description)(SCHEDULE_ENTRIES_MAX))}</p>
                </div>
            </div>
            {infinite_list(
                entries,
                |entry| entry.due_at.as_str(),
                loading,
                empty,
                move |rows| table(rows, zone),
                move |entry| row(entry, zone),
            )}
        </section>
    }
    .into_any()
}

fn table(rows: AnyView, zone: Memo<String>) -> AnyView {
    let of_zone = move || {
        let name = zone.with(|zone| other_zone_name(zone))?;
        Some(view! { <small class="cell-note">{name}</small> })
    };
    let head = view! {
        <th scope="col" class="fit">{t(|t| t.schedules().due)} {live_option(of_zone)}</th>
        <th scope="col">{t(|t| t.schedules().outcome)}</th>
    };
    view! { <Table class="table schedule-history" head=head.into_any() rows /> }.into_any()
}

fn row(entry: ScheduleEntry, zone: Memo<String>) -> AnyView {
    let (datetime, due) = (entry.due_at.to_string(), entry.due_at.clone());
    view! {
        <tr>
            <th scope="row" class="fit">
                <time datetime=datetime>{t_with(move |_| zone.with(|zone| date_time_of_zone(&due, zone)))}</time>
            </th>
            <td>{live(move || zone.with(|zone| outcome(&entry, zone)))}</td>
        </tr>
    }
    .into_any()
}
