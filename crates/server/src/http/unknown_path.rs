//! Paths that no operation has.

use answerdeck_api::{ErrorCode, operation};

use crate::problem::Problem;

/// Refuses a path that no operation has. The detail says what is wrong, if that is known.
pub(crate) fn unknown_path(path: &str) -> Problem {
    let path = path.trim_end_matches('/');
    let detail = match path.strip_prefix("/api") {
        Some(path) => other_version(path)
            .filter(|path| is_known(path))
            .map(|path| format!("path: this operation is at /api{path}")),
        None => Some("path: must begin with /api".to_owned()),
    };
    Problem::Refused { code: ErrorCode::SystemBadRequest, details: detail.into_iter().collect() }
}

/// The same path in the other version.
fn other_version(path: &str) -> Option<String> {
    match path.strip_prefix("/v1/") {
        Some(rest) => Some(format!("/v1beta/{rest}")),
        None => path.strip_prefix("/v1beta/").map(|rest| format!("/v1/{rest}")),
    }
}

fn is_known(path: &str) -> bool {
    let fits = |template: &str| {
        let is_part = |(part, given): (&str, &str)| part == given || part.starts_with('{');
        template.split('/').count() == path.split('/').count() && template.split('/').zip(path.split('/')).all(is_part)
    };
    operation::ALL.iter().any(|operation| fits(operation.path))
}
