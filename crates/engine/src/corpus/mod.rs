//! The documents of stand-ins, and the index that finds them.

mod document;
mod passage;
mod tokens;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bm25::{Embedder, EmbedderBuilder, Scorer};
use jiff::Timestamp;

use tokens::IndexTokenizer;

pub use document::Document;
pub(crate) use document::{SiteKind, language_of};
pub(crate) use passage::Passage;
pub(crate) use tokens::tokenize;

#[derive(rust_embed::Embed)]
#[folder = "corpus"]
struct ShippedFiles;

#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    #[error("{path}: {cause}")]
    Unreadable { path: PathBuf, cause: std::io::Error },
    #[error("{file}: {cause}")]
    Document { file: String, cause: String },
    #[error("{0} contains no document (a file that ends in .md)")]
    Empty(PathBuf),
}

/// A collection of documents.
pub struct Corpus {
    pub(crate) documents: Vec<Document>,
    /// Built by the first search: not every program that reads the documents searches them.
    index: OnceLock<Index>,
}

/// What finds the documents.
pub(crate) struct Index {
    embedder: Embedder<u32, IndexTokenizer>,
    scorer: Scorer<usize>,
    document_frequencies: HashMap<String, usize>,
    /// The tokens of each document.
    pub(crate) tokens: Vec<HashSet<String>>,
    /// The tokens of each passage of each document.
    pub(crate) passage_tokens: Vec<Vec<HashSet<String>>>,
}

impl Corpus {
    /// The corpus that is embedded in the program. The age of a document counts back from `today`.
    pub fn shipped(today: Timestamp) -> Result<Self, CorpusError> {
        let mut names: Vec<_> =
            ShippedFiles::iter().filter(|name| name.contains('/') && name.ends_with(".md")).collect();
        names.sort();
        let files = names.into_iter().filter_map(|name| {
            let bytes = ShippedFiles::get(&name)?.data.into_owned();
            Some((name.into_owned(), bytes))
        });
        Self::parse(files, today)
    }

    /// The corpus of a folder: every file in it and its subfolders that ends in `.md`, except `README.md`. There must
    /// be one. The age of a document counts back from `today`.
    pub fn from_folder(folder: &Path, today: Timestamp) -> Result<Self, CorpusError> {
        let mut paths = Vec::new();
        collect_documents(folder, &mut paths)?;
        paths.sort();
        if paths.is_empty() {
            return Err(CorpusError::Empty(folder.to_owned()));
        }
        let mut files = Vec::new();
        for path in paths {
            let bytes = std::fs::read(&path).map_err(|cause| CorpusError::Unreadable { path: path.clone(), cause })?;
            files.push((path.display().to_string(), bytes));
        }
        Self::parse(files.into_iter(), today)
    }

    fn parse(files: impl Iterator<Item = (String, Vec<u8>)>, today: Timestamp) -> Result<Self, CorpusError> {
        let (mut documents, mut urls) = (Vec::new(), HashSet::new());
        for (file, bytes) in files {
            let document = String::from_utf8(bytes)
                .map_err(|_| "is not UTF-8".to_owned())
                .and_then(|text| Document::parse(&text, today))
                .and_then(|document| {
                    let is_new = urls.insert(document.url.clone());
                    if is_new { Ok(document) } else { Err(format!("url: another document has {}", document.url)) }
                })
                .map_err(|cause| CorpusError::Document { file, cause })?;
            documents.push(document);
        }
        Ok(Self { documents, index: OnceLock::new() })
    }

    pub(crate) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.documents))
    }

    /// The documents that were not removed, in the order of their files.
    pub fn web_pages(&self) -> impl Iterator<Item = &Document> {
        self.documents.iter().filter(|document| document.removed.is_none())
    }

    /// The indexes and scores of the documents that share a token with `query`, the best score first.
    pub(crate) fn search(&self, query: &str) -> Vec<(usize, f32)> {
        let index = self.index();
        let mut hits: Vec<_> =
            index.scorer.matches(&index.embedder.embed(query)).into_iter().map(|hit| (hit.id, hit.score)).collect();
        hits.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
        hits
    }

    /// The inverse document frequency of a token. A token of no document has the highest.
    fn inverse_document_frequency(&self, token: &str) -> f32 {
        let frequency = self.index().document_frequencies.get(token).copied().unwrap_or_default();
        let (all, with) = (self.documents.len() as f32, frequency as f32);
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    }

    pub(crate) fn contains(&self, token: &str) -> bool {
        self.index().document_frequencies.contains_key(token)
    }

    /// The weight of the terms that pass a filter: the sum of their inverse document frequencies.
    pub(crate) fn weight(&self, terms: &HashSet<String>, filter: impl Fn(&str) -> bool) -> f32 {
        let mut weights: Vec<f32> =
            terms.iter().filter(|term| filter(term)).map(|term| self.inverse_document_frequency(term)).collect();
        // The sum of floats depends on their order, which is random in a set.
        weights.sort_by(f32::total_cmp);
        weights.iter().sum()
    }
}

impl Index {
    fn new(documents: &[Document]) -> Self {
        let texts: Vec<&str> = documents.iter().map(|document| document.text.as_str()).collect();
        let embedder: Embedder<u32, IndexTokenizer> =
            EmbedderBuilder::with_tokenizer_and_fit_to_corpus(IndexTokenizer, &texts).build();
        let mut scorer = Scorer::new();
        for (number, text) in texts.iter().enumerate() {
            scorer.upsert(&number, embedder.embed(text));
        }
        let set = |text: &str| tokenize(text).into_iter().collect::<HashSet<_>>();
        let tokens: Vec<_> = texts.iter().map(|text| set(text)).collect();
        let mut document_frequencies = HashMap::new();
        for token in tokens.iter().flatten() {
            *document_frequencies.entry(token.clone()).or_default() += 1;
        }
        let passage_tokens = documents
            .iter()
            .map(|document| document.passages.iter().map(|passage| set(&passage.text)).collect())
            .collect();
        Self { embedder, scorer, document_frequencies, tokens, passage_tokens }
    }
}

fn collect_documents(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), CorpusError> {
    let unreadable = |cause| CorpusError::Unreadable { path: folder.to_owned(), cause };
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            collect_documents(&path, paths)?;
        } else if path.extension().is_some_and(|end| end == "md")
            && path.file_stem().is_none_or(|stem| stem != "README")
        {
            paths.push(path);
        }
    }
    Ok(())
}
