//! Compares two texts by their paragraphs, and those that differ by their words.

use std::collections::HashMap;

use answerdeck_api::Source;

use super::visible;

/// The maximum number of comparisons. What remains after it is removed and added as a whole.
const COMPARISONS_MAX: usize = 4_000_000;

/// Whether both texts have a part, only the first, or only the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Same,
    Removed,
    Added,
}

/// The parts of two texts in their order, with hidden characters made visible. Space at the end of a word makes no difference, nor
/// does the number of a reference like `[2]` to the sources of its text: the source does.
pub fn text_diff(before: &str, after: &str, sources: [&[Source]; 2]) -> Vec<(Change, String)> {
    // The last word of a text ends as all others do.
    let [before, after] = [before, after].map(|text| [text.trim(), "\n"].concat());
    let mut diff = Diff { sources, changes: Vec::new(), comparisons: COMPARISONS_MAX };
    diff.compare(&parts(&before, is_paragraph_end), &parts(&after, is_paragraph_end), Unit::Paragraph);
    diff.changes.into_iter().map(|(change, text)| (change, visible(&text))).collect()
}

/// The parts of changes, each in one cell of one line, with the tab or the line break after it.
pub fn diff_pieces(changes: &[(Change, String)]) -> Vec<(Change, String)> {
    let pieces = |(change, text): &(Change, String)| {
        let piece = |piece: &str| (*change, piece.to_owned());
        text.split_inclusive(['\n', '\t']).map(piece).collect::<Vec<_>>()
    };
    changes.iter().flat_map(pieces).collect()
}

/// A line of both texts: its cells. Only a row of a table has several.
pub type DiffLine = Vec<Vec<(Change, String)>>;

/// The lines of what [`diff_pieces`] returns. A line that is replaced as a whole is two: the removed one and the added one.
pub fn diff_lines(pieces: &[(Change, String)]) -> Vec<DiffLine> {
    let lines = |line: &[(Change, String)]| {
        let has = |change: Change| line.iter().any(|(of, piece)| *of == change && !piece.trim().is_empty());
        if has(Change::Same) || !has(Change::Removed) || !has(Change::Added) {
            return vec![cells(line.iter())];
        }
        let of = |change: Change| cells(line.iter().filter(|(of, _)| *of == change));
        vec![of(Change::Removed), of(Change::Added)]
    };
    pieces.split_inclusive(|(_, piece)| piece.ends_with('\n')).flat_map(lines).collect()
}

// A cell of the text before is in the same column as that of the text after.
fn cells<'a>(line: impl Iterator<Item = &'a (Change, String)>) -> DiffLine {
    let mut cells: DiffLine = vec![Vec::new()];
    // The columns of what is next in the text before and in the one after.
    let mut columns = [0; 2];
    for (change, piece) in line {
        let of_texts = match change {
            Change::Same => &mut columns[..],
            Change::Removed => &mut columns[..1],
            Change::Added => &mut columns[1..],
        };
        let column = of_texts.iter().copied().max().unwrap_or_default();
        let next = column + usize::from(piece.ends_with('\t'));
        of_texts.fill(next);
        if cells.len() <= next {
            cells.resize(next + 1, Vec::new());
        }
        let text = piece.trim_end_matches(['\n', '\t']);
        if !text.is_empty() {
            cells[column].push((*change, text.to_owned()));
        }
    }
    cells
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Paragraph,
    Word,
}

struct Diff<'a> {
    /// Those of the text before and of the one after.
    sources: [&'a [Source]; 2],
    changes: Vec<(Change, String)>,
    comparisons: usize,
}

impl Diff<'_> {
    fn compare(&mut self, before: &[&str], after: &[&str], unit: Unit) {
        let mut common = self.common(before, after);
        // Single words that two sentences share by chance make neither readable.
        if unit == Unit::Word && 3 * common.len() < before.len().max(after.len()) {
            common.clear();
        }
        let (mut from, mut to) = (0, 0);
        for (one, other) in common {
            self.replace(&before[from..one], &after[to..other], unit);
            self.push(Change::Same, after[other].trim_end());
            self.push(Change::Same, longer_space(before[one], after[other]));
            (from, to) = (one + 1, other + 1);
        }
        self.replace(&before[from..], &after[to..], unit);
    }

    fn replace(&mut self, before: &[&str], after: &[&str], unit: Unit) {
        let [removed, added] = [before, after].map(|parts| parts.concat());
        if unit == Unit::Paragraph && !before.is_empty() && !after.is_empty() {
            return self.compare(&parts(&removed, is_word_end), &parts(&added, is_word_end), Unit::Word);
        }
        self.push(Change::Removed, removed.trim_end());
        self.push(Change::Added, added.trim_end());
        self.push(Change::Same, longer_space(&removed, &added));
    }

    fn push(&mut self, change: Change, part: &str) {
        match self.changes.last_mut() {
            _ if part.is_empty() => {}
            Some((last, text)) if *last == change => text.push_str(part),
            _ => self.changes.push((change, part.to_owned())),
        }
    }

    /// The positions of a longest common subsequence. Only what is equal at the beginning and at the end if there are too many
    /// comparisons left.
    fn common(&mut self, before: &[&str], after: &[&str]) -> Vec<(usize, usize)> {
        let mut numbers = HashMap::new();
        let mut numbered = |parts: &[&str], sources: &[Source]| -> Vec<usize> {
            let number = |part: &&str| {
                let next = numbers.len();
                *numbers.entry(compared(part, sources)).or_insert(next)
            };
            parts.iter().map(number).collect()
        };
        let [of_before, of_after] = self.sources;
        let (before, after) = (numbered(before, of_before), numbered(after, of_after));
        let start = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
        let (one, other) = (&before[start..], &after[start..]);
        let end = one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count();
        let (one, other) = (&one[..one.len() - end], &other[..other.len() - end]);
        let mut common: Vec<(usize, usize)> = (0..start).map(|at| (at, at)).collect();
        if let Some(rest) = self.comparisons.checked_sub(one.len().saturating_mul(other.len())) {
            self.comparisons = rest;
            common.extend(longest_common(one, other).into_iter().map(|(at, to)| (start + at, start + to)));
        }
        let ends = (before.len() - end..before.len()).zip(after.len() - end..after.len());
        common.into_iter().chain(ends).collect()
    }
}

