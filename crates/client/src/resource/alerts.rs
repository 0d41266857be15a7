use std::rc::Rc;

use answerdeck_api::{
    Alert, AlertFilter, AlertId, AlertList, AlertRule, AlertRuleDefinition, AlertRuleId, AlertRuleList, AlertRuleTrial,
    AlertRuleUpdate, AlertUpdate, operation,
};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;
use crate::pager::Pager;

/// The operations of alerts.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone)]
pub struct Alerts(pub(crate) Rc<Dispatcher>);

impl Alerts {
    /// Acknowledges an alert or makes it new again, and returns the changed alert.
    pub async fn update(&self, id: &AlertId, update: &AlertUpdate) -> Result<Alert> {
        self.0.call(Call::new(operation::UPDATE_ALERT).id(id.as_str()).body(update)?).await
    }

    /// Lists the alerts that match `filter`, newest first. The pager starts at the `cursor` of the filter and uses its `limit`.
    pub fn list(&self, mut filter: AlertFilter) -> Pager<Alert> {
        let (cursor, limit) = (filter.cursor.take(), filter.limit.take());
        Pager::new::<AlertList>(self.0.clone(), operation::LIST_ALERTS, &filter).with_page(cursor, limit)
    }
}

/// The operations of rules of alerts.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone)]
pub struct AlertRules(pub(crate) Rc<Dispatcher>);

impl AlertRules {
    /// Creates a rule.
    ///
    /// # Errors
    /// Fails with `is_validation` for a 21st rule, and with the code `ALERT_RULE_ALREADY_EXISTS` if another rule says the same.
    pub async fn create(&self, rule: &AlertRuleDefinition) -> Result<AlertRuleId> {
        self.0.create(Call::new(operation::CREATE_ALERT_RULE).body(rule)?).await
    }

    /// Changes a rule and returns the changed rule.
    ///
    /// # Errors
    /// Fails with the code `ALERT_RULE_ALREADY_EXISTS` if another rule says the same.
    pub async fn update(&self, id: &AlertRuleId, update: &AlertRuleUpdate) -> Result<AlertRule> {
        self.0.call(Call::new(operation::UPDATE_ALERT_RULE).id(id.as_str()).body(update)?).await
    }

    /// Deletes a rule. Its alerts stay.
    pub async fn delete(&self, id: &AlertRuleId) -> Result<()> {
        self.0.call_without_result(Call::new(operation::DELETE_ALERT_RULE).id(id.as_str())).await
    }

    /// Lists the rules, oldest first.
    pub async fn list(&self) -> Result<AlertRuleList> {
        self.0.call(Call::new(operation::LIST_ALERT_RULES)).await
    }

    /// Tries a rule on the past twelve weeks, before it is saved.
    pub async fn try_out(&self, rule: &AlertRuleDefinition) -> Result<AlertRuleTrial> {
        self.0.call(Call::new(operation::TRY_ALERT_RULE).body(rule)?).await
    }
}
