//! The next steps: what answers suggest to do for the own brand, each with its evidence and a menu.

use answerdeck_api::metrics::{
    BrandName, NextStep, NextStepDecision, NextStepEvidence, NextStepKind, NextStepList, NextStepState, NextStepUpdate,
    SearchEngine, SourceLevel,
};
use answerdeck_api::{Brand, BrandId, ModelCode};
use leptos::prelude::*;

use super::OverviewData;
use super::last_decision::use_last_decision;
use crate::components::{ALL_ROWS, counted_model_label, more_rows, steady_view};
use crate::forms::{NEXT_STEP_NOTE_FORM, NextStepNoteForm, reopen};
use crate::locale::{Pick, Texts, t, t_with, texts};
use crate::paths::{
    AnswerFilterParams, BRANDS, BrandFigure, FanoutsParams, KeywordsParams, RUN_START, Rivals, SourcesParams,
    SourcesView, UrlParams, brand_answers, prompt_changes,
};
use crate::queries::metrics::update_next_step;
use crate::queries::{Mutation, Query, use_models};
use crate::reactive::{live, live_option, live_when};
use crate::ui::{
    Badge, ButtonLink, Dialog, DialogState, IconName, ItemMenu, MenuItem, Tone, focus_later, skeleton, use_notices,
};
use crate::untrusted::{quotation, visible};

const SHOWN_AT_FIRST: usize = 4;
const SUBJECT_CHARS_MAX: usize = 80;
const RIVAL_CHARS_MAX: usize = 30;
/// The fewest answers to a prompt that can show a significant difference.
const CERTAIN_ANSWERS: u64 = 4;

