//! Tables of test cases: a line has a kind, an input and what is said of it.

/// A line of a table.
pub(crate) struct Case {
    pub(crate) line: usize,
    pub(crate) kind: String,
    pub(crate) input: String,
    pub(crate) expected: String,
}

/// The cases of a table. Lines that begin with `#` are comments.
pub(crate) fn cases(table: &str) -> Vec<Case> {
    let lines = table.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let case = |(at, line): (usize, &str)| {
        let columns: Vec<String> = line.split('\t').map(unescape).collect();
        let [kind, input, expected] = columns.try_into().unwrap_or_else(|_| panic!("line {}: three columns", at + 1));
        Case { line: at + 1, kind, input, expected }
    };
    lines.map(case).collect()
}

/// Replaces `\n` and `\u{…}`.
pub(crate) fn unescape(text: &str) -> String {
    let mut parts = text.replace("\\n", "\n");
    while let Some((before, rest)) = parts.split_once("\\u{") {
        let (number, after) = rest.split_once('}').unwrap();
        let letter = char::from_u32(u32::from_str_radix(number, 16).unwrap()).unwrap();
        parts = format!("{before}{letter}{after}");
    }
    parts
}
