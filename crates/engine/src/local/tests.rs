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
        let mut answer = engines.of(&PROFILES[0].model).unwrap().answer(&question);
        assert!((&mut answer).now_or_never().is_none(), "it waits for the thread");
        release.send(()).unwrap();
        other.await.unwrap().unwrap();
        assert_eq!(answer.await.unwrap(), ask(0, PROMPTS[0], 0));
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
    for prompt in ["Hearing aid subsidy eligibility?", "콤부차 스코비 보관법?", "Snowshoe rental Hokkaido?"] {
        for (model, profile) in PROFILES.iter().enumerate() {
            assert_eq!(ask(model, prompt, 0), None, "{prompt}, {}", profile.name);
        }
    }
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
        assert_eq!(reply.content.starts_with("관련 문서"), is_korean, "{}", reply.content);
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
fn the_same_question_has_the_same_answer() {
    let reply = || ask(2, "Which wireless earbuds fit small ears?", 7);
    assert_eq!(reply(), reply());
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
    let error = Corpus::from_folder(folder.path(), now()).unwrap_err().to_string();
    assert!(error.contains("bad.md: does not begin with front matter"), "{error}");
    let missing = Corpus::from_folder(&folder.path().join("none"), now()).unwrap_err().to_string();
    assert!(missing.contains("none"), "{missing}");
}

#[test]
fn every_shipped_document_is_valid_and_on_a_reserved_host() {
    let corpus = Corpus::shipped(now()).unwrap();
    assert_eq!(corpus.documents.len(), 88);
    assert!(corpus.documents.iter().all(|document| document.host().is_some_and(|host| host.ends_with(".example"))));
}
