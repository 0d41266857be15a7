//! An Aho–Corasick automaton of all names. It reads a folded text from each place at which a name can begin.
//!
//! Source: A. V. Aho and M. J. Corasick, Efficient string matching, Communications of the ACM 18, 1975.

use std::ops::Range;

use super::TooManyNames;
use super::folded::FoldedText;
use super::name_prefixes::NamePrefixes;

/// The automaton of names. A state is a prefix of some names, and has a number.
pub(super) struct NameAutomaton {
    /// The last byte of each state.
    bytes: Vec<u8>,
    /// In the order of their lengths, so that the children of a state, which have one more byte, are next to one another. A further
    /// state at the end bounds the children of the last one.
    states: Vec<State>,
    /// For each byte, the state with only this byte. [`ROOT`] if there is none.
    of_one_byte: Vec<u32>,
    prefixes: NamePrefixes,
}

/// A prefix of some names.
#[derive(Clone, Copy, Default)]
struct State {
    /// The number of its first child. The children end where those of the next state begin.
    first_child: u32,
    /// The failure link: the longest proper suffix of this state that is a state too.
    suffix: u32,
    /// The output link: the longest suffix of this state that is a name, which may be the state itself. [`ROOT`] if there is none.
    longest_name: u32,
    /// The number of its bytes.
    length: u32,
    /// The position of the name. 0 if the state is not a name.
    name: u32,
}

/// The state without bytes.
const ROOT: u32 = 0;

/// A name in a folded text.
pub(super) struct Found {
    pub(super) start: usize,
    /// The byte after it.
    pub(super) end: usize,
    /// The position of the name.
    pub(super) name: usize,
}

impl NameAutomaton {
    /// Compiles names, which are in ascending order, different and not empty.
    pub(super) fn new(names: &[String]) -> Result<Self, TooManyNames> {
        let number = |index: usize| u32::try_from(index).map_err(|_| TooManyNames);
        let mut automaton = Self {
            bytes: vec![0],
            states: vec![State::default()],
            of_one_byte: vec![ROOT; 256],
            prefixes: NamePrefixes::new(names),
        };
        // The names that begin with each state.
        let mut ranges: Vec<Range<usize>> = std::iter::once(0..names.len()).collect();
        let mut index = 0;
        while let Some(mut range) = ranges.get(index).cloned() {
            let (first_child, state) = (number(automaton.states.len())?, number(index)?);
            let State { suffix, length, .. } = automaton.states[index];
            let depth = length as usize;
            automaton.states[index].first_child = first_child;
            automaton.states[index].longest_name = automaton.states[suffix as usize].longest_name;
            if names[range.clone()].first().is_some_and(|name| name.len() == depth) {
                automaton.states[index].name = number(range.start)?;
                automaton.states[index].longest_name = state;
                range.start += 1;
            }
            while let Some(first) = names[range.clone()].first() {
                let byte = first.as_bytes()[depth];
                let count = names[range.clone()].partition_point(|name| name.as_bytes()[depth] == byte);
                let suffix = if state == ROOT {
                    automaton.of_one_byte[usize::from(byte)] = number(automaton.states.len())?;
                    ROOT
                } else {
                    automaton.next(suffix, byte)
                };
                ranges.push(range.start..range.start + count);
                automaton.bytes.push(byte);
                automaton.states.push(State { suffix, length: length + 1, ..State::default() });
                range.start += count;
            }
            index += 1;
        }
        let end = State { first_child: number(index)?, ..State::default() };
        automaton.states.push(end);
        Ok(automaton)
    }

    /// Passes the names in a text to `take`, in the order of their ends, longer ones first. ASCII capitals of the text count as
    /// small letters. It misses some names that begin inside a word.
    pub(super) fn find(&self, text: &FoldedText, mut take: impl FnMut(Found)) {
        let bytes = text.as_str().as_bytes();
        let mut at = 0;
        for &start in text.word_starts() {
            if !self.prefixes.may_begin_at(bytes, start) || start < at {
                continue;
            }
            at = start;
            let mut state = ROOT;
            for byte in &bytes[start..] {
                state = self.next(state, byte.to_ascii_lowercase());
                at += 1;
                if state == ROOT {
                    break;
                }
                self.names_at(state, |length, name| take(Found { start: at - length, end: at, name }));
            }
        }
    }

    /// Passes the length and the position of each name that is a suffix of a state to `take`.
    fn names_at(&self, state: u32, mut take: impl FnMut(usize, usize)) {
        let mut ending = self.states[state as usize].longest_name;
        while ending != ROOT {
            let State { suffix, length, name, .. } = self.states[ending as usize];
            take(length as usize, name as usize);
            ending = self.states[suffix as usize].longest_name;
        }
    }

    /// The longest state that is a suffix of `state` followed by `byte`.
    fn next(&self, mut state: u32, byte: u8) -> u32 {
        while state != ROOT {
            if let Some(child) = self.child(state, byte) {
                return child;
            }
            state = self.states[state as usize].suffix;
        }
        self.of_one_byte[usize::from(byte)]
    }

    fn child(&self, state: u32, byte: u8) -> Option<u32> {
        let state = state as usize;
        let (first, end) = (self.states[state].first_child, self.states[state + 1].first_child);
        (first..end).find(|child| self.bytes[*child as usize] == byte)
    }
}
