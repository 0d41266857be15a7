//! Sites: how the crawler reaches and reads a page, and what makes keyword candidates of pages.
//!
//! A [`Visit`] asks for robots.txt, keeps its distance between two requests, and reads one page at a time. Every
//! connection goes through [`connector`](self), which knows the address it leads to, whatever name or redirect it came from.

mod address;
pub(crate) mod analyses;
mod analysis;
mod body;
mod bounds;
mod charset;
mod connector;
pub mod crawler;
mod element;
mod error;
mod exchange;
pub(crate) mod failure;
mod host_delays;
pub mod keywords;
mod markup;
mod page;
mod plan;
mod resolver;
mod robots;
mod scope;
mod store;
pub mod text;

use std::net::{IpAddr, SocketAddr};

pub use bounds::Bounds;
pub use crawler::{Crawler, Visit};
pub use error::PageError;
pub use page::Page;
pub use resolver::Resolver;

/// How far the crawler may go. By default to public addresses only.
#[derive(Debug, Clone, Copy, Default)]
pub struct NetworkPolicy {
    /// To every address.
    pub private: bool,
    /// Beside public addresses to this one: the server's own listener. An unspecified address means loopback.
    pub own: Option<SocketAddr>,
}

impl NetworkPolicy {
    fn allows(&self, address: SocketAddr) -> bool {
        self.private || address::is_public(address.ip()) || self.is_own(address)
    }

    fn is_own(&self, address: SocketAddr) -> bool {
        self.own.is_some_and(|own| {
            let ip = address.ip();
            own.port() == address.port() && if own.ip().is_unspecified() { is_loopback(ip) } else { own.ip() == ip }
        })
    }
}

fn is_loopback(ip: IpAddr) -> bool {
    ip.to_canonical().is_loopback()
}
