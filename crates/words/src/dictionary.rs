//! Splits Korean into morphemes with a compiled MeCab dictionary, such as mecab-ko-dic.

use std::io::Read;
use std::path::{Path, PathBuf};

use awabi::tokenizer::Tokenizer;

use crate::segment_cache::SegmentCache;

/// The first four bytes of a dictionary file are its length XOR this.
const MAGIC: u32 = 0xef71_8f77;
/// Letters that are read at a time. Only text without spaces has longer segments.
pub(crate) const PART_MAX: usize = 64;
/// A noun of every Korean dictionary.
const PROBE: &str = "서울";

#[derive(Debug, thiserror::Error)]
pub enum DictionaryError {
    #[error("{path}: {cause}")]
    Read { path: PathBuf, cause: std::io::Error },
    #[error("{0} is not a part of a compiled MeCab dictionary in UTF-8")]
    Malformed(PathBuf),
    /// The path contains a space. The tokenizer reads paths up to the first space.
    #[error("{0}: the path of the dictionary must not contain a space")]
    Path(PathBuf),
    #[error("the dictionary in {0} does not tag Korean nouns as NNG and NNP")]
    NotKorean(PathBuf),
}

/// A word, a particle or an ending.
#[derive(Debug, Clone)]
pub(crate) struct Morpheme {
    pub(crate) text: String,
    /// The tags of a contraction are joined: `XSV+EP`.
    tag: String,
}

impl Morpheme {
    /// The tag of this or, for a contraction, of its first morpheme.
    pub(crate) fn tag(&self) -> &str {
        self.tag.split('+').next().unwrap_or_default()
    }

    pub(crate) fn is(&self, tag: &str) -> bool {
        self.tag() == tag
    }

    pub(crate) fn is_noun(&self) -> bool {
        matches!(self.tag(), "NNG" | "NNP")
    }

    pub(crate) fn is_affix(&self) -> bool {
        matches!(self.tag(), "XPN" | "XSN")
    }

    pub(crate) fn ends_with_ending(&self) -> bool {
        self.tag.split('+').next_back().is_some_and(|tag| tag.starts_with('E'))
    }

    pub(crate) fn is_ending(&self) -> bool {
        self.tag.starts_with('E')
    }

    /// Whether this contracts a verb and the ending that makes it describe a noun: `올린`.
    pub(crate) fn is_contracted_ending(&self) -> bool {
        self.tag.ends_with("+ETM")
    }

    pub(crate) fn is_particle(&self) -> bool {
        self.tag.starts_with('J')
    }

    /// Whether this can be a part of a noun.
    pub(crate) fn is_nominal(&self) -> bool {
        matches!(
            self.tag.as_str(),
            "NNG" | "NNP" | "NNB" | "NNBC" | "NP" | "NR" | "XPN" | "XSN" | "SL" | "SN" | "SH" | "SY"
        )
    }

    /// Whether this is a word that only follows others and is not part of a noun: `시`, `들`.
    pub(crate) fn is_bound(&self) -> bool {
        const LOOSE_SUFFIXES: &[&str] = &["들", "님", "씩", "쯤", "째", "당", "별", "경", "여", "씨"];
        matches!(self.tag(), "NNB" | "NNBC" | "SY") || self.is("XSN") && LOOSE_SUFFIXES.contains(&self.text.as_str())
    }

    pub(crate) fn syllables(&self) -> usize {
        self.text.chars().count()
    }
}

pub(crate) struct Dictionary {
    tokenizer: Tokenizer,
    pub(crate) segment_cache: SegmentCache,
}

impl std::fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Dictionary")
    }
}

