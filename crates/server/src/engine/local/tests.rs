use super::corpus::{Corpus, CorpusError};
use super::*;
use jiff::{SignedDuration, Timestamp};

fn now() -> Timestamp {
    "2026-11-20T09:00:00Z".parse().unwrap()
}

fn ask(model: usize, query: &str, days_ago: i64) -> Option<Reply> {
    static CORPUS: std::sync::OnceLock<Arc<Corpus>> = std::sync::OnceLock::new();
    let corpus = CORPUS.get_or_init(|| Arc::new(Corpus::shipped(now()).unwrap())).clone();
    let asked_at = now() - SignedDuration::from_hours(24 * days_ago);
    let question = Question { query: query.to_owned(), region: "KR".to_owned(), asked_at };
    LocalEngine { corpus, profile: &PROFILES[model] }.answer(&question)
}

fn demo_prompts() -> Vec<String> {
    #[derive(serde::Deserialize)]
    struct Demo {
        prompt_sets: Vec<Set>,
    }
    #[derive(serde::Deserialize)]
    struct Set {
        prompts: Vec<String>,
    }
    let demo: Demo = toml::from_str(include_str!("../../../corpus/demo.toml")).unwrap();
    demo.prompt_sets.into_iter().flat_map(|set| set.prompts).collect()
}

#[test]
fn three_prompts_of_the_demo_find_nothing_and_every_model_answers_the_others() {
    for (model, profile) in PROFILES.iter().enumerate() {
        let silent: Vec<_> = demo_prompts().into_iter().filter(|prompt| ask(model, prompt, 0).is_none()).collect();
        assert_eq!(
            silent,
            ["Hearing aid subsidy eligibility?", "콤부차 스코비 보관법?", "Snowshoe rental Hokkaido?"],
            "{}",
            profile.name
        );
    }
}

#[test]
fn an_answer_cites_what_it_quotes_and_nothing_else() {
    for prompt in demo_prompts() {
        for (model, profile) in PROFILES.iter().enumerate() {
            let Some(reply) = ask(model, &prompt, 0) else { continue };
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
    for prompt in demo_prompts() {
        if let Some(reply) = ask(0, &prompt, 0) {
            let korean = prompt.chars().any(answerdeck_words::is_hangul);
            assert_eq!(reply.content.starts_with("관련 문서"), korean, "{}", reply.content);
        }
    }
}

#[test]
fn nothing_is_known_before_it_was_published() {
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
fn models_answer_differently() {
    let answers: std::collections::HashSet<_> = (0..PROFILES.len())
        .map(|model| ask(model, "Which wireless earbuds fit small ears?", 0).unwrap().content)
        .collect();
    assert_eq!(answers.len(), PROFILES.len());
}

#[test]
fn a_folder_without_documents_or_with_a_bad_one_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("README.md"), "no document").unwrap();
    assert!(matches!(Corpus::folder(folder.path(), now()), Err(CorpusError::Empty(_))));
    std::fs::write(folder.path().join("bad.md"), "# Bad").unwrap();
    let error = Corpus::folder(folder.path(), now()).unwrap_err().to_string();
    assert!(error.contains("bad.md: does not begin with front matter"), "{error}");
    let missing = Corpus::folder(&folder.path().join("none"), now()).unwrap_err().to_string();
    assert!(missing.contains("none"), "{missing}");
}

#[test]
fn every_shipped_document_is_read_and_on_a_reserved_host() {
    let corpus = Corpus::shipped(now()).unwrap();
    assert_eq!(corpus.documents.len(), 88);
    assert!(corpus.documents.iter().all(|document| document.host().is_some_and(|host| host.ends_with(".example"))));
}
