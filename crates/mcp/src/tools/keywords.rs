//! Tools of keywords and sites.

use answerdeck_api::console_page::SITE_ANALYSIS;
use answerdeck_api::operation::{
    GET_SITE_KEYWORD_ANALYSIS, MEASURE_GOOGLE_KEYWORDS, MEASURE_NAVER_KEYWORDS, SUBMIT_SITE_KEYWORD_ANALYSIS,
};
use answerdeck_api::{GoogleKeywordsRequest, NaverKeywordsRequest, SiteKeywordAnalysisSubmit};

use super::{READ, READ_OF_THIRD_PARTIES, without_fields};
use crate::answer_view::site_keywords;
use crate::console_url::{item, keywords};
use crate::schema::{arguments, id_argument};
use crate::tool::Tool;

pub(super) static TOOLS: [Tool; 4] = [
    Tool {
        title: "Google keyword metrics",
        description: "Reads how often keywords are searched on Google, their cost per click and their difficulty.",
        operation: MEASURE_GOOGLE_KEYWORDS,
        arguments: arguments::<GoogleKeywordsRequest>,
        is_open_world: true,
        console: |arguments, _| keywords(arguments, None),
        lists: &["/items"],
        ..READ_OF_THIRD_PARTIES
    },
    Tool {
        title: "Naver keyword metrics",
        description: "Reads how often keywords are searched on Naver, their clicks and the competition for them.",
        operation: MEASURE_NAVER_KEYWORDS,
        arguments: arguments::<NaverKeywordsRequest>,
        is_open_world: true,
        console: |arguments, _| keywords(arguments, Some("naver")),
        lists: &["/items"],
        ..READ_OF_THIRD_PARTIES
    },
    Tool {
        title: "Analyze the keywords of a site",
        description: "Starts reading the pages of a site to find its keywords. Costs no credits. Returns the id, for \
            get_site_keyword_analysis.",
        operation: SUBMIT_SITE_KEYWORD_ANALYSIS,
        arguments: || {
            without_fields(arguments::<SiteKeywordAnalysisSubmit>(), &["includeSourceURLs", "includeContext"])
        },
        is_idempotent: false,
        is_open_world: true,
        console: |_, data| item(SITE_ANALYSIS, data.get("id")),
        ..READ
    },
    Tool {
        title: "Keywords of a site",
        description: "Reads an analysis of a site: its state, and its keywords when it is COMPLETED.",
        operation: GET_SITE_KEYWORD_ANALYSIS,
        arguments: || id_argument("taskID"),
        shape: site_keywords,
        console: |arguments, _| item(SITE_ANALYSIS, arguments.get("taskID")),
        lists: &["/keywords"],
        ..READ_OF_THIRD_PARTIES
    },
];
