//! The forms that some sites have for one page, brought into one.

use std::borrow::Cow;

use super::Page;
use super::owner::owner_end;
use super::query::parameter;

/// Files that a directory shows.
const INDEXES: [&str; 3] = ["index.html", "index.htm", "index.php"];
/// The form of an article for readers of AMP, after its own path.
const AMP_ENDS: [&str; 3] = ["amp", "amp.html", "amphtml"];
/// A session that a server wrote into the path.
const SESSION: &str = ";jsessionid=";

/// The host, the path and the query of a page.
type Form<'a> = (Cow<'a, str>, String, String);

/// Brings a page into the one form that its site has for it. `query` is that of its address.
pub(super) fn of<'a>(page: Page<'a>, query: &str) -> Page<'a> {
    let Page { host, path, .. } = page;
    // Korean sites of old encode their paths otherwise.
    let path = match String::from_utf8(path) {
        Ok(path) => path,
        Err(error) => return Page { host, path: error.into_bytes(), query: query.to_owned() },
    };
    let (host, path, query) = of_site(&host, &path, query).unwrap_or_else(|| (host, general(&path), query.to_owned()));
    let mut path = path.into_bytes();
    // Names of owners have no capitals.
    if let Some(end) = owner_end(&host, &String::from_utf8_lossy(&path)) {
        path[..end].make_ascii_lowercase();
    }
    Page { host, path, query }
}

/// The form on any site.
fn general(path: &str) -> String {
    let path = path.split_once(SESSION).map_or(path, |(before, _)| before);
    let (before, last) = path.trim_end_matches('/').rsplit_once('/').unwrap_or_default();
    // `guitar/amp` is about amplifiers, `article-1/amp` is article 1.
    let is_article =
        || before.rsplit('/').next().is_some_and(|name| name.contains('-') || name.contains(char::is_numeric));
    let is_other_form = INDEXES.contains(&last) || AMP_ENDS.contains(&last) && is_article();
    let path = if is_other_form { before } else { path.trim_end_matches('/') };
    let path = path.strip_suffix(".amp.html").or_else(|| path.strip_suffix(".amp")).unwrap_or(path);
    format!("{path}/")
}

/// The form on a site that has several. `None` on others.
fn of_site<'a>(host: &Cow<'a, str>, path: &str, query: &str) -> Option<Form<'a>> {
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let of = |name: &str| parameter(query, name);
    let at = |host: &'static str, path: String| Some((Cow::Borrowed(host), path, String::new()));
    match (&**host, &segments[..]) {
        ("blog.naver.com", [id]) => {
            let id = of("blogId").unwrap_or_else(|| (*id).to_owned());
            match (of("logNo"), of("categoryNo").filter(|category| category != "0")) {
                (Some(post), _) => at("blog.naver.com", format!("/{id}/{post}/")),
                (None, None) => at("blog.naver.com", format!("/{id}/")),
                (None, Some(category)) => Some((host.clone(), format!("/{id}/"), format!("categoryNo={category}"))),
            }
        }
        ("blog.naver.com", [id, post]) => at("blog.naver.com", format!("/{id}/{post}/")),
        ("cafe.naver.com", ["ca-fe" | "f-e", .., "cafes", cafe, "articles", post]) => {
            at("cafe.naver.com", cafe_post(cafe, post))
        }
        ("cafe.naver.com", [_]) => {
            let inside = of("iframe_url").or_else(|| of("iframe_url_utf8"));
            let query = inside.as_deref().and_then(|inside| inside.split_once('?')).map_or(query, |(_, query)| query);
            at("cafe.naver.com", cafe_post(&parameter(query, "clubid")?, &parameter(query, "articleid")?))
        }
        ("cafe.naver.com", [cafe, post]) => at("cafe.naver.com", format!("/{cafe}/{post}/")),
        ("news.naver.com" | "n.news.naver.com", [.., "read.naver" | "read.nhn"]) => {
            at("n.news.naver.com", format!("/article/{}/{}/", of("oid")?, of("aid")?))
        }
        ("n.news.naver.com", ["mnews", "article", paper, article] | ["article", paper, article]) => {
            at("n.news.naver.com", format!("/article/{paper}/{article}/"))
        }
        ("youtu.be", [video])
        | ("youtube.com" | "youtube-nocookie.com", ["shorts" | "embed" | "live" | "v", video]) => {
            Some((Cow::Borrowed("youtube.com"), "/watch/".to_owned(), format!("v={video}")))
        }
        ("coupang.com", ["vm", "products", product]) => {
            Some((host.clone(), format!("/vp/products/{product}/"), query.to_owned()))
        }
        (site, ["m", rest @ ..]) if site.ends_with(".tistory.com") => {
            Some((host.clone(), general(&format!("/{}", rest.join("/"))), query.to_owned()))
        }
        (site, [.., "dp", product] | [.., "dp", product, _] | [.., "gp", "product", product])
            if site.starts_with("amazon.") =>
        {
            Some((host.clone(), format!("/dp/{product}/"), String::new()))
        }
        _ => None,
    }
}

/// The path of a post in a club. A club has a number, and a name of which the number is not known.
fn cafe_post(cafe: &str, post: &str) -> String {
    let is_number = cafe.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { format!("/cafes/{cafe}/articles/{post}/") } else { format!("/{cafe}/{post}/") }
}
