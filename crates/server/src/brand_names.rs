//! The names that an organization gives its brands: each is one token of an answer, found before the answer is analyzed.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use answerdeck_insight::MentionFinder;
use answerdeck_words::{GivenName, TOKEN_CHARS_MAX, fold};
use futures_util::TryStreamExt;
use hashlink::LruCache;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect, StreamTrait};

use crate::cpu_pool::CpuPool;
use crate::database::entity::brand;
use crate::database::stored_json;

/// The maximum number of characters of the names of an organization that are read, including names that are repeated or left
/// out. They take about 30 MB while they are compiled. The names of later brands are left out.
const NAME_CHARS_MAX: usize = 200_000;
/// The maximum number of characters of all names in the cache.
const CACHED_CHARS_MAX: usize = 400_000;
/// The maximum number of organizations in the cache.
const CACHED_MAX: usize = 64;

/// The names of the brands of an organization, compiled.
#[derive(Default)]
pub struct BrandNames {
    /// The names in the form of tokens, each once.
    names: Vec<String>,
    /// The tokens of each name: the name, and the names inside it.
    tokens: Vec<Vec<String>>,
    /// `None` when there are no names.
    finder: Option<MentionFinder>,
}

impl BrandNames {
    /// Compiles names in the form of tokens.
    fn new(names: Vec<String>) -> Self {
        if names.is_empty() {
            return Self::default();
        }
        let finder = MentionFinder::new(names.iter().map(std::iter::once))
            .inspect_err(|error| tracing::error!(%error, "the names of brands cannot be found as tokens"))
            .ok();
        let tokens = finder.as_ref().map(|finder| tokens_of_names(&names, finder)).unwrap_or_default();
        Self { names, tokens, finder }
    }

    /// Finds the names in a text, in their order.
    pub(crate) fn find(&self, text: &str) -> Vec<GivenName<'_>> {
        let mentions = self.finder.as_ref().map(|finder| finder.find(text)).unwrap_or_default();
        let name = |mention: answerdeck_insight::Mention| {
            Some(GivenName { place: mention.start..mention.end, tokens: self.tokens.get(mention.brand)? })
        };
        mentions.into_iter().filter_map(name).collect()
    }

    fn chars(&self) -> usize {
        self.names.iter().map(|name| name.chars().count()).sum()
    }
}

/// The tokens of each name: the name, then the names among its words.
fn tokens_of_names(names: &[String], finder: &MentionFinder) -> Vec<Vec<String>> {
    let mut tokens: Vec<Vec<String>> = names.iter().map(|name| vec![name.clone()]).collect();
    let mut by_length: Vec<usize> = (0..names.len()).collect();
    by_length.sort_by_key(|name| names[*name].len());
    for at in by_length {
        let name = &names[at];
        let parts = [name.rsplit_once(' ').map(|(head, _)| head), name.split_once(' ').map(|(_, tail)| tail)];
        let inside = parts.into_iter().flatten().flat_map(|part| finder.find(part));
        let inside: BTreeSet<String> = inside.flat_map(|mention| tokens[mention.brand].clone()).collect();
        tokens[at].extend(inside.into_iter().filter(|token| token != name));
    }
    tokens
}

/// Reads the names of the brands of an organization in the form of tokens, those of the oldest brands first. A name that is
/// longer than a token is left out.
///
/// # Errors
/// Returns an error if the database fails.
async fn read(database: &(impl ConnectionTrait + StreamTrait), organization_id: &str) -> Result<Vec<String>, DbErr> {
    let query = brand::Entity::find()
        .select_only()
        .columns([brand::Column::Name, brand::Column::Synonyms])
        .filter(brand::Column::OrganizationId.eq(organization_id))
        .order_by_asc(brand::Column::Id)
        .into_tuple::<(String, sea_orm::JsonValue)>();
    let mut rows = query.stream(database).await?;
    let (mut names, mut seen, mut chars) = (Vec::new(), BTreeSet::new(), 0);
    while let Some((name, synonyms)) = rows.try_next().await? {
        for name in std::iter::once(name).chain(stored_json::<Vec<String>>(synonyms)?) {
            let token = fold(&name.split_whitespace().collect::<Vec<_>>().join(" "));
            let length = token.chars().count();
            // Blank names take time, too.
            chars += length.max(1);
            if chars > NAME_CHARS_MAX {
                tracing::warn!(organization = organization_id, "too many names of brands: the newest are not tokens");
                return Ok(names);
            }
            if length > 0 && length <= TOKEN_CHARS_MAX && seen.insert(token.clone()) {
                names.push(token);
            }
        }
    }
    Ok(names)
}

/// The compiled names of the organizations whose answers were analyzed most recently.
pub(crate) struct BrandNamesCache {
    cached: Mutex<LruCache<String, Arc<BrandNames>>>,
    cpu_pool: CpuPool,
}

impl Default for BrandNamesCache {
    fn default() -> Self {
        Self { cached: Mutex::new(LruCache::new(CACHED_MAX)), cpu_pool: CpuPool::new(1) }
    }
}

impl BrandNamesCache {
    /// The names of the brands of an organization as the database has them now. They are compiled when they have changed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn of(
        &self,
        database: &(impl ConnectionTrait + StreamTrait),
        organization_id: &str,
    ) -> Result<Arc<BrandNames>, DbErr> {
        let names = read(database, organization_id).await?;
        if names.is_empty() {
            return Ok(Arc::default());
        }
        if let Some(cached) = self.cached(organization_id).filter(|cached| cached.names == names) {
            return Ok(cached);
        }
        let compiled = Arc::new(self.cpu_pool.run(move || BrandNames::new(names)).await);
        self.insert(organization_id, Arc::clone(&compiled));
        Ok(compiled)
    }

    fn cached(&self, organization_id: &str) -> Option<Arc<BrandNames>> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner).get(organization_id).cloned()
    }

    fn insert(&self, organization_id: &str, compiled: Arc<BrandNames>) {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        cached.insert(organization_id.to_owned(), compiled);
        while cached.iter().map(|(_, names)| names.chars()).sum::<usize>() > CACHED_CHARS_MAX {
            cached.remove_lru();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> BrandNames {
        BrandNames::new(names.iter().map(|name| (*name).to_owned()).collect())
    }

    #[test]
    fn a_name_has_the_tokens_of_the_names_inside_it() {
        let names = names(&["nurio", "nurio air 2", "air 2", "air", "누리오"]);
        let found = names.find("Nurio Air 2는 누리오의 Nurio");
        let tokens: Vec<_> = found.iter().map(|name| name.tokens.join(", ")).collect();
        assert_eq!(tokens, ["nurio air 2, air, air 2, nurio", "누리오", "nurio"]);
    }

    #[test]
    fn a_name_inside_another_word_is_not_found() {
        assert_eq!(names(&["meta", "토스"]).find("metadata 토스트"), []);
        assert_eq!(BrandNames::default().find("Nurio"), []);
    }

    #[test]
    fn the_least_recently_used_names_are_evicted() {
        let cache = BrandNamesCache::default();
        let half = || Arc::new(BrandNames { names: vec!["x".repeat(CACHED_CHARS_MAX / 2)], ..BrandNames::default() });
        cache.insert("a", half());
        cache.insert("b", half());
        assert!(cache.cached("a").is_some());
        cache.insert("c", half());
        assert!(cache.cached("a").is_some() && cache.cached("b").is_none() && cache.cached("c").is_some());
    }
}
