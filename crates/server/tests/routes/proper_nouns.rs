use serde_json::{Value, json};

use crate::harness::{Account, TestServer, dictionary};
use crate::on_both;

async fn nouns(server: &TestServer, account: &Account, body: Value) -> Value {
    server.post(account, "/v1/platform/proper-nouns", body).await.ok()["properNouns"].clone()
}

fn noun(word: &str, lang: &str, tag: &str, frequency: u32) -> Value {
    json!({ "word": word, "lang": lang, "tag": tag, "frequency": frequency })
}

on_both! {
    async fn nouns_come_with_language_tag_and_frequency(server: TestServer) {
        let account = server.account().await;
        let text = "삼성전자와 LG전자를 비교했다. 삼성전자는 서울에 있다. AirPods의 착용감";
        let all = json!([
            noun("삼성전자", "ko", "NNP", 2),
            noun("AirPods", "en", "NNP", 1),
            noun("LG", "en", "NNP", 1),
            noun("비교", "ko", "NNG", 1),
            noun("서울", "ko", "NNP", 1),
            noun("전자", "ko", "NNG", 1),
            noun("착용감", "ko", "NNG", 1),
        ]);
        let server = server.with_words(dictionary()).await;
        assert_eq!(nouns(&server, &account, json!({ "text": text })).await, all);
        assert_eq!(nouns(&server, &account, json!({ "text": text, "lang": "auto" })).await, all);
        assert_eq!(nouns(&server, &account, json!({ "text": text, "lang": "en" })).await, json!([all[1], all[2]]));
        assert_eq!(nouns(&server, &account, json!({ "text": text, "lang": "ko" })).await.as_array().unwrap().len(), 5);
        let health = server.http.get(format!("{}/health", server.url)).send().await.unwrap();
        assert_eq!(health.json::<Value>().await.unwrap()["korean"], "dictionary");
    }

    async fn without_a_dictionary_particles_go_and_nothing_korean_is_a_name(server: TestServer) {
        let account = server.account().await;
        let found = nouns(&server, &account, json!({ "text": "삼성전자는 Nurio보다 낫습니다. 삼성전자가 이겼다." })).await;
        assert_eq!(found, json!([noun("삼성전자", "ko", "NNG", 2), noun("Nurio", "en", "NNP", 1)]));
    }

    async fn the_longest_text_is_read_and_one_without_nouns_has_none(server: TestServer) {
        let account = server.account().await;
        let server = server.with_words(dictionary()).await;
        let found = nouns(&server, &account, json!({ "text": "서울".repeat(50_000) })).await;
        assert_eq!(found[0]["word"], "서울");
        assert_eq!(nouns(&server, &account, json!({ "text": "?! 123 ㅋㅋ 😀\u{ffff} the" })).await, json!([]));
    }
}

proptest::proptest! {
    /// No text that a caller sends may crash the tokenizer of the dictionary.
    #[test]
    fn any_text_can_be_analyzed_by_the_dictionary(text in "(\\PC|[가-힣ㄱ-ㅎ]{1,9}|[A-Za-z0-9'’&.\\-]{1,9}|[一-龥]{1,4}|\\s){0,60}") {
        dictionary().analyzer().nouns(&text, None);
    }
}
