//! The operations: id, method and path of each, once.
//!
//! The server's router, the client and the OpenAPI document all read this table.

/// An HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Reads.
    Get,
    /// Makes.
    Post,
    /// Changes.
    Patch,
    /// Takes away.
    Delete,
}

impl Method {
    /// The method's name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// Where a path comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PathOrigin {
    /// The platform's document shows it.
    Documented,
    /// The document names the operation but not its path: this project chose it.
    Assumed,
}

/// One operation of the platform.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Operation {
    /// Its name, `verb_noun`.
    pub id: &'static str,
    /// Its method.
    pub method: Method,
    /// Its path under `/api`, with parameters as `{promptID}`.
    pub path: &'static str,
    /// Whether the document shows the path.
    pub path_origin: PathOrigin,
    /// What it does, in a sentence.
    #[cfg(feature = "openapi")]
    pub summary: &'static str,
}

impl Operation {
    /// Fills the parameters of `template` in their order. Each value is percent-encoded by its caller, or an id.
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
}

macro_rules! operations {
    ($( #[doc = $summary:literal] $name:ident = $id:literal $method:ident $path:literal $path_origin:ident; )+) => {
        $( #[doc = $summary] pub const $name: Operation = Operation {
            id: $id,
            method: Method::$method,
            path: $path,
            path_origin: PathOrigin::$path_origin,
            #[cfg(feature = "openapi")]
            summary: $summary,
        }; )+

        /// Every operation.
        pub const ALL: &[Operation] = &[$( $name ),+];
    };
}