impl Dictionary {
    /// Opens the dictionary in `folder`. Checks the sizes in its files first, as the tokenizer trusts them.
    pub(crate) fn open(folder: &Path) -> Result<Self, DictionaryError> {
        let path = folder.canonicalize().map_err(|cause| read_error(folder, cause))?;
        let Some(name) = path.to_str().filter(|name| !name.contains(char::is_whitespace)) else {
            return Err(DictionaryError::Path(path));
        };
        check(&path)?;
        let settings = std::env::temp_dir();
        let settings = tempfile::NamedTempFile::new().map_err(|cause| read_error(&settings, cause))?;
        std::fs::write(&settings, format!("dicdir = {name}\n")).map_err(|cause| read_error(settings.path(), cause))?;
        let tokenizer = Tokenizer::new(settings.path().to_str()).map_err(|cause| read_error(&path, cause))?;
        let dictionary = Self { tokenizer, segment_cache: SegmentCache::default() };
        match dictionary.morphemes(PROBE).collect::<Vec<_>>().as_slice() {
            [word] if word.text == PROBE && word.is("NNP") => Ok(dictionary),
            _ => Err(DictionaryError::NotKorean(path)),
        }
    }

    /// The morphemes of a part of a segment, at most [`PART_MAX`] letters.
    pub(crate) fn morphemes(&self, part: &str) -> impl Iterator<Item = Morpheme> {
        self.tokenizer.tokenize(part).into_iter().map(|(text, feature)| {
            let tag = tag(&text, &feature).to_owned();
            Morpheme { text, tag }
        })
    }
}

/// The tag of a word. The dictionary tags some nouns as pronouns (`디자이너`), and pieces of unknown words as bound nouns
/// (`릿`).
fn tag<'a>(text: &str, feature: &'a str) -> &'a str {
    let mut columns = feature.split(',');
    let tag = columns.next().unwrap_or_default();
    let is_noun = match tag {
        "NP" => text.chars().nth(3).is_some(),
        "NNB" => columns.nth(3) == Some("Inflect"),
        _ => false,
    };
    if is_noun { "NNG" } else { tag }
}

/// Checks that the sizes in the headers match the files, so that no read is out of bounds.
fn check(folder: &Path) -> Result<(), DictionaryError> {
    let (system, left, right) = word_file(&folder.join("sys.dic"))?;
    let (unknown, _, _) = word_file(&folder.join("unk.dic"))?;
    let (matrix, matrix_length) = head::<4>(&folder.join("matrix.bin"))?;
    let sides = [u16::from_le_bytes([matrix[0], matrix[1]]), u16::from_le_bytes([matrix[2], matrix[3]])];
    let (characters, characters_length) = head::<4>(&folder.join("char.bin"))?;
    let categories = u64::from(u32::from_le_bytes(characters));
    let checks = [
        (system, "sys.dic"),
        (unknown, "unk.dic"),
        (sides == [left, right] && matrix_length == 4 + 2 * u64::from(left) * u64::from(right), "matrix.bin"),
        (categories > 0 && characters_length == 4 + 32 * categories + 4 * 0xffff, "char.bin"),
    ];
    match checks.iter().find(|(is_valid, _)| !is_valid) {
        Some((_, name)) => Err(DictionaryError::Malformed(folder.join(name))),
        None => Ok(()),
    }
}

/// Whether a file of words is complete, and its numbers of left and right contexts.
fn word_file(path: &Path) -> Result<(bool, u16, u16), DictionaryError> {
    let (head, length) = head::<72>(path)?;
    let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let sections: u64 = [24, 28, 32].iter().map(|at| u64::from(number(*at))).sum();
    let utf8 = head[40..].to_ascii_lowercase().starts_with(b"utf-8\0");
    let is_complete = u64::from(number(0) ^ MAGIC) == length && 72 + sections == length && utf8;
    let side = |at: usize| u16::try_from(number(at)).unwrap_or_default();
    Ok((is_complete, side(16), side(20)))
}

/// The first bytes of a file, and its length.
fn head<const BYTES: usize>(path: &Path) -> Result<([u8; BYTES], u64), DictionaryError> {
    let read = || {
        let mut file = std::fs::File::open(path)?;
        let mut bytes = [0; BYTES];
        file.read_exact(&mut bytes)?;
        Ok((bytes, file.metadata()?.len()))
    };
    read().map_err(|cause| read_error(path, cause))
}

fn read_error(path: &Path, cause: std::io::Error) -> DictionaryError {
    DictionaryError::Read { path: path.to_owned(), cause }
}