/// The text that is compared: a part in which each reference like `[2]` is the address of its source.
fn compared(part: &str, sources: &[Source]) -> String {
    let address = |piece: &str| {
        let number = piece.strip_suffix(']')?.parse::<usize>().ok()?;
        Some(sources.get(number.checked_sub(1)?)?.url.as_str())
    };
    part.trim_end().split_inclusive(['[', ']']).map(|piece| address(piece).unwrap_or(piece)).collect()
}

/// The longer space at the end of two texts, so that neither is joined to what follows.
fn longer_space<'a>(one: &'a str, other: &'a str) -> &'a str {
    let [one, other] = [one, other].map(|text| &text[text.trim_end().len()..]);
    if one.len() > other.len() { one } else { other }
}

/// The positions of a longest common subsequence.
fn longest_common(one: &[usize], other: &[usize]) -> Vec<(usize, usize)> {
    // The lengths of those of the rests: a row for each position of `one`, and one more.
    let width = other.len() + 1;
    let mut lengths = vec![0_u16; (one.len() + 1) * width];
    for at in (0..one.len()).rev() {
        for to in (0..other.len()).rev() {
            let cell = at * width + to;
            lengths[cell] = match one[at] == other[to] {
                true => lengths[cell + width + 1] + 1,
                false => lengths[cell + width].max(lengths[cell + 1]),
            };
        }
    }
    let (mut at, mut to, mut common) = (0, 0, Vec::new());
    while at < one.len() && to < other.len() {
        if one[at] == other[to] {
            common.push((at, to));
            (at, to) = (at + 1, to + 1);
        } else if lengths[(at + 1) * width + to] >= lengths[at * width + to + 1] {
            at += 1;
        } else {
            to += 1;
        }
    }
    common
}

/// The parts of a text, which is cut between two characters where `is_end` says so.
fn parts(text: &str, is_end: fn(char, char) -> bool) -> Vec<&str> {
    let next = text.char_indices().skip(1);
    let cuts = text.chars().zip(next).filter(|(last, (_, next))| is_end(*last, *next)).map(|(_, (at, _))| at);
    let mut start = 0;
    let part = |end| &text[std::mem::replace(&mut start, end)..end];
    cuts.chain([text.len()]).map(part).collect()
}

fn is_paragraph_end(last: char, next: char) -> bool {
    last == '\n' && !next.is_whitespace()
}

