//! Appending an answer to the columns.

use answerdeck_database::entity::{answer, recent_answer};
use answerdeck_database::id::number_of;
use answerdeck_insight::owned_site;
use sea_orm::{DatabaseTransaction, DbErr};

use super::{ABSENT, Dimensions, Name, NameKind, facts, interner, model_by_route, push_list, recent, to_bytes};
use crate::answer::AnswerContent;

/// Appends an answer that has just become SUCCESS to the columns. The caller holds a lock on the organization's row, so
/// that no two answers get the same position.
pub(crate) async fn append(
    transaction: &DatabaseTransaction,
    answer: &answer::Model,
    content: &AnswerContent<'_>,
) -> Result<(), DbErr> {
    let model = model_by_route::name_of(answer)?;
    let mut names = interner::Names::default();
    let of_answer = [
        Name::new(NameKind::Run, &answer.run_id),
        Name::new(NameKind::Set, &answer.prompt_set_id),
        Name::new(NameKind::Prompt, &answer.prompt_id),
        Name::new(NameKind::Model, &model),
        Name::new(NameKind::Region, &answer.region),
    ]
    .map(|name| names.add(name));
    let mut sources = Vec::new();
    // A site of many people belongs to its owners.
    let sites: Vec<Option<String>> = content.sources.iter().map(|source| owned_site(&source.url)).collect();
    for (source, site) in content.sources.iter().zip(&sites) {
        let domain = source.domain.as_deref().filter(|domain| !domain.is_empty());
        sources.push(Name::page(&source.url, domain.unwrap_or_default()).map(|page| names.add(page)));
        let domain = domain.map(|domain| names.add(Name::new(NameKind::Domain, domain)));
        let site = site.as_deref().map(|site| names.add(Name::new(NameKind::Domain, site)));
        sources.extend([domain, site.filter(|_| domain.is_some()).or(domain)]);
    }
    let fanouts: Vec<_> =
        content.fanouts.iter().map(|query| Some(names.add(Name::new(NameKind::Fanout, query)))).collect();
    let tokens: Vec<_> =
        content.analysis.tokens.iter().map(|token| Some(names.add(Name::new(NameKind::Token, token)))).collect();

    let numbers = interner::intern(transaction, &answer.organization_id, names.0).await?;
    let number = |hash: i64| numbers.get(&hash).copied().unwrap_or(ABSENT);
    let [run, set, prompt, model, region] = of_answer.map(number);
    let (id, citations) = (number_of(&answer.id), u32::try_from(content.sources.len()).unwrap_or(u32::MAX));
    let dimensions = Dimensions { id, run, set, prompt, model, region, citations };
    let list = |hashes: &[Option<i64>]| {
        let values: Vec<u32> = hashes.iter().map(|hash| hash.map_or(ABSENT, number)).collect();
        let mut words = Vec::with_capacity(values.len() + 1);
        push_list(&mut words, &values);
        to_bytes(&words)
    };
    let row = recent_answer::Model {
        organization_id: answer.organization_id.clone(),
        position: recent::next_position(transaction, &answer.organization_id).await?,
        dimensions: to_bytes(&dimensions.to_words()),
        source: list(&sources),
        fanout: list(&fanouts),
        token: list(&tokens),
        fact: to_bytes(&facts::words_of(&content.analysis.facts)),
    };
    recent::push(transaction, row).await
}
