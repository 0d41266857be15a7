//! What is wrong with a certificate.

use answerdeck_crawler::{Crawl, Crawler, PageError};
use answerdeck_guarded_http::{CertificateRoots, HttpError, Resolver};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};

use super::hostile_server::{HostileServer, html};
use super::{ANYWHERE, limits};

fn authority(name: &str) -> CertificateParams {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(rcgen::DnType::CommonName, name);
    params
}

#[tokio::test]
async fn the_cause_of_an_untrusted_connection_is_named() {
    let root_key = KeyPair::generate().unwrap();
    let root = authority("root").self_signed(&root_key).unwrap();
    let root_issuer = Issuer::new(authority("root"), &root_key);
    let middle_key = KeyPair::generate().unwrap();
    let middle = authority("middle").signed_by(&middle_key, &root_issuer).unwrap();
    let middle_issuer = Issuer::new(authority("middle"), &middle_key);
    let key = KeyPair::generate().unwrap();
    let of_host = |host: &str| {
        let mut params = CertificateParams::new([host.to_owned()]).unwrap();
        params.distinguished_name.push(rcgen::DnType::CommonName, "site");
        params
    };
    let site = of_host("127.0.0.1").signed_by(&key, &middle_issuer).unwrap();
    let other = of_host("b.example").signed_by(&key, &root_issuer).unwrap();
    let mut old = of_host("127.0.0.1");
    (old.not_before, old.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(2021, 1, 1));
    let old = old.signed_by(&key, &root_issuer).unwrap();
    let alone = of_host("127.0.0.1").self_signed(&key).unwrap();
    let roots = CertificateRoots::with_pem(root.pem().as_bytes()).unwrap();
    let crawler = Crawler::with(ANYWHERE, &roots, Resolver::system(), limits());
    for (case, chain, expected) in [
        ("complete", vec![&site, &middle], None),
        ("without its intermediate", vec![&site], Some(PageError::Http(HttpError::CertificateChain))),
        ("of another name", vec![&other], Some(PageError::Http(HttpError::CertificateName))),
        ("expired", vec![&old], Some(PageError::Http(HttpError::CertificateExpired))),
        ("of no authority", vec![&alone], Some(PageError::Http(HttpError::Untrusted))),
    ] {
        let chain = chain.into_iter().map(|certificate| certificate.der().clone()).collect();
        let server = HostileServer::with_chain(chain, &key, html("<p>a")).await;
        let address = format!("https://{}/", server.address).parse().unwrap();
        assert_eq!(Crawl::start(&crawler, &address).await.err(), expected, "{case}");
    }
}
