//! Every operation against a server that sends anything.

use std::collections::BTreeSet;
use std::str::FromStr;

use answerdeck_api::metrics::BrandPreviewRequest;
use answerdeck_api::{
    BrandCreate, EventType, IdError, Operation, PromptBulkCreate, PromptCreate, PromptSetCreate, ProperNounRequest,
    SiteKeywordAnalysisSubmit, WebhookCreate, operation,
};
use futures_core::future::LocalBoxFuture;
use futures_util::{FutureExt, Stream, StreamExt};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::client::Client;
use crate::error::Error;
use crate::tests::client;
use crate::tests::damage::{any_damage, configuration};
use crate::transport::Response;
use crate::transport::fake::FakeTransport;

const ID: &str = "rrrrrrrrrrrrrrrrrrrrrr";

fn id<T: FromStr<Err = IdError>>() -> T {
    ID.parse().unwrap()
}

macro_rules! calls {
    ($($call:expr),+ $(,)?) => {
        vec![$( async move { $call.await.err() }.boxed_local() ),+]
    };
}

/// Returns one call of each operation.
fn every_call(client: &Client) -> Vec<LocalBoxFuture<'_, Option<Error>>> {
    let text = || "t".to_owned();
    let new_prompt = PromptCreate { content: text(), prompt_set_id: id() };
    let new_prompts = PromptBulkCreate { prompts: vec![new_prompt.clone()] };
    let new_set = PromptSetCreate { name: text(), description: None };
    let new_brand = BrandCreate {
        name: text(),
        description: None,
        synonyms: Vec::new(),
        case_sensitive: false,
        excluded_phrases: Vec::new(),
        websites: Vec::new(),
        is_own: false,
    };
    let site = SiteKeywordAnalysisSubmit { url: "https://a.example".to_owned(), ..Default::default() };
    let preview = BrandPreviewRequest {
        brand_id: None,
        names: vec![text()],
        case_sensitive: false,
        excluded_phrases: Vec::new(),
    };
    let webhook = WebhookCreate {
        url: "https://a.example".to_owned(),
        format: None,
        language: None,
        event_types: vec![EventType::RunFinished],
    };
    let nouns = ProperNounRequest { text: text(), lang: None };
    calls![
        client.prompt_sets().create(&new_set),
        first_error(client.prompt_sets().list().into_stream()),
        client.prompt_sets().get(&id()),
        client.prompt_sets().update(&id(), &Default::default()),
        client.prompt_sets().delete(&id()),
        client.prompts().create(&new_prompt),
        client.prompts().create_many(&new_prompts),
        first_error(client.prompts().list(Default::default()).into_stream()),
        client.prompts().get(&id()),
        client.prompts().update(&id(), &Default::default()),
        client.prompts().delete(&id()),
        client.runs().submit(&Default::default()),
        first_error(client.runs().list().into_stream()),
        first_error(client.runs().watch(id())),
        client.runs().get(&id()),
        client.runs().stop(&id()),
        client.schedules().estimate(&Default::default()),
        client.schedules().create(&Default::default()),
        first_error(client.schedules().list().into_stream()),
        client.schedules().get(&id()),
        client.schedules().update(&id(), &Default::default()),
        client.schedules().delete(&id()),
        first_error(client.schedules().entries(Default::default()).into_stream()),
        first_error(client.answers().list(Default::default()).into_stream()),
        client.answers().count(&Default::default()),
        client.answers().get(&id()),
        client.answers().markdown(&id()),
        client.brands().create(&new_brand),
        first_error(client.brands().list().into_stream()),
        client.brands().get(&id()),
        client.brands().update(&id(), &Default::default()),
        client.brands().delete(&id()),
        client.statistics().source_domains(&Default::default()),
        client.statistics().source_urls(&Default::default()),
        client.statistics().fanouts(&Default::default()),
        client.statistics().tokens(&Default::default()),
        client.statistics().token_neighbors(&Default::default()),
        client.metrics().brands(&Default::default()),
        client.metrics().prompts(&Default::default()),
        client.metrics().movements(&Default::default()),
        client.metrics().leads(&Default::default()),
        client.metrics().source_trend(&Default::default()),
        client.metrics().source_changes(&Default::default()),
        client.metrics().source_influence(&Default::default()),
        client.metrics().unnamed_searches(&Default::default()),
        client.metrics().prompts_without_search(&Default::default()),
        client.metrics().answers(&Default::default()),
        client.metrics().answer_texts(&Default::default()),
        client.metrics().mentions(&Default::default()),
        client.metrics().highlights(&Default::default()),
        client.metrics().next_steps(&Default::default()),
        client.metrics().update_next_step(&id(), &Default::default()),
        client.metrics().unasked_keywords(&Default::default()),
        client.metrics().preview_brand(&preview),
        first_error(client.alerts().list(Default::default()).into_stream()),
        client.alerts().update(&id(), &Default::default()),
        client.alert_rules().create(&Default::default()),
        client.alert_rules().list(),
        client.alert_rules().update(&id(), &Default::default()),
        client.alert_rules().delete(&id()),
        client.alert_rules().try_out(&Default::default()),
        first_error(client.digests().list().into_stream()),
        client.digests().get(&id()),
        client.digests().settings(),
        client.digests().update_settings(&Default::default()),
        client.models().list(),
        client.regions().list(),
        client.words().proper_nouns(&nouns),
        client.organization().get(),
        client.credits().balance(),
        client.keywords().google_metrics(&Default::default()),
        client.keywords().google_suggestions(&Default::default()),
        client.keywords().google_related(&Default::default()),
        client.keywords().naver_metrics(&Default::default()),
        client.keywords().naver_suggestions(&Default::default()),
        client.keywords().naver_related(&Default::default()),
        client.keywords().naver_trends(&Default::default()),
        client.site_keyword_analyses().submit(&site),
        client.domain_types().list(),
        client.domain_types().assign(&Default::default()),
        client.saved_views().list(),
        client.saved_views().create(&Default::default()),
        client.saved_views().update(&id(), &Default::default()),
        client.saved_views().delete(&id()),
        first_error(client.webhooks().list().into_stream()),
        client.webhooks().create(&webhook),
        client.webhooks().update(&id(), &Default::default()),
        client.webhooks().delete(&id()),
        client.webhooks().rotate_secret(&id()),
        client.webhooks().test(&id()),
        first_error(client.webhooks().deliveries(Default::default()).into_stream()),
        client.webhooks().resend(&id()),
        client.site_keyword_analyses().get(&id()),
        first_error(client.site_keyword_analyses().watch(id())),
    ]
}

