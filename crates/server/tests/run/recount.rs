//! Statistics, compared with a recount of the stored answers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use answerdeck_database::entity::{answer, answer_fanout, answer_source};
use sea_orm::{ColumnTrait, DatabaseConnection, EntityTrait, QueryFilter};
use serde_json::Value;

use crate::harness::process::{Organization, ServerProcess, lines_of};

/// The longest ranking.
const LIMIT: usize = 100;

/// How often each name occurs, and in which answers.
type Counts = BTreeMap<String, (u64, BTreeSet<String>)>;

/// Checks the rankings of each organization. The tokens must be those that `answerdeck words rebuild` extracts from the texts.
pub(super) async fn assert_statistics_are_a_recount(
    database: &DatabaseConnection,
    database_url: &str,
    server: &ServerProcess,
    organizations: &[Arc<Organization>],
) {
    let rank = async |organization: &Organization, kind: &str| {
        let path = format!("/api/v1/platform/statistics/{kind}?limit={LIMIT}");
        server.send(&organization.key, &path, None).await
    };
    let mut tokens = Vec::new();
    for organization in organizations {
        let succeeded = answer::Entity::find()
            .filter(answer::Column::OrganizationId.eq(&organization.id))
            .filter(answer::Column::Status.eq(answer::Status::Success));
        let answers = succeeded.all(database).await.unwrap();
        let answers: BTreeSet<String> = answers.into_iter().map(|row| row.id).collect();
        let (mut domains, mut urls, mut fanouts) = (Counts::new(), Counts::new(), Counts::new());
        let count = |counts: &mut Counts, name: String, answer: &str| {
            let (occurrences, in_answers) = counts.entry(name).or_default();
            *occurrences += 1;
            in_answers.insert(answer.to_owned());
        };
        for row in answer_source::Entity::find().all(database).await.unwrap() {
            if answers.contains(&row.answer_id) {
                count(&mut urls, row.url, &row.answer_id);
                row.domain.into_iter().for_each(|domain| count(&mut domains, domain, &row.answer_id));
            }
        }
        for row in answer_fanout::Entity::find().all(database).await.unwrap() {
            if answers.contains(&row.answer_id) {
                count(&mut fanouts, row.query, &row.answer_id);
            }
        }
        let citations: u64 = urls.values().map(|(occurrences, _)| occurrences).sum();
        let searches: u64 = fanouts.values().map(|(occurrences, _)| occurrences).sum();
        assert!(citations > 0 && searches > 0);

        let reply = rank(organization, "source-domains").await;
        assert_eq!(reply["totalCitations"], citations);
        assert_eq!(reply["totalDomains"], domains.len());
        assert_eq!(ranking(&reply["domains"], "domain", "citationCount"), recounted(domains));
        let reply = rank(organization, "source-urls").await;
        assert_eq!(ranking(&reply["urls"], "url", "citationCount"), recounted(urls));
        let reply = rank(organization, "fanouts").await;
        assert_eq!(reply["totalFanouts"], searches);
        let counts = |(name, occurrences, _)| (name, occurrences);
        assert_eq!(
            ranking(&reply["fanouts"], "query", "fanoutCount").into_iter().map(counts).collect::<Vec<_>>(),
            recounted(fanouts).into_iter().map(counts).collect::<Vec<_>>()
        );
        tokens.push(rank(organization, "tokens").await);
    }
    lines_of(database_url, &["words", "rebuild"]);
    for (organization, before) in organizations.iter().zip(tokens) {
        assert!(before["tokens"].as_array().is_some_and(|tokens| !tokens.is_empty()));
        assert_eq!(rank(organization, "tokens").await, before);
    }
}

/// Each name of a ranking, with how often it occurs and in how many answers. 0 where the ranking does not say.
fn ranking(items: &Value, name: &str, count: &str) -> Vec<(String, u64, u64)> {
    let item = |item: &Value| {
        let answers = item["answerCount"].as_u64().unwrap_or_default();
        (item[name].as_str().unwrap().to_owned(), item[count].as_u64().unwrap(), answers)
    };
    items.as_array().unwrap().iter().map(item).collect()
}

/// What [`ranking`] must return.
fn recounted(counts: Counts) -> Vec<(String, u64, u64)> {
    let mut ranked: Vec<_> =
        counts.into_iter().map(|(name, (occurrences, answers))| (name, occurrences, answers.len() as u64)).collect();
    // Equal counts stay in the order of their names.
    ranked.sort_by_key(|(_, occurrences, _)| Reverse(*occurrences));
    ranked.truncate(LIMIT);
    ranked
}
