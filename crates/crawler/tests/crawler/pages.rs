//! Pages in any encoding, and malformed HTML.

use encoding_rs::EUC_KR;

use super::hostile_server::{HostileServer, html, response};
use super::page;

const KOREAN: &str =
    "<title>무선 이어폰</title><h1>착용감</h1><p>똠방각하도 이어폰을 씁니다. 음질과 착용감이 좋습니다.</p>";

async fn texts(bytes: Vec<u8>) -> Vec<String> {
    let text = page(&HostileServer::of_page(bytes).await, "/").await.unwrap().text;
    std::iter::once(text.title).chain(text.blocks.into_iter().map(|block| block.text)).collect()
}

#[tokio::test]
async fn korean_pages_are_decoded_in_any_encoding_under_any_declaration() {
    let expected = texts(html(KOREAN)).await;
    assert_eq!(expected, ["무선 이어폰", "착용감", "똠방각하도 이어폰을 씁니다. 음질과 착용감이 좋습니다."]);
    let old = EUC_KR.encode(KOREAN).0.into_owned();
    for body in [KOREAN.as_bytes().to_vec(), old.clone()] {
        for label in ["", "; charset=\"EUC-KR\"", "; charset=utf-8", "; charset=latin1", "; charset=x"] {
            let bytes = response("200 OK", &format!("Content-Type: text/html{label}\r\n"), &body);
            assert_eq!(texts(bytes).await, expected, "{label}");
        }
    }
    for meta in [
        "<meta charset=euc-kr>",
        "<meta charset=cp949>",
        "<META CHARSET='x-windows-949'>",
        "<META http-equiv='Content-Type' content='text/html; charset=ks_c_5601-1987'>",
        "<META HTTP-EQUIV=content-type CONTENT='text/html; Charset = ms949'>",
    ] {
        let page = [meta.as_bytes(), &old].concat();
        assert_eq!(texts(html(page)).await, expected, "{meta}");
    }
}

#[tokio::test]
async fn malformed_html_is_read_as_in_browsers() {
    let broken = "<p>one<p>two<b>three</i></p></div></table>four<td>five<h1>six</h2>&lt;&nbsp;&nothing;<a href='x";
    assert_eq!(texts(html(broken)).await, ["", "one", "twothree", "four", "five", "six", "< ¬hing;"]);
    assert_eq!(texts(html("<<<>>><!-- <p>no <p")).await, ["", "<<<>>>"]);
    assert_eq!(texts(html(b"a\0b\xff\x01c")).await, ["", "abÿc"]);
    assert_eq!(texts(html("")).await, [""]);
}

#[tokio::test]
async fn deeply_nested_pages_are_read_quickly() {
    for (open, close) in [("<div>", "</div>"), ("<b>", "</p>"), ("<nav>", "</i>"), ("<a b", ""), ("<p a=b ", "")] {
        let many = 400_000 / (open.len() + close.len());
        let body = format!("<h1>top</h1>{}<p>deep{}", open.repeat(many), close.repeat(many));
        assert_eq!(texts(html(body)).await[1], "top", "{open}");
    }
    let most = format!("<h1>top</h1>{}", "<div>".repeat(2 * 1024 * 1024 / 5 - 3));
    assert_eq!(texts(html(most)).await, ["", "top"]);
    let nested = format!("{}deep{}<p>after", "<div>".repeat(100_000), "</div>".repeat(100_000));
    assert_eq!(texts(html(nested)).await, ["", "deep", "after"]);
}
