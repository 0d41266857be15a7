//! Making a copy of a part: it is begun and completed in a transaction each, and stored in ClickHouse in between.

use answerdeck_clickhouse::CopiedAnswer;
use answerdeck_database::id::time_of;
use answerdeck_database::{begin, execute, lock_organization};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, Value};

use super::part::Part;
use super::part_copies::{self, KEPT, MissingPart, now};
use super::part_facts::PartFacts;
use super::{Dimensions, new_number, sources};

/// A copy that was begun.
#[derive(Debug)]
pub(crate) struct BegunCopy {
    part: i64,
    copy: i64,
    pub(crate) answers: Vec<CopiedAnswer>,
}

/// Begins copies of parts of an organization for a server. Another process may have begun some.
pub(crate) async fn begin_copies(
    database: &DatabaseConnection,
    organization_id: &str,
    parts: &[MissingPart],
    server: &str,
) -> Result<Vec<BegunCopy>, DbErr> {
    let transaction = begin(database).await?;
    // Like every writer of copies.
    lock_organization(&transaction, organization_id).await?;
    let mut begun = Vec::with_capacity(parts.len());
    for (part, replaced) in parts {
        let of_part: [Value; 3] = [organization_id.into(), (*part).into(), (*replaced).into()];
        let is_same = "organization_id = $1 AND part = $2 AND copy IS NOT DISTINCT FROM CAST($3 AS bigint)";
        part_copies::end(&transaction, is_same, of_part).await?;
        let copy = new_number()?;
        let sql =
            "UPDATE part_copies SET server = $3, copy = $4 WHERE organization_id = $1 AND part = $2 AND copy IS NULL";
        let values = [organization_id.into(), (*part).into(), server.into(), copy.into()];
        if execute(&transaction, sql, values).await? > 0 {
            let sql = format!("INSERT INTO unused_copies (copy, server, since) VALUES ($1, $2, {})", now(&transaction));
            execute(&transaction, &sql, [copy.into(), server.into()]).await?;
            begun.push((*part, copy));
        }
    }
    transaction.commit().await?;
    let mut copies = Vec::with_capacity(begun.len());
    for (part, copy) in begun {
        // A change from now on ends the copy, so it needs no lock.
        let answers = copied_answers(database, organization_id, part, copy).await?;
        copies.push(BegunCopy { part, copy, answers });
    }
    Ok(copies)
}

/// Completes copies that ClickHouse has stored. Those whose parts have changed meanwhile stay unused.
pub(crate) async fn complete_copies(
    database: &DatabaseConnection,
    organization_id: &str,
    copies: &[BegunCopy],
) -> Result<(), DbErr> {
    let transaction = begin(database).await?;
    lock_organization(&transaction, organization_id).await?;
    for BegunCopy { part, copy, .. } in copies {
        let sql = format!(
            "UPDATE part_copies SET is_complete = TRUE WHERE organization_id = $1 AND part = $2 AND copy = $3 \
             AND EXISTS (SELECT 1 FROM unused_copies WHERE unused_copies.copy = $3 AND since > {} - {})",
            now(&transaction),
            KEPT.as_millis()
        );
        if execute(&transaction, &sql, [organization_id.into(), (*part).into(), (*copy).into()]).await? > 0 {
            execute(&transaction, "DELETE FROM unused_copies WHERE copy = $1", [(*copy).into()]).await?;
        }
    }
    transaction.commit().await
}

async fn copied_answers(
    database: &impl ConnectionTrait,
    organization_id: &str,
    part: i64,
    copy: i64,
) -> Result<Vec<CopiedAnswer>, DbErr> {
    let stored = Part::read(database, organization_id, part).await?;
    let facts = PartFacts::read(database, organization_id, part).await?;
    let mut facts = facts.by_offset();
    let copied = (0..).zip(stored.answers()).filter(|(_, (answer, _))| !answer.is_removed());
    let copied = copied.map(|(offset, (answer, [source_words, fanouts, tokens]))| {
        let Dimensions { id, run, set, prompt, model, region, .. } = answer;
        let (mut pages, mut domains, mut sites) = (Vec::new(), Vec::new(), Vec::new());
        for source in sources(source_words) {
            pages.push(source.page);
            domains.push(source.domain);
            sites.push(source.site);
        }
        let mut owners = vec![Vec::new(); pages.len()];
        let (mut brands, mut mentions, mut firsts) = (Vec::new(), Vec::new(), Vec::new());
        let mut own_citations = Vec::new();
        for (definition, fact) in facts.remove(&offset).unwrap_or_default() {
            brands.push(definition);
            mentions.push(fact.mentions);
            firsts.push(fact.first);
            own_citations.push(u32::try_from(fact.cited.len()).unwrap_or(u32::MAX));
            for position in fact.cited {
                if let Some(owners) = owners.get_mut(*position as usize) {
                    owners.push(definition);
                }
            }
        }
        CopiedAnswer {
            organization: organization_id.to_owned(),
            copy,
            at: u32::try_from(time_of(id) / 1_000).unwrap_or_default(),
            id: id.to_be_bytes(),
            run,
            prompt_set: set,
            prompt,
            region,
            model,
            pages,
            domains,
            sites,
            owners,
            fanouts: fanouts.to_vec(),
            tokens: tokens.to_vec(),
            brands,
            mentions,
            firsts,
            own_citations,
        }
    });
    Ok(copied.collect())
}
