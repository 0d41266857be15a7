//! Phrases in texts of answers.

use serde_json::json;

use crate::harness::AnswerRow;
use crate::{on_each, on_sqlite};

on_each! {
    async fn a_phrase_is_found_newest_first_with_an_excerpt(server, account) {
        server.two_brands(&account).await;
        server.answers_saying(&account, &["Active ＮＯＩＳＥ\ncancelling of Nurio", "quiet", "noise cancel"]).await;
        let path = "/v1beta/platform/metrics/answer-texts?phrase=noise%20cancel&limit=1";
        let [first, second] = server.two_pages(&account, path).await;
        assert_eq!((&first["answers"][0]["phrase"], &first["searched"]), (&json!("noise cancel"), &json!(1)));
        let found = &second["answers"][0];
        assert_eq!((&found["before"], &found["phrase"], &found["after"]), (&json!("Active "), &json!("ＮＯＩＳＥ\ncancel"), &json!("ling of Nurio")));
        assert_eq!(found["answer"]["brands"][0]["brand"]["name"], "Nurio");
        assert_eq!((&second["nextCursor"], second.get("searchedSince")), (&json!(null), None));
    }
}

on_sqlite! {
    async fn an_excerpt_has_the_mentions_of_the_whole_text(server, account) {
        for name in ["Nurio", "Tavrin", "Small Buds"] {
            server.brand(&account, name).await;
        }
        let filler = |chars: usize| "가".repeat(chars);
        for (content, before, expected) in [
            // The excerpt has 60 characters before the phrase and 120 after it. It begins and ends inside names.
            (format!("Tavrin {} small {} Nurio", filler(54), filler(116)), "vrin ", &[("Tavrin", "vrin"), ("Nurio", "Nu")][..]),
            // It begins and ends inside words, whose rest is a name.
            (format!("SuperNurio {} small {} Tavrinology", filler(53), filler(112)), "Nurio ", &[]),
            // The phrase is a part of a name.
            ("🎧 Nurio has small buds.".to_owned(), "🎧 Nurio has ", &[("Nurio", "Nurio"), ("Small Buds", "small buds")]),
        ] {
            server.answer(&account, AnswerRow { content: content.leak(), ..AnswerRow::default() }).await;
            let found = server.metric(&account, "answer-texts?phrase=small&limit=1").await["answers"][0].clone();
            let text = ["before", "phrase", "after"].map(|part| found[part].as_str().unwrap()).concat();
            let units: Vec<u16> = text.encode_utf16().collect();
            let mentions = found["mentions"].as_array().unwrap().iter().map(|mention| {
                let [brand, start, end] = ["brand", "start", "end"].map(|name| mention[name].as_u64().unwrap() as usize);
                let name = found["brands"][brand]["name"].as_str().unwrap();
                (name.to_owned(), String::from_utf16(&units[start..end]).unwrap())
            });
            let expected: Vec<_> = expected.iter().map(|(name, part)| ((*name).to_owned(), (*part).to_owned())).collect();
            assert!(text.starts_with(before), "{text}");
            assert_eq!(mentions.collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
