//! Words that carry no topic, English and Korean.

/// English words without a topic, sorted.
const ENGLISH: &[&str] = &[
    "about", "all", "an", "and", "any", "are", "as", "at", "be", "been", "best", "but", "by", "can", "could", "did",
    "do", "does", "for", "from", "get", "give", "good", "had", "has", "have", "help", "how", "if", "in", "into", "is",
    "it", "its", "last", "many", "me", "more", "most", "much", "my", "need", "new", "no", "not", "of", "often", "on",
    "or", "should", "so", "some", "tell", "than", "that", "the", "their", "them", "there", "these", "they", "this",
    "to", "too", "under", "up", "us", "use", "very", "vs", "was", "we", "were", "what", "when", "where", "which",
    "who", "why", "will", "with", "worth", "would", "you", "your",
];

/// English words that are not nouns, besides [`ENGLISH`] and the words that open a noun phrase.
const ENGLISH_FUNCTION_WORDS: &[&str] = &[
    "after", "again", "also", "although", "always", "another", "because", "become", "becomes", "before", "being",
    "better", "both", "come", "comes", "during", "either", "else", "even", "ever", "few", "fewer", "go", "goes", "he",
    "here", "him", "however", "instead", "just", "keep", "keeps", "less", "let", "like", "made", "make", "makes",
    "may", "might", "must", "never", "nor", "now", "off", "once", "only", "other", "others", "our", "out", "over",
    "own", "quite", "rather", "same", "say", "says", "see", "several", "she", "since", "still", "such", "take",
    "takes", "then", "though", "through", "too", "until", "upon", "whether", "while", "whose", "within", "works",
    "yet",
];

/// Korean words that are not nouns, and nouns without a topic.
const KOREAN: &[&str] = &[
    "가장",
    "같은",
    "경우",
    "그래서",
    "그러나",
    "그런",
    "그리고",
    "너무",
    "다른",
    "다만",
    "다시",
    "따라",
    "때문",
    "또는",
    "또한",
    "매우",
    "먼저",
    "모두",
    "모든",
    "바로",
    "아주",
    "어느",
    "어떤",
    "어떻게",
    "여러",
    "이런",
    "이렇게",
    "이미",
    "자주",
    "저런",
    "정도",
    "정말",
    "제일",
    "조금",
    "특히",
    "하지만",
    "함께",
    "훨씬",
];

/// Korean words that phrase a request, such as "recommend", and do not name its topic.
const KOREAN_REQUEST_WORDS: &[&str] = &[
    "추천해",
    "추천",
    "추천해줘",
    "알려",
    "알려줘",
    "줘",
    "주세요",
    "뭐가",
    "뭐야",
    "뭐",
    "제일",
    "가장",
    "좋아",
    "좋은",
    "좋을까",
    "있어",
    "있을",
    "때",
    "어떤",
    "게",
    "어떻게",
    "해",
    "해도",
    "돼",
    "얼마야",
    "중에",
    "중",
    "살까",
    "사면",
    "꼭",
    "사야",
    "더",
    "싸",
    "맞는",
    "괜찮아",
    "비교해",
    "비교",
    "확인해",
    "몇",
    "거",
    "것",
    "하나요",
    "되나요",
    "이하로",
    "이하",
    "사람",
    "사람한테",
    "방법",
];

/// Whether a lower-case English word carries no topic.
pub fn is_stop_word(word: &str) -> bool {
    ENGLISH.binary_search(&word).is_ok()
}

/// Whether a lower-case English word is not a noun.
pub(crate) fn is_english_function_word(word: &str) -> bool {
    ENGLISH_FUNCTION_WORDS.contains(&word)
}

/// Whether a Korean word is not a noun, or is a noun without a topic.
pub(crate) fn is_korean_stop_word(word: &str) -> bool {
    KOREAN.contains(&word)
}

/// Whether a Korean word phrases a request and does not name its topic: `추천해줘`.
pub fn is_korean_request_word(word: &str) -> bool {
    KOREAN_REQUEST_WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::ENGLISH;

    #[test]
    fn english_stop_words_are_sorted() {
        assert!(ENGLISH.is_sorted());
    }
}
