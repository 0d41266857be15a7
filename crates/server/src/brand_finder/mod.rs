//! Finds the brands of an organization in answers: their names in texts, and their websites among sources. Each name is also one
//! token of an answer, found before the answer is analyzed.

mod cache;
mod redefinition;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use answerdeck_database::entity::brand;
use answerdeck_database::{query_row, stored_json};
use answerdeck_insight::{BrandNames, BrandSites, Mention, MentionFinder};
use answerdeck_statistics::{BrandDefinitions, Fact};
use answerdeck_words::{KnownName, TOKEN_CHARS_MAX, fold};
use sea_orm::{ConnectionTrait, DbErr};

pub(crate) use cache::BrandFinderCache;
pub(crate) use redefinition::{affected_brands, read_brands, redefine, replace_definitions};

/// How texts name a brand.
pub(crate) fn names_of(row: &brand::Model) -> Result<BrandNames, DbErr> {
    let synonyms: Vec<String> = stored_json(row.synonyms.clone())?;
    Ok(BrandNames {
        names: std::iter::once(row.name.clone()).chain(synonyms).collect(),
        case_sensitive: row.case_sensitive,
        excluded_phrases: stored_json(row.excluded_phrases.clone())?,
    })
}

/// The definition of a brand. `None` if the organization has no such brand.
pub(crate) async fn definition_of(
    database: &impl ConnectionTrait,
    organization_id: &str,
    brand_id: Option<&str>,
) -> Result<Option<i64>, DbErr> {
    let sql = "SELECT definition FROM brands WHERE organization_id = $1 AND id = $2";
    query_row(database, sql, [organization_id.into(), brand_id.into()]).await
}

/// What a brand is found by.
#[derive(Debug, Clone, Default)]
struct Definition {
    /// The version of the names and the websites. See [`answerdeck_database::entity::brand::Model::definition`].
    number: u32,
    names: BrandNames,
    websites: Vec<String>,
}

/// The brands of an organization, compiled.
#[derive(Default)]
pub struct BrandFinder {
    pub(crate) definitions: BrandDefinitions,
    /// Each name once, and once more for each brand that demands its case or excludes phrases.
    names: Vec<Name>,
    /// `None` when there are no names.
    finder: Option<MentionFinder>,
    sites: BrandSites,
    /// The characters of names and websites.
    chars: usize,
}

/// A name of one or several brands.
struct Name {
    /// The indexes of the brands.
    brands: Vec<usize>,
    /// The name in the form of tokens, and the names inside it.
    tokens: Vec<String>,
}

impl BrandFinder {
    fn new(revision: i64, brands: &[Definition]) -> Self {
        let (mut searched, mut names, mut indexes) = (Vec::new(), Vec::<Name>::new(), HashMap::new());
        let (mut sites, mut chars) = (BrandSites::default(), 0);
        for (brand, definition) in brands.iter().enumerate() {
            let BrandNames { names: brand_names, case_sensitive, excluded_phrases } = &definition.names;
            chars += excluded_phrases.iter().map(|phrase| phrase.chars().count()).sum::<usize>();
            let alone = (*case_sensitive || !excluded_phrases.is_empty()).then_some(brand);
            for name in brand_names {
                let written = name.split_whitespace().collect::<Vec<_>>().join(" ");
                let text = fold(&written);
                chars += text.chars().count();
                let index = *indexes.entry((text.clone(), alone)).or_insert_with(|| {
                    searched.push(BrandNames {
                        names: Vec::new(),
                        case_sensitive: *case_sensitive,
                        excluded_phrases: excluded_phrases.clone(),
                    });
                    names.push(Name { brands: Vec::new(), tokens: vec![text] });
                    names.len() - 1
                });
                let forms: &mut Vec<String> = &mut searched[index].names;
                if forms.is_empty() || *case_sensitive {
                    forms.push(written);
                }
                if names[index].brands.last() != Some(&brand) {
                    names[index].brands.push(brand);
                }
            }
            for website in &definition.websites {
                chars += website.chars().count();
                sites.add(website, u32::try_from(brand).unwrap_or(u32::MAX));
            }
        }
        let finder = MentionFinder::of_brands(&searched)
            .inspect_err(|error| tracing::error!(%error, "the names of brands cannot be found in answers"))
            .ok()
            .filter(|_| !names.is_empty());
        if let Some(finder) = &finder {
            add_inner_tokens(&mut names, &searched, finder);
        }
        for name in &mut names {
            // The API cannot query longer ones.
            name.tokens.retain(|token| token.chars().count() <= TOKEN_CHARS_MAX);
        }
        let numbers = brands.iter().map(|brand| brand.number).collect();
        Self { definitions: BrandDefinitions { revision, numbers }, names, finder, sites, chars }
    }

