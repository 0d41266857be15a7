//! Creating and editing a schedule. Uses `create_schedule`, `get_schedule`, `update_schedule`, `estimate_schedule`,
//! `list_prompt_sets`, `get_prompt_set`, `list_prompts`, `get_prompt`, `get_run`, `list_models`, `list_regions` and
//! `get_organization`.

use answerdeck_api::{PromptSet, Schedule, ScheduleId};
use leptos::prelude::*;

use crate::components::{item_view, query_view, settled_view};
use crate::forms::{ScheduleForm, no_sets};
use crate::locale::{t, t_with, texts};
use crate::navigation::{use_address, use_path_id, use_url_params};
use crate::paths::{self, SCHEDULE_NEW, SCHEDULES, leads_to};
use crate::queries::prompt_sets::use_all_prompt_sets;
use crate::queries::run_selection::{use_scheduled_selection, use_selection};
use crate::queries::schedules::use_schedule;
use crate::queries::{Query, use_organization};
use crate::reactive::live_on;
use crate::router::use_router;
use crate::ui::{PageHeader, loading, use_notices};

pub fn view() -> AnyView {
    let id = use_path_id::<ScheduleId>();
    let address = use_address();
    // The browser can go from the one form to the other at once.
    let is_new = Memo::new(move |_| address.with(|address| leads_to(address, SCHEDULE_NEW)));
    let sets = use_all_prompt_sets();
    let router = use_router();
    let notices = use_notices();
    let saved = Callback::new(move |(id, name): (ScheduleId, String)| {
        let message = if is_new.get_untracked() { texts().schedules().created } else { texts().schedules().saved };
        notices.notify(message(&name));
        router.navigate(&paths::schedule(&id), true);
    });
    let form = move |is_new: bool| if is_new { new_form(sets, saved) } else { edit_form(id, sets, saved) };
    let title = t_with(move |t| if is_new.get() { t.common().new_schedule } else { t.schedules().edit }.to_owned());
    let back = Signal::derive(move || id.get().map_or_else(|| SCHEDULES.to_owned(), |id| paths::schedule(&id)));
    view! {
        <PageHeader title description=t(|t| t.schedules().form_description) back=(t(|t| t.frame().schedules), back) />
        {live_on(is_new, form)}
    }
    .into_any()
}

fn new_form(sets: Query<Vec<PromptSet>>, on_saved: Callback<(ScheduleId, String)>) -> AnyView {
    let (selection, address) = (use_selection(use_url_params()), use_address());
    let form = move |sets: Vec<PromptSet>| {
        if sets.is_empty() {
            return no_sets();
        }
        query_view(selection, loading, move |selection| {
            let (sets, draft) = (sets.clone(), address.get());
            view! { <ScheduleForm schedule=None sets selection draft on_saved /> }.into_any()
        })
    };
    // The form preselects the organization's region.
    settled_view(use_organization(), loading, move || query_view(sets, loading, form))
}

fn edit_form(
    id: Memo<Option<ScheduleId>>,
    sets: Query<Vec<PromptSet>>,
    on_saved: Callback<(ScheduleId, String)>,
) -> AnyView {
    let (schedule, address) = (use_schedule(id.into()), use_address());
    let selection = use_scheduled_selection(Signal::derive(move || Some(schedule.value()?.run)));
    let form = move |schedule: Schedule| {
        query_view(sets, loading, move |sets: Vec<PromptSet>| {
            let schedule = schedule.clone();
            query_view(selection, loading, move |selection| {
                let (sets, schedule, draft) = (sets.clone(), Some(schedule.clone()), address.get());
                view! { <ScheduleForm schedule sets selection draft on_saved /> }.into_any()
            })
        })
    };
    item_view(id, schedule, loading, form, (SCHEDULES, |t| t.frame().schedules))
}
