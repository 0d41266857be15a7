//! What the types of the npm package are made from.

use schemars::Schema;

/// A question with its JSON Schemas.
pub struct QuestionSchema {
    /// Its name in messages, such as `sourceURLs`.
    pub name: &'static str,
    /// What it asks for, as a sentence.
    pub description: &'static str,
    /// The question.
    pub question: Schema,
    /// Its value.
    pub value: Schema,
}