/// Reads three items and returns the first error.
async fn first_error<T>(items: impl Stream<Item = Result<T, Error>>) -> Result<(), Error> {
    let items: Vec<_> = items.take(3).collect().await;
    items.into_iter().find_map(Result::err).map_or(Ok(()), Err)
}

/// Returns an object that has every field of every response.
fn every_field() -> Value {
    let month = json!({ "year": 2026, "month": 1, "searchVolume": 3, "ratio": 0.5, "searchVolumeTotal": 3 });
    let metrics = json!({
        "cpc": 0.5, "keywordDifficulty": 3, "monthlySearches": [month], "searchIntent": "informational",
        "searchVolume": 3, "searchVolumeTrend": { "monthly": 1, "quarterly": -0.5, "yearly": null },
        "adDepth": 3, "avgCTRMobile": 0.5, "avgCTRPC": 0.5, "avgClickMobile": 0.5, "avgClickPC": 0.5,
        "competition": "높음", "mobileBelowThreshold": true, "pcBelowThreshold": false, "searchVolumeMobile": 3,
        "searchVolumePC": 3, "searchVolumeTotal": 6,
    });
    let keyword = json!({ "keyword": "k", "metrics": metrics, "trend": { "points": [month], "anchor": month } });
    let mut item = json!({
        "id": ID, "name": "n", "description": null, "createdAt": "2026-11-20T00:00:00Z", "promptCount": 3,
        "content": "c", "promptSetID": ID, "answerCount": 3, "status": "RUNNING", "totalCount": 9,
        "finishedCount": 3, "successCount": 2, "failedCount": 1, "runningCount": 6, "credits": 1.5, "model": "CLAUDE",
        "promptID": ID, "promptDeleted": true, "region": "KR", "query": "q", "runID": ID, "markdownURL": "u", "url": "https://a.example",
        "title": "t", "domain": "a.example", "synonyms": ["s"], "caseSensitive": true, "excludedPhrases": ["s t"], "websites": ["https://a.example"], "isOwn": true, "code": "KR",
        "maxPages": 10, "totalPages": 3, "processedPages": 1, "error": "e", "keyword": "k", "sourceURLCount": 3,
    });
    let evidence = json!({ "answers": 0, "of": 3 });
    let step =
        json!({ "id": ID, "kind": "LOST_PAGE", "subject": "u", "size": 3, "evidence": evidence, "state": "OPEN" });
    let more = json!({
        "contexts": ["x"], "countryCode": "KR", "languageCode": "ko", "metrics": metrics, "balance": 0.5,
        "count": 3, "citationCount": 3, "latestCreatedAt": "2026-11-20T00:00:00Z", "fanoutCount": 3,
        "totalCitations": 3, "totalDomains": 3, "totalFanouts": 3, "token": "t", "totalAnswerCount": 3,
        "word": "w", "lang": "ko", "tag": "NNP", "frequency": 3, "message": "m", "details": ["d"],
        "words": ["w"], "ids": [ID], "regions": ["KR"], "fanouts": ["f"], "sources": [{ "url": "u" }],
        "keywords": [{ "keyword": "k", "sourceURLCount": 3 }], "nextCursor": null,
        "totalSteps": 3, "steps": [step], "state": "OPEN", "domainType": { "type": "NEWS", "origin": "LIST" },
    });
    if let Value::Object(item) = &mut item {
        for more in [more, every_field_of_schedules_and_alerts(), every_field_of_metrics()] {
            item.extend(more.as_object().cloned().unwrap_or_default());
        }
    }
    let lists = "answers brands domains entries items models neighbors promptSets prompts \
                 properNouns relatedKeywords runs schedules suggestedKeywords tokens urls";
    let mut entry = item.clone();
    entry["brands"] = json!([]);
    for list in lists.split(' ') {
        item[list] = json!([entry]);
    }
    item["answers"][0]["before"] = json!("b");
    item["answers"][0]["after"] = json!("a");
    item["answers"][0]["answerID"] = json!(ID);
    // Those of a brand are a number.
    item["brands"][0]["mentions"] = json!(3);
    item["brands"][0]["brand"] = json!({ "id": ID, "name": "n" });
    item["brands"][0]["position"] = json!(1);
    // The answers of a prompt are a number, and what it had before is a rate.
    item["prompts"][0]["answers"] = json!(3);
    item["prompts"][0]["before"] = json!({ "numerator": 1, "value": 0.5 });
    item["prompts"][0]["models"] = json!([]);
    for list in ["items", "suggestedKeywords", "relatedKeywords"] {
        item[list] = json!([keyword]);
    }
    item
}

