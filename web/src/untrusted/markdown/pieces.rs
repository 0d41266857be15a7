use std::ops::Range;

/// Divides the text of an event at the bounds of the marks. `range` is where the event is in `source`. Each piece has its
/// mark and its first byte in the source.
///
/// A text that the source spells otherwise, as with an entity, is one piece.
pub(super) fn pieces<'a>(
    text: &'a str,
    source: &str,
    range: Range<usize>,
    marks: &[Range<usize>],
) -> Vec<(Option<usize>, usize, &'a str)> {
    let first = marks.partition_point(|mark| mark.end <= range.start);
    let marks = || (first..).zip(marks.get(first..).unwrap_or_default());
    let of_event = source.get(range.clone()).unwrap_or_default();
    // Code has its backticks around it.
    let Some(start) = of_event.find(text).map(|before| range.start + before) else {
        let mark = marks().next().filter(|(_, mark)| mark.start < range.end).map(|(mark, _)| mark);
        return vec![(mark, range.start, text)];
    };
    let end = start + text.len();
    let mut pieces = Vec::new();
    let mut at = start;
    let mut push = |mark, to: usize| {
        if let Some(piece) = text.get(at - start..to - start).filter(|piece| !piece.is_empty()) {
            pieces.push((mark, at, piece));
            at = to;
        }
    };
    for (number, mark) in marks().take_while(|(_, mark)| mark.start < end) {
        push(None, mark.start.max(start));
        push(Some(number), mark.end.clamp(start, end));
    }
    push(None, end);
    pieces
}
