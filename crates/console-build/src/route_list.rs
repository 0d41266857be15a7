//! The list of routes for JavaScript, made from web/src/routes.rs.

use std::collections::BTreeSet;

use crate::StepResult;
use crate::routes::{LAZY_PARTS, ROUTES};

/// Checks that the split program has a chunk loader for every route and lazy part, and one of them for every loader.
pub(crate) fn check<'a>(built: impl Iterator<Item = &'a str>) -> StepResult {
    let built: BTreeSet<&str> = built.collect();
    let listed: BTreeSet<&str> =
        ROUTES.iter().map(|route| route.loader).chain(LAZY_PARTS.iter().map(|part| part.loader)).collect();
    compare(&built, &listed)
}

fn compare(built: &BTreeSet<&str>, listed: &BTreeSet<&str>) -> StepResult {
    let unlisted =
        built.difference(listed).map(|name| format!("web/src/routes.rs lists no route and no lazy part {name}"));
    let unbuilt =
        listed.difference(built).map(|name| format!("web/src/routes.rs names {name}, but no #[lazy] function"));
    let errors: Vec<String> = unlisted.chain(unbuilt).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors.join("\n").into()) }
}

/// The JavaScript module that exports the routes, in order of matching: the pattern of the path, the name of the page,
/// and whether it needs a session.
pub(crate) fn javascript() -> StepResult<String> {
    let Some("*") = ROUTES.last().map(|route| route.path) else {
        return Err("the last route in web/src/routes.rs has to be \"*\"".into());
    };
    let mut module = "export const ROUTES = [\n".to_owned();
    for route in ROUTES {
        let pattern = pattern(route.path)?;
        module.push_str(&format!(
            "  {{ pattern: {pattern}, page: {:?}, needsSession: {} }},\n",
            route.loader,
            route.needs_session()
        ));
    }
    module.push_str("];\n");
    Ok(module)
}

/// The regular expression of a path. Like the router, it ignores empty segments.
fn pattern(path: &str) -> StepResult<String> {
    if path == "*" {
        return Ok("/^/".to_owned());
    }
    let mut pattern = "/^".to_owned();
    for segment in path.split('/').filter(|segment| !segment.is_empty()) {
        let plain = segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        match segment.strip_prefix(':') {
            Some(_) => pattern.push_str(r"\/+[^/]+"),
            None if plain => pattern.push_str(&format!(r"\/+{segment}")),
            None => return Err(format!("web/src/routes.rs: `{path}` has a segment that is not plain").into()),
        }
    }
    pattern.push_str(r"\/*$/");
    Ok(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_patterns() {
        assert_eq!(pattern("/").unwrap(), r"/^\/*$/");
        assert_eq!(pattern("/prompts/:id").unwrap(), r"/^\/+prompts\/+[^/]+\/*$/");
        assert_eq!(pattern("*").unwrap(), "/^/");
        assert!(pattern("/a.b").is_err());
    }

    #[test]
    fn a_page_without_a_route_and_a_route_without_a_page_are_errors() {
        let names = |names: &[&'static str]| names.iter().copied().collect::<BTreeSet<_>>();
        assert!(compare(&names(&["a", "b"]), &names(&["a", "b"])).is_ok());
        let error = compare(&names(&["a", "b"]), &names(&["b", "c"])).unwrap_err().to_string();
        assert_eq!(
            error,
            "web/src/routes.rs lists no route and no lazy part a\nweb/src/routes.rs names c, but no #[lazy] function"
        );
    }
}
