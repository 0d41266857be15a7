//! Analysis of texts, away from the threads that answer requests.

use std::path::Path;
use std::sync::Arc;

use answerdeck_api::limits::TOKEN_MAX;
use answerdeck_api::{NounTag, ProperNoun, TextLanguage, WordLanguage};
use answerdeck_statistics::TextAnalysis;
use answerdeck_words::{Analyzer, DictionaryError, Language, Noun, NounKind, TOKEN_CHARS_MAX};

use crate::brand_finder::BrandFinder;
use crate::cpu_pool::CpuPool;

// Every token can be queried by the API.
const _: () = assert!(TOKEN_CHARS_MAX == TOKEN_MAX);

/// The number of texts that are analyzed at the same time.
const CONCURRENCY: usize = 2;

/// An [`Analyzer`] whose work runs on the CPU pool. Clones share both.
#[derive(Debug, Clone)]
pub struct AnalyzerPool {
    analyzer: Arc<Analyzer>,
    cpu_pool: CpuPool,
    /// For the keywords of sites, which take longer than the tokens of answers.
    sites: CpuPool,
}

impl Default for AnalyzerPool {
    /// A pool without a Korean dictionary.
    fn default() -> Self {
        Self::new(Analyzer::default())
    }
}

impl AnalyzerPool {
    fn new(analyzer: Analyzer) -> Self {
        Self { analyzer: Arc::new(analyzer), cpu_pool: CpuPool::new(CONCURRENCY), sites: CpuPool::new(1) }
    }

    /// A pool with the compiled MeCab dictionary of Korean in `folder`, which must be complete and in UTF-8.
    pub fn with_dictionary(folder: &Path) -> Result<Self, DictionaryError> {
        Analyzer::with_dictionary(folder).map(Self::new)
    }

    /// How Korean is analyzed: by a `dictionary`, or `plain`.
    pub fn korean(&self) -> &'static str {
        if self.analyzer.has_dictionary() { "dictionary" } else { "plain" }
    }

    pub(crate) fn cpu_pools(&self) -> [(&'static str, &CpuPool); 2] {
        [("texts", &self.cpu_pool), ("sites", &self.sites)]
    }

    /// The analyzer, for use on the caller's own thread.
    pub fn analyzer(&self) -> &Analyzer {
        &self.analyzer
    }

    /// The nouns of a text with their counts: the most frequent first, then in code point order. `held` is dropped when
    /// the work ends, even if the caller has stopped waiting.
    pub async fn nouns(&self, text: String, language: TextLanguage, held: impl Send + 'static) -> Vec<ProperNoun> {
        let language = match language {
            TextLanguage::Korean => Some(Language::Korean),
            TextLanguage::English => Some(Language::English),
            TextLanguage::Auto | TextLanguage::Unknown(_) => None,
        };
        let nouns = move |analyzer: &Analyzer| {
            let _held = held;
            analyzer.nouns(&text, language).into_iter().map(wire_noun).collect()
        };
        self.run(nouns).await
    }

    /// Finds brands in answers, each a text and the URLs of its sources. With `with_tokens`, which takes much longer, it also finds
    /// tokens: the names of brands and the nouns, folded, each once, in code point order.
    pub(crate) async fn find(
        &self,
        brands: &Arc<BrandFinder>,
        answers: Vec<(String, Vec<String>)>,
        with_tokens: bool,
    ) -> Vec<TextAnalysis> {
        let brands = Arc::clone(brands);
        self.run(move |analyzer| {
            let find = |(text, sources): &(String, Vec<String>)| {
                let (names, facts) = brands.find(text, sources.iter().map(String::as_str));
                let tokens = if with_tokens { analyzer.tokens(text, &names) } else { Vec::new() };
                TextAnalysis { revision: brands.definitions.revision, tokens, facts }
            };
            answers.iter().map(find).collect()
        })
        .await
    }

    /// Runs a task of a site analysis that needs the analyzer: one at a time, on a separate thread.
    pub(crate) async fn run_for_site<T: Send + 'static>(
        &self,
        task: impl FnOnce(&Analyzer) -> T + Send + 'static,
    ) -> T {
        let analyzer = Arc::clone(&self.analyzer);
        self.sites.run(move || task(&analyzer)).await
    }

    pub(crate) async fn run<T: Send + 'static>(&self, task: impl FnOnce(&Analyzer) -> T + Send + 'static) -> T {
        let analyzer = Arc::clone(&self.analyzer);
        self.cpu_pool.run(move || task(&analyzer)).await
    }
}

fn wire_noun(noun: Noun) -> ProperNoun {
    ProperNoun {
        word: noun.text,
        lang: match noun.language {
            Language::Korean => WordLanguage::Korean,
            Language::English => WordLanguage::English,
        },
        tag: match noun.kind {
            NounKind::Proper => NounTag::Proper,
            NounKind::Common => NounTag::Common,
        },
        frequency: noun.count,
    }
}
