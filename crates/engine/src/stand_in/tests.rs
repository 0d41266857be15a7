use answerdeck_api::FailureCode;
use futures_util::FutureExt;
use jiff::{SignedDuration, Timestamp};

use super::*;
use crate::corpus::CorpusError;

fn now() -> Timestamp {
    "2026-11-20T09:00:00Z".parse().unwrap()
}

fn ask(model: usize, query: &str, days_ago: i64) -> Option<Reply> {
    static CORPUS: std::sync::OnceLock<Arc<Corpus>> = std::sync::OnceLock::new();
    let corpus = CORPUS.get_or_init(|| Arc::new(Corpus::shipped(now()).unwrap())).clone();
    let asked_at = now() - SignedDuration::from_hours(24 * days_ago);
    let question = EngineRequest { query: query.to_owned(), region: "KR".to_owned(), asked_at };
    LocalEngine { corpus, profile: &PROFILES[model] }.reply(&question)
}

#[test]
fn an_answer_is_searched_on_a_thread_for_long_work() {
    let runtime = tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).build().unwrap();
    runtime.block_on(async {
        let (release, held) = std::sync::mpsc::channel::<()>();
        let other = tokio::task::spawn_blocking(move || held.recv());
        let engines = engines(Corpus::shipped(now()).unwrap());
        let question = EngineRequest { query: PROMPTS[0].to_owned(), region: "KR".to_owned(), asked_at: now() };
        let mut answer = engines.of(&PROFILES[0].model).unwrap().engine.ask(&question);
        assert!((&mut answer).now_or_never().is_none(), "it waits for the thread");
        release.send(()).unwrap();
        other.await.unwrap().unwrap();
        assert_eq!(answer.await.unwrap(), AskOutcome::Answered(ask(0, PROMPTS[0], 0).unwrap()));
    });
}

const PROMPTS: [&str; 8] = [
    "출퇴근용 노이즈 캔슬링 무선 이어폰 추천해 줘",
    "누리오 에어 2랑 타브린 Q7 중에 뭐 살까?",
    "캡슐 커피 머신 비교해 줘",
    "펠모라 S3 리콜 대상인지 어떻게 확인해?",
    "Best noise cancelling earbuds for commuting?",
    "Nurio Air 2 vs Tavrin Q7: battery and noise cancelling",
    "Best beginner espresso machine under 300,000 won?",
    "Which running shoes fit wide feet?",
];

#[test]
fn a_prompt_without_relevant_documents_has_no_answer() {
    for prompt in
        ["Hearing aid subsidy eligibility?", "스노클링 장비 대여료 시세?", "Vinyl turntable needle alignment?"]
    {
        for (model, profile) in PROFILES.iter().enumerate() {
            assert_eq!(ask(model, prompt, 0), None, "{prompt}, {}", profile.name);
        }
    }
}

#[test]
fn the_questions_that_the_console_suggests_are_answered() {
    for prompt in [
        "Which wireless earbuds would you recommend?",
        "How do I choose the right wireless earbuds?",
        "Which wireless earbuds do most people buy?",
        "Which wireless earbuds should I buy, and which should I avoid?",
        "요즘 인기 있는 무선 이어폰 알려 줘",
        "무선 이어폰 비교해 줘",
    ] {
        assert!(ask(0, prompt, 0).is_some(), "{prompt}");
    }
}

#[tokio::test]
async fn a_stand_in_without_a_relevant_document_does_not_fail_as_a_provider_does() {
    let engines = engines(Corpus::shipped(now()).unwrap());
    let query = "Hearing aid subsidy eligibility?".to_owned();
    let question = EngineRequest { query, region: "KR".to_owned(), asked_at: now() };
    let failure = engines.of(&PROFILES[0].model).unwrap().engine.ask(&question).await.unwrap_err();
    assert_eq!(failure.class.code(), FailureCode::StandInNoDocument);
}

#[test]
fn an_answer_links_every_source_and_no_other() {
    for prompt in PROMPTS {
        for (model, profile) in PROFILES.iter().enumerate() {
            let reply = ask(model, prompt, 0).unwrap();
            for (number, source) in reply.sources.iter().enumerate() {
                let link = format!("[[{}]]({})", number + 1, source.url);
                assert!(reply.content.contains(&link), "{link} in {}", reply.content);
            }
            assert!(!reply.content.contains(&format!("[[{}]]", reply.sources.len() + 1)), "{}", reply.content);
            assert!(!reply.fanouts.is_empty() && reply.sources.len() <= profile.documents);
        }
    }
}

#[test]
fn an_answer_is_in_the_language_of_the_question() {
    for prompt in PROMPTS {
        let reply = ask(0, prompt, 0).unwrap();
        let is_korean = prompt.chars().any(answerdeck_words::is_hangul);
        assert_eq!(reply.content.chars().any(answerdeck_words::is_hangul), is_korean, "{}", reply.content);
    }
}

const COMMUTING: &str = "출퇴근용 노이즈 캔슬링 무선 이어폰 추천해 줘";
const COMPARISON: &str = "누리오 에어 2랑 타브린 Q7 중에 뭐 살까?";
const CHEAP: &str = "10만원 이하 무선 이어폰 중에 뭐가 제일 좋아?";

