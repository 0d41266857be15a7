//! Measuring prompts.

use jiff::SignedDuration;
use serde_json::json;

use super::{answer, example, prompt, prompt_ids};
use crate::harness::AnswerRow;
use crate::{on_each, on_sqlite};

on_each! {
    async fn prompts_have_the_rates_of_every_brand_by_model(server, account) {
        let [nurio, tavrin] = server.two_brands(&account).await;
        example(&server, &account).await;
        for route in [None, Some("API")] {
            server.answer(&account, AnswerRow { model: "CLAUDE", route, ..answer('A', "Nurio", &[]) }).await;
        }
        let list = server.metric(&account, &format!("prompts?brandID={nurio}")).await;
        assert_eq!(list["brands"], json!([{ "id": nurio, "name": "Nurio" }, { "id": tavrin, "name": "Tavrin" }]));
        assert_eq!((&list["totalPrompts"], &list["nextCursor"]), (&json!(2), &json!(null)));
        assert_eq!(prompt_ids(&list), [prompt('A'), prompt('B')]);
        let first = &list["prompts"][0];
        assert_eq!((&first["answers"], &first["mentionRate"]["numerator"], &first["gap"]), (&json!(4), &json!(3), &json!(1)));
        assert_eq!(first["query"], "Which earbuds?");
        assert_eq!(first["models"], json!([
            { "model": "CHATGPT", "answers": 2, "citations": 3, "named": [1, 2] },
            { "model": "CLAUDE", "answers": 2, "citations": 0, "named": [2, 0] },
        ]));
    }
}

on_sqlite! {
    async fn an_ascending_order_is_the_other_way_round_and_prompts_without_a_period_before_stay_last(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        server.answer(&account, answer('C', "Nurio", &[])).await;
        server.answer(&account, answer('D', "Tavrin", &[])).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let from = server.clock.now();
        server.answer(&account, answer('C', "Tavrin", &[])).await;
        server.answer(&account, answer('D', "Nurio", &[])).await;
        server.answer(&account, answer('E', "Nurio", &[])).await;
        let to = from + SignedDuration::from_hours(1);
        let order = async |order: &str| {
            let path = format!("prompts?brandID={nurio}&from={from}&to={to}&order={order}");
            prompt_ids(&server.metric(&account, &path).await)
        };
        assert_eq!(order("CHANGE").await, [prompt('D'), prompt('C'), prompt('E')]);
        assert_eq!(order("CHANGE&ascending=true").await, [prompt('C'), prompt('D'), prompt('E')]);
        assert_eq!(order("RATE&ascending=true").await[0], prompt('C'));
        assert_eq!(order("GAP&ascending=true").await[2], prompt('C'));
        assert_eq!(order("NEWEST&ascending=true").await, [prompt('C'), prompt('D'), prompt('E')]);
    }

    async fn brands_of_another_market_make_no_gap(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        server.brand_with_site(&account, "Dalvio", "https://dalvio.example").await;
        server.find_brands().await;
        for (prompt, text) in [('A', "Nurio and Tavrin"), ('B', "Dalvio"), ('C', "Tavrin and Dalvio"), ('C', "Dalvio")] {
            server.answer(&account, answer(prompt, text, &[])).await;
        }
        let list = server.metric(&account, &format!("prompts?brandID={nurio}&order=GAP")).await;
        assert_eq!((&list["prompts"][0]["promptID"], &list["prompts"][0]["gap"]), (&json!(prompt('C')), &json!(1)));
        assert_eq!((&list["prompts"][1]["gap"], &list["all"]["behind"]), (&json!(0), &json!(1)));
        // No answer of this scope names the brand.
        let list = server.metric(&account, &format!("prompts?brandID={nurio}&promptID={}", prompt('C'))).await;
        assert_eq!(list["prompts"][0]["gap"], 2);
    }

    async fn all_prompts_are_summed_up_whichever_are_named(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        for (prompt, text) in [('C', "Nurio"), ('C', "Tavrin"), ('D', "Tavrin"), ('D', "Tavrin"), ('D', "Nurio and Tavrin")] {
            server.answer(&account, answer(prompt, text, &[])).await;
        }
        for path in [format!("prompts?brandID={nurio}"), format!("prompts?brandID={nurio}&promptIDs={}", prompt('C'))] {
            let all = &server.metric(&account, &path).await["all"];
            assert_eq!((&all["prompts"], &all["answers"], &all["mentionRate"]["numerator"]), (&json!(2), &json!(5), &json!(2)));
            // As many answers name only the other brand as this one to the first prompt, more to the second.
            assert_eq!(all["behind"], 1);
        }
        let none = server.metric(&account, &format!("prompts?brandID={nurio}&region=US")).await;
        assert_eq!(none["all"], json!({ "prompts": 0, "answers": 0, "mentionRate": none["all"]["mentionRate"], "behind": 0 }));
    }

    async fn prompts_are_ordered_and_paged(server, account) {
        let [nurio, tavrin] = server.two_brands(&account).await;
        server.answer(&account, answer('C', "Nurio", &[])).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let from = server.clock.now();
        server.answer(&account, answer('C', "Nurio", &[])).await;
        server.answer(&account, answer('D', "Tavrin", &[])).await;
        server.clock.advance(SignedDuration::from_millis(1));
        example(&server, &account).await;
        let order = async |query: &str| prompt_ids(&server.metric(&account, &format!("prompts?brandID={query}")).await);
        assert_eq!(order(&nurio).await[0], prompt('C'));
        assert_eq!(order(&format!("{nurio}&order=GAP")).await[2..], [prompt('D'), prompt('C')]);
        assert_eq!(order(&format!("{tavrin}&promptIDs={}", prompt('D'))).await, [prompt('D')]);
        let to = from + SignedDuration::from_hours(2);
        let changed = format!("{nurio}&order=CHANGE&from={from}&to={to}");
        assert_eq!(order(&changed).await[0], prompt('C'));

        let path = format!("/v1beta/platform/metrics/prompts?brandID={nurio}&limit=3");
        let [first, second] = server.two_pages(&account, &path).await;
        assert_eq!((prompt_ids(&first).len(), prompt_ids(&second).len(), &second["nextCursor"]), (3, 1, &json!(null)));
        let cursor = first["nextCursor"].as_str().unwrap();
        let other = server.get(&account, &format!("/v1beta/platform/metrics/prompts?brandID={tavrin}&cursor={cursor}")).await;
        assert_eq!(other.refusal(), (400, "COMMON_INVALID_CURSOR".to_owned()));
    }
}
