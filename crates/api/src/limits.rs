//! All bounds of the platform. Lengths are numbers of Unicode scalar values.
//!
//! Source: docs/platform-api.md, sections 2 and 8. A bound that it leaves open says so.

/// Length of an id.
pub const ID_LENGTH: usize = 22;
/// Default number of items of a page.
pub const PAGE_SIZE_DEFAULT: u32 = 20;
/// Maximum number of items of a page.
pub const PAGE_SIZE_MAX: u32 = 100;
/// Maximum and default number of runs of a page.
pub const RUN_PAGE_SIZE_MAX: u32 = 10;
/// Maximum number of prompt sets of an organization. Assumed.
pub const PROMPT_SETS_MAX: u64 = 10_000;
/// Maximum length of the name of a prompt set.
pub const PROMPT_SET_NAME_MAX: usize = 100;
/// Maximum length of the description of a prompt set.
pub const PROMPT_SET_DESCRIPTION_MAX: usize = 1_000;
/// Maximum number of prompts of a prompt set.
pub const PROMPTS_PER_SET_MAX: usize = 1_000;
/// Maximum length of a prompt, and of the text that filters a list of prompts.
pub const PROMPT_CONTENT_MAX: usize = 1_000;
/// Maximum number of prompts of a bulk request.
pub const PROMPT_BULK_MAX: usize = 100;
/// Maximum number of prompt ids of a run. Assumed: as many as a prompt set may have.
pub const RUN_PROMPTS_MAX: usize = PROMPTS_PER_SET_MAX;
/// Default region of a run.
pub const RUN_REGION_DEFAULT: &str = "KR";
/// Maximum number of models of a run.
pub const RUN_MODELS_MAX: usize = 8;
/// Maximum number of repetitions of each prompt and model in a run. Assumed.
pub const RUN_REPEAT_MAX: u32 = 10;
/// Maximum number of pending items of an organization, over all of its runs. Assumed: more than the largest run has.
pub const PENDING_ITEMS_MAX: u64 = 100_000;
/// Maximum number of schedules of an organization. Assumed.
pub const SCHEDULES_MAX: u64 = 50;
/// Maximum length of the name of a schedule. Assumed.
pub const SCHEDULE_NAME_MAX: usize = 100;
/// The last day of a month.
pub const DAY_OF_MONTH_MAX: u32 = 31;
/// Maximum monthly budget of a schedule in credits. Assumed.
pub const MONTHLY_BUDGET_MAX: u32 = 100_000_000;
/// Maximum number of entries of the history of a schedule. Assumed: the newest are kept.
pub const SCHEDULE_ENTRIES_MAX: u64 = 400;
/// Maximum length of the name of a brand.
pub const BRAND_NAME_MAX: usize = 100;
/// Maximum length of the description of a brand.
pub const BRAND_DESCRIPTION_MAX: usize = 1_000;
/// Maximum number of synonyms of a brand.
pub const BRAND_SYNONYMS_MAX: usize = 50;
/// Maximum length of a synonym.
pub const BRAND_SYNONYM_MAX: usize = 100;
/// Maximum number of excluded phrases of a brand. Assumed.
pub const BRAND_EXCLUDED_PHRASES_MAX: usize = 20;
/// Maximum length of an excluded phrase of a brand. Assumed.
pub const BRAND_EXCLUDED_PHRASE_MAX: usize = 100;
/// Maximum number of websites of a brand.
pub const BRAND_WEBSITES_MAX: usize = 20;
/// Maximum number of brands of an organization. Assumed.
pub const BRANDS_MAX: u64 = 1_000;
/// Maximum length of the names, synonyms and excluded phrases of all brands of an organization together. Assumed.
pub const BRAND_NAMES_CHARS_MAX: usize = 100_000;
/// Maximum length of the websites of all brands of an organization together. Assumed.
pub const BRAND_WEBSITES_CHARS_MAX: usize = 1_000_000;
/// Maximum length of the URL of a website.
pub const WEB_ADDRESS_MAX: usize = 2_048;
/// Maximum number of search terms of a request. Assumed.
pub const SEARCH_TERMS_MAX: usize = 20;
/// Maximum length of a search term. Assumed: the maximum length of a brand's name and synonyms.
pub const SEARCH_TERM_MAX: usize = 100;
/// Maximum length of a text for the extraction of nouns.
pub const PROPER_NOUN_TEXT_MAX: usize = 100_000;
/// Maximum length of a token. Assumed.
pub const TOKEN_MAX: usize = 50;
/// Maximum number of base words of a ranking of neighbors. Assumed.
pub const BASE_WORDS_MAX: usize = 10;
/// Maximum length of a domain. Source: RFC 1035, section 2.3.4.
pub const DOMAIN_MAX: usize = 253;
/// Maximum number of domains of a scope that is counted exactly. Assumed.
pub const COUNTED_DOMAINS_MAX: u64 = 10_000;
/// Maximum number of brands that a request for metrics names. Assumed.
pub const METRIC_BRANDS_MAX: usize = 20;
/// Maximum number of brands of which an answer names one, in a condition, and of the rivals of a brand. Assumed.
pub const NAMED_BRANDS_MAX: usize = 100;
/// Maximum number of prompts that a list or a request for metrics names. Assumed.
pub const PROMPT_IDS_MAX: usize = 100;
/// Maximum number of domains of a trend. Assumed.
pub const TREND_DOMAINS_MAX: usize = 20;
/// Maximum number of points of a series. Assumed: a year of days.
pub const SERIES_POINTS_MAX: usize = 400;
/// The maximum number of answers of a request for mentions.
pub const MENTION_ANSWERS_MAX: usize = 20;
/// Maximum length of the text before the phrase in an excerpt of an answer. Assumed.
pub const EXCERPT_BEFORE_MAX: usize = 60;
/// Maximum length of the text after the phrase in an excerpt of an answer. Assumed.
pub const EXCERPT_AFTER_MAX: usize = 120;
/// Maximum length of a search of a model in a condition. Assumed.
pub const FANOUT_MAX: usize = 1_000;
/// Maximum length of the note of a next step. Assumed.
pub const NEXT_STEP_NOTE_MAX: usize = 500;
/// Maximum number of next steps of an organization with a state or a note. Assumed: those that changed last are kept.
pub const NEXT_STEP_DECISIONS_MAX: u64 = 1_000;
/// Maximum number of rules of alerts of an organization. Assumed.
pub const ALERT_RULES_MAX: u64 = 20;
/// Maximum size of a movement in percentage points. Assumed.
pub const ALERT_POINTS_MAX: u32 = 100;
/// Default size of a movement in percentage points. Assumed.
pub const ALERT_POINTS_DEFAULT: u32 = 10;
/// The days that a rule of alerts can compare with as many days before. The first is the default. Assumed.
pub const ALERT_WINDOWS: [u32; 2] = [7, 28];
/// Maximum number of alerts of an organization. Assumed: the newest are kept.
pub const ALERTS_MAX: u64 = 1_000;
/// The days on which a rule of alerts is tried. Assumed: twelve weeks.
pub const ALERT_TRIAL_DAYS: u32 = 84;
/// Maximum number of people who get the digests of an organization as e-mail. Assumed.
pub const DIGEST_RECIPIENTS_MAX: usize = 20;
/// Maximum length of an e-mail address. Source: RFC 5321, section 4.5.3.1.3: a path of 256 characters has two brackets.
pub const EMAIL_ADDRESS_MAX: usize = 254;
/// Maximum length of the reason why a digest was not sent. Assumed.
pub const DIGEST_ERROR_MAX: usize = 500;
/// How long digests are kept, in days. Assumed: two years.
pub const DIGEST_DAYS: u32 = 731;
/// Maximum number of keywords of a Google request.
pub const GOOGLE_KEYWORDS_MAX: usize = 100;
/// Default country of Google keyword data.
pub const GOOGLE_COUNTRY_DEFAULT: &str = "KR";
/// Default language of Google keyword data.
pub const GOOGLE_LANGUAGE_DEFAULT: &str = "ko";
/// Maximum number of keywords of a Naver request.
pub const NAVER_KEYWORDS_MAX: usize = 15;
/// Maximum number of keywords of a request that compares them with the prompts. Assumed.
pub const UNASKED_KEYWORDS_MAX: usize = 1_000;
/// Maximum length of a keyword.
pub const KEYWORD_MAX: usize = 80;
/// Maximum number of pages of a site keyword analysis.
pub const SITE_PAGES_MAX: u32 = 50;
/// Default number of pages of a site keyword analysis. Assumed.
pub const SITE_PAGES_DEFAULT: u32 = 10;
/// Maximum number of unfinished site keyword analyses of an organization. Assumed.
pub const PENDING_SITE_ANALYSES_MAX: u64 = 100;
/// Maximum number of keywords of a site keyword analysis. Assumed.
pub const SITE_KEYWORDS_MAX: usize = 200;
/// Maximum number of quoted sentences per keyword and page. Assumed.
pub const SITE_CONTEXTS_MAX: usize = 5;
/// Maximum length of a quoted sentence. Assumed.
pub const SITE_CONTEXT_MAX: usize = 300;
/// Maximum number of webhooks of an organization. Assumed.
pub const WEBHOOKS_MAX: u64 = 10;
/// Maximum number of event types of a webhook. Assumed: more than there are.
pub const EVENT_TYPES_MAX: usize = 20;
/// Maximum number of deliveries of a webhook that are kept, the newest. Assumed.
pub const WEBHOOK_DELIVERIES_MAX: u64 = 1_000;
/// Maximum size of the body of a delivery in bytes. Assumed.
pub const WEBHOOK_BODY_BYTES_MAX: usize = 64 * 1024;
/// Maximum length of the request body and of the response body that a delivery shows. Assumed.
pub const WEBHOOK_EXCERPT_MAX: usize = 4_096;
/// How long the replaced secret of a webhook signs too, in hours. Assumed.
pub const WEBHOOK_SECRET_ROTATION_HOURS: u32 = 24;
/// Maximum number of domains to which an organization assigns a type. Assumed.
pub const DOMAIN_TYPES_MAX: u64 = 1_000;
/// Maximum number of saved views of an organization. Assumed.
pub const SAVED_VIEWS_MAX: u64 = 50;
/// Maximum length of the name of a saved view. Assumed.
pub const SAVED_VIEW_NAME_MAX: usize = 60;
/// Maximum length of the address of a saved view. Assumed: what proxies commonly accept.
pub const SAVED_VIEW_ADDRESS_MAX: usize = 8_000;
/// Maximum size of the body of a request in bytes. Assumed: fits the largest bulk request of prompts, with each character written
/// as two `\u` escapes.
pub const BODY_BYTES_MAX: usize = 2 * 1024 * 1024;
/// Maximum length of an idempotency key. Assumed.
pub const IDEMPOTENCY_KEY_MAX: usize = 255;
/// How long the response of a write with an idempotency key is kept, in hours. Assumed.
pub const IDEMPOTENCY_KEY_HOURS: u32 = 24;
/// Maximum number of bytes of the responses that are kept for the idempotency keys of an organization. Assumed.
pub const IDEMPOTENCY_KEY_BYTES_MAX: u32 = 8 * 1024 * 1024;
/// Maximum number of requests of an organization in one window.
pub const RATE_LIMIT_REQUESTS: u32 = 10;
/// Length of the rate limit's window in seconds.
pub const RATE_LIMIT_WINDOW_SECONDS: u64 = 1;
/// Price of one collected answer in credits.
pub const ANSWER_PRICE: u32 = 1;
/// Lifetime of an access token in seconds.
pub const ACCESS_TOKEN_SECONDS: u64 = 60 * 60;
/// Lifetime of a refresh token and its replacements in seconds.
pub const REFRESH_TOKEN_SECONDS: u64 = 30 * 24 * 60 * 60;
/// Default interval in seconds between two polls of a run or a site keyword analysis.
pub const POLL_SECONDS: u64 = 30;
