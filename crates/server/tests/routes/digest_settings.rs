//! `/v1beta/platform/digest-settings`

use answerdeck_database::entity::digest_recipient;
use answerdeck_server::Config;
use answerdeck_server::organization::account;
use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use crate::harness::Account;
use crate::harness::digests::DIGEST_SETTINGS;
use crate::harness::mail_server::{MailServer, Security};
use crate::{on_both, on_sqlite};

on_both! {
    async fn a_new_organization_has_a_digest_every_monday_and_no_recipient(server) {
        for (region, zone, next) in [
            ("KR", "Asia/Seoul", "2026-11-22T23:00:00.000Z"),
            ("US", "UTC", "2026-11-23T08:00:00.000Z"),
        ] {
            let id = account::create_organization(&server.app, "New", region).await.unwrap();
            let key = account::create_key(&server.app, &server.app.database, id.as_str(), None).await.unwrap();
            let account = Account { organization_id: id.to_string(), key_id: key.id, key: key.secret };
            assert_eq!(server.digest_settings(&account).await, json!({
                "enabled": true, "weekday": "MONDAY", "time": "08:00", "timeZone": zone, "language": "ko", "recipients": [],
                "mailStatuses": [], "emailAvailable": false, "nextAt": next,
            }));
        }
    }

    async fn settings_are_changed_and_say_when_the_next_digest_is_made(server, account, other) {
        let mail = MailServer::start(Security::Plain).await;
        let server = server.with_config(Config { mailer: Some(mail.mailer()), ..server.app.config.clone() }).await;
        let update = json!({
            "enabled": true, "weekday": "SATURDAY", "time": "23:30:00", "timeZone": "america/new_york", "language": "en",
            "recipients": ["kim@nurio.example", "Lee@nurio.example", "KIM@nurio.example"],
        });
        let changed = server.patch(&account, DIGEST_SETTINGS, update).await.ok();
        assert_eq!(changed, json!({
            "enabled": true, "weekday": "SATURDAY", "time": "23:30", "timeZone": "America/New_York", "language": "en",
            "recipients": ["kim@nurio.example", "Lee@nurio.example"],
            "mailStatuses": [{ "address": "kim@nurio.example" }, { "address": "Lee@nurio.example" }],
            "emailAvailable": true, "nextAt": "2026-11-22T04:30:00.000Z",
        }));
        assert_eq!(server.digest_settings(&account).await, changed);
        let changed = server.patch(&account, DIGEST_SETTINGS, json!({ "recipients": ["lee@nurio.example", "park@nurio.example"] })).await.ok();
        assert_eq!(changed["recipients"], json!(["Lee@nurio.example", "park@nurio.example"]));
        let disabled = server.patch(&account, DIGEST_SETTINGS, json!({ "enabled": false })).await.ok();
        assert_eq!((&disabled["enabled"], disabled.get("nextAt")), (&json!(false), None));
        let changed = server.patch(&account, DIGEST_SETTINGS, json!({ "weekday": "SUNDAY" })).await.ok();
        assert_eq!((&changed["weekday"], &changed["enabled"], changed.get("nextAt")), (&json!("SUNDAY"), &json!(false), None));
        let enabled = server.patch(&account, DIGEST_SETTINGS, json!({ "enabled": true })).await.ok();
        assert_eq!(enabled["nextAt"], "2026-11-23T04:30:00.000Z");
        assert_eq!(server.digest_settings(&other).await["recipients"], json!([]));
    }

    async fn fields_that_were_read_are_sent_back_with_one_changed(server, account) {
        server.enable_digests(&account, json!({ "recipients": ["kim@nurio.example", "lee@nurio.example"] })).await;
        let (sent_at, last_error) = (Set(Some(server.clock.now().as_millisecond())), Set(Some("451 greylisted".to_owned())));
        let tried = digest_recipient::ActiveModel { sent_at, last_error, ..Default::default() };
        digest_recipient::Entity::update_many().set(tried).exec(&server.app.database).await.unwrap();
        let mut read = server.digest_settings(&account).await;
        let fields = ["enabled", "weekday", "time", "timeZone", "language", "recipients"];
        let mut update: Value = fields.map(|field| (field, read[field].clone())).into_iter().collect();
        for settings in [&mut read, &mut update] {
            settings["language"] = json!("en");
        }
        assert_eq!(server.patch(&account, DIGEST_SETTINGS, update).await.ok(), read);
        assert_eq!(read["mailStatuses"][1]["lastError"], "451 greylisted");
        // As in other resources, a field that only the response has is unknown.
        for field in ["mailStatuses", "emailAvailable", "nextAt"] {
            let refused = server.patch(&account, DIGEST_SETTINGS, json!({ field: read[field] })).await;
            assert_eq!(refused.refusal(), (400, "COMMON_BINDING".to_owned()), "{field}");
        }
    }
}

on_sqlite! {
    async fn values_that_do_not_exist_are_refused_and_change_nothing(server, account) {
        let before = server.enable_digests(&account, json!({ "recipients": ["kim@nurio.example"] })).await;
        for update in [
            json!({ "weekday": "SOMEDAY" }),
            json!({ "time": "24:00" }),
            json!({ "timeZone": "Asia/Atlantis" }),
            json!({ "language": "fr" }),
            json!({ "recipients": ["kim"] }),
            json!({ "recipients": ["kim@nurio.example\r\nBcc: lee@nurio.example"] }),
        ] {
            assert_eq!(server.patch(&account, DIGEST_SETTINGS, update.clone()).await.refusal(), (400, "COMMON_VALIDATION".to_owned()), "{update}");
        }
        for recipient in [json!({ "address": "kim@nurio.example" }), json!(1), json!("k".repeat(255)), json!("kim")] {
            let refused = server.patch(&account, DIGEST_SETTINGS, json!({ "recipients": [recipient] })).await;
            let details = json!(["recipients[0]: must be an e-mail address, such as kim@nurio.example"]);
            assert_eq!(refused.json()["details"], details, "{recipient}");
        }
        assert_eq!(server.digest_settings(&account).await, before);
    }
}
