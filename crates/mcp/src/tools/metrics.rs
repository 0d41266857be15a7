//! Tools that measure what answers say and cite.

use answerdeck_api::AlertFilter;
use answerdeck_api::console_page::{ALERTS, OVERVIEW, SOURCES};
use answerdeck_api::metrics::{
    BrandMetricsFilter, LeadFilter, MovementFilter, NextStepFilter, PromptMetricsFilter, SourceChangeFilter,
    SourceInfluenceFilter, SourceTrendFilter, UnnamedSearchFilter,
};
use answerdeck_api::operation::{
    GET_SOURCE_TREND, LIST_ALERTS, LIST_LEADS, LIST_MOVEMENTS, LIST_NEXT_STEPS, LIST_SOURCE_CHANGES,
    LIST_UNNAMED_SEARCHES, MEASURE_BRANDS, MEASURE_PROMPTS, MEASURE_SOURCE_INFLUENCE,
};
use serde_json::Value;

use super::{READ, READ_OF_THIRD_PARTIES};
use crate::arguments::Arguments;
use crate::brand_view::{leads, measured_brands, measured_prompts, source_influence};
use crate::console_url::{
    measured_brands_page, measured_prompts_page, scoped, source_changes, source_influence_page, unnamed_searches_page,
};
use crate::schema::arguments;
use crate::tool::Tool;

/// What a model must know about a lead that is not significant. The console says the same of it.
const NOT_SIGNIFICANT: &str = "Where significant is false, the two mention rates since then have no significant difference: do \
    not say that one brand leads.";

pub(super) static TOOLS: [Tool; 10] = [
    Tool {
        title: "Metrics of brands",
        description: "Measures brands in answers: mention rate, share of voice, positions (answers at place 1, 2, …), citations of own \
            pages. `include` adds models and the period before (mentionRateChange: effects of prompts, models and brand), \
            `interval` a trend.",
        operation: MEASURE_BRANDS,
        shape: measured_brands,
        arguments: arguments::<BrandMetricsFilter>,
        notice: |arguments, _| arguments.contains_key("interval").then(|| time_zone(arguments)),
        console: |arguments, _| measured_brands_page(arguments),
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
        notice: |_, data| {
            let nothing = "There is nothing to compare with: no other run or period has comparable answers.";
            data["comparison"].is_null().then(|| nothing.to_owned())
        },
        console: |arguments, data| {
            let mut arguments = arguments.clone();
            // Without it, the page may compare periods, or runs that are newer.
            if let Some(run) = data["comparison"]["after"].get("runID") {
                arguments.retain(|name, _| !["from", "to"].contains(&name.as_str()));
                arguments.insert("runID".to_owned(), run.clone());
            }
            scoped(OVERVIEW, &arguments)
        },
        lists: &["/comparison/changes", "/comparison/movements"],
        ..READ
    },
    Tool {
        title: "Who is ahead of whom",
        description: "Lists since when a brand is ahead of or behind each other one, with their rates.",
        operation: LIST_LEADS,
        shape: leads,
        arguments: arguments::<LeadFilter>,
        notice: |arguments, data| {
            let zone = time_zone(arguments);
            let has_insignificant = data["leads"].as_array()?.iter().any(|lead| lead["significant"] == false);
            Some(match has_insignificant {
                true => format!("{NOT_SIGNIFICANT} {zone}"),
                false => zone,
            })
        },
        console: |arguments, _| measured_brands_page(arguments),
        lists: &["/leads"],
        ..READ
    },
    Tool {
        title: "Next steps",
        description: "Lists next steps for a brand: what names only rivals, what it lost, unasked keywords. evidence: answers that \
            show it.",
        operation: LIST_NEXT_STEPS,
        arguments: arguments::<NextStepFilter>,
        console: |arguments, _| scoped(OVERVIEW, arguments),
        lists: &["/steps"],
        ..READ_OF_THIRD_PARTIES
    },
    Tool {
        title: "Alerts",
        description: "Lists alerts: which rates moved significantly, by how much and where, and engines that failed.",
        operation: LIST_ALERTS,
        arguments: arguments::<AlertFilter>,
        console: |_, _| ALERTS.to_owned(),
        lists: &["/alerts"],
        ..READ_OF_THIRD_PARTIES
    },
    Tool {
        title: "Influence of sources",
        description: "Lists cited domains or pages with the mention rate of a brand in answers that cite them, beside others of the \
            same model and prompt. Order GAP: those cited with a rival.",
        operation: MEASURE_SOURCE_INFLUENCE,
        shape: source_influence,
        arguments: arguments::<SourceInfluenceFilter>,
        console: |arguments, _| source_influence_page(arguments),
        lists: &["/sources"],
        ..READ_OF_THIRD_PARTIES
    },
    Tool {
        title: "Trend of sources",
        description: "Counts the citations of all sources, and of domains, per run, day, week or month.",
        operation: GET_SOURCE_TREND,
        arguments: arguments::<SourceTrendFilter>,
        notice: |arguments, _| Some(time_zone(arguments)),
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
        console: |arguments, _| source_changes(arguments),
        lists: &["/new", "/lost"],
        ..READ_OF_THIRD_PARTIES
    },
    Tool {
        title: "Searches without a brand",
        description: "Lists the searches (fan-outs) whose answers never name a brand.",
        operation: LIST_UNNAMED_SEARCHES,
        arguments: arguments::<UnnamedSearchFilter>,
        console: |arguments, _| unnamed_searches_page(arguments),
        lists: &["/searches"],
        ..READ_OF_THIRD_PARTIES
    },
];

/// In which time zone the days of a result are.
fn time_zone(arguments: &Arguments) -> String {
    match arguments.get("timeZone").and_then(Value::as_str) {
        Some(zone) => format!("Days, weeks and months begin in the time zone {zone}."),
        None => "Days, weeks and months begin in UTC. Send timeZone for another.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn notice(tool: &str, arguments: Value, data: Value) -> Option<String> {
        let tool = TOOLS.iter().find(|one| one.name() == tool).unwrap();
        (tool.notice)(arguments.as_object().unwrap(), &data)
    }

    #[test]
    fn a_result_with_days_says_their_time_zone() {
        let utc = "Days, weeks and months begin in UTC. ";
        let seoul = "Days, weeks and months begin in the time zone Asia/Seoul.";
        for (tool, arguments, data) in [
            ("get_source_trend", json!({}), json!({})),
            ("measure_brands", json!({ "interval": "WEEK" }), json!({})),
            ("list_leads", json!({}), json!({ "leads": [] })),
        ] {
            let mut in_seoul = arguments.clone();
            in_seoul["timeZone"] = json!("Asia/Seoul");
            assert!(notice(tool, arguments, data.clone()).unwrap().starts_with(utc), "{tool}");
            assert_eq!(notice(tool, in_seoul, data).unwrap(), seoul, "{tool}");
        }
        assert_eq!(notice("measure_brands", json!({}), json!({})), None);
    }

    #[test]
    fn a_lead_that_is_not_significant_is_not_to_be_told() {
        let of = |significant: bool| {
            let lead = json!({ "significant": significant });
            notice("list_leads", json!({}), json!({ "leads": [{ "significant": true }, lead] })).unwrap()
        };
        assert!(of(false).starts_with("Where significant is false, "), "{}", of(false));
        assert!(of(true).starts_with("Days, weeks and months begin in UTC. "), "{}", of(true));
    }
}
