//! Runs, from the submission to the answers.

use answerdeck_client::api::{
    AnswerCountRequest, AnswerFilter, AnswerScope, AnswerStatus, FanoutFilter, FanoutInclude, ModelCode,
    PromptBulkCreate, PromptCreate, PromptSetCreate, RunStatus, RunSubmit, SourceDomainFilter, SourceUrlFilter,
    TokenFilter, TokenNeighborFilter, TokenNeighborInclude,
};
use futures_util::TryStreamExt;

use crate::test_server::TestServer;

#[tokio::test]
async fn a_run_is_watched_until_it_finishes_and_its_answers_are_read() {
    let (_server, client) = TestServer::start_with_client();
    let set = PromptSetCreate { name: "이어폰".to_owned(), description: None };
    let set = client.prompt_sets().create(&set).await.unwrap();
    let prompts = ["노이즈 캔슬링이 좋은 무선 이어폰은?", "Which wireless earbuds have the best battery?"]
        .map(|content| PromptCreate { content: content.to_owned(), prompt_set_id: set.clone() });
    client.prompts().create_many(&PromptBulkCreate { prompts: prompts.into() }).await.unwrap();

    let submit = RunSubmit {
        prompt_set_id: Some(set),
        models: vec![ModelCode::Chatgpt, ModelCode::Claude],
        ..RunSubmit::default()
    };
    let id = client.runs().submit(&submit).await.unwrap();
    let states: Vec<_> = client.runs().watch(id.clone()).try_collect().await.unwrap();
    let last = states.last().unwrap();
    assert_eq!((&last.status, last.total_count, last.finished_count), (&RunStatus::Finished, 4, 4));
    assert!(states[..states.len() - 1].iter().all(|state| state.status == RunStatus::Running));

    // A finished run is not stopped.
    let stopped = client.runs().stop(&id).await.unwrap();
    assert_eq!((&stopped.id, &stopped.status, &stopped.stopped_at), (&id, &RunStatus::Finished, &None));

    let scope = AnswerScope { run_id: Some(id), ..AnswerScope::default() };
    let search_terms = vec!["이어폰".to_owned(), "EARBUDS, 없는 말".to_owned()];
    let found = client.answers().count(&AnswerCountRequest { search_terms, ..scope.clone().into() }).await.unwrap();
    assert!((1..=4).contains(&found), "{found}");
    let invalid = AnswerCountRequest { search_terms: vec![" ".to_owned()], ..scope.clone().into() };
    assert!(client.answers().count(&invalid).await.unwrap_err().is_validation());

    let filter = AnswerFilter::from(scope.clone());
    let answers: Vec<_> = client.answers().list(filter).limit(3).into_stream().try_collect().await.unwrap();
    assert_eq!(answers.len(), 4);
    let answer =
        answers.iter().find(|answer| answer.status == AnswerStatus::Success).expect("at least one answer must succeed");
    assert!(!answer.sources.is_empty() && !answer.fanouts.is_empty(), "{answer:?}");
    assert_eq!(client.answers().get(&answer.id).await.unwrap(), *answer);
    assert!(!client.answers().markdown(&answer.id).await.unwrap().is_empty());

    let statistics = client.statistics();
    let domains = statistics.source_domains(&SourceDomainFilter::from(scope.clone())).await.unwrap();
    let citations: usize = answers.iter().map(|answer| answer.sources.len()).sum();
    assert_eq!((domains.total_citations, domains.total_domains.unwrap() >= 1), (citations as u64, true));
    let domain = &domains.domains[0];
    let domain_filter =
        SourceUrlFilter { domain: Some(domain.domain.clone()), limit: Some(100), ..scope.clone().into() };
    let urls = statistics.source_urls(&domain_filter).await.unwrap();
    assert_eq!(urls.total_citations, domain.citation_count);
    assert_eq!(urls.urls.iter().map(|url| url.citation_count).sum::<u64>(), domain.citation_count);
    let include = vec![FanoutInclude::Models, FanoutInclude::Regions];
    let fanouts = statistics.fanouts(&FanoutFilter { include, ..scope.into() }).await.unwrap();
    let first = &fanouts.fanouts[0];
    assert!(first.fanout_count <= fanouts.total_fanouts && !first.models.as_ref().unwrap().is_empty());
    assert_eq!(first.regions.as_deref(), Some(&["KR".to_owned()][..]));
    let plain = statistics.fanouts(&FanoutFilter { limit: Some(1), ..FanoutFilter::default() }).await.unwrap();
    assert_eq!((plain.fanouts.len(), &plain.fanouts[0].models), (1, &None));
    let tokens = statistics.tokens(&TokenFilter { limit: Some(3), ..TokenFilter::default() }).await.unwrap().tokens;
    assert_eq!(tokens.len(), 3);
    let words = vec![tokens[0].token.clone(), tokens[1].token.clone()];
    let include = vec![TokenNeighborInclude::TotalAnswerCount];
    let filter = TokenNeighborFilter { words: words.clone(), include, ..TokenNeighborFilter::default() };
    let ranking = statistics.token_neighbors(&filter).await.unwrap();
    assert_eq!(ranking.words, words);
    let neighbor = ranking
        .neighbors
        .iter()
        .find(|neighbor| neighbor.token == tokens[2].token)
        .expect("the third token must be a neighbor");
    assert_eq!(neighbor.total_answer_count, Some(tokens[2].answer_count));
    let invalid = TokenNeighborFilter { words: vec![" ".to_owned()], ..TokenNeighborFilter::default() };
    assert!(statistics.token_neighbors(&invalid).await.unwrap_err().is_validation());
    let too_many = SourceDomainFilter { limit: Some(101), ..SourceDomainFilter::default() };
    assert!(statistics.source_domains(&too_many).await.unwrap_err().is_validation());

    let balance = client.credits().balance().await.unwrap().balance;
    assert_eq!(balance, 1_000.0, "stand-ins cost nothing");
}

#[tokio::test]
async fn a_run_accepts_every_listed_model() {
    let (_server, client) = TestServer::start_with_client();
    let set = PromptSetCreate { name: "a".to_owned(), description: None };
    let set = client.prompt_sets().create(&set).await.unwrap();
    let prompt = PromptCreate { content: "러닝화 추천".to_owned(), prompt_set_id: set };
    let prompt = client.prompts().create(&prompt).await.unwrap();
    let models: Vec<_> = client.models().list().await.unwrap().into_iter().map(|model| model.code).collect();
    assert!(!models.is_empty());
    let submit = RunSubmit { prompt_ids: Some(vec![prompt]), models, ..RunSubmit::default() };
    client.runs().submit(&submit).await.unwrap();
    let page = client.runs().list().limit(1).next_page().await.unwrap().unwrap();
    assert_eq!((page.items.len(), page.items[0].answers.is_none()), (1, true));
}
