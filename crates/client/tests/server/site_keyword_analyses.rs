//! Site keyword analyses, from the submission to the keywords.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use answerdeck_client::api::{SiteKeywordAnalysisStatus, SiteKeywordAnalysisSubmit};
use futures_util::TryStreamExt;

use crate::test_server::TestServer;

/// Starts a site with one page and without a robots.txt, and returns its address.
fn start_site() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map(Result::unwrap) {
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map(Result::unwrap);
            let first = lines.next().unwrap_or_default();
            lines.take_while(|line| !line.is_empty()).for_each(drop);
            let (status, body) = match first.starts_with("GET /robots.txt ") {
                true => ("404 Not Found", ""),
                false => ("200 OK", "<title>커피 머신</title><p>커피 머신은 물때를 자주 빼야 합니다.</p>"),
            };
            let head = "Content-Type: text/html; charset=utf-8\r\nConnection: close\r\nContent-Length:";
            write!(stream, "HTTP/1.1 {status}\r\n{head} {}\r\n\r\n{body}", body.len()).unwrap();
        }
    });
    address
}

#[tokio::test]
async fn an_analysis_is_watched_until_it_completes() {
    let server = TestServer::start_with(&["--allow-private-sites"]);
    let (client, _) = server.client();
    let analyses = client.site_keyword_analyses();
    let submit = SiteKeywordAnalysisSubmit {
        url: start_site(),
        max_pages: Some(5),
        include_context: true,
        ..SiteKeywordAnalysisSubmit::default()
    };
    let id = analyses.submit(&submit).await.unwrap();
    let states: Vec<_> = analyses.watch(id.clone()).try_collect().await.unwrap();
    let last = states.last().unwrap();
    assert_eq!((&last.status, last.total_pages), (&SiteKeywordAnalysisStatus::Completed, Some(1)), "{last:?}");
    let keyword = last
        .keywords
        .iter()
        .find(|keyword| keyword.keyword.contains("커피"))
        .expect("the topic of the page must be a keyword");
    let source = &keyword.sources.as_ref().unwrap()[0];
    assert_eq!(source.url, submit.url);
    assert!(source.contexts.as_ref().unwrap().iter().any(|text| text.contains("물때를")), "{source:?}");
    assert_eq!(analyses.get(&id).await.unwrap(), *last);
}
