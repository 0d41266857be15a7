//! The table of operations with their ids, methods and paths.
//!
//! The router of the server, the client and the OpenAPI document read this table.

/// An HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Reads a resource.
    Get,
    /// Creates a resource.
    Post,
    /// Changes a resource.
    Patch,
    /// Deletes a resource.
    Delete,
}

impl Method {
    /// Returns the wire name of the method.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// What an operation does to the organization's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// It changes nothing: it is safe to send again.
    Read,
    /// It creates, changes or deletes something.
    Write,
}

/// The origin of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PathOrigin {
    /// The contract documents the path.
    Documented,
    /// The contract names the operation without a path. This project chose the path.
    Assumed,
}

/// An operation of the platform.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Operation {
    /// The id in the form `verb_noun`.
    pub id: &'static str,
    /// The method.
    pub method: Method,
    /// What it does to the organization's data. A POST may be a read: its parameters are too long for a URL.
    pub effect: Effect,
    /// The path under `/api`, with parameters such as `{promptID}`.
    pub path: &'static str,
    /// Whether the contract documents the path.
    pub path_origin: PathOrigin,
    /// Its documentation: a sentence, and what else its callers should know as a second paragraph.
    #[cfg(feature = "openapi")]
    pub documentation: &'static str,
}

impl Operation {
    /// Replaces the parameters of `template` in order. The caller percent-encodes every value that is not an id.
    pub fn expand_path(template: &str, values: &[&str]) -> String {
        let mut path = String::with_capacity(template.len() + 22);
        let mut values = values.iter();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            path.push_str(before);
            path.push_str(values.next().copied().unwrap_or_default());
            rest = after.split_once('}').map_or("", |(_, after)| after);
        }
        path.push_str(rest);
        path
    }

    /// Returns a sentence that describes the operation, and what else its callers should know, which is empty for most.
    #[cfg(feature = "openapi")]
    pub fn summary_and_description(&self) -> (String, String) {
        let lines: Vec<&str> = self.documentation.lines().map(str::trim).collect();
        let text = lines.join("\n");
        let (summary, description) = text.split_once("\n\n").unwrap_or((text.as_str(), ""));
        (summary.to_owned(), description.to_owned())
    }
}

