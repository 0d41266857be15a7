//! Labels of runs, which describe what they ask. They are kept in this browser, because the platform's list does not include it.
//!
//! A label is kept when the run is submitted here or its page is opened. All are removed at sign-out. A run without a label is named
//! by the number of its items.

use answerdeck_api::{RunId, Timestamp};

use crate::browser_storage;

/// The item that holds one line for each run, newest first.
const ITEM: &str = "answerdeck.run-labels";
/// The maximum number of labels that are kept.
const KEPT_MAX: usize = 200;

/// What a run asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunLabel {
    /// The number of prompts.
    pub prompts: u64,
    /// The number of models.
    pub models: u64,
    /// How many times each prompt is sent to each model.
    pub repeats: u64,
    /// The name of the prompt set or the first prompt, on one line.
    pub subject: String,
    /// Whether `subject` is a prompt.
    pub is_prompt: bool,
    /// When the run was started. `None` until it was read.
    pub started_at: Option<Timestamp>,
}

/// The label of a run. `None` if this browser does not know it.
pub fn load(run: &RunId) -> Option<RunLabel> {
    let kept = browser_storage::local().read(ITEM)?;
    kept.lines().find_map(|line| parse(line.strip_prefix(run.as_str())?))
}

/// Keeps the label of a run.
pub fn keep(run: &RunId, label: &RunLabel) {
    let storage = browser_storage::local();
    let kept = storage.read(ITEM).unwrap_or_default();
    let others = kept.lines().filter(|line| !line.starts_with(run.as_str())).take(KEPT_MAX - 1);
    let lines: Vec<String> =
        std::iter::once(format!("{run}{}", write(label))).chain(others.map(str::to_owned)).collect();
    let _ = storage.write(ITEM, &lines.join("\n"));
}

/// Removes all labels.
pub fn remove_all() {
    browser_storage::local().remove(ITEM);
}

fn write(label: &RunLabel) -> String {
    let RunLabel { prompts, models, repeats, subject, is_prompt, started_at } = label;
    let kind = if *is_prompt { "prompt" } else { "set" };
    let started_at = started_at.as_ref().map(|at| format!(" {at}")).unwrap_or_default();
    format!("\t{prompts}\t{models}\t{repeats}\t{kind}{started_at}\t{}", subject.replace(['\n', '\r'], " "))
}

fn parse(line: &str) -> Option<RunLabel> {
    let mut fields = line.strip_prefix('\t')?.splitn(5, '\t');
    let mut number = || fields.next()?.parse::<u64>().ok();
    let (prompts, models, repeats) = (number()?, number()?, number()?);
    let kind = fields.next()?;
    let (kind, started_at) = match kind.split_once(' ') {
        Some((kind, at)) => (kind, Some(Timestamp::new(at))),
        None => (kind, None),
    };
    let (is_prompt, subject) = (kind == "prompt", fields.next()?.to_owned());
    Some(RunLabel { prompts, models, repeats, subject, is_prompt, started_at })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_survives_being_written_and_read() {
        let label = RunLabel {
            prompts: 20,
            models: 3,
            repeats: 2,
            subject: "Earbuds\tfor \n commuters".into(),
            is_prompt: true,
            started_at: Some(Timestamp::new("2026-11-20T09:30:00.000Z")),
        };
        let read = parse(&write(&label)).unwrap();
        assert_eq!(read, RunLabel { subject: "Earbuds\tfor   commuters".into(), ..label.clone() });
        let label = RunLabel { subject: "Earbuds".into(), is_prompt: false, started_at: None, ..label };
        assert_eq!(parse(&write(&label)), Some(label));
    }

    #[test]
    fn a_malformed_line_is_ignored() {
        for line in ["", "\t1\t2", "\ta\t1\t1\tset\tx", "1\t1\t1\tset\tx"] {
            assert_eq!(parse(line), None, "{line:?}");
        }
    }
}
