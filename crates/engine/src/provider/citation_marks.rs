//! The marks with which ChatGPT's models cite inside a text. A product shows a link or a name in their place.
//!
//! Source: OpenAI, guide to citation formatting: `U+E200 KIND U+E202 ARGUMENT … U+E201`. Older models write `【4:0†source】`.

const BEGIN: char = '\u{e200}';
const END: char = '\u{e201}';
const SEPARATOR: char = '\u{e202}';
/// The other letters that only occur in marks.
const RESERVED: std::ops::RangeInclusive<char> = '\u{e200}'..='\u{e20f}';
/// The maximum lengths of a mark, in bytes. The bounds keep a text of beginnings from being searched again and again.
const MARK_MAX: usize = 2_000;
const REFERENCE_MAX: usize = 60;

/// The text without marks. A mark with a name leaves the name.
pub(super) fn without_marks(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(|letter| matches!(letter, BEGIN | '【') || RESERVED.contains(&letter)) {
        let (before, mark) = rest.split_at(place);
        shown.push_str(before);
        let (name, length) = read(mark);
        shown.push_str(&name);
        rest = mark.get(length..).unwrap_or_default();
    }
    shown.push_str(rest);
    shown
}

/// What is shown in the place of a mark at the beginning of a text, and the length of the mark.
fn read(text: &str) -> (String, usize) {
    let window = |max| text.get(..text.floor_char_boundary(max)).unwrap_or(text);
    let first = text.chars().next().map_or(0, char::len_utf8);
    if text.starts_with('【') {
        let inside = window(REFERENCE_MAX).get(first..).and_then(|inside| inside.split_once('】'));
        let inside = inside.map(|(inside, _)| inside);
        return match inside.filter(|inside| is_reference(inside)) {
            Some(inside) => (String::new(), first + inside.len() + '】'.len_utf8()),
            None => ("【".to_owned(), first),
        };
    }
    if !text.starts_with(BEGIN) {
        return (String::new(), first);
    }
    let window = window(MARK_MAX);
    match window.find(END) {
        Some(end) => (name(window.get(first..end).unwrap_or_default()), end + END.len_utf8()),
        // A mark that is cut ends with its word.
        None => (String::new(), window.find(char::is_whitespace).unwrap_or(window.len())),
    }
}

/// `4†source`, `4:0†source` and `4†L10-L20`.
fn is_reference(inside: &str) -> bool {
    inside.split_once('†').is_some_and(|(number, _)| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b':')
    })
}

/// The name that a mark shows: `entity` has a JSON array of a kind and a name, `url` and `link_title` a text.
fn name(mark: &str) -> String {
    let (kind, arguments) = mark.split_once(SEPARATOR).unwrap_or((mark, ""));
    match kind {
        "entity" => serde_json::from_str::<Vec<serde_json::Value>>(arguments)
            .ok()
            .and_then(|parts| parts.get(1)?.as_str().map(str::to_owned))
            .unwrap_or_default(),
        "url" | "link_title" => arguments.split(SEPARATOR).next().unwrap_or_default().to_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_leave_the_text_and_names_stay() {
        for (text, shown) in [
            ("조용합니다.\u{e200}cite\u{e202}turn0search0\u{e201} 끝.", "조용합니다. 끝."),
            ("A\u{e200}cite\u{e202}turn0search0\u{e202}turn1view2\u{e201}B", "AB"),
            ("\u{e200}filecite\u{e202}turn0file1\u{e202}L1-L2\u{e201}", ""),
            ("\u{e200}entity\u{e202}[\"company\",\"나이키\",\"\"]\u{e201}는 큽니다.", "나이키는 큽니다."),
            ("\u{e200}entity\u{e202}not json\u{e201}x", "x"),
            ("\u{e200}url\u{e202}나이키 공식\u{e202}turn0search0\u{e201}", "나이키 공식"),
            ("\u{e200}image_group\u{e202}{\"query\":[\"a\"]}\u{e201}x", "x"),
            ("끝 \u{e200}cite\u{e202}turn0 다음", "끝  다음"),
            ("끝\u{e200}cite\u{e202}turn0search0", "끝"),
            ("a\u{e201}b\u{e202}c\u{e206}d", "abcd"),
            ("값【4:0†source】과【12†L10-L20】", "값과"),
            ("【공지】 【a†b】 【", "【공지】 【a†b】 【"),
            ("\u{e000} 그림 글자 \u{f8ff}", "\u{e000} 그림 글자 \u{f8ff}"),
        ] {
            assert_eq!(without_marks(text), shown, "{text:?}");
        }
    }

    #[test]
    fn a_text_of_beginnings_takes_linear_time() {
        for begin in ["\u{e200}", "【1†", "\u{e200}cite\u{e202}"] {
            assert!(without_marks(&begin.repeat(200_000)).len() <= 200_000 * begin.len(), "{begin:?}");
        }
    }
}
