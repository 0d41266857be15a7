//! Paths that no operation has.

use answerdeck_api::{ErrorCode, operation};

use crate::problem::Problem;

/// Refuses a path that no operation has. The detail says what is wrong, if that is known.
pub(crate) fn unknown_path(path: &str) -> Problem {
    let path = path.trim_end_matches('/');
    let detail = match path.starts_with("/api") {
        true => meant(path.trim_start_matches("/api")).map(|path| format!("path: this operation is at /api{path}")),
        false => Some("path: must begin with /api".to_owned()),
    };
    Problem::Refused { code: ErrorCode::SystemBadRequest, details: detail.into_iter().collect() }
}

/// The path of an operation that differs only in its version, or in the case of letters and the marks between words.
fn meant(path: &str) -> Option<String> {
    let letters = |part: &str| part.replace(['-', '_'], "").to_ascii_lowercase();
    let is_version = |part: &str| ["v1", "v1beta"].contains(&part);
    let fits = |(part, given): (&str, &str)| {
        (part.starts_with('{') && !given.is_empty())
            || letters(part) == letters(given)
            || (is_version(part) && is_version(given))
    };
    let parts = |template: &'static str| template.split('/').zip(path.split('/'));
    let is_meant =
        |template: &'static str| template.split('/').count() == path.split('/').count() && parts(template).all(fits);
    let template = operation::ALL.iter().map(|operation| operation.path).find(|template| is_meant(template))?;
    let parts = parts(template).map(|(part, given)| if part.starts_with('{') { given } else { part });
    Some(parts.collect::<Vec<_>>().join("/"))
}
