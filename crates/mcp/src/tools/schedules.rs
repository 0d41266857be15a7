use answerdeck_api::console_page::{SCHEDULE, SCHEDULES};
use answerdeck_api::operation::{LIST_SCHEDULE_ENTRIES, LIST_SCHEDULES, UPDATE_SCHEDULE};
use answerdeck_api::{Operation, PageRequest, ScheduleEntryFilter};
use serde_json::{Value, json};

use super::READ;
use crate::console_url::item;
use crate::operation::{PROPOSE_SCHEDULE, ScheduleProposal};
use crate::schema::{arguments, object};
use crate::tool::Tool;

pub(super) static TOOLS: [Tool; 4] = [
    Tool {
        title: "Schedules",
        description: "Lists the schedules that start runs, with their next due times, last results and spend.",
        operation: LIST_SCHEDULES,
        arguments: arguments::<PageRequest>,
        notice: |_, data| data["schedules"].as_array()?.iter().find_map(paused_by_operator),
        console: |_, _| SCHEDULES.to_owned(),
        lists: &["/schedules"],
        ..READ
    },
    Tool {
        title: "History of schedules",
        description: "Lists what happened at each due time of a schedule, and why no run started.",
        operation: LIST_SCHEDULE_ENTRIES,
        arguments: arguments::<ScheduleEntryFilter>,
        console: |arguments, _| item(SCHEDULE, arguments.get("scheduleID")),
        lists: &["/entries"],
        ..READ
    },
    Tool {
        title: "Create a schedule",
        description: "Without creditsPerRun, estimates a schedule and creates nothing. Show the user cost, balance and due times, and ask. \
            Then send the same with the estimated creditsPerRun: its runs spend credits.",
        operation: PROPOSE_SCHEDULE,
        arguments: arguments::<ScheduleProposal>,
        is_open_world: true,
        notice: |_, data| {
            let credits = &data["estimate"]["creditsPerRun"];
            if data["id"].is_null() {
                let ask = "Nothing was created yet. Ask the user, then call again with creditsPerRun:";
                return Some(format!("{ask} {credits}."));
            }
            let existed = "This schedule was active already. Nothing was created or changed.";
            (data["existed"] == true).then(|| existed.to_owned())
        },
        console: |_, data| item(SCHEDULE, data.get("id")),
        ..READ
    },
    Tool {
        title: "Pause or resume a schedule",
        description: "Pauses a schedule, or resumes it with paused: false.",
        operation: Operation { id: "pause_schedule", ..UPDATE_SCHEDULE },
        arguments: || {
            let properties = json!({ "scheduleID": { "type": "string" }, "paused": { "type": "boolean" } });
            object(properties.as_object().cloned().unwrap_or_default(), Some(&json!(["scheduleID", "paused"])))
        },
        notice: |_, schedule| paused_by_operator(schedule),
        console: |arguments, _| item(SCHEDULE, arguments.get("scheduleID")),
        ..READ
    },
];

/// What a model must know about a schedule that only the operator can resume.
fn paused_by_operator(schedule: &Value) -> Option<String> {
    let paused = "The operator of the server has paused all schedules. No run starts until they are resumed.";
    (schedule["pausedByOperator"] == true).then(|| paused.to_owned())
}
