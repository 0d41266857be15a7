//! Tools that measure what answers say and cite.

use answerdeck_api::AlertFilter;
use answerdeck_api::console_page::{ALERTS, FANOUTS, OVERVIEW, SOURCES};
use answerdeck_api::metrics::{
    BrandMetricsFilter, LeadFilter, MovementFilter, NextStepFilter, PromptMetricsFilter, SourceChangeFilter,
    SourceInfluenceFilter, SourceTrendFilter, UnnamedSearchFilter,
};
use answerdeck_api::operation::{
    GET_SOURCE_TREND, LIST_ALERTS, LIST_LEADS, LIST_MOVEMENTS, LIST_NEXT_STEPS, LIST_SOURCE_CHANGES,
    LIST_UNNAMED_SEARCHES, MEASURE_BRANDS, MEASURE_PROMPTS, MEASURE_SOURCE_INFLUENCE,
};

use super::READ;
use crate::brand_view::{measured_brands, measured_prompts};
use crate::console_url::{measured_prompts_page, scoped, source_changes};
use crate::reply::Origin;
use crate::schema::arguments;
use crate::tool::Tool;

pub(super) static TOOLS: [Tool; 10] = [
    Tool {
        title: "Metrics of brands",
        description: "Measures brands in answers: mention rate, share of voice, position, citations of own pages. `include` adds models and the \
            period before, `interval` a trend. Rates are 0 to 1.",
        operation: MEASURE_BRANDS,
        shape: measured_brands,
        arguments: arguments::<BrandMetricsFilter>,
        console: |arguments, _| scoped(OVERVIEW, arguments),
        lists: &["/samples", "/brands", "/points", "/series"],
        ..READ
    },
    Tool {
        title: "Metrics of prompts",
        description: "Lists prompts with the mention rate of a brand by model, by rate, change or gap (answers that name a rival and \
            not it).",
        operation: MEASURE_PROMPTS,
        shape: measured_prompts,
        arguments: arguments::<PromptMetricsFilter>,
        console: |arguments, _| measured_prompts_page(arguments),
        lists: &["/prompts"],
        ..READ
    },
    Tool {
        title: "What moved",
        description: "Compares two runs, or two periods: what each change of a brand comes from, and which prompts it gained and lost.",
        operation: LIST_MOVEMENTS,
        arguments: arguments::<MovementFilter>,
        notice: |data| {
            let nothing = "There is nothing to compare with: no other run or period has comparable answers.";
            data["comparison"].is_null().then(|| nothing.to_owned())
        },
        console: |arguments, _| scoped(OVERVIEW, arguments),
        lists: &["/comparison/changes", "/comparison/movements"],
        ..READ
    },
    Tool {
        title: "Who is ahead of whom",
        description: "Lists since when a brand is named more often, or less often, than each other one.",
        operation: LIST_LEADS,
        arguments: arguments::<LeadFilter>,
        console: |arguments, _| scoped(OVERVIEW, arguments),
        lists: &["/leads"],
        ..READ
    },
    Tool {
        title: "Next steps",
        description: "Lists next steps for a brand: what names only rivals, what it lost, unasked keywords.",
        operation: LIST_NEXT_STEPS,
        arguments: arguments::<NextStepFilter>,
        origin: Origin::ThirdParties,
        console: |arguments, _| scoped(OVERVIEW, arguments),
        lists: &["/steps"],
        ..READ
    },
    Tool {
        title: "Alerts",
        description: "Lists alerts: which rates moved significantly, by how much and where, and engines that failed.",
        operation: LIST_ALERTS,
        arguments: arguments::<AlertFilter>,
        origin: Origin::ThirdParties,
        console: |_, _| ALERTS.to_owned(),
        lists: &["/alerts"],
        ..READ
    },
    Tool {
        title: "Influence of sources",
        description: "Lists cited domains or pages with the mention rate of a brand in answers that cite them, beside others to the same prompts. \
            The order GAP shows sources cited with a rival.",
        operation: MEASURE_SOURCE_INFLUENCE,
        arguments: arguments::<SourceInfluenceFilter>,
        origin: Origin::ThirdParties,
        console: |arguments, _| scoped(SOURCES, arguments),
        lists: &["/sources"],
        ..READ
    },
    Tool {
        title: "Trend of sources",
        description: "Counts the citations of all sources, and of up to 20 domains, per run, day, week or month.",
        operation: GET_SOURCE_TREND,
        arguments: arguments::<SourceTrendFilter>,
        console: |arguments, _| scoped(SOURCES, arguments),
        lists: &["/points"],
        ..READ
    },
    Tool {
        title: "New and lost sources",
        description: "Lists the domains or pages that answers cite now and not in the period before, and the other way around. \
            Without from, the period is the seven days before to.",
        operation: LIST_SOURCE_CHANGES,
        arguments: arguments::<SourceChangeFilter>,
        origin: Origin::ThirdParties,
        console: |arguments, _| source_changes(arguments),
        lists: &["/new", "/lost"],
        ..READ
    },
    Tool {
        title: "Searches without a brand",
        description: "Lists the searches (fan-outs) whose answers never name a brand.",
        operation: LIST_UNNAMED_SEARCHES,
        arguments: arguments::<UnnamedSearchFilter>,
        origin: Origin::ThirdParties,
        console: |arguments, _| scoped(FANOUTS, arguments),
        lists: &["/searches"],
        ..READ
    },
];
