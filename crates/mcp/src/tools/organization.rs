//! Tools of the organization, its models and its brands.

use answerdeck_api::console_page::{BRANDS, RUN_START};
use answerdeck_api::operation::{GET_CREDIT_BALANCE, LIST_BRANDS, LIST_MODELS};
use answerdeck_api::{BrandCreate, PageRequest};

use super::READ;
use crate::operation::CREATE_NEW_BRAND;
use crate::schema::arguments;
use crate::tool::Tool;

pub(super) static TOOLS: [Tool; 5] = [
    Tool { title: "Organization", description: "Reads the organization that the credential belongs to.", ..READ },
    Tool {
        title: "Credit balance",
        description: "Reads the credits that the organization has. Each successful answer of a run costs credits.",
        operation: GET_CREDIT_BALANCE,
        ..READ
    },
    Tool {
        title: "Models",
        description: "Lists the answer engines that a run can ask, each with its code.",
        operation: LIST_MODELS,
        console: |_, _| RUN_START.to_owned(),
        lists: &["/models"],
        ..READ
    },
    Tool {
        title: "Brands",
        description: "Lists the tracked brands with their ids, synonyms and websites, newest first. isOwn marks your own.",
        operation: LIST_BRANDS,
        arguments: arguments::<PageRequest>,
        console: |_, _| BRANDS.to_owned(),
        lists: &["/brands"],
        ..READ
    },
    Tool {
        title: "Track a brand",
        description: "Tracks a brand whose name and synonyms no other has; isOwn makes it your own.",
        operation: CREATE_NEW_BRAND,
        arguments: arguments::<BrandCreate>,
        is_idempotent: false,
        console: |_, _| BRANDS.to_owned(),
        ..READ
    },
];
