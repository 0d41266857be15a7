//! Every bound of the platform, once. Lengths count Unicode scalar values.
//!
//! Source: docs/platform-api.md, section 8. A bound that it leaves open says so.

/// Characters of an id.
pub const ID_LENGTH: usize = 22;
/// Items of a page when the request names no `limit`.
pub const PAGE_SIZE_DEFAULT: u32 = 20;
/// Items of a page, at most.
pub const PAGE_SIZE_MAX: u32 = 100;
/// Runs of a page, at most and by default.
pub const RUN_PAGE_SIZE_MAX: u32 = 10;
/// Characters of a prompt set's name.
pub const PROMPT_SET_NAME_MAX: usize = 100;
/// Characters of a prompt set's description.
pub const PROMPT_SET_DESCRIPTION_MAX: usize = 1_000;
/// Prompts of one set.
pub const PROMPTS_PER_SET_MAX: usize = 1_000;
/// Characters of a prompt, and of the text that a list of prompts is searched by.
pub const PROMPT_CONTENT_MAX: usize = 1_000;
/// Prompts of one bulk request.
pub const PROMPT_BULK_MAX: usize = 100;
/// Prompts that a run may name one by one. Assumed: as many as a set may hold.
pub const RUN_PROMPTS_MAX: usize = PROMPTS_PER_SET_MAX;
/// Models of one run: each of them once.
pub const RUN_MODELS_MAX: usize = 8;
/// Repetitions of each prompt and model in one run. Assumed.
pub const RUN_REPEAT_MAX: u32 = 10;
/// Characters of a brand's name.
pub const BRAND_NAME_MAX: usize = 100;
/// Characters of a brand's description.
pub const BRAND_DESCRIPTION_MAX: usize = 1_000;
/// Synonyms of one brand.
pub const BRAND_SYNONYMS_MAX: usize = 50;
/// Characters of a synonym.
pub const BRAND_SYNONYM_MAX: usize = 100;
/// Websites of one brand.
pub const BRAND_WEBSITES_MAX: usize = 20;
/// Characters of the address of a website.
pub const WEB_ADDRESS_MAX: usize = 2_048;
/// Texts that answers are searched for in one request. Assumed.
pub const SEARCH_TERMS_MAX: usize = 20;
/// Characters of a text that answers are searched for. Assumed: as a brand's name and synonyms.
pub const SEARCH_TERM_MAX: usize = 100;
/// Characters of a text that nouns are taken from.
pub const PROPER_NOUN_TEXT_MAX: usize = 100_000;
/// Characters of a word that is counted. Assumed.
pub const TOKEN_MAX: usize = 50;
/// Words whose neighbors are ranked together. Assumed.
pub const BASE_WORDS_MAX: usize = 10;
/// Characters of a domain, at most. Source: RFC 1035, section 2.3.4.
pub const DOMAIN_MAX: usize = 253;
/// Domains of a scope that are counted exactly, at most. Assumed.
pub const COUNTED_DOMAINS_MAX: u64 = 10_000;
/// Keywords of one request to Google.
pub const GOOGLE_KEYWORDS_MAX: usize = 100;
/// Keywords of one request to Naver.
pub const NAVER_KEYWORDS_MAX: usize = 15;
/// Characters of a keyword.
pub const KEYWORD_MAX: usize = 80;
/// Pages of one site keyword analysis, at most.
pub const SITE_PAGES_MAX: u32 = 50;
/// Pages of a site keyword analysis whose submission names no `maxPages`. Assumed.
pub const SITE_PAGES_DEFAULT: u32 = 10;
/// Keywords of one site keyword analysis. Assumed.
pub const SITE_KEYWORDS_MAX: usize = 200;
/// Sentences of one page that are quoted for one keyword. Assumed.
pub const SITE_CONTEXTS_MAX: usize = 5;
/// Characters of a quoted sentence. Assumed.
pub const SITE_CONTEXT_MAX: usize = 300;
/// Requests of one organization in one window.
pub const RATE_LIMIT_REQUESTS: u32 = 10;
/// Length of the rate limit's window in seconds.
pub const RATE_LIMIT_WINDOW_SECONDS: u64 = 1;
/// Credits of one collected answer.
pub const ANSWER_PRICE: u32 = 1;
/// Lifetime of an access token in seconds.
pub const ACCESS_TOKEN_SECONDS: u64 = 60 * 60;
/// Lifetime of a refresh token, and of all that replace it, in seconds.
pub const REFRESH_TOKEN_SECONDS: u64 = 30 * 24 * 60 * 60;
/// Seconds between two polls of a run or a site keyword analysis that is not about to end.
pub const POLL_SECONDS: u64 = 30;