    /// Finds the names in a text, and the owners of its sources. The names are in their order in the text.
    pub(crate) fn find<'s>(
        &self,
        text: &str,
        sources: impl IntoIterator<Item = &'s str>,
    ) -> (Vec<KnownName<'_>>, Vec<Fact>) {
        let mentions = self.finder.as_ref().map(|finder| finder.find(text)).unwrap_or_default();
        let facts = self.facts(&mentions, sources);
        let given = mentions.into_iter().filter_map(|mention| {
            Some(KnownName { place: mention.start..mention.end, tokens: &self.names.get(mention.entry)?.tokens })
        });
        (given.collect(), facts)
    }

    /// Finds the names in a text, in their order: the definition of the brand, and the place.
    pub(crate) fn mentions(&self, text: &str) -> Vec<(u32, Range<usize>)> {
        let mentions = self.finder.as_ref().map(|finder| finder.find(text)).unwrap_or_default();
        let named_brands = mentions.iter().flat_map(|mention| {
            let brands = self.names.get(mention.entry).into_iter().flat_map(|name| &name.brands);
            brands.filter_map(|brand| Some((*self.definitions.numbers.get(*brand)?, mention.start..mention.end)))
        });
        let mut places: Vec<(u32, Range<usize>)> = named_brands.collect();
        // Names that differ only in their form are at the same place.
        places.sort_by_key(|(definition, place)| (place.start, *definition));
        places.dedup();
        places
    }

    /// The definitions of the brands that a search or a prompt names.
    pub(crate) fn named_in_search(&self, text: &str) -> BTreeSet<i64> {
        let mentions = self.finder.as_ref().map(|finder| finder.find_in_search(text)).unwrap_or_default();
        let brands = mentions.iter().filter_map(|mention| Some(&self.names.get(mention.entry)?.brands)).flatten();
        brands.filter_map(|brand| self.definitions.numbers.get(*brand)).map(|number| i64::from(*number)).collect()
    }

    /// Whether a search, a prompt or a title names brands, and not the one with a definition.
    pub(crate) fn names_only_others(&self, text: &str, definition: Option<i64>) -> bool {
        let named = self.named_in_search(text);
        !named.is_empty() && definition.is_none_or(|definition| !named.contains(&definition))
    }

    /// Whether all pages of a domain are a brand's.
    pub(crate) fn owns_domain(&self, domain: &str) -> bool {
        !self.sites.owners(&format!("https://{domain}")).is_empty()
    }

    /// A fact for each brand that is named or cited.
    fn facts<'s>(&self, mentions: &[Mention], sources: impl IntoIterator<Item = &'s str>) -> Vec<Fact> {
        let mut found: BTreeMap<usize, Found> = BTreeMap::new();
        for mention in mentions {
            for brand in self.names.get(mention.entry).into_iter().flat_map(|name| &name.brands) {
                let found = found.entry(*brand).or_default();
                // Names that differ only in their form are at the same place.
                if found.mentions == 0 || found.last != mention.start {
                    found.mentions += 1;
                    found.last = mention.start;
                }
                if found.mentions == 1 {
                    found.first = mention.start;
                }
            }
        }
        for (position, url) in (0..).zip(sources) {
            for brand in self.sites.owners(url) {
                found.entry(brand as usize).or_default().cited.push(position);
            }
        }
        let fact = |(brand, found): (usize, Found)| {
            let definition = *self.definitions.numbers.get(brand)?;
            let first = u32::try_from(found.first).unwrap_or(u32::MAX);
            Some(Fact { definition, mentions: found.mentions, first, cited: found.cited })
        };
        found.into_iter().filter_map(fact).collect()
    }
}

/// What an answer says about a brand, while it is read.
#[derive(Default)]
struct Found {
    mentions: u32,
    first: usize,
    /// The place of the last mention.
    last: usize,
    cited: Vec<u32>,
}

