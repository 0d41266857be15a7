//! English words that say nothing about what a text is about.

const STOP: &[&str] = &[
    "about", "all", "an", "and", "any", "are", "as", "at", "be", "been", "best", "but", "by", "can", "could", "did",
    "do", "does", "for", "from", "get", "give", "good", "had", "has", "have", "help", "how", "if", "in", "into", "is",
    "it", "its", "last", "many", "me", "more", "most", "much", "my", "need", "new", "no", "not", "of", "often", "on",
    "or", "should", "so", "some", "tell", "than", "that", "the", "their", "them", "there", "these", "they", "this",
    "to", "too", "under", "up", "us", "use", "very", "vs", "was", "we", "were", "what", "when", "where", "which",
    "who", "why", "will", "with", "worth", "would", "you", "your",
];

/// Whether a lower-case Latin word says nothing about what a text is about.
pub(crate) fn is_stop(word: &str) -> bool {
    STOP.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::STOP;

    #[test]
    fn stop_words_stand_in_order() {
        assert!(STOP.is_sorted());
    }
}
