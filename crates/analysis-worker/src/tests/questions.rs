//! The texts that a page sends.

use std::rc::Rc;

use answerdeck_analysis::{BrandMetrics, FromWorker, Question, Refusal, Reply, ToWorker};
use answerdeck_api::AnswerScope;

use super::Worker;
use super::device::Device;

fn device() -> Rc<Device> {
    let device = Rc::new(Device::default());
    device.set_brands(&["Nurio"]);
    device.finish_run(&["Nurio"]);
    device
}

/// Asks a question in JSON, and returns its reply.
fn ask(worker: &mut Worker, question: &str) -> Result<Reply<String>, Refusal> {
    worker.send(ToWorker::Ask { slot: 3, number: 4, question: question.to_owned() });
    worker.reply(3).expect("a reply")
}

#[test]
fn a_question_without_fields_is_about_all_answers() {
    let mut worker = Worker::start(&device());
    worker.settle();
    let everything = BrandMetrics { scope: AnswerScope::default(), period: None };
    let reply = worker.ask(everything.clone()).unwrap();
    assert_eq!(ask(&mut worker, r#"{"brandMetrics":{}}"#), reply);
    assert_eq!(ask(&mut worker, &everything.to_json().unwrap()), reply);
    assert!(reply.is_ok(), "{reply:?}");
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
    let mut worker = Worker::start(&device());
    for (question, named) in refused {
        let Err(Refusal::InvalidQuestion(reason)) = ask(&mut worker, question) else {
            panic!("{question} is answered")
        };
        assert!(reason.contains(named), "{question}: {reason}");
    }
}

#[test]
fn a_text_that_is_no_message_is_ignored() {
    let mut worker = Worker::start(&device());
    worker.settle();
    let posted = worker.tab.posted.borrow().len();
    for text in ["", "{", "[]", r#"{"ask":{}}"#, r#""leave""#] {
        worker.inbox.receive_from_page(text);
        worker.settle();
        assert_eq!(worker.tab.posted.borrow().len(), posted, "{text}");
    }
    worker.inbox.receive_from_page(r#""forget""#);
    worker.settle();
    assert!(matches!(worker.tab.posted.borrow().last(), Some(FromWorker::Forgotten)));
}
