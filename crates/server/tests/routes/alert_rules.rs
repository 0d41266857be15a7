//! `/v1beta/platform/alert-rules`

mod trial;

use answerdeck_api::limits::ALERT_RULES_MAX;
use answerdeck_server::organization::account;
use serde_json::{Value, json};

use super::alerts::{ALERTS, RULES};
use crate::harness::{Account, TestServer};
use crate::{on_both, on_sqlite};

impl TestServer {
    async fn rules(&self, account: &Account) -> Vec<Value> {
        self.get(account, RULES).await.ok()["rules"].as_array().unwrap().clone()
    }
}

on_both! {
    async fn a_rule_has_defaults_and_the_names_of_what_it_watches(server, account) {
        let own = server.alert_rule(&account, json!({ "metric": "BRAND_LEAD" })).await;
        assert_eq!(server.rules(&account).await[0].get("brand"), None);
        let [nurio, tavrin] = server.own_and_rival(&account).await;
        let prompt = server.prompts(&account, &["Which earbuds?"]).await.remove(0);
        let rule = json!({ "metric": "PROMPT_MENTION_RATE", "promptID": prompt, "brandID": tavrin, "direction": "RISE", "points": 25, "windowDays": 28 });
        server.alert_rule(&account, rule).await;
        server.alert_rule(&account, json!({ "metric": "SOURCE_SHARE", "domain": "https://www.Blog.Example./" })).await;
        let rules = server.rules(&account).await;
        let without = |rule: &Value, fields: &[&str]| {
            let mut rule = rule.clone();
            fields.iter().for_each(|field| _ = rule.as_object_mut().unwrap().remove(*field));
            rule
        };
        let [lead, of_prompt, source] = rules.as_slice() else { panic!("{rules:#?}") };
        assert_eq!(without(lead, &["createdAt"]), json!({
            "id": own, "metric": "BRAND_LEAD", "brand": { "id": nurio, "name": "Nurio" }, "direction": "EITHER", "points": 10, "windowDays": 7,
        }));
        assert_eq!(without(of_prompt, &["id", "createdAt"]), json!({
            "metric": "PROMPT_MENTION_RATE", "brandID": tavrin, "brand": { "id": tavrin, "name": "Tavrin" }, "promptID": prompt,
            "query": "Which earbuds?", "direction": "RISE", "points": 25, "windowDays": 28,
        }));
        assert_eq!(without(source, &["id", "createdAt"]), json!({ "metric": "SOURCE_SHARE", "domain": "blog.example", "direction": "EITHER", "points": 10, "windowDays": 7 }));
        // What is watched may be deleted.
        server.delete(&account, &format!("/v1/platform/prompts/{prompt}")).await;
        server.delete(&account, &format!("/v1/platform/brands/{tavrin}")).await;
        let of_prompt = &server.rules(&account).await[1];
        assert_eq!((of_prompt.get("query"), of_prompt.get("brand"), &of_prompt["promptID"]), (None, None, &json!(prompt)));
    }

    async fn a_rule_is_changed_by_its_organization(server, account, other) {
        let path = format!("{RULES}/{}", server.alert_rule(&account, json!({ "metric": "BRAND_LEAD" })).await);
        let changed = server.patch(&account, &path, json!({ "points": 30, "direction": "FALL", "windowDays": 28 })).await.ok();
        assert_eq!((&changed["points"], &changed["direction"], &changed["windowDays"]), (&json!(30), &json!("FALL"), &json!(28)));
        assert_eq!(server.patch(&account, &path, json!({})).await.ok(), changed);
        assert_eq!(server.rules(&account).await, [changed]);
        let refused = server.patch(&account, &path, json!({ "windowDays": 8, "direction": "UP" })).await;
        assert_eq!(refused.refusal(), (400, "COMMON_VALIDATION".to_owned()));
        assert_eq!(refused.json()["details"], json!(["direction: must be one of FALL, RISE, EITHER", "windowDays: must be one of 7, 28"]));
        let foreign = server.patch(&other, &path, json!({ "points": 1 })).await;
        assert_eq!(foreign.refusal(), (404, "ALERT_RULE_NOT_FOUND".to_owned()));
    }

    async fn a_rule_that_says_the_same_as_another_one_is_refused(server, account, other) {
        let refusal = (409, "ALERT_RULE_ALREADY_EXISTS".to_owned());
        let rule = server.alert_rule(&account, json!({ "metric": "SOURCE_SHARE", "domain": "blog.example" })).await;
        let same = json!({ "metric": "SOURCE_SHARE", "domain": "https://www.Blog.Example/", "direction": "EITHER", "points": 10, "windowDays": 7 });
        assert_eq!(server.post(&account, RULES, same.clone()).await.refusal(), refusal);
        server.alert_rule(&other, same.clone()).await;
        for (field, value) in [("domain", json!("news.example")), ("direction", json!("FALL")), ("points", json!(11)), ("windowDays", json!(28))] {
            let mut different = same.clone();
            different[field] = value;
            server.alert_rule(&account, different).await;
        }
        let path = format!("{RULES}/{rule}");
        assert_eq!(server.patch(&account, &path, json!({ "points": 11 })).await.refusal(), refusal);
        assert_eq!(server.patch(&account, &path, json!({ "points": 10 })).await.status, 200);
        server.delete(&account, &path).await;
        server.alert_rule(&account, same).await;
    }

    async fn a_rule_of_the_own_brand_says_the_same_with_its_id_and_without(server, account) {
        let [own, rival] = server.own_and_rival(&account).await;
        let unnamed = json!({ "metric": "BRAND_LEAD" });
        let named = json!({ "metric": "BRAND_LEAD", "brandID": own });
        for (first, second) in [(&unnamed, &named), (&named, &unnamed)] {
            let rule = server.alert_rule(&account, first.clone()).await;
            let refused = server.post(&account, RULES, second.clone()).await;
            assert_eq!(refused.refusal(), (409, "ALERT_RULE_ALREADY_EXISTS".to_owned()), "{second}");
            server.delete(&account, &format!("{RULES}/{rule}")).await;
        }
        server.alert_rule(&account, unnamed).await;
        server.alert_rule(&account, json!({ "metric": "BRAND_LEAD", "brandID": rival })).await;
    }

    async fn an_organization_has_at_most_twenty_rules(server, account) {
        for points in 1..=ALERT_RULES_MAX {
            server.alert_rule(&account, json!({ "metric": "BRAND_LEAD", "points": points })).await;
        }
        let reply = server.post(&account, RULES, json!({ "metric": "BRAND_LEAD" })).await;
        assert_eq!(reply.refusal(), (400, "COMMON_VALIDATION".to_owned()));
        assert_eq!(server.rules(&account).await.len() as u64, ALERT_RULES_MAX);
    }
}

