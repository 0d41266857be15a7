//! Every prompt of the demo gets the expected kind of answer from the corpus.

use answerdeck_api::ModelCode;
use answerdeck_engine::corpus::Corpus;
use answerdeck_engine::{AskOutcome, EngineRequest, Engines, FailureClass, Reply, stand_in};
use jiff::Timestamp;
use serde::Deserialize;

/// The prompts that ask how to do something. No model derives searches from them.
const INSTRUCTIONS: [&str; 1] = ["무선 이어폰 청소는 어떻게 해?"];

#[derive(Deserialize)]
struct Demo {
    prompt_sets: Vec<DemoPromptSet>,
}

#[derive(Deserialize)]
struct DemoPromptSet {
    prompts: Vec<String>,
}

fn prompts() -> Vec<String> {
    let demo: Demo = toml::from_str(include_str!("../../src/demo.toml")).unwrap();
    demo.prompt_sets.into_iter().flat_map(|set| set.prompts).collect()
}

fn now() -> Timestamp {
    "2026-11-20T09:00:00Z".parse().unwrap()
}

fn engines() -> Engines {
    stand_in::engines(Corpus::shipped(now()).unwrap())
}

async fn ask(engines: &Engines, model: &ModelCode, prompt: &str) -> Option<Reply> {
    let question = EngineRequest { query: prompt.to_owned(), region: "KR".to_owned(), asked_at: now() };
    match engines.of(model).unwrap().engine.ask(&question).await {
        Ok(AskOutcome::Answered(reply)) => Some(reply),
        Ok(AskOutcome::Accepted(task)) => panic!("{task:?}"),
        Err(failure) => {
            assert_eq!(failure.class, FailureClass::NoDocument);
            None
        }
    }
}

#[tokio::test]
async fn every_model_answers_all_prompts_but_three() {
    let engines = engines();
    for model in engines.models() {
        let mut unanswered = Vec::new();
        for prompt in prompts() {
            if ask(&engines, &model.code, &prompt).await.is_none() {
                unanswered.push(prompt);
            }
        }
        let expected =
            ["Hearing aid subsidy eligibility?", "스노클링 장비 대여료 시세?", "Vinyl turntable needle alignment?"];
        assert_eq!(unanswered, expected, "{}", model.name);
    }
}

#[tokio::test]
async fn every_answer_links_its_sources_in_the_language_of_the_prompt() {
    let engines = engines();
    for prompt in prompts() {
        for model in engines.models() {
            let Some(reply) = ask(&engines, &model.code, &prompt).await else { continue };
            for (index, source) in reply.sources.iter().enumerate() {
                let link = format!("[[{}]]({})", index + 1, source.url);
                assert!(reply.content.contains(&link), "{link} in {}", reply.content);
            }
            assert!(!reply.content.contains(&format!("[[{}]]", reply.sources.len() + 1)), "{}", reply.content);
            assert_eq!(reply.fanouts.is_empty(), INSTRUCTIONS.contains(&prompt.as_str()), "{prompt}");
            let is_korean = prompt.chars().any(answerdeck_words::is_hangul);
            assert_eq!(reply.content.chars().any(answerdeck_words::is_hangul), is_korean, "{}", reply.content);
        }
    }
}
