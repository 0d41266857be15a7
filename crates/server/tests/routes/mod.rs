mod answers;
mod credits;
mod organization;
mod prompt_sets;
mod prompts;
mod query_plans;
mod regions;
