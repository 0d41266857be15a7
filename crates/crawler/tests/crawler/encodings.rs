//! Content encodings: as they are defined, as servers write them, and cut.

use std::io::Read;

use answerdeck_crawler::PageError;
use answerdeck_guarded_http::HttpError;
use flate2::Compression;
use flate2::read::{DeflateEncoder, GzEncoder, ZlibEncoder};

use super::hostile_server::{HostileServer, response};
use super::page;

fn read_all(mut packing: impl Read) -> Vec<u8> {
    let mut packed = Vec::new();
    packing.read_to_end(&mut packed).unwrap();
    packed
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    read_all(GzEncoder::new(bytes, Compression::best()))
}

pub fn brotli(bytes: &[u8]) -> Vec<u8> {
    read_all(brotli::CompressorReader::new(bytes, 4_096, 5, 20))
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    read_all(ZlibEncoder::new(bytes, Compression::best()))
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    read_all(DeflateEncoder::new(bytes, Compression::best()))
}

#[tokio::test]
async fn a_page_is_read_in_any_encoding_that_a_server_names() {
    let html = "<p>무선 이어폰은 착용감과 음질을 함께 봐야 합니다.";
    let plain = || html.as_bytes().to_vec();
    let packed = gzip(html.as_bytes());
    let cut = |missing: usize| packed[..packed.len() - missing].to_vec();
    let two = [gzip(&html.as_bytes()[..20]), gzip(&html.as_bytes()[20..])].concat();
    for (encoding, body, is_read) in [
        ("", plain(), true),
        ("identity", plain(), true),
        ("none", plain(), true),
        ("utf-8", plain(), true),
        ("UTF8", plain(), true),
        ("binary", plain(), true),
        ("gzip", packed.clone(), true),
        ("GZIP", packed.clone(), true),
        ("x-gzip", packed.clone(), true),
        ("gzip, identity", packed.clone(), true),
        ("gzip", two, true),
        ("gzip", cut(1), true),
        ("gzip", cut(4), true),
        ("gzip", cut(8), true),
        ("gzip", cut(20), false),
        ("br", brotli(html.as_bytes()), true),
        ("br", brotli(html.as_bytes())[..20].to_vec(), false),
        ("deflate", zlib(html.as_bytes()), true),
        ("deflate", deflate(html.as_bytes()), true),
        ("gzip, br", brotli(&gzip(html.as_bytes())), true),
        ("zstd", plain(), false),
    ] {
        let headers = format!("Content-Type: text/html\r\nContent-Encoding: {encoding}\r\n");
        let server = HostileServer::of_page(response("200 OK", &headers, &body)).await;
        let read = page(&server, "/").await.map(|page| page.text.blocks[0].text.clone());
        let expected =
            is_read.then(|| html.trim_start_matches("<p>").to_owned()).ok_or(PageError::Http(HttpError::Unreadable));
        assert_eq!(read, expected, "{encoding}: {} bytes", body.len());
    }
}
