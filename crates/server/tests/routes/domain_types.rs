//! `/v1beta/platform/domain-types`

use answerdeck_api::limits::DOMAIN_TYPES_MAX;
use answerdeck_database::entity::domain_type;
use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::{Value, json};

use crate::harness::{Account, AnswerRow, TestServer};
use crate::{on_each, on_sqlite};

const TYPES: &str = "/v1beta/platform/domain-types";

impl TestServer {
    /// Assigns a type to a domain, and returns the domain with its type.
    pub(crate) async fn assign_domain_type(&self, account: &Account, domain: &str, domain_type: Value) -> Value {
        self.post(account, TYPES, json!({ "domain": domain, "type": domain_type })).await.ok()
    }

    /// The domains of a ranking, each with its type.
    async fn typed_domains(&self, account: &Account, query: &str) -> (Vec<[Value; 2]>, Value) {
        let ranking = self.get(account, &format!("/v1/platform/statistics/source-domains?{query}")).await.ok();
        let domain = |row: &Value| [row["domain"].clone(), row["domainType"].clone()];
        (ranking["domains"].as_array().unwrap().iter().map(domain).collect(), ranking["totalCitations"].clone())
    }
}

fn by(domain_type: &str, origin: &str) -> Value {
    json!({ "type": domain_type, "origin": origin })
}

on_each! {
    async fn the_type_of_a_domain_is_the_organizations_or_that_of_the_list(server, account, other) {
        let sources = &[
            ("https://ko.wikipedia.org/wiki/A", Some("wikipedia.org")),
            ("https://gwitgil.example/1", Some("gwitgil.example")),
            ("urn:x", None),
        ];
        for account in [&account, &other] {
            server.answer(account, AnswerRow { sources, ..AnswerRow::default() }).await;
        }
        let listed = [[json!("gwitgil.example"), Value::Null], [json!("wikipedia.org"), by("REFERENCE", "LIST")]];
        assert_eq!(server.typed_domains(&account, "").await.0, listed);
        let assigned = json!({ "domain": "gwitgil.example", "domainType": by("REVIEW", "ORGANIZATION") });
        assert_eq!(server.assign_domain_type(&account, "Gwitgil.EXAMPLE", json!("REVIEW")).await, assigned);
        server.assign_domain_type(&account, "wikipedia.org", json!("OTHER")).await;
        let [gwitgil, wikipedia] = [
            [json!("gwitgil.example"), by("REVIEW", "ORGANIZATION")],
            [json!("wikipedia.org"), by("OTHER", "ORGANIZATION")],
        ];
        assert_eq!(server.typed_domains(&account, "").await.0, [gwitgil.clone(), wikipedia.clone()]);
        assert_eq!(server.typed_domains(&account, "domainType=REVIEW").await, (vec![gwitgil.clone()], json!(1)));
        assert_eq!(server.typed_domains(&account, "domainType=REVIEW&level=SITE").await.0, [gwitgil]);
        let pages = server.typed_domains(&account, "domainType=REVIEW&level=PAGE").await;
        assert_eq!((pages.0[0][0].as_str(), pages.1), (Some("https://gwitgil.example/1"), json!(1)));
        assert_eq!(server.typed_domains(&account, "domainType=REFERENCE").await, (vec![], json!(0)));
        // A citation without a domain has no type.
        assert_eq!(server.typed_domains(&account, "domainType=OTHER").await, (vec![wikipedia.clone()], json!(2)));
        let pages = server.get(&account, "/v1/platform/statistics/source-urls?domain=gwitgil.example").await.ok();
        assert_eq!(pages["domainType"], by("REVIEW", "ORGANIZATION"));
        assert_eq!(server.get(&account, "/v1/platform/statistics/source-urls").await.ok().get("domainType"), None);
        let list = server.get(&account, TYPES).await.ok();
        assert_eq!(list["domains"], json!([assigned, { "domain": "wikipedia.org", "domainType": wikipedia[1] }]));
        // Another organization has only those of the list.
        assert_eq!(server.typed_domains(&other, "").await.0, listed);
        assert_eq!(server.get(&other, TYPES).await.ok(), json!({ "domains": [] }));
        let returned = server.assign_domain_type(&account, "wikipedia.org", Value::Null).await;
        assert_eq!(returned, json!({ "domain": "wikipedia.org", "domainType": by("REFERENCE", "LIST") }));
        let returned = server.post(&account, TYPES, json!({ "domain": "gwitgil.example" })).await.ok();
        assert_eq!(returned, json!({ "domain": "gwitgil.example" }));
        assert_eq!(server.typed_domains(&account, "").await.0, listed);
    }

    async fn an_organization_assigns_a_type_to_at_most_1_000_domains(server, account, other) {
        let row = |number: u64| domain_type::Model {
            organization_id: account.organization_id.clone(),
            domain: format!("{number}.example"),
            domain_type: "NEWS".to_owned(),
        };
        let rows = (1..DOMAIN_TYPES_MAX).map(|number| row(number).into_active_model());
        domain_type::Entity::insert_many(rows).exec_without_returning(&server.app.database).await.unwrap();
        let assign = async |domain: &str| server.post(&account, TYPES, json!({ "domain": domain, "type": "SHOP" })).await;
        let (one, two) = tokio::join!(assign("a.example"), assign("b.example"));
        let refused: Vec<_> = [&one, &two].into_iter().filter(|reply| !reply.status.is_success()).collect();
        assert_eq!(refused.len(), 1);
        assert_eq!(refused[0].refusal(), (409, "DOMAIN_TYPE_LIMIT_EXCEEDED".to_owned()));
        // One that has a type can have another.
        assert!(assign("1.example").await.status.is_success());
        server.assign_domain_type(&other, "a.example", json!("SHOP")).await;
        server.assign_domain_type(&account, "2.example", Value::Null).await;
        assert!(assign("c.example").await.status.is_success());
        let list = server.get(&account, TYPES).await.ok();
        assert_eq!(list["domains"].as_array().unwrap().len() as u64, DOMAIN_TYPES_MAX);
    }
}

on_sqlite! {
    async fn a_type_is_assigned_to_the_root_domain_however_it_is_written(server, account) {
        for domain in ["www.Gwitgil.example", "gwitgil.example.", "https://gwitgil.example/1?a=b", "GWITGIL.EXAMPLE:443"] {
            let assigned = server.assign_domain_type(&account, domain, json!("REVIEW")).await;
            assert_eq!(assigned["domain"], "gwitgil.example", "{domain}");
        }
        let list = server.get(&account, TYPES).await.ok();
        assert_eq!(list["domains"].as_array().unwrap().len(), 1);
    }
}
