//! The id of a task with its cost. Only the response to the question says the cost.

use crate::answer_engine::TaskId;

/// Separates the id from the cost.
const SEPARATOR: char = '@';
/// The maximum length of an id, in bytes. Documented ids have 36.
const ID_MAX: usize = 64;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct PaidTask {
    pub(super) id: String,
    /// In millionths of a US dollar.
    pub(super) cost: Option<u64>,
}

impl PaidTask {
    /// A task of an id, if it can be part of an address.
    pub(super) fn new(id: &str, cost: Option<u64>) -> Option<Self> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let is_id = (1..=ID_MAX).contains(&id.len()) && id.bytes().all(is_plain);
        is_id.then(|| Self { id: id.to_owned(), cost })
    }

    pub(super) fn to_task_id(&self) -> TaskId {
        TaskId(match self.cost {
            Some(cost) => format!("{}{SEPARATOR}{cost}", self.id),
            None => self.id.clone(),
        })
    }

    pub(super) fn parse(task: &TaskId) -> Option<Self> {
        match task.0.split_once(SEPARATOR) {
            Some((id, cost)) => Self::new(id, Some(cost.parse().ok()?)),
            None => Self::new(&task.0, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_keeps_its_cost() {
        for cost in [None, Some(0), Some(2_400)] {
            let task = PaidTask::new("07231252-7652-0139", cost).unwrap();
            assert_eq!(PaidTask::parse(&task.to_task_id()), Some(task));
        }
    }

    #[test]
    fn an_id_that_would_change_the_url_is_rejected() {
        for id in ["", "../x", "a/b", "a?b", "a@1", "é", &"a".repeat(ID_MAX + 1)] {
            assert_eq!(PaidTask::new(id, None), None, "{id}");
        }
        assert_eq!(PaidTask::parse(&TaskId("a@b".to_owned())), None);
    }
}
