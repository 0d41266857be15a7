//! What is counted of an answer.

use answerdeck_api::Source;

/// What an answer says about a brand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fact {
    /// The definition of the brand.
    pub definition: u32,
    pub mentions: u32,
    /// The byte of the text where the first mention begins. 0 without mentions.
    pub first: u32,
    /// The positions of the answer's sources that are pages of the brand, from 0, in ascending order.
    pub cited: Vec<u32>,
}

/// What was found in the text and the sources of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextAnalysis {
    /// The revision of the organization's brands whose names and websites were searched for.
    pub revision: i64,
    /// The distinct tokens of the text.
    pub tokens: Vec<String>,
    /// A fact for each brand that the answer names or cites.
    pub facts: Vec<Fact>,
}

/// The lists of an answer that are counted.
#[derive(Debug, Clone, Copy)]
pub struct AnswerContent<'a> {
    pub sources: &'a [Source],
    /// The fan-out queries.
    pub fanouts: &'a [String],
    /// The tokens, and the facts about brands.
    pub analysis: &'a TextAnalysis,
}

/// Answers that are removed together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerRemoval {
    /// The ids of the answers.
    pub answers: Vec<String>,
    /// Where the implementation stores them. Callers only pass it back.
    pub part: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerTokens {
    pub answer_id: String,
    /// Each once.
    pub tokens: Vec<String>,
}
