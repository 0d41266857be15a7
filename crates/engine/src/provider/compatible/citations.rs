//! The markers in an answer that cite numbered results, such as `[2]` and `[1, 3]`.

/// A text whose markers count its own sources.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CitedText {
    /// The text. `[n]` is the n-th source.
    pub(super) text: String,
    /// The cited results, in the order of the sources. Counted from 0.
    pub(super) cited: Vec<usize>,
    /// The number of markers that name no result. They are left out of the text.
    pub(super) dropped: u32,
}

/// Reads the markers of a text about `results` numbered results. A number in brackets before a parenthesis is a link's text.
pub(super) fn cite(text: &str, results: usize) -> CitedText {
    let mut cited = CitedText { text: String::with_capacity(text.len()), cited: Vec::new(), dropped: 0 };
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        cited.text.push_str(before);
        match marker(after) {
            Some((numbers, after)) => {
                cited.add_marker(&numbers, results);
                rest = after;
            }
            None => {
                cited.text.push('[');
                rest = after;
            }
        }
    }
    cited.text.push_str(rest);
    cited
}

impl CitedText {
    fn add_marker(&mut self, numbers: &[usize], results: usize) {
        let mut places = Vec::new();
        for number in numbers {
            match number.checked_sub(1).filter(|result| *result < results) {
                Some(result) => {
                    let place = self.cited.iter().position(|known| *known == result).unwrap_or_else(|| {
                        self.cited.push(result);
                        self.cited.len() - 1
                    });
                    places.push((place + 1).to_string());
                }
                None => self.dropped = self.dropped.saturating_add(1),
            }
        }
        if places.is_empty() {
            let end = self.text.trim_end_matches(' ').len();
            self.text.truncate(end);
        } else {
            self.text.extend(["[", &places.join(", "), "]"]);
        }
    }
}

/// The numbers of a marker after its opening bracket, and the text that follows it.
fn marker(text: &str) -> Option<(Vec<usize>, &str)> {
    let end = text.find(|letter: char| !matches!(letter, '0'..='9' | ',' | ' '))?;
    let (inside, after) = text.split_at(end);
    let after = after.strip_prefix(']').filter(|after| !after.starts_with('('))?;
    // A number too large for a computer names no result either.
    let number = |part: &str| {
        let part = part.trim();
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse().unwrap_or(usize::MAX))
    };
    let numbers: Option<Vec<usize>> = inside.split(',').map(number).collect();
    numbers.map(|numbers| (numbers, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_count_the_sources_in_the_order_of_the_text() {
        for (text, expected, cited, dropped) in [
            ("A [2], B [1][2].", "A [1], B [2][1].", vec![1, 0], 0),
            ("A [3, 1] and [1,9].", "A [1, 2] and [2].", vec![2, 0], 1),
            ("A [4]. B [0][99999999999999999999].", "A. B.", vec![], 3),
            ("[1](https://a.example) [x] [] [1", "[1](https://a.example) [x] [] [1", vec![], 0),
            ("[a [2]", "[a [1]", vec![1], 0),
            ("[, 1] [1 2] 한[1]글", "[, 1] [1 2] 한[1]글", vec![0], 0),
        ] {
            assert_eq!(cite(text, 3), CitedText { text: expected.to_owned(), cited, dropped }, "{text}");
        }
    }

    #[test]
    fn a_text_of_brackets_takes_linear_time() {
        let text = "[1".repeat(500_000);
        assert_eq!(cite(&text, 3).text, text);
        let text = "[".repeat(1_000_000);
        assert_eq!(cite(&text, 3).text.len(), text.len());
    }
}
