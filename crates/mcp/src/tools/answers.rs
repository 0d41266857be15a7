use answerdeck_api::AnswerFilter;
use answerdeck_api::console_page::{ANSWER, ANSWERS};
use answerdeck_api::metrics::{AnswerMatchFilter, AnswerTextFilter};
use answerdeck_api::operation::{GET_ANSWER, LIST_ANSWERS, MATCH_ANSWERS, SEARCH_ANSWER_TEXTS};

use super::{READ, READ_OF_THIRD_PARTIES, without_fields};
use crate::answer_view::{answer_summaries, whole_answer};
use crate::brand_view::excerpts;
use crate::console_url::{answers, item, matched, scoped};
use crate::schema::{arguments, id_argument};
use crate::tool::Tool;

pub(super) static TOOLS: [Tool; 4] = [
    Tool {
        title: "Answers",
        description: "Lists answers, newest first, each with the start of its text. get_answer has the whole. FAILED ones say why.",
        operation: LIST_ANSWERS,
        arguments: arguments::<AnswerFilter>,
        shape: answer_summaries,
        console: |arguments, _| answers(arguments),
        lists: &["/answers"],
        ..READ_OF_THIRD_PARTIES
    },
    Tool {
        title: "Answer",
        description: "Reads one answer: its text, the sources it cites, and the searches that the model ran.",
        operation: GET_ANSWER,
        arguments: || id_argument("answerID"),
        shape: whole_answer,
        console: |arguments, _| item(ANSWER, arguments.get("answerID")),
        lists: &["/content", "/sources", "/fanouts"],
        ..READ_OF_THIRD_PARTIES
    },
    Tool {
        title: "Answers that meet conditions",
        description: "Lists answers that name one of some brands, omit or cite one, cite a source, ran a search or have a word.",
        operation: MATCH_ANSWERS,
        arguments: || without_fields(arguments::<AnswerMatchFilter>(), &["include"]),
        console: |arguments, _| matched(arguments),
        lists: &["/answers"],
        ..READ
    },
    Tool {
        title: "Search the texts of answers",
        description: "Finds answers whose text contains a phrase, newest first, with the words around it and their brands. \
            searched: answers read.",
        operation: SEARCH_ANSWER_TEXTS,
        arguments: arguments::<AnswerTextFilter>,
        shape: excerpts,
        console: |arguments, _| scoped(ANSWERS, arguments),
        lists: &["/answers"],
        ..READ_OF_THIRD_PARTIES
    },
];
