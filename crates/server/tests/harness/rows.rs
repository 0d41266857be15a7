//! Rows of runs and answers that the tests and the benchmarks write.

use answerdeck_database::entity::{answer, run};
use sea_orm::ActiveValue::Set;

/// A finished run without failures.
pub(crate) fn finished_run(organization: &str, id: &str, items: i64, prompts: i64, now: i64) -> run::ActiveModel {
    run::ActiveModel {
        id: Set(id.to_owned()),
        organization_id: Set(organization.to_owned()),
        region: Set("KR".to_owned()),
        status: Set(run::Status::Finished),
        total_count: Set(items),
        success_count: Set(items),
        failed_count: Set(0),
        models: Set(serde_json::json!(["CHATGPT"])),
        name: Set(String::new()),
        prompt_count: Set(prompts),
        unstarted_count: Set(0),
        credits_ran_out: Set(false),
        charged: Set(0),
        created_at: Set(now),
        finished_at: Set(Some(now)),
        ..Default::default()
    }
}

/// A successful answer of a stand-in, without its prompt, its model and its content.
pub(crate) fn answer(organization: &str, run: &str, id: String, now: i64) -> answer::Model {
    answer::Model {
        id,
        organization_id: organization.to_owned(),
        run_id: run.to_owned(),
        prompt_set_id: String::new(),
        prompt_id: String::new(),
        model: String::new(),
        region: "KR".to_owned(),
        status: answer::Status::Success,
        content: String::new(),
        failure_code: None,
        provider_status: None,
        provider_message: None,
        attempts: 1,
        lease_until: None,
        lease_owner: None,
        asked_at: None,
        reserved_cost: None,
        task: None,
        created_at: now,
        ended_at: Some(now),
        route: Some("STAND_IN".to_owned()),
        provider_cost: None,
    }
}
