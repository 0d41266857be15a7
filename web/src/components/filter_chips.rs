//! The conditions in force on a list of answers, each with a button that takes it away.

use answerdeck_api::{Prompt, PromptSet};
use leptos::prelude::*;

use super::Chip;
use crate::format::{day, last_day, region, short};
use crate::locale::{Pick, t, t_with};
use crate::paths::{ANSWERS, AnswersParams};
use crate::queries::{Query, model_name, use_models};
use crate::untrusted::first_line;

/// A condition: what it is about, its value in words, and the conditions without it.
type Condition = (Pick, Signal<String>, AnswersParams);

/// The conditions in force. Nothing is shown when there are none.
#[component]
pub fn FilterChips(
    /// The conditions.
    params: Memo<AnswersParams>,
    /// Names the sets.
    sets: Query<Vec<PromptSet>>,
    /// The prompt of the conditions.
    prompt: Query<Prompt>,
    /// Called with the conditions that are left.
    on_change: Callback<AnswersParams>,
) -> AnyView {
    let chips = move || {
        let all = conditions(&params.get(), sets, prompt);
        if all.is_empty() {
            return ().into_any();
        }
        let chips = all
            .into_iter()
            .map(|(about, value, without)| {
                let remove = t_with(move |t| (t.answers().remove_filter)(&format!("{} {}", about(t), value.get())));
                view! {
                    <li>
                        <Chip about=t(about) value remove on_remove=move |()| on_change.run(without.clone()) />
                    </li>
                }
            })
            .collect_view();
        view! {
            <ul class="chips" aria-label=t(|t| t.answers().filters)>
                {chips}
                <li>
                    <a class="button" data-variant="quiet" href=ANSWERS>
                        {t(|t| t.answers().clear)}
                    </a>
                </li>
            </ul>
        }
        .into_any()
    };
    chips.into_any()
}

fn conditions(params: &AnswersParams, sets: Query<Vec<PromptSet>>, prompt: Query<Prompt>) -> Vec<Condition> {
    let models = use_models();
    let mut all: Vec<Condition> = Vec::new();
    if let Some(id) = params.run.clone() {
        let short = short(&id);
        all.push((
            |t| t.answers().run,
            t_with(move |_| format!("…{short}")),
            AnswersParams { run: None, ..params.clone() },
        ));
    }
    if let Some(id) = params.set.clone() {
        let name = t_with(move |_| {
            let found = sets.value().into_iter().flatten().find(|set| set.id == id);
            found.map_or_else(|| id.to_string(), |set| first_line(&set.name, 40))
        });
        all.push((|t| t.answers().set, name, AnswersParams { set: None, ..params.clone() }));
    }
    if let Some(id) = params.prompt.clone() {
        let name = t_with(move |_| {
            let found = prompt.value().filter(|prompt| prompt.id == id);
            found.map_or_else(|| id.to_string(), |prompt| first_line(&prompt.content, 40))
        });
        all.push((|t| t.answers().prompt, name, AnswersParams { prompt: None, ..params.clone() }));
    }
    if let Some(code) = params.model.clone() {
        let name = t_with(move |_| model_name(models, &code));
        all.push((|t| t.answers().model, name, AnswersParams { model: None, ..params.clone() }));
    }
    if let Some(code) = params.region.clone() {
        all.push((
            |t| t.answers().region,
            t_with(move |_| region(&code)),
            AnswersParams { region: None, ..params.clone() },
        ));
    }
    if let Some(from) = params.from.clone() {
        all.push((|t| t.answers().from, t_with(move |_| day(&from)), AnswersParams { from: None, ..params.clone() }));
    }
    if let Some(to) = params.to.clone() {
        all.push((|t| t.answers().to, t_with(move |_| last_day(&to)), AnswersParams { to: None, ..params.clone() }));
    }
    all
}
