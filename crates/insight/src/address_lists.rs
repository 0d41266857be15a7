//! What is known about addresses on the web, as data: add a line to extend it.

/// Query parameters that say where a reader came from, and nothing about the page. In small letters, separated by spaces. `utm_*`
/// means every parameter that begins with `utm_`.
pub(crate) const TRACKING: &[&str] = &[
    // Campaigns: Google Analytics, Matomo, Adobe, Webtrends, AT Internet.
    "utm_* mtm_* pk_campaign pk_kwd pk_source pk_medium piwik_* s_cid s_kwcid ef_id wt_mc at_campaign",
    "at_medium",
    // Google: clicks on advertisements, cross-domain links, the shopping search.
    "gclid gclsrc dclid gbraid wbraid gad_* _gl _ga _ga_* _gac _gac_* srsltid",
    // Clicks of other networks: Microsoft, Yandex, Meta, TikTok, X, LinkedIn, Pinterest, Snapchat, Reddit, Outbrain, Taboola, Criteo.
    "msclkid yclid ysclid _openstat fbclid igshid igsh mibextid ttclid twclid ref_src ref_url li_fat_id epik",
    "sccid rdt_cid dicbo tblci cto_pld irclickid irgwc cjevent awc ranmid raneaid ransiteid spm",
    // Newsletters: Mailchimp, HubSpot, Marketo, Vero, Olytics, Klaviyo.
    "mc_cid mc_eid _hsenc _hsmi __hstc __hssc __hsfp hsctatracking hsa_* mkt_tok vero_id vero_conv oly_anon_id",
    "oly_enc_id _kx",
    // Apps: Branch, Airbridge, Adjust.
    "_branch_match_id _branch_referrer airbridge_* adjust_*",
    // Naver: the shopping search, advertisements of today and of before, SmartStore's own statistics, the blog.
    "napm n_media n_query n_rank n_ad* n_keyword* n_campaign* n_match n_network n_mall_pid",
    "nvadid nvadrank nvadkwd nvadrankid nvkwd nvar nt_source nt_medium nt_detail nt_keyword trackingcode",
    "proxyreferer nl-query nl-ts-pid",
    // Kakao and Daum: keyword advertisements.
    "k_campaign k_adgroup k_keyword* k_creative k_media k_rank dmkw dmskw dmcol dmad",
];

/// The beginnings of hosts that have the pages of the host without them: the address of old, and those for telephones.
pub(crate) const TWINS: [&str; 3] = ["www.", "m.", "amp."];

/// The label of companies and the like before a country code: `m.co.kr` has no twin.
pub(crate) const SECOND_LEVEL: &[&str] = &["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org", "pe", "re"];

/// Sites that have a label `m` after the language: `ko.m.wikipedia.org`.
pub(crate) const TWINS_INSIDE: &[&str] = &["wikipedia.org", "wiktionary.org", "wikimedia.org", "wikivoyage.org"];

/// Addresses that lead to the one in a query parameter: host, beginning of the path, parameters. Hosts of Google end with any
/// country.
pub(crate) const WRAPPERS: &[(&str, &str, &[&str])] = &[
    ("google.", "/url", &["q", "url"]),
    ("google.", "/imgres", &["imgrefurl"]),
    ("googleadservices.com", "/pagead/aclk", &["adurl"]),
    ("youtube.com", "/redirect", &["q"]),
    ("facebook.com", "/l.php", &["u"]),
    ("l.facebook.com", "/l.php", &["u"]),
    ("lm.facebook.com", "/l.php", &["u"]),
    ("l.instagram.com", "/", &["u"]),
    ("l.threads.com", "/", &["u"]),
    ("out.reddit.com", "/", &["url"]),
    ("linkedin.com", "/redir/redirect", &["url"]),
    ("duckduckgo.com", "/l/", &["uddg"]),
    ("cc.naver.com", "/cc", &["u"]),
    ("cr.naver.com", "/", &["u"]),
    ("link.naver.com", "/bridge", &["url"]),
    ("t.umblr.com", "/redirect", &["z"]),
    ("vk.com", "/away.php", &["to"]),
    ("steamcommunity.com", "/linkfilter", &["url", "u"]),
    ("slack-redir.net", "/link", &["url"]),
];

/// Redirects that do not name the page they lead to: host, beginning of the path. Some expire, so none is a page. The host alone is
/// the site of the service.
pub(crate) const REDIRECTS: &[(&str, &str)] = &[
    // Search engines.
    ("vertexaisearch.cloud.google.com", "/grounding-api-redirect/"),
    ("google.", "/url"),
    ("google.", "/aclk"),
    ("news.google.com", "/rss/articles/"),
    ("news.google.com", "/articles/"),
    ("news.google.com", "/read/"),
    ("share.google", "/"),
    ("search.app", "/"),
    ("bing.com", "/ck/"),
    ("bing.com", "/aclick"),
    ("cc.naver.com", "/cc"),
    ("cr.naver.com", "/"),
    ("adcr.naver.com", "/"),
    ("ader.naver.com", "/"),
];

