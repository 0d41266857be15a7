use serde_json::{Value, json};

use crate::harness::AnswerRow;
use crate::{on_each, on_sqlite};

const PATH: &str = "/v1/platform/statistics/fanouts";

on_each! {
    async fn fanouts_are_ordered_by_count_then_text_and_include_models_and_regions_on_request(server, account) {
        let run = server.run(&account).await;
        for (model, region, fanouts) in [
            ("CLAUDE", "KR", &["earbuds", "이어폰", "earbuds"][..]),
            ("CHATGPT", "US", &["earbuds", "이어폰"]),
            ("CLAUDE", "JP", &["Earbuds"]),
        ] {
            let run_id = Some(run.clone());
            server.answer(&account, AnswerRow { run_id, model, region, fanouts, ..Default::default() }).await;
        }
        let at = "2026-11-20T09:00:00.000Z";
        let plain = [("earbuds", 3), ("이어폰", 2), ("Earbuds", 1)]
            .map(|(query, count)| json!({ "query": query, "fanoutCount": count, "latestCreatedAt": at }));
        let models = [json!(["CHATGPT", "CLAUDE"]), json!(["CHATGPT", "CLAUDE"]), json!(["CLAUDE"])];
        let regions = [json!(["KR", "US"]), json!(["KR", "US"]), json!(["JP"])];
        for scope in [String::new(), format!("&runID={run}")] {
            for include in ["", "models", "regions", "models,regions", "regions,models,models"] {
                let mut expected = plain.clone();
                for (at, fanout) in expected.iter_mut().enumerate() {
                    let mut put = |name: &str, values: &[Value]| {
                        if include.contains(name) {
                            fanout[name] = values[at].clone();
                        }
                    };
                    put("models", &models);
                    put("regions", &regions);
                }
                let reply = server.get(&account, &format!("{PATH}?include={include}{scope}")).await.ok();
                assert_eq!(reply, json!({ "fanouts": expected, "totalFanouts": 6 }), "{include} {scope}");
            }
        }
        for (scope, regions) in [("model=CLAUDE", json!(["KR"])), ("model=CHATGPT", json!(["US"])), ("region=US", json!(["US"]))] {
            let reply = server.get(&account, &format!("{PATH}?include=regions&{scope}")).await.ok();
            assert_eq!(reply["fanouts"][0]["regions"], regions, "{scope}");
        }
    }
}

on_sqlite! {
    async fn a_search_says_whether_it_names_the_own_brand(server, account) {
        server.brand(&account, "타브린").await;
        let fanouts = &["나이키운동화추천", "삼성카드 나이키 할인", "타브린과 운동화", "나이키운동화 타브린"];
        server.answer(&account, AnswerRow { fanouts, ..Default::default() }).await;
        let named = async |include: &str| -> Vec<Option<bool>> {
            let ranking = server.get(&account, &format!("{PATH}?include={include}")).await.ok();
            let names_own = |query: &&str| {
                let ranked = ranking["fanouts"].as_array().unwrap().iter().find(|fanout| fanout["query"] == **query);
                ranked.unwrap().get("namesOwn").map(|names| names.as_bool().unwrap())
            };
            fanouts.iter().map(names_own).collect()
        };
        assert_eq!(named("namesOwn").await, [None; 4], "there is no own brand");
        let own = json!({ "name": "나이키", "synonyms": [], "isOwn": true });
        server.post(&account, "/v1/platform/brands", own).await.ok();
        assert_eq!(named("models,namesOwn").await, [true, true, false, true].map(Some));
        assert_eq!(named("models").await, [None; 4]);
    }
}
