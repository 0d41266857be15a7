//! The bullets and numbers in front of the entries of a pasted list.

const BULLETS: [char; 20] =
    ['•', '‣', '·', '∙', '●', '○', '◦', '■', '□', '▪', '▫', '◆', '◇', '▶', '►', '☐', '☑', '☒', '✓', '\u{f0b7}'];
/// The signs that are bullets in front of a space only.
const DASHES: [char; 5] = ['-', '–', '—', '*', '+'];
/// The boxes that Markdown has between a dash and a task.
const BOXES: [&str; 3] = ["[ ] ", "[x] ", "[X] "];
/// The maximum number of digits of a number. A longer one is a year.
const DIGITS_MAX: usize = 3;

/// Whether lines are a list: most have a bullet or a number, and more than one has.
pub fn are_list<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let (mut marked, mut all) = (0_usize, 0_usize);
    for line in lines {
        all += 1;
        marked += usize::from(unmarked(line).is_some());
    }
    marked > 1 && 2 * marked > all
}

/// A line without its bullet or number, as in `- a`, `- [ ] a`, `•a`, `1. a`, `2) a`, `(3) a`, `Q4. a` and `⑤ a`. `None` if it
/// has neither.
pub fn unmarked(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let after_sign = || line.strip_prefix(BULLETS).or_else(|| line.strip_prefix(is_numeral));
    after_dash(line).or_else(after_sign).or_else(|| after_number(line)).map(str::trim_start)
}

fn after_dash(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(DASHES).filter(|rest| rest.starts_with(char::is_whitespace))?.trim_start();
    Some(BOXES.iter().find_map(|mark| rest.strip_prefix(mark)).unwrap_or(rest))
}

fn is_numeral(letter: char) -> bool {
    matches!(letter, '①'..='⒛' | '㉑'..='㉟' | '❶'..='➓')
}

fn after_number(line: &str) -> Option<&str> {
    let number = line.strip_prefix(['(', '[']).unwrap_or(line);
    let digits = number.strip_prefix(['Q', 'q']).unwrap_or(number);
    let rest = digits.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let length = digits.len() - rest.len();
    let is_number = length <= DIGITS_MAX && (length > 0 || digits.len() < number.len());
    let rest = rest.strip_prefix(['.', ')', ']', ':'])?;
    (is_number && !rest.starts_with(|letter: char| letter.is_ascii_digit())).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_of_a_list_has_a_bullet_or_a_number() {
        for line in [
            "- a", " * a", "–\ta", "- [ ] a", "* [x] a", "•a", "■ a", "☐ a", "1. a", "12) a", "3.a", "(4) a", "[5] a",
            "Q6. a", "Q. a", "q7: a", "⑧ a", "❾a",
        ] {
            assert_eq!(unmarked(line), Some("a"), "{line:?}");
        }
        for line in [
            "a",
            "-20도 침낭",
            "1.5배 빠른 이어폰",
            "1:1 문의",
            "2026. 신제품",
            "24시간",
            "Quick",
            "Q&A",
            "(주) 누리오",
            "",
        ] {
            assert_eq!(unmarked(line), None, "{line:?}");
        }
    }

    #[test]
    fn most_lines_of_a_list_have_a_mark() {
        let are_list = |lines: &str| are_list(lines.lines());
        assert!(are_list("질문\n1. a\n2. b"));
        for lines in ["1. a", "1. a\nb", "1. a\n2. b\nc\nd", ""] {
            assert!(!are_list(lines), "{lines:?}");
        }
    }
}
