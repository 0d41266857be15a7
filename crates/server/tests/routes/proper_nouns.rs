use serde_json::{Value, json};

use crate::harness::{Account, TestServer, dictionary};
use crate::on_sqlite;

const PATH: &str = "/v1/platform/proper-nouns";

/// The nouns that a request extracts, such as `삼성전자 ko NNP 2`.
async fn nouns(server: &TestServer, account: &Account, body: Value) -> Vec<String> {
    let nouns = server.post(account, PATH, body).await.ok()["properNouns"].clone();
    let text = |noun: &Value| {
        let [word, lang, tag] = ["word", "lang", "tag"].map(|field| noun[field].as_str().unwrap());
        format!("{word} {lang} {tag} {}", noun["frequency"])
    };
    nouns.as_array().unwrap().iter().map(text).collect()
}

on_sqlite! {
    async fn extract_proper_nouns_returns_language_tag_and_frequency(server, account) {
        let text = "삼성전자와 LG전자를 비교했다. 삼성전자는 서울에 있다. AirPods의 착용감";
        let all = ["삼성전자 ko NNP 2", "AirPods en NNP 1", "LG전자 ko NNP 1", "비교 ko NNG 1", "서울 ko NNP 1", "착용감 ko NNG 1"];
        let server = server.with_analyzer(dictionary()).await;
        let reply = server.post(&account, PATH, json!({ "text": text })).await.ok();
        assert_eq!(reply["properNouns"][0], json!({ "word": "삼성전자", "lang": "ko", "tag": "NNP", "frequency": 2 }));
        assert_eq!(nouns(&server, &account, json!({ "text": text })).await, all);
        assert_eq!(nouns(&server, &account, json!({ "text": text, "lang": "auto" })).await, all);
        assert_eq!(nouns(&server, &account, json!({ "text": text, "lang": "en" })).await, [all[1]]);
        assert_eq!(nouns(&server, &account, json!({ "text": text, "lang": "ko" })).await.len(), 5);
        assert_eq!(server.get_public("/health").await.ok()["korean"], "dictionary");
    }

    async fn without_a_dictionary_only_well_known_korean_names_are_proper_nouns(server, account) {
        let text = "누리오는 Nurio보다 낫습니다. 누리오가 삼성전자를 이겼다.";
        let extracted = nouns(&server, &account, json!({ "text": text })).await;
        assert_eq!(extracted, ["누리오 ko NNG 2", "Nurio en NNP 1", "삼성전자 ko NNP 1"]);
    }

    async fn a_korean_name_that_the_dictionary_does_not_know_stays_whole(server, account) {
        let server = server.with_analyzer(dictionary()).await;
        let extracted = nouns(&server, &account, json!({ "text": "누리오 에어 2와 타브린 Q7을 비교했다" })).await;
        assert_eq!(extracted, ["Q7 en NNP 1", "누리오 ko NNP 1", "비교 ko NNG 1", "에어 ko NNP 1", "타브린 ko NNP 1"]);
        for (text, word) in [
            ("브루베인이 좋다", "브루베인 "),
            ("노이즈 캔슬링은", "캔슬링 "),
            ("마이크로소프트의 키보드", "마이크로소프트 "),
            ("내구성을", "내구성 "),
        ] {
            let extracted = nouns(&server, &account, json!({ "text": text })).await;
            assert!(extracted.iter().any(|noun| noun.starts_with(word)), "{text}: {extracted:?}");
        }
    }

    async fn the_dictionary_tells_names_from_other_nouns_and_nouns_from_other_words(server, account) {
        let server = server.with_analyzer(dictionary()).await;
        for (text, expected) in [
            // A compound of common nouns is not a name.
            ("재활용 소재와 닭가슴살, 소르베오로 옮긴 일본어",
                &["닭가슴살 ko NNG 1", "소르베오 ko NNP 1", "소재 ko NNG 1", "일본어 ko NNP 1", "재활용 ko NNG 1"][..]),
            // A verb after a common noun is not part of it.
            ("버튼으로 끝나는 소문난 커피, 냄새나는 원두",
                &["냄새 ko NNG 1", "버튼 ko NNG 1", "소문 ko NNG 1", "원두 ko NNG 1", "커피 ko NNG 1"]),
            // Cities, banks and words with an archaic particle are names.
            ("통영 농협은행은 나뚜루 바닐라코 피그마는 바다가 디자이너가 주세요",
                &["나뚜루 ko NNP 1", "농협은행 ko NNP 1", "디자이너 ko NNG 1", "바닐라코 ko NNP 1", "바다 ko NNG 1", "통영 ko NNP 1", "피그마 ko NNP 1"]),
            // Numbers, units and light nouns are not nouns.
            ("2026년 5월 1일에 30시간 동안 12만 원을 쓸 수 있는 것, 경우, 하나, 둘째, 3번째. Size 2E or s3 for one day on \
              Monday, May 3, the second and the 3rd.", &["size en NNG 1"]),
            // A text beyond what the dictionary reads follows the rules without it.
            (&format!("타브린 {} 누리오는", "지".repeat(90_000)), &["누리오 ko NNG 1", "타브린 ko NNP 1"]),
        ] {
            assert_eq!(nouns(&server, &account, json!({ "text": text })).await, expected);
        }
    }

    async fn a_name_that_always_ends_with_a_particle_keeps_it(server, account) {
        let server = server.with_analyzer(dictionary()).await;
        let names = async |text: &str| nouns(&server, &account, json!({ "text": text, "lang": "ko" })).await;
        assert_eq!(names("미카로 미카로는").await, ["미카로 ko NNP 2"]);
        assert_eq!(names("미카로 미카").await, ["미카 ko NNP 2"]);
        assert_eq!(names("도쿄로 도쿄로").await, ["도쿄 ko NNP 2"]);
    }

    async fn the_name_of_a_model_is_a_noun(server, account) {
        let extracted = nouns(&server, &account, json!({ "text": "Q7과 WH-1000XM5를 Galaxy Buds와 비교" })).await;
        assert_eq!(extracted, ["Galaxy Buds en NNP 1", "Q7 en NNP 1", "WH-1000XM5 en NNP 1", "비교 ko NNG 1"]);
    }

    async fn extract_proper_nouns_accepts_the_longest_text_and_one_without_nouns(server, account) {
        let server = server.with_analyzer(dictionary()).await;
        let extracted = nouns(&server, &account, json!({ "text": "서울".repeat(50_000) })).await;
        assert!(extracted[0].starts_with("서울 "), "{extracted:?}");
        assert_eq!(nouns(&server, &account, json!({ "text": "?! 123 ㅋㅋ 😀\u{ffff} the" })).await, [""; 0]);
    }
}

proptest::proptest! {
    /// The analyzer is a third-party library. No input may make it panic.
    #[test]
    fn no_text_makes_the_dictionary_panic(text in "(\\PC|[가-힣ㄱ-ㅎ]{1,9}|[A-Za-z0-9'’&.\\-]{1,9}|[一-龥]{1,4}|\\s){0,60}") {
        dictionary().analyzer().nouns(&text, None);
    }
}