operations! {
    /// Makes a prompt set.
    CREATE_PROMPT_SET = "create_prompt_set" Post "/v1/platform/prompt-sets" Documented;
    /// Lists prompt sets.
    LIST_PROMPT_SETS = "list_prompt_sets" Get "/v1/platform/prompt-sets" Assumed;
    /// Reads a prompt set.
    GET_PROMPT_SET = "get_prompt_set" Get "/v1/platform/prompt-sets/{promptSetID}" Assumed;
    /// Changes a prompt set.
    UPDATE_PROMPT_SET = "update_prompt_set" Patch "/v1/platform/prompt-sets/{promptSetID}" Assumed;
    /// Takes a prompt set away with its prompts; its answers stay.
    DELETE_PROMPT_SET = "delete_prompt_set" Delete "/v1/platform/prompt-sets/{promptSetID}" Assumed;
    /// Makes a prompt.
    CREATE_PROMPT = "create_prompt" Post "/v1/platform/prompts" Documented;
    /// Makes up to 100 prompts, all or none.
    CREATE_PROMPTS = "create_prompts" Post "/v1/platform/prompts/bulk" Documented;
    /// Lists prompts.
    LIST_PROMPTS = "list_prompts" Get "/v1/platform/prompts" Documented;
    /// Reads a prompt.
    GET_PROMPT = "get_prompt" Get "/v1/platform/prompts/{promptID}" Documented;
    /// Changes a prompt.
    UPDATE_PROMPT = "update_prompt" Patch "/v1/platform/prompts/{promptID}" Assumed;
    /// Takes a prompt away; its answers stay.
    DELETE_PROMPT = "delete_prompt" Delete "/v1/platform/prompts/{promptID}" Assumed;
    /// Starts a run.
    SUBMIT_RUN = "submit_run" Post "/v1/platform/runs" Documented;
    /// Lists runs.
    LIST_RUNS = "list_runs" Get "/v1/platform/runs" Documented;
    /// Reads a run with its items.
    GET_RUN = "get_run" Get "/v1/platform/runs/{runID}" Documented;
    /// Lists answers.
    LIST_ANSWERS = "list_answers" Get "/v1/platform/answers" Documented;
    /// Counts the answers in which at least one search term stands.
    COUNT_ANSWERS = "count_answers" Get "/v1/platform/answers/count" Assumed;
    /// Reads an answer.
    GET_ANSWER = "get_answer" Get "/v1/platform/answers/{answerID}" Documented;
    /// Reads the raw Markdown of an answer: where `markdownURL` leads.
    GET_ANSWER_MARKDOWN = "get_answer_markdown" Get "/v1/platform/answers/{answerID}/markdown" Assumed;
    /// Makes a brand.
    CREATE_BRAND = "create_brand" Post "/v1/platform/brands" Assumed;
    /// Lists brands.
    LIST_BRANDS = "list_brands" Get "/v1/platform/brands" Assumed;
    /// Reads a brand.
    GET_BRAND = "get_brand" Get "/v1/platform/brands/{brandID}" Assumed;
    /// Changes a brand.
    UPDATE_BRAND = "update_brand" Patch "/v1/platform/brands/{brandID}" Assumed;
    /// Takes a brand away.
    DELETE_BRAND = "delete_brand" Delete "/v1/platform/brands/{brandID}" Assumed;
    /// Ranks the domains that answers cite.
    RANK_SOURCE_DOMAINS = "rank_source_domains" Get "/v1/platform/statistics/source-domains" Assumed;
    /// Ranks the pages that answers cite.
    RANK_SOURCE_URLS = "rank_source_urls" Get "/v1/platform/statistics/source-urls" Assumed;
    /// Ranks the searches that models ran for answers.
    RANK_FANOUTS = "rank_fanouts" Get "/v1/platform/statistics/fanouts" Assumed;
    /// Ranks the tokens of answers.
    RANK_TOKENS = "rank_tokens" Get "/v1/platform/statistics/tokens" Assumed;
    /// Ranks the tokens that stand in the same answers as base words.
    RANK_TOKEN_NEIGHBORS = "rank_token_neighbors" Get "/v1/platform/statistics/token-neighbors" Assumed;
    /// Lists the models that the organization may ask.
    LIST_MODELS = "list_models" Get "/v1/platform/models" Documented;
    /// Lists the regions that can be asked from.
    LIST_REGIONS = "list_regions" Get "/v1/platform/regions" Assumed;
    /// Takes the nouns out of a text.
    EXTRACT_PROPER_NOUNS = "extract_proper_nouns" Post "/v1/platform/proper-nouns" Assumed;
    /// Reads the organization of the calling key.
    GET_ORGANIZATION = "get_organization" Get "/v1/platform/organizations/me" Assumed;
    /// Reads the credit balance; consumes no credit.
    GET_CREDIT_BALANCE = "get_credit_balance" Get "/v1beta/platform/credits/me" Documented;
    /// Measures keywords on Google.
    MEASURE_GOOGLE_KEYWORDS = "measure_google_keywords" Post "/v1beta/platform/keywords/google/metrics" Documented;
    /// Suggests longer keywords on Google.
    SUGGEST_GOOGLE_KEYWORDS = "suggest_google_keywords" Get "/v1beta/platform/keywords/google/suggestions" Assumed;
    /// Lists keywords that are related on Google.
    LIST_RELATED_GOOGLE_KEYWORDS = "list_related_google_keywords" Get "/v1beta/platform/keywords/google/related" Assumed;
    /// Measures keywords on Naver.
    MEASURE_NAVER_KEYWORDS = "measure_naver_keywords" Post "/v1beta/platform/keywords/naver/metrics" Assumed;
    /// Suggests longer keywords on Naver.
    SUGGEST_NAVER_KEYWORDS = "suggest_naver_keywords" Get "/v1beta/platform/keywords/naver/suggestions" Documented;
    /// Lists keywords that are related on Naver.
    LIST_RELATED_NAVER_KEYWORDS = "list_related_naver_keywords" Get "/v1beta/platform/keywords/naver/related" Assumed;
    /// Reads the trends of keywords on Naver through the last 12 months.
    GET_NAVER_KEYWORD_TRENDS = "get_naver_keyword_trends" Post "/v1beta/platform/keywords/naver/trend" Assumed;
    /// Starts an analysis of the keywords of a site.
    SUBMIT_SITE_KEYWORD_ANALYSIS = "submit_site_keyword_analysis" Post "/v1beta/platform/siteKeywordAnalyses" Documented;
    /// Reads an analysis of the keywords of a site.
    GET_SITE_KEYWORD_ANALYSIS = "get_site_keyword_analysis" Get "/v1beta/platform/siteKeywordAnalyses/{taskID}" Documented;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_an_id_and_a_route_of_its_own() {
        let ids: std::collections::HashSet<_> = ALL.iter().map(|operation| operation.id).collect();
        let routes: std::collections::HashSet<_> =
            ALL.iter().map(|operation| (operation.method, operation.path)).collect();
        assert_eq!((ids.len(), routes.len()), (ALL.len(), ALL.len()));
    }

    #[test]
    fn fill_puts_values_in_the_places_of_parameters() {
        assert_eq!(Operation::expand_path(GET_ANSWER_MARKDOWN.path, &["x"]), "/v1/platform/answers/x/markdown");
        assert_eq!(Operation::expand_path(LIST_RUNS.path, &[]), "/v1/platform/runs");
    }
}