/// Adds to the token of each name those of the names among its words.
fn add_inner_tokens(names: &mut [Name], searched: &[BrandNames], finder: &MentionFinder) {
    let written = |name: usize| searched[name].names.first().map_or("", String::as_str);
    let mut by_length: Vec<usize> = (0..names.len()).collect();
    by_length.sort_by_key(|name| written(*name).len());
    for at in by_length {
        let name = written(at);
        let parts = [name.rsplit_once(' ').map(|(head, _)| head), name.split_once(' ').map(|(_, tail)| tail)];
        let inside = parts.into_iter().flatten().flat_map(|part| finder.find(part));
        let inside: BTreeSet<String> = inside.flat_map(|mention| names[mention.entry].tokens.clone()).collect();
        let tokens = &mut names[at].tokens;
        let own = tokens.clone();
        tokens.extend(inside.into_iter().filter(|token| !own.contains(token)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    fn finder(brands: &[(&[&str], &[&str])]) -> BrandFinder {
        let names = |names: &[&str]| BrandNames { names: owned(names), ..BrandNames::default() };
        let brands: Vec<Definition> = (10..)
            .zip(brands)
            .map(|(number, (brand_names, websites))| Definition {
                number,
                names: names(brand_names),
                websites: owned(websites),
            })
            .collect();
        BrandFinder::new(1, &brands)
    }

    #[test]
    fn brands_that_share_a_name_have_their_own_conditions() {
        let brand = |number, names: &[&str], case_sensitive, excluded_phrases: &[&str]| Definition {
            number,
            names: BrandNames { names: owned(names), case_sensitive, excluded_phrases: owned(excluded_phrases) },
            websites: Vec::new(),
        };
        let brands = [
            brand(1, &["Apple", "APPLE", "Apple Watch"], true, &[]),
            brand(2, &["apple"], false, &["apple pie"]),
            brand(3, &["apple"], false, &[]),
        ];
        let finder = BrandFinder::new(1, &brands);
        for (text, expected) in [
            ("Apple", &[1, 2, 3][..]),
            ("an apple", &[2, 3]),
            ("APPLE PIE", &[1, 3]),
            ("apple pie", &[3]),
            ("Apple Watch", &[1]),
        ] {
            let (names, facts) = finder.find(text, []);
            assert_eq!(facts.iter().map(|fact| fact.definition).collect::<Vec<_>>(), expected, "{text}");
            assert!(facts.iter().all(|fact| fact.mentions == 1), "{text}");
            assert_eq!(finder.mentions(text).len(), expected.len(), "{text}");
            assert!(names.iter().all(|name| name.tokens.contains(&"apple".to_owned())), "{text}");
        }
    }

    #[test]
    fn a_name_has_the_tokens_of_the_names_inside_it() {
        let finder = finder(&[(&["Nurio", "Nurio  Air 2", "누리오"], &[]), (&["Air 2", "air"], &[])]);
        let (found, _) = finder.find("Nurio Air 2는 누리오의 Nurio", []);
        let tokens: Vec<_> = found.iter().map(|name| name.tokens.join(", ")).collect();
        assert_eq!(tokens, ["nurio air 2, air, air 2, nurio", "누리오", "nurio"]);
    }

    #[test]
    fn a_name_inside_another_word_is_not_found() {
        assert_eq!(finder(&[(&["meta", "토스"], &[])]).find("metadata 토스트", []), (vec![], vec![]));
        assert_eq!(BrandFinder::default().find("Nurio", []), (vec![], vec![]));
    }

    #[test]
    fn a_name_that_is_too_long_for_a_token_is_found_and_is_no_token() {
        let name = "nurio ".repeat(9) + "air";
        let finder = finder(&[(&[&name], &[]), (&["air"], &[])]);
        let (found, facts) = finder.find(&format!("the {name}"), []);
        assert_eq!(found.iter().map(|name| name.tokens).collect::<Vec<_>>(), [&["air".to_owned()]]);
        assert_eq!(facts, [Fact { definition: 10, mentions: 1, first: 4, cited: vec![] }]);
    }

    #[test]
    fn a_fact_has_the_mentions_of_a_brand_and_its_sources() {
        let nurio: (&[&str], &[&str]) = (&["Nurio", "누리오", "NURIO", "ｎｕｒｉｏ"], &["https://nurio.example"]);
        let rival: (&[&str], &[&str]) = (&["Rival", "Nurio"], &["https://shop.nurio.example"]);
        let other: (&[&str], &[&str]) = (&["Other"], &["https://other.example"]);
        let sources = ["https://a.example", "https://nurio.example/1", "https://shop.nurio.example/"];
        let (_, facts) = finder(&[nurio, rival, other]).find("A Nurio, 누리오 and Rival.", sources);
        let expected = [
            Fact { definition: 10, mentions: 2, first: 2, cited: vec![1, 2] },
            Fact { definition: 11, mentions: 2, first: 2, cited: vec![2] },
        ];
        assert_eq!(facts, expected);
    }
}
