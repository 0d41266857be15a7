//! A cache of the nouns of Korean segments. Answers repeat words, and the dictionary takes ten
//! microseconds for each.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of segments of a generation. Two generations take about four megabytes.
const GENERATION_MAX: usize = 8_192;
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
#[derive(Default)]
pub(crate) struct SegmentCache(Mutex<Generations>);

#[derive(Default)]
struct Generations {
    young: HashMap<Box<str>, Arc<AnalyzedSegment>>,
    /// The previous young generation. It is dropped when the young generation is full again.
    old: HashMap<Box<str>, Arc<AnalyzedSegment>>,
}

impl SegmentCache {
    pub(crate) fn get(&self, segment: &str) -> Option<Arc<AnalyzedSegment>> {
        let mut generations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(analyzed) = generations.young.get(segment) {
            return Some(Arc::clone(analyzed));
        }
        let (segment, analyzed) = generations.old.remove_entry(segment)?;
        generations.insert(segment, Arc::clone(&analyzed));
        Some(analyzed)
    }

    /// Caches a segment, unless it is long.
    pub(crate) fn insert(&self, segment: &str, analyzed: Arc<AnalyzedSegment>) {
        if segment.chars().nth(LETTERS_MAX).is_none() {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(segment.into(), analyzed);
        }
    }
}

impl Generations {
    fn insert(&mut self, segment: Box<str>, analyzed: Arc<AnalyzedSegment>) {
        if self.young.len() >= GENERATION_MAX {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(segment, analyzed);
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
        for number in 1..=5 * GENERATION_MAX {
            cache.insert(&number.to_string(), analyzed(number));
            if number % (GENERATION_MAX / 2) == 0 {
                assert_eq!(cache.get("누리오는"), Some(analyzed(4)));
            }
        }
        assert_eq!(cache.get("1"), None);
        let generations = cache.0.lock().unwrap();
        assert!(generations.young.len().max(generations.old.len()) <= GENERATION_MAX);
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
