//! An HTTP client that connects only to the addresses that the network policy allows, with limits of size and time.

mod address;
mod body;
mod certificate_roots;
mod certificate_verifier;
mod client;
mod connector;
mod cookies;
mod host_delays;
mod policy;
mod resolver;

pub(crate) use body::{decompress, read_body, receive};
pub use certificate_roots::{CertificateRoots, CertificateRootsError};
pub(crate) use client::{HttpClient, HttpResponse, RequestHeaders};
pub(crate) use connector::Connector;
pub(crate) use cookies::Cookies;
pub(crate) use host_delays::HostDelays;
pub use policy::NetworkPolicy;
pub use resolver::Resolver;
