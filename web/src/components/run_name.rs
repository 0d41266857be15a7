//! The name of a run: what it asks.

use answerdeck_api::{RunId, Timestamp};

use crate::format::{day, relative};
use crate::locale::Texts;
use crate::run_labels::{RunLabel, load};
use crate::untrusted::first_line;

/// The maximum length of a short name, in characters.
const SHORT_MAX: usize = 40;

/// The name of a run: its prompt set, or its first prompt and the number of the others. Without a label, the number of its
/// items.
pub fn run_name(label: Option<&RunLabel>, items: u64, texts: Texts) -> String {
    let texts = texts.runs();
    match label {
        None => (texts.items)(items),
        Some(label) if label.is_prompt && label.prompts > 1 => {
            format!("{} {}", label.subject, (texts.and_more)(label.prompts - 1))
        }
        Some(label) => label.subject.clone(),
    }
}

/// The name of a run on one short line, and when it was started. `None` if this browser does not know the run.
pub fn short_run_name(run: &RunId, texts: Texts) -> Option<String> {
    let label = load(run)?;
    let name = first_line(&run_name(Some(&label), 0, texts), SHORT_MAX);
    Some(label.started_at.map_or_else(|| name.clone(), |at| format!("{name} · {}", relative(&at))))
}

/// The day when a run was started, and its name: in a narrow control, the end is cut off. `None` if this browser does not know
/// the run.
pub fn dated_run_name(run: &RunId, started_at: Option<&Timestamp>, texts: Texts) -> Option<String> {
    let label = load(run)?;
    let name = first_line(&run_name(Some(&label), 0, texts), SHORT_MAX);
    let started_at = started_at.or(label.started_at.as_ref());
    Some(started_at.map_or_else(|| name.clone(), |at| format!("{} · {name}", day(at))))
}

/// The size of a run, which is its name without a label, and the credits that it has cost so far.
pub fn run_size(label: Option<&RunLabel>, credits: u64, texts: Texts) -> String {
    let texts = texts.runs();
    let credits = (texts.credits)(credits as f64);
    match label {
        None => credits,
        Some(label) => format!("{} · {credits}", (texts.cost_formula)(label.prompts, label.models, label.repeats)),
    }
}