pub fn next_steps(OverviewData { highlights, answers: params, brands, own, .. }: OverviewData) -> AnyView {
    let (notices, last_decision) = (use_notices(), use_last_decision());
    let list = highlights.map(|found| found.next_steps.clone().unwrap_or_default());
    let decided = last_decision.decided;
    // The list that is read now has what was decided before.
    decided.set(Vec::new());
    let steps = Memo::new(move |_| {
        let mut steps = list.with(|list| list.map_or_else(Vec::new, |list| list.steps.clone()));
        decided.with(|decided| steps.iter_mut().for_each(|step| apply(decided, step)));
        steps
    });
    let of_state = move |is_open: bool| {
        let mut steps = steps.get();
        steps.retain(|step| (step.state == NextStepState::Open) == is_open);
        // A step that is opened again returns to its place.
        steps.sort_by(|one, other| one.order().cmp(&other.order()));
        steps
    };
    let (open, handled) = (Memo::new(move |_| of_state(true)), Memo::new(move |_| of_state(false)));
    let (shown, more) = more_rows(Signal::derive(move || open.with(Vec::len)), SHOWN_AT_FIRST, ALL_ROWS);

    let note_dialog = DialogState::<NextStep>::new();
    reopen(note_dialog, NEXT_STEP_NOTE_FORM, move |id| {
        steps.with(|steps| steps.iter().find(|step| step.id.as_str() == id).cloned())
    });
    let decide = move |mutation: Mutation, step: &NextStep, state: NextStepState, message: Pick| {
        let at = open.with_untracked(|open| open.iter().position(|other| other.id == step.id)).unwrap_or_default();
        let update = NextStepUpdate { state: Some(state), ..NextStepUpdate::default() };
        let (id, before) = (step.id.clone(), step.state.clone());
        update_next_step(mutation, step.id.clone(), update, move |decision| {
            decided.try_update(|decided| decided.push(decision));
            // The row with the focus disappears, and the next one takes its place.
            match open.try_with_untracked(Vec::len).unwrap_or_default() {
                0 => focus_later("#overview-next-steps"),
                rest => focus_later(&format!(".next-steps-list li:nth-child({}) button", (at + 1).min(rest))),
            }
            last_decision.notify(message(texts()), id, before);
        });
    };
    let items = move |step: &NextStep| {
        let mutation = Mutation::new().notify_failures(|t| t.next_steps().not_changed);
        let item = |label: Pick, icon: IconName, state: NextStepState, message: Pick| {
            let step = step.clone();
            MenuItem::button(label, icon, move || decide(mutation, &step, state.clone(), message))
        };
        let mut items = match step.state {
            NextStepState::Open | NextStepState::Unknown(_) => vec![
                item(|t| t.common().done, IconName::Check, NextStepState::Done, |t| t.next_steps().marked_done),
                item(
                    |t| t.next_steps().dismiss,
                    IconName::Close,
                    NextStepState::Dismissed,
                    |t| t.next_steps().marked_dismissed,
                ),
            ],
            NextStepState::Done | NextStepState::Dismissed => {
                vec![item(|t| t.next_steps().reopen, IconName::Retry, NextStepState::Open, |t| t.next_steps().reopened)]
            }
        };
        let noted = step.clone();
        let note = move || note_dialog.open(Some(noted.clone()));
        items.push(MenuItem::button(|t| t.next_steps().edit_note, IconName::Edit, note));
        if step.kind == NextStepKind::SourceGap {
            let (answers, level) = (params.get(), Some(SourceLevel::Page));
            let address =
                SourcesParams { answers, view: SourcesView::Gaps, level, ..SourcesParams::default() }.address();
            items.push(MenuItem::link(|t| t.next_steps().all_gaps, IconName::Sources, address));
        }
        items
    };
    let note_saved = Callback::new(move |decision| {
        decided.update(|decided| decided.push(decision));
        note_dialog.close();
        notices.notify(texts().next_steps().note_saved.to_owned());
    });

    let rivals = Memo::new(move |_| list.with(|list| list.map(|list| list.rivals.clone())).unwrap_or_default());
    let row = move |step: NextStep| {
        let items = items(&step);
        step_view(step, params, own, rivals, items)
    };
    let content = move || {
        if open.with(Vec::is_empty) {
            let is_all_handled = !handled.with(Vec::is_empty);
            return empty_view(list, params, brands, own, is_all_handled);
        }
        let rows = open.get().into_iter().take(shown.get()).map(row).collect_view();
        view! { <ul class="next-steps" translate="no">{rows}</ul> }.into_any()
    };
    let rest = move || {
        let (listed, total) = (steps.with(Vec::len) as u64, list.with(|list| list.map_or(0, |list| list.total_steps)));
        (shown.get() >= open.with(Vec::len) && listed < total).then(|| {
            view! { <p class="muted">{t_with(move |t| (t.next_steps().listed)(listed, total))}</p> }
        })
    };
    let handled_view = move || {
        view! {
            <details class="next-steps-handled">
                <summary>{t_with(move |t| (t.next_steps().handled)(handled.with(Vec::len) as u64))}</summary>
                <ul class="next-steps" translate="no">{live(move || handled.get().into_iter().map(row).collect_view().into_any())}</ul>
            </details>
        }
    };
    view! {
        <section class="section" aria-labelledby="overview-next-steps">
            <h2 id="overview-next-steps" tabindex="-1">{t(|t| t.next_steps().title)}</h2>
            <div class="next-steps-room">
                <div class="next-steps-list">{steady_view(list, skeleton::<4>, move || live(content))}</div>
                <div class="next-steps-foot">
                    {more}
                    {live_option(rest)}
                    {live_when(move || !handled.with(Vec::is_empty), handled_view)}
                </div>
            </div>
            <Dialog open=note_dialog.is_open() title=t(|t| t.next_steps().note)>
                {note_dialog
                    .value()
                    .map(|step| {
                        view! {
                            <NextStepNoteForm step on_saved=note_saved on_cancel=move |()| note_dialog.close() />
                        }
                    })}
            </Dialog>
        </section>
    }
    .into_any()
}

/// Applies the last decision about a step, unless a later one was read.
fn apply(decided: &[NextStepDecision], step: &mut NextStep) {
    let last = decided.iter().rev().find(|decision| decision.id == step.id);
    if let Some(decision) = last.filter(|decision| step.updated_at.as_ref() < Some(&decision.updated_at)) {
        step.state = decision.state.clone();
        step.note = decision.note.clone();
    }
}

