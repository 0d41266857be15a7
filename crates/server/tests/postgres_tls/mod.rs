//! Connections to a PostgreSQL that has a certificate.

use answerdeck_database::{Databases, query_row};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use throwaway_postgres::Identity;

/// Connects with the options of a URL. Returns whether the connection is encrypted.
async fn is_encrypted(server: &str, options: &str) -> Result<bool, sea_orm::DbErr> {
    let database = Databases::connect(&format!("{server}/postgres{options}")).await?.main;
    let sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    Ok(query_row(&database, sql, []).await?.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_use_tls_and_verify_the_certificate_on_request() {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let (certificate, key) = (cert.pem(), signing_key.serialize_pem());
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root.pem");
    std::fs::write(&root, &certificate).unwrap();
    let start = move || throwaway_postgres::start_with_tls(Identity { certificate: &certificate, key: &key });
    let server = tokio::task::spawn_blocking(start).await.unwrap().unwrap();
    let verify = format!("?sslmode=verify-full&sslrootcert={}", root.display());
    for options in ["", "?sslmode=require", &verify] {
        assert!(is_encrypted(&server, options).await.unwrap(), "{options}");
    }
    assert!(!is_encrypted(&server, "?sslmode=disable").await.unwrap());
    let unknown_issuer = is_encrypted(&server, "?sslmode=verify-full").await.unwrap_err().to_string();
    assert!(unknown_issuer.contains("UnknownIssuer"), "{unknown_issuer}");
    let localhost = server.replace("127.0.0.1", "localhost");
    let other_name = is_encrypted(&localhost, &verify).await.unwrap_err().to_string();
    assert!(other_name.contains("not valid for name"), "{other_name}");
}
