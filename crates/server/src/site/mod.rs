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
mod element;
mod error;
mod exchange;
pub(crate) mod failure;
pub mod keywords;
mod markup;
mod names;
mod page;
mod plan;
mod robots;
mod same;
mod store;
pub mod text;
mod turns;
pub mod visitor;

use std::net::{IpAddr, SocketAddr};

pub use bounds::Bounds;
pub use error::PageError;
pub use names::Names;
pub use page::Page;
pub use visitor::{Visit, Visitor};

/// How far the crawler may go. By default to public addresses only.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reach {
    /// To every address.
    pub private: bool,
    /// Beside public addresses to this one: the server's own listener. An unspecified address means loopback.
    pub own: Option<SocketAddr>,
}

impl Reach {
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