fn step_view(
    step: NextStep,
    params: Memo<AnswerFilterParams>,
    own: Memo<Option<Brand>>,
    rivals: Memo<Vec<BrandName>>,
    items: Vec<MenuItem>,
) -> AnyView {
    let (models, text) = (use_models(), subject(&step));
    let kind = step.kind.clone();
    let model = (kind == NextStepKind::LostModel).then(|| ModelCode::from(step.subject.as_str()));
    let subject = Memo::new(move |_| {
        let label = |code: &ModelCode| params.with(|params| counted_model_label(models, code, &params.route));
        model.as_ref().map_or_else(|| text.clone(), label)
    });
    let sentence = t_with(move |t| {
        let brand = own.with(|own| own.as_ref().map_or_else(String::new, |own| own.name.clone()));
        sentence(&kind, &subject.get(), &brand, t)
    });
    let of_evidence = step.clone();
    let evidence =
        t_with(move |t| params.with(|params| rivals.with(|rivals| evidence(&of_evidence, params, rivals, t))));
    let of_link = step.clone();
    let link = move || {
        let own = own.with(|own| own.as_ref().map(|own| own.id.clone()));
        let rivals = rivals.with(|rivals| rivals.iter().map(|rival| rival.id.clone()).collect());
        address(&of_link, &params.get(), own.as_ref(), rivals)
    };
    // An address without a title has it.
    let site = step.title.as_ref().and(step.domain.as_deref());
    let site = site.map(|domain| view! { " " <bdi class="muted">{visible(domain)}</bdi> });
    let note = step
        .note
        .clone()
        .map(|note| view! { <bdi class="step-note line-clamp" title=note.clone()>{visible(&note)}</bdi> });
    let state: Option<(Pick, Tone)> = match step.state {
        NextStepState::Done => Some((|t| t.common().done, Tone::Success)),
        NextStepState::Dismissed => Some((|t| t.next_steps().dismissed, Tone::Neutral)),
        NextStepState::Open | NextStepState::Unknown(_) => None,
    };
    let badge = state.map(|(label, tone)| view! { <Badge label=t(label) tone /> });
    view! {
        <li data-step=step.id.to_string()>
            <div>
                <span class="step-title line-clamp">
                    {badge}
                    <a href=link title=sentence><bdi>{sentence}</bdi></a>
                    {site}
                </span>
                {note}
            </div>
            <span class="step-evidence">{evidence}</span>
            <span class="step-menu"><ItemMenu name=subject items /></span>
        </li>
    }
    .into_any()
}

/// The subject on one line. A page is shown by its title, or else by its address without the scheme.
fn subject(step: &NextStep) -> String {
    let address = step.subject.as_str();
    let text = match step.kind {
        NextStepKind::SourceGap | NextStepKind::LostPage => {
            step.title.as_deref().unwrap_or_else(|| address.strip_prefix("https://").unwrap_or(address))
        }
        _ => address,
    };
    quotation(text, SUBJECT_CHARS_MAX)
}

fn sentence(kind: &NextStepKind, subject: &str, brand: &str, texts: Texts) -> String {
    let texts = texts.next_steps();
    match kind {
        NextStepKind::PromptGap => (texts.prompt)(subject),
        NextStepKind::SearchGap => (texts.search)(subject),
        NextStepKind::LostModel => (texts.lost_model)(subject),
        NextStepKind::UnaskedKeyword => (texts.unasked_keyword)(subject),
        NextStepKind::SourceGap => (texts.source)(subject, brand),
        NextStepKind::LostPage => (texts.own_page)(subject),
        NextStepKind::Unknown(_) => subject.to_owned(),
    }
}

fn evidence(step: &NextStep, params: &AnswerFilterParams, rivals: &[BrandName], texts: Texts) -> String {
    let steps = texts.next_steps();
    let pair = |evidence: NextStepEvidence| [evidence.answers, evidence.of];
    match (&step.kind, step.evidence, step.before, step.search_volume) {
        (NextStepKind::LostPage, _, Some(before), _) => (steps.lost_page)(pair(before)),
        (_, Some(now), Some(before), _) => {
            let days = params.from.is_none().then(|| params.clone().with_first_day().window.days()).flatten();
            (steps.lost_mentions)(days, [now, before].map(pair))
        }
        (NextStepKind::Unknown(_), Some(now), ..) => (texts.metrics().of_answers)(now.answers, now.of),
        (_, Some(now), ..) => match rivals {
            [rival] => (steps.only_rival)(&quotation(&rival.name, RIVAL_CHARS_MAX), pair(now)),
            _ => (steps.only_competitors)(pair(now)),
        },
        (_, None, _, Some(volume)) => match step.search_engine {
            Some(SearchEngine::Google) => (steps.searches_on_google)(volume),
            _ => (steps.searches_on_naver)(volume),
        },
        (_, None, _, None) => String::new(),
    }
}

