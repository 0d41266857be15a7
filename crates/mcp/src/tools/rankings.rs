//! Tools that rank what answers cite, search and say.

use answerdeck_api::console_page::{FANOUTS, SOURCES, WORDS};
use answerdeck_api::operation::{
    RANK_FANOUTS, RANK_SOURCE_DOMAINS, RANK_SOURCE_URLS, RANK_TOKEN_NEIGHBORS, RANK_TOKENS,
};
use answerdeck_api::{FanoutFilter, SourceDomainFilter, SourceUrlFilter, TokenFilter, TokenNeighborFilter};

use super::{READ_OF_THIRD_PARTIES, without_fields};
use crate::console_url::scoped;
use crate::schema::arguments;
use crate::tool::Tool;

pub(super) static TOOLS: [Tool; 5] = [
    Tool {
        title: "Most cited domains",
        description: "Ranks the domains that answers cite, with counts of citations and answers.",
        operation: RANK_SOURCE_DOMAINS,
        arguments: arguments::<SourceDomainFilter>,
        console: |arguments, _| scoped(SOURCES, arguments),
        lists: &["/domains"],
        ..READ_OF_THIRD_PARTIES
    },
    Tool {
        title: "Most cited pages",
        description: "Ranks the pages that answers cite.",
        operation: RANK_SOURCE_URLS,
        arguments: arguments::<SourceUrlFilter>,
        console: |arguments, _| scoped(SOURCES, arguments),
        lists: &["/urls"],
        ..READ_OF_THIRD_PARTIES
    },
    Tool {
        title: "Most frequent searches of models",
        description: "Ranks the searches (fan-outs) that models ran to answer, with their models and regions.",
        operation: RANK_FANOUTS,
        always: &[("include", "models,regions")],
        arguments: || without_fields(arguments::<FanoutFilter>(), &["include"]),
        console: |arguments, _| scoped(FANOUTS, arguments),
        lists: &["/fanouts"],
        ..READ_OF_THIRD_PARTIES
    },
    Tool {
        title: "Most frequent words",
        description: "Ranks the nouns in answers by the number of answers that contain them.",
        operation: RANK_TOKENS,
        arguments: arguments::<TokenFilter>,
        console: |arguments, _| scoped(WORDS, arguments),
        lists: &["/tokens"],
        ..READ_OF_THIRD_PARTIES
    },
    Tool {
        title: "Words beside words",
        description: "Ranks the nouns of the answers that contain any of the given words.",
        operation: RANK_TOKEN_NEIGHBORS,
        arguments: arguments::<TokenNeighborFilter>,
        console: |arguments, _| scoped(WORDS, arguments),
        lists: &["/neighbors"],
        ..READ_OF_THIRD_PARTIES
    },
];
