//! The replies of the last visit. They answer questions until the kept answers are open. Then the values are counted again.

use std::cell::RefCell;
use std::rc::Rc;

use answerdeck_analysis::{AnyQuestion, Coverage, FromWorker, Reply};
use serde::{Deserialize, Serialize};

use crate::environment::Environment;

/// The maximum number of replies that are kept: enough for one page and a little more.
const REPLIES: usize = 6;
/// The maximum length of a kept value in bytes.
const VALUE_MAX: usize = 128 * 1024;

/// The kept replies.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// The time zone in which days were counted.
    time_zone: String,
    /// The newest first.
    replies: Vec<KeptReply>,
}

#[derive(Clone, Serialize, Deserialize)]
struct KeptReply {
    /// JSON.
    question: String,
    /// JSON.
    value: String,
    coverage: Coverage,
}

/// The last replies, and the questions that wait for them.
pub(crate) struct LastReplies {
    environment: Rc<dyn Environment>,
    kept: RefCell<Kept>,
    waiting: RefCell<Vec<Waiting>>,
}

/// A question that came before the replies were read.
struct Waiting {
    slot: u32,
    number: u32,
    /// JSON.
    question: String,
}

impl LastReplies {
    pub(crate) fn new(environment: Rc<dyn Environment>) -> Self {
        Self { environment, kept: RefCell::default(), waiting: RefCell::default() }
    }

    /// Takes over the replies of the last visit, and gives them to the questions that came before.
    pub(crate) fn read(&self, kept: Kept) {
        if kept.time_zone == self.environment.time_zone() {
            *self.kept.borrow_mut() = kept;
            self.waiting.take().into_iter().for_each(|waiting| self.reply(waiting));
        }
    }

    /// Gives the last reply to a question, now or when the replies are read. Does nothing if there is none.
    pub(crate) fn ask(&self, slot: u32, number: u32, question: &AnyQuestion) {
        if let Ok(question) = serde_json::to_string(question) {
            self.reply(Waiting { slot, number, question });
        }
    }

    fn reply(&self, waiting: Waiting) {
        let reply = {
            let kept = self.kept.borrow();
            let found = kept.replies.iter().find(|reply| reply.question == waiting.question);
            found.map(|reply| Reply { value: reply.value.clone(), coverage: reply.coverage })
        };
        let Waiting { slot, number, .. } = waiting;
        match reply {
            Some(reply) => self.environment.post(&FromWorker::Reply { slot, number, reply: Ok(reply) }),
            None => self.waiting.borrow_mut().push(waiting),
        }
    }

    /// Takes a reply, to be kept. Replies with texts of answers are not kept.
    pub(crate) fn put(&self, question: &AnyQuestion, reply: &Reply<String>) {
        let has_texts = matches!(
            question,
            AnyQuestion::KeptAnswer(_)
                | AnyQuestion::Mentions(_)
                | AnyQuestion::NewNames(_)
                | AnyQuestion::SearchTexts(_)
                | AnyQuestion::AnswersWith(_)
        );
        if has_texts || reply.value.len() > VALUE_MAX {
            return;
        }
        let Ok(question) = serde_json::to_string(question) else { return };
        let replies = &mut self.kept.borrow_mut().replies;
        replies.retain(|kept| kept.question != question);
        replies.insert(0, KeptReply { question, value: reply.value.clone(), coverage: reply.coverage });
        replies.truncate(REPLIES);
    }

    /// Forgets all replies: what they were counted from has changed.
    pub(crate) fn clear(&self) {
        self.kept.borrow_mut().replies.clear();
    }

    /// Returns the replies to keep, with the present time zone.
    pub(crate) fn to_keep(&self) -> Kept {
        Kept { time_zone: self.environment.time_zone(), ..self.kept.borrow().clone() }
    }
}