macro_rules! operations {
    (
        $(
            $( #[doc = $doc:literal] )+
            $name:ident = $id:literal $method:ident $effect:ident $path:literal $path_origin:ident;
        )+
    ) => {
        $( $( #[doc = $doc] )+ pub const $name: Operation = Operation {
            id: $id,
            method: Method::$method,
            effect: Effect::$effect,
            path: $path,
            path_origin: PathOrigin::$path_origin,
            #[cfg(feature = "openapi")]
            documentation: concat!($( $doc, "\n" ),+),
        }; )+

        /// Every operation.
        pub const ALL: &[Operation] = &[$( $name ),+];
    };
}

operations! {
    /// Creates a prompt set.
    CREATE_PROMPT_SET = "create_prompt_set" Post Write "/v1/platform/prompt-sets" Documented;
    /// Lists prompt sets.
    LIST_PROMPT_SETS = "list_prompt_sets" Get Read "/v1/platform/prompt-sets" Assumed;
    /// Reads a prompt set.
    GET_PROMPT_SET = "get_prompt_set" Get Read "/v1/platform/prompt-sets/{promptSetID}" Assumed;
    /// Changes a prompt set.
    UPDATE_PROMPT_SET = "update_prompt_set" Patch Write "/v1/platform/prompt-sets/{promptSetID}" Assumed;
    /// Deletes a prompt set and its prompts. Keeps its answers.
    DELETE_PROMPT_SET = "delete_prompt_set" Delete Write "/v1/platform/prompt-sets/{promptSetID}" Assumed;
    /// Creates a prompt.
    CREATE_PROMPT = "create_prompt" Post Write "/v1/platform/prompts" Documented;
    /// Creates up to 100 prompts, or none if one is invalid.
    CREATE_PROMPTS = "create_prompts" Post Write "/v1/platform/prompts/bulk" Documented;
    /// Lists prompts.
    LIST_PROMPTS = "list_prompts" Get Read "/v1/platform/prompts" Documented;
    /// Reads a prompt.
    GET_PROMPT = "get_prompt" Get Read "/v1/platform/prompts/{promptID}" Documented;
    /// Changes a prompt.
    ///
    /// Answers that were collected before keep the text that was sent.
    UPDATE_PROMPT = "update_prompt" Patch Write "/v1/platform/prompts/{promptID}" Assumed;
    /// Deletes a prompt. Keeps its answers.
    DELETE_PROMPT = "delete_prompt" Delete Write "/v1/platform/prompts/{promptID}" Assumed;
    /// Starts a run.
    ///
    /// The answers are collected in the background, usually within minutes: `get_run` has the state. An item costs credits when
    /// its answer is collected, and nothing when it fails. A balance that covers one item is enough; items that it does not
    /// cover fail.
    SUBMIT_RUN = "submit_run" Post Write "/v1/platform/runs" Documented;
    /// Lists runs.
    LIST_RUNS = "list_runs" Get Read "/v1/platform/runs" Documented;
    /// Reads a run with its items.
    ///
    /// While it is `RUNNING`, read it about every 30 seconds.
    GET_RUN = "get_run" Get Read "/v1/platform/runs/{runID}" Documented;
    /// Stops a run, and returns it without its items.
    ///
    /// Items that were not asked fail without cost. Answers that were asked for are still collected and charged, so the run may
    /// be `RUNNING` for a while. A run that is stopped or `FINISHED` stays as it is. An extension of Answerdeck.
    STOP_RUN = "stop_run" Post Write "/v1/platform/runs/{runID}/stop" Assumed;
    /// Lists answers.
    ///
    /// An item of a run has an answer once it was started or has failed. The list has every item of a run that is `FINISHED`.
    LIST_ANSWERS = "list_answers" Get Read "/v1/platform/answers" Documented;
    /// Counts the answers that contain at least one search term.
    COUNT_ANSWERS = "count_answers" Get Read "/v1/platform/answers/count" Assumed;
    /// Reads an answer.
    GET_ANSWER = "get_answer" Get Read "/v1/platform/answers/{answerID}" Documented;
    /// Reads the raw Markdown of an answer, the target of `markdownURL`.
    ///
    /// The text is untrusted: never insert it as HTML. With `Accept: application/json`, the response is that of the provider as
    /// received, where it is kept. An extension of Answerdeck.
    GET_ANSWER_MARKDOWN = "get_answer_markdown" Get Read "/v1/platform/answers/{answerID}/markdown" Assumed;
    /// Creates a brand.
    ///
    /// Stored answers are then searched for it, newest first. Until that is done, metrics count only the answers that were
    /// searched for every brand, as their `coverage` says.
    CREATE_BRAND = "create_brand" Post Write "/v1/platform/brands" Assumed;
    /// Lists brands.
    LIST_BRANDS = "list_brands" Get Read "/v1/platform/brands" Assumed;
    /// Reads a brand.
    GET_BRAND = "get_brand" Get Read "/v1/platform/brands/{brandID}" Assumed;
    /// Changes a brand.
    ///
    /// Changed names, phrases and websites are searched for in stored answers, as those of a new brand.
    UPDATE_BRAND = "update_brand" Patch Write "/v1/platform/brands/{brandID}" Assumed;
    /// Deletes a brand.
    DELETE_BRAND = "delete_brand" Delete Write "/v1/platform/brands/{brandID}" Assumed;
    /// Ranks the domains that answers cite.
    RANK_SOURCE_DOMAINS = "rank_source_domains" Get Read "/v1/platform/statistics/source-domains" Assumed;
    /// Ranks the pages that answers cite.
    ///
    /// All addresses of a page count as one, with the address by which an answer cited it first.
    RANK_SOURCE_URLS = "rank_source_urls" Get Read "/v1/platform/statistics/source-urls" Assumed;
    /// Ranks the searches that models ran for answers.
    RANK_FANOUTS = "rank_fanouts" Get Read "/v1/platform/statistics/fanouts" Assumed;
    /// Ranks the tokens of answers.
    RANK_TOKENS = "rank_tokens" Get Read "/v1/platform/statistics/tokens" Assumed;
    /// Ranks the tokens that occur in the same answers as the base words.
    RANK_TOKEN_NEIGHBORS = "rank_token_neighbors" Get Read "/v1/platform/statistics/token-neighbors" Assumed;
    /// Lists the models that the organization may use.
    LIST_MODELS = "list_models" Get Read "/v1/platform/models" Documented;
    /// Lists the regions in which answers can be collected.
    LIST_REGIONS = "list_regions" Get Read "/v1/platform/regions" Assumed;
    /// Extracts the nouns of a text.
    EXTRACT_PROPER_NOUNS = "extract_proper_nouns" Post Read "/v1/platform/proper-nouns" Assumed;
    /// Reads the organization of the credential.
    GET_ORGANIZATION = "get_organization" Get Read "/v1/platform/organizations/me" Assumed;
    /// Reads the credit balance. Costs no credits.
    GET_CREDIT_BALANCE = "get_credit_balance" Get Read "/v1beta/platform/credits/me" Documented;
    /// Reads the metrics of keywords on Google.
    ///
    /// Keywords that the provider does not accept have no metrics. If it accepts none of them, the request is refused.
    MEASURE_GOOGLE_KEYWORDS = "measure_google_keywords" Post Read "/v1beta/platform/keywords/google/metrics" Documented;
    /// Suggests longer keywords on Google.
    SUGGEST_GOOGLE_KEYWORDS = "suggest_google_keywords" Get Read "/v1beta/platform/keywords/google/suggestions" Assumed;
    /// Lists related keywords on Google.
    LIST_RELATED_GOOGLE_KEYWORDS = "list_related_google_keywords" Get Read "/v1beta/platform/keywords/google/related" Assumed;
    /// Reads the metrics of keywords on Naver.
    ///
    /// Keywords that the provider does not accept have no metrics. If it accepts none of them, the request is refused.
    MEASURE_NAVER_KEYWORDS = "measure_naver_keywords" Post Read "/v1beta/platform/keywords/naver/metrics" Assumed;
    /// Suggests longer keywords on Naver.
    SUGGEST_NAVER_KEYWORDS = "suggest_naver_keywords" Get Read "/v1beta/platform/keywords/naver/suggestions" Documented;
    /// Lists related keywords on Naver.
    LIST_RELATED_NAVER_KEYWORDS = "list_related_naver_keywords" Get Read "/v1beta/platform/keywords/naver/related" Assumed;
    /// Reads the search trends of keywords on Naver over the last 12 months.
    GET_NAVER_KEYWORD_TRENDS = "get_naver_keyword_trends" Post Read "/v1beta/platform/keywords/naver/trend" Assumed;
    /// Measures what answers say about brands: mentions, shares of voice, positions and citations, by model and over time.
    MEASURE_BRANDS = "measure_brands" Get Read "/v1beta/platform/metrics/brands" Assumed;
    /// Measures how often the answers to each prompt name brands, by model.
    MEASURE_PROMPTS = "measure_prompts" Get Read "/v1beta/platform/metrics/prompts" Assumed;
    /// Compares the metrics of brands between two runs or periods.
    LIST_MOVEMENTS = "list_movements" Get Read "/v1beta/platform/metrics/movements" Assumed;
    /// Lists since when a brand is ahead of or behind each other brand.
    LIST_LEADS = "list_leads" Get Read "/v1beta/platform/metrics/leads" Assumed;
    /// Reads the citations of domains over time, and the stability of all sources.
    GET_SOURCE_TREND = "get_source_trend" Get Read "/v1beta/platform/metrics/source-trend" Assumed;
    /// Lists the sources that are new or lost since the period or the run before.
    ///
    /// Without `from`, the period is the seven days before `to`.
    LIST_SOURCE_CHANGES = "list_source_changes" Get Read "/v1beta/platform/metrics/source-changes" Assumed;
    /// Measures the mention rate of a brand in answers that cite a source, beside others of the same models to the same prompts.
    MEASURE_SOURCE_INFLUENCE = "measure_source_influence" Get Read "/v1beta/platform/metrics/source-influence" Assumed;
    /// Lists the searches of models whose answers never name a brand.
    LIST_UNNAMED_SEARCHES = "list_unnamed_searches" Get Read "/v1beta/platform/metrics/unnamed-searches" Assumed;
    /// Lists the prompts for which no model searched.
    LIST_PROMPTS_WITHOUT_SEARCH = "list_prompts_without_search" Get Read "/v1beta/platform/metrics/prompts-without-search" Assumed;
    /// Lists the answers that meet conditions on brands, sources, searches and words.
    MATCH_ANSWERS = "match_answers" Get Read "/v1beta/platform/metrics/answers" Assumed;
    /// Searches a phrase in the texts of answers, newest first.
    SEARCH_ANSWER_TEXTS = "search_answer_texts" Get Read "/v1beta/platform/metrics/answer-texts" Assumed;
    /// Reads what stands out in answers: what moved, what models search without naming a brand, and what answers cite.
    GET_HIGHLIGHTS = "get_highlights" Get Read "/v1beta/platform/metrics/highlights" Assumed;
    /// Lists what can be done next for a brand, largest first, with the answers that show it.
    LIST_NEXT_STEPS = "list_next_steps" Get Read "/v1beta/platform/metrics/next-steps" Assumed;
    /// Changes the state or the note of a next step.
    ///
    /// The decision holds for everybody of the organization, in every scope and period. The id is not looked up: whether there
    /// is such a step depends on the scope.
    UPDATE_NEXT_STEP = "update_next_step" Patch Write "/v1beta/platform/metrics/next-steps/{nextStepID}" Assumed;
    /// Lists alerts: what moved, by how much, and in which answers.
    LIST_ALERTS = "list_alerts" Get Read "/v1beta/platform/alerts" Assumed;
    /// Acknowledges an alert, or makes it new again.
    ///
    /// The state is the same for everybody of the organization.
    UPDATE_ALERT = "update_alert" Patch Write "/v1beta/platform/alerts/{alertID}" Assumed;
    /// Creates a rule of alerts.
    ///
    /// It is evaluated after each run that finishes, and once a day.
    CREATE_ALERT_RULE = "create_alert_rule" Post Write "/v1beta/platform/alert-rules" Assumed;
    /// Lists the rules of alerts.
    LIST_ALERT_RULES = "list_alert_rules" Get Read "/v1beta/platform/alert-rules" Assumed;
    /// Changes a rule of alerts.
    UPDATE_ALERT_RULE = "update_alert_rule" Patch Write "/v1beta/platform/alert-rules/{alertRuleID}" Assumed;
    /// Deletes a rule of alerts. Its alerts stay.
    DELETE_ALERT_RULE = "delete_alert_rule" Delete Write "/v1beta/platform/alert-rules/{alertRuleID}" Assumed;
    /// Tries a rule of alerts on the past twelve weeks, before it is saved.
    TRY_ALERT_RULE = "try_alert_rule" Post Read "/v1beta/platform/alert-rules/trial" Assumed;
    /// Lists digests: what the answers of each week showed.
    LIST_DIGESTS = "list_digests" Get Read "/v1beta/platform/digests" Assumed;
    /// Reads a digest.
    GET_DIGEST = "get_digest" Get Read "/v1beta/platform/digests/{digestID}" Assumed;
    /// Reads when digests are made, and who gets them as e-mail.
    GET_DIGEST_SETTINGS = "get_digest_settings" Get Read "/v1beta/platform/digest-settings" Assumed;
    /// Changes when digests are made, and who gets them as e-mail.
    UPDATE_DIGEST_SETTINGS = "update_digest_settings" Patch Write "/v1beta/platform/digest-settings" Assumed;
    /// Lists where the texts of answers name brands.
    LIST_MENTIONS = "list_mentions" Get Read "/v1beta/platform/metrics/mentions" Assumed;
    /// Lists those of some keywords that no prompt contains. Case and spaces make no difference.
    LIST_UNASKED_KEYWORDS = "list_unasked_keywords" Post Read "/v1beta/platform/metrics/unasked-keywords" Assumed;
    /// Shows which of the newest answers new names of a brand would find, before they are saved.
    PREVIEW_BRAND = "preview_brand" Post Read "/v1beta/platform/metrics/brand-preview" Assumed;
    /// Creates a schedule.
    ///
    /// The run is checked as by `submit_run`, except for the balance and the unfinished work. An organization has at most 50
    /// schedules.
    CREATE_SCHEDULE = "create_schedule" Post Write "/v1beta/platform/schedules" Assumed;
    /// Lists schedules.
    LIST_SCHEDULES = "list_schedules" Get Read "/v1beta/platform/schedules" Assumed;
    /// Estimates what a schedule would cost, before it is saved.
    ESTIMATE_SCHEDULE = "estimate_schedule" Post Read "/v1beta/platform/schedules/estimate" Assumed;
    /// Reads a schedule.
    GET_SCHEDULE = "get_schedule" Get Read "/v1beta/platform/schedules/{scheduleID}" Assumed;
    /// Changes, pauses or resumes a schedule.
    ///
    /// What is due already starts as it was planned.
    UPDATE_SCHEDULE = "update_schedule" Patch Write "/v1beta/platform/schedules/{scheduleID}" Assumed;
    /// Deletes a schedule and its history. Keeps its runs.
    DELETE_SCHEDULE = "delete_schedule" Delete Write "/v1beta/platform/schedules/{scheduleID}" Assumed;
    /// Lists what happened at the due times of schedules.
    ///
    /// The newest 400 of each schedule are kept.
    LIST_SCHEDULE_ENTRIES = "list_schedule_entries" Get Read "/v1beta/platform/schedule-entries" Assumed;
    /// Lists webhooks.
    LIST_WEBHOOKS = "list_webhooks" Get Read "/v1beta/platform/webhooks" Assumed;
    /// Creates a webhook, and shows its secret.
    ///
    /// The secret is not shown again.
    CREATE_WEBHOOK = "create_webhook" Post Write "/v1beta/platform/webhooks" Assumed;
    /// Changes, enables or disables a webhook.
    UPDATE_WEBHOOK = "update_webhook" Patch Write "/v1beta/platform/webhooks/{webhookID}" Assumed;
    /// Deletes a webhook and its deliveries.
    DELETE_WEBHOOK = "delete_webhook" Delete Write "/v1beta/platform/webhooks/{webhookID}" Assumed;
    /// Replaces the secret of a webhook, and shows the new one. The old one stays valid for 24 hours.
    ROTATE_WEBHOOK_SECRET = "rotate_webhook_secret" Post Write "/v1beta/platform/webhooks/{webhookID}/secret" Assumed;
    /// Sends a test to a webhook.
    ///
    /// The webhook must be enabled.
    TEST_WEBHOOK = "test_webhook" Post Write "/v1beta/platform/webhooks/{webhookID}/test" Assumed;
    /// Lists deliveries of webhooks.
    ///
    /// The newest 1,000 of each webhook are kept.
    LIST_WEBHOOK_DELIVERIES = "list_webhook_deliveries" Get Read "/v1beta/platform/webhook-deliveries" Assumed;
    /// Sends a delivery again.
    ///
    /// The webhook must be enabled.
    RESEND_WEBHOOK_DELIVERY = "resend_webhook_delivery" Post Write "/v1beta/platform/webhook-deliveries/{webhookDeliveryID}/resend" Assumed;
    /// Lists the domains to which the organization has assigned a type.
    LIST_DOMAIN_TYPES = "list_domain_types" Get Read "/v1beta/platform/domain-types" Assumed;
    /// Assigns a type to a domain, or returns to that of the list.
    ASSIGN_DOMAIN_TYPE = "assign_domain_type" Post Write "/v1beta/platform/domain-types" Assumed;
    /// Lists saved views.
    LIST_SAVED_VIEWS = "list_saved_views" Get Read "/v1beta/platform/saved-views" Assumed;
    /// Saves a view: a page of the console with its filters.
    CREATE_SAVED_VIEW = "create_saved_view" Post Write "/v1beta/platform/saved-views" Assumed;
    /// Renames a saved view.
    UPDATE_SAVED_VIEW = "update_saved_view" Patch Write "/v1beta/platform/saved-views/{savedViewID}" Assumed;
    /// Deletes a saved view.
    DELETE_SAVED_VIEW = "delete_saved_view" Delete Write "/v1beta/platform/saved-views/{savedViewID}" Assumed;
    /// Starts a site keyword analysis.
    ///
    /// Its pages are read in the background, within 15 minutes: `get_site_keyword_analysis` has the state. It costs no credits,
    /// and is deleted 30 days after its end.
    SUBMIT_SITE_KEYWORD_ANALYSIS = "submit_site_keyword_analysis" Post Write "/v1beta/platform/siteKeywordAnalyses" Documented;
    /// Reads a site keyword analysis.
    GET_SITE_KEYWORD_ANALYSIS = "get_site_keyword_analysis" Get Read "/v1beta/platform/siteKeywordAnalyses/{taskID}" Documented;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_a_unique_id_and_route() {
        let ids: std::collections::HashSet<_> = ALL.iter().map(|operation| operation.id).collect();
        let routes: std::collections::HashSet<_> =
            ALL.iter().map(|operation| (operation.method, operation.path)).collect();
        assert_eq!((ids.len(), routes.len()), (ALL.len(), ALL.len()));
    }

    #[test]
    fn every_get_reads_and_every_patch_and_delete_writes() {
        for operation in ALL {
            let expected = match operation.method {
                Method::Get => Effect::Read,
                Method::Patch | Method::Delete => Effect::Write,
                Method::Post => continue,
            };
            assert_eq!(operation.effect, expected, "{}", operation.id);
        }
    }

    #[test]
    fn expand_path_replaces_the_parameters() {
        assert_eq!(Operation::expand_path(GET_ANSWER_MARKDOWN.path, &["x"]), "/v1/platform/answers/x/markdown");
        assert_eq!(Operation::expand_path(LIST_RUNS.path, &[]), "/v1/platform/runs");
    }
}
