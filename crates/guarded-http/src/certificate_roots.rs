//! The certificate authorities that are trusted for sites.

use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};

/// The certificate authorities that issue certificates of sites. By default those that browsers trust.
#[derive(Debug, Clone)]
pub struct CertificateRoots(pub(crate) Arc<RootCertStore>);

#[derive(Debug, thiserror::Error)]
pub enum CertificateRootsError {
    #[error("there is no certificate in PEM")]
    Missing,
    /// A certificate cannot be read, or cannot be that of an authority.
    #[error("a certificate is invalid: {0}")]
    Invalid(String),
}

impl Default for CertificateRoots {
    fn default() -> Self {
        Self(Arc::new(webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect()))
    }
}

impl CertificateRoots {
    /// Adds the authorities of a PEM file to the default ones.
    pub fn with_pem(pem: &[u8]) -> Result<Self, CertificateRootsError> {
        let invalid = |error: &dyn std::fmt::Display| CertificateRootsError::Invalid(error.to_string());
        let mut roots = RootCertStore::clone(&Self::default().0);
        let known = roots.len();
        for certificate in CertificateDer::pem_slice_iter(pem) {
            let certificate = certificate.map_err(|error| invalid(&error))?;
            roots.add(certificate).map_err(|error| invalid(&error))?;
        }
        if roots.len() == known { Err(CertificateRootsError::Missing) } else { Ok(Self(Arc::new(roots))) }
    }

    /// The TLS of a client that trusts these authorities.
    pub fn tls(&self) -> ClientConfig {
        #[expect(clippy::expect_used, reason = "ring supports the default TLS versions of rustls")]
        let tls = ClientConfig::builder_with_provider(ring::default_provider().into())
            .with_safe_default_protocol_versions()
            .expect("ring supports TLS 1.2 and 1.3");
        tls.with_root_certificates(Arc::clone(&self.0)).with_no_client_auth()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_valid_certificate_is_refused() {
        let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        assert!(matches!(CertificateRoots::with_pem(b"no certificate"), Err(CertificateRootsError::Missing)));
        assert!(matches!(CertificateRoots::with_pem(broken.as_bytes()), Err(CertificateRootsError::Invalid(_))));
    }
}
