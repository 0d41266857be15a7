//! The name of a run: what it asks.

use std::collections::HashSet;

use answerdeck_api::RunAnswer;

use crate::locale::Texts;
use crate::run_labels::RunLabel;
use crate::untrusted::first_line;

/// The maximum length of a prompt in a name, in characters.
const PROMPT_MAX: usize = 80;

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

/// The size of a run and the credits that it has cost so far.
pub fn run_size(label: Option<&RunLabel>, items: u64, credits: u64, texts: Texts) -> String {
    let texts = texts.runs();
    let size = label
        .map_or_else(|| (texts.items)(items), |label| (texts.cost_formula)(label.prompts, label.models, label.repeats));
    format!("{size} · {}", (texts.credits)(credits as f64))
}

/// The label of a run that this browser did not submit, by its items. `None` while there are none.
pub fn label_of_items(items: &[RunAnswer]) -> Option<RunLabel> {
    let first = items.first()?;
    let prompts = items.iter().map(|item| &item.prompt_id).collect::<HashSet<_>>().len();
    let mut models = Vec::new();
    for item in items {
        if !models.contains(&&item.model) {
            models.push(&item.model);
        }
    }
    let repeats = items.len() / (prompts * models.len()).max(1);
    Some(RunLabel {
        prompts: prompts as u64,
        models: models.len() as u64,
        repeats: repeats as u64,
        subject: prompt_subject(&first.query),
        is_prompt: true,
    })
}

/// A prompt as the subject of a label.
pub fn prompt_subject(prompt: &str) -> String {
    first_line(prompt, PROMPT_MAX)
}

#[cfg(test)]
mod tests {
    use answerdeck_api::{AnswerStatus, ModelCode};

    use super::*;

    #[test]
    fn a_run_is_labelled_by_its_items() {
        let item = |prompt: char, model: ModelCode| RunAnswer {
            model,
            prompt_id: prompt.to_string().repeat(22).parse().unwrap(),
            query: format!("{prompt}?"),
            region: "KR".into(),
            status: AnswerStatus::Success,
        };
        let mut items = Vec::new();
        for prompt in ['a', 'b', 'c'] {
            for model in [ModelCode::Chatgpt, ModelCode::Claude] {
                items.extend([item(prompt, model.clone()), item(prompt, model)]);
            }
        }
        let label = label_of_items(&items).unwrap();
        assert_eq!((label.prompts, label.models, label.repeats, label.subject.as_str()), (3, 2, 2, "a?"));
        assert_eq!(label_of_items(&[]), None);
    }
}
