use crate::harness::{Account, TestServer};
use crate::on_both;

async fn count(server: &TestServer, account: &Account, query: &str) -> u64 {
    server.get(account, &format!("/v1/platform/answers/count?{query}")).await.ok()["count"].as_u64().unwrap()
}

on_both! {
    async fn an_answer_with_several_terms_counts_once(server, account) {
        server.answers_saying(&account, &["Nurio Air 2 and Tavrin Q7", "nurio fit", "Tavrin", "Pelmora"]).await;
        for (query, expected) in [
            ("searchTerms=Nurio", 2),
            ("searchTerms=NURIO&searchTerms=tavrin", 3),
            ("searchTerms=Nurio&searchTerms=Nurio", 2),
            ("searchTerms=Air%202%20and", 1),
            ("searchTerms=Orsevia", 0),
            ("searchTerms=Orsevia&searchTerms=pelmora", 1),
            ("searchTerms=Nurio,Tavrin", 0),
        ] {
            assert_eq!(count(&server, &account, query).await, expected, "{query}");
        }
    }

    async fn search_terms_ignore_case_and_unicode_form_and_have_no_wildcards(server, account) {
        server.answers_saying(&account, &["ÉCLAIR 100%", "누리오 에어", "a_b\\c", "10 000", "it's"]).await;
        for (query, expected) in [
            ("searchTerms=%C3%A9clair", 1),
            ("searchTerms=e%CC%81clair", 1),
            ("searchTerms=%EB%88%84%EB%A6%AC%EC%98%A4", 1),
            ("searchTerms=%E1%84%82%E1%85%AE%E1%84%85%E1%85%B5%E1%84%8B%E1%85%A9", 1),
            ("searchTerms=%25", 1),
            ("searchTerms=_", 1),
            ("searchTerms=%5C", 1),
            ("searchTerms=%27", 1),
            ("searchTerms=%25_", 0),
        ] {
            assert_eq!(count(&server, &account, query).await, expected, "{query}");
        }
    }
}
