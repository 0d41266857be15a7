//! An HTTP client that connects only to the addresses that the network policy allows, with limits of size and time.

mod address;
mod body;
mod certificate_roots;
mod client;
mod connector;
mod host_delays;
mod policy;
mod resolver;

pub(crate) use body::read_body;
pub use certificate_roots::{CertificateRoots, CertificateRootsError};
pub(crate) use client::{HttpClient, HttpResponse, RequestHeaders};
pub(crate) use connector::Connector;
pub(crate) use host_delays::HostDelays;
pub use policy::NetworkPolicy;
pub use resolver::Resolver;