fn first_line(model: usize, query: &str, days_ago: i64) -> String {
    ask(model, query, days_ago).unwrap().content.lines().next().unwrap().to_owned()
}

#[test]
fn an_answer_begins_with_the_product_that_its_sources_recommend() {
    for (model, beginning) in [
        (0, "가장 먼저 추천하는 제품: **타브린 Q8** [["),
        (3, "결론부터 말하면 **누리오 에어 2** [["),
        (4, "추천 제품: **누리오 에어 2** [["),
    ] {
        let line = first_line(model, COMMUTING, 0);
        assert!(line.starts_with(beginning), "{line}");
    }
    let line = first_line(0, "Best noise cancelling earbuds for commuting?", 0);
    assert!(line.starts_with("The first choice is the **Tavrin Q8** [[2]](https://soundlab.example/"), "{line}");
    assert!(line.ends_with("3 of 4 sources recommend it."), "{line}");
}

#[test]
fn an_answer_names_an_alternative() {
    let content = ask(0, "Best noise cancelling earbuds for commuting?", 0).unwrap().content;
    assert!(content.contains("\nAlso worth a look: **Nurio Air 2** [["), "{content}");
}

#[test]
fn a_question_that_asks_for_no_product_gets_no_recommendation() {
    for model in 0..PROFILES.len() {
        let content = ask(model, "브루베인 듀오 15 단점이 뭐야?", 0).unwrap().content;
        assert!(
            !["추천하는 제품:", "추천 제품:", "쪽을 권합니다"].iter().any(|words| content.contains(words)),
            "{content}"
        );
    }
}

#[test]
fn the_own_brand_gains_after_its_launch_and_loses_to_that_of_a_rival_and_another_falls_after_its_recall() {
    for model in [0, 3, 4, 5] {
        let recommends = |query, days_ago, product| first_line(model, query, days_ago).contains(product);
        assert!(recommends(COMPARISON, 80, "**타브린 Q7**"));
        assert!(recommends(COMPARISON, 20, "**누리오 에어 2**"));
        assert!(recommends(CHEAP, 80, "**펠모라 S3**"));
        assert!(
            !recommends(CHEAP, 0, "펠모라") && ["누리오", "타브린"].iter().any(|brand| recommends(CHEAP, 0, brand))
        );
    }
    let recommending = |days_ago, product| {
        (0..PROFILES.len()).filter(|model| first_line(*model, COMMUTING, days_ago).contains(product)).count()
    };
    assert!(recommending(40, "**누리오 에어 2**") > PROFILES.len() / 2);
    assert!(recommending(0, "**타브린 Q8**") > PROFILES.len() / 2);
}

#[test]
fn a_removed_page_is_not_cited() {
    let cites = |days_ago| {
        let reply = ask(0, "러닝용 무선 이어폰 추천", days_ago).unwrap();
        reply.sources.iter().any(|source| source.url == "https://gwitgil.example/guides/under-100000")
    };
    assert!(cites(40));
    assert!(!cites(30));
}

#[test]
fn a_question_about_how_to_do_something_leads_to_no_searches() {
    for model in 0..PROFILES.len() {
        let searches = |query| ask(model, query, 0).unwrap().fanouts.len();
        assert_eq!(searches("무선 이어폰 청소는 어떻게 해?"), 0);
        assert_eq!(searches("How often should I descale a coffee machine?"), 0);
        assert!(searches(COMMUTING) > 0);
    }
}

#[test]
fn a_document_is_not_cited_before_its_publication() {
    let recall =
        |days| ask(3, "펠모라 S3 리콜 대상인지 어떻게 확인해?", days).map(|reply| reply.content).unwrap_or_default();
    assert!(recall(0).contains("리콜"));
    assert!(!recall(60).contains("리콜"));
}

#[test]
fn a_question_has_the_same_answer_on_one_day_and_another_on_the_next() {
    let reply = |days_ago| ask(2, "Which wireless earbuds fit small ears?", days_ago);
    assert_eq!(reply(7), reply(7));
    assert_ne!(reply(7), reply(8));
}

#[test]
fn every_model_answers_differently() {
    let answers: std::collections::HashSet<_> = (0..PROFILES.len())
        .map(|model| ask(model, "Which wireless earbuds fit small ears?", 0).unwrap().content)
        .collect();
    assert_eq!(answers.len(), PROFILES.len());
}

#[test]
fn a_folder_without_documents_or_with_a_malformed_one_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("README.md"), "no document").unwrap();
    assert!(matches!(Corpus::from_folder(folder.path(), now()), Err(CorpusError::Empty(_))));
    std::fs::write(folder.path().join("bad.md"), "# Bad").unwrap();
    let error = Corpus::from_folder(folder.path(), now()).err().unwrap().to_string();
    assert!(error.contains("bad.md: does not begin with front matter"), "{error}");
    let missing = Corpus::from_folder(&folder.path().join("none"), now()).err().unwrap().to_string();
    assert!(missing.contains("none"), "{missing}");
}

#[test]
fn every_shipped_document_is_valid_and_on_a_reserved_host() {
    let corpus = Corpus::shipped(now()).unwrap();
    assert_eq!(corpus.documents.len(), 106);
    assert!(corpus.documents.iter().all(|document| document.host().is_some_and(|host| host.ends_with(".example"))));
}
