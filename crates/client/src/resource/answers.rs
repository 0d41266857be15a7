use std::rc::Rc;

use answerdeck_api::{Answer, AnswerCount, AnswerCountRequest, AnswerFilter, AnswerId, AnswerList, operation};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::{Error, Result};
use crate::pager::Pager;

/// The operations of answers.
///
/// Source: docs/platform-api.md, sections 2 and 4.
#[derive(Debug, Clone)]
pub struct Answers(pub(crate) Rc<Dispatcher>);

impl Answers {
    /// Reads an answer.
    pub async fn get(&self, id: &AnswerId) -> Result<Answer> {
        self.0.call(Call::new(operation::GET_ANSWER).id(id.as_str())).await
    }

    /// Reads the raw Markdown of an answer. The text is untrusted: never insert it as HTML.
    ///
    /// # Errors
    /// Fails with `is_not_found` when the answer has no Markdown.
    pub async fn markdown(&self, id: &AnswerId) -> Result<String> {
        let operation = operation::GET_ANSWER_MARKDOWN;
        let response = self.0.send(Call::new(operation).id(id.as_str())).await?;
        if response.header("content-type").is_some_and(|media_type| media_type.starts_with("text/html")) {
            let message = "the response is a web page instead of Markdown".to_owned();
            return Err(Error::unreadable_response(message, &response, operation.effect));
        }
        Ok(response.body)
    }

    /// Counts the answers of a scope that contain at least one of the search terms.
    pub async fn count(&self, request: &AnswerCountRequest) -> Result<u64> {
        let count: AnswerCount = self.0.call(Call::new(operation::COUNT_ANSWERS).query(request)?).await?;
        Ok(count.count)
    }

    /// Lists the answers that match `filter`, newest first. The pager starts at the `cursor` of the filter and uses its
    /// `limit`.
    pub fn list(&self, mut filter: AnswerFilter) -> Pager<Answer> {
        let (cursor, limit) = (filter.cursor.take(), filter.limit.take());
        Pager::new::<AnswerList>(self.0.clone(), operation::LIST_ANSWERS, &filter).with_page(cursor, limit)
    }
}
