use serde_json::{Value, json};

use crate::on_both;

fn contents(list: &Value) -> Vec<&str> {
    list["prompts"].as_array().unwrap().iter().map(|prompt| prompt["content"].as_str().unwrap()).collect()
}

on_both! {
    async fn content_contains_finds_substrings_and_ignores_case(server, account) {
        let stored = ["무선 이어폰 추천", "Best ESPRESSO machine", "Café Ünder 100%", "100_000 원", r"C:\beans"];
        server.prompts(&account, &stored).await;
        for (text, found) in [
            ("이어폰", vec!["무선 이어폰 추천"]),
            ("\u{110b}\u{1175}\u{110b}\u{1165}\u{1111}\u{1169}\u{11ab}", vec!["무선 이어폰 추천"]),
            ("espresso", vec!["Best ESPRESSO machine"]),
            ("BEST", vec!["Best ESPRESSO machine"]),
            ("CAFÉ ü", vec!["Café Ünder 100%"]),
            ("0%", vec!["Café Ünder 100%"]),
            ("%", vec!["Café Ünder 100%"]),
            ("_", vec!["100_000 원"]),
            (r"\", vec![r"C:\beans"]),
            ("' OR 1=1 --", vec![]),
            ("", vec![r"C:\beans", "100_000 원", "Café Ünder 100%", "Best ESPRESSO machine", "무선 이어폰 추천"]),
        ] {
            // An empty limit counts as absent, too.
            let query = serde_html_form::to_string([("contentContains", text), ("limit", "")]).unwrap();
            let list = server.get(&account, &format!("/v1/platform/prompts?{query}")).await.ok();
            assert_eq!(contents(&list), found, "{text}");
        }
    }

    async fn content_contains_finds_every_form_in_which_a_text_looks_the_same(server, account) {
        let stored = [
            "무선 이어폰 A",
            "무선\u{a0} 이어폰 B",
            "무\u{200b}선 이어\u{ad}폰\u{feff} C",
            "\u{1106}\u{116e}\u{1109}\u{1165}\u{11ab} 이어폰 D",
            "무선\n이어폰 E",
        ];
        server.prompts(&account, &stored).await;
        for text in ["무선 이어폰", "무선   이어폰", "무\u{200b}선 이어폰", "무선\t이어폰", "\u{1106}\u{116e}\u{1109}\u{1165}\u{11ab} 이어폰"] {
            let query = serde_html_form::to_string([("contentContains", text)]).unwrap();
            let list = server.get(&account, &format!("/v1/platform/prompts?{query}")).await.ok();
            assert_eq!(contents(&list).len(), stored.len(), "{text:?}");
        }
    }

    async fn list_prompts_returns_one_set_or_all_prompts_of_the_organization(server, account, other) {
        let (one, two) = (server.prompt_set(&account, "One").await, server.prompt_set(&account, "Two").await);
        let foreign = server.prompt_set(&other, "Theirs").await;
        server.prompt(&account, &one, "A").await;
        server.prompt(&account, &two, "B").await;
        server.prompt(&other, &foreign, "C").await;
        assert_eq!(contents(&server.get(&account, "/v1/platform/prompts").await.ok()), ["B", "A"]);
        let list = server.get(&account, &format!("/v1/platform/prompts?promptSetID={one}")).await.ok();
        assert_eq!(contents(&list), ["A"]);
        assert_eq!(list["nextCursor"], json!(null));
    }

    async fn prompt_ids_limit_the_list_to_these_prompts_of_the_organization(server, account, other) {
        let (one, two) = (server.prompt_set(&account, "One").await, server.prompt_set(&account, "Two").await);
        let foreign = server.prompt_set(&other, "Theirs").await;
        let a = server.prompt(&account, &one, "A").await;
        let b = server.prompt(&account, &two, "B").await;
        server.prompt(&account, &two, "C").await;
        let d = server.prompt(&other, &foreign, "D").await;
        let list = async |query: String| server.get(&account, &format!("/v1/platform/prompts?{query}")).await.ok();
        let ids = format!("promptIDs={a}&promptIDs={b}&promptIDs={d}");
        assert_eq!(contents(&list(ids.clone()).await), ["B", "A"]);
        assert_eq!(contents(&list(format!("{ids}&promptSetID={one}")).await), ["A"]);
        assert_eq!(contents(&list(format!("{ids}&contentContains=b")).await), ["B"]);
    }
}
