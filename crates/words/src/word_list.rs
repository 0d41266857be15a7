//! Lists of words in the files of `lists`: one word a line, and comments after `#`.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The words of a file. They are read when the first one is looked for.
pub(crate) struct WordList(LazyLock<HashSet<&'static str>>);

impl WordList {
    pub(crate) const fn new(read: fn() -> HashSet<&'static str>) -> Self {
        Self(LazyLock::new(read))
    }

    pub(crate) fn contains(&self, word: &str) -> bool {
        self.0.contains(word)
    }
}

pub(crate) fn words(file: &'static str) -> HashSet<&'static str> {
    file.lines().filter(|line| !line.starts_with('#')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_skipped() {
        let words = words("# Comment\n무선\nlatin\n");
        assert!(words.len() == 2 && words.contains("무선") && words.contains("latin"));
    }
}