/// Returns the fields of the responses about schedules, alerts, digests and webhooks.
fn every_field_of_schedules_and_alerts() -> Value {
    let sample = json!({ "answers": 3, "prompts": 2, "tier": "EXPLORATORY" });
    json!({
        "finding": { "kind": "MOVED" }, "alerts": [], "rules": [], "days": 84, "fired": [], "metric": "SOURCE_SHARE", "direction": "FALL",
        "windowDays": 7, "run": { "id": ID }, "recurrence": {}, "scheduleID": ID, "secret": "s", "webhookID": ID,
        "findings": { "coverage": { "answers": 3, "counted": 3 }, "sample": sample, "sampleBefore": sample }, "digests": [],
        "webhooks": [{ "id": ID, "url": "u" }], "deliveries": [{ "id": ID, "webhookID": ID }],
        "savedViews": [{ "id": ID, "name": "n", "address": "/runs" }], "address": "/runs",
    })
}

/// Returns the fields of the responses of metrics.
fn every_field_of_metrics() -> Value {
    let sample = json!({ "answers": 3, "prompts": 2, "tier": "EXPLORATORY" });
    let rate = json!({ "numerator": 1, "value": 0.5, "interval": { "lower": 0.1, "upper": 0.9 } });
    let brand = json!({ "id": ID, "name": "n" });
    let group = json!({
        "sample": sample, "naming": sample, "namings": 3, "citing": sample, "citations": 3, "ownedCitations": 1,
        "repetitionPairs": 0, "brands": [], "prompts": 3, "answers": 3, "mentionRate": rate, "behind": 1,
    });
    let point = json!({
        "day": "2026-11-16", "sample": sample, "naming": sample, "namings": 3, "citing": 1, "citations": 3,
        "ownedCitations": 1, "brands": [], "domains": [1],
    });
    let side = json!({ "sample": sample, "comparable": sample });
    let source = json!({
        "url": "u", "source": "s", "citationCount": 3, "answerCount": 1, "citing": sample, "others": sample,
        "mentionRateCiting": rate, "mentionRateOthers": rate, "gap": 1, "significant": true,
    });
    let lead = json!({
        "brand": brand, "isAhead": true, "since": "2026-11-16", "points": 1, "isSinceTheBeginning": false, "answers": 3,
        "mentionRate": rate, "otherMentionRate": rate, "significant": false,
    });
    let comparison = json!({
        "before": side, "after": side, "tier": "DIRECTIONAL", "changes": [], "totalMovements": 0, "movements": [],
    });
    let coverage = json!({ "answers": 3, "counted": 3 });
    json!({
        "movements": { "coverage": coverage, "comparison": comparison },
        "unnamedSearches": { "coverage": coverage, "totalSearches": 3, "totalUnnamed": 1, "searches": [] },
        "sourceDomains": { "domains": [], "totalCitations": 3, "totalDomains": 3, "totalAnswers": 3 },
        "coverage": coverage, "totalBrands": 1, "all": group, "group": group,
        "series": { "points": [point] }, "points": [point], "totalPrompts": 3, "mentionRate": rate, "gap": 1,
        "comparison": comparison,
        "rivals": [brand],
        "leads": [lead],
        "sample": sample, "before": group, "after": side, "totalNew": 1, "new": [source], "totalLost": 1, "lost": [source],
        "sources": [source], "totalSearches": 3, "totalUnnamed": 1, "searches": [{ "query": "q", "answerCount": 1 }],
        "totalWithoutSearch": 1, "totalAnswers": 3, "searched": 3,
        "answer": { "id": ID, "promptID": ID, "query": "q", "model": "CLAUDE", "region": "KR", "createdAt": "t", "brands": [] },
        "phrase": "p", "mentions": [{ "brand": 0, "start": 1, "end": 3 }], "added": 1,
        "examples": [{ "answerID": ID, "before": "b", "name": "n", "after": "a" }],
    })
}