/// The page with the evidence of a step: for a gap, the answers that name rivals.
fn address(step: &NextStep, params: &AnswerFilterParams, own: Option<&BrandId>, rivals: Vec<BrandId>) -> String {
    let source = |answers: AnswerFilterParams, rivals: Vec<BrandId>| {
        let page = step.domain.as_ref().map(|_| step.subject.clone());
        SourcesParams { answers, domain: step.domain.clone(), page, rivals, ..SourcesParams::default() }.address()
    };
    match step.kind {
        NextStepKind::PromptGap => {
            let answers = AnswerFilterParams { prompt: step.prompt_id.clone(), ..params.clone() };
            match own {
                Some(own) => brand_answers(own, &answers, BrandFigure::Unnamed, Some(&Rivals::Named(rivals))),
                None => answers.address(),
            }
        }
        NextStepKind::LostModel => {
            let model = Some(ModelCode::from(step.subject.as_str()));
            let [answers, _] = AnswerFilterParams { model, ..params.clone() }.compared();
            prompt_changes(answers, false)
        }
        NextStepKind::SourceGap => source(params.clone(), rivals),
        NextStepKind::LostPage => {
            let [_, before] = params.clone().compared();
            source(before, Vec::new())
        }
        NextStepKind::SearchGap => {
            let search = Some(step.subject.clone());
            FanoutsParams { answers: params.clone(), search, rivals, ..FanoutsParams::default() }.address()
        }
        NextStepKind::UnaskedKeyword => KeywordsParams::of_keyword(&step.subject).address(),
        NextStepKind::Unknown(_) => params.address(),
    }
}

/// Says what is missing for a step.
fn empty_view(
    list: Query<NextStepList>,
    params: Memo<AnswerFilterParams>,
    brands: Query<Vec<Brand>>,
    own: Memo<Option<Brand>>,
    is_all_handled: bool,
) -> AnyView {
    // What is missing is known with the brands.
    let Some(count) = brands.with(|brands| brands.map(Vec::len)) else { return ().into_any() };
    let missing: Option<(Pick, Pick)> = match own.with(Option::is_some) {
        false => Some((|t| t.next_steps().no_own, |t| t.fanouts().choose_own)),
        true if count == 1 && !is_all_handled => Some((|t| t.next_steps().no_rival, |t| t.setup().add_rival)),
        true => None,
    };
    if let Some((text, action)) = missing {
        return view! {
            <p class="muted">{t(text)}</p>
            <p><ButtonLink label=t(action) href=BRANDS /></p>
        }
        .into_any();
    }
    let [answers, prompts] = list.with(|list| list.map_or([0; 2], |list| [list.sample.answers, list.sample.prompts]));
    let is_unfiltered = params.with(AnswerFilterParams::is_unfiltered);
    let has_few = answers > 0 && answers < CERTAIN_ANSWERS * prompts;
    let text = t_with(move |t| match answers {
        _ if is_all_handled => t.next_steps().all_handled.to_owned(),
        0 if is_unfiltered => t.next_steps().no_answers.to_owned(),
        0 => t.next_steps().none_found.to_owned(),
        _ if has_few => (t.next_steps().few_answers)([answers, prompts]),
        _ => (t.next_steps().nothing)(answers),
    });
    let is_run_missing = !is_all_handled && (has_few || (answers == 0 && is_unfiltered));
    let run = is_run_missing.then(|| view! { <p><ButtonLink label=t(|t| t.common().new_run) href=RUN_START /></p> });
    view! {
        <p class="muted">{text}</p>
        {run}
    }
    .into_any()
}
