//! Asks a provider for many keywords in batches. One keyword that the provider rejects does not cost the others.

use std::collections::HashMap;

use crate::keyword::keyword_key;
use crate::provider::{ByKeyword, KeywordError, KeywordResults};

/// The maximum number of rejected calls. A provider that rejects more does so for another reason than single keywords.
const REJECTIONS_MAX: usize = 16;

/// Asks for `keywords`, at most `size` at a time. `clean` returns the form of a keyword that the provider accepts, or `None` if it
/// has none. `ask` returns the data by the key of this form. A batch that is rejected is halved, until only the keywords are left out
/// that the provider rejects.
pub(crate) async fn ask_in_batches<T: Clone, F: Future<Output = Result<ByKeyword<T>, KeywordError>>>(
    keywords: &[String],
    size: usize,
    clean: impl Fn(&str) -> Option<String>,
    ask: impl Fn(Vec<String>) -> F,
) -> KeywordResults<T> {
    let mut results = KeywordResults::default();
    let mut cleaned: Vec<String> = Vec::new();
    // Two keywords can have one clean form.
    let mut requested: HashMap<String, Vec<&String>> = HashMap::new();
    for keyword in keywords {
        let Some(form) = clean(keyword) else {
            results.rejected.push(keyword.clone());
            continue;
        };
        let same = requested.entry(keyword_key(&form)).or_default();
        if same.is_empty() {
            cleaned.push(form);
        }
        same.push(keyword);
    }
    let requested = |form: &str| requested.get(&keyword_key(form)).into_iter().flatten().copied();
    let mut batches: Vec<Vec<String>> = cleaned.chunks(size).rev().map(<[String]>::to_vec).collect();
    let mut rejections = 0;
    while let Some(mut batch) = batches.pop() {
        match ask(batch.clone()).await {
            Ok(found) => {
                for form in &batch {
                    let data = found.get(&keyword_key(form));
                    results.read.extend(requested(form).map(|keyword| (keyword_key(keyword), data.cloned())));
                }
            }
            Err(KeywordError::KeywordRejected(_)) if rejections < REJECTIONS_MAX => {
                rejections += 1;
                let rest = batch.split_off(batch.len() / 2);
                if batch.is_empty() {
                    results.rejected.extend(rest.iter().flat_map(|form| requested(form)).cloned());
                } else {
                    batches.extend([rest, batch]);
                }
            }
            Err(failure) => {
                results.failure = Some(failure);
                break;
            }
        }
    }
    results
}
