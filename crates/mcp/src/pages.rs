//! Pages of data: as many items as fit, and a cursor for the rest.

use serde_json::Value;

use crate::arguments::Arguments;

/// The field of the cursor, in arguments and in data.
pub(crate) const CURSOR: &str = "cursor";
pub(crate) const NEXT_CURSOR: &str = "nextCursor";
/// Separates the number of units to skip from the platform's cursor, which is base64url.
const SEPARATOR: char = '~';
/// The characters of a text that are one unit.
const TEXT_UNIT: usize = 500;

/// Where a page begins: in which page of the platform, and after how many of its units.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Start {
    skip: usize,
    platform: Option<String>,
}

impl Start {
    /// Takes the cursor of the arguments, and leaves that of the platform there.
    pub(crate) fn take(arguments: &mut Arguments) -> Self {
        let Some(Value::String(cursor)) = arguments.get(CURSOR) else { return Self::default() };
        let start = match cursor.split_once(SEPARATOR).map(|(skip, platform)| (skip.parse(), platform)) {
            Some((Ok(skip), platform)) => {
                Self { skip, platform: Some(platform.to_owned()).filter(|platform| !platform.is_empty()) }
            }
            _ => Self { skip: 0, platform: Some(cursor.clone()) },
        };
        match &start.platform {
            Some(platform) => arguments.insert(CURSOR.to_owned(), platform.as_str().into()),
            None => arguments.remove(CURSOR),
        };
        start
    }

    /// The cursor of what follows `skip` units of the same page of the platform.
    fn cursor(&self, skip: usize) -> Value {
        format!("{skip}{SEPARATOR}{}", self.platform.as_deref().unwrap_or_default()).into()
    }
}

