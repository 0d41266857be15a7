use answerdeck_api::{
    Alert, AlertFilter, AlertId, AlertRule, AlertRuleDefinition, AlertRuleId, AlertRuleTrial, AlertRuleUpdate,
    AlertState, AlertUpdate,
};
use answerdeck_client::Client;

use super::deletions::{Deletions, deletions};
use super::{Items, Kind, Mutation, Query};

/// The alerts, newest first.
pub fn use_alerts() -> Query<Items<Alert>> {
    Query::paged(&[Kind::Alerts], |client| client.alerts().list(AlertFilter::default()))
}

pub fn set_state(mutation: Mutation, id: AlertId, state: AlertState) {
    let request =
        |client: Client| async move { client.alerts().update(&id, &AlertUpdate { state: Some(state) }).await };
    mutation.run(&[Kind::Alerts], request, |_| ());
}

/// The rules, oldest first. They have the names of brands.
pub fn use_rules() -> Query<Vec<AlertRule>> {
    Query::new(&[Kind::AlertRules, Kind::Brands], |client| {
        Some(async move { Ok(client.alert_rules().list().await?.rules) })
    })
}

pub fn create_rule(mutation: Mutation, rule: AlertRuleDefinition, on_success: impl FnOnce(AlertRuleId) + 'static) {
    mutation.run(&[Kind::AlertRules], |client| async move { client.alert_rules().create(&rule).await }, on_success);
}

pub fn update_rule(
    mutation: Mutation,
    id: AlertRuleId,
    update: AlertRuleUpdate,
    on_success: impl FnOnce(AlertRule) + 'static,
) {
    let request = |client: Client| async move { client.alert_rules().update(&id, &update).await };
    mutation.run(&[Kind::AlertRules], request, on_success);
}

/// When a rule would have fired. Fetches nothing while there is none.
pub fn use_trial(rule: impl Fn() -> Option<AlertRuleDefinition> + 'static) -> Query<AlertRuleTrial> {
    Query::new(&[], move |client| {
        let rule = rule()?;
        Some(async move { client.alert_rules().try_out(&rule).await })
    })
}

pub fn use_deletions() -> Deletions {
    let delete = |client: Client, id: AlertRuleId| async move { client.alert_rules().delete(&id).await };
    deletions(&[Kind::AlertRules], delete, |t| t.alerts().not_deleted)
}
