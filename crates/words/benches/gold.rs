//! Compares the nouns that are found with the gold set in `gold`: precision, recall and F1 of all nouns and of proper nouns.
//! The tuning files are the default; `-- held-out`, `-- check`, `-- blind`, `-- blind-2` and `-- blind-3` compare the
//! others. `-- --mistakes` also prints every mistake.
//! Without the dictionary in the folder `ANSWERDECK_KOREAN_DICTIONARY`, Korean is compared without one only.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;

use answerdeck_words::{Analyzer, NounKind, fold};
use awabi::tokenizer::Tokenizer;

/// The nouns of a sentence, folded.
#[derive(Default)]
struct Nouns {
    proper: BTreeSet<String>,
    common: BTreeSet<String>,
}

impl Nouns {
    /// From two columns of a file.
    fn read<'a>(mut columns: impl Iterator<Item = &'a str>) -> Self {
        let mut words = || columns.next().unwrap().split('|').filter(|word| !word.is_empty()).map(fold).collect();
        Self { proper: words(), common: words() }
    }

    fn found_by(analyzer: &Analyzer, sentence: &str) -> Self {
        let mut nouns = Self::default();
        for noun in analyzer.nouns(sentence, None) {
            nouns.of_kind(noun.kind).insert(fold(&noun.text));
        }
        nouns
    }

    /// The words of two characters and more that MeCab tags as nouns.
    fn tagged_by(tokenizer: &Tokenizer, sentence: &str) -> Self {
        let mut nouns = Self::default();
        for (word, feature) in tokenizer.tokenize(sentence) {
            if word.chars().nth(1).is_none() {
                continue;
            }
            match feature.split(',').next() {
                Some("NNP") => nouns.proper.insert(fold(&word)),
                Some("NNG") => nouns.common.insert(fold(&word)),
                _ => false,
            };
        }
        nouns
    }

    fn of_kind(&mut self, kind: NounKind) -> &mut BTreeSet<String> {
        match kind {
            NounKind::Proper => &mut self.proper,
            NounKind::Common => &mut self.common,
        }
    }

    fn all(&self) -> BTreeSet<String> {
        self.proper.union(&self.common).cloned().collect()
    }
}

#[derive(Default)]
struct Score {
    right: u32,
    found: u32,
    expected: u32,
}

impl Score {
    fn add(&mut self, expected: &BTreeSet<String>, found: &BTreeSet<String>) {
        let size = |words: usize| u32::try_from(words).unwrap();
        self.right += size(expected.intersection(found).count());
        self.found += size(found.len());
        self.expected += size(expected.len());
    }

    fn print(&self) {
        let ratio = |of: u32| f64::from(self.right) / f64::from(of.max(1));
        let f1 = 2.0 * f64::from(self.right) / f64::from(self.found + self.expected);
        print!("   {:5.3} {:5.3} {f1:5.3}", ratio(self.found), ratio(self.expected));
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let half =
        ["held-out", "check", "blind", "blind-2", "blind-3"].into_iter().find(|half| has(half)).unwrap_or("tuning");
    let languages: &[&str] = match half {
        "check" => &["korean"],
        "blind-3" => &["english"],
        _ => &["english", "korean"],
    };
    let folder = std::env::var_os("ANSWERDECK_KOREAN_DICTIONARY");
    let dictionary = folder.as_ref().map(|folder| Analyzer::with_dictionary(Path::new(folder)).unwrap());
    let tokenizer = folder.as_ref().map(|folder| {
        let settings = tempfile::NamedTempFile::new().unwrap();
        let dictionary = Path::new(folder).canonicalize().unwrap();
        std::fs::write(&settings, format!("dicdir = {}\n", dictionary.display())).unwrap();
        Tokenizer::new(settings.path().to_str()).unwrap()
    });
    let plain = Analyzer::default();

    println!("{:34}   {:^17}   {:^17}", format!("The {half} files"), "nouns", "proper nouns");
    println!("{:34}   {:17}   {:17}", "", "prec. rec.  F1", "prec. rec.  F1");
    for language in languages {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/gold")).join(format!("{language}-{half}.tsv"));
        let parse = |line: &str| {
            let mut columns = line.split('\t');
            (columns.next().unwrap().to_owned(), Nouns::read(columns))
        };
        let gold: Vec<(String, Nouns)> = std::fs::read_to_string(path).unwrap().lines().map(parse).collect();
        if let Some(tokenizer) = tokenizer.as_ref().filter(|_| *language == "korean") {
            compare("korean, tags of MeCab", &gold, false, |sentence| Nouns::tagged_by(tokenizer, sentence));
        }
        let mistakes = has("--mistakes");
        let name = if *language == "korean" { "korean, without a dictionary" } else { language };
        compare(name, &gold, mistakes, |sentence| Nouns::found_by(&plain, sentence));
        if let Some(dictionary) = dictionary.as_ref().filter(|_| *language == "korean") {
            compare("korean, dictionary", &gold, mistakes, |sentence| Nouns::found_by(dictionary, sentence));
        }
    }
}

fn compare(name: &str, gold: &[(String, Nouns)], mistakes: bool, mut find: impl FnMut(&str) -> Nouns) {
    let (mut nouns, mut proper) = (Score::default(), Score::default());
    for (sentence, expected) in gold {
        let found = find(sentence);
        nouns.add(&expected.all(), &found.all());
        proper.add(&expected.proper, &found.proper);
        if mistakes && (expected.proper != found.proper || expected.common != found.common) {
            let list = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
                one.difference(other).map(String::as_str).collect::<Vec<_>>().join(", ")
            };
            println!("{sentence}");
            println!(
                "    proper: missed {}; wrong {}",
                list(&expected.proper, &found.proper),
                list(&found.proper, &expected.proper)
            );
            println!(
                "    common: missed {}; wrong {}",
                list(&expected.common, &found.common),
                list(&found.common, &expected.common)
            );
        }
    }
    print!("{name:34}");
    nouns.print();
    proper.print();
    println!();
}
