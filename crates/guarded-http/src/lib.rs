//! HTTP requests to addresses that users enter. The client connects only where the [`NetworkPolicy`] allows, whatever host name
//! or redirect led there, and has limits of time and size. This prevents server-side request forgery (SSRF).

mod body;
mod certificate_roots;
mod certificate_verifier;
mod client;
mod connector;
mod crawlable;
mod document;
mod error;
mod policy;
mod post;

pub use body::{BodyBytes, decompress, read_body, receive};
pub use certificate_roots::{CertificateRoots, CertificateRootsError};
pub use client::{HttpClient, HttpResponse, RequestHeaders};
pub use connector::{Connector, Resolver};
pub use crawlable::{URL_BYTES_MAX, crawlable};
pub use document::{Document, DocumentError, DocumentFetcher, DocumentLimits};
pub use error::HttpError;
pub use policy::NetworkPolicy;
pub use post::{JsonPoster, PostError, PostResponse};