/// Gives every operation the same response. Returns the errors, and the network with the requests.
fn respond(response: Response) -> (Vec<Error>, FakeTransport) {
    let fake = FakeTransport::new(move |_, _| Ok(response.clone()));
    let client = client(&fake);
    let errors = every_call(&client).into_iter().filter_map(|call| fake.run(call)).collect();
    (errors, fake.clone())
}

#[test]
fn the_calls_of_these_tests_cover_every_operation() {
    let (_, fake) = respond(Response { status: 400, ..Response::default() });
    let sent: BTreeSet<_> =
        fake.sent().iter().map(|(_, request)| (request.method.as_str(), request.url.clone())).collect();
    let url = |operation: &Operation| {
        format!("https://platform.example/api{}", Operation::expand_path(operation.path, &[ID]))
    };
    let without_query = |url: &str| url.split('?').next().unwrap_or_default().to_owned();
    let sent: BTreeSet<_> = sent.iter().map(|(method, url)| (*method, without_query(url))).collect();
    let table: BTreeSet<_> =
        operation::ALL.iter().map(|operation| (operation.method.as_str(), url(operation))).collect();
    assert_eq!(sent, table);
}

#[test]
fn every_operation_reads_the_object_that_the_other_tests_change() {
    let (failed, _) = respond(Response { status: 200, headers: Vec::new(), body: every_field().to_string() });
    // Fan-outs are texts in an answer and objects in a ranking, and so are regions. Models are codes in a run. `searched` is a count
    // of a list, and says of an answer whether its model searched. `points` are those of a trend, and a number in a rule. Keywords
    // that no prompt contains are texts, others are objects.
    let differ =
        ["`fanouts[0]", "`regions[0]", "`models[0]", "`keywords[0]", "`searched`", "`answers[0].searched`", "`points`"];
    assert!(failed.iter().all(|error| differ.iter().any(|field| error.message().contains(field))), "{failed:#?}");
}

fn any_headers() -> impl Strategy<Value = Vec<(String, String)>> {
    let names =
        ["retry-after", "date", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-request-id"];
    let values = prop_oneof![
        Just("18446744073709551615".to_owned()),
        Just("-1".to_owned()),
        Just("0".to_owned()),
        Just("Wed, 01 Mar 9999 00:00:03 GMT".to_owned()),
        Just("Thu, 01 Jan 1970 00:00:00 GMT".to_owned()),
        ".{0,20}",
    ];
    prop::collection::vec((prop::sample::select(names.to_vec()).prop_map(str::to_owned), values), 0..4)
}

proptest! {
    #![proptest_config(configuration())]

    #[test]
    fn no_response_makes_an_operation_panic_or_hang(
        status in prop_oneof![5 => Just(200_u16), 1 => Just(429), 1 => Just(401), 1 => Just(503), 1 => any::<u16>()],
        headers in any_headers(),
        damage in any_damage(),
        call in any::<prop::sample::Index>(),
    ) {
        let body = damage.apply(&every_field().to_string());
        let fake = FakeTransport::new(move |_, _| Ok(Response { status, headers: headers.clone(), body: body.clone() }));
        let client = client(&fake);
        let mut calls = every_call(&client);
        let call = calls.swap_remove(call.index(calls.len()));
        if let Some(error) = fake.run(call) {
            prop_assert!(!(error.is_outcome_unknown() && error.is_retryable()));
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
