//! The documents, and the index that finds them.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use bm25::{Embedder, EmbedderBuilder, Scorer};
use jiff::Timestamp;

use super::document::Document;
use super::tokens::{Tokens, tokenize};

#[derive(rust_embed::Embed)]
#[folder = "corpus"]
struct Shipped;

/// Why a corpus cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A folder or file that cannot be read.
    #[error("corpus: {path}: {cause}")]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// A document that is not written as a document is.
    #[error("corpus: {file}: {cause}")]
    Document {
        /// Which.
        file: String,
        /// Why.
        cause: String,
    },
    /// A folder without a document.
    #[error("corpus: {0} holds no document (a file that ends in .md)")]
    Empty(PathBuf),
}

/// A document as its site shows it.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// Its address.
    pub url: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Its language, `ko` or `en`.
    pub language: &'static str,
    /// What it says, in Markdown.
    pub body: &'a str,
}

/// A folder of documents, indexed.
pub struct Corpus {
    pub(super) documents: Vec<Document>,
    embedder: Embedder<u32, Tokens>,
    scorer: Scorer<usize>,
    /// In how many documents each token stands.
    frequencies: HashMap<String, usize>,
    /// The tokens of each document.
    tokens: Vec<HashSet<String>>,
    /// The tokens of each passage of each document.
    passages: Vec<Vec<HashSet<String>>>,
}

impl Corpus {
    /// The corpus that ships with the server. `today` is what a document's age counts back from.
    ///
    /// # Errors
    /// When a document is not written as one.
    pub fn shipped(today: Timestamp) -> Result<Self, CorpusError> {
        let mut names: Vec<_> = Shipped::iter().filter(|name| name.contains('/') && name.ends_with(".md")).collect();
        names.sort();
        let files = names.into_iter().filter_map(|name| {
            let bytes = Shipped::get(&name)?.data.into_owned();
            Some((name.into_owned(), bytes))
        });
        Self::of(files, today)
    }

    /// The corpus of a folder: every file below it that ends in `.md`, but for a README.
    ///
    /// # Errors
    /// When the folder cannot be read, has no document, or a document is not written as one.
    pub fn folder(folder: &Path, today: Timestamp) -> Result<Self, CorpusError> {
        let mut paths = Vec::new();
        find(folder, &mut paths)?;
        paths.sort();
        if paths.is_empty() {
            return Err(CorpusError::Empty(folder.to_owned()));
        }
        let mut files = Vec::new();
        for path in paths {
            let bytes = std::fs::read(&path).map_err(|cause| CorpusError::Unreadable { path: path.clone(), cause })?;
            files.push((path.display().to_string(), bytes));
        }
        Self::of(files.into_iter(), today)
    }

    fn of(files: impl Iterator<Item = (String, Vec<u8>)>, today: Timestamp) -> Result<Self, CorpusError> {
        let (mut documents, mut urls) = (Vec::new(), HashSet::new());
        for (file, bytes) in files {
            let document = String::from_utf8(bytes)
                .map_err(|_| "is not UTF-8".to_owned())
                .and_then(|text| Document::parse(&text, today))
                .and_then(|document| {
                    let is_new = urls.insert(document.url.clone());
                    if is_new { Ok(document) } else { Err(format!("url: {} stands in another document", document.url)) }
                })
                .map_err(|cause| CorpusError::Document { file, cause })?;
            documents.push(document);
        }
        Ok(Self::index(documents))
    }

    fn index(documents: Vec<Document>) -> Self {
        let texts: Vec<&str> = documents.iter().map(|document| document.text.as_str()).collect();
        let embedder: Embedder<u32, Tokens> = EmbedderBuilder::with_tokenizer_and_fit_to_corpus(Tokens, &texts).build();
        let mut scorer = Scorer::new();
        for (number, text) in texts.iter().enumerate() {
            scorer.upsert(&number, embedder.embed(text));
        }
        let set = |text: &str| tokenize(text).into_iter().collect::<HashSet<_>>();
        let tokens: Vec<_> = texts.iter().map(|text| set(text)).collect();
        let mut frequencies = HashMap::new();
        for token in tokens.iter().flatten() {
            *frequencies.entry(token.clone()).or_default() += 1;
        }
        let passages = documents
            .iter()
            .map(|document| document.passages.iter().map(|passage| set(&passage.text)).collect())
            .collect();
        Self { embedder, scorer, frequencies, tokens, passages, documents }
    }

    /// Every document, in the order of their files.
    pub fn pages(&self) -> impl Iterator<Item = Page<'_>> {
        self.documents.iter().map(|document| Page {
            url: &document.url,
            title: &document.title,
            language: document.language.tag(),
            body: document.body(),
        })
    }

    /// The documents that share a token with `query`, the most relevant first, and how relevant each is.
    pub(super) fn search(&self, query: &str) -> Vec<(usize, f32)> {
        let mut hits: Vec<_> =
            self.scorer.matches(&self.embedder.embed(query)).into_iter().map(|hit| (hit.id, hit.score)).collect();
        hits.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
        hits
    }

    /// How much a token tells one document from another. A token that stands in none tells the most.
    pub(super) fn weight(&self, token: &str) -> f32 {
        let frequency = self.frequencies.get(token).copied().unwrap_or_default();
        let (all, with) = (self.documents.len() as f32, frequency as f32);
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    }

    /// The tokens of a document.
    pub(super) fn tokens(&self, document: usize) -> &HashSet<String> {
        &self.tokens[document]
    }

    /// The tokens of each passage of a document.
    pub(super) fn passage_tokens(&self, document: usize) -> &[HashSet<String>] {
        &self.passages[document]
    }
}

fn find(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), CorpusError> {
    let unreadable = |cause| CorpusError::Unreadable { path: folder.to_owned(), cause };
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            find(&path, paths)?;
        } else if path.extension().is_some_and(|end| end == "md")
            && path.file_stem().is_none_or(|stem| stem != "README")
        {
            paths.push(path);
        }
    }
    Ok(())
}

impl std::fmt::Debug for Corpus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Corpus").field("documents", &self.documents.len()).finish_non_exhaustive()
    }
}
