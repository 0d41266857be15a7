//! The marks in the grid of a run: whether answers name the own brand, and how many sources they cite.
//!
//! Kept answers are counted, so this needs the analysis worker. Its code is loaded when the grid is shown, and the
//! worker only if there is an own brand.

use answerdeck_analysis::{AnswerCell, AnswerCells};
use answerdeck_api::{AnswerScope, BrandId, PromptId, RunId};
use leptos::prelude::*;

use crate::analysis::use_analysis;
use crate::locale::t_with;
use crate::parts::{lazy_part, loaded, part_view};
use crate::queries::brands::{use_all_brands, use_own_brand};
use crate::reactive::{effect, live_option};

/// The marks of the cells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    /// The name of the own brand.
    pub own: String,
    /// The cells with kept answers.
    pub cells: Vec<AnswerCell>,
}

/// The function that sets the marks of the shown prompts of a run, and explains them.
type Legend = fn(RunId, Signal<Vec<PromptId>>, RwSignal<Marks>) -> AnyView;

/// Sets the marks of the shown prompts of a run when they are known, and explains them.
#[component]
pub fn GridMarks(run: RunId, prompts: Signal<Vec<PromptId>>, marks: RwSignal<Marks>) -> AnyView {
    part_view(loaded(load), || ().into_any(), move |legend| legend(run.clone(), prompts, marks))
}

lazy_part! {
    /// The marks of a run.
    run_marks: Legend = legend
}

fn legend(run: RunId, prompts: Signal<Vec<PromptId>>, marks: RwSignal<Marks>) -> AnyView {
    let own = use_own_brand(use_all_brands());
    let own = Memo::new(move |_| own.get().map(|brand| (brand.id, brand.name)));
    live_option(move || own.get().map(|(brand, name)| untrack(|| counted(run.clone(), prompts, marks, brand, name))))
}

fn counted(run: RunId, prompts: Signal<Vec<PromptId>>, marks: RwSignal<Marks>, brand: BrandId, own: String) -> AnyView {
    let cells = use_analysis().query(move || {
        let scope = AnswerScope { run_id: Some(run.clone()), ..AnswerScope::default() };
        Some(AnswerCells { scope, brand: brand.clone(), prompts: prompts.get() })
    });
    let name = own.clone();
    effect(move || {
        let cells = cells.with(|reply| reply.map(|reply| reply.value.clone())).unwrap_or_default();
        marks.set(Marks { own: own.clone(), cells });
    });
    let has_marks = Memo::new(move |_| marks.with(|marks| !marks.cells.is_empty()));
    live_option(move || {
        let name = name.clone();
        let about = t_with(move |t| (t.runs().marks)(&name));
        has_marks.get().then(|| view! { <p class="muted">{about}</p> }.into_any())
    })
}
