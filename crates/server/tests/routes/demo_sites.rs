use answerdeck_engine::corpus::Corpus;
use answerdeck_server::Config;
use answerdeck_server::demo_sites::DemoSites;

use crate::on_sqlite;

on_sqlite! {
    async fn demo_sites_have_working_links_and_no_active_content(server) {
        let hostile = format!("{}/tests/fixtures/hostile-corpus", env!("CARGO_MANIFEST_DIR"));
        let sites = DemoSites::render(&Corpus::from_folder(hostile.as_ref(), server.start).unwrap());
        let server = server.with_config(Config { demo_sites: Some(sites), ..server.app.config.clone() }).await;
        let mut queue = vec!["/demo-sites".to_owned()];
        let mut seen = Vec::new();
        while let Some(path) = queue.pop() {
            let reply = server.get_public(&path).await;
            assert_eq!(reply.status, 200, "{path}");
            assert!(reply.headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"));
            for hostile in ["<script", "<img", "<svg", "<iframe", "<a href=\"javascript:", "<a href=\"data:"] {
                assert!(!reply.text.contains(hostile), "{path}: {hostile}: {}", reply.text);
            }
            assert!(reply.text.contains("Invented for the Answerdeck demo."), "{path}");
            let links = reply.text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
            let links: Vec<_> = links.filter(|link| link.starts_with("/demo-sites/")).map(str::to_owned).collect();
            for link in links {
                if !seen.contains(&link) {
                    seen.push(link.clone());
                    queue.push(link);
                }
            }
        }
        assert!(seen.len() > 4, "{seen:?}");
    }

    async fn a_demo_alone_has_demo_sites_and_its_organization_the_address_of_one(server, account) {
        for path in ["/demo-sites/", "/demo-sites/nurio.example/", "/demo-sites/nurio.example/products/air-2"] {
            assert_eq!(server.get_public(path).await.status, 404, "{path}");
        }
        let sites = DemoSites::render(&Corpus::shipped(server.start).unwrap());
        let server = server.with_config(Config { demo_sites: Some(sites), ..server.app.config.clone() }).await;
        let organization = server.get(&account, "/v1/platform/organizations/me").await.ok();
        // The organization's own website is among them.
        let site = organization["demoSite"].as_str().unwrap();
        assert_eq!(site, format!("{}/demo-sites/nurio.example/", server.app.config.public_url));
        let path = site.strip_prefix(&server.app.config.public_url).unwrap();
        assert_eq!(server.get_public(path).await.status, 200);
    }
}
