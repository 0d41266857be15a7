//! The certificate authorities that are trusted for sites.

use std::sync::Arc;

use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

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
