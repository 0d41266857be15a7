//! The answers behind a figure of a brand. The code is loaded when they are opened: most visits only read the figures.

use answerdeck_api::metrics::AnswerMatchFilter;
use answerdeck_api::{Brand, BrandId};
use leptos::prelude::*;

use crate::components::use_counted_answers;
use crate::forms::AnswerFilters;
use crate::locale::{t, texts};
use crate::navigation::{use_figure, use_url_params};
use crate::pages::answers_behind::AnswersBehind;
use crate::parts::{lazy_part, loaded, part_view};
use crate::paths::{AnswersParams, BrandFigure, brand_answers};
use crate::queries::brands::use_all_brands;
use crate::reactive::live_option;
use crate::router::use_router;
use crate::ui::{Chip, SelectField, Skeleton};

/// Shows the answers behind the figure of a brand that the address names.
type FigureView = fn(BrandId) -> AnyView;

/// The answers behind a figure of a brand.
#[component]
pub(super) fn AnswersOfFigure(id: BrandId) -> AnyView {
    part_view(loaded(load), || view! { <Skeleton rows=4 /> }.into_any(), move |view| view(id.clone()))
}

lazy_part! {
    /// The view of the answers behind a figure.
    answers_of_figure: FigureView = view
}

fn view(id: BrandId) -> AnyView {
    let (answers, figure) = (use_counted_answers(use_url_params()), use_figure());
    let router = use_router();
    let brands = use_all_brands();
    let id = StoredValue::new(id);
    let shown = Memo::new(move |_| figure.get().map_or(BrandFigure::Named, |(figure, _)| figure));
    let rival = Memo::new(move |_| figure.get().and_then(|(_, rival)| rival));
    let address = move |answers: &AnswersParams, figure: BrandFigure, rival: Option<&BrandId>| {
        id.with_value(|id| brand_answers(id, answers, figure, rival))
    };
    let filter = move || {
        let [named, cited] = shown.get().conditions();
        let id_if = |condition: Option<bool>, is: bool| (condition == Some(is)).then(|| id.get_value());
        Some(AnswerMatchFilter {
            names_brand_id: id_if(named, true),
            omits_brand_id: id_if(named, false),
            cites_brand_id: id_if(cited, true).or_else(|| rival.get()),
            cites_not_brand_id: id_if(cited, false),
            ..answers.get().counted()?.into()
        })
    };
    let options = Signal::derive(move || {
        let texts = texts().brands();
        let option =
            |figure: BrandFigure| (figure.text().to_owned(), (texts.answers_that)(figure.conditions()).to_owned());
        BrandFigure::ALL.map(option).to_vec()
    });
    let choose = move |name: String| {
        let figure = BrandFigure::of(&name).unwrap_or(BrandFigure::Named);
        let address = untrack(|| address(&answers.get(), figure, rival.get().as_ref()));
        router.navigate(&address, false);
    };
    let chip = move || {
        let rival = rival.get()?;
        let name = move || {
            let of_brands =
                |brands: &Vec<Brand>| brands.iter().find(|brand| brand.id == rival).map(|brand| brand.name.clone());
            brands.with(|brands| brands.and_then(of_brands)).unwrap_or_else(|| "–".to_owned())
        };
        let view = view! {
            <div class="chips">
                <Chip
                    name=t(|t| t.brands().rival)
                    value=Signal::derive(name)
                    remove=t(|t| t.brands().remove_rival)
                    on_remove=move |()| {
                        let address = untrack(|| address(&answers.get(), shown.get(), None));
                        router.navigate(&address, false);
                    }
                />
            </div>
        };
        Some(view.into_any())
    };
    view! {
        <AnswerFilters
            params=answers
            address=Callback::new(move |answers| address(&answers, shown.get(), rival.get().as_ref()))
        />
        <div class="filters">
            <SelectField
                id="brand-figure"
                label=t(|t| t.brands().figure)
                options
                selected=Signal::derive(move || shown.get().text().to_owned())
                on_change=choose
            />
        </div>
        {live_option(chip)}
        <AnswersBehind scope=answers filter=Memo::new(move |_| filter()) />
    }
    .into_any()
}
