//! Encryption of the connections that the server makes.

use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};

/// TLS over the connections of `tcp`, with the certificates that browsers trust. An address without TLS is reached plainly.
pub(crate) fn over<T>(tcp: T) -> HttpsConnector<T> {
    #[expect(clippy::expect_used, reason = "ring knows the versions of TLS that rustls takes by default")]
    let builder = HttpsConnectorBuilder::new()
        .with_provider_and_webpki_roots(rustls::crypto::ring::default_provider())
        .expect("ring knows TLS 1.2 and 1.3");
    builder.https_or_http().enable_http1().wrap_connector(tcp)
}
