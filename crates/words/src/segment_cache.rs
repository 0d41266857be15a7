//! A cache of the nouns of Korean segments. Answers repeat words, and the dictionary takes ten
//! microseconds for each.

use std::sync::{Arc, Mutex, PoisonError};

use hashlink::LruCache;

/// The maximum number of segments, which take about four megabytes.
const SEGMENTS_MAX: usize = 16_384;
/// The maximum number of letters of a segment that is cached.
const LETTERS_MAX: usize = 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KoreanNoun {
    pub(crate) text: String,
    pub(crate) is_proper: bool,
}

/// The nouns of a segment, and how many letters the dictionary reads to find them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct AnalyzedSegment {
    pub(crate) nouns: Vec<KoreanNoun>,
    pub(crate) letters: usize,
}

/// The segments that were analyzed or looked up last.
pub(crate) struct SegmentCache(Mutex<LruCache<Box<str>, Arc<AnalyzedSegment>>>);

impl Default for SegmentCache {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(SEGMENTS_MAX)))
    }
}

impl SegmentCache {
    pub(crate) fn get(&self, segment: &str) -> Option<Arc<AnalyzedSegment>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(segment).cloned()
    }

    /// Caches a segment, unless it is long.
    pub(crate) fn insert(&self, segment: &str, analyzed: Arc<AnalyzedSegment>) {
        if segment.chars().nth(LETTERS_MAX).is_none() {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(segment.into(), analyzed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analyzed(letters: usize) -> Arc<AnalyzedSegment> {
        Arc::new(AnalyzedSegment { nouns: Vec::new(), letters })
    }

    #[test]
    fn the_least_recently_used_segments_are_evicted() {
        let cache = SegmentCache::default();
        cache.insert("누리오는", analyzed(4));
        for number in 1..=2 * SEGMENTS_MAX {
            cache.insert(&number.to_string(), analyzed(number));
            if number % (SEGMENTS_MAX / 2) == 0 {
                assert_eq!(cache.get("누리오는"), Some(analyzed(4)));
            }
        }
        assert_eq!(cache.get("1"), None);
        assert_eq!(cache.0.lock().unwrap().len(), SEGMENTS_MAX);
    }

    #[test]
    fn a_long_segment_is_not_cached() {
        let cache = SegmentCache::default();
        let (long, longest) = ("가".repeat(LETTERS_MAX + 1), "가".repeat(LETTERS_MAX));
        cache.insert(&long, analyzed(21));
        cache.insert(&longest, analyzed(20));
        assert_eq!((cache.get(&long), cache.get(&longest)), (None, Some(analyzed(20))));
    }
}