/// Hosts of link shorteners, separated by spaces.
pub(crate) const SHORTENERS: &[&str] = &[
    // Of companies.
    "t.co naver.me me2.do kko.to coupa.ng link.coupang.com amzn.to a.co lnkd.in fb.me g.co goo.gl app.goo.gl",
    "maps.app.goo.gl",
    // For everybody.
    "bit.ly j.mp tinyurl.com ow.ly buff.ly is.gd v.gd t.ly rb.gy cutt.ly shorturl.at dub.sh rebrand.ly han.gl",
    "vo.la url.kr zrr.kr lrl.kr buly.kr abit.ly c11.kr asq.kr",
];

/// Pages of which only some query parameters count: host, beginning of the path, parameters.
pub(crate) const COUNTED_PARAMETERS: &[(&str, &str, &[&str])] = &[
    // The rest is the time, the list, and who shared it.
    ("youtube.com", "/watch", &["v"]),
    // The rest is who shared it, and which of its pictures is shown first.
    ("instagram.com", "/", &[]),
    ("tiktok.com", "/@", &[]),
    ("open.spotify.com", "/", &[]),
    ("x.com", "/", &["q"]),
    ("twitter.com", "/", &["q"]),
    // The rest is the search in which the product was found.
    ("coupang.com", "/vp/products/", &["itemid", "vendoritemid"]),
];

/// Sites of many people: the owner of a page is a part of its address. Host and pattern of the path; `*.` is one label, `/*` one
/// segment, `/@*` one that begins so. Then the first segments that are no owners, separated by spaces.
pub(crate) const SHARED_SITES: &[(&str, &str, &str)] = &[
    // Naver, Kakao and Daum: blogs, shops, clubs.
    ("blog.naver.com", "/*", ""),
    ("cafe.naver.com", "/*", "cafes"),
    ("smartstore.naver.com", "/*", "main inflow"),
    ("brand.naver.com", "/*", ""),
    ("shopping.naver.com", "/*", "window search catalog ns promotion"),
    ("post.naver.com", "/*", "viewer my search tag"),
    ("in.naver.com", "/*", ""),
    ("tv.naver.com", "/*", "v search"),
    ("contents.premium.naver.com", "/*", "ch search"),
    ("cafe.daum.net", "/*", "_search _c21_"),
    ("blog.daum.net", "/*", ""),
    ("pf.kakao.com", "/*", ""),
    ("story.kakao.com", "/*", ""),
    ("brunch.co.kr", "/@*", ""),
    ("*.tistory.com", "", ""),
    // Blogs.
    ("velog.io", "/@*", ""),
    ("medium.com", "/@*", ""),
    ("*.medium.com", "", "help"),
    ("*.wordpress.com", "", ""),
    ("*.blogspot.com", "", ""),
    ("*.substack.com", "", ""),
    ("*.egloos.com", "", ""),
    ("*.tumblr.com", "", ""),
    ("*.postype.com", "", ""),
    // Videos and networks.
    ("youtube.com", "/@*", ""),
    ("youtube.com", "/channel/*", ""),
    ("youtube.com", "/c/*", ""),
    ("youtube.com", "/user/*", ""),
    ("tiktok.com", "/@*", ""),
    ("threads.net", "/@*", ""),
    ("threads.com", "/@*", ""),
    ("instagram.com", "/*", "p reel reels tv stories explore accounts popular"),
    (
        "facebook.com",
        "/*",
        "watch groups events marketplace permalink.php photo photo.php story.php profile.php share reel hashtag sharer \
         pages business help",
    ),
    ("facebook.com", "/groups/*", ""),
    ("x.com", "/*", "i search hashtag home explore intent"),
    ("twitter.com", "/*", "i search hashtag home explore intent"),
    ("linkedin.com", "/company/*", ""),
    ("linkedin.com", "/in/*", ""),
    ("pinterest.com", "/*", "pin search ideas explore"),
    ("reddit.com", "/r/*", ""),
    ("reddit.com", "/user/*", ""),
    ("twitch.tv", "/*", "directory videos"),
    ("linktr.ee", "/*", ""),
    ("litt.ly", "/*", ""),
    // Code.
    ("*.github.io", "", ""),
    ("*.gitlab.io", "", ""),
    ("github.com", "/*", "topics search features marketplace explore orgs sponsors about collections"),
    ("gitlab.com", "/*", "explore help"),
    ("huggingface.co", "/*", "models datasets spaces docs papers blog learn tasks"),
    // Sites that are built and hosted by a service.
    ("sites.google.com", "/view/*", ""),
    ("*.notion.site", "", ""),
    ("*.wixsite.com", "", ""),
    ("*.weebly.com", "", ""),
    ("*.webflow.io", "", ""),
    ("*.framer.website", "", ""),
    ("*.imweb.me", "", ""),
    ("*.modoo.at", "", ""),
    ("*.oopy.io", "", ""),
    ("*.cafe24.com", "", ""),
    ("*.myshopify.com", "", ""),
    ("*.creatorlink.net", "", ""),
    ("*.vercel.app", "", ""),
    ("*.netlify.app", "", ""),
    ("*.pages.dev", "", ""),
    ("*.web.app", "", ""),
];
