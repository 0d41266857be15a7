//! Reads the messages of a page.

use answerdeck_analysis::{AnyQuestion, FromWorker, Refusal, ToWorker};
use answerdeck_json::Json;

/// Reads a message of a page. `None` for another text.
///
/// # Errors
/// Fails with the reply to a question that cannot be read, so that the page does not wait for it.
pub fn read_message(text: &str) -> Option<Result<ToWorker, FromWorker>> {
    if let Ok(message) = answerdeck_json::from_str(text) {
        return Some(Ok(message));
    }
    let Ok(ToWorker::<Json>::Ask { slot, number, question }) = answerdeck_json::from_str(text) else { return None };
    let error = question.read::<AnyQuestion>().err()?;
    Some(Err(FromWorker::Reply { slot, number, reply: Err(Refusal::InvalidQuestion(error.to_string())) }))
}

#[cfg(test)]
mod tests {
    use answerdeck_analysis::BrandMetrics;
    use answerdeck_api::AnswerScope;

    use super::*;

    fn read_question(question: &str) -> Result<AnyQuestion, String> {
        let text = format!(r#"{{"ask":{{"slot":3,"number":4,"question":{question}}}}}"#);
        match read_message(&text).unwrap() {
            Ok(ToWorker::Ask { slot: 3, number: 4, question }) => Ok(question),
            Err(FromWorker::Reply { slot: 3, number: 4, reply: Err(Refusal::InvalidQuestion(reason)) }) => Err(reason),
            _ => panic!("neither the question nor its refusal"),
        }
    }

    #[test]
    fn a_question_without_fields_is_about_all_answers() {
        let everything = BrandMetrics { scope: AnswerScope::default(), period: None };
        assert_eq!(read_question(r#"{"brandMetrics":{}}"#), Ok(everything.into()));
    }

    #[test]
    fn a_question_that_cannot_be_read_is_refused_with_the_reason() {
        let refused = [
            (r#"{"brandMetrics":{"scope":{"runId":"2"}}}"#, "runId"),
            (r#"{"brandMetrics":{"scope":{"runID":"2"}}}"#, "runID"),
            (r#"{"brandMetrics":{"period":"decade"}}"#, "decade"),
            (r#"{"sourceDomains":{"limit":-1}}"#, "limit"),
            (r#"{"searchTexts":{}}"#, "phrase"),
            (r#"{"weather":{}}"#, "weather"),
            ("null", "null"),
        ];
        for (question, named) in refused {
            let reason = read_question(question).unwrap_err();
            assert!(reason.contains(named), "{question}: {reason}");
        }
    }

    #[test]
    fn any_other_text_is_ignored() {
        for text in ["", "{", "[]", r#"{"ask":{}}"#, r#""leave""#] {
            assert!(read_message(text).is_none(), "{text}");
        }
        assert!(matches!(read_message(r#""forget""#), Some(Ok(ToWorker::Forget))));
    }
}
