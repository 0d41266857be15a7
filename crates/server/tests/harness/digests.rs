//! Digests in tests.

use answerdeck_api::{DigestFindings, DigestOutcome};
use answerdeck_database::entity::{digest, digest_mail, digest_recipient, unsubscribe_token};
use answerdeck_server::digests::due::make_next;
use answerdeck_server::random::hash;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};
use serde_json::{Value, json};

use super::{Account, TestServer};

pub const DIGESTS: &str = "/v1beta/platform/digests";
pub const DIGEST_SETTINGS: &str = "/v1beta/platform/digest-settings";

impl TestServer {
    /// Makes digests of the organization from now on: on Mondays at 08:00 in Seoul, unless `more` says otherwise.
    pub async fn enable_digests(&self, account: &Account, more: Value) -> Value {
        let mut update = json!({ "enabled": true, "weekday": "MONDAY", "time": "08:00", "timeZone": "Asia/Seoul" });
        update.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.patch(account, DIGEST_SETTINGS, update).await.ok()
    }

    pub async fn digest_settings(&self, account: &Account) -> Value {
        self.get(account, DIGEST_SETTINGS).await.ok()
    }

    /// Makes all digests that are due.
    pub async fn make_digests(&self) {
        while make_next(&self.app, "worker").await.unwrap() {}
    }

    /// Stores a digest with a mail to the first recipient, which waits after an attempt.
    pub async fn digest_with_mail(&self, account: &Account) {
        let database = &self.app.database;
        let recipient = digest_recipient::Entity::find()
            .filter(digest_recipient::Column::OrganizationId.eq(&account.organization_id))
            .one(database)
            .await
            .unwrap()
            .unwrap();
        let (id, now) = (self.new_id(), self.clock.now().as_millisecond());
        let organization_id = account.organization_id.clone();
        let findings = json!(DigestFindings { outcome: DigestOutcome::NoAnswers, ..DigestFindings::default() });
        let row = digest::Model {
            id: id.clone(),
            organization_id: organization_id.clone(),
            due_at: now,
            findings,
            created_at: now,
        };
        digest::Entity::insert(row.into_active_model()).exec_without_returning(database).await.unwrap();
        let mail = digest_mail::Model {
            id: self.new_id(),
            organization_id: organization_id.clone(),
            digest_id: id,
            recipient_id: recipient.id.clone(),
            language: "ko".to_owned(),
            attempts: 1,
            lease_until: Some(i64::MAX),
            lease_owner: None,
        };
        digest_mail::Entity::insert(mail.into_active_model()).exec_without_returning(database).await.unwrap();
        let hash = hash(&self.app.random.secret("adu_"));
        let token = unsubscribe_token::Model { hash, organization_id, recipient_id: recipient.id, created_at: now };
        unsubscribe_token::Entity::insert(token.into_active_model()).exec_without_returning(database).await.unwrap();
    }

    /// The digests of the organization, newest first.
    pub async fn digests(&self, account: &Account) -> Vec<Value> {
        self.get(account, &format!("{DIGESTS}?limit=100")).await.ok()["digests"].as_array().unwrap().clone()
    }
}