// Chinese and Japanese have no space between words.
fn is_word_end(last: char, next: char) -> bool {
    let is_word = |character: char| matches!(character, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}');
    !next.is_whitespace() && (last.is_whitespace() || is_word(last) || is_word(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The differences as a text, with `-` and `+` before what is removed and added.
    fn diff(before: &str, after: &str) -> String {
        diff_citing(before, after, [&[], &[]])
    }

    fn diff_citing(before: &str, after: &str, sources: [&[Source]; 2]) -> String {
        let changes = text_diff(before, after, sources).into_iter().map(marked);
        changes.collect::<String>().trim_end().to_owned()
    }

    fn marked((change, text): (Change, String)) -> String {
        match change {
            Change::Same => text,
            Change::Removed => format!("-[{text}]"),
            Change::Added => format!("+[{text}]"),
        }
    }

    #[test]
    fn a_line_that_is_replaced_is_two_and_the_cells_of_both_texts_are_in_the_same_column() {
        let lines = |before: &str, after: &str| {
            let pieces = diff_pieces(&text_diff(before, after, [&[], &[]]));
            let cell = |cell: Vec<(Change, String)>| cell.into_iter().map(marked).collect::<String>();
            let line = |cells: DiffLine| cells.into_iter().map(cell).collect::<Vec<_>>().join(" | ");
            diff_lines(&pieces).into_iter().map(line).collect::<Vec<_>>()
        };
        assert_eq!(
            lines("One.\n\n• Old and heavy.\n• Blue.", "One.\n\n• Blue."),
            ["One.", "", "-[• Old and heavy.]", "• Blue."]
        );
        assert_eq!(
            lines("One.\nOld line here.\nEnd.", "One.\nBrand new sentence.\nAnother.\nEnd."),
            ["One.", "-[Old line here.]", "+[Brand new sentence.]", "+[Another.]", "End."]
        );
        assert_eq!(
            lines("Price\t1\t2\nSize\t5", "Price\t3\t4\nSize\t5\nColor\tred"),
            ["Price | -[1]+[3] | -[2]+[4]", "Size | 5", "+[Color] | +[red]"]
        );
        assert_eq!(lines("X.", "X.\n\n\tA\tB"), ["X.", "", " | +[A] | +[B]"]);
    }

    #[test]
    fn equal_texts_have_no_differences() {
        assert_eq!(
            text_diff("One two.\n\nThree.", "One  two.\nThree.\n", [&[], &[]]),
            [(Change::Same, "One  two.\n\nThree.\n".into())]
        );
        assert_eq!(text_diff("", " ", [&[], &[]]), [(Change::Same, "\n".into())]);
    }

    #[test]
    fn words_of_a_paragraph_are_replaced() {
        assert_eq!(
            diff("Nurio Air 2 suits commuters well.", "Tavrin Q7 suits commuters well."),
            "-[Nurio Air 2]+[Tavrin Q7] suits commuters well."
        );
        assert_eq!(
            diff("출퇴근에는 누리오가 좋아요.", "출퇴근에는 타브린이 좋아요."),
            "출퇴근에는 -[누리오가]+[타브린이] 좋아요."
        );
    }

    #[test]
    fn paragraphs_are_added_and_removed() {
        assert_eq!(diff("One.\n\nTwo.", "One.\n\nTwo.\n\nThree."), "One.\n\nTwo.\n\n+[Three.]");
        assert_eq!(diff("One.\n\nTwo.\n\nThree.", "Two.\n\nThree."), "-[One.]\n\nTwo.\n\nThree.");
    }

    #[test]
    fn paragraphs_with_little_in_common_are_replaced_as_a_whole() {
        let before = "The best earbuds for the bus are those of Nurio.";
        let after = "The people in our office like a quiet keyboard.";
        assert_eq!(diff(before, after), format!("-[{before}]+[{after}]"));
    }

    #[test]
    fn references_are_compared_by_their_sources() {
        let source = |url: &str| Source { url: url.to_owned(), title: String::new(), domain: None };
        let (of_before, of_after) = (["a", "b", "c"].map(source), ["new", "a", "c"].map(source));
        let diff = |before, after| diff_citing(before, after, [&of_before, &of_after]);
        assert_eq!(diff("Soft [1]. Light.", "Soft [2]. Light."), "Soft [2]. Light.");
        assert_eq!(
            diff("It is soft [2].\n\nIt is light [3].", "It is soft [1].\n\nIt is light [3]."),
            "It is soft -[[2].]+[[1].]\n\nIt is light [3]."
        );
        assert_eq!(diff("It is very soft [2].", "It is very soft [2]."), "It is very soft -[[2].]+[[2].]");
        assert_eq!(diff("The list has [9] [x] [1]", "The list has [9] [x] [2]"), "The list has [9] [x] [2]");
    }

    #[test]
    fn characters_without_spaces_between_words_are_compared() {
        assert_eq!(diff("我喜欢红色耳机", "我喜欢蓝色耳机"), "我喜欢-[红]+[蓝]色耳机");
    }

    #[test]
    fn hidden_characters_are_visible() {
        assert_eq!(diff("a b c\u{202E}", "a b c"), "a b -[c[U+202E]]+[c]");
    }

    #[test]
    fn both_texts_can_be_read_from_their_differences() {
        let before = "A list:\n- one\n- two\n- three\n\nThe end is near.";
        let after = "A list:\n- two\n- three and more\n- four\n\nThe end is here.";
        let read = |missing: Change| {
            let changes = text_diff(before, after, [&[], &[]]).into_iter().filter(|(change, _)| *change != missing);
            changes.map(|(_, text)| text).collect::<String>()
        };
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&read(Change::Added)), words(before));
        assert_eq!(words(&read(Change::Removed)), words(after));
    }

    #[test]
    fn long_texts_that_differ_everywhere_are_replaced_as_a_whole_between_what_is_equal() {
        let long = |word: &str| format!("Start.\n{}\nEnd.", format!("{word} x ").repeat(40_000));
        let changes = text_diff(&long("a"), &long("b"), [&[], &[]]);
        let changes = changes.into_iter().map(|(change, _)| change).collect::<Vec<_>>();
        assert_eq!(changes, [Change::Same, Change::Removed, Change::Added, Change::Same]);
    }
}
