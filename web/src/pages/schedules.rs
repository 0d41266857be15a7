//! Schedules: list, pause, resume and delete. Uses `list_schedules`, `update_schedule` and `delete_schedule`.

use answerdeck_api::Schedule;
use leptos::prelude::*;

use crate::components::{infinite_list, is_set_deleted, last_result, next_run, next_start, use_pause};
use crate::format::due_time_in;
use crate::locale::{Pick, Texts, t, t_with, texts};
use crate::paths::{self, SCHEDULE_NEW};
use crate::queries::Kind;
use crate::queries::deletions::{Deletions, take_closed_for_deletion};
use crate::queries::schedules::{use_deletions, use_schedules};
use crate::reactive::live_when;
use crate::ui::{
    BLANK_LINE, IconName, MenuItem, PageHeader, RowMenu, Table, actions_head, empty_with_link, loading, new_link,
};

pub fn view() -> AnyView {
    let schedules = use_schedules();
    let deletions = use_deletions();
    let delete = Callback::new(move |(id, name): (String, String)| {
        deletions.delete(vec![id], (texts().schedules().deleted)(&name));
    });
    if let Some(schedule) = take_closed_for_deletion(Kind::Schedules) {
        delete.run(schedule);
    }
    let description = t_with(move |t| {
        let is_shown = |schedule: &&Schedule| !deletions.is_hidden(schedule.id.as_str());
        let summary = schedules.with_items(|all| summary(&all.iter().filter(is_shown).collect::<Vec<_>>(), t));
        // A further page may have the next one.
        match summary.filter(|_| !schedules.has_more()) {
            Some(summary) => summary,
            None if schedules.is_loading() => BLANK_LINE.to_owned(),
            None => t.schedules().description.to_owned(),
        }
    });
    let empty = || {
        let new: Pick = |t| t.common().new_schedule;
        empty_with_link(|t| t.schedules().empty, |t| t.schedules().empty_description, (SCHEDULE_NEW, new))
    };
    view! {
        <PageHeader title=t(|t| t.frame().schedules) description>
            {live_when(move || !schedules.is_known_empty(), || new_link(|t| t.common().new_schedule, SCHEDULE_NEW))}
        </PageHeader>
        <section class="section" aria-label=t(|t| t.frame().schedules)>
            {infinite_list(
                schedules,
                |schedule| schedule.id.as_str(),
                loading,
                empty,
                table,
                move |schedule| row(schedule, deletions, delete),
            )}
        </section>
    }
    .into_any()
}

// The next run of all schedules, and what they have spent: of their budgets, if each has one. `None` without a schedule.
fn summary(schedules: &[&Schedule], texts: Texts) -> Option<String> {
    let next = schedules.iter().filter_map(|schedule| Some((next_start(schedule)?, schedule)));
    let next = next.min_by_key(|(due, _)| *due).map(|(due, next)| due_time_in(due, &next.recurrence.time_zone));
    let spent: f64 = schedules.iter().map(|schedule| schedule.spent_this_month).sum();
    let budget: Option<u64> = schedules.iter().map(|schedule| schedule.monthly_budget.map(u64::from)).sum();
    let spent = (texts.schedules().spent_of)(spent, budget);
    (!schedules.is_empty()).then(|| (texts.schedules().summary)(next.as_deref(), &spent))
}

fn table(rows: AnyView) -> AnyView {
    let head = view! {
        <th scope="col">{t(|t| t.common().name)}</th>
        <th scope="col" class="not-phone fit">{t(|t| t.schedules().next)}</th>
        <th scope="col" class="wide-only">{t(|t| t.schedules().last)}</th>
        <th scope="col" class="number wide-only fit">{t(|t| t.schedules().spent)}</th>
        {actions_head()}
    };
    view! { <Table head=head.into_any() rows /> }.into_any()
}

fn row(schedule: Schedule, deletions: Deletions, delete: Callback<(String, String)>) -> AnyView {
    let pause = use_pause();
    let (address, edit) = (paths::schedule(&schedule.id), paths::schedule_edit(&schedule.id));
    let [narrow_next, wide_next] = [(); 2].map(|()| next_run(&schedule));
    let [narrow_last, wide_last] = [(); 2].map(|()| last_result(&schedule));
    let recurrence = schedule.recurrence.clone();
    let deleted_set =
        is_set_deleted(&schedule).then(|| view! { <span class="cell-note">{t(|t| t.schedules().deleted_set)}</span> });
    let (spent, budget) = (schedule.spent_this_month, schedule.monthly_budget.map(u64::from));
    let (label, icon): (Pick, _) = match schedule.paused {
        true => (|t| t.schedules().resume, IconName::Play),
        false => (|t| t.schedules().pause, IconName::Pause),
    };
    let (hidden_id, to_pause) = (schedule.id.clone(), schedule.clone());
    let to_delete = (String::from(schedule.id), schedule.name.clone());
    let items = vec![
        MenuItem::button(label, icon, move || pause.run(to_pause.clone())),
        MenuItem::link(|t| t.common().edit, IconName::Edit, edit),
        MenuItem::delete(move || delete.run(to_delete.clone())),
    ];
    let name = Signal::stored(schedule.name.clone());
    view! {
        <tr hidden=move || deletions.is_hidden(hidden_id.as_str())>
            <th scope="row">
                <a class="strong" href=address>{schedule.name}</a>
                <span class="cell-note">{t_with(move |t| t.schedules().recurrence(&recurrence))}</span>
                {deleted_set}
                <span class="cell-note phone-only">{t(|t| t.schedules().next)} ": " {narrow_next}</span>
                <span class="cell-note narrow-only">{t(|t| t.schedules().last)} ": " {narrow_last}</span>
            </th>
            <td class="not-phone fit">{wide_next}</td>
            <td class="wide-only">{wide_last}</td>
            <td class="number wide-only fit">{t_with(move |t| (t.schedules().spent_of)(spent, budget))}</td>
            <RowMenu name items />
        </tr>
    }
    .into_any()
}
