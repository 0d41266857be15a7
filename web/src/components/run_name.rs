//! The name of a run: what it asks.

use crate::locale::Texts;
use crate::run_labels::RunLabel;

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

/// The size of a run, which is its name without a label, and the credits that it has cost so far.
pub fn run_size(label: Option<&RunLabel>, credits: u64, texts: Texts) -> String {
    let texts = texts.runs();
    let credits = (texts.credits)(credits as f64);
    match label {
        None => credits,
        Some(label) => format!("{} · {credits}", (texts.cost_formula)(label.prompts, label.models, label.repeats)),
    }
}
