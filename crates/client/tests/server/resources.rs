//! The operations of every resource.

use answerdeck_client::api::{
    BrandCreate, BrandUpdate, DomainType, DomainTypeAssignment, Frequency, ModelCode, NounTag, PromptCreate,
    PromptSetCreate, PromptSetUpdate, PromptUpdate, ProperNounRequest, RecurrenceRequest, RunSubmit, SavedViewCreate,
    SavedViewUpdate, ScheduleCreate, ScheduleEntryFilter, ScheduleEstimateRequest, ScheduleUpdate, WordLanguage,
};
use futures_util::TryStreamExt;

use crate::test_server::TestServer;

#[tokio::test]
async fn a_prompt_set_is_created_updated_and_deleted() {
    let (_server, client) = TestServer::start_with_client();
    let sets = client.prompt_sets();
    let create = PromptSetCreate { name: "커피 머신".to_owned(), description: Some("집에서".to_owned()) };
    let id = sets.create(&create).await.unwrap();

    let update = PromptSetUpdate { name: None, description: Some(None) };
    let updated = sets.update(&id, &update).await.unwrap();
    assert_eq!((updated.name.as_str(), updated.description), ("커피 머신", None));

    let prompt = PromptCreate { content: "어떤 커피 머신이 좋아요?".to_owned(), prompt_set_id: id.clone() };
    client.prompts().create(&prompt).await.unwrap();
    assert_eq!(sets.get(&id).await.unwrap().prompt_count, Some(1));

    sets.delete(&id).await.unwrap();
    assert!(sets.get(&id).await.unwrap_err().is_not_found());
}

#[tokio::test]
async fn a_prompt_is_created_updated_and_deleted() {
    let (_server, client) = TestServer::start_with_client();
    let set = client.prompt_sets().create(&PromptSetCreate { name: "a".to_owned(), description: None }).await.unwrap();
    let prompts = client.prompts();
    let id = prompts.create(&PromptCreate { content: "one".to_owned(), prompt_set_id: set }).await.unwrap();
    let update = PromptUpdate { content: Some("two".to_owned()) };
    assert_eq!(prompts.update(&id, &update).await.unwrap().content, "two");
    assert_eq!(prompts.get(&id).await.unwrap().answer_count, Some(0));
    prompts.delete(&id).await.unwrap();
    assert!(prompts.get(&id).await.unwrap_err().is_not_found());
}

#[tokio::test]
async fn a_schedule_is_estimated_created_paused_and_deleted() {
    let (_server, client) = TestServer::start_with_client();
    let set = client.prompt_sets().create(&PromptSetCreate { name: "a".to_owned(), description: None }).await.unwrap();
    client.prompts().create(&PromptCreate { content: "one".to_owned(), prompt_set_id: set.clone() }).await.unwrap();
    let schedules = client.schedules();
    let run = RunSubmit { prompt_set_id: Some(set), models: vec![ModelCode::Claude], ..RunSubmit::default() };
    let recurrence = RecurrenceRequest {
        frequency: Frequency::Daily,
        time: "09:00".to_owned(),
        time_zone: "Asia/Seoul".to_owned(),
        ..RecurrenceRequest::default()
    };
    let request =
        ScheduleEstimateRequest { name: None, run: run.clone(), recurrence: recurrence.clone(), monthly_budget: None };
    let estimate = schedules.estimate(&request).await.unwrap();
    // Answers of stand-ins cost nothing.
    assert_eq!((estimate.item_count, estimate.credits_per_week, estimate.due_times.len()), (1, 0.0, 3));
    let create = ScheduleCreate { name: "매일".to_owned(), run, recurrence, monthly_budget: Some(40) };
    let id = schedules.create(&create).await.unwrap();
    let update = ScheduleUpdate { paused: Some(true), monthly_budget: Some(None), ..ScheduleUpdate::default() };
    let paused = schedules.update(&id, &update).await.unwrap();
    assert_eq!((paused.next_due_at, paused.monthly_budget), (None, None));
    let listed: Vec<_> = schedules.list().into_stream().try_collect().await.unwrap();
    assert_eq!((listed[0].name.as_str(), listed[0].paused), ("매일", true));
    let entries: Vec<_> = schedules.entries(ScheduleEntryFilter::default()).into_stream().try_collect().await.unwrap();
    assert_eq!(entries, []);
    schedules.delete(&id).await.unwrap();
    assert!(schedules.get(&id).await.unwrap_err().is_not_found());
}

