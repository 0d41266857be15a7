//! The security headers of the console.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::headers::content_security_policy::sha256_source;

/// Sets the headers that restrict a page of the console to what it needs. The policy allows inline scripts by hash.
pub(super) fn set_security_headers(headers: &mut HeaderMap, html: &str) {
    let scripts: String = inline_scripts(html).map(|script| format!(" {}", sha256_source(script))).collect();
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{scripts}; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; manifest-src 'self'; worker-src 'none'; connect-src 'self' https: http://localhost:* http://127.0.0.1:*; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
         trusted-types default"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}

fn inline_scripts(html: &str) -> impl Iterator<Item = &str> {
    html.split("<script").skip(1).filter_map(|rest| {
        let (attributes, rest) = rest.split_once('>')?;
        let (script, _) = rest.split_once("</script>")?;
        (!attributes.contains(" src=") && !script.is_empty()).then_some(script)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_scripts_skips_external_and_empty_scripts() {
        let html = r#"<script>first()</script><script type="module" src="/a.js"></script><script type="module">second()
</script><script></script>"#;
        assert_eq!(inline_scripts(html).collect::<Vec<_>>(), ["first()", "second()\n"]);
    }
}