on_sqlite! {
    async fn a_rule_needs_what_its_metric_watches_and_nothing_else(server, account, other) {
        let brand = server.brand(&account, "Nurio").await;
        let prompt = server.prompts(&account, &["Which earbuds?"]).await.remove(0);
        for rule in [
            json!({ "metric": "POSITION" }),
            json!({ "metric": "SOURCE_SHARE" }),
            json!({ "metric": "PROMPT_MENTION_RATE" }),
            json!({ "metric": "BRAND_LEAD", "windowDays": 14 }),
        ] {
            for path in [RULES.to_owned(), format!("{RULES}/trial")] {
                assert_eq!(server.post(&account, &path, rule.clone()).await.refusal(), (400, "COMMON_VALIDATION".to_owned()), "{rule}");
            }
        }
        let source = "domain: must be a domain such as";
        for (rule, detail) in [
            (json!({ "metric": "BRAND_MENTION_RATE", "domain": "blog.example" }), "domain: BRAND_MENTION_RATE does not watch it"),
            (json!({ "metric": "SOURCE_SHARE", "domain": "blog.example", "brandID": brand }), "brandID: SOURCE_SHARE does not"),
            (json!({ "metric": "PROMPT_MENTION_RATE", "promptID": prompt, "domain": "blog.example" }), "domain: PROMPT_MENTION"),
            (json!({ "metric": "SOURCE_SHARE", "domain": "no such domain !!" }), source),
            (json!({ "metric": "SOURCE_SHARE", "domain": "blog" }), source),
            (json!({ "metric": "SOURCE_SHARE", "domain": "127.0.0.1" }), source),
            (json!({ "metric": "SOURCE_SHARE", "domain": "shop.blog.example" }), "domain: must be a root domain: blog.example"),
        ] {
            for path in [RULES.to_owned(), format!("{RULES}/trial")] {
                let reply = server.post(&account, &path, rule.clone()).await;
                assert_eq!(reply.refusal(), (400, "COMMON_VALIDATION".to_owned()), "{rule}");
                assert!(reply.json()["details"][0].as_str().unwrap().starts_with(detail), "{rule}: {}", reply.text);
            }
        }
        let refused = server.post(&account, RULES, json!({ "metric": "SOURCE_SHARE", "brandID": brand, "promptID": prompt })).await;
        let leave_out = |field: &str| format!("{field}: SOURCE_SHARE does not watch it. Leave it out");
        assert_eq!(refused.json()["details"], json!([leave_out("brandID"), "domain: is required for SOURCE_SHARE", leave_out("promptID")]));
        assert!(server.rules(&account).await.is_empty());
        server.alert_rule(&account, json!({ "metric": "SOURCE_SHARE", "domain": "m.blog.naver.com/Nurio" })).await;
        assert_eq!(server.rules(&account).await[0]["domain"], "blog.naver.com/nurio");
        let of_both = json!({ "metric": "PROMPT_MENTION_RATE", "promptID": prompt, "brandID": brand });
        let of_prompt = json!({ "metric": "PROMPT_MENTION_RATE", "promptID": prompt });
        for path in [RULES.to_owned(), format!("{RULES}/trial")] {
            let refused = server.post(&other, &path, of_both.clone()).await;
            assert_eq!(refused.refusal(), (404, "USER_BRAND_NOT_FOUND".to_owned()));
            assert_eq!(refused.json()["details"], json!([format!("brandID: there is no brand {brand}"), format!("promptID: there is no prompt {prompt}")]));
            assert_eq!(server.post(&other, &path, of_prompt.clone()).await.refusal(), (404, "PROMPT_NOT_FOUND".to_owned()));
        }
    }

    async fn a_new_organization_has_two_rules_and_no_alert(server) {
        let id = account::create_organization(&server.app, "Nurio", "KR").await.unwrap();
        let key = account::create_key(&server.app, &server.app.database, id.as_str(), None).await.unwrap();
        let account = Account { organization_id: id.to_string(), key_id: key.id, key: key.secret };
        let rules = server.rules(&account).await;
        let shown: Vec<_> = rules.iter().map(|rule| [&rule["metric"], &rule["direction"], &rule["points"], &rule["windowDays"]]).collect();
        assert_eq!(shown, [[&json!("BRAND_MENTION_RATE"), &json!("EITHER"), &json!(10), &json!(7)], [&json!("BRAND_LEAD"), &json!("EITHER"), &json!(10), &json!(28)]]);
        assert_eq!(server.get(&account, ALERTS).await.ok()["alerts"], json!([]));
    }
}
