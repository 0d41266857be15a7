//! Lists of words: texts with white space between the words, and comments in lines that begin with `#`.

use std::collections::HashSet;
use std::sync::OnceLock;

/// The words of a text, which is read when the first one is looked for.
pub(crate) struct WordList {
    text: &'static str,
    words: OnceLock<HashSet<&'static str>>,
}

impl WordList {
    pub(crate) const fn new(text: &'static str) -> Self {
        Self { text, words: OnceLock::new() }
    }

    pub(crate) fn contains(&self, word: &str) -> bool {
        self.words().contains(word)
    }

    /// Whether the condition holds for a word of the list.
    pub(crate) fn any(&self, condition: impl Fn(&str) -> bool) -> bool {
        self.words().iter().any(|word| condition(word))
    }

    fn words(&self) -> &HashSet<&'static str> {
        self.words.get_or_init(|| {
            let lines = self.text.lines().filter(|line| !line.starts_with('#'));
            lines.flat_map(str::split_whitespace).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_skipped() {
        let list = WordList::new("# Comment\n무선 음성\nlatin\n");
        assert!(["무선", "음성", "latin"].into_iter().all(|word| list.contains(word)));
        assert!(!list.any(|word| ["#", "Comment", ""].contains(&word)));
    }
}
