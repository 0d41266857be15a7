//! The parameters of the list of prompts.

use answerdeck_api::PromptSetId;

use super::params::UrlParams;
use super::query_string::{QueryString, SORT, sort_of, with_query};
use crate::routes::PROMPTS;

/// The filter of the list of prompts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PromptsParams {
    /// Only prompts of this set.
    pub set: Option<PromptSetId>,
    /// Only prompts that contain this text.
    pub search: Option<String>,
    /// The order of the table. Newest first when absent.
    pub sort: Option<String>,
}

impl UrlParams for PromptsParams {
    fn read(query: &QueryString) -> Self {
        Self { set: query.parsed("set"), search: query.text("q"), sort: sort_of(query) }
    }

    fn address(&self) -> String {
        let set = self.set.as_ref().map(ToString::to_string);
        with_query(PROMPTS, &[("set", set), ("q", self.search.clone()), (SORT, self.sort.clone())])
    }
}

impl PromptsParams {
    pub fn of_set(set: &PromptSetId) -> Self {
        Self { set: Some(set.clone()), ..Self::default() }
    }
}

/// The address that opens the form for a new prompt.
pub fn new_prompt() -> String {
    with_query(PROMPTS, &[("new", Some("1".to_owned()))])
}

pub fn opens_new(query: &QueryString) -> bool {
    query.text("new").is_some()
}

#[cfg(test)]
mod tests {
    use super::super::params::tests::{ID, read};
    use super::*;

    #[test]
    fn parameters_survive_being_written_and_read() {
        let (set, search) = (Some(ID.parse().unwrap()), Some("이어폰 & a=b".into()));
        let params = PromptsParams { set, search, sort: Some("-gap".into()) };
        assert_eq!(
            params.address(),
            format!("/prompts?set={ID}&q=%EC%9D%B4%EC%96%B4%ED%8F%B0%20%26%20a%3Db&sort=-gap")
        );
        assert_eq!(read::<PromptsParams>(params.address().split_once('?').unwrap().1), params);
        assert_eq!(PromptsParams::default().address(), "/prompts");
        for search in ["이어폰", "100%", "%41", "a&b=c", "a+b", "?#/ \n\""] {
            let params = PromptsParams { search: Some(search.into()), ..PromptsParams::default() };
            let address = params.address();
            let (_, query) = address.split_once('?').unwrap();
            assert_eq!(read::<PromptsParams>(query), params, "{address}");
        }
    }

    #[test]
    fn a_malformed_id_counts_as_absent() {
        assert_eq!(read::<PromptsParams>("?set=short&q="), PromptsParams::default());
        assert_eq!(read::<PromptsParams>(&format!("set={ID}")).set, Some(ID.parse().unwrap()));
    }
}
