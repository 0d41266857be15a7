//! Tools of prompts and runs.

use answerdeck_api::console_page::{PROMPT_SETS, RUN, RUN_START, RUNS};
use answerdeck_api::operation::{CREATE_PROMPT_SET, LIST_PROMPT_SETS, LIST_PROMPTS, LIST_RUNS, STOP_RUN};
use answerdeck_api::{PageRequest, PromptFilter, PromptSetCreate, RunPageRequest, RunSubmit};

use super::READ;
use crate::console_url::{item, prompts, scoped};
use crate::operation::{ADD_PROMPTS, ESTIMATE_RUN, GET_RUN_COUNTS, PromptsAdd, RunStart, START_RUN};
use crate::schema::{arguments, id_argument};
use crate::tool::Tool;

pub(super) static TOOLS: [Tool; 9] = [
    Tool {
        title: "Prompt sets",
        description: "Lists the prompt sets with their ids, newest first.",
        operation: LIST_PROMPT_SETS,
        arguments: arguments::<PageRequest>,
        console: |_, _| PROMPT_SETS.to_owned(),
        lists: &["/promptSets"],
        ..READ
    },
    Tool {
        title: "Create a prompt set",
        description: "Creates an empty prompt set, for add_prompts. Returns its id.",
        operation: CREATE_PROMPT_SET,
        arguments: arguments::<PromptSetCreate>,
        is_idempotent: false,
        console: |_, _| PROMPT_SETS.to_owned(),
        ..READ
    },
    Tool {
        title: "Prompts",
        description: "Lists prompts, newest first: of one set, or all.",
        operation: LIST_PROMPTS,
        arguments: arguments::<PromptFilter>,
        console: |arguments, _| prompts(arguments),
        lists: &["/prompts"],
        ..READ
    },
    Tool {
        title: "Add prompts",
        description: "Adds prompts to a set, each text once, so the call can be repeated. Returns the id of each text.",
        operation: ADD_PROMPTS,
        arguments: arguments::<PromptsAdd>,
        console: |arguments, _| prompts(arguments),
        ..READ
    },
    Tool {
        title: "Runs",
        description: "Lists the runs with their counts, newest first. A run asks models the prompts.",
        operation: LIST_RUNS,
        arguments: arguments::<RunPageRequest>,
        console: |_, _| RUNS.to_owned(),
        lists: &["/runs"],
        ..READ
    },
    Tool {
        title: "Run",
        description: "Reads the state and the counts of one run. After start_run, read it about every 30 seconds until it is FINISHED. \
            list_answers says why items failed.",
        operation: GET_RUN_COUNTS,
        arguments: || id_argument("runID"),
        console: |_, data| item(RUN, data.get("id")),
        ..READ
    },
    Tool {
        title: "Estimate a run",
        description: "Counts the items and credits of a run of promptIDs or one promptSetID, and starts nothing. Show the user cost and \
            balance. start_run takes the estimateID within 15 minutes.",
        operation: ESTIMATE_RUN,
        arguments: arguments::<RunSubmit>,
        console: |arguments, _| scoped(RUN_START, arguments),
        ..READ
    },
    Tool {
        title: "Start a run",
        description: "Starts the run of an estimate and spends credits. Ask the user first. One estimate starts one run, however often it is \
            sent. Returns the id of the run.",
        operation: START_RUN,
        arguments: arguments::<RunStart>,
        is_open_world: true,
        console: |_, data| item(RUN, data.get("id")),
        ..READ
    },
    Tool {
        title: "Stop a run",
        description: "Stops a run for good. Ask the user first. Items not asked yet fail without cost, the others \
            still cost credits: read get_run until it is FINISHED.",
        operation: STOP_RUN,
        arguments: || id_argument("runID"),
        is_destructive: true,
        console: |_, data| item(RUN, data.get("id")),
        ..READ
    },
];