/// Returns a page of `data` that fits, and at least one unit. `lists` are the JSON pointers of the lists and texts that are divided,
/// in their order; `fits` says whether data is small enough.
pub(crate) fn page(data: Value, lists: &[&str], start: &Start, fits: impl Fn(&Value) -> bool) -> Value {
    let total: usize = lists.iter().filter_map(|list| data.pointer(list)).map(units).sum();
    let part = |end: usize| {
        let mut part = data.clone();
        let mut first = 0;
        for list in lists {
            let count = data.pointer(list).map_or(0, units);
            let within = |unit: usize| unit.saturating_sub(first).min(count);
            cut(&mut part, list, within(start.skip), within(end));
            first += count;
        }
        if end < total
            && let Some(fields) = part.as_object_mut()
        {
            fields.insert(NEXT_CURSOR.to_owned(), start.cursor(end));
        }
        part
    };
    let whole = part(total);
    if fits(&whole) {
        return whole;
    }
    // The largest end that fits is at least `low`, and less than `high`.
    let (mut low, mut high) = (start.skip + 1, total);
    while low + 1 < high {
        let middle = usize::midpoint(low, high);
        if fits(&part(middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    part(low.min(total))
}

/// The units of a list are its items, and those of a text are its parts.
fn units(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::String(text) => text.chars().count().div_ceil(TEXT_UNIT),
        _ => 0,
    }
}

/// Keeps the units `from..to` of a list. Removes it if none of them is in this page, so that it does not look empty.
fn cut(data: &mut Value, list: &str, from: usize, to: usize) {
    let Some(value) = data.pointer_mut(list) else { return };
    let count = units(value);
    match value {
        Value::Array(items) => *items = items.drain(from..to).collect(),
        Value::String(text) => *text = text.chars().skip(from * TEXT_UNIT).take((to - from) * TEXT_UNIT).collect(),
        _ => {}
    }
    if count > 0
        && from == to
        && let Some((parent, name)) = list.rsplit_once('/')
        && let Some(fields) = data.pointer_mut(parent).and_then(Value::as_object_mut)
    {
        fields.remove(name);
    }
}

/// Shortens every text to some characters.
pub(crate) fn shorten(value: &mut Value, characters: usize) {
    match value {
        Value::String(text) => {
            if let Some((end, _)) = text.char_indices().nth(characters) {
                text.truncate(end);
                text.push('…');
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| shorten(value, characters)),
        Value::Object(fields) => {
            let shortened = fields.iter_mut().filter(|(name, _)| *name != NEXT_CURSOR);
            shortened.for_each(|(_, value)| shorten(value, characters));
        }
        _ => {}
    }
}

/// Rounds every number with a fraction to four decimals.
pub(crate) fn round(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(float) = number.as_f64().filter(|_| number.is_f64()) {
                *value = ((float * 10_000.0).round() / 10_000.0).into();
            }
        }
        Value::Array(values) => values.iter_mut().for_each(round),
        Value::Object(fields) => fields.values_mut().for_each(round),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const LISTS: [&str; 3] = ["/content", "/sources", "/inner/fanouts"];

    fn start(cursor: Option<&Value>) -> (Start, Arguments) {
        let mut arguments: Arguments = cursor.map(|cursor| (CURSOR.to_owned(), cursor.clone())).into_iter().collect();
        (Start::take(&mut arguments), arguments)
    }

    #[test]
    fn the_pages_together_have_every_unit_once() {
        let content: String = (0..4_321).map(|index| char::from(b'a' + (index % 26) as u8)).collect();
        let sources: Vec<usize> = (0..70).collect();
        let data = json!({ "content": content, "sources": sources, "inner": { "fanouts": ["x", "y"] }, "id": "i" });
        for limit in [60, 700, 2_000, 9_999] {
            let (mut text, mut seen, mut fanouts, mut cursor, mut pages) = (String::new(), Vec::new(), 0, None, 0);
            loop {
                let (start, platform) = start(cursor.as_ref());
                assert_eq!(platform, Arguments::new());
                let page = page(data.clone(), &LISTS, &start, |page| page.to_string().len() <= limit);
                assert!(page.to_string().len() <= limit.max(700), "{page}");
                assert_eq!(page["id"], "i");
                text.push_str(page["content"].as_str().unwrap_or_default());
                seen.extend(page["sources"].as_array().into_iter().flatten().cloned());
                fanouts += page["inner"]["fanouts"].as_array().map_or(0, Vec::len);
                pages += 1;
                match page.get(NEXT_CURSOR) {
                    Some(next) => cursor = Some(next.clone()),
                    None => break,
                }
            }
            assert_eq!((&text, json!(seen), fanouts), (&content, json!(sources), 2), "{limit}");
            assert_eq!(pages == 1, limit == 9_999);
        }
    }

    #[test]
    fn the_cursor_of_the_platform_is_kept_until_its_page_is_shown() {
        let data = json!({ "prompts": [1, 2, 3], "nextCursor": "server-3" });
        let (first, sent) = start(Some(&json!("server-2")));
        assert_eq!(sent, json!({ "cursor": "server-2" }).as_object().cloned().unwrap());
        let shown = page(data.clone(), &["/prompts"], &first, |page| page["prompts"].as_array().unwrap().len() <= 2);
        assert_eq!(shown, json!({ "prompts": [1, 2], "nextCursor": "2~server-2" }));
        let (second, sent) = start(Some(&shown["nextCursor"]));
        assert_eq!(sent, json!({ "cursor": "server-2" }).as_object().cloned().unwrap());
        assert_eq!(page(data, &["/prompts"], &second, |_| true), json!({ "prompts": [3], "nextCursor": "server-3" }));
    }

    #[test]
    fn a_cursor_behind_the_end_has_an_empty_page() {
        let (start, _) = start(Some(&json!("99999999999~")));
        assert_eq!(page(json!({ "a": [1] }), &["/a"], &start, |_| true), json!({}));
    }

    #[test]
    fn numbers_have_four_decimals_and_texts_a_maximum_length() {
        let mut data =
            json!({ "rate": 0.123456789, "count": 5, "credits": 12.5, "name": "가나다", "nextCursor": "long" });
        round(&mut data);
        shorten(&mut data, 2);
        assert_eq!(data, json!({ "rate": 0.1235, "count": 5, "credits": 12.5, "name": "가나…", "nextCursor": "long" }));
    }
}