#[tokio::test]
async fn a_type_is_assigned_to_a_domain() {
    let (_server, client) = TestServer::start_with_client();
    let types = client.domain_types();
    let news = DomainTypeAssignment { domain: "News.example".to_owned(), domain_type: Some(DomainType::News) };
    let typed = types.assign(&news).await.unwrap();
    assert_eq!(typed.domain, "news.example");
    assert_eq!(types.list().await.unwrap().domains, [typed]);
    let typed = types.assign(&DomainTypeAssignment { domain_type: None, ..news }).await.unwrap();
    assert_eq!((typed.domain_type, types.list().await.unwrap().domains.len()), (None, 0));
    let below = DomainTypeAssignment { domain: "shop.news.example".to_owned(), domain_type: None };
    assert!(types.assign(&below).await.unwrap_err().is_validation());
}

#[tokio::test]
async fn a_view_is_saved_renamed_and_deleted() {
    let (_server, client) = TestServer::start_with_client();
    let views = client.saved_views();
    let create = SavedViewCreate { name: "주간".to_owned(), address: "/overview?model=CHATGPT".to_owned() };
    let id = views.create(&create).await.unwrap();
    let renamed = views.update(&id, &SavedViewUpdate { name: Some("월간".to_owned()) }).await.unwrap();
    assert_eq!((renamed.name.as_str(), &renamed.address), ("월간", &create.address));
    assert_eq!(views.list().await.unwrap().saved_views, [renamed]);
    views.delete(&id).await.unwrap();
    assert!(views.delete(&id).await.unwrap_err().is_not_found());
    let elsewhere = SavedViewCreate { address: "//evil.example".to_owned(), ..create };
    assert!(views.create(&elsewhere).await.unwrap_err().is_validation());
}

#[tokio::test]
async fn a_brand_is_created_listed_updated_and_deleted() {
    let (_server, client) = TestServer::start_with_client();
    let brands = client.brands();
    let create = BrandCreate {
        name: "누리오".to_owned(),
        description: Some("이어폰".to_owned()),
        synonyms: vec!["Nurio".to_owned()],
        case_sensitive: true,
        excluded_phrases: vec!["Nurio island".to_owned()],
        websites: vec!["https://nurio.example".to_owned()],
        is_own: true,
    };
    let id = brands.create(&create).await.unwrap();
    let other = BrandCreate { name: "타브린".to_owned(), synonyms: Vec::new(), is_own: false, ..create.clone() };
    brands.create(&other).await.unwrap();
    let names: Vec<String> =
        brands.list().limit(1).into_stream().map_ok(|brand| brand.name).try_collect().await.unwrap();
    assert_eq!(names, ["타브린", "누리오"]);

    let update = BrandUpdate {
        description: Some(None),
        synonyms: Some(Vec::new()),
        case_sensitive: Some(false),
        ..BrandUpdate::default()
    };
    let updated = brands.update(&id, &update).await.unwrap();
    assert_eq!((updated.description.as_deref(), updated.synonyms.len()), (None, 0));
    assert_eq!((updated.case_sensitive, updated.excluded_phrases.clone()), (false, create.excluded_phrases.clone()));
    assert_eq!((updated.name.as_str(), &updated.websites, updated.is_own), ("누리오", &create.websites, true));
    assert_eq!(brands.get(&id).await.unwrap(), updated);

    let invalid = BrandCreate { websites: vec!["nurio.example".to_owned()], ..create };
    assert!(brands.create(&invalid).await.unwrap_err().is_validation());

    brands.delete(&id).await.unwrap();
    assert!(brands.get(&id).await.unwrap_err().is_not_found());
}

#[tokio::test]
async fn the_organization_its_balance_and_the_regions_are_read() {
    let (_server, client) = TestServer::start_with_client();
    let organization = client.organization().get().await.unwrap();
    assert_eq!((organization.name.as_str(), organization.region.as_str()), ("Test", "KR"));
    assert_eq!(client.credits().balance().await.unwrap().balance, 1_000.0);
    assert!(client.regions().list().await.unwrap().iter().any(|region| region.code == "KR"));
}

#[tokio::test]
async fn proper_nouns_returns_the_nouns_of_a_text() {
    let (_server, client) = TestServer::start_with_client();
    let request = ProperNounRequest { text: "착용감은 AirPods보다".to_owned(), lang: None };
    let nouns = client.words().proper_nouns(&request).await.unwrap();
    assert_eq!(
        (nouns[0].word.as_str(), &nouns[0].lang, &nouns[0].tag),
        ("AirPods", &WordLanguage::English, &NounTag::Proper)
    );
    assert_eq!((nouns[1].word.as_str(), &nouns[1].lang, nouns[1].frequency), ("착용감", &WordLanguage::Korean, 1));
    let error = client.words().proper_nouns(&ProperNounRequest::default()).await.unwrap_err();
    assert!(error.is_validation());
}
