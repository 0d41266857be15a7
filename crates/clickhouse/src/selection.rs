//! Which answers a query counts.

use std::ops::Range;
use std::time::Instant;

/// The copied answers of an organization that a query counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedSelection {
    pub organization: String,
    /// For each server, the copies that are valid.
    pub copies: Vec<Copies>,
    pub filter: Filter,
    pub conditions: Conditions,
    /// When the request began to count. All of its queries end in time.
    pub began_at: Instant,
}

/// Conditions on what an answer says. Each is left out when it is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conditions {
    /// Names one of the brands with these definitions.
    pub names: Option<Vec<u32>>,
    pub omits: Option<u32>,
    /// Cites a page of the brand with this definition.
    pub cites: Option<u32>,
    pub cites_not: Option<u32>,
    /// Cites a source of one of these domains or sites.
    pub domains: Option<Vec<u32>>,
    pub pages: Option<Vec<u32>>,
    pub fanouts: Option<Vec<u32>>,
    pub tokens: Option<Vec<u32>>,
    /// Answers one of these prompts.
    pub prompts: Option<Vec<u32>>,
}

/// The valid copies on a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copies {
    pub server: String,
    pub copies: Vec<i64>,
    /// How many answers they have together.
    pub answers: u64,
}

/// The conditions of a scope, as numbers of names. `None` allows all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    pub ids: Range<u128>,
    pub run: Option<u32>,
    pub prompt_set: Option<u32>,
    pub prompt: Option<u32>,
    pub region: Option<u32>,
    pub models: Option<Vec<u32>>,
    /// The runs and prompts that are left out.
    pub without_runs: Vec<u32>,
    pub without_prompts: Vec<u32>,
}

impl Filter {
    pub const ALL: Self = Self {
        ids: 0..u128::MAX,
        run: None,
        prompt_set: None,
        prompt: None,
        region: None,
        models: None,
        without_runs: Vec::new(),
        without_prompts: Vec::new(),
    };
}

impl CopiedSelection {
    /// The answers of some copies, as SQL.
    pub(crate) fn is_copied(&self, copies: &Copies) -> String {
        let organization = self.organization.replace('\\', "\\\\").replace('\'', "\\'");
        format!("organization = '{organization}' AND copy IN ({})", list(&copies.copies))
    }

    /// The selected answers of some copies, as SQL.
    pub(crate) fn condition(&self, copies: &Copies) -> String {
        let mut conditions = vec![self.is_copied(copies)];
        conditions.extend(self.filter.conditions());
        conditions.extend(self.conditions.to_sql());
        conditions.join(" AND ")
    }
}

impl Filter {
    fn conditions(&self) -> impl Iterator<Item = String> {
        let Self { ids, run, prompt_set, prompt, region, models, without_runs, without_prompts } = self;
        let numbers = [("run", run), ("prompt_set", prompt_set), ("prompt", prompt), ("region", region)];
        let without = [("run", without_runs), ("prompt", without_prompts)];
        [
            (ids.start > 0).then(|| format!("id >= {} AND at >= toDateTime({})", id(ids.start), seconds(ids.start))),
            (ids.end < u128::MAX).then(|| format!("id < {} AND at <= toDateTime({})", id(ids.end), seconds(ids.end))),
            models.as_ref().map(|models| format!("model IN ({})", list(models))),
        ]
        .into_iter()
        .flatten()
        .chain(numbers.into_iter().filter_map(|(column, number)| Some(format!("{column} = {}", (*number)?))))
        .chain(
            without
                .into_iter()
                .filter(|(_, numbers)| !numbers.is_empty())
                .map(|(column, numbers)| format!("{column} NOT IN ({})", list(numbers))),
        )
    }
}

impl Conditions {
    fn to_sql(&self) -> impl Iterator<Item = String> {
        let Self { names, omits, cites, cites_not, domains, pages, fanouts, tokens, prompts } = self;
        let names_any = |brands: &[u32]| {
            let is_brand = is_one_of("brand", brands);
            format!("arrayExists((brand, mention) -> mention > 0 AND {is_brand}, brands, mentions)")
        };
        let cites_brand =
            |cited: u32| format!("arrayExists((brand, own) -> own > 0 AND brand = {cited}, brands, own_citations)");
        let has_any = |column: &str, numbers: &[u32]| format!("hasAny({column}, {})", array(numbers));
        [
            names.as_deref().map(names_any),
            omits.map(|brand| format!("NOT {}", names_any(&[brand]))),
            cites.map(cites_brand),
            cites_not.map(|brand| format!("NOT {}", cites_brand(brand))),
            domains
                .as_deref()
                .map(|domains| format!("({} OR {})", has_any("domains", domains), has_any("sites", domains))),
            pages.as_deref().map(|pages| has_any("pages", pages)),
            fanouts.as_deref().map(|fanouts| has_any("fanouts", fanouts)),
            tokens.as_deref().map(|tokens| has_any("tokens", tokens)),
            prompts.as_deref().map(|prompts| is_one_of("prompt", prompts)),
        ]
        .into_iter()
        .flatten()
    }
}

/// When an answer was requested, from its id, in seconds since 1970.
fn seconds(id: u128) -> u128 {
    // The first 48 bits are milliseconds.
    ((id >> 80) / 1_000).min(u128::from(u32::MAX))
}

/// The id of an answer, as SQL.
fn id(id: u128) -> String {
    format!("unhex('{id:032X}')")
}

pub(crate) fn list(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// An array of numbers, as SQL. It may be empty.
pub(crate) fn array(numbers: &[u32]) -> String {
    match numbers {
        [] => "emptyArrayUInt32()".to_owned(),
        _ => format!("CAST([{}], 'Array(UInt32)')", list(numbers)),
    }
}

/// Whether a column has one of some numbers, as SQL. There may be none.
pub(crate) fn is_one_of(column: &str, numbers: &[u32]) -> String {
    if numbers.is_empty() { "0".to_owned() } else { format!("{column} IN ({})", list(numbers)) }
}
