//! One next step: what to do, its evidence and its menu.

use answerdeck_api::metrics::{NextStep, NextStepEvidence, NextStepKind, NextStepState, SearchEngine};
use answerdeck_api::{Brand, BrandId, ModelCode, Timestamp};
use leptos::prelude::*;

use crate::components::model_label;
use crate::format::day;
use crate::locale::{Pick, Texts, t, t_with};
use crate::paths::{
    AnswerFilterParams, BrandFigure, FanoutsParams, KeywordsParams, Rivals, SourcesParams, UrlParams, brand_answers,
};
use crate::queries::use_models;
use crate::ui::{Badge, ItemMenu, MenuItem, Tone};
use crate::untrusted::{quotation, visible};

/// The maximum length of a subject in characters.
const SUBJECT_MAX: usize = 80;

pub fn step_view(
    step: NextStep,
    params: Memo<AnswerFilterParams>,
    own: Memo<Option<Brand>>,
    rivals: Memo<Vec<BrandId>>,
    since: Signal<Option<Timestamp>>,
    items: Vec<MenuItem>,
) -> AnyView {
    let (models, text) = (use_models(), subject(&step));
    let kind = step.kind.clone();
    let model = (kind == NextStepKind::LostModel).then(|| ModelCode::from(step.subject.as_str()));
    let subject = Memo::new(move |_| model.as_ref().map_or_else(|| text.clone(), |code| model_label(models, code)));
    let sentence = t_with(move |t| {
        let brand = own.with(|own| own.as_ref().map_or_else(String::new, |own| own.name.clone()));
        sentence(&kind, &subject.get(), &brand, since.get().as_ref(), t)
    });
    let of_evidence = step.clone();
    let evidence = t_with(move |t| evidence(&of_evidence, t));
    let of_link = step.clone();
    let link = move || {
        let own = own.with(|own| own.as_ref().map(|own| own.id.clone()));
        address(&of_link, &params.get(), own.as_ref(), rivals.get(), since.get().as_ref())
    };
    // An address without a title has it.
    let site = step.title.as_ref().and(step.domain.as_deref());
    let site = site.map(|domain| view! { " " <bdi class="muted">{visible(domain).into_owned()}</bdi> });
    let note = step
        .note
        .clone()
        .map(|note| view! { <bdi class="step-note" title=note.clone()>{visible(&note).into_owned()}</bdi> });
    let state: Option<(Pick, Tone)> = match step.state {
        NextStepState::Done => Some((|t| t.common().done, Tone::Success)),
        NextStepState::Dismissed => Some((|t| t.next_steps().dismissed, Tone::Neutral)),
        NextStepState::Open | NextStepState::Unknown(_) => None,
    };
    let badge = state.map(|(label, tone)| view! { <Badge label=t(label) tone /> });
    view! {
        <li>
            <div>
                {badge}
                <a href=link title=sentence>
                    <bdi>{sentence}</bdi>
                </a>
                {site}
                {note}
            </div>
            <span class="step-evidence">{evidence}</span>
            <span class="step-menu">
                <ItemMenu name=subject items />
            </span>
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
    quotation(text, SUBJECT_MAX)
}

fn sentence(kind: &NextStepKind, subject: &str, brand: &str, since: Option<&Timestamp>, texts: Texts) -> String {
    let texts = texts.next_steps();
    match kind {
        NextStepKind::PromptGap => (texts.prompt)(subject),
        NextStepKind::SearchGap => (texts.search)(subject),
        NextStepKind::LostModel => (texts.lost_model)(subject, brand, &since.map(day).unwrap_or_default()),
        NextStepKind::UnaskedKeyword => (texts.unasked_keyword)(subject),
        NextStepKind::SourceGap => (texts.source)(subject, brand),
        NextStepKind::LostPage => (texts.own_page)(subject),
        NextStepKind::Unknown(_) => subject.to_owned(),
    }
}

fn evidence(step: &NextStep, texts: Texts) -> String {
    let steps = texts.next_steps();
    let pair = |evidence: NextStepEvidence| [evidence.answers, evidence.of];
    match (&step.kind, step.evidence, step.before, step.search_volume) {
        (NextStepKind::LostPage, _, Some(before), _) => (steps.lost_page)(pair(before)),
        (_, Some(now), Some(before), _) => (steps.since_before)(pair(now), pair(before)),
        (NextStepKind::Unknown(_), Some(now), ..) => (texts.metrics().of_answers)(now.answers, now.of),
        (_, Some(now), ..) => (steps.only_competitors)(pair(now)),
        (_, None, _, Some(volume)) => match step.search_engine {
            Some(SearchEngine::Google) => (steps.searches_on_google)(volume),
            _ => (steps.searches_on_naver)(volume),
        },
        (_, None, _, None) => String::new(),
    }
}

/// The page with the evidence of a step: for a gap, the answers that name rivals.
fn address(
    step: &NextStep,
    params: &AnswerFilterParams,
    own: Option<&BrandId>,
    rivals: Vec<BrandId>,
    since: Option<&Timestamp>,
) -> String {
    let source = |answers: AnswerFilterParams, rivals: Vec<BrandId>| {
        let page = step.domain.as_ref().map(|_| step.subject.clone());
        SourcesParams { answers, domain: step.domain.clone(), page, rivals, ..SourcesParams::default() }.address()
    };
    let unnamed = |answers: AnswerFilterParams, rivals: Option<Rivals>| match own {
        Some(own) => brand_answers(own, &answers, BrandFigure::Unnamed, rivals.as_ref()),
        None => answers.address(),
    };
    match step.kind {
        NextStepKind::PromptGap => {
            let answers = AnswerFilterParams { prompt: step.prompt_id.clone(), ..params.clone() };
            unnamed(answers, Some(Rivals::Named(rivals)))
        }
        NextStepKind::LostModel => {
            let model = Some(ModelCode::from(step.subject.as_str()));
            unnamed(AnswerFilterParams { model, from: since.cloned(), ..params.clone() }, None)
        }
        NextStepKind::SourceGap => source(params.clone(), rivals),
        // The answers that cited it are older than the period.
        NextStepKind::LostPage => source(AnswerFilterParams { from: None, to: None, ..params.clone() }, Vec::new()),
        NextStepKind::SearchGap => {
            let search = Some(step.subject.clone());
            FanoutsParams { answers: params.clone(), search, rivals, ..FanoutsParams::default() }.address()
        }
        NextStepKind::UnaskedKeyword => KeywordsParams::of_keyword(&step.subject).address(),
        NextStepKind::Unknown(_) => params.address(),
    }
}
